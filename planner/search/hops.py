"""The trains of one declared hop, from a station on a line to another, on one day."""

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge

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


@lru_cache(maxsize=8)
def _boarding_nodes(timetable: Timetable) -> "array[int]":
    """The column ``frm`` as an array, whose search is quick; those of the last few are kept."""
    column = array("i")
    column.frombytes(timetable.frm.tobytes())
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
