"""The slow twin of the fare search: every path, each priced by ``quote``."""

from unittest import mock

from planner.fares import walks
from planner.fares.quote import quote
from planner.journey import Call, Journey, Ride, Section, Walk
from tests.fare_worlds import DATE, Priced
from tests.naive import FREELY, Way, joined


def journeys(
    priced: Priced, origin: int, goal: int, time: int, until: int, most: int, way: Way = FREELY
):
    """Every journey of at most so many trains, as (arrival, trains, journey)."""
    world = priced.world
    found = []

    def go(node: int, now: int, walked: bool, legs: list, rides: int) -> None:
        if now > until:
            return
        if world.node_station[node] == goal and legs and fits(priced, origin, legs, way):
            found.append((now, rides, Journey(DATE, tuple(legs))))
            return
        if not walked or not legs:
            for a, b, s in world.walks:
                if a == node:
                    walk = Walk(world.stations[a], world.stations[b], now, now + s)
                    go(b, now + s, True, [*legs, walk], rides)
        if rides == most:
            return
        ready = now if walked else now + world.change[node]
        for t, trip in enumerate(world.trips):
            for i, stop in enumerate(trip[:-1]):
                if stop.node != node or stop.dep < ready:
                    continue
                if legs and isinstance(legs[-1], Ride):
                    before = int(legs[-1].trip_id[1:])
                    if t == before or (priced.stated and t in goes_on_as(world, before)):
                        continue
                for calls in ways(world, t, i):
                    ride = make_ride(priced, calls)
                    end = world.trips[calls[-1][0]][calls[-1][1]]
                    go(end.node, end.arr, False, [*legs, ride], rides + 1)

    go(origin, time, True, [], 0)
    return found


def fits(priced: Priced, origin: int, legs: list, way: Way) -> bool:
    """Whether the legs pass the vias in order and touch nothing that is to be avoided."""
    world = priced.world
    names = [world.stations[origin]]
    for leg in legs:
        if isinstance(leg, Walk):
            names += [leg.board, leg.alight]
        else:
            names += [call.station for call in leg.calls]
            if {s.route_id for s in leg.sections} & {world.routes[r] for r in way.routes}:
                return False
    passed = 0
    for name in names:
        passed = way.passed(passed, world.stations.index(name))
    barred = {world.stations[s] for s in way.stations}
    return passed == len(way.vias) and not barred & set(names)


def goes_on_as(world, trip: int) -> set[int]:
    """The trips that a train goes on as."""
    found = {b for a, b in world.stays if a == trip and joined(world, a, b)}
    return found.union(*(goes_on_as(world, after) for after in found))


def ways(world, trip: int, index: int) -> list[list[tuple[int, int]]]:
    """Every ride from a call: the (trip, call) pairs stopped at, over through trains."""
    found = []
    stops = world.trips[trip]
    so_far = [(trip, index)]
    for i in range(index + 1, len(stops)):
        so_far = [*so_far, (trip, i)]
        found.append(so_far)
    for before, after in world.stays:
        if before == trip and joined(world, before, after):
            found += [so_far + way for way in ways(world, after, 0)]
    return found


def make_ride(priced: Priced, way: list[tuple[int, int]]) -> Ride:
    world = priced.world
    sections = []
    for t in dict.fromkeys(t for t, _ in way):
        calls = tuple(
            Call(world.stations[world.trips[t][i].node], world.trips[t][i].arr,
                 world.trips[t][i].dep)
            for u, i in way if u == t
        )  # fmt: skip
        route = world.routes[world.trip_route[t]]
        if sections and sections[-1].route_id == route:
            last = sections[-1]
            sections[-1] = Section(route, route, "R", last.calls + calls[1:])
        else:
            sections.append(Section(route, route, "R", calls))
    return Ride(f"t{way[0][0]}", "", "", tuple(sections))


def points(
    priced: Priced, origin: int, goal: int, time: int, until: int, most: int, way: Way = FREELY
):
    """(arrival, yen, trains) of all paths as ``priced_paths`` has them."""
    return {point for point, _ in priced_paths(priced, origin, goal, time, until, most, way)}


def priced_paths(
    priced: Priced, origin: int, goal: int, time: int, until: int, most: int, way: Way = FREELY
):
    """((arrival, yen, trains), journey) of all paths whose price is known.

    Left out: paths that cost less only because a ticket that would pass a station twice is cut, or
    have a price only because of that (nobody is told to ride to and fro to split a ticket).
    """
    found = []
    for arrival, rides, journey in journeys(priced, origin, goal, time, until, most, way):
        yen = quote(journey, discounts=priced.discounts).total if rides else 0
        if yen is None:
            continue
        with mock.patch.object(walks, "fits_one_ticket", return_value=True):
            whole = quote(journey, discounts=priced.discounts).total if rides else 0
        if whole is not None and whole <= yen:
            found.append(((arrival, int(yen), rides), journey))
    return found


def best(found, trains: bool):
    """The (arrival, yen, trains or 0) that none beats."""
    seen = {(a, y, k if trains else 0) for a, y, k in found}
    return sorted(
        p for p in seen
        if not any(q != p and all(a <= b for a, b in zip(q, p, strict=True)) for q in seen)
    )  # fmt: skip
