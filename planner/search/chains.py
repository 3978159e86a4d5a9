"""Where the trains of a declared line lead with changes on it, and the stations it passes."""

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from planner.search.hops import Part, TrainHop, may_ride, next_departure, routes_of
from planner.timetable.model import Timetable


@dataclass(frozen=True, slots=True)
class Chain:
    """Where the trains of a hop lead, with changes along it: earliest arrivals from one station."""

    timetable: Timetable
    origin: int
    reached: dict[int, tuple[int, int, int]]  # station -> arrival, boarding and alighting call

    def parts(self, station: int) -> list[Part]:
        """The rides that lead to a reached station, in order."""
        t = self.timetable
        rides: list[Part] = []
        while station != self.origin:
            _, board, alight = self.reached[station]
            rides.append(Part(board, alight))
            station = t.node_station[t.call_node[board]]
        return rides[::-1]


def chain(
    t: Timetable, hop: TrainHop, time: int, until: int, among: frozenset[int] | None = None
) -> Chain:
    """Earliest arrivals on the hop's line from its start, changing at stations of its path.

    ``among``: the stations where one may get on and off; None for all.
    """
    found = Chain(t, hop.board, {})
    ready = {hop.board: time}
    while _sweep(found, hop, ready, until, among):
        pass  # trains that take no time may make an earlier one of the same second possible
    return found


def _sweep(
    found: Chain, hop: TrainHop, ready: dict[int, int], until: int, among: frozenset[int] | None
) -> bool:
    """Look at every connection of the line once; whether it has to be done again."""
    t = found.timetable
    boarded: dict[int, tuple[int, int]] = {}  # run -> where boarded, the call it is at
    station, count, again = t.node_station, t.nodes, False
    dep, arr, frm, to, run, calls = t.dep, t.arr, t.frm, t.to, t.run, t.conn_call
    line = _line(t, _of_line(hop)).connections
    for at in range(bisect_left(line, t.first_departing(ready[hop.board])), len(line)):
        connection = line[at]
        departs = dep[connection]
        if departs > until:
            break
        train, node = run[connection], frm[connection]
        here = -1 if node >= count else station[node]
        call = calls[connection]
        if boarded.get(train, (0, -1))[1] != call:  # it has left the line meanwhile
            boarded.pop(train, None)
        if train not in boarded:
            if ready.get(here, until + 1) > departs:
                continue
            boarded[train] = (call, call)
        begin = boarded[train][0]
        boarded[train] = (begin, call + 1)
        if to[connection] > count or arr[connection] > until:
            continue
        there = station[to[connection]]
        if among is not None and there not in among:
            continue
        if arr[connection] < ready.get(there, until + 1):
            ready[there] = arr[connection]
            found.reached[there] = (arr[connection], begin, call + 1)
            again = again or arr[connection] == departs
    return again


@dataclass(frozen=True, slots=True)
class _Line:
    """The trains of a line on one day: connections in scan order, and stretches of stations."""

    connections: list[int]
    stretches: list[list[int]]


def _of_line(hop: TrainHop) -> TrainHop:
    """The hop without its ends: what decides which trains are of its line."""
    return replace(hop, board=-1, alight=-1, get_off=False, through=(), whole=False)


@lru_cache(maxsize=64)
def _line(t: Timetable, hop: TrainHop) -> _Line:
    routes = t.trip_route.tolist()
    allowed = {
        trip
        for trip, route in enumerate(routes)
        if (hop.routes is None or route in hop.routes) and may_ride(t, hop, trip, True)
    }
    first, trips, conns = t.run_first_call.tolist(), t.call_trip.tolist(), t.call_conn.tolist()
    connections: list[int] = []
    stretches: dict[tuple[int, ...], None] = {}
    for begin, end in pairwise(first):
        if allowed.isdisjoint(trips[begin : end - 1]):
            continue
        stretch: list[int] = []
        for call in range(begin, end):
            stretch.append(_station(t, call))
            if call < end - 1 and trips[call] in allowed:
                connections.append(conns[call])
                continue
            if len(stretch) > 1:
                stretches[tuple(stretch)] = None
            stretch = []
    return _Line(sorted(connections), [list(stretch) for stretch in stretches])


@lru_cache(maxsize=512)
def _path(timetable: Timetable, hop: TrainHop, since: int, until: int) -> tuple[int, ...] | None:
    direct = next_departure(timetable, hop, since, until)
    if direct is not None:
        routes = routes_of(timetable, direct)
        hop = replace(hop, routes=routes, through=(), whole=False, within=None)
    runs = _line(timetable, _of_line(hop)).stretches
    path = _expand(runs, hop.board, hop.alight)
    if path is not None:
        return tuple(path)
    if hop.routes is None:
        return None
    found = chain(timetable, hop, since, until)
    if hop.alight not in found.reached:
        return None
    path = [hop.board]
    for part in found.parts(hop.alight):
        stops = [_station(timetable, call) for call in range(part.board, part.alight + 1)]
        longer = _expand(runs, stops[0], stops[-1]) or stops
        path += longer[1:]
    return tuple(path)


def path(t: Timetable, hop: TrainHop, since: int, until: int) -> tuple[int, ...] | None:
    """The stations of the hop in order, as the trains of the day stop at them; None: no way.

    From the train with the most stops on the way; between its stops, those of trains that stop more
    often. Where no train runs the whole way: along trains with changes on the line.
    """
    return _path(t, hop, since, until)


def _station(t: Timetable, call: int) -> int:
    return int(t.node_station[t.call_node[call]])


def _expand(runs: list[list[int]], a: int, b: int, deep: int = 0) -> list[int] | None:
    """The stations from a to b: of the stretch with the most between them, taken ever finer."""
    best: list[int] | None = None
    for stretch in runs:
        if a in stretch and b in stretch:
            i = stretch.index(a)
            if b not in stretch[i:]:
                continue
            part = stretch[i : stretch.index(b, i) + 1]
            if best is None or len(part) > len(best):
                best = part
    if best is None or len(best) == 2 or deep > 5:
        return best
    found = [a]
    for one, other in pairwise(best):
        finer = _expand(runs, one, other, deep + 1)
        found += (finer or [one, other])[1:]
    return found
