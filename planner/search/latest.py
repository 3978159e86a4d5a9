"""Latest departure: to arrive by a moment, the last train, and with few enough changes."""

from array import array

from planner.search import kernels
from planner.search.earliest import FIRST_LAYERS
from planner.search.labels import DAY_ENDS, scans
from planner.timetable.model import Timetable

NOT = -1
"""The departure that does not exist."""


def latest_departure(
    timetable: Timetable, origin: int, goal: int, deadline: int = DAY_ENDS - 1, since: int = 0
) -> int:
    """The latest departure that arrives by the deadline, or NOT.

    Args:
        origin, goal: stations. deadline, since: service seconds; no train before ``since``.
    """
    s = scans(timetable)
    by_train, start, on_foot = _targets(timetable, origin, goal, deadline)
    last = timetable.first_departing(deadline + 1) - 1
    counter = s.zero[:1]
    found = kernels.latest_any(*s.backward, last, since, start, by_train, s.zero_run[:], counter)
    best = max(int(found), on_foot)
    return best if best >= since else NOT


def latest_departures(
    timetable: Timetable, origin: int, goal: int, deadline: int, since: int = 0
) -> list[int]:
    """[k] -> latest departure that arrives by the deadline with at most k trains, or NOT."""
    layers = FIRST_LAYERS
    s = scans(timetable)
    last = timetable.first_departing(deadline + 1) - 1
    while True:
        by_train, start, on_foot = _targets(timetable, origin, goal, deadline)
        labels = by_train * (layers + 1)
        trains = array("i", [layers + 1]) * timetable.runs
        best = array("i", [on_foot]) * (layers + 1)
        cut = kernels.latest(
            *s.backward, last, since, start, layers, labels, trains, best, s.zero[:1]
        )
        if not cut:
            return [found if found >= since else NOT for found in best]
        layers *= 2


def _targets(
    timetable: Timetable, origin: int, goal: int, deadline: int
) -> tuple["array[int]", "array[int]", int]:
    """Deadline of arriving by train at the goal's nodes and those it is walked to from; the
    start's flags; and the latest start of walking all the way, or NOT."""
    s = scans(timetable)
    by_train, start = s.none[:], s.flags(timetable.nodes_of(origin))
    on_foot = NOT
    for node in timetable.nodes_of(goal):
        by_train[node] = deadline
        for other, seconds in s.walks_to(node):
            by_train[other] = max(by_train[other], deadline - seconds)
            if start[other]:
                on_foot = max(on_foot, deadline - seconds)
    return by_train, start, on_foot
