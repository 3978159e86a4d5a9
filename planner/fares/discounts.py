"""Transfer discounts (norikae waribiki, 乗継割引): listed pairs that cost less together."""

from collections.abc import Sequence
from itertools import pairwise

from planner.fares.matrix import FareBook, find_station
from planner.journey import Discount, Ticket
from planner.units import Yen


def best_discounts(book: FareBook, tickets: Sequence[Ticket]) -> list[Discount]:
    """The discounts of a chain of tickets that save the most; a ticket takes part in one at most.

    Express charges are no tickets of their own here: they stand between without parting two.
    """
    plain = [ticket for ticket in tickets if ticket.charge is None and ticket.yen is not None]
    best: list[tuple[int, list[Discount]]] = [(0, []), (0, [])]
    for one, other in pairwise(plain):
        found = discount(book, one, other)
        saved, chosen = best[-1]
        if found is not None and best[-2][0] + found.yen > saved:
            saved, chosen = best[-2][0] + found.yen, [*best[-2][1], found]
        best.append((saved, chosen))
    return best[-1][1]


def discount(book: FareBook, one: Ticket, other: Ticket) -> Discount | None:
    """The discount of two tickets that meet at a station, or None."""
    for row in book.discounts:
        first, second = row["systems"]
        if {one.system, other.system} != {first, second} or one.system == other.system:
            continue
        near, far = (one, other) if one.system == first else (other, one)
        outer = (one.board, other.alight) if near is one else (other.alight, one.board)
        meets = {_place(book, one.system, one.alight), _place(book, other.system, other.board)}
        if (
            meets == {row["at"]}
            and _place(book, near.system, outer[0]) in row["stations_a"]
            and _place(book, far.system, outer[1]) in row["stations_b"]
        ):
            systems = (one.system, other.system)
            return Discount(systems, one.alight, Yen(row["yen"]), row["source"])
    return None


def _place(book: FareBook, system: str, name: str) -> str:
    fares = book.systems[system]
    number = find_station(fares, name)
    return "" if number is None else fares.places[number]
