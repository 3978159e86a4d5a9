"""The second choice of each space and the amulets, TK-8."""

from collections.abc import Callable
from dataclasses import replace

from planner.referee.fields import items
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.tokaido.gains import gain_treasure, give
from planner.rulebooks.tokaido.rules import PANORAMAS, cards, in_japanese, number, numbers
from planner.rulebooks.tokaido.spaces import base_action, check_purse
from planner.rulebooks.tokaido.state import Game, change, gain, pay

_PRICES = {  # space -> what its card costs: TK-8.4, 8.5, 8.13
    "hot": "bathhouse_price",
    "temple": "amulet_price",
    "encounter": "scroll_price",
}


def act(game: Game, name: str, kind: str, action: Event, amulet: str = "") -> Game:
    """The chosen action of a space, or with the health amulet both in their order (8.1, 8.6).

    Raises:
        Refused: the clause that fails.
    """
    if amulet != "health":
        return one_action(game, name, kind, action)
    both = items(action, "both")
    chosen = [part.get("do", "base") for part in both if isinstance(part, dict)]
    if sorted(map(str, chosen)) != ["base", "x"]:
        raise Refused(
            "TK-8.6",
            "health does both actions, each once",
            "健康の御守りでは、そのマスの行動を両方とも1回ずつ行います",
        )
    outer = {key: value for key, value in action.items() if key not in {"both", "amulet", "do"}}
    for part in both:
        game = one_action(game, name, kind, {**outer, **part})
    return game


def check_choice(game: Game, name: str, kind: str, choice: str, both: bool = False) -> None:
    """Test that an action of a space can be paid and begun (8.2); ``both`` for the health amulet.

    Raises:
        Refused: the clause that fails.
    """
    if choice == "base":
        if kind == "temple":
            check_purse(game, name, numbers("gifts")[0] + number(_PRICES[kind]) * both)
        if kind in PANORAMAS and game.player(name).complete(kind):
            raise Refused(
                "TK-4.20",
                f"{name}: the {kind} is complete",
                f"{name} は{in_japanese(kind)}をもう完成させています",
            )
        return
    if choice != "x" or not game.crossroads:
        raise _no_choice(choice)
    if kind == "farm":
        check_purse(game, name, number("bet"), "TK-8.3")
    elif kind in PANORAMAS and not game.cherries:
        raise Refused("TK-8.12", "the cherries are gone", "桜カードはもうありません")
    elif kind == "village":
        left = [price for price, copies in game.treasures.items() if copies]
        if not left:
            raise Refused("TK-8.8", "no treasure is left", "骨董品はもうありません")
        check_purse(game, name, min(left), "TK-8.2")
    elif kind not in PANORAMAS:
        check_purse(game, name, number(_PRICES[kind]), "TK-8.2")


def _no_choice(choice: object) -> Refused:
    known = choice in ("base", "x")
    return (Refused if known else MalformedEvent)(
        "TK-8.1",
        f"do: {choice!r} is no choice here; base, or with Crossroads x",
        f"do: 「{choice}」は選べません。base か、拡張「四ツ辻」では x です",
    )


def one_action(game: Game, name: str, kind: str, action: Event) -> Game:
    """One action of a space, the base one or the Crossroads one."""
    choice = action.get("do", "base")
    if choice == "base":
        return base_action(game, name, kind, action)
    if choice != "x" or not game.crossroads:
        raise _no_choice(choice)
    return _CHOICES[kind](game, name, action)


def _bet(game: Game, name: str, action: Event) -> Game:
    check_purse(game, name, number("bet"), "TK-8.3")
    roll = check_roll(action.get("roll"), "TK-8.3")
    return pay(game, name, number("bet") - 2 * roll)


def check_roll(roll: object, clause: str) -> int:
    """A face of the fortune die; Refused with the clause for anything else."""
    if isinstance(roll, bool) or not isinstance(roll, int) or roll not in numbers("die"):
        raise MalformedEvent(
            clause, f"{roll!r} is no face of the die", f"{roll!r} はさいころの目ではありません"
        )
    return roll


def _buy(game: Game, name: str, space: str) -> Game:
    """Pay for the card of a space (8.2)."""
    price = number(_PRICES[space])
    check_purse(game, name, price, "TK-8.2")
    return pay(game, name, price)


def _bathhouse(game: Game, name: str, action: Event) -> Game:
    game = _buy(game, name, "hot")
    game = gain(game, name, "bathhouse", number("bathhouse_points"))
    player = game.player(name)
    if player.traveller == "Mitsukuni" and game.rules.on("x.bath_is_hot_spring_for_mitsukuni"):
        game = gain(game, name, "Mitsukuni", number("mitsukuni_points"))
    return change(game, name, bathhouses=player.bathhouses + 1)


def _buy_amulet(game: Game, name: str, action: Event) -> Game:
    kind = action.get("amulet")
    game = _buy(game, name, "temple")
    if kind not in cards("amulets"):
        raise MalformedEvent(
            "TK-8.5",
            f"{kind!r} is no amulet; there are {', '.join(cards('amulets'))}",
            f"「{kind}」という御守りはありません({'、'.join(cards('amulets'))})",
        )
    return change(game, name, amulets=(*game.player(name).amulets, kind))


def _treasure(game: Game, name: str, action: Event) -> Game:
    price = action.get("legendary", action.get("treasure"))
    if isinstance(price, bool) or not isinstance(price, int) or not game.treasures.get(price):
        raise Refused(
            "TK-8.8", f"no treasure at {price!r} is left", f"{price!r} 金の骨董品は残っていません"
        )
    check_purse(game, name, price, "TK-8.2")
    left = {**game.treasures, price: game.treasures[price] - 1}
    return gain_treasure(replace(pay(game, name, price), treasures=left), name, price)


def _cherry(game: Game, name: str, action: Event) -> Game:
    if not game.cherries:
        raise Refused("TK-8.12", "the cherries are gone", "桜カードはもうありません")
    game = replace(game, cherries=game.cherries - 1)
    game = gain(pay(game, name, -number("cherry_coins")), name, "cherry", number("cherry_points"))
    return change(game, name, cherries=game.player(name).cherries + 1)


def _scroll(game: Game, name: str, action: Event) -> Game:
    kind = action.get("calligraphy", action.get("scroll"))
    game = _buy(game, name, "encounter")
    if kind not in cards("scrolls"):
        raise MalformedEvent(
            "TK-8.13",
            f"{kind!r} is no scroll; there are {', '.join(cards('scrolls'))}",
            f"「{kind}」という書はありません({'、'.join(cards('scrolls'))})",
        )
    return change(game, name, scrolls=(*game.player(name).scrolls, kind))


_CHOICES: dict[str, Callable[[Game, str, Event], Game]] = {
    "farm": _bet,
    "hot": _bathhouse,
    "temple": _buy_amulet,
    "village": _treasure,
    "paddy": _cherry,
    "mountain": _cherry,
    "sea": _cherry,
    "encounter": _scroll,
}


def devote(game: Game, name: str, paid: int) -> Game:
    """Devotion: the coins paid for cards in this turn count as a gift (8.6)."""
    points = paid if game.rules.on("x.devotion_points") else 0
    return give(game, name, paid, "devotion", points)


def card_payment(kind: str, action: Event) -> bool:
    """Whether an action of a space buys a card: only the farm's bet and a temple gift do not."""
    if action.get("do", "base") == "x":
        return kind != "farm" and kind not in PANORAMAS
    return kind == "village"
