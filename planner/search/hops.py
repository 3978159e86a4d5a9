"""The trains of one declared hop, from a station on a line to another, on one day."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import merge
from itertools import pairwise

from planner.feed.line_names import rides_as
from planner.timetable.model import Timetable


@dataclass(frozen=True, slots=True)
class TrainHop:
    """A declared hop in terms of a timetable.

    ``routes``: the route numbers on which one may board, None for any. ``trains``:
    spelling keys of types or trains, one of which it must be. ``surcharge``: routes on which the
    plan names trains that need one (clause R4d); ``only_charged``: and no others. ``through``:
    sets of routes; the ride must come to one of each, in this order (the lines of a through train).
    ``whole``: what the train runs on before and after the ride counts for that. ``within``: routes
    that the ride must not leave, None for any.
    """

    board: int
    alight: int
    routes: frozenset[int] | None = None
    trains: tuple[str, ...] = ()
    surcharge: frozenset[int] = frozenset()
    only_charged: bool = False
    get_off: bool = False
    through: tuple[frozenset[int], ...] = ()
    whole: bool = False
    within: frozenset[int] | None = None

    @property
    def one_train(self) -> bool:
        """Whether a single train is declared: its lines are those of a through train, or none is.

        On one declared line trains may be changed; elsewhere a change has to be declared.
        """
        return self.routes is None or bool(self.through)


@dataclass(frozen=True, slots=True)
class Part:
    """A ride as two calls of one run."""

    board: int
    alight: int
    hop: int = 0


def departures(timetable: Timetable, station: int, time: int) -> Iterator[int]:
    """The connections that leave a station at or after a time, by departure."""
    first = timetable.first_departing(time)
    found = [_of_node(timetable, node, first) for node in timetable.nodes_of(station)]
    return found[0] if len(found) == 1 else merge(*found)


def _of_node(timetable: Timetable, node: int, at: int) -> Iterator[int]:
    frm = _boarding_nodes(timetable)
    while True:
        try:
            at = frm.index(node, at)
        except ValueError:
            return
        yield at
        at += 1


_FRM: list[tuple[Timetable, "array[int]"]] = []


def _boarding_nodes(timetable: Timetable) -> "array[int]":
    """The column ``frm`` as an array, whose search is quick; those of the last few are kept."""
    for known, column in _FRM:
        if known is timetable:
            return column
    column = array("i")
    column.frombytes(timetable.frm.tobytes())
    _FRM.insert(0, (timetable, column))
    del _FRM[8:]
    return column


def may_ride(t: Timetable, hop: TrainHop, trip: int, boarding: bool) -> bool:
    """Whether the plan allows that trip: at its boarding, or further on aboard."""
    route = t.trip_route[trip]
    if boarding and hop.routes is not None and route not in hop.routes:
        return False
    if hop.within is not None and route not in hop.within:
        return False
    charged = bool(t.trip_charged[trip])
    if hop.only_charged and boarding and not charged:
        return False
    if hop.trains and (boarding or charged):
        train = t.trip_train[trip]
        return any(rides_as(train, name, charged) for name in hop.trains)
    return not charged or route in hop.surcharge


def alighting(t: Timetable, hop: TrainHop, connection: int, until: int) -> int | None:
    """The call at which a train, boarded at a connection, stops at the hop's end; else None."""
    call = t.conn_call[connection]
    if not may_ride(t, hop, t.call_trip[call], True):
        return None
    end = t.run_first_call[t.run[connection] + 1]
    nodes, station, forbidden = t.call_node, t.node_station, t.nodes + 1
    trip = -1
    for following in range(call + 1, end):
        if t.call_trip[following - 1] != trip:
            trip = t.call_trip[following - 1]
            if not may_ride(t, hop, trip, following == call + 1):
                return None
        if t.call_arr[following] > until:
            return None
        if station[nodes[following]] == hop.alight and (
            t.to[t.call_conn[following - 1]] != forbidden
        ):
            return following if _comes_to(t, hop, call, following) else None
    return None


def _comes_to(t: Timetable, hop: TrainHop, board: int, alight: int) -> bool:
    """Whether a ride comes to the declared lines in their order (one may be several of them)."""
    if not hop.through:
        return True
    if hop.whole:
        run = t.run[t.call_conn[board]]
        board, alight = t.run_first_call[run], t.run_first_call[run + 1] - 1
    met = 0
    for call in range(board, alight):
        route = t.trip_route[t.call_trip[call]]
        while met < len(hop.through) and route in hop.through[met]:
            met += 1
    return met == len(hop.through)


def routes_of(t: Timetable, part: Part) -> frozenset[int]:
    """The routes that a ride runs on."""
    return frozenset(t.trip_route[t.call_trip[call]] for call in range(part.board, part.alight))


def next_departure(
    t: Timetable, hop: TrainHop, time: int, until: int, aboard: int | None = None
) -> Part | None:
    """The next departure on the line that stops at the hop's end (R4d).

    Of trains that leave in one second: the one the traveller is aboard of (its call there), then
    the one that arrives first.
    """
    return _first(t, hop, (time, until), lambda departs, arrives: (departs, arrives), aboard)


def earliest_arrival(
    t: Timetable, hop: TrainHop, time: int, until: int, aboard: int | None = None
) -> Part | None:
    """The train on the line that reaches the hop's end first; of several the next departure."""
    return _first(t, hop, (time, until), lambda departs, arrives: (arrives, departs), aboard)


def _first(
    t: Timetable,
    hop: TrainHop,
    when: tuple[int, int],
    order: Callable[[int, int], tuple[int, int]],
    aboard: int | None,
) -> Part | None:
    """The least train by order(departure, arrival), the one the traveller is aboard of before
    others of the same first time. No time of the order is before the departure."""
    time, until = when
    best: tuple[int, bool, int] | None = None
    found = None
    for connection in departures(t, hop.board, time):
        departs = t.dep[connection]
        if departs > until or (best is not None and departs > best[0]):
            break
        call = alighting(t, hop, connection, until)
        if call is None:
            continue
        board = t.conn_call[connection]
        first, second = order(departs, t.call_arr[call])
        key = (first, board != aboard, second)
        if best is None or key < best:
            best, found = key, Part(board, call)
    return found


BOARDINGS = {"next_departure": next_departure, "earliest_arrival": earliest_arrival}
"""The Decision ``boarding`` (clause R4d)."""


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
    line = _line(Hashed(t), _of_line(hop)).connections
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
def _line(key: "Hashed", hop: TrainHop) -> _Line:
    t = key.timetable
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
def _path(t: "Hashed", hop: TrainHop, since: int, until: int) -> tuple[int, ...] | None:
    timetable = t.timetable
    direct = next_departure(timetable, hop, since, until)
    if direct is not None:
        routes = routes_of(timetable, direct)
        hop = replace(hop, routes=routes, through=(), whole=False, within=None)
    runs = _line(t, _of_line(hop)).stretches
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


class Hashed:
    """A timetable as a key of a cache: by identity."""

    __slots__ = ("timetable",)

    def __init__(self, timetable: Timetable) -> None:
        self.timetable = timetable

    def __hash__(self) -> int:
        return id(self.timetable)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and other.timetable is self.timetable


def path(t: Timetable, hop: TrainHop, since: int, until: int) -> tuple[int, ...] | None:
    """The stations of the hop in order, as the trains of the day stop at them; None: no way.

    From the train with the most stops on the way; between its stops, those of trains that stop more
    often. Where no train runs the whole way: along trains with changes on the line.
    """
    return _path(Hashed(t), hop, since, until)


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
