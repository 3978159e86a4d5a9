"""Where two tickets are cheaper than one: the pairs at which a table is not sub-additive.

A search that joins rides to one ticket must know these pairs: leaving the gates midway would save
money there. (Under the game's rules a ticket is a maximal ride, so the saving needs a real exit.)
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.errors import UnknownName
from planner.fares.ask import ends, system_fares
from planner.fares.chain import inside_kanagawa
from planner.fares.matrix import FareMatrix, SystemFares, fares_on
from planner.fares.tickets import SHINKANSEN, ticket_of_cell
from planner.fares.words import worst

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Prices = NDArray[np.int32]

DEAR = 1 << 28
"""What an unknown price weighs where sums are compared."""


@dataclass(frozen=True, slots=True)
class Split:
    """Two tickets by way of ``at`` that cost less than one; prices in yen."""

    system: str
    start: str
    target: str
    one: int
    at: str
    first: int
    second: int
    on_the_way: bool  # ``at`` lies on the shortest way, so nobody need ride back
    confidence: str

    @property
    def saved(self) -> int:
        """What two tickets save."""
        return self.one - self.first - self.second


def prices(table: FareMatrix) -> "Prices":
    """The ticket prices of a class as int32[n, n], unknown ones very dear."""
    import numpy as np

    found = np.frombuffer(table.yen, dtype=np.int32).reshape(table.count, table.count)
    return np.where(found < 0, np.int32(DEAR), found)


def splits_on(date: dt.date, system: str = "", inside: bool = True) -> list[Split]:
    """Every pair of every system (or one) for which some split saves, the most first.

    ``inside``: only pairs and splits that can be ridden without leaving Kanagawa.

    Raises:
        UnknownName: no such system.
        OutsideValidity: a date before 2014-04-01.
    """
    book = fares_on(date)
    names = [system_fares(book, system).name] if system else list(book.systems)
    found = [
        split
        for name in names
        if _joins(book.systems[name])
        for split in _system_splits(book.systems[name], inside)
    ]
    return sorted(found, key=lambda s: (-s.saved, s.system, s.start, s.target))


def _joins(fares: SystemFares) -> bool:
    """Whether one may leave and enter again for the fare alone: each train with an express charge
    would cost that a second time."""
    return not fares.closed and fares.name != SHINKANSEN


def _system_splits(fares: SystemFares, inside: bool) -> Iterator[Split]:
    import numpy as np

    table = prices(fares.main)
    part = np.array(inside_kanagawa(fares))
    usable = np.flatnonzero(part >= 0) if inside else np.arange(fares.count)
    table = table[np.ix_(usable, usable)]
    if inside:
        apart = part[usable][:, None] != part[usable][None, :]
        table = np.where(apart, np.int32(DEAR), table)
    best = table.copy()
    middle = np.full(table.shape, -1, dtype=np.int32)
    for at in range(len(usable)):
        way = table[:, at][:, None] + table[at][None, :]
        way[at, :] = way[:, at] = DEAR
        shorter = way < best
        best[shorter] = way[shorter]
        middle[shorter] = at
    for a, b in zip(*np.nonzero(np.triu(middle >= 0)), strict=True):
        if table[a, b] < DEAR:
            yield _split(fares, int(usable[a]), int(usable[b]), int(usable[middle[a, b]]))


def _split(fares: SystemFares, a: int, b: int, at: int) -> Split:
    table, names = fares.main, fares.stations
    ways = [ticket_of_cell(fares, table, pair) for pair in ((a, b), (a, at), (at, b))]
    km = [table.km[one * table.count + other] for one, other in ((a, b), (a, at), (at, b))]
    return Split(
        fares.name,
        names[a],
        names[b],
        one=ways[0].yen or 0,
        at=names[at],
        first=ways[1].yen or 0,
        second=ways[2].yen or 0,
        on_the_way=km[0] == km[1] + km[2],
        confidence=worst([ticket.confidence for ticket in ways]),
    )


def splits_of(start: str, target: str, date: dt.date, system: str = "") -> list[Split]:
    """Every split that saves between two stations, in each system that has both; the best first.

    Raises:
        UnknownName: no system has both stations, or no station is called so.
        AmbiguousName, NotOpen, BadValue, OutsideValidity: as they say.
    """
    book, only, a, b = ends(start, target, date, system)
    both = [
        fares
        for fares in ([only] if only else book.systems.values())
        if {a, b} <= fares.index.keys() and _joins(fares) and fares.edges
    ]
    if not both:
        raise UnknownName(
            f"no fare system has both {start} and {target}",
            f"{start}と{target}の両方がある運賃系統はありません",
        )
    found = []
    for fares in both:
        table = fares.main
        i, j = fares.index[a], fares.index[b]
        one = table.yen[i * fares.count + j]
        for at in range(fares.count):
            first, second = table.yen[i * fares.count + at], table.yen[at * fares.count + j]
            if at not in (i, j) and min(first, second) >= 0 and first + second < one:
                found.append(_split(fares, i, j, at))
    return sorted(found, key=lambda s: (-s.saved, not s.on_the_way, s.system, s.at))
