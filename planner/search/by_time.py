"""Journeys by time alone: exact in (arrival, changes), leaving as late as that allows."""

import datetime as dt

from planner.journey import Journey
from planner.search.earliest import Forward, front, pareto
from planner.search.latest import NOT, latest_departure, latest_departures
from planner.search.retrace import retrace
from planner.search.service_day import DAY_ENDS
from planner.timetable.model import Timetable


def soonest(
    timetable: Timetable, date: dt.date, origin: int, goal: int, time: int, until: int | None = None
) -> Journey | None:
    """The journey of least (arrival, changes) that leaves latest; None if there is none."""
    labels = pareto(timetable, origin, goal, time, until)
    pairs = front(labels)
    if not pairs:
        return None
    return leaving_late(labels, date, *pairs[-1])


def every(
    timetable: Timetable, date: dt.date, origin: int, goal: int, time: int, until: int | None = None
) -> list[Journey]:
    """All journeys none of which is beaten in (arrival, changes), by arrival."""
    labels = pareto(timetable, origin, goal, time, until)
    return [leaving_late(labels, date, a, k) for a, k in reversed(front(labels))]


def leaving_late(labels: Forward, date: dt.date, arrival: int, trains: int) -> Journey:
    """The journey of that arrival and number of trains that leaves latest."""
    t = labels.timetable
    within = latest_departures(t, labels.origin, labels.goal, arrival, labels.time)
    departs = within[min(trains, len(within) - 1)]
    if departs > labels.time:
        labels = pareto(t, labels.origin, labels.goal, departs, arrival)
    return retrace(labels, date, trains)


def reachable_at_all(timetable: Timetable, origin: int, goal: int) -> bool:
    """Whether any train of the day leads there, whenever one starts."""
    return latest_departure(timetable, origin, goal, DAY_ENDS - 1) != NOT
