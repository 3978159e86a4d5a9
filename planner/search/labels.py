"""Labels of one scan, and the fixed columns every scan reads."""

from array import array
from functools import lru_cache

from planner.timetable.model import NEVER, Ints, Timetable

DAY_STARTS = 3 * 3600
DAY_ENDS = 27 * 3600
"""A service day is 03:00 to 26:59: no journey crosses 03:00 (clause R4d)."""


class Scans:
    """What all scans over one timetable share: columns in kernel order, and blank labels."""

    def __init__(self, timetable: Timetable) -> None:
        t = timetable
        self.timetable = t
        self.width = t.nodes + 2  # nodes and the two of forbidden boarding and alighting
        self.connections: tuple[Ints, ...] = (t.dep, t.arr, t.frm, t.to, t.run, t.change)
        self.forward = (*self.connections, t.walk_first, t.walk_to, t.walk_time)
        self.backward = (*self.connections, t.back_first, t.back_from, t.back_time)
        self.never = array("i", [NEVER]) * self.width
        self.none = array("i", [-1]) * self.width
        self.zero = array("i", [0]) * self.width
        self.no_run = array("i", [-1]) * t.runs
        self.zero_run = array("i", [0]) * t.runs
        self.never_run = array("i", [NEVER]) * t.runs

    def flags(self, nodes: list[int]) -> "array[int]":
        """node -> 1 for the given nodes."""
        made = self.zero[:]
        for node in nodes:
            made[node] = 1
        return made

    def walks_from(self, node: int) -> list[tuple[int, int]]:
        """Footpaths of a node: (node, seconds)."""
        t = self.timetable
        return [
            (t.walk_to[e], t.walk_time[e])
            for e in range(t.walk_first[node], t.walk_first[node + 1])
        ]

    def walks_to(self, node: int) -> list[tuple[int, int]]:
        """Footpaths that lead to a node: (node, seconds)."""
        t = self.timetable
        return [
            (t.back_from[e], t.back_time[e])
            for e in range(t.back_first[node], t.back_first[node + 1])
        ]


_LAST: list[Scans] = []


def scans(timetable: Timetable) -> Scans:
    """The scans of a timetable, made once; the few last used are kept."""
    for kept in _LAST:
        if kept.timetable is timetable:
            return kept
    _LAST.insert(0, Scans(timetable))
    del _LAST[8:]
    return _LAST[0]


def day_end(time: int) -> int:
    """When the service day of a moment ends (service seconds): 03:00."""
    return DAY_STARTS - 1 if time < DAY_STARTS else DAY_ENDS - 1


@lru_cache(maxsize=1)
def compiled() -> bool:
    """Whether the kernels are the compiled ones."""
    from planner.search import kernels

    return not kernels.__file__.endswith(".py")
