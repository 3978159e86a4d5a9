"""Slow, obvious twins: every way through a small world, no dominance, no order of scanning."""

from dataclasses import dataclass

from planner.timetable.model import NEVER
from tests.worlds import World

# what the traveller is after: a moment at a node, and how it came about
Moment = tuple[int, int, bool, int, int]  # node, time, walked in (or started), trains, vias passed


@dataclass(frozen=True)
class Way:
    """Stations to pass in order; stations and routes nobody may touch."""

    vias: tuple[int, ...] = ()
    stations: tuple[int, ...] = ()
    routes: tuple[int, ...] = ()

    def passed(self, before: int, station: int) -> int:
        """How many vias are passed by whoever comes to a station."""
        while before < len(self.vias) and self.vias[before] == station:
            before += 1
        return before


FREELY = Way()


def calls_after(
    world: World, trip: int, index: int, way: Way, passed: int
) -> list[tuple[int, int, int]]:
    """(trip, index, vias passed) of every later call as long as one may stay aboard."""
    found = []
    stops = world.trips[trip]
    for i in range(index + 1, len(stops)):
        station = world.node_station[stops[i].node]
        if station in way.stations or world.route_of(trip) in way.routes:
            return found
        passed = way.passed(passed, station)
        found.append((trip, i, passed))
    for before, after in world.stays:
        if before == trip and joined(world, before, after):
            found += calls_after(world, after, 0, way, passed)
    return found


def joined(world: World, before: int, after: int) -> bool:
    """Does the train really go on: at one station and not into the past."""
    end, begin = world.trips[before][-1], world.trips[after][0]
    same = world.node_station[end.node] == world.node_station[begin.node]
    return before != after and same and begin.dep >= end.arr


def moments(world: World, origin: int, time: int, until: int, way: Way = FREELY) -> set[Moment]:
    """Every moment a traveller can be in who is at the origin at that time."""
    if origin in way.stations:
        return set()
    begun = way.passed(0, origin)
    todo: list[Moment] = [(node, time, True, 0, begun) for node in world.nodes_of(origin)]
    for node in world.nodes_of(origin):
        todo += _walked(world, way, (node, time, True, 0, begun))
    seen: set[Moment] = set()
    while todo:
        moment = todo.pop()
        if moment in seen or moment[1] > until:
            continue
        seen.add(moment)
        node, now, walked, trains, passed = moment
        if not walked:
            todo += _walked(world, way, moment)
        ready = now if walked else now + world.change[node]
        for t, trip in enumerate(world.trips):
            for i, stop in enumerate(trip[:-1]):  # at its last call only the next trip is boarded
                if stop.node != node or stop.dep < ready or not stop.board:
                    continue
                for u, j, more in calls_after(world, t, i, way, passed):
                    there = world.trips[u][j]
                    if there.alight and trains < 9:
                        todo.append((there.node, there.arr, False, trains + 1, more))
    return seen


def _walked(world: World, way: Way, moment: Moment) -> list[Moment]:
    node, now, _, trains, passed = moment
    ends = [(b, s, world.node_station[b]) for a, b, s in world.walks if a == node]
    return [
        (b, now + s, True, trains, way.passed(passed, station))
        for b, s, station in ends if station not in way.stations
    ]  # fmt: skip


def ends(
    world: World, origin: int, goal: int, time: int, until: int, way: Way = FREELY
) -> set[tuple[int, int]]:
    """(arrival, trains) of every way to the goal."""
    found = moments(world, origin, time, until, way)
    return {
        (m[1], m[3]) for m in found
        if world.node_station[m[0]] == goal and m[4] == len(way.vias)
    }  # fmt: skip


def front(
    world: World, origin: int, goal: int, time: int, until: int, way: Way = FREELY
) -> list[tuple[int, int]]:
    """(arrival, trains) pairs none of which is beaten, by number of trains."""
    found = ends(world, origin, goal, time, until, way)
    best = [
        (t, k) for t, k in found
        if not any((u, j) != (t, k) and u <= t and j <= k for u, j in found)
    ]  # fmt: skip
    return sorted(best, key=lambda pair: pair[1])


def earliest(world: World, origin: int, goal: int, time: int, until: int) -> int:
    return min((t for t, _ in front(world, origin, goal, time, until)), default=NEVER)


def starts(world: World, origin: int) -> list[int]:
    """Every moment at which leaving the origin can matter."""
    nodes = world.nodes_of(origin)
    lead = [(n, 0) for n in nodes] + [(b, s) for a, b, s in world.walks if a in nodes]
    return sorted(
        {stop.dep - s for trip in world.trips for stop in trip for n, s in lead if stop.node == n}
    )


def profile(
    world: World, origin: int, goal: int, since: int, until: int, way: Way = FREELY
) -> list[tuple[int, int]]:
    """(departure, arrival) by train, both rising, from an earliest arrival at every start."""
    pairs = []
    for start in starts(world, origin):
        if start >= since:
            arrivals = [t for t, k in ends(world, origin, goal, start, until, way) if k > 0]
            if arrivals:
                pairs.append((start, min(arrivals)))
    return [(d, a) for d, a in pairs if not any(e > d and b <= a for e, b in pairs)]


def latest(
    world: World,
    origin: int,
    goal: int,
    deadline: int,
    since: int,
    trains: int,
    way: Way = FREELY,
) -> int:
    """Latest departure that arrives by the deadline with at most so many trains, or -1."""
    best = _latest_on_foot(world, origin, goal, deadline, way)
    best = best if best >= since else -1
    for start in reversed(starts(world, origin)):
        if start < since:
            break
        if any(k <= trains for _, k in front(world, origin, goal, start, deadline, way)):
            return max(best, start)
    return best


def _latest_on_foot(world: World, origin: int, goal: int, deadline: int, way: Way) -> int:
    passed = way.passed(way.passed(0, origin), goal)
    if passed < len(way.vias) or origin in way.stations or goal in way.stations:
        return -1
    nodes, goals = world.nodes_of(origin), world.nodes_of(goal)
    return max((deadline - s for a, b, s in world.walks if a in nodes and b in goals), default=-1)
