"""Carrying out a declared path, slowly and obviously: every run of the day is looked at."""

from planner.search.hops import TrainHop
from planner.timetable.model import NEVER, Timetable

Ride = tuple[int, int, int, int]
"""(station and time of departure, station and time of arrival)."""


def trains(
    t: Timetable, hop: TrainHop, time: int, until: int, on_line: bool = False
) -> list[tuple[int, int, int, int]]:
    """Every way to ride a hop: (departure, arrival, boarding call, alighting call).

    The line counts where one boards; with ``on_line`` all the way.
    """
    found = []
    for run in range(t.runs):
        first, last = t.run_first_call[run], t.run_first_call[run + 1] - 1
        for board in range(first, last):
            if t.node_station[t.call_node[board]] != hop.board:
                continue
            if t.frm[t.call_conn[board]] == t.nodes or not time <= t.call_dep[board] <= until:
                continue
            trip = t.call_trip[board]
            if hop.routes is not None and t.trip_route[trip] not in hop.routes:
                continue
            for alight in range(board + 1, last + 1):
                aboard = {t.trip_route[t.call_trip[call]] for call in range(board, alight)}
                if on_line and hop.routes is not None and not aboard <= hop.routes:
                    break
                if any(t.trip_charged[t.call_trip[call]] for call in range(board, alight)):
                    break
                here = t.node_station[t.call_node[alight]] == hop.alight
                free = t.to[t.call_conn[alight - 1]] != t.nodes + 1
                if here and free:
                    met = meets(ridden(t, board, alight), list(hop.through))
                    if met and t.call_arr[alight] <= until:
                        found.append((t.call_dep[board], t.call_arr[alight], board, alight))
                    break
    return found


def ridden(t: Timetable, board: int, alight: int) -> list[int]:
    """The route of each hop from a call to another of the same run."""
    return [t.trip_route[t.call_trip[call]] for call in range(board, alight)]


def meets(routes: list[int], lines: list[frozenset[int]]) -> bool:
    """Whether lines can be laid along routes in order, several of them on one route if it is
    of all of them."""
    if not lines:
        return True
    return any(
        routes[at] in lines[0] and meets(routes[at:], lines[1:]) for at in range(len(routes))
    )


def carried_out(
    t: Timetable, hops: list[TrainHop], time: int, until: int, boarding: str
) -> list[Ride] | None:
    """The rides of a path in which no train changes names; None where it breaks."""
    rides: list[Ride] = []
    order = lambda way: t.call_conn[way[2]]  # noqa: E731
    aboard = NEVER
    for hop in hops:
        ways = trains(t, hop, time, until)
        if not ways:
            return None
        if boarding == "next_departure":
            best = min(ways, key=lambda way: (way[0], way[2] != aboard, way[1], order(way)))
        else:
            best = min(ways, key=lambda way: (way[1], way[2] != aboard, way[0], order(way)))
        departs, time, board, alight = best
        if board == aboard:
            rides[-1] = (rides[-1][0], rides[-1][1], hop.alight, time)
        else:
            rides.append((hop.board, departs, hop.alight, time))
        aboard = NEVER if hop.get_off else alight
    return rides


def reachable(t: Timetable, hop: TrainHop, time: int, until: int) -> dict[int, int]:
    """Station -> earliest arrival by trains of the hop's line, changing anywhere: until nothing
    gets better."""
    best = {hop.board: time}
    better = True
    while better:
        better = False
        for start in list(best):
            for end in range(t.stations):
                if start == end:
                    continue
                one = TrainHop(start, end, hop.routes)
                for _, arrives, _, _ in trains(t, one, best[start], until, True):
                    if arrives < best.get(end, until + 1):
                        best[end] = arrives
                        better = True
    return best
