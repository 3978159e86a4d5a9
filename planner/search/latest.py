"""Latest departure: to arrive by a moment, the last train, and with few enough changes."""

from array import array

from planner.search import kernels
from planner.search.earliest import FIRST_LAYERS
from planner.search.labels import scans
from planner.search.service_day import DAY_ENDS
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
    work = s.take_work(3)
    best: int = kernels.latest_any(s.columns, work, s.late_hops, origin, goal, deadline, since)
    s.give_work(work, 3)
    return best if best >= since else NOT


def latest_departures(
    timetable: Timetable, origin: int, goal: int, deadline: int, since: int = 0
) -> list[int]:
    """[k] -> latest departure that arrives by the deadline with at most k trains, or NOT."""
    layers = FIRST_LAYERS
    s = scans(timetable)
    while True:
        best = array("i", [NOT]) * (layers + 1)
        work = s.take_work(layers + 1)
        cut = kernels.latest(
            s.columns, work, s.late_hops, best, layers, origin, goal, deadline, since
        )
        s.give_work(work, layers + 1)
        if not cut:
            return [found if found >= since else NOT for found in best]
        layers *= 2
