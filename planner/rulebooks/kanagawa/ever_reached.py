"""Stations that no player can ever reach (S4): what the movement rules R9 and R10 cut off."""

import datetime as dt
from collections.abc import Iterable, Sequence

from planner.errors import AmbiguousName, NotOpen, OutsideValidity
from planner.rulebooks.kanagawa.field import Day, Field

NEVER = 255
SOMEWHERE = ("横浜", "小田原")
"""Where to look from while nobody has a start yet: the network that all starts lie in (R11)."""


def never_reached(
    names: Iterable[str], starts: Sequence[str], field: Field, first: dt.date
) -> list[str]:
    """The names among ``names`` that no train of a weekday or holiday leads to from any start.

    Times are ignored: a station with one train a day is reached some day. A name that fits several
    stations counts as reached if one of them is. A day that the timetable does not cover says
    nothing; where it covers none, nothing is unreachable.

    Raises:
        UnknownName: a name that is none.
    """
    days = _days(field, first)
    if not days:
        return []
    origins = list(starts) or list(SOMEWHERE)
    reached = [_reached(day, origins) for day in days]
    found = []
    for name in names:
        seen = [
            _stations(day, name) & stations for day, stations in zip(days, reached, strict=True)
        ]
        if not any(seen):
            found.append(name)
    return found


def _days(field: Field, first: dt.date) -> list[Day]:
    """A week of the game: whatever kinds of day there are."""
    found: dict[int, Day] = {}
    for offset in range(7):
        try:
            day = field.day(first + dt.timedelta(days=offset))
        except OutsideValidity:
            continue
        found.setdefault(day.date.weekday() // 5, day)
    return list(found.values())


def _reached(day: Day, origins: Sequence[str]) -> set[int]:
    t = day.timetable
    count = t.stations
    found: set[int] = set()
    for name in origins:
        for start in _stations(day, name):
            row = t.min_trips[start * count : (start + 1) * count]
            found |= {start, *(end for end in range(count) if row[end] != NEVER)}
    return found


def _stations(day: Day, name: str) -> set[int]:
    from planner.feed.stations import book

    try:
        index = day.station(name).index
    except (AmbiguousName, NotOpen):
        places = {place.id for place in book().candidates(name)}
        return {index for place, index in day.names.by_place.items() if place in places}
    return set() if index is None else {index}
