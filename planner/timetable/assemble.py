"""A draft compiled to columns."""

import numpy as np
from numpy.typing import NDArray

from planner.timetable import pieces, regions, store, through
from planner.timetable.draft import Bools, Draft, Int32s, Places
from planner.timetable.model import Timetable
from planner.timetable.movement import MovementRules
from planner.timetable.regions import Columns, Numbers
from planner.timetable.scan_order import scan_order
from planner.timetable.through import Runs

MOST_STATIONS_FOR_MIN_TRIPS = 2_500
"""The table of least trains is quadratic; beyond this it is left out and searches stop later."""


def assemble(draft: Draft, rules: MovementRules) -> Timetable:
    """Cut the trips to what may be ridden, join through trains, order the connections."""
    runs = through.join(draft, pieces.cut(draft, rules))
    columns: dict[str, Numbers] = {**_place_columns(draft), **_run_columns(draft, runs)}
    columns |= regions.orders(columns, _regions(draft, columns))
    columns["trip_route"] = draft.trips.trip_route.astype(np.int32)
    columns["trip_charged"] = draft.trips.trip_charged.astype(np.int32)
    stations = len(draft.places.station_name)
    least = _min_trips(draft, runs, stations)
    buffers = {name: np.ascontiguousarray(column, np.int32) for name, column in columns.items()}
    return store.in_memory(buffers, _texts(draft), least, {"rules": rules.name, **draft.meta})


def _run_columns(draft: Draft, runs: Runs) -> dict[str, Int32s]:
    """The columns of connections, runs and calls."""
    nodes = len(draft.places.node_station)
    calls = len(runs.arr)
    is_last = np.zeros(calls, np.bool_)
    is_last[runs.first[1:] - 1] = True
    hop = np.flatnonzero(~is_last).astype(np.int32)
    run_of_call = np.repeat(np.arange(len(runs.first) - 1), np.diff(runs.first)).astype(np.int32)
    dep, arr, run = runs.dep[hop], runs.arr[hop + 1], run_of_call[hop]
    frm = np.where(runs.can_board[hop] > 0, runs.board_node[hop], nodes)
    to = np.where(runs.can_alight[hop + 1] > 0, runs.alight_node[hop + 1], nodes + 1)
    order = scan_order(dep, arr, frm, to, run, _instant(draft))
    call_conn = np.full(calls, -1, np.int32)
    call_conn[hop[order]] = np.arange(len(order))
    call_trip = runs.hop_trip.copy()
    call_trip[is_last] = runs.hop_trip[np.flatnonzero(is_last) - 1]
    minutes = int(dep.max()) // 60 + 2 if len(dep) else 1
    return {
        "dep": dep[order],
        "arr": arr[order],
        "frm": frm[order],
        "to": to[order],
        "run": run[order],
        "conn_call": hop[order],
        "minute_first": np.searchsorted(dep[order], 60 * np.arange(minutes)),
        "run_first_call": runs.first,
        "call_node": runs.board_node,
        "call_arr": runs.arr,
        "call_dep": runs.dep,
        "call_trip": call_trip,
        "call_conn": call_conn,
    }


def _regions(draft: Draft, columns: Columns) -> Numbers:
    """node -> region."""
    places = draft.places
    if not regions.possible(columns["dep"], columns["arr"]):
        return np.zeros(len(places.node_station), np.int32)
    stations = len(places.station_name)
    calls = np.bincount(places.node_station[columns["call_node"]], minlength=stations)
    of_station = regions.of_stations(columns["station_lat"], columns["station_lon"], calls)
    return of_station[places.node_station]


def _instant(draft: Draft) -> dict[int, list[int]]:
    """node -> nodes whose trains can be caught in the second of arriving there."""
    places = draft.places
    reached = {n: [n] for n in np.flatnonzero(places.change == 0).tolist()}
    for a, b, seconds in places.walks:
        if seconds == 0:
            reached.setdefault(a, []).append(b)
    return reached


def _place_columns(draft: Draft) -> dict[str, Int32s]:
    places = draft.places
    stations, nodes = len(places.station_name), len(places.node_station)
    by_station = np.argsort(places.node_station, kind="stable").astype(np.int32)
    counts = np.bincount(places.node_station, minlength=stations)
    inside = np.ones(stations) if places.inside is None else places.inside
    return {
        "node_station": places.node_station,
        "change": np.append(places.change, [0, 0]),
        "station_first_node": np.append(0, np.cumsum(counts)),
        "station_nodes": by_station,
        **_footpaths(places, nodes),
        "station_lat": _or_zeros(places.station_lat, stations),
        "station_lon": _or_zeros(places.station_lon, stations),
        "station_inside": inside.astype(np.int32),
    }


def _footpaths(places: Places, nodes: int) -> dict[str, Int32s]:
    """Footpaths by where they begin, and again by where they lead."""
    rows = np.array(sorted(places.walks), np.int32).reshape(-1, 3)
    back = rows[np.lexsort((rows[:, 0], rows[:, 1]))]
    ends = np.arange(nodes + 3)  # the two nodes of forbidden boarding and alighting have none
    return {
        "walk_first": np.searchsorted(rows[:, 0], ends).astype(np.int32),
        "walk_to": rows[:, 1],
        "walk_time": rows[:, 2],
        "back_first": np.searchsorted(back[:, 1], ends).astype(np.int32),
        "back_from": back[:, 0],
        "back_time": back[:, 2],
    }


def _or_zeros(column: Int32s | None, size: int) -> Int32s:
    return np.zeros(size, np.int32) if column is None else column


def _texts(draft: Draft) -> dict[str, list[str]]:
    places, trips, routes = draft.places, draft.trips, draft.routes
    blank_stations = [""] * len(places.station_name)
    blank_routes = [""] * len(routes.route_id)
    return {
        "station_name": list(places.station_name),
        "station_place": list(places.station_place) or blank_stations,
        "station_en": list(places.station_en) or blank_stations,
        "station_kana": list(places.station_kana) or blank_stations,
        "trip_id": list(trips.trip_id),
        "trip_train": list(trips.trip_train),
        "trip_headsign": list(trips.trip_headsign),
        "route_id": list(routes.route_id),
        "route_name": list(routes.route_name),
        "route_en": list(routes.route_en) or blank_routes,
        "route_operator": list(routes.route_operator),
        "route_color": list(routes.route_color) or blank_routes,
    }


def _min_trips(draft: Draft, runs: Runs, stations: int) -> bytes:
    """Least number of trains between stations, times ignored: breadth first over stop patterns."""
    if stations > MOST_STATIONS_FOR_MIN_TRIPS:
        return b""
    station = draft.places.node_station
    one_train = np.zeros((stations, stations), np.bool_)
    pairs: dict[int, tuple[Numbers, Numbers]] = {}
    for pattern in _patterns(runs, station):
        if len(pattern) not in pairs:
            pairs[len(pattern)] = np.triu_indices(len(pattern), 1)
        earlier, later = pairs[len(pattern)]
        one_train[pattern[earlier], pattern[later]] = True
    on_foot = np.eye(stations, dtype=np.bool_)
    step = one_train.copy()
    for a, b, _ in draft.places.walks:
        on_foot[station[a], station[b]] = True
        step[:, station[b]] |= one_train[:, station[a]]
    return _layers(on_foot, step).tobytes()


def _layers(start: Bools, step: Bools) -> NDArray[np.uint8]:
    """[a, b] -> steps to take from where a starts until one is at b, 255 if never.

    Breadth first from each a; rows of ``step`` are packed to bits, so that going on from all the
    places of a layer is one OR over a few bytes each.
    """
    least = np.where(start, 0, 255).astype(np.uint8)
    packed = np.packbits(step, axis=1)
    for row in least:
        front = np.flatnonzero(row == 0)
        for steps in range(1, 255):
            onward = np.unpackbits(np.bitwise_or.reduce(packed[front], axis=0), count=len(row))
            front = np.flatnonzero(onward & (row == 255))
            if not len(front):
                break
            row[front] = steps
    return least


def _patterns(runs: Runs, station: Int32s) -> list[Int32s]:
    """The distinct sequences of stations."""
    at = station[runs.board_node]
    bounds = zip(runs.first[:-1].tolist(), runs.first[1:].tolist(), strict=True)
    found = {at[begin:end].tobytes() for begin, end in bounds}
    return [np.frombuffer(pattern, at.dtype) for pattern in found]
