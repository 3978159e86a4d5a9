"""The cheapest chain of tickets between two stations, times ignored.

Tickets change systems at stations of one name within 1 km (places of the station book). Neighbours
in the chain are of different systems, for two tickets of one system would be one maximal ride; only
at a station asked for (``--via``) may a system follow itself, where no single ticket passes it: the
way of a ticket holds no station twice. Under the movement rules of the game a ticket must be
ridable without leaving Kanagawa; its price is the same.
"""

import heapq
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from planner.fares.matrix import FareBook, SystemFares
from planner.fares.walks import Neighbours, neighbours


class Hop(NamedTuple):
    """One ticket of a chain: station numbers of a system, and the vias met on the way or at its end
    (place ids)."""

    system: str
    entry: int
    leave: int
    met: tuple[str, ...] = ()


class Wish(NamedTuple):
    """What is asked for. ``only``: no other system; ``legal``: without leaving Kanagawa."""

    start: str
    target: str
    via: tuple[str, ...] = ()
    only: str = ""
    legal: bool = False
    ic: bool = False
    discounts: bool = False


class _State(NamedTuple):
    place: str
    system: str = ""
    entry: int = -1  # where the last ticket began, kept at a via station only
    passed: int = 0  # how many via stations are behind


class _Search:
    def __init__(self, book: FareBook, wish: Wish) -> None:
        self.book, self.wish = book, wish
        self.best: dict[_State, tuple[int, int]] = {}
        self.before: dict[_State, tuple[_State, tuple[Hop, ...]]] = {}


def cheapest_chain(book: FareBook, wish: Wish) -> list[Hop] | None:
    """The chain of least yen, then fewest tickets; None where no priced chain leads there.

    Raises:
        TooMuch: too many ways by the via stations asked for.
    """
    search = _Search(book, wish)
    start = _State(wish.start, passed=_passed(wish, wish.start, 0))
    search.best[start] = (0, 0)
    queue = [(0, 0, start)]
    while queue:
        yen, count, state = heapq.heappop(queue)
        if search.best[state] < (yen, count):
            continue
        if state.place == wish.target and state.passed == len(wish.via):
            return _retrace(search, state)
        for cost, after, hops in _moves(search, state):
            weight = yen + cost, count + len(hops)
            if weight < search.best.get(after, (1 << 40, 0)):
                search.best[after] = weight
                search.before[after] = state, hops
                heapq.heappush(queue, (*weight, after))
    return None


def _retrace(search: _Search, state: _State) -> list[Hop]:
    hops: list[Hop] = []
    while state in search.before:
        state, found = search.before[state]
        hops = [*found, *hops]
    return hops


def _passed(wish: Wish, place: str, passed: int) -> int:
    while passed < len(wish.via) and wish.via[passed] == place:
        passed += 1
    return passed


def _moves(search: _Search, state: _State) -> Iterator[tuple[int, _State, tuple[Hop, ...]]]:
    """Every ticket, and every discounted pair of tickets, that can follow a state."""
    for name, number in search.book.at.get(state.place, ()):
        if search.wish.only and name != search.wish.only:
            continue
        if name == state.system and not _may_follow_itself(search.wish, state):
            continue
        yield from _tickets(search, state, name, number)
    if search.wish.discounts and not search.wish.via and not search.wish.only:
        yield from _discounted(search, state)


def _may_follow_itself(wish: Wish, state: _State) -> bool:
    return state.entry >= 0 and state.place in wish.via


def _tickets(
    search: _Search, state: _State, name: str, number: int
) -> Iterator[tuple[int, _State, tuple[Hop, ...]]]:
    wish, fares = search.wish, search.book.systems[name]
    prices = fares.main.ic if wish.ic else fares.main.yen
    row = number * fares.count
    for leave in _ends(search.book, name, wish):
        yen = prices[row + leave]
        if leave == number or yen < 0 or not _ridable(fares, number, leave, wish.legal):
            continue
        one_way = partial(_one_way, fares, wish.legal)
        if name == state.system and one_way([state.entry, number, leave]):
            continue  # one ticket would do from where the last one began
        place = fares.places[leave]
        entry = number if place in wish.via else -1
        for reached in range(state.passed, len(wish.via) + 1):
            inside = [fares.index.get(p, -1) for p in wish.via[state.passed : reached]]
            if inside and (-1 in inside or not one_way([number, *inside, leave])):
                break
            passed = _passed(wish, place, reached)
            hop = Hop(name, number, leave, wish.via[state.passed : passed])
            yield yen, _State(place, name, entry, passed), (hop,)


def _discounted(search: _Search, state: _State) -> Iterator[tuple[int, _State, tuple[Hop, ...]]]:
    """Two tickets of a listed pair as one move, the discount taken off."""
    wish, book = search.wish, search.book
    for row in book.discounts:
        for order in (0, 1):
            first, second = (book.systems[s] for s in row["systems"][:: 1 - 2 * order])
            near, far = ("stations_a", "stations_b")[:: 1 - 2 * order]
            if first.name == state.system or state.place not in row[near]:
                continue
            middle = row["at"]
            if not {state.place, middle} <= first.index.keys() or middle not in second.index:
                continue
            for place in row[far]:
                hops = _pair(first, second, (state.place, middle, place), wish)
                if hops is not None:
                    cost = sum(_price(book, hop, wish.ic) for hop in hops) - row["yen"]
                    yield cost, _State(place, second.name), hops


def _pair(
    first: SystemFares, second: SystemFares, places: tuple[str, str, str], wish: Wish
) -> tuple[Hop, Hop] | None:
    start, middle, end = places
    if end not in second.index:
        return None
    one = Hop(first.name, first.index[start], first.index[middle])
    two = Hop(second.name, second.index[middle], second.index[end])
    for fares, hop in ((first, one), (second, two)):
        prices = fares.main.ic if wish.ic else fares.main.yen
        if prices[hop.entry * fares.count + hop.leave] < 0:
            return None
        if not _ridable(fares, hop.entry, hop.leave, wish.legal):
            return None
    return one, two


def _price(book: FareBook, hop: Hop, ic: bool) -> int:
    fares = book.systems[hop.system]
    return (fares.main.ic if ic else fares.main.yen)[hop.entry * fares.count + hop.leave]


@lru_cache(maxsize=256)
def _ends(book: FareBook, system: str, wish: Wish) -> tuple[int, ...]:
    """Where a ticket of a system may usefully end: changes, the target, via stations."""
    fares = book.systems[system]
    wanted = {wish.target, *wish.via}
    if wish.discounts:
        wanted |= {place for row in book.discounts for place in row["stations_a"]}
        wanted |= {place for row in book.discounts for place in row["stations_b"]}
    return tuple(
        number
        for number, place in enumerate(fares.places)
        if place in wanted or (not wish.only and len(book.at.get(place, ())) > 1)
    )


def _ridable(fares: SystemFares, a: int, b: int, legal: bool) -> bool:
    if not legal:
        return True
    part = inside_kanagawa(fares)
    return part[a] == part[b] >= 0


@lru_cache(maxsize=64)
def inside_kanagawa(fares: SystemFares) -> tuple[int, ...]:
    """For each station the part of the network in Kanagawa it belongs to; -1 outside."""
    graph = neighbours(fares, None)
    part = [-1] * fares.count
    for first in range(fares.count):
        if not fares.kanagawa[first] or part[first] >= 0:
            continue
        part[first] = first
        todo = [first]
        while todo:
            for following, _, _ in graph.get(todo.pop(), ()):
                if fares.kanagawa[following] and part[following] < 0:
                    part[following] = first
                    todo.append(following)
    return tuple(part)


def _one_way(fares: SystemFares, legal: bool, points: Sequence[int]) -> bool:
    """Whether a way passes the points in order and no station twice."""
    from planner.fares.ways import way_by

    if len(set(points)) < len(points):
        return False
    return way_by(inside_kanagawa_graph(fares) if legal else neighbours(fares, None), points)


@lru_cache(maxsize=16)
def inside_kanagawa_graph(fares: SystemFares) -> Neighbours:
    """The km graph of a system without the stations outside the prefecture."""
    return {
        node: [edge for edge in edges if fares.kanagawa[edge[0]]]
        for node, edges in neighbours(fares, None).items()
        if fares.kanagawa[node]
    }
