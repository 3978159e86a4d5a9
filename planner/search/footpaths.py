"""Walks as legs of a journey."""

from planner.journey import Walk
from planner.search.retrace import walk_seconds
from planner.timetable.model import Timetable
from planner.units import ServiceSeconds


def walk_between(t: Timetable, begin: int, end: int, departs: int) -> Walk:
    """The walk between two nodes; departs in service seconds."""
    seconds = walk_seconds(t, begin, end)
    names = t.station_name[t.node_station[begin]], t.station_name[t.node_station[end]]
    return Walk(names[0], names[1], ServiceSeconds(departs), ServiceSeconds(departs + seconds))


def walk_to_station(t: Timetable, begin: int, station: int, departs: int) -> Walk:
    """The last walk, to whichever node of the station is nearest."""
    ends = range(t.walk_first[begin], t.walk_first[begin + 1])
    goals = [e for e in ends if t.node_station[t.walk_to[e]] == station]
    best = min(goals, key=lambda e: t.walk_time[e])
    return walk_between(t, begin, t.walk_to[best], departs)


def walk_from_station(t: Timetable, station: int, end: int, arrives: int) -> Walk:
    """The first walk, as late as will do."""
    begins = range(t.back_first[end], t.back_first[end + 1])
    starts = [e for e in begins if t.node_station[t.back_from[e]] == station]
    best = min(starts, key=lambda e: t.back_time[e])
    return walk_between(t, t.back_from[best], end, arrives - t.back_time[best])
