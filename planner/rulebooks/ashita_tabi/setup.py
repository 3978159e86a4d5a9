"""Setting up, AT-2: items, locations, the shuffled deck and the ghosts' first walk."""

from collections.abc import Sequence
from dataclasses import replace

from planner.errors import BadValue
from planner.referee.rulebook import MalformedEvent, Refused
from planner.rulebooks.ashita_tabi.rules import all_cards, components, number
from planner.rulebooks.ashita_tabi.table import Table, after, value


def choose_items(table: Table, chosen: Sequence[str]) -> Table:
    """Two of the six items, face up; the rest leave the game (2.1).

    Raises:
        Refused: AT-2.1.
    """
    known = components()["items"]
    wanted = number("items_chosen")
    if len(set(chosen)) != wanted or len(chosen) != wanted or not set(chosen) <= set(known):
        kind = Refused if set(chosen) <= set(known) else MalformedEvent
        raise kind(
            "AT-2.1",
            f"choose {wanted} of {', '.join(known)}, not {', '.join(chosen) or 'nothing'}",
            f"アイテムは{'、'.join(known)}から{wanted}つ選びます({'、'.join(chosen) or 'なし'})",
        )
    return replace(table, items=tuple(chosen), phase="deal")


def deal(table: Table, deck: Sequence[str], locations: Sequence[str] = ()) -> Table:
    """Lay the locations (2.2), walk the ghosts out by two cards, draw the third (2.3-2.6).

    Raises:
        Refused: AT-1.1 not the seven locations, AT-1.6 not the thirty cards, AT-2.4 too few.
    """
    known = components()["locations"]
    if locations and sorted(locations) != sorted(known):
        raise Refused(
            "AT-1.1",
            f"lay the seven locations, each once, not {', '.join(locations)}",
            f"ロケーション7枚を1枚ずつ並べます({'、'.join(locations)})",
        )
    _check_deck(table, deck)
    opening = number("opening_hand")
    black = (after(1, value(deck[0])), after(1, value(deck[1])))
    return replace(
        table,
        white=1,
        black=black,
        hand=tuple(deck[:opening]),
        deck=tuple(deck[opening:]),
        supply=number("letters"),
        locations=tuple(locations),
        phase="begin",
    )


def _check_deck(table: Table, deck: Sequence[str]) -> None:
    if len(set(deck)) != len(deck) or not set(deck) <= set(all_cards()):
        raise Refused(
            "AT-1.2",
            "the deck holds a card twice or an unknown one",
            "山に、同じカードか知らないカードがあります",
        )
    if table.rules["cards.check"] == "on" and len(deck) != len(all_cards()):
        raise Refused(
            "AT-1.6",
            f"thirty cards, not {len(deck)}",
            f"カードは30枚要ります({len(deck)}枚書かれています)",
        )
    if len(deck) < number("opening_hand"):
        raise Refused("AT-2.4", "three cards are dealt", "最初に3枚配るので、山には3枚以上要ります")


def check_items(names: Sequence[str]) -> None:
    """Raises BadValue for an item name no one knows; partial states may hold any number."""
    for name in names:
        if name not in components()["items"]:
            raise BadValue(f"{name!r} is not an item", f"「{name}」というアイテムはありません")
