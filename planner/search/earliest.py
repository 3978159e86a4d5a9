"""Earliest arrival, alone and together with the number of changes."""

from array import array
from dataclasses import dataclass
from typing import Any

from planner.search import kernels
from planner.search.labels import Scans, day_end, scans
from planner.timetable.model import NEVER, Timetable

START = -2
"""Where a label of the start came from; ``START - 1 - n``: walked from node n of the start."""
FIRST_LAYERS = 8
"""Trains looked at first; doubled until no journey was cut off."""


@dataclass(frozen=True)
class Forward:
    """Labels of a forward scan, for retracing: [layer, node] and [run]; see ``kernels.pareto``."""

    timetable: Timetable
    origin: int
    goal: int
    time: int
    layers: int
    best: Any
    train: Any
    arrive: Any
    ready: Any
    train_on: Any
    train_off: Any
    arrive_from: Any
    ready_from: Any
    scanned: int


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
    arrive, came_from = _start(s, origin, time, until)
    train, ready, arrive_from, ready_from = s.never[:], arrive[:], came_from, came_from[:]
    goals = s.flags([] if goal is None else timetable.nodes_of(goal))
    labels = (train, arrive, ready, s.no_run[:], s.none[:], s.none[:], arrive_from, ready_from)
    counter = s.zero[:1]
    first = timetable.first_departing(time)
    best = kernels.earliest(*s.forward, first, until, goals, *labels, counter)
    on, off = labels[4], labels[5]
    return Forward(
        timetable, origin, -1 if goal is None else goal, time, 0,
        [best], train, arrive, ready, on, off, arrive_from, ready_from, counter[0],
    )  # fmt: skip


def pareto(
    timetable: Timetable, origin: int, goal: int, time: int, until: int | None = None
) -> Forward:
    """Scan forward for the earliest arrival with every number of trains.

    Returns:
        Labels of several layers; ``best[k]``: arrival with at most k trains. Where two layers
        arrive alike the one of fewer trains is the journey.
    """
    layers = FIRST_LAYERS
    while True:
        cut, labels = _pareto(timetable, origin, goal, time, until, layers)
        if not cut:
            return labels
        layers *= 2


def fewest_trains(timetable: Timetable, origin: int, goal: int) -> int:
    """No journey has fewer trains; 255: never reachable. Times are ignored."""
    table = timetable.min_trips
    return table[origin * timetable.stations + goal] if len(table) else 1


def _pareto(
    timetable: Timetable, origin: int, goal: int, time: int, until: int | None, layers: int
) -> tuple[int, Forward]:
    s = scans(timetable)
    until = day_end(time) if until is None else until
    rows = layers + 1
    arrive, came_from = _start(s, origin, time, until)
    goal_nodes = timetable.nodes_of(goal)
    goals, best = s.flags(goal_nodes), min(arrive[node] for node in goal_nodes)
    arrive, ready, arrive_from, ready_from = (
        arrive * rows, arrive * rows, came_from * rows, came_from * rows,
    )  # fmt: skip
    train, on, off = s.never * rows, s.none * rows, s.none * rows
    trains = array("i", [layers + 1]) * timetable.runs
    answers = array("i", [best]) * rows
    counter = s.zero[:1]
    least = max(fewest_trains(timetable, origin, goal), 1)
    cut = kernels.pareto(
        *s.forward, timetable.first_departing(time), until, goals, layers, least,
        train, arrive, ready, trains, s.no_run[:], on, off, arrive_from, ready_from,
        answers, counter,
    )  # fmt: skip
    forward = Forward(
        timetable, origin, goal, time, layers,
        answers, train, arrive, ready, on, off, arrive_from, ready_from, counter[0],
    )  # fmt: skip
    return cut, forward


def _start(s: Scans, origin: int, time: int, until: int) -> "tuple[array[int], array[int]]":
    """Arrival labels at the start and where it is walked to from there, and their origins."""
    arrive, came_from = s.never[:], s.none[:]
    nodes = s.timetable.nodes_of(origin)
    for node in nodes:
        arrive[node], came_from[node] = time, START
    for node in nodes:
        for other, seconds in s.walks_from(node):
            if time + seconds <= until and time + seconds < arrive[other]:
                arrive[other], came_from[other] = time + seconds, START - 1 - node
    return arrive, came_from


def front(labels: Forward) -> list[tuple[int, int]]:
    """The (arrival, trains) pairs none of which is beaten by another, by number of trains."""
    found: list[tuple[int, int]] = []
    for trains, arrival in enumerate(labels.best):
        if arrival < NEVER and (not found or arrival < found[-1][0]):
            found.append((arrival, trains))
    return found
