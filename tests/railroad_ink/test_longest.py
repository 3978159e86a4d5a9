"""The longest line against slow, obvious searches on seeded random graphs (RI-6.3)."""

import random
from itertools import pairwise

import networkx
import pytest

from planner.rulebooks.railroad_ink.longest import longest_line


def naive_path(graph: networkx.Graph) -> int:
    """The most nodes of a path, every path walked."""

    def onwards(node: object, seen: frozenset[object]) -> int:
        steps = [onwards(n, seen | {n}) for n in graph[node] if n not in seen]
        return max(steps, default=len(seen))

    return max((onwards(node, frozenset([node])) for node in graph), default=0)


def naive_trail(graph: networkx.Graph) -> int:
    """The most different nodes of a walk that uses no link twice, every walk walked."""

    def onwards(node: object, used: frozenset[frozenset[object]], seen: frozenset[object]) -> int:
        best = len(seen)
        for other in graph[node]:
            link = frozenset([node, other])
            if link not in used:
                best = max(best, onwards(other, used | {link}, seen | {other}))
        return best

    return max((onwards(node, frozenset(), frozenset([node])) for node in graph), default=0)


def random_grid(seed: int, size: int, kept: float) -> networkx.Graph:
    chance = random.Random(seed)
    grid = networkx.grid_2d_graph(size, size)
    graph = networkx.Graph()
    graph.add_nodes_from(node for node in grid if chance.random() < 0.9)
    graph.add_edges_from(
        link for link in grid.edges if set(link) <= set(graph) and chance.random() < kept
    )
    return graph


def is_walk(graph: networkx.Graph, line: list[object]) -> bool:
    return all(graph.has_edge(*link) for link in pairwise(line))


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_path_is_that_of_the_slow_search(seed: int) -> None:
    graph = random_grid(seed, 4, 0.55 + seed % 4 / 10)
    line = longest_line(graph)
    assert len(line) == naive_path(graph)
    assert len(set(line)) == len(line)
    assert is_walk(graph, line)


@pytest.mark.parametrize("seed", range(60))
def test_the_longest_trail_is_that_of_the_slow_search(seed: int) -> None:
    graph = random_grid(seed, 4, 0.5 + seed % 3 / 10)
    line = longest_line(graph, trail=True)
    assert len(set(line)) == naive_trail(graph)
    links = [frozenset(link) for link in pairwise(line)]
    assert len(set(links)) == len(links)
    assert is_walk(graph, line)


def test_a_crowded_sheet_is_still_exact() -> None:
    full = networkx.grid_2d_graph(7, 7)
    assert len(longest_line(full)) == 49
    # Without a corner 24 squares of either colour are left: no path can cover one more of one.
    one_less = full.copy()
    one_less.remove_node((0, 1))
    assert len(longest_line(one_less)) == 48 - 1


def test_no_node_has_no_line_and_one_node_is_a_line() -> None:
    graph = networkx.Graph()
    assert longest_line(graph) == []
    graph.add_node((0, 0))
    assert longest_line(graph) == [(0, 0)]
