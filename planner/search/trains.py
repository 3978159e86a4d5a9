"""The least number of trains from every station to one, times ignored, at any size of network.

Small timetables have a table of it (``Timetable.min_trips``), which is quadratic. Otherwise the
stop patterns are gone through breadth first, backwards from the station that is asked for and only
until the other end of the journey is reached: a journey inside one region costs the same in a
larger network.
"""

from array import array
from functools import cached_property, lru_cache
from typing import NamedTuple

from planner.search import kernels_trains
from planner.timetable.model import Timetable

KEPT_BYTES = 1 << 23
"""How much is kept of goals that were asked for."""


class Patterns(NamedTuple):
    """One run of each sequence of stations, and where they call: see ``kernels_trains``."""

    runs: "array[int]"
    run_first_call: memoryview
    call_node: memoryview
    node_station: memoryview
    first: "array[int]"
    run_at: "array[int]"
    call_at: "array[int]"
    back_first: "array[int]"
    back_from: "array[int]"


class Trains:
    """Least trains in one timetable, goal by goal."""

    def __init__(self, timetable: Timetable) -> None:
        self.timetable = timetable
        self._kept: dict[int, tuple[array[int], int]] = {}

    def to(self, goal: int, origin: int) -> "array[int]":
        """Station -> least trains to the goal (255: none lead there): exact up to the origin's
        number, and no more than the truth beyond it. The same array as long as it holds."""
        known = self._kept.pop(goal, None)
        if known is None or known[0][origin] > known[1]:
            least = self._found(goal, origin)
            known = least, least[origin] if not len(self.timetable.min_trips) else 255
        self._kept[goal] = known
        if len(self._kept) * len(known[0]) > KEPT_BYTES:
            del self._kept[next(iter(self._kept))]
        return known[0]

    def _found(self, goal: int, origin: int) -> "array[int]":
        stations, table = self.timetable.stations, self.timetable.min_trips
        if len(table):
            return array("B", table[goal::stations].tolist())
        least, boarded = (array("B", [255]) * stations for _ in range(2))
        done = array("i", bytes(4 * len(self._patterns.runs)))
        queue = array("i", bytes(4 * stations))
        kernels_trains.backwards(*self._patterns, goal, origin, least, boarded, done, queue)
        return least

    @cached_property
    def _patterns(self) -> Patterns:
        t = self.timetable
        size = 1 << (2 * t.runs + 2).bit_length()
        found = array("i", bytes(4 * max(t.runs, 1)))
        columns = t.run_first_call, t.call_node, t.node_station
        count = kernels_trains.distinct(*columns, array("i", [-1]) * size, found)
        runs = found[:count]
        calls = sum(t.run_first_call[r + 1] - t.run_first_call[r] for r in runs)
        first = array("i", bytes(4 * (t.stations + 1)))
        run_at, call_at = (array("i", bytes(4 * calls)) for _ in range(2))
        kernels_trains.calls_at(runs, *columns, first, run_at, call_at)
        ways = runs, *columns, first, run_at, call_at
        return Patterns(*ways, *self._walked())

    def _walked(self) -> tuple["array[int]", "array[int]"]:
        """Station -> stations it is walked to from."""
        t = self.timetable
        sources: list[set[int]] = [set() for _ in range(t.stations)]
        for node in range(t.nodes):
            for e in range(t.back_first[node], t.back_first[node + 1]):
                sources[t.node_station[node]].add(t.node_station[t.back_from[e]])
        first = array("i", [0])
        for found in sources:
            first.append(first[-1] + len(found))
        return first, array("i", [s for found in sources for s in sorted(found)])


@lru_cache(maxsize=8)
def trains_in(timetable: Timetable) -> Trains:
    """The least trains of a timetable; those of the few last used are kept."""
    return Trains(timetable)


def fewest_trains(timetable: Timetable, origin: int, goal: int) -> int:
    """No journey has fewer trains; 255: never reachable. Times are ignored."""
    table = timetable.min_trips
    if len(table):
        return int(table[origin * timetable.stations + goal])
    return trains_in(timetable).to(goal, origin)[origin]


def to_goal(timetable: Timetable, goal: int, origin: int) -> "array[int]":
    """Station -> least trains to the goal, as ``Trains.to``; the same array as long as it holds."""
    return trains_in(timetable).to(goal, origin)
