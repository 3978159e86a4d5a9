"""Labels of one scan, and the fixed columns every scan reads."""

from array import array
from functools import cached_property, lru_cache

from planner.search import kernels
from planner.timetable.model import NEVER, Timetable

DAY_STARTS = 3 * 3600
DAY_ENDS = 27 * 3600
"""A service day is 03:00 to 26:59: no journey crosses 03:00 (clause R4d)."""


class Scans:
    """What all scans over one timetable share: its columns, bound for the kernels, and blank labels
    to copy from."""

    def __init__(self, timetable: Timetable) -> None:
        t = timetable
        self.timetable = t
        self.width = t.nodes + 2  # nodes and the two of forbidden boarding and alighting
        self.columns = kernels.Columns(
            t.dep, t.arr, t.frm, t.to, t.run, t.change,
            (t.walk_first, t.walk_to, t.walk_time), (t.back_first, t.back_from, t.back_time),
            t.station_first_node, t.station_nodes,
        )  # fmt: skip
        self.never = array("i", [NEVER]) * self.width
        self.none = array("i", [-1]) * self.width
        self.no_run = array("i", [-1]) * t.runs
        self._layered: dict[int, tuple[array[int], array[int]]] = {}
        self._pools: list[array[int]] = []

    @cached_property
    def blank(self) -> "array[int]":
        """Labels of ``kernels.earliest`` before the scan."""
        return self.never * 3 + self.none * (kernels.FIELDS - 3) + self.no_run

    @cached_property
    def never_run(self) -> "array[int]":
        """run -> NEVER."""
        return array("i", [NEVER]) * self.timetable.runs

    def layered(self, layers: int) -> "tuple[array[int], array[int]]":
        """Labels of ``kernels.pareto`` before the scan, and its runs."""
        if layers not in self._layered:
            one = array("i", [NEVER, NEVER, -1, -1, -1])
            many = array("i", [layers + 1])
            labels = one * ((layers + 1) * self.width) + self.never + many * self.width
            runs = array("H", [layers + 1]) * self.timetable.runs
            self._layered[layers] = (labels + self.no_run, runs)
        return self._layered[layers]

    @cached_property
    def lists(self) -> "array[int]":
        """``lists`` of ``kernels.profile`` before the scan; then where the pool ends.

        A list has a first pair and at most one from each connection that leaves its node, or a node
        that it is walked to from there.
        """
        t = self.timetable
        leaving = [0] * self.width
        for node in t.frm.tolist():
            leaving[node] += 1
        most = leaving[:]
        for node in range(self.width):
            for e in range(t.back_first[node], t.back_first[node + 1]):
                most[t.back_from[e]] += leaving[node]
        lists, begin = array("i"), 0
        for count in most:
            lists.extend((begin, NEVER, NEVER, NEVER))
            begin += 2 * count + 2
        lists.append(begin)
        return lists

    def take_pool(self) -> "array[int]":
        """Room for the lists of ``kernels.profile``; give it back to be used again."""
        return self._pools.pop() if self._pools else array("i", bytes(4 * self.lists[-1]))

    def give_back(self, pool: "array[int]") -> None:
        """A pool that nobody reads any more."""
        self._pools.append(pool)

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
    return not kernels.__file__.endswith(".py")
