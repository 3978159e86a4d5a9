"""The same-company right (R4g): where a path entered the network of the company it breaks in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from planner.search.follow import Course, ridable
from planner.search.hops import Part, TrainHop
from planner.search.service_day import DAY_STARTS, day_end
from planner.timetable.model import Timetable


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """Where a path entered a company's network: the rides up to there, the station and the time."""

    parts: tuple[Part, ...]
    station: int
    time: int

    def course(self, broken: Course) -> Course:
        """The broken course, ended at the entry."""
        return Course(self.parts, self.station, self.time, broken.broke)


@dataclass(frozen=True, slots=True, eq=False)
class _Stretch:
    """A part of a ride with one company: which ride, from call to call."""

    number: int
    board: int
    alight: int
    company: int | str


def entry_of(t: Timetable, hops: Sequence[TrainHop], course: Course) -> Entry | None:
    """Where the path entered the company inside which it breaks at a change; else None.

    None too where it began in that company: then there is no such station.
    """
    if not course.broke:
        return None  # completed, or broken at its first boarding
    before = [part for part in course.parts if part.hop < course.broke]
    if not before:
        return None
    stretches = _stretches(t, before)
    company = stretches[-1].company
    onward = ridable(t, hops[course.broke], day_end(DAY_STARTS))
    if onward is None or _company(t, onward[0].board) != company:
        return None
    first = len(stretches) - 1
    while first and stretches[first - 1].company == company:
        first -= 1
    if not first:
        return None
    last = stretches[first - 1]
    parts = [*before[: last.number], replace(before[last.number], alight=last.alight)]
    station = t.node_station[t.call_node[last.alight]]
    return Entry(tuple(parts), int(station), int(t.call_arr[last.alight]))


def _company(t: Timetable, call: int) -> str:
    return str(t.route_operator[t.trip_route[t.call_trip[call]]])


def _stretches(t: Timetable, parts: Sequence[Part]) -> list[_Stretch]:
    found: list[_Stretch] = []
    for number, part in enumerate(parts):
        begin = part.board
        for call in range(part.board, part.alight):
            ends = call + 1 == part.alight or _company(t, call + 1) != _company(t, call)
            if ends:
                found.append(_Stretch(number, begin, call + 1, _company(t, call)))
                begin = call + 1
    return found
