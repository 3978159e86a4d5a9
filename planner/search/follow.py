"""Carry out a declared path by the timetable (clauses R4b, R4d, R4e, R4f): no search, no choice.

At each boarding the traveller takes the train that the Decision ``boarding`` names; changing takes
no time; where a train goes on as declared the traveller stays aboard. Where no train is left that
day the path breaks, and the traveller goes as far along it as trains still lead.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from planner.journey import Journey
from planner.search.hops import BOARDINGS, Part, TrainHop, next_departure, routes_of
from planner.search.rides import ride_between
from planner.search.service_day import DAY_STARTS, day_end
from planner.timetable.model import Timetable


@dataclass(frozen=True, slots=True)
class Course:
    """What became of a declared path.

    ``parts``: the rides, each with the number of the hop it ends in. ``broke``: the hop that could
    not be ridden to its end, None where the path was completed. ``station``, ``time``: where and
    when the traveller got off at last.
    """

    parts: tuple[Part, ...]
    station: int
    time: int
    broke: int | None = None


def follow(
    t: Timetable, hops: Sequence[TrainHop], time: int, boarding: str = "next_departure"
) -> Course:
    """Carry out a path from a moment (service seconds), by the Decision ``boarding``."""
    until = day_end(time)
    parts: list[Part] = []
    here = hops[0].board
    for number, hop in enumerate(hops):
        found = _onward(t, hop, time, until, boarding, _aboard(parts, hops))
        if found is None:
            beyond = _farthest(t, hop, time, until, boarding, _aboard(parts, hops))
            for part in beyond:
                _add(t, parts, replace(part, hop=number), hops)
            if beyond:
                here, time = _end(t, beyond[-1])
            if not beyond or here != hop.alight:
                return Course(tuple(parts), here, time, number)
            continue
        _add(t, parts, replace(found, hop=number), hops)
        here, time = _end(t, found)
    return Course(tuple(parts), here, time)


def _onward(
    t: Timetable, hop: TrainHop, time: int, until: int, boarding: str, aboard: int | None
) -> Part | None:
    return BOARDINGS[boarding](t, hop, time, until, aboard)


def _aboard(parts: Sequence[Part], hops: Sequence[TrainHop]) -> int | None:
    """The call at which the traveller is aboard a train, unless that station is left (下車)."""
    if not parts or hops[parts[-1].hop].get_off:
        return None
    return parts[-1].alight


def _add(t: Timetable, parts: list[Part], part: Part, hops: Sequence[TrainHop]) -> None:
    """Add a ride; one that goes on in the train the traveller sits in makes the last one longer."""
    if _aboard(parts, hops) == part.board:
        parts[-1] = Part(parts[-1].board, part.alight, part.hop)
    else:
        parts.append(part)


def _end(t: Timetable, part: Part) -> tuple[int, int]:
    return int(t.node_station[t.call_node[part.alight]]), int(t.call_arr[part.alight])


def _farthest(
    t: Timetable, hop: TrainHop, time: int, until: int, boarding: str, aboard: int | None
) -> list[Part]:
    """The rides to the farthest stop of a hop's path that trains of its line still reach."""
    from planner.search.chains import chain, path

    stations = path(t, hop, DAY_STARTS, until)
    if stations is None:
        return []
    if hop.one_train:
        return _farthest_in_one_train(t, hop, stations, (time, until, boarding, aboard))
    found = chain(t, hop, time, until, frozenset(stations))
    for station in reversed(stations[1:]):
        if station in found.reached and station != hop.board:
            return found.parts(station)
    return []


def _farthest_in_one_train(
    t: Timetable, hop: TrainHop, stations: tuple[int, ...], when: tuple[int, int, str, int | None]
) -> list[Part]:
    """The ride of one train to the farthest stop that it reaches on the lines of the path.

    A through train that does not run any more is not pieced together from others: no change was
    declared.
    """
    time, until, boarding, aboard = when
    within = hop.within
    direct = next_departure(t, hop, DAY_STARTS, until)
    if hop.through and direct is not None:
        within = routes_of(t, direct).union(*hop.through)
    short = replace(hop, through=(), whole=False, within=within)
    for station in reversed(stations[1:]):
        if station != hop.board:
            found = _onward(t, replace(short, alight=station), time, until, boarding, aboard)
            if found is not None:
                return [found]
    return []


def ridable(t: Timetable, hop: TrainHop, until: int) -> list[Part] | None:
    """Rides of the day that a hop may consist of, whenever they run; None: there are none."""
    return _ridable(t, replace(hop, get_off=False), until)


@lru_cache(maxsize=1024)
def _ridable(t: Timetable, hop: TrainHop, until: int) -> list[Part] | None:
    direct = next_departure(t, hop, DAY_STARTS, until)
    if direct is not None:
        return [direct]
    if hop.one_train:  # a way with changes was not declared
        return None
    from planner.search.chains import chain

    found = chain(t, hop, DAY_STARTS, until)
    return found.parts(hop.alight) if hop.alight in found.reached else None


def declared_course(t: Timetable, hops: Sequence[TrainHop], course: Course) -> Course | None:
    """The whole declared path as rides, for its price: those of the course, then any of the day.

    None where a hop of it has no train on that day.
    """
    if course.broke is None:
        return course
    parts = [part for part in course.parts if part.hop < course.broke]
    until = day_end(DAY_STARTS)
    for number in range(course.broke, len(hops)):
        rides = ridable(t, hops[number], until)
        if rides is None:
            return None
        parts += [replace(part, hop=number) for part in rides]
    return Course(tuple(parts), hops[-1].alight, course.time)


def journey_of(
    t: Timetable, hops: Sequence[TrainHop], parts: Sequence[Part], date: dt.date
) -> Journey:
    """Rides as a journey; its tickets end where the path says that the traveller leaves (下車)."""
    legs = tuple(ride_between(t, part.board, part.alight) for part in parts)
    ends = frozenset(
        number
        for number, part in enumerate(parts[:-1])
        if hops[part.hop].get_off and _end(t, part)[0] == hops[part.hop].alight
    )
    return Journey(date, legs, ends)
