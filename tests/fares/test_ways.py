"""Ways without a repeated station, against trying them all."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.fares.ways import way_by

Edges = frozenset[tuple[int, int]]


def every_way(edges: Edges, points: tuple[int, ...]) -> bool:
    """Try every order of stations: the slow, obvious twin."""
    nodes = {node for edge in edges for node in edge}
    joined = edges | {(b, a) for a, b in edges}
    others = nodes - set(points)
    for count in range(len(others) + 1):
        for extra in itertools.permutations(others, count):
            for places in itertools.combinations(range(count + len(points)), len(points)):
                walk: list[int] = []
                rest, asked = iter(extra), iter(points)
                for at in range(count + len(points)):
                    walk.append(next(asked) if at in places else next(rest))
                ends = walk[0], walk[-1]
                if ends == (points[0], points[-1]) and joined >= set(itertools.pairwise(walk)):
                    return True
    return False


graphs = st.frozensets(
    st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] < e[1]), max_size=12
)


@settings(max_examples=200)
@given(graphs, st.lists(st.integers(0, 6), min_size=2, max_size=4, unique=True))
def test_a_way_is_found_exactly_when_trying_all_finds_one(edges: Edges, points: list[int]) -> None:
    graph: dict[int, list[tuple[int, int, int]]] = {}
    for a, b in edges:
        graph.setdefault(a, []).append((b, 1, 0))
        graph.setdefault(b, []).append((a, 1, 0))
    expected = every_way(edges, tuple(points)) if set(points) <= graph.keys() else False
    assert way_by(graph, points) is expected
