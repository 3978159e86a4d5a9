"""Slow, obvious twins: every way through a small world, no dominance, no order of scanning."""

from planner.timetable.model import NEVER
from tests.worlds import World

# what the traveller is after: a moment at a node, and how it came about
Moment = tuple[int, int, bool, int]  # node, time, walked in (or started), trains so far


def onward(world: World, trip: int, index: int) -> list[tuple[int, int]]:
    """(trip, index) of every later call of the train, on all the trips it goes on as."""
    found: list[tuple[int, int]] = []
    stops = world.trips[trip]
    found += [(trip, i) for i in range(index + 1, len(stops))]
    for before, after in world.stays:
        if before == trip and joined(world, before, after):
            found += onward(world, after, 0)
    return found


def joined(world: World, before: int, after: int) -> bool:
    """Does the train really go on: at one station and not into the past."""
    end, begin = world.trips[before][-1], world.trips[after][0]
    same = world.node_station[end.node] == world.node_station[begin.node]
    return before != after and same and begin.dep >= end.arr


def moments(world: World, origin: int, time: int, until: int) -> set[Moment]:
    """Every moment a traveller can be in who is at the origin at that time."""
    todo: list[Moment] = [(node, time, True, 0) for node in world.nodes_of(origin)]
    for node in world.nodes_of(origin):
        todo += [(b, time + s, True, 0) for a, b, s in world.walks if a == node]
    seen: set[Moment] = set()
    while todo:
        moment = todo.pop()
        if moment in seen or moment[1] > until:
            continue
        seen.add(moment)
        node, now, walked, trains = moment
        if not walked:
            todo += [(b, now + s, True, trains) for a, b, s in world.walks if a == node]
        ready = now if walked else now + world.change[node]
        for t, trip in enumerate(world.trips):
            for i, stop in enumerate(trip[:-1]):  # at its last call only the next trip is boarded
                if stop.node != node or stop.dep < ready or not stop.board:
                    continue
                for u, j in onward(world, t, i):
                    there = world.trips[u][j]
                    if there.alight and trains < 9:
                        todo.append((there.node, there.arr, False, trains + 1))
    return seen


def front(world: World, origin: int, goal: int, time: int, until: int) -> list[tuple[int, int]]:
    """(arrival, trains) pairs none of which is beaten, by number of trains."""
    ends = {(m[1], m[3]) for m in moments(world, origin, time, until)
            if world.node_station[m[0]] == goal}  # fmt: skip
    best = [
        (t, k) for t, k in ends
        if not any((u, j) != (t, k) and u <= t and j <= k for u, j in ends)
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


def profile(world: World, origin: int, goal: int, since: int, until: int) -> list[tuple[int, int]]:
    """(departure, arrival) by train, both rising, from an earliest arrival at every start."""
    pairs = []
    for start in starts(world, origin):
        if start >= since:
            arrivals = [
                m[1] for m in moments(world, origin, start, until)
                if world.node_station[m[0]] == goal and m[3] > 0
            ]  # fmt: skip
            if arrivals:
                pairs.append((start, min(arrivals)))
    return [(d, a) for d, a in pairs if not any(e > d and b <= a for e, b in pairs)]


def latest(world: World, origin: int, goal: int, deadline: int, since: int, trains: int) -> int:
    """Latest departure that arrives by the deadline with at most so many trains, or -1."""
    nodes, goals = world.nodes_of(origin), world.nodes_of(goal)
    best = max((deadline - s for a, b, s in world.walks if a in nodes and b in goals), default=-1)
    best = best if best >= since else -1
    for start in starts(world, origin):
        fits = (k <= trains for t, k in front(world, origin, goal, start, deadline))
        if start >= since and any(fits):
            best = max(best, start)
    return best
