"""A timetable in layers: how far a traveller has got with what the journey must do on its way.

Every station, node and footpath is there once a layer, every run once for each way through the
layers, so that a search knows the layer by the place and needs no change itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner.timetable import regions
from planner.timetable.draft import Bools
from planner.timetable.model import Timetable

Numbers = NDArray[np.integer[Any]]
Columns = Mapping[str, Numbers]
MOST_CELLS = 25_000_000
"""The table of least trains is left out beyond this size; searches stop later then."""


@dataclass(frozen=True)
class Ways:
    """Runs once for each way through the layers: way w has entries first[w] .. first[w+1]-1.

    ``call``: entry -> call of the timetable. ``layer``: entry -> layer of who is aboard then.
    ``main``: entry -> is this the way for those who board there; those aboard already may be on
    another one.
    """

    first: Numbers
    call: Numbers
    layer: Numbers
    main: Bools


def layered(timetable: Timetable, onward: Numbers) -> Timetable:
    """The timetable once a layer; station s of layer q is number ``q * stations + s``.

    Args:
        onward: [layer, station] -> layer of who was in a layer and comes to a station, on foot or
            aboard a train that calls there. It may not lead back, nor further at once:
            ``onward[onward[q, s], s] == onward[q, s]``.
    """
    t = timetable
    old = {name: np.asarray(column) for name, column in t.columns.items()}
    ways = _ways(old, onward)
    columns = {
        **_place_columns(old, onward, t.nodes),
        **_walk_columns(old, onward, t.nodes),
        **_call_columns(old, ways, t.nodes),
        **_connection_columns(old, ways, len(onward), t.nodes),
        "trip_route": old["trip_route"],
        "trip_charged": old["trip_charged"],
    }
    node_region = np.tile(old["node_region"][: t.nodes], len(onward))
    columns |= regions.orders(columns, node_region)
    texts = {
        name: text.repeated(len(onward)) if name.startswith("station_") else text
        for name, text in t.texts.items()
    }
    return Timetable(as_buffers(columns), texts, _min_trips(t, len(onward)), t.meta)


def as_buffers(columns: Columns) -> dict[str, memoryview]:
    """Arrays as the columns of a timetable."""
    return {n: np.ascontiguousarray(c, np.int32).data for n, c in columns.items()}


def _ways(old: Columns, onward: Numbers) -> Ways:
    """A way begins at every call in every layer where nobody can be aboard from the call before."""
    station = old["node_station"][old["call_node"]]
    calls = len(station)
    starts, ends = old["run_first_call"][:-1], old["run_first_call"][1:] - 1
    end = np.repeat(ends, np.diff(old["run_first_call"]))
    stays = onward[:, station] == np.arange(len(onward))[:, np.newaxis]  # [layer, call]
    begins = stays.copy()
    begins[:, 1:] &= ~stays[:, :-1]
    begins[:, starts] = stays[:, starts]
    begins[:, ends] = False
    layer, begin = np.nonzero(begins)
    sizes = end[begin] - begin + 1
    first = np.append(0, np.cumsum(sizes))
    call = np.arange(first[-1]) + np.repeat(begin - first[:-1], sizes)
    moves = np.where(stays, calls, np.arange(calls))
    moves = np.minimum.accumulate(moves[:, ::-1], axis=1)[:, ::-1]  # next call that leads on
    rises = np.zeros(first[-1], np.int32)
    way: Numbers = np.arange(len(begin))
    here: Numbers = begin
    now: Numbers = layer
    while len(way):
        there = moves[now, here]
        on = there <= end[begin[way]]
        way, there, now = way[on], there[on], now[on]
        after = onward[now, station[there]]
        rises[first[way] + there - begin[way]] = after - now
        here, now = there, after
    risen = np.append(0, np.cumsum(rises))
    since_begin = risen[1:] - np.repeat(risen[first[:-1]], sizes)
    return Ways(first, call, np.repeat(layer, sizes) + since_begin, since_begin == 0)


def _call_columns(old: Columns, ways: Ways, nodes: int) -> dict[str, Numbers]:
    arr = old["call_arr"][ways.call]
    begins = ways.first[:-1]
    arr[begins] = old["call_dep"][ways.call[begins]]
    return {
        "run_first_call": ways.first,
        "call_node": ways.layer * nodes + old["call_node"][ways.call],
        "call_arr": arr,
        "call_dep": old["call_dep"][ways.call],
        "call_trip": old["call_trip"][ways.call],
    }


def _connection_columns(old: Columns, ways: Ways, layers: int, nodes: int) -> dict[str, Numbers]:
    """Each connection becomes those of its ways; those of people aboard already come first.

    Else one could seem to change from one way of a train to another. Of the rest lower layers come
    first, so that who walks back at once may ride the same connection in a higher layer.
    """
    scanned = _scanned(old, layers)
    hops = np.ones(len(ways.call), np.bool_)
    hops[ways.first[1:] - 1] = False
    entries = np.flatnonzero(hops)
    entries = entries[np.argsort(2 * ways.call[entries] + ways.main[entries], kind="stable")]
    counts = np.bincount(ways.call[entries], minlength=len(old["call_node"]))
    begin = np.cumsum(counts) - counts
    call = old["conn_call"][scanned]
    copies = counts[call]
    connection = np.repeat(scanned, copies)
    within = np.arange(len(connection)) - np.repeat(np.cumsum(copies) - copies, copies)
    entry = entries[np.repeat(begin[call], copies) + within]
    frm, to = old["frm"][connection], old["to"][connection]
    boards, alights = ways.main[entry] & (frm < nodes), to < nodes
    way = np.repeat(np.arange(len(ways.first) - 1), np.diff(ways.first))
    call_conn = np.full(len(ways.call), -1, np.int32)
    call_conn[entry] = np.arange(len(entry))
    dep = old["dep"][connection]
    return {
        "dep": dep,
        "arr": old["arr"][connection],
        "frm": np.where(boards, ways.layer[entry] * nodes + frm, layers * nodes),
        "to": np.where(alights, ways.layer[entry + 1] * nodes + to, layers * nodes + 1),
        "run": way[entry],
        "conn_call": entry,
        "call_conn": call_conn,
        "minute_first": minute_first(dep),
    }


def minute_first(dep: Numbers) -> Numbers:
    """Minute of the service day -> first connection at or after it."""
    minutes = int(dep[-1]) // 60 + 2 if len(dep) else 1
    return np.searchsorted(dep, 60 * np.arange(minutes))


def _scanned(old: Columns, layers: int) -> Numbers:
    """The connections in scan order, a moment's rings of those of no duration once a layer.

    A way that goes round a ring uses each connection at most once in a layer, but may use it again
    in the next (see ``scan_order``).
    """
    no_time = old["arr"] == old["dep"]
    whole: Numbers = np.arange(len(no_time))
    again = old["call_conn"][old["conn_call"]] != whole  # only those of a ring are there twice
    if not again.any():
        return whole
    new = np.append(True, np.diff(old["dep"]) != 0) | np.append(True, no_time[1:] != no_time[:-1])
    moment = np.cumsum(new)
    pieces, done = [], 0
    for number in np.unique(moment[again]).tolist():
        begin, end = np.searchsorted(moment, [number, number + 1]).tolist()
        pieces += [whole[done:begin], *[whole[begin:end]] * layers]
        done = end
    return np.concatenate([*pieces, whole[done:]])


def _place_columns(old: Columns, onward: Numbers, nodes: int) -> dict[str, Numbers]:
    layers, stations = onward.shape
    each = np.arange(layers)[:, np.newaxis]
    counts = np.tile(np.diff(old["station_first_node"]), layers)
    return {
        "node_station": (old["node_station"] + each * stations).ravel(),
        "change": np.append(np.tile(old["change"][:nodes], layers), [0, 0]),
        "station_first_node": np.append(0, np.cumsum(counts)),
        "station_nodes": (old["station_nodes"] + each * nodes).ravel(),
        "station_lat": np.tile(old["station_lat"], layers),
        "station_lon": np.tile(old["station_lon"], layers),
        "station_inside": np.tile(old["station_inside"], layers),
    }


def _walk_columns(old: Columns, onward: Numbers, nodes: int) -> dict[str, Numbers]:
    """Footpaths from each layer, which lead into the layer of whoever comes there."""
    layers, walks = len(onward), len(old["walk_to"])
    each = np.arange(layers)[:, np.newaxis]
    walk_from = np.repeat(np.arange(nodes), np.diff(old["walk_first"][: nodes + 1]))
    begin = (walk_from + each * nodes).ravel()
    end = onward[:, old["node_station"][old["walk_to"]]] * nodes + old["walk_to"]
    time = np.tile(old["walk_time"], layers)
    return footpaths(begin, end.reshape(layers * walks), time, layers * nodes)


def footpaths(begin: Numbers, end: Numbers, time: Numbers, nodes: int) -> dict[str, Numbers]:
    """The columns of footpaths: by where they begin, and again by where they lead."""
    away, back = np.lexsort((end, begin)), np.lexsort((begin, end))
    ends = np.arange(nodes + 3)  # the two nodes of forbidden boarding and alighting have none
    return {
        "walk_first": np.searchsorted(begin[away], ends),
        "walk_to": end[away],
        "walk_time": time[away],
        "back_first": np.searchsorted(end[back], ends),
        "back_from": begin[back],
        "back_time": time[back],
    }


def _min_trips(timetable: Timetable, layers: int) -> memoryview:
    """No fewer trains than without layers."""
    size = layers * timetable.stations
    if not len(timetable.min_trips) or size * size > MOST_CELLS:
        return memoryview(b"")
    table = np.frombuffer(timetable.min_trips, np.uint8).reshape(timetable.stations, -1)
    return np.tile(table, (layers, layers)).ravel().data
