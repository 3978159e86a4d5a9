"""Whether one ticket can pass given stations in order: a way without a repeated station."""

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise

from planner.errors import TooMuch
from planner.fares.walks import Neighbours

STEPS = 50_000
"""How many steps the search for a way by several stations may take."""

Graph = Mapping[int, set[int]]


def way_by(graph: Neighbours, points: Sequence[int]) -> bool:
    """Whether a walk without a repeated station leads by all points in order.

    One station between two ends is a question of two ways from it that share no station (Menger);
    with more, every three neighbours must pass that test, then a depth-first search decides.

    Raises:
        TooMuch: the search did not settle it in ``STEPS`` steps.
    """
    plain = _plain(graph)
    if any(point not in plain for point in points):
        return False
    if len(points) == 2:
        return _reaches(plain, points[0], points[1], frozenset())
    for before, middle, after in zip(points, points[1:], points[2:], strict=False):
        if not two_ways_apart(plain, middle, before, after):
            return False
    return len(points) == 3 or _deep(simplified(plain, frozenset(points)), points)


MOST_GRAPHS = 64
"""Graphs kept without their lengths: those of the systems of a few periods."""
_PLAIN: dict[int, tuple[Neighbours, Graph]] = {}


def _plain(graph: Neighbours) -> Graph:
    """The graph without lengths, made once for each graph that lives."""
    kept = _PLAIN.get(id(graph))
    if kept is None or kept[0] is not graph:
        plain = {node: {following for following, _, _ in edges} for node, edges in graph.items()}
        kept = _PLAIN[id(graph)] = graph, plain
        for oldest in list(_PLAIN)[:-MOST_GRAPHS]:
            del _PLAIN[oldest]
    return kept[1]


def simplified(graph: Graph, kept: frozenset[int]) -> dict[int, set[int]]:
    """The graph without dead ends, and with stations of two neighbours drawn together."""
    short = {node: set(others) for node, others in graph.items()}
    for point in kept:
        short.setdefault(point, set())
    todo = [node for node in short if node not in kept]
    while todo:
        node = todo.pop()
        others = short.get(node)
        if others is None or len(others) > 2:
            continue
        for other in others:
            short[other].discard(node)
        if len(others) == 2:
            one, two = others
            short[one].add(two)
            short[two].add(one)
        del short[node]
        todo += [other for other in others if other not in kept]
    return short


def two_ways_apart(graph: Graph, middle: int, a: int, b: int) -> bool:
    """Whether ways lead from the middle to a and to b that share no station but the middle.

    A flow of two over the graph with every station split into a way in and a way out: the second
    way is looked for in what the first leaves, and may push parts of it aside.
    """
    first = _augment(graph, middle, {a, b}, {})
    if first is None:
        return False
    used = dict(pairwise(first))
    return _augment(graph, middle, {a, b} - {first[-1]}, used) is not None


def _augment(
    graph: Graph, source: int, targets: set[int], used: Mapping[int, int]
) -> list[int] | None:
    """A way from source to a target past the way in use; on a used station only backwards."""
    back = {following: node for node, following in used.items()}
    taken = set(used) | set(back)
    queue = deque([(source, False)])  # a station, and whether it was come to against the used way
    before: dict[tuple[int, bool], tuple[int, bool]] = {}
    seen = {(source, False)}
    while queue:
        state = queue.popleft()
        node, freed = state
        if node in targets and node not in taken:
            return _walk_back(before, state)
        if node in taken and node != source and not freed:
            steps = [(back[node], True)]  # stands at its way in: only against the used way
        else:
            steps = [(following, False) for following in graph[node] if used.get(node) != following]
            if freed and node != source and node in back:
                steps.append((back[node], True))
        for step in steps:
            if step not in seen and step[0] != source:
                seen.add(step)
                before[step] = state
                queue.append(step)
    return None


def _walk_back(
    before: Mapping[tuple[int, bool], tuple[int, bool]], state: tuple[int, bool]
) -> list[int]:
    walk = [state[0]]
    while state in before:
        state = before[state]
        walk.append(state[0])
    return walk[::-1]


def _reaches(graph: Graph, a: int, b: int, shut: frozenset[int]) -> bool:
    seen, todo = {a}, [a]
    while todo:
        node = todo.pop()
        if node == b:
            return True
        for following in graph[node]:
            if following not in seen and following not in shut:
                seen.add(following)
                todo.append(following)
    return False


def _deep(graph: Graph, points: Sequence[int]) -> bool:
    """Depth first, leaving off where the next point cannot be reached any more."""
    later = set(points)
    steps = 0
    stack = [(points[0], 1, frozenset({points[0]}))]
    while stack:
        node, reached, seen = stack.pop()
        if reached == len(points):
            return True
        steps += 1
        if steps > STEPS:
            raise TooMuch(
                "too many ways by these stations; name fewer with --via",
                "経由駅が多すぎます。--via を減らしてください",
            )
        shut = frozenset(seen | (later - {points[reached]})) - {node}
        if not _reaches(graph, node, points[reached], shut):
            continue
        for following in graph[node]:
            if following in shut:
                continue
            onward = reached + (following == points[reached])
            stack.append((following, onward, seen | {following}))
    return False
