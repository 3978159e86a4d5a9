"""Earliest arrival, alone and together with the number of changes."""

from array import array
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from planner.search import kernels
from planner.search.labels import day_end, scans
from planner.search.trains import fewest_trains
from planner.timetable.model import NEVER, Ints, Timetable

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


@dataclass(frozen=True)
class Forward:
    """Labels of a forward scan, for retracing; ``layers`` 0: any number of trains in one layer.

    ``block`` is laid out as ``kernels.earliest`` or ``kernels.pareto`` says, ``answers`` as the
    latter does.
    """

    timetable: Timetable
    origin: int
    goal: int
    time: int
    layers: int
    block: "array[int]"
    answers: "array[int]"
    scanned: int

    @cached_property
    def best(self) -> "array[int]":
        """[k] -> earliest arrival with at most k trains, NEVER if there is none."""
        return self.answers[::4]

    @cached_property
    def arrive(self) -> Ints:
        """node -> earliest arrival; of a scan with one layer only."""
        width = self._width
        return memoryview(self.block)[width : 2 * width]

    @property
    def _width(self) -> int:
        return self.timetable.nodes + 2

    @property
    def labels_made(self) -> int:
        """How many (node, number of trains) were reached by train."""
        if self.layers:
            end = self._width * (self.layers + 1) * kernels.LAYER_FIELDS
            return sum(t < NEVER for t in self.block[1 : end : kernels.LAYER_FIELDS])
        return sum(t < NEVER for t in self.block[: self._width])

    def end(self, trains: int) -> tuple[int, int, int]:
        """The last node of the journey to the goal, where it was walked to from, and its layer."""
        if self.layers:
            node, came, layer = self.answers[4 * trains + 1 : 4 * trains + 4]
            return node, came, layer
        arrival = self.answers[0]
        nodes = self.timetable.nodes_of(self.goal)
        node = next(n for n in nodes if self.arrive[n] == arrival)
        return node, self.block[5 * self._width + node], 0

    def label(self, node: int, layer: int) -> Label:
        """How one came to be ready at a node."""
        if self.layers:
            at = (node * (self.layers + 1) + layer) * kernels.LAYER_FIELDS
            return Label(*self.block[at + 1 : at + kernels.LAYER_FIELDS])
        train, _, _, on, off, _, came = self.block[
            node : kernels.FIELDS * self._width : self._width
        ]
        return Label(train, on, off, came)

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
    block, counter, answers = s.blank[:], _NO_ANSWER[:1], _NO_ANSWER[:]
    first = timetable.first_departing(time)
    aboard = bytearray(timetable.runs)
    answers[0] = kernels.earliest(
        s.columns, block, aboard, origin, goal, time, until, first, counter
    )
    return Forward(timetable, origin, goal, time, 0, block, answers, counter[0])


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
    while True:
        blank, runs = s.layered(layers)
        block, answers, counter = blank[:], _NO_ANSWER * (layers + 1), _NO_ANSWER[:1]
        cut = kernels.pareto(
            s.columns, block, runs[:], answers, layers, fewest,
            origin, goal, time, until, first, counter,
        )  # fmt: skip
        if not cut:
            return Forward(timetable, origin, goal, time, layers, block, answers, counter[0])
        layers *= 2


def front(labels: Forward) -> list[tuple[int, int]]:
    """The (arrival, trains) pairs none of which is beaten by another, by number of trains."""
    found: list[tuple[int, int]] = []
    for trains, arrival in enumerate(labels.best):
        if arrival < NEVER and (not found or arrival < found[-1][0]):
            found.append((arrival, trains))
    return found
