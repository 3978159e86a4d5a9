"""A timetable without some stations and lines."""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from planner.timetable import regions
from planner.timetable.draft import Bools
from planner.timetable.layers import Columns, Numbers, as_buffers, footpaths, minute_first
from planner.timetable.model import Timetable


def avoiding(timetable: Timetable, stations: Collection[int], routes: Collection[int]) -> Timetable:
    """The timetable in which nobody is at these stations or rides these routes.

    Trains are cut there: nobody may come back in by staying aboard. Stations keep their numbers;
    those avoided are not ``station_inside`` any more. A train that passes a station without a call
    may be ridden past it.
    """
    if not stations and not routes:
        return timetable
    t = timetable
    old = {name: np.asarray(column) for name, column in t.columns.items()}
    barred = np.zeros(t.stations, np.bool_)
    barred[list(stations)] = True
    hop = _hops(old, barred, np.isin(old["trip_route"], list(routes)))
    columns = {
        **old,
        **_run_columns(old, hop, t.nodes),
        **_walk_columns(old, barred, t.nodes),
        "station_inside": old["station_inside"] * ~barred,
    }
    columns |= regions.orders(columns, old["node_region"][: t.nodes])
    return replace(t, columns=as_buffers(columns))


def _hops(old: Columns, barred: Bools, route_barred: Bools) -> Bools:
    """call -> may one ride from it to the next call."""
    free = ~barred[old["node_station"][old["call_node"]]]
    hop: Bools = free & ~route_barred[old["call_trip"]]
    hop[:-1] &= free[1:]
    hop[old["run_first_call"][1:] - 1] = False
    return hop


def _run_columns(old: Columns, hop: Bools, nodes: int) -> dict[str, Numbers]:
    """The hops that are left, those that follow each other as one run."""
    after_hop = np.append(False, hop[:-1])
    kept = np.flatnonzero(hop | after_hop)
    begins, ends = (~after_hop)[kept], (~hop)[kept]
    run = np.cumsum(begins) - 1
    renumbered = np.full(len(hop), -1)
    renumbered[kept] = np.arange(len(kept))
    connection = np.flatnonzero(hop[old["conn_call"]])
    call = renumbered[old["conn_call"][connection]]
    call_conn = np.full(len(kept), -1)
    call_conn[call] = np.arange(len(call))
    arr, dep = old["call_arr"][kept], old["call_dep"][kept]
    dep_after, trip = np.where(ends, arr, dep), old["call_trip"][kept]
    trip[ends] = trip[np.flatnonzero(ends) - 1]
    return {
        **{name: old[name][connection] for name in ("dep", "arr", "frm", "to")},
        "run": run[call],
        "conn_call": call,
        "minute_first": minute_first(old["dep"][connection]),
        "run_first_call": np.append(np.flatnonzero(begins), len(kept)),
        "call_node": old["call_node"][kept],
        "call_arr": np.where(begins, dep, arr),
        "call_dep": dep_after,
        "call_trip": trip,
        "call_conn": call_conn,
    }


def _walk_columns(old: Columns, barred: Bools, nodes: int) -> dict[str, Numbers]:
    begin: Numbers = np.repeat(np.arange(nodes), np.diff(old["walk_first"][: nodes + 1]))
    free = ~barred[old["node_station"]]
    left = free[begin] & free[old["walk_to"]]
    return footpaths(begin[left], old["walk_to"][left], old["walk_time"][left], nodes)
