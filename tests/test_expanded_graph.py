"""Searches against Dijkstra's algorithm on the time-expanded graph of small random worlds.

The graph is networkx's and so is the algorithm: nothing of it is shared with the scans or the slow
twins. A node is a moment: somewhere at a time, or aboard a train after a call, with the ticket that
is open. An edge takes seconds, or costs yen.
"""

from collections.abc import Callable, Hashable, Iterator

import networkx as nx
import pytest

from planner.search import earliest
from planner.search.cheapest import FareSearch, Limits
from planner.search.fare_view import fare_view
from planner.timetable.assemble import assemble
from planner.timetable.model import NEVER
from planner.timetable.movement import movement_rules
from tests.fare_worlds import DATE, Priced, random_priced
from tests.naive import joined
from tests.worlds import World, random_world

UNTIL = 24 * 3600
WORLDS = 400
Ticket = tuple[str, int] | None
"""System and station of entry of the open ticket."""
At = tuple[int, int, str, Ticket]
"""Node, time, how one came ("start", "walk", "train"), open ticket."""
Aboard = tuple[str, int, int, Ticket]
Onward = Iterator[tuple[Hashable, int]]


def grown(starts: list[At], onward: Callable[[Hashable], Onward]) -> nx.DiGraph:
    """The graph of everything that can be reached from the starts."""
    graph = nx.DiGraph()
    graph.add_edges_from(("start", state, {"weight": 0}) for state in starts)
    todo: list[Hashable] = list(starts)
    while todo:
        state = todo.pop()
        for after, weight in onward(state):
            if after not in graph:
                todo.append(after)
            if not graph.has_edge(state, after) or graph[state][after]["weight"] > weight:
                graph.add_edge(state, after, weight=weight)
    return graph


def by_time(world: World, time: int) -> nx.DiGraph:
    """Weights are seconds."""

    def onward(state: Hashable) -> Onward:
        if state[0] == "aboard":
            _, trip, index, _ = state
            now = world.trips[trip][index].arr
            if world.trips[trip][index].alight:
                yield (world.trips[trip][index].node, now, "train", None), 0
            for t, i in aboard_after(world, trip, index):
                yield ("aboard", t, i, None), world.trips[t][i].arr - now
            return
        node, now, came, _ = state
        if came != "walk":
            for a, b, seconds in world.walks:
                if a == node and now + seconds <= UNTIL:
                    yield (b, now + seconds, "walk", None), seconds
        for t, i in boardings(world, node, now, came):
            for u, j in aboard_after(world, t, i):
                yield ("aboard", u, j, None), world.trips[u][j].arr - now

    return grown([(n, time, "start", None) for n in world.nodes_of(0)], onward)


def boardings(world: World, node: int, now: int, came: str) -> Iterator[tuple[int, int]]:
    ready = now + (world.change[node] if came == "train" else 0)
    for t, trip in enumerate(world.trips):
        for i, stop in enumerate(trip[:-1]):
            if stop.node == node and stop.dep >= ready and stop.board:
                yield t, i


def aboard_after(world: World, trip: int, index: int) -> Iterator[tuple[int, int]]:
    """The next call of a train; at the end of a trip that of each trip it goes on as."""
    if index + 1 < len(world.trips[trip]):
        yield trip, index + 1
        return
    for before, after in world.stays:
        if before == trip and joined(world, before, after):
            yield after, 1


@pytest.mark.parametrize("part", range(4))
def test_earliest_arrivals_equal_those_of_the_expanded_graph(part: int) -> None:
    for seed in range(part, WORLDS, 4):
        world = random_world(seed)
        goal, time = 1 + seed % (len(world.stations) - 1), 60 * (seed % 7)
        table = assemble(world.draft(), movement_rules("none"))
        lengths = nx.single_source_dijkstra_path_length(by_time(world, time), "start")
        goals = set(world.nodes_of(goal))
        arrivals = [
            time + length
            for state, length in lengths.items()
            if state != "start" and state[0] != "aboard" and state[0] in goals
        ]
        expected = min((a for a in arrivals if a <= UNTIL), default=NEVER)
        assert earliest.earliest(table, 0, goal, time, UNTIL).best[0] == expected, seed


class Prices:
    """What a ticket costs in a world of one node a station."""

    def __init__(self, priced: Priced) -> None:
        self.priced = priced

    def system(self, trip: int) -> str | None:
        number = self.priced.systems[self.priced.world.trip_route[trip]]
        return None if number < 0 else f"s{number}"

    def yen(self, ticket: Ticket, exit_: int) -> int | None:
        """The price of the open ticket when it ends there; None if that is not known."""
        if ticket is None:
            return 0
        system = self.priced.book.systems[ticket[0]]
        names = self.priced.world.stations
        a, b = system.index.get(names[ticket[1]]), system.index.get(names[exit_])
        if a is None or b is None:
            return None
        yen = system.main.yen[a * system.count + b]
        return yen if yen >= 0 else None

    def plain(self) -> bool:
        """No table has a hole, or two tickets that cost less than one."""
        for system in self.priced.book.systems.values():
            n, yen = system.count, system.main.yen
            for a in range(n):
                for b in range(n):
                    via = [yen[a * n + x] + yen[x * n + b] for x in range(n)]
                    if yen[a * n + b] < 0 or min(via) < yen[a * n + b]:
                        return False
        return True


def by_yen(priced: Priced) -> nx.DiGraph:
    """Weights are yen; a ticket is a maximal ride in one system, whatever it passes."""
    world, prices = priced.world, Prices(priced)

    def stay(ticket: Ticket, trip: int, here: int) -> Iterator[tuple[Ticket, int]]:
        """The ticket aboard a trip from a station on, and what closing the last one costs."""
        system = prices.system(trip)
        if system is None:
            return
        if ticket is not None and ticket[0] == system:
            yield ticket, 0
        elif (yen := prices.yen(ticket, here)) is not None:
            yield (system, here), yen

    def onward(state: Hashable) -> Onward:
        if state[0] == "aboard":
            _, trip, index, ticket = state
            stop = world.trips[trip][index]
            yield (stop.node, stop.arr, "train", ticket), 0
            for t, i in aboard_after(world, trip, index):
                for after, yen in stay(ticket, t, stop.node):
                    yield ("aboard", t, i, after), yen
            return
        node, now, came, ticket = state
        if (end := prices.yen(ticket, node)) is None:
            return
        yield ("goal", node), end
        if came != "walk":
            for a, b, seconds in world.walks:
                if a == node and now + seconds <= UNTIL:
                    yield (b, now + seconds, "walk", None), end
        for t, i in boardings(world, node, now, came):
            for after, yen in stay(ticket, t, node):
                for u, j in aboard_after(world, t, i):
                    yield ("aboard", u, j, after), yen

    def safe(state: Hashable) -> Onward:
        return iter(()) if state[0] == "goal" else onward(state)

    return grown([(0, 0, "start", None)], safe)


@pytest.mark.parametrize("part", range(4))
def test_least_prices_equal_those_of_the_expanded_graph(part: int) -> None:
    """In sub-additive tables a ticket that is cut because it passes a station twice only costs
    more, so the graph, which never cuts, is never dearer; and nearly always it has nothing to cut.
    """
    equal = compared = 0
    for seed in range(part, WORLDS, 4):
        priced = random_priced(seed)
        if not Prices(priced).plain():
            continue
        goal = 1 + seed % (len(priced.world.stations) - 1)
        lengths = nx.single_source_dijkstra_path_length(by_yen(priced), "start")
        expected = lengths.get(("goal", goal))
        table = assemble(priced.world.draft(), movement_rules("none"))
        with priced.prices():
            search = FareSearch(fare_view(table, priced.book), DATE, 0, goal)
            least = min((f.yen for f in search.front(0, Limits(UNTIL))), default=None)
        assert (least is None) == (expected is None), seed
        if least is not None and expected is not None:
            assert expected <= least, seed
            compared += 1
            equal += least == expected
    assert compared > 10
    assert equal >= 0.9 * compared
