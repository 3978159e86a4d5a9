"""Walks over a system's km graph: where a ride runs, and when one ticket can hold several rides.

A *piece* is one ride inside one system: every station of the line it runs along, stopped at or not
(numbers of ``SystemFares.stations``). A ticket is a chain of pieces whose joined walk passes no
station twice (旅客営業規則 68条4項). Some stretches may be ridden out and back without counting
(kukangai josha, 区間外乗車: ``turnback`` in the tariff); they are taken out of the walk first.
Where a chain repeats a station all the same it is cut at a change of trains, into the fewest
tickets, then the least yen.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from planner.fares.lines import FareLine, Stretch
from planner.fares.matrix import SystemFares
from planner.feed.names import name_key

SHINKANSEN = "東海道新幹線"
UNPRICED = 1 << 40
"""What an unknown price weighs where cuts are compared: more than any sum of known ones."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One ride inside one system, as stations on the km graph; at least two of them."""

    nodes: tuple[int, ...]
    shinkansen: bool = False


Neighbours = dict[int, list[tuple[int, int, int]]]
"""Station -> (next station, tenths of a km, 1 on JR Central)."""


@lru_cache(maxsize=256)
def neighbours(system: SystemFares, lines: tuple[Stretch, ...] | None) -> Neighbours:
    """The km graph on the stretches given; None: on all lines but the Shinkansen."""
    wanted: dict[str, list[Stretch]] = {}
    for stretch in lines or ():
        wanted.setdefault(stretch.line, []).append(stretch)
    graph: Neighbours = {}
    for line, run in runs(system).items():
        if lines is not None:
            inside = [_span(system, run, stretch) for stretch in wanted.get(line, [])]
        else:
            inside = [] if line == SHINKANSEN else [(0, len(run))]
        for number, (a, b, length, central) in enumerate(run):
            if any(low <= number < high for low, high in inside):
                graph.setdefault(a, []).append((b, length, central))
                graph.setdefault(b, []).append((a, length, central))
    return graph


@lru_cache(maxsize=64)
def runs(system: SystemFares) -> dict[str, list[tuple[int, int, int, int]]]:
    """The edges of each line, in the order of the line."""
    found: dict[str, list[tuple[int, int, int, int]]] = {name: [] for name in system.lines}
    for a, b, length, line, central in system.edges:
        found[system.lines[line]].append((a, b, length, central))
    return found


def _span(
    system: SystemFares, run: list[tuple[int, int, int, int]], stretch: Stretch
) -> tuple[int, int]:
    """The edges of a line that a stretch of it holds: first and last + 1."""
    if not stretch.start or not run:
        return 0, len(run)
    stations = [run[0][0], *(edge[1] for edge in run)]
    ends = [_number(system, name) for name in (stretch.start, stretch.end)]
    found = sorted(stations.index(end) for end in ends if end in stations)
    if len(found) < 2:  # an end of the stretch is not open yet: up to the end of the line
        return 0, len(run)
    return found[0], found[1]


@lru_cache(maxsize=65_536)
def way(system: SystemFares, line: FareLine, a: int, b: int) -> tuple[int, ...] | None:
    """The stations from one stop to the next along a timetable line, both ends included.

    Where the line's stretches do not join the two (a train that leaves its own line), the shortest
    way over the whole system; None where there is none.
    """
    return shortest(neighbours(system, line.stretches), a, b) or (
        None if line.shinkansen else shortest(neighbours(system, None), a, b)
    )


def shortest(graph: Neighbours, a: int, b: int) -> tuple[int, ...] | None:
    """The shortest way in a km graph (Dijkstra), or None."""
    done: dict[int, int] = {}
    queue = [(0, a, -1)]
    while queue:
        length, node, before = heapq.heappop(queue)
        if node in done:
            continue
        done[node] = before
        if node == b:
            walk = [b]
            while (node := done[node]) >= 0:
                walk.append(node)
            return tuple(reversed(walk))
        for following, step, _ in graph.get(node, ()):
            if following not in done:
                heapq.heappush(queue, (length + step, following, node))
    return None


def joined(pieces: Iterable[Piece]) -> tuple[list[int], list[bool]]:
    """The walk of several pieces and whether each of its steps is ridden on the Shinkansen."""
    walk: list[int] = []
    fast: list[bool] = []
    for piece in pieces:
        walk += piece.nodes if not walk or walk[-1] != piece.nodes[0] else piece.nodes[1:]
        fast += [piece.shinkansen] * (len(walk) - 1 - len(fast))
    return walk, fast


def charged_walk(system: SystemFares, pieces: Iterable[Piece]) -> tuple[list[int], list[bool]]:
    """The joined walk without the stretches that may be ridden out and back (区間外乗車)."""
    walk, fast = joined(pieces)
    for (start, end), sides in turnbacks(system):
        turn = _turn(walk, start, end)
        if turn is None:
            continue
        first, last = turn
        before, after = set(walk[:first]), set(walk[last + 1 :])
        if any(before & one and after & other for one, other in (sides, sides[::-1])):
            walk, fast = walk[:first] + walk[last:], fast[:first] + fast[last:]
    return walk, fast


@lru_cache(maxsize=64)
def turnbacks(system: SystemFares) -> list[tuple[list[int], list[set[int]]]]:
    """Stretches that may be ridden out and back: their two ends, and the stations beyond each."""
    return [
        (
            [_number(system, name) for name in rule["free"]],
            [{_number(system, n) for n in rule[key]} for key in ("beyond_a", "beyond_b")],
        )
        for rule in system.rules.get("turnback", ())
    ]


def _number(system: SystemFares, name: str) -> int:
    """The number of a station that data names, -1 where it is not open."""
    return system.index.get(name, system.by_name.get(name_key(name), -1))


def _turn(walk: Sequence[int], start: int, end: int) -> tuple[int, int] | None:
    """Where a walk goes from a station to another and straight back: first and last position."""
    for middle, node in enumerate(walk):
        if node != end:
            continue
        reach = 0
        while middle - reach >= 0 and middle + reach < len(walk):
            if walk[middle - reach] != walk[middle + reach]:
                break
            if walk[middle - reach] == start:
                return middle - reach, middle + reach
            reach += 1
    return None


def fits_one_ticket(system: SystemFares, pieces: Sequence[Piece]) -> bool:
    """Whether the joined walk passes no station twice; one ride alone always fits."""
    if len(pieces) == 1:
        return True
    walk, _ = joined(pieces)
    if len(set(walk)) == len(walk):
        return True
    walk, _ = charged_walk(system, pieces)
    return len(set(walk)) == len(walk)


def cut(
    system: SystemFares,
    pieces: Sequence[Piece],
    price: Callable[[Sequence[Piece]], int | None],
    cheapest: bool = False,
) -> list[tuple[int, int]]:
    """How a chain of rides inside one system falls into tickets: spans of piece numbers.

    The fewest tickets, then the least yen; with ``cheapest`` the least yen, then the fewest tickets
    (a traveller who leaves the gates at a change whenever that is cheaper).
    """
    if not cheapest and fits_one_ticket(system, pieces):
        return [(0, len(pieces))]
    best: list[tuple[tuple[int, int], int]] = [((0, 0), 0)]
    for end in range(1, len(pieces) + 1):
        found: tuple[tuple[int, int], int] | None = None
        for start in range(end - 1, -1, -1):
            group = pieces[start:end]
            if not fits_one_ticket(system, group):
                continue  # a longer chain may fit again, by a stretch out and back
            yen = price(group)
            cost = UNPRICED if yen is None else yen
            first, second = best[start][0]
            weight = (first + cost, second + 1) if cheapest else (first + 1, second + cost)
            if found is None or weight < found[0]:
                found = weight, start
        assert found is not None  # one piece alone always fits
        best.append(found)
    spans, end = [], len(pieces)
    while end:
        start = best[end][1]
        spans.append((start, end))
        end = start
    return spans[::-1]


def charged_km(system: SystemFares, pieces: Sequence[Piece]) -> tuple[int, int]:
    """The km ridden, in tenths: all, and those on JR East (the Shinkansen is JR Central)."""
    return km_along(system, *charged_walk(system, pieces))


def km_along(system: SystemFares, walk: Sequence[int], fast: Sequence[bool]) -> tuple[int, int]:
    """The km of a walk, in tenths: all, and those on JR East; ``fast``: the Shinkansen's steps."""
    plain, rails = neighbours(system, None), neighbours(system, (Stretch(SHINKANSEN),))
    total = east = 0
    for (a, b), on_rails in zip(pairwise(walk), fast, strict=True):
        length, central = _length(rails if on_rails else plain, a, b)
        total += length
        east += 0 if central or on_rails else length
    return total, east


def _length(graph: Neighbours, a: int, b: int) -> tuple[int, int]:
    return min((length, central) for node, length, central in graph[a] if node == b)
