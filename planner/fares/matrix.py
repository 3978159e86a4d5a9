"""Prices as int32 tables: one a fare system, class and tariff period, compiled once and kept.

    book = fares_on(date)                    # ~2 ms warm; raises OutsideValidity before 2014-04-01
    jr = book.systems["jr"]
    jr.stations, jr.places                   # names then in use, and place ids, in one order
    table = jr.classes["jr"]                 # FareMatrix
    table.yen[i * jr.count + j]              # memoryview 'i', -1 = price unknown
    book.period == period_of(date)           # key: equal for all dates with the same prices

Classes: ``"base"`` everywhere but in ``jr``, which has ``"jr"`` (no Shinkansen ridden) and
``"jr+shinkansen"`` (the least base fare of one ticket with a Shinkansen ride on it). The
``shinkansen`` system has ``"shinkansen"`` (base fare of the ride alone) and ``"express"`` (the
charge of one ride, on top of either class). No table has a station that is not yet open.

Compiled books lie in the user's cache folder, a folder for each state of the tariff data, one file
a period, written to a temporary file and renamed; a file that is not whole is built again. numpy
is needed to build, never to read.
"""

import datetime as dt
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from planner.errors import NotOpen, OutsideValidity, UnknownName
from planner.fares.book import FareBook, FareMatrix, SystemFares
from planner.fares.store import FIRST_DAY, state, stored_book, stored_periods
from planner.feed.names import name_key

__all__ = [
    "FareBook", "FareMatrix", "SystemFares", "book_of", "fares_on", "find_station", "parts",
    "period_of", "periods", "station_number",
]  # fmt: skip


def periods() -> tuple[str, ...]:
    """The first days of all tariff periods, ISO dates in order."""
    return stored_periods(state())


def period_of(date: dt.date) -> str:
    """The key of the tariff period of a date: its first day.

    Raises:
        OutsideValidity: a date before 2014-04-01, from when on prices are known.
    """
    starts = periods()
    place = bisect_right(starts, date.isoformat())
    if place == 0:
        raise OutsideValidity(
            f"no prices are known for {date}; they begin on {FIRST_DAY}",
            f"{date} の運賃はわかりません。{FIRST_DAY} 以降の日付を指定してください",
        )
    return starts[place - 1]


def fares_on(date: dt.date) -> FareBook:
    """The prices of all systems on a date.

    Raises:
        OutsideValidity: a date before 2014-04-01.
    """
    return book_of(period_of(date))


def book_of(period: str) -> FareBook:
    """The prices of a period, from memory, the cache folder, or worked out now."""
    return stored_book(state(), period)


def station_number(system: SystemFares, name: str, date: dt.date) -> int:
    """The number of a station in a system, by any name it ever had.

    Raises:
        UnknownName: the system has no such station.
        NotOpen: it has, but not on that date.
    """
    number = find_station(system, name)
    if system.closed:
        raise NotOpen(
            f"{system.name_en} did not run on {date}",
            f"{system.name_ja}は{date}には運休していました",
        )
    if number is not None:
        return number
    for later, day in system.later.items():
        if name_key(later) == name_key(name) or later == _today(name):
            raise NotOpen(
                f"{later} of {system.name_en} was not open on {date}; it opened on {day}",
                f"{system.name_ja}の{later}は{date}にはまだ開業していません(開業日 {day})",
            )
    near = _near(system, name)
    raise UnknownName(
        f"{system.name_en} has no station {name!r}",
        f"{system.name_ja}に「{name}」という駅はありません",
        near,
    )


def find_station(system: SystemFares, name: str) -> int | None:
    """The number of a station in a system by place id, name or any name it ever had, or None."""
    number = system.index.get(name)
    if number is None:
        number = system.by_name.get(name_key(name))
    if number is None:
        from planner.feed.stations import book

        ids = {place.id for place in book().candidates(name)}
        found = [system.index[place] for place in ids if place in system.index]
        number = found[0] if len(found) == 1 else None
    return number


def _today(name: str) -> str:
    from planner.feed.stations import book

    found = book().candidates(name)
    return found[0].name if len(found) == 1 else name


def _near(system: SystemFares, name: str) -> list[str]:
    import difflib

    return difflib.get_close_matches(name, system.stations, 3, 0.5)


def parts(system: SystemFares, table: FareMatrix, a: int, b: int) -> Iterator[dict[str, Any]]:
    """The items that make the price of a cell: fare of the band, surcharges, doubts."""
    for number in table.reasons[table.reason[a * table.count + b]]:
        yield system.items[number]
