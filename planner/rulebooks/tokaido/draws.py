"""Whether chance can have drawn what it is said to have drawn, before anybody decides on it."""

from typing import Any

from planner.referee.rulebook import MalformedEvent, Refused
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.crossroads import check_roll
from planner.rulebooks.tokaido.encounters import read_card
from planner.rulebooks.tokaido.inns import meals_to_lay, read_dish
from planner.rulebooks.tokaido.rules import cards, number, numbers
from planner.rulebooks.tokaido.spaces import read_wares
from planner.rulebooks.tokaido.state import Game


def check_draw(game: Game, field: str, value: Any) -> None:
    """Test one word of chance against the piles of the moment.

    Raises:
        Refused: the clause of the card or die that is not possible.
    """
    if field in {"roll", "fortune_roll"}:
        check_roll(value, "TK-8.3" if field == "roll" else "TK-8.6")
    elif field == "card":
        if isinstance(value, bool) or value not in numbers("hot_springs"):
            raise MalformedEvent(
                "TK-4.5",
                f"no hot spring card is {value!r}",
                f"温泉カードは2か3です(「{value}」はありません)",
            )
        piles.take(game, "hot", value, "TK-4.5")
    elif field == "calligraphy":
        if value not in cards("scrolls"):
            raise MalformedEvent(
                "TK-8.13", f"{value!r} is no scroll", f"「{value}」という書はありません"
            )
    elif field in {"encounter", "drawn"}:
        _check_encounters(game, field, value)
    elif field in {"offer", "souvenir"}:
        _check_souvenirs(game, field, value)
    else:
        _check_meals(game, field, value)


def _check_encounters(game: Game, field: str, value: Any) -> None:
    if field == "encounter":
        if not isinstance(value, dict):
            raise MalformedEvent(
                "TK-4.24",
                f"{value!r} is no encounter",
                '出会いは {"card": "noble"} のように書いてください',
            )
        drawn = [read_card(value.get("card"), value)]
    else:
        wanted = piles.at_most(game, "encounter", number("yoshiyasu_cards"))
        if not isinstance(value, list) or len(value) != wanted:
            raise Refused(
                "TK-6.7", f"{wanted} cards are drawn", f"出会いカードは{wanted}枚引きます"
            )
        drawn = [read_card(card, {}) for card in value]
    for card in drawn:
        game = piles.take(game, "encounter", card.full_name, "TK-4.24")


def _check_souvenirs(game: Game, field: str, value: Any) -> None:
    clause = "TK-4.10" if field == "offer" else "TK-4.25"
    wares = read_wares({"wares": value if field == "offer" else [value]}, "wares")
    wanted = piles.at_most(game, "souvenir", number("offer")) if field == "offer" else 1
    if len(wares) != wanted and (field != "offer" or game.rules["village.offer"] != "any"):
        raise Refused(clause, f"{wanted} souvenirs are drawn", f"お土産は{wanted}枚引きます")
    for ware in wares:
        game = piles.take(game, "souvenir", (ware.kind, ware.price), clause)


def _check_meals(game: Game, field: str, value: Any) -> None:
    clause = "TK-5.2" if field == "meals" else "TK-6.4"
    entries = value if field == "meals" else [value]
    wanted = meals_to_lay(game) if field == "meals" else 1
    if not isinstance(entries, list) or len(entries) != wanted:
        raise Refused(clause, f"{wanted} meals are drawn", f"食事は{wanted}枚引きます")
    for entry in entries:
        game = piles.take(game, "meal", read_dish(entry, clause), clause)
