"""Footpaths: what they take, and walks as legs of a journey."""

from planner.journey import Walk
from planner.timetable.model import NEVER, Timetable
from planner.units import ServiceSeconds


def walks_to(t: Timetable, station: int) -> dict[int, int]:
    """Node of the timetable -> seconds on foot to a station: 0 at it; others have no footpath."""
    on_foot = dict.fromkeys(t.nodes_of(station), 0)
    for end in t.nodes_of(station):
        for e in range(t.back_first[end], t.back_first[end + 1]):
            begin = t.back_from[e]
            on_foot[begin] = min(on_foot.get(begin, NEVER), t.back_time[e])
    return on_foot


def walk_seconds(timetable: Timetable, begin: int, end: int) -> int:
    """How long the footpath between two nodes takes."""
    t = timetable
    paths = range(t.walk_first[begin], t.walk_first[begin + 1])
    return int(min(t.walk_time[e] for e in paths if t.walk_to[e] == end))


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
