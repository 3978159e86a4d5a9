"""Rides of a timetable as parts of a journey."""

from planner.journey import Call, Ride, Section
from planner.timetable.model import Timetable
from planner.units import ServiceSeconds


def ride_between(timetable: Timetable, board: int, alight: int) -> Ride:
    """The ride from one call to a later one of the same run."""
    t = timetable
    sections = []
    begin = board
    for call in range(board + 1, alight + 1):
        ends = call == alight or not _same_line(t, t.call_trip[call - 1], t.call_trip[call])
        if ends:
            sections.append(_section(t, begin, call))
            begin = call
    trip = t.call_trip[board]
    return Ride(t.trip_id[trip], t.trip_train[trip], t.trip_headsign[trip], tuple(sections))


def _same_line(t: Timetable, a: int, b: int) -> bool:
    return a == b or (t.trip_route[a] == t.trip_route[b] and t.trip_charged[a] == t.trip_charged[b])


def _section(t: Timetable, begin: int, end: int) -> Section:
    trip = t.call_trip[begin]
    route = t.trip_route[trip]
    calls = tuple(
        Call(
            t.station_name[t.node_station[t.call_node[call]]],
            ServiceSeconds(t.call_arr[call]),
            ServiceSeconds(t.call_dep[call]),
        )
        for call in range(begin, end + 1)
    )
    return Section(
        t.route_id[route],
        t.route_name[route],
        t.route_operator[route],
        calls,
        bool(t.trip_charged[trip]),
    )
