"""Trips cut into the pieces that may be ridden: the movement rules, applied to a draft."""

from dataclasses import dataclass

import numpy as np

from planner.timetable.draft import Bools, Draft, Int32s
from planner.timetable.movement import MovementRules


@dataclass(frozen=True)
class Pieces:
    """Parts of trips, by rows into the draft's calls: piece p has rows first[p] .. first[p+1]-1 of
    ``call``; ``starts_trip`` / ``ends_trip``: is its first / last call that of the whole trip.
    """

    call: Int32s
    first: Int32s
    trip: Int32s
    starts_trip: Bools
    ends_trip: Bools


def cut(draft: Draft, rules: MovementRules) -> Pieces:
    """Leave out what may not be ridden and cut trips where they leave the allowed area.

    A trip is cut, not filtered: nobody may come back in by staying aboard (clause R10). Where
    passing outside is allowed (variant V2) the calls outside are left out and the train goes on.
    """
    trips, places = draft.trips, draft.places
    calls = len(trips.call_trip)
    keep = ~_excluded(draft, rules)[trips.call_trip]
    broken = np.zeros(calls, np.bool_)  # is there a cut between this call and the one before
    if rules.inside and places.inside is not None:
        inside = places.inside[places.node_station[trips.call_node]]
        if not rules.pass_outside:
            broken[1:] |= ~inside[1:] | ~inside[:-1]
            broken |= _passes_outside(draft, inside)
        keep &= inside
    return _pieces(trips.call_trip, keep, broken)


def _excluded(draft: Draft, rules: MovementRules) -> Bools:
    """trip -> may it not be ridden for its surcharge."""
    if rules.charged == "include":
        return np.zeros(len(draft.trips.trip_route), np.bool_)
    free = [route in rules.charged_routes for route in draft.routes.route_id]
    excluded: Bools = draft.trips.trip_charged & ~np.array(free, np.bool_)[draft.trips.trip_route]
    return excluded


def _pieces(call_trip: Int32s, keep: Bools, broken: Bools) -> Pieces:
    rows = np.flatnonzero(keep).astype(np.int32)
    if len(rows) == 0:
        nothing = np.zeros(0, np.int32)
        return Pieces(nothing, np.zeros(1, np.int32), nothing, nothing > 0, nothing > 0)
    cuts_so_far = np.cumsum(broken)
    new = np.ones(len(rows), np.bool_)
    same_trip = call_trip[rows[1:]] == call_trip[rows[:-1]]
    new[1:] = ~same_trip | (cuts_so_far[rows[1:]] != cuts_so_far[rows[:-1]])
    starts = np.flatnonzero(new)
    sizes = np.diff(np.append(starts, len(rows)))
    long = np.repeat(sizes > 1, sizes)  # a single call is no ride
    rows, starts = rows[long], starts[sizes > 1]
    sizes = sizes[sizes > 1]
    first = np.append(0, np.cumsum(sizes)).astype(np.int32)
    first_call, last_call = rows[first[:-1]], rows[first[1:] - 1]
    at_start = np.append(True, call_trip[1:] != call_trip[:-1])
    at_end = np.append(call_trip[1:] != call_trip[:-1], True)
    return Pieces(rows, first, call_trip[first_call], at_start[first_call], at_end[last_call])


def _passes_outside(draft: Draft, inside: Bools) -> Bools:
    """call -> does the hop that ends there pass a station outside without stopping.

    The order of stations comes from the feed itself: a hop A to B passes what any train of the
    same line calls at between A and B. (Odakyu's fast trains pass 町田, where others stop.)
    """
    trips = draft.trips
    station = draft.places.node_station[trips.call_node]
    route = trips.trip_route[trips.call_trip]
    leaves = np.zeros(int(trips.trip_route.max(initial=-1)) + 1, np.bool_)
    leaves[route[~inside]] = True
    same = trips.call_trip[1:] == trips.call_trip[:-1]
    ends = np.flatnonzero(same & inside[1:] & inside[:-1] & leaves[route[1:]]) + 1
    size = len(draft.places.station_name)
    passes = np.zeros(len(inside), np.bool_)
    for line, pairs in _outside_between(draft, inside, station, set(route[ends].tolist())).items():
        barred = np.array([a * size + b for a, b in pairs], np.int64)
        hops = ends[route[ends] == line]
        passes[hops] = np.isin(station[hops - 1].astype(np.int64) * size + station[hops], barred)
    return passes


def _outside_between(
    draft: Draft, inside: Bools, station: Int32s, routes: set[int]
) -> dict[int, set[tuple[int, int]]]:
    """route -> pairs inside with a station outside between them on some train of the route."""
    trips = draft.trips
    begins = np.flatnonzero(np.diff(trips.call_trip, prepend=-1))
    stays_in = np.logical_and.reduceat(inside, begins) if len(begins) else inside
    route = trips.trip_route[trips.call_trip[begins]]
    crossing = np.flatnonzero(~stays_in & np.isin(route, list(routes)))
    finish = np.append(begins, len(station))[crossing + 1]
    seen: set[tuple[int, bytes]] = set()
    pairs: dict[int, set[tuple[int, int]]] = {}
    for line, begin, end in zip(
        route[crossing].tolist(), begins[crossing].tolist(), finish.tolist(), strict=True
    ):
        pattern = station[begin:end]
        key = (line, pattern.tobytes())
        if key not in seen:
            seen.add(key)
            found = pairs.setdefault(line, set())
            _add_pairs(pattern.tolist(), inside[begin:end].tolist(), found)
    return pairs


def _add_pairs(pattern: list[int], inside: list[bool], pairs: set[tuple[int, int]]) -> None:
    before: list[int] = []  # stations inside that lie before some station outside
    pending: list[int] = []
    for station, is_inside in zip(pattern, inside, strict=True):
        if is_inside:
            pairs.update((earlier, station) for earlier in before if earlier != station)
            pending.append(station)
        else:
            before.extend(pending)
            pending = []
