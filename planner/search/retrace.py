"""From labels back to a journey."""

import datetime as dt

from planner.journey import Journey, Ride, Walk
from planner.search.earliest import START, Forward
from planner.search.footpaths import walk_between, walk_seconds
from planner.search.rides import ride_between
from planner.timetable.model import Timetable


def retrace(labels: Forward, service_date: dt.date, trains: int = 0) -> Journey:
    """The journey of layer ``trains`` to the goal of a forward scan (layer 0 of a plain one)."""
    t = labels.timetable
    until = labels.best[trains]
    node, came_from, layer = labels.end(trains)
    legs: list[Ride | Walk] = []
    while came_from != START:
        if came_from < START:  # walked from the start: as late as will do
            begin = START - 1 - came_from
            legs.append(walk_between(t, begin, node, until - walk_seconds(t, begin, node)))
            break
        if came_from >= 0:
            legs.append(walk_between(t, came_from, node, labels.label(came_from, layer).train))
            node = came_from
        _, on, off, _ = labels.label(node, layer)
        legs.append(ride(t, on, off))
        node, until = t.frm[on], t.dep[on]
        layer = labels.ready_layer(node, layer, until)
        came_from = labels.label(node, layer).came
    return Journey(service_date, tuple(reversed(legs)))


def ride(timetable: Timetable, on: int, off: int) -> Ride:
    """The ride from the departure of connection ``on`` to the arrival of ``off``, of one run."""
    t = timetable
    return ride_between(t, t.conn_call[on], t.conn_call[off] + 1)
