"""All prices from one station: the board (unchinhyo, 運賃表) over a ticket machine."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

from planner.fares.ask import place_id, system_fares
from planner.fares.matrix import SystemFares, fares_on
from planner.fares.pair import systems_at
from planner.fares.tickets import SHINKANSEN, ticket_of_cell
from planner.fares.walks import runs
from planner.fares.words import worst
from planner.journey import Ticket
from planner.units import Yen


@dataclass(frozen=True, slots=True)
class Board:
    """The prices of one system from one of its stations."""

    system: str
    station: str
    lines: tuple[tuple[str, tuple[str, ...]], ...]  # line and its stations, in order
    tickets: dict[str, Ticket]  # station -> ticket; the station itself is not in it


def boards(
    station: str, date: dt.date, system: str = "", ic: bool = False, inside: bool = False
) -> list[Board]:
    """The boards of every system that stops at a station, or of one system.

    Raises:
        UnknownName, AmbiguousName, NotOpen, OutsideValidity: as they say.
    """
    book = fares_on(date)
    only = system_fares(book, system) if system else None
    place = place_id(book, station, date, only)
    found = [only] if only is not None else systems_at(book, place)
    return [_board(fares, fares.index[place], ic, inside) for fares in found]


def _board(fares: SystemFares, own: int, ic: bool, inside: bool) -> Board:
    table = fares.main
    tickets = {}
    for other, name in enumerate(fares.stations):
        if other != own and (not inside or fares.kanagawa[other]):
            if fares.name == SHINKANSEN:
                tickets[name] = _with_charge(fares, own, other, ic)
            else:
                tickets[name] = ticket_of_cell(fares, table, (own, other), ic=ic)
    return Board(fares.name, fares.stations[own], tuple(_lines(fares)), tickets)


def _with_charge(fares: SystemFares, own: int, other: int, ic: bool) -> Ticket:
    from dataclasses import replace

    base = ticket_of_cell(fares, fares.main, (own, other), ic=ic)
    charge = ticket_of_cell(fares, fares.classes["express"], (own, other), ic=ic)
    known = base.yen is not None and charge.yen is not None
    total = (base.yen or 0) + (charge.yen or 0)
    level = worst([base.confidence, charge.confidence])
    return replace(base, yen=Yen(total) if known else None, charge=charge.yen, confidence=level)


def _lines(fares: SystemFares) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lines and their stations in order; the Shinkansen only on its own board."""
    if not fares.edges:
        yield "東海道新幹線", fares.stations
        return
    for line, edges in runs(fares).items():
        if edges and line != "東海道新幹線":
            numbers = [edges[0][0], *(edge[1] for edge in edges)]
            yield line, tuple(fares.stations[number] for number in numbers)
