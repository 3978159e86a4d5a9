"""Vias and avoided places: the timetable that a wish leaves of the day's."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from planner.errors import TooMuch, UnknownName
from planner.search.lines import LineNames
from planner.search.stations import Names
from planner.timetable.opening import Opened

MOST_VIAS = 12
"""Each via is the whole timetable once more in memory."""


@dataclass(frozen=True, slots=True)
class Detour:
    """Stations and routes of a timetable: to be passed in order, and not to be touched.

    ``impossible``: a via is no station of the timetable or lies outside the rules' area.
    """

    vias: tuple[int, ...] = ()
    stations: frozenset[int] = frozenset()
    routes: frozenset[int] = frozenset()
    impossible: bool = False


def detour(names: Names, date: dt.date, via: Sequence[str], avoid: Sequence[str]) -> Detour:
    """The stations and routes of these names.

    Raises:
        UnknownName: no station, or to be avoided no station, line or company, is called so.
        AmbiguousName, NotOpen: see ``Names.find``. TooMuch: more than 12 vias.
    """
    if len(via) > MOST_VIAS:
        raise TooMuch(
            f"{len(via)} stations to pass; at most {MOST_VIAS} are possible",
            f"経由駅は{MOST_VIAS}駅までです({len(via)}駅が指定されました)",
        )
    vias = [names.find(text, date).index for text in via]
    served = tuple(index for index in vias if index is not None)
    inside = names.timetable.station_inside
    stations, routes = _avoided(names, date, avoid)
    impossible = len(served) < len(vias) or not all(inside[index] for index in served)
    return Detour(served, stations, routes, impossible)


def _avoided(
    names: Names, date: dt.date, avoid: Sequence[str]
) -> tuple[frozenset[int], frozenset[int]]:
    stations: set[int] = set()
    routes: set[int] = set()
    lines = LineNames(names.timetable)
    for text in avoid:
        if found := lines.exactly(text):
            routes.update(found)
            continue
        try:
            index = names.find(text, date).index
        except UnknownName as unknown:
            routes.update(_line(lines, text, unknown))
        else:
            stations.update([] if index is None else [index])
    return frozenset(stations), frozenset(routes)


def _line(lines: LineNames, text: str, no_station: UnknownName) -> list[int]:
    try:
        return lines.find(text)
    except UnknownName as no_line:
        raise UnknownName(
            f"no station, line or company {text!r}",
            f"「{text}」という駅・路線・会社はありません",
            list(dict.fromkeys([*no_line.did_you_mean, *no_station.did_you_mean])),
        ) from None


def derive(opened: Opened, detour: Detour) -> Opened:
    """The timetable of the detour; searched from ``via.origin_in`` to ``via.goal_in``."""
    from planner.timetable.avoiding import avoiding  # numpy takes longer to load than a search
    from planner.timetable.via import passing

    left = avoiding(opened.timetable, detour.stations, detour.routes)
    return replace(opened, timetable=passing(left, detour.vias), cached_at=None)
