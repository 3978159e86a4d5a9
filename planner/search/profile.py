"""The whole day at once: every best (departure, arrival) pair between two stations."""

from array import array
from functools import cached_property, lru_cache

from planner.search import kernels_profile
from planner.search.footpaths import walks_to
from planner.search.labels import Scans, scans
from planner.search.service_day import DAY_ENDS, DAY_STARTS
from planner.timetable.model import NEVER, Ints, Timetable

MOST_CELLS = 1 << 24
"""Cells of a table that are worth their memory."""
WAITING = 1 << 10
"""Pairs that may wait for their minute at first."""


class Days:
    """What the profiles of one timetable share: see ``kernels_profile``."""

    def __init__(self, timetable: Timetable) -> None:
        self.timetable = timetable
        self.scans: Scans = scans(timetable)
        self._tables: list[array[int]] = []
        self._pools: list[array[int]] = []
        self._waiting = WAITING

    def pairs(self, origin: int, goal: int, since: int, until: int) -> "array[int]":
        """(departure, arrival) after (departure, arrival), falling in both."""
        start = bytearray(self.scans.width)
        room = 2
        for node in self.timetable.nodes_of(origin):
            start[node] = 1
            room += 2 * self._most(node)
        near = walks_to(self.timetable, goal)
        own = array("i", bytes(4 * room))
        find = self._by_table if self.by_minute else self._by_lists
        return own[2 : find(start, near, since, until, own) + 2]

    def _by_table(
        self, start: bytearray, near: dict[int, int], since: int, until: int, own: "array[int]"
    ) -> int:
        t, s = self.timetable, self.scans
        ends = start, array("i", near), array("i", near.values())
        size = 4 * self.rows * s.width
        table = self._tables.pop() if self._tables else array("i", bytes(size))
        end = -1
        while end < 0:
            waiting = array("i", bytes(4 * (len(t.minute_first) + 3 * self._waiting)))
            end = kernels_profile.profile_by_minute(
                self._cells, t.minute_first, t.change, self._back, table,
                s.never_run[:], s.never[:], ends, waiting, since, until, own,
            )  # fmt: skip
            if end < 0:
                self._waiting *= 2
        self._tables.append(table)
        return end

    def _by_lists(
        self, start: bytearray, near: dict[int, int], since: int, until: int, own: "array[int]"
    ) -> int:
        t, s = self.timetable, self.scans
        lists = self._lists[:-1]
        for node, seconds in near.items():
            lists[4 * node + 3] = seconds
        pool = self._pools.pop() if self._pools else array("i", bytes(4 * self._lists[-1]))
        last = t.first_departing(until + 1) - 1
        end: int = kernels_profile.profile_by_lists(
            (t.dep, t.arr, t.frm, t.to, t.run), t.change, self._back, pool, lists,
            s.never_run[:], s.never[:], start, since, until, last, own,
        )  # fmt: skip
        self._pools.append(pool)
        return end

    @cached_property
    def _back(self) -> tuple[Ints, Ints, Ints]:
        t = self.timetable
        return t.back_first, t.back_from, t.back_time

    @property
    def by_minute(self) -> bool:
        """Whether a table of minutes is used, not a list for each node."""
        return self.rows > 0

    @cached_property
    def rows(self) -> int:
        """Minutes that the table holds at once; 0: there is none."""
        rows: int = kernels_profile.rows(self.timetable.dep, self.timetable.arr)
        return rows if rows * self.scans.width <= MOST_CELLS else 0

    @cached_property
    def _leaving(self) -> "array[int]":
        """node -> connections that leave it."""
        leaving = array("i", bytes(4 * self.scans.width))
        kernels_profile.leaving(self.timetable.frm, leaving)
        return leaving

    @cached_property
    def _cells(self) -> "array[int]":
        t = self.timetable
        cells = array("i", bytes(4 * kernels_profile.CELL * t.connections))
        hops = t.arr, t.frm, t.to, t.run
        kernels_profile.lay_out(hops, self.rows, self.scans.width, cells)
        return cells

    def _most(self, node: int) -> int:
        """Pairs of a node at most: one from each connection that leaves it, or a node that it is
        walked to from there."""
        t = self.timetable
        on_foot = (t.walk_to[e] for e in range(t.walk_first[node], t.walk_first[node + 1]))
        most: int = self._leaving[node] + sum(self._leaving[other] for other in on_foot)
        return most

    @cached_property
    def _lists(self) -> "array[int]":
        """``lists`` of ``profile_by_lists`` before the scan; then where the pool ends."""
        lists, begin = array("i"), 0
        for node in range(self.scans.width):
            lists.extend((begin, NEVER, NEVER, NEVER))
            begin += 2 * self._most(node) + 2
        lists.append(begin)
        return lists


@lru_cache(maxsize=8)
def days(timetable: Timetable) -> Days:
    """What the profiles of a timetable share, made once; the few last used are kept."""
    return Days(timetable)


def day_profile(
    timetable: Timetable,
    origin: int,
    goal: int,
    since: int = DAY_STARTS,
    until: int = DAY_ENDS - 1,
) -> list[tuple[int, int]]:
    """(departure, arrival) pairs that rise in both: no later departure arrives as early.

    Walking all the way departs whenever one likes and is left out.
    """
    pairs = days(timetable).pairs(origin, goal, since, until)
    every = zip(pairs[::2], pairs[1::2], strict=True)
    return [(d, a) for d, a in every if since <= d][::-1]
