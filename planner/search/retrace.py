"""From labels back to a journey."""

import datetime as dt

from planner.journey import Call, Journey, Ride, Section, Walk
from planner.search.earliest import START, Forward
from planner.timetable.model import Timetable
from planner.units import ServiceSeconds


def retrace(labels: Forward, service_date: dt.date, trains: int = 0) -> Journey:
    """The journey of layer ``trains`` to the goal of a forward scan (layer 0 of a plain one)."""
    t = labels.timetable
    until = labels.best[trains]
    node, came_from, layer = labels.end(trains)
    legs: list[Ride | Walk] = []
    while came_from != START:
        if came_from < START:  # walked from the start: as late as will do
            begin = START - 1 - came_from
            legs.append(_walk(t, begin, node, until - walk_seconds(t, begin, node)))
            break
        if came_from >= 0:
            legs.append(_walk(t, came_from, node, labels.label(came_from, layer).train))
            node = came_from
        _, on, off, _ = labels.label(node, layer)
        legs.append(ride(t, on, off))
        node, until = t.frm[on], t.dep[on]
        layer = labels.ready_layer(node, layer, until)
        came_from = labels.label(node, layer).came
    return Journey(service_date, tuple(reversed(legs)))


def walk_seconds(timetable: Timetable, begin: int, end: int) -> int:
    """How long the footpath between two nodes takes."""
    t = timetable
    paths = range(t.walk_first[begin], t.walk_first[begin + 1])
    return int(min(t.walk_time[e] for e in paths if t.walk_to[e] == end))


def _walk(t: Timetable, begin: int, end: int, departs: int) -> Walk:
    return Walk(
        t.station_name[t.node_station[begin]],
        t.station_name[t.node_station[end]],
        ServiceSeconds(departs),
        ServiceSeconds(departs + walk_seconds(t, begin, end)),
    )


def ride(timetable: Timetable, on: int, off: int) -> Ride:
    """The ride from the departure of connection ``on`` to the arrival of ``off``, of one run."""
    t = timetable
    return ride_between(t, t.conn_call[on], t.conn_call[off] + 1)


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
