"""The base action of each space between the inns, TK-4."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planner.referee.fields import items
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.encounters import meet
from planner.rulebooks.tokaido.gains import gain_panorama, gain_souvenir, give
from planner.rulebooks.tokaido.rules import cards, number, numbers
from planner.rulebooks.tokaido.state import Game, change, gain, pay


@dataclass(frozen=True)
class Ware:
    """A souvenir on offer."""

    kind: str
    price: int


def base_action(game: Game, name: str, kind: str, action: Event) -> Game:
    """Do what a space offers to everybody.

    Raises:
        Refused: the clause of TK-4 that fails.
    """
    return _ACTIONS[kind](game, name, action)


def check_purse(game: Game, name: str, coins: int, clause: str = "TK-4.1") -> None:
    """Raises Refused where the purse does not hold that many coins (4.1)."""
    purse = game.player(name).coins
    if purse < coins:
        raise Refused(
            clause,
            f"{name} has {purse} coin(s), {coins} are needed",
            f"{name} の所持金は{purse}金で、{coins}金に足りません",
        )


def _farm(game: Game, name: str, action: Event) -> Game:
    return pay(game, name, -number("farm_coins"))


def _hot(game: Game, name: str, action: Event) -> Game:
    card = action.get("card")
    if card is None and piles.empty(game, "hot"):
        return game
    if card not in numbers("hot_springs"):
        raise MalformedEvent(
            "TK-4.5",
            f"a hot spring card is 2 or 3, not {card!r}",
            f"温泉カードは2か3です(「{card}」はありません)",
        )
    game = piles.take(game, "hot", card, "TK-4.5")
    player = game.player(name)
    game = change(game, name, springs=(*player.springs, card))
    game = gain(game, name, "hot spring", card)
    if player.traveller == "Mitsukuni":
        game = gain(game, name, "Mitsukuni", number("mitsukuni_points"))
    return game


def _temple(game: Game, name: str, action: Event) -> Game:
    gift = action.get("donate")
    least, most = numbers("gifts")
    if isinstance(gift, bool) or not isinstance(gift, int) or not least <= gift <= most:
        raise Refused(
            "TK-4.7",
            f"give {least} to {most} coins, not {gift!r}",
            f"寄付は{least}〜{most}金です(「{gift}」は選べません)",
        )
    check_purse(game, name, gift)
    game = give(pay(game, name, gift), name, gift, "temple")
    if game.player(name).traveller == "Hirotada":
        game = give(game, name, number("hirotada_gift"), "Hirotada")
    return game


def read_wares(action: Event, field: str) -> list[Ware]:
    """A list of [type, price].

    Raises:
        Refused: TK-4.10 an entry is no souvenir.
    """
    wares = []
    low, high = numbers("prices")
    for entry in items(action, field):
        pair = list(entry) if isinstance(entry, Sequence) and not isinstance(entry, str) else []
        fits = len(pair) == 2 and pair[0] in cards("souvenirs") and pair[1] in range(low, high + 1)
        if not fits or isinstance(pair[1], bool):
            raise MalformedEvent(
                "TK-4.10",
                f"{entry!r} is no souvenir; write [type, price 1-3]",
                f"{entry!r} はお土産ではありません。[種類, 値段1〜3] と書いてください",
            )
        wares.append(Ware(pair[0], pair[1]))
    return wares


def _village(game: Game, name: str, action: Event) -> Game:
    offer, bought = read_wares(action, "offer"), read_wares(action, "buy")
    _check_offer(game, offer)
    missing = Counter(bought) - Counter(offer)
    if missing:
        wares = ", ".join(f"{ware.kind} {ware.price}" for ware in missing)
        raise Refused("TK-4.11", f"not on offer: {wares}", f"{wares} は売られていません")
    purse = game.player(name).coins
    affordable = any(ware.price <= purse for ware in offer)
    if not bought and game.rules["village.min_buy"] == "1" and affordable:
        raise Refused("TK-4.10", "buy at least one souvenir", "お土産を1つ以上買ってください")
    total = sum(ware.price for ware in bought)
    several = game.player(name).traveller == "Sasayakko" and len(bought) >= number("sasayakko_from")
    check_purse(game, name, total, "TK-6.9" if several else "TK-4.12")
    free = min(ware.price for ware in bought) if several else 0
    game = pay(game, name, total - free)
    for ware in offer:
        game = piles.take(game, "souvenir", (ware.kind, ware.price), "TK-4.10")
    for ware in bought:
        game = gain_souvenir(game, name, ware.kind)
    left_over = Counter(offer) - Counter(bought)
    return piles.lay_off(game, "souvenir", [(w.kind, w.price) for w in left_over.elements()])


def _check_offer(game: Game, offer: Sequence[Ware]) -> None:
    if game.rules["village.offer"] == "any":
        return
    wanted = piles.at_most(game, "souvenir", number("offer"))
    if len(offer) != wanted:
        raise Refused(
            "TK-4.10",
            f"a village offers {wanted} souvenirs, not {len(offer)}",
            f"村にはお土産が{wanted}つ並びます({len(offer)}つ書かれています)",
        )


def _panorama(kind: str) -> Callable[[Game, str, Event], Game]:
    return lambda game, name, action: gain_panorama(game, name, kind)


def _encounter(game: Game, name: str, action: Event) -> Game:
    return meet(game, name, action, at_space=True)


_ACTIONS: dict[str, Callable[[Game, str, Event], Game]] = {
    "farm": _farm,
    "hot": _hot,
    "temple": _temple,
    "village": _village,
    "paddy": _panorama("paddy"),
    "mountain": _panorama("mountain"),
    "sea": _panorama("sea"),
    "encounter": _encounter,
}
