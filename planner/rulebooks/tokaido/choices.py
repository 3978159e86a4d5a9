"""Every event that may come next, and the one that the seed gives where chance speaks."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from planner.referee.rulebook import CHANCE, Event, Refused
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.crossroads import card_payment
from planner.rulebooks.tokaido.inns import meals_to_lay
from planner.rulebooks.tokaido.moves import mover
from planner.rulebooks.tokaido.pending import Want, next_want, so_far
from planner.rulebooks.tokaido.road import next_player
from planner.rulebooks.tokaido.rules import PANORAMAS, cards, components, number, numbers
from planner.rulebooks.tokaido.state import NEUTRAL, Game, finished, unfinished_panoramas

Apply = Callable[[Game, Event], Game]


def choices(game: Game, apply: Apply) -> Iterator[Event]:
    """The legal events, each one tried; for chance the one event of the seed."""
    if finished(game):
        return
    if any(not p.traveller for p in game.people):
        yield from _before_the_road(game)
        return
    want = next_want(game)
    if want is not None and want.speaker == CHANCE:
        yield {"type": "draw", "player": CHANCE, want.field: _draw(so_far(game), game, want)}
        return
    offered = _goings(game) if want is None else _answers(game, want)
    yield from (event for event in offered if _allowed(apply, game, event))


def _allowed(apply: Apply, game: Game, event: Event) -> bool:
    try:
        apply(game, event)
    except Refused:
        return False
    return True


def chance(game: Game) -> Random:
    """The random numbers of the next word of chance: by seed and place in its stream."""
    return Random(f"{game.seed}:{game.draws}")


def _before_the_road(game: Game) -> Iterator[Event]:
    if game.dealt:
        for person in game.people:
            if not person.traveller:
                for traveller in game.dealt[person.name]:
                    yield {"type": "keep", "player": person.name, "traveller": traveller}
        return
    names = [person.name for person in game.people]
    each = hand_size(len(names))
    random = chance(game)
    pack = random.sample(
        [t for t in components()["travellers"] if t != "novice"], each * len(names)
    )
    dealt = {name: pack[i * each : (i + 1) * each] for i, name in enumerate(names)}
    order = random.sample(names, len(names))
    yield {"type": "deal", "player": CHANCE, "order": order, "travellers": dealt}


def hand_size(players: int) -> int:
    """Two travellers to each player (2.2), one where the seven of the source do not go round."""
    each = number("travellers_dealt")
    return each if each * players <= len(components()["travellers"]) - 1 else 1


def _goings(game: Game) -> Iterator[Event]:
    name = next_player(game)
    player = game.player(name)
    if name == NEUTRAL:
        for to in range(player.place + 1, game.board.last + 1):
            yield {"type": "go", "player": NEUTRAL, "to": to, "by": mover(game)}
        return
    for to in range(player.place + 1, game.board.last + 1):
        event = {"type": "go", "player": name, "to": to}
        kind = game.kind(to)
        for choice in ({}, {"do": "x"}) if game.crossroads and kind != "inn" else ({},):
            yield {**event, **choice}
            for amulet in sorted(set(player.amulets)):
                if _sensible(kind, amulet, choice):
                    yield {**event, **choice, "use": amulet}
        if "health" in player.amulets and kind != "inn":
            for first, second in (("base", "x"), ("x", "base")):
                yield {**event, "use": "health", "both": [{"do": first}, {"do": second}]}
        if kind == "inn":
            return


def _sensible(kind: str, amulet: str, choice: Event) -> bool:
    """Whether an amulet can change this action; health is offered apart."""
    if amulet == "hospitality":
        return kind == "inn"
    if amulet == "devotion":
        return kind == "inn" or card_payment(kind, choice)
    if amulet == "friendship":
        return kind != "inn"
    return amulet != "health"


def _answers(game: Game, want: Want) -> Iterator[Event]:
    event = {"type": "choose", "player": want.speaker}
    for value in _values(so_far(game), game.pending, want):
        yield {**event, want.field: value}


def _values(game: Game, move: Event, want: Want) -> list[Any]:
    """What a player may say to a question, before it is tried."""
    part = move["both"][want.part] if want.part >= 0 else move
    if want.field == "buy":
        return _purchases(game, part, int(move["to"]))
    simple: dict[str, list[Any]] = {
        "donate": list(range(numbers("gifts")[0], numbers("gifts")[1] + 1)),
        "amulet": list(cards("amulets")),
        "legendary": [price for price, left in game.treasures.items() if left],
        "panorama": list(PANORAMAS),
        "instead": list(unfinished_panoramas(game.player(str(move["player"])))),
        "keep": list(dict.fromkeys(part.get("drawn", ()))),
        "free": [True, False],
    }
    return simple[want.field]


def _purchases(game: Game, part: Event, to: int) -> list[Any]:
    if game.kind(to) == "inn":
        return [[], *(list(dish) for dish in dict.fromkeys(game.laid.get(to, ())))]
    wares = [tuple(ware) for ware in part["offer"]]
    found = [bought for n in range(len(wares) + 1) for bought in combinations(wares, n)]
    return [[list(ware) for ware in bought] for bought in dict.fromkeys(found)]


def _draw(now: Game, game: Game, want: Want) -> Any:
    """What the seed draws: ``now`` is the table at that moment."""
    random = chance(game)
    if want.field in {"roll", "fortune_roll"}:
        return random.choice(numbers("die"))
    if want.field == "card":
        return draw_cards(now, "hot", 1, random)[0]
    if want.field == "offer":
        count = piles.at_most(now, "souvenir", number("offer"))
        return [list(ware) for ware in draw_cards(now, "souvenir", count, random)]
    if want.field == "meals":
        return [list(dish) for dish in draw_cards(now, "meal", meals_to_lay(now), random)]
    if want.field == "free_offer":
        return list(draw_cards(now, "meal", 1, random)[0])
    if want.field == "souvenir":
        return list(draw_cards(now, "souvenir", 1, random)[0])
    if want.field == "calligraphy":
        return random.choice(cards("scrolls"))
    if want.field == "drawn":
        return draw_cards(
            now, "encounter", piles.at_most(now, "encounter", number("yoshiyasu_cards")), random
        )
    return {"card": draw_cards(now, "encounter", 1, random)[0]}


def draw_cards(game: Game, pile: str, count: int, random: Random) -> list[Any]:
    """Some cards of a pile, one after another; an unlimited pile is always whole."""
    if not piles.limited(game, pile):
        return random.sample(piles.published(pile), count)
    drawn = []
    for _ in range(count):
        card = random.choice(piles.available(game, pile))
        game = piles.take(game, pile, card, "TK-1.5")
        drawn.append(card)
    return drawn


def with_order(game: Game, order: list[str]) -> Game:
    """The players in a declared turn order at the start inn (2.3)."""
    people = tuple(game.player(name) for name in order)
    others = tuple(p for p in game.players if p.name == NEUTRAL)
    names = tuple(p.name for p in (*people, *others))
    return replace(game, players=(*people, *others), arrivals={**game.arrivals, 0: names})
