"""Labels of one scan, and the fixed columns every scan reads."""

from array import array
from functools import cached_property, lru_cache

from planner.search import kernels
from planner.timetable.model import NEVER, Ints, Timetable

MOST_KEPT = 16
"""Blocks of labels of one size that are kept for the next scan."""


class Scans:
    """What all scans over one timetable share: its columns, bound for the kernels, and room for
    labels and notes, which is used again."""

    def __init__(self, timetable: Timetable) -> None:
        t = timetable
        self.timetable = t
        self.width = t.nodes + 2  # nodes and the two of forbidden boarding and alighting
        self.regions = t.regions
        self.columns = kernels.Columns(
            (t.dep, t.arr, t.frm, t.to, t.run), t.change,
            (t.walk_first, t.walk_to, t.walk_time), (t.back_first, t.back_from, t.back_time),
            (t.station_first_node, t.station_nodes, t.node_region),
            (t.early_order, t.early_first, t.late_order, t.late_first), self.regions,
        )  # fmt: skip
        self._blocks: dict[int, list[array[int]]] = {}
        self._works: dict[int, list[kernels.Work]] = {}

    def take_block(self, numbers: int) -> "array[int]":
        """Room for so many labels, of no meaning; give it back to be used again."""
        free = self._blocks.setdefault(numbers, [])
        return free.pop() if free else array("i", bytes(4 * numbers))

    def give_block(self, block: "array[int]") -> None:
        """A block that nobody reads any more."""
        free = self._blocks.setdefault(len(block), [])
        if len(free) < MOST_KEPT:
            free.append(block)

    def take_work(self, layers: int) -> kernels.Work:
        """Notes for one scan with labels of so many numbers of trains; give them back after it."""
        free = self._works.setdefault(layers, [])
        if free:
            return free.pop()
        runs, regions = self.timetable.runs, self.regions
        return kernels.Work(
            array("b", bytes(runs)), array("i", bytes(4 * runs)), array("i", bytes(4 * runs)),
            array("H", bytes(2 * runs)),
            tuple(array("i", bytes(4 * size)) for size in (regions, regions, 2 * regions)),
            array("i", bytes(4 * self.width * layers)),
        )  # fmt: skip

    def give_work(self, work: kernels.Work, layers: int) -> None:
        """Notes of a scan that has ended."""
        self._works[layers].append(work)

    @cached_property
    def hops(self) -> "array[int]":
        """The connections in early order, side by side: see ``kernels.side_by_side``."""
        return self._laid_out(self.timetable.early_order, late=False)

    @cached_property
    def late_hops(self) -> "array[int]":
        """The connections in late order, side by side."""
        return self._laid_out(self.timetable.late_order, late=True)

    def _laid_out(self, order: Ints, late: bool) -> "array[int]":
        t = self.timetable
        hops = array("i", [0]) * (kernels.HOP * t.connections)
        kernels.side_by_side(self.columns, order, t.conn_call, t.call_conn, hops, late)
        return hops

    @cached_property
    def never(self) -> "array[int]":
        """node -> NEVER."""
        return array("i", [NEVER]) * self.width

    @cached_property
    def never_run(self) -> "array[int]":
        """run -> NEVER."""
        return array("i", [NEVER]) * self.timetable.runs


@lru_cache(maxsize=8)
def scans(timetable: Timetable) -> Scans:
    """The scans of a timetable, made once; the few last used are kept."""
    return Scans(timetable)
