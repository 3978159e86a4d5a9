"""Departures sorted by line and direction, by the station order of each line."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.feed.stations import LineStop, Place, book

if TYPE_CHECKING:
    from planner.search.answers import Departure
    from planner.timetable.model import Timetable


@dataclass(frozen=True, slots=True)
class Direction:
    """One way of one line: the trains that leave that way, by time."""

    operator: str
    line: str
    departures: Sequence["Departure"]

    @property
    def towards(self) -> tuple[str, ...]:
        """Where most of its trains go, at most three names."""
        ends = Counter(train.headsign or train.last_stop for train in self.departures)
        return tuple(name for name, _ in ends.most_common(3))


def by_direction(
    timetable: "Timetable", place: Place | None, departures: Sequence["Departure"]
) -> list[Direction]:
    """The departures of a station, grouped by line and direction, lines by name.

    A train goes up or down its line as its next stop comes after or before the station in the
    line's order. Where the station book does not know that, the next stop alone is the direction.
    """
    orders = _Orders(timetable, place)
    groups: dict[tuple[str, str, str], list[Departure]] = {}
    for train in departures:
        way = orders.way(train.line, train.next_stop)
        groups.setdefault((train.operator, train.line, way), []).append(train)
    return [
        Direction(operator, line, trains)
        for (operator, line, _), trains in sorted(groups.items(), key=lambda item: item[0])
    ]


class _Orders:
    """How the stops of a line follow each other, seen from one station."""

    def __init__(self, timetable: "Timetable", place: Place | None) -> None:
        t = timetable
        routes = range(len(t.texts["route_id"]))
        self._routes: dict[str, list[str]] = {}
        for route in routes:
            self._routes.setdefault(t.route_name[route], []).append(t.route_id[route])
        stops = book().stops
        here = [stops[stop] for stop in place.stops] if place else []
        self._here: Mapping[str, LineStop] = {stop.route_id: stop for stop in here}
        self._known: dict[tuple[str, str], str] = {}

    def way(self, line: str, next_stop: str) -> str:
        """``"+"`` or ``"-"`` along the line, else the name of the next stop."""
        key = (line, next_stop)
        if key not in self._known:
            self._known[key] = self._look_up(line, next_stop)
        return self._known[key]

    def _look_up(self, line: str, next_stop: str) -> str:
        for route in self._routes.get(line, ()):
            if route not in self._here:
                continue
            for place in book().candidates(next_stop):
                for stop in (book().stops[key] for key in place.stops):
                    if stop.route_id == route:
                        return "+" if stop.order > self._here[route].order else "-"
        return next_stop
