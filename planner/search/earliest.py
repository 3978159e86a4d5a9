"""Earliest arrival, alone and together with the number of changes."""

from array import array
from typing import NamedTuple

from planner.search import kernels
from planner.search.labels import Scans, scans
from planner.search.service_day import day_end
from planner.search.trains import fewest_trains
from planner.timetable.model import NEVER, Timetable

START = -2
"""Where a label of the start came from; ``START - 1 - n``: walked from node n of the start."""
FIRST_LAYERS = 8
"""Trains looked at first; doubled until no journey was cut off."""
_NO_ANSWER = array("i", [NEVER, -1, -1, -1])


class Label(NamedTuple):
    """How a node was reached: by train at ``train`` from connection ``on`` to ``off``; ``came`` is
    the node one then walked from, -1, or START."""

    train: int
    on: int
    off: int
    came: int


class Forward:
    """Labels of a forward scan, for retracing; ``layers`` 0: any number of trains in one layer.

    ``block`` is laid out as ``kernels.earliest`` or ``kernels.pareto`` says, ``answers`` as the
    latter does. The room of the block is used again when these labels are gone.
    """

    __slots__ = ("_scans", "answers", "block", "goal", "layers", "origin", "time")

    def __init__(self, scans: Scans, ends: tuple[int, int], time: int, layers: int) -> None:
        self._scans = scans
        self.origin, self.goal = ends
        self.time = time
        self.layers = layers
        width = scans.width
        room = width * (layers + 1) * kernels.LAYER_FIELDS + 2 * width
        self.block = scans.take_block((room if layers else kernels.FIELDS * width) + 1)
        self.answers = _NO_ANSWER * (layers + 1)

    def __del__(self) -> None:
        self._scans.give_block(self.block)

    @property
    def timetable(self) -> Timetable:
        """Where the scan was made."""
        return self._scans.timetable

    @property
    def scanned(self) -> int:
        """How many connections were looked at."""
        return self.block[-1]

    @property
    def best(self) -> "array[int]":
        """[k] -> earliest arrival with at most k trains, NEVER if there is none."""
        return self.answers[::4]

    @property
    def arrive(self) -> "array[int]":
        """node -> earliest arrival; of a scan with one layer only."""
        width = self._scans.width
        return self.block[width : 2 * width]

    @property
    def labels_made(self) -> int:
        """How many (node, number of trains) were reached by train."""
        width, one = self._scans.width, (self.layers + 1) * kernels.LAYER_FIELDS
        if not self.layers:
            return sum(t < NEVER for t in self.block[:width])
        soonest = self.block[width * one : width * one + width]
        return sum(
            t < NEVER
            for node in range(width)
            if soonest[node] < NEVER
            for t in self.block[node * one + 1 : node * one + one : kernels.LAYER_FIELDS]
        )

    def end(self, trains: int) -> tuple[int, int, int]:
        """The last node of the journey to the goal, where it was walked to from, and its layer."""
        if self.layers:
            node, came, layer = self.answers[4 * trains + 1 : 4 * trains + 4]
            return node, came, layer
        arrival = self.answers[0]
        nodes = self.timetable.nodes_of(self.goal)
        arrive, width = self.arrive, self._scans.width
        node = next(n for n in nodes if arrive[n] == arrival)
        return node, self.block[5 * width + node], 0

    def label(self, node: int, layer: int) -> Label:
        """How one came to be ready at a node."""
        if self.layers:
            at = (node * (self.layers + 1) + layer) * kernels.LAYER_FIELDS
            train, on, off, came = self.block[at + 1 : at + kernels.LAYER_FIELDS]
            return self._label(train, on, off, came)
        train, _, _, on, off, _, came = self.block[
            node : kernels.FIELDS * self._scans.width : self._scans.width
        ]
        return self._label(train, on, off, came)

    def _label(self, train: int, on: int, off: int, came: int) -> Label:
        if train == NEVER:
            return Label(NEVER, -1, -1, came)
        order = self._scans.timetable.early_order
        return Label(train, order[on], order[off], came)

    def ready_layer(self, node: int, layer: int, time: int) -> int:
        """The least number of trains below ``layer`` that one can board with there at a time."""
        if not self.layers:
            return 0
        at = node * (self.layers + 1) * kernels.LAYER_FIELDS
        ready = self.block[at : at + layer * kernels.LAYER_FIELDS : kernels.LAYER_FIELDS]
        return next(j for j, moment in enumerate(ready) if moment <= time)


def earliest(
    timetable: Timetable, origin: int, goal: int | None, time: int, until: int | None = None
) -> Forward:
    """Scan forward for the earliest arrival; ``goal`` None reaches every station.

    Args:
        origin, goal: stations. time, until: service seconds; by default until the day ends.

    Returns:
        Labels of one layer; ``best[0]`` is NEVER where the goal is not reached.
    """
    s = scans(timetable)
    until = day_end(time) if until is None else until
    goal = -1 if goal is None else goal
    labels = Forward(s, (origin, goal), time, 0)
    first = timetable.first_departing(time)
    work = s.take_work(1)
    labels.answers[0] = kernels.earliest(
        s.columns, work, s.hops, labels.block, origin, goal, time, until, first
    )
    s.give_work(work, 1)
    return labels


def pareto(
    timetable: Timetable, origin: int, goal: int, time: int, until: int | None = None
) -> Forward:
    """Scan forward for the earliest arrival with every number of trains.

    Returns:
        Labels of several layers; ``best[k]``: arrival with at most k trains. Where two layers
        arrive alike the one of fewer trains is the journey.
    """
    s = scans(timetable)
    until = day_end(time) if until is None else until
    first = timetable.first_departing(time)
    fewest = max(fewest_trains(timetable, origin, goal), 1)
    layers = FIRST_LAYERS
    work = s.take_work(1)
    while True:
        labels = Forward(s, (origin, goal), time, layers)
        cut = kernels.pareto(
            s.columns, work, s.hops, labels.block, labels.answers, layers, fewest,
            origin, goal, time, until, first,
        )  # fmt: skip
        if not cut:
            s.give_work(work, 1)
            return labels
        layers *= 2


def front(labels: Forward) -> list[tuple[int, int]]:
    """The (arrival, trains) pairs none of which is beaten by another, by number of trains."""
    found: list[tuple[int, int]] = []
    for trains, arrival in enumerate(labels.best):
        if arrival < NEVER and (not found or arrival < found[-1][0]):
            found.append((arrival, trains))
    return found
