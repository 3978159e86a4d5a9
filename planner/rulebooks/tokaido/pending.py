"""A move played step by step: where it goes, then what chance and the player still have to say.

The pieces are gathered in ``Game.pending`` in the form of a whole move (TK-1.6); as soon as nothing
is missing the whole move is judged and made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from planner.referee.fields import record, whole, word
from planner.referee.rulebook import CHANCE, Event, Refused
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.crossroads import check_choice, one_action
from planner.rulebooks.tokaido.draws import check_draw
from planner.rulebooks.tokaido.encounters import read_card
from planner.rulebooks.tokaido.inns import first_here, lay_out, may_draw_free, use_power
from planner.rulebooks.tokaido.moves import activated, check_amulet, check_lead, fortune, take_move
from planner.rulebooks.tokaido.road import check_stop, check_turn, stop
from planner.rulebooks.tokaido.rules import PANORAMAS, components, numbers
from planner.rulebooks.tokaido.spaces import check_purse
from planner.rulebooks.tokaido.state import NEUTRAL, Game, unfinished_panoramas

Move = Mapping[str, Any]
GO_FIELDS = {"type", "id", "t", "player", "to", "do", "use", "amulet", "both", "by"}
IN_ENCOUNTER = ("souvenir", "instead")  # fields of the encounter, not of the move


@dataclass(frozen=True)
class Want:
    """What a move under way still lacks."""

    speaker: str  # chance, or the player
    field: str
    part: int = -1  # the action of a health amulet it belongs to


def go(game: Game, event: Event) -> Game:
    """Start a move; what it does not tell is asked for next.

    Raises:
        Refused: the first clause of TK-9.1, or of the chosen action, that fails.
    """
    name, to = word(event, "player", ""), whole(event, "to")
    check_turn(game, name)
    _check_fields(event)
    move = {key: value for key, value in event.items() if key not in {"type", "id", "t"}}
    if name == NEUTRAL:
        return take_move(game, move)
    amulet = activated(game, move)
    check_amulet(game, name, amulet)
    if amulet != "fortune":
        _check_go(game, name, to, move, amulet)
    elif "fortune_roll" not in move:
        check_stop(game, name, to)  # the roll may only add to the purse
        _check_choices(game, name, to, move)
    return _gathered(game, move)


def _check_fields(event: Event) -> None:
    """A move that only begins tells no outcome yet: a whole move does, as type ``move``."""
    parts = event.get("both") or ()
    fits = isinstance(parts, list | tuple) and all(
        isinstance(part, Mapping) and set(part) <= {"do"} for part in parts
    )
    early = sorted(set(event) - GO_FIELDS) or ([] if fits else ["both"])
    if early:
        raise Refused(
            "TK-1.6",
            f"{', '.join(map(str, early))}: told too early; a whole move is of type 'move'",
            f"{'、'.join(map(str, early))} はまだ書けません。"
            "一手をまとめて書くときは type を move にしてください",
        )


def _check_go(game: Game, name: str, to: int, move: Move, amulet: str) -> None:
    check_stop(game, name, to, amulet)
    moved = stop(replace(game, again=""), name, to)
    check_lead(moved, name, amulet)
    _check_choices(game, name, to, move)


def _check_choices(game: Game, name: str, to: int, move: Move) -> None:
    """Every chosen action of the space must be possible with the purse of now (8.2, 8.6)."""
    kind = game.kind(to)
    if kind == "inn":
        return
    parts = _parts(move)
    for part in parts:
        check_choice(game, name, kind, str(part.get("do", "base")), len(parts) > 1)
    must_buy = kind == "village" and game.rules["village.min_buy"] == "1"
    if len(parts) > 1 and must_buy and parts[0].get("do", "base") == "base":
        # the offer is not known yet: the dearest souvenir must leave a treasure's price
        cheapest = min(price for price, left in game.treasures.items() if left)
        check_purse(game, name, numbers("prices")[1] + cheapest, "TK-8.6")


def _parts(move: Move) -> list[Move]:
    both = move.get("both")
    if isinstance(both, list | tuple) and all(isinstance(part, Mapping) for part in both):
        return list(both)
    return [move]


def answer(game: Game, event: Event, speaker: str) -> Game:
    """Add what chance drew or the player chose to the move under way.

    Raises:
        Refused: TK-1.6 for an answer that was not asked for, else the clause that fails.
    """
    want = next_want(game)
    if want is None or want.speaker != speaker or want.field not in event:
        asked = f"{want.field} from {want.speaker}" if want else "a move"
        raise Refused("TK-1.6", f"awaited: {asked}", awaited_ja(want))
    value = event[want.field]
    if speaker == CHANCE:
        check_draw(so_far(game), want.field, value)
        game = replace(game, draws=game.draws + 1)
    return _gathered(game, _filled(game.pending, want, value))


def awaited_ja(want: Want | None) -> str:
    """What is awaited, as a Japanese sentence."""
    if want is None:
        return "一手(go か move)を待っています"
    what = f"{components()['asked'][want.field]}({want.field})"
    if want.speaker == CHANCE:
        return f"{what}が決まるのを待っています"
    return f"{want.speaker} が{what}を決めるのを待っています"


def _gathered(game: Game, move: Move) -> Game:
    """The whole move made if nothing is missing; else the game with the move so far."""
    waiting = replace(game, pending=move)
    if next_want(waiting) is None:
        return take_move(replace(game, pending={}), move)
    so_far(waiting)  # refuses a part that cannot stand
    return waiting


def _filled(move: Move, want: Want, value: Any) -> dict[str, Any]:
    if want.part >= 0:
        parts = [dict(part) for part in move["both"]]
        parts[want.part] = _filled(parts[want.part], replace(want, part=-1), value)
        return {**move, "both": parts}
    if want.field == "keep":
        drawn = list(move["drawn"])
        if value not in drawn:
            raise Refused("TK-6.7", f"{value!r} was not drawn", f"{value} は引いていません")
        drawn.remove(value)
        refused = {"refused": drawn[0]} if drawn else {}
        return {**move, "encounter": {"card": value, **refused}}
    if want.field == "free":
        taken = {"free_meal": move["free_offer"]} if value else {}
        return {**move, "free": bool(value), **taken}
    if want.field in IN_ENCOUNTER:
        return {**move, "encounter": {**move["encounter"], want.field: value}}
    return {**move, want.field: value}


def so_far(game: Game) -> Game:
    """The game as the settled part of the pending move leaves it: moved, first parts done.

    Raises:
        Refused: a settled part that is not allowed.
    """
    move = game.pending
    name, to = str(move["player"]), int(move["to"])
    amulet = activated(game, move)
    if amulet != "fortune" or "fortune_roll" in move:
        game = fortune(game, name, move, amulet)
    game = stop(replace(game, again=""), name, to)
    kind, parts = game.kind(to), _parts(move)
    if kind == "inn":
        return _inn_so_far(game, name, to, move)
    if len(parts) > 1 and _action_want(game, name, kind, parts[0]) is None:
        game = one_action(game, name, kind, parts[0])
        check_choice(game, name, kind, str(parts[1].get("do", "base")))
    return game


def _inn_so_far(game: Game, name: str, inn: int, move: Move) -> Game:
    if first_here(game, inn) and "meals" not in move:
        return game
    game = lay_out(game, name, inn, move)
    powered = _power_want(game, name, inn, move) is None
    return use_power(game, name, inn, move) if powered else game


def next_want(game: Game) -> Want | None:
    """The next thing the pending move lacks, in the order it happens; None if it is whole."""
    move = game.pending
    if not move:
        return None
    name, to = str(move["player"]), int(move["to"])
    if activated(game, move) == "fortune" and "fortune_roll" not in move:
        return Want(CHANCE, "fortune_roll")
    kind = game.kind(to)
    if kind == "inn":
        return _inn_want(game, name, to, move)
    parts = _parts(move)
    now = stop(replace(game, again=""), name, to)
    for index, part in enumerate(parts):
        want = _action_want(now, name, kind, part)
        if want is not None:
            return replace(want, part=index) if "both" in move else want
        if index + 1 < len(parts):
            now = one_action(now, name, kind, part)
    return None


def _action_want(game: Game, name: str, kind: str, part: Move) -> Want | None:
    """What one action of a space between inns lacks."""
    if part.get("do", "base") == "x":
        asked = {
            "farm": Want(CHANCE, "roll"),
            "temple": Want(name, "amulet"),
            "village": Want(name, "legendary"),
            "encounter": Want(CHANCE, "calligraphy"),
        }.get(kind)
        return asked if asked and asked.field not in part else None
    if kind == "hot" and "card" not in part and not piles.empty(game, "hot"):
        return Want(CHANCE, "card")
    if kind == "temple" and "donate" not in part:
        return Want(name, "donate")
    if kind == "village" and "buy" not in part:
        return Want(name, "buy") if "offer" in part else Want(CHANCE, "offer")
    return _encounter_want(game, name, part, True) if kind == "encounter" else None


def _encounter_want(game: Game, name: str, part: Move, at_space: bool) -> Want | None:
    met = record(part, "encounter")
    if not met:
        if piles.empty(game, "encounter"):
            return None
        if at_space and game.player(name).traveller == "Yoshiyasu":
            return Want(name, "keep") if "drawn" in part else Want(CHANCE, "drawn")
        return Want(CHANCE, "encounter")
    card = read_card(met.get("card"), met)
    left = unfinished_panoramas(game.player(name))
    if card.name == "artisan" and "souvenir" not in met and not piles.empty(game, "souvenir"):
        return Want(CHANCE, "souvenir")
    if card.name == "guide" and card.panorama not in left and len(left) > 1:
        return Want(name, "instead") if "instead" not in met else None
    return None


def _inn_want(game: Game, name: str, inn: int, move: Move) -> Want | None:
    if first_here(game, inn) and "meals" not in move:
        return Want(CHANCE, "meals")
    power = _power_want(game, name, inn, move)
    if power is not None:
        return power
    if may_draw_free(game, name, inn) and "free_meal" not in move and "buy" not in move:
        laid = lay_out(game, name, inn, move)  # may take the last meals of the pile
        if "free_offer" not in move and not piles.empty(laid, "meal"):
            return Want(CHANCE, "free_offer")
        if "free_offer" in move and "free" not in move:
            return Want(name, "free")
    return Want(name, "buy") if "buy" not in move and "free_meal" not in move else None


def _power_want(game: Game, name: str, inn: int, move: Move) -> Want | None:
    player, last = game.player(name), inn == game.board.last
    if player.traveller == "Hiroshige" and not last and unfinished_panoramas(player):
        return Want(name, "panorama") if move.get("panorama") not in PANORAMAS else None
    if player.traveller == "Chuubei" and not last:
        return _encounter_want(game, name, move, at_space=False)
    return None
