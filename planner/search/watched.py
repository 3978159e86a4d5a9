"""Stations that no ticket may pass twice: who does, and the bits that keep them apart."""

from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise

from planner.fares.walks import way
from planner.journey import Journey, Walk
from planner.search.fare_view import FareView

Chain = tuple[tuple[int, int, int], ...]
"""Rides in order: fare node boarded at, connections boarded and left at."""


def may_cost_more(view: FareView, chain: Chain) -> bool:
    """Whether the tickets of a chain of rides may cost more than the scan says.

    Only several rides in one system can pass a station twice, and only the Shinkansen is
    charged by the km ridden.
    """
    c = view.columns
    hop, system, rails = c["hop"], c["system"], c["rails"]
    ends = [(hop[on], hop[off]) for _, on, off in chain]
    if any(rails[first] or rails[end] for first, end in ends):
        return True
    if not any(system[a[1]] == system[b[0]] for a, b in pairwise(ends)):
        return False  # a ride alone always fits on one ticket
    before, seen, rides = -1, set[int](), 0
    for fare_node, on, off in chain:
        first, end = hop[on], hop[off]
        if system[first] != before:
            seen, rides = {number_of(view, fare_node)}, 0
        passed = _passed(view, on, off, system[end])
        if system[first] != system[end]:
            if rides:
                return True  # on from a chain and over a border: rare, left to quote
            seen = set()
        elif any(n in seen for n in passed) or len(set(passed)) < len(passed):
            return True
        seen.update(passed)
        before, rides = system[end], rides + 1
    return False


def number_of(view: FareView, fare_node: int) -> int:
    """The number in the fare book of a fare node's station."""
    c = view.columns
    first = c["system_stations"][c["node_system"][fare_node]]
    number: int = c["system_number"][first + c["node_exit"][fare_node]]
    return number


def _passed(view: FareView, on: int, off: int, system: int) -> list[int]:
    """Stations of a system that a ride passes, its boarding station left out, with repeats."""
    c, t = view.columns, view.timetable
    calls = range(t.conn_call[on], t.conn_call[off] + 1)
    hops = (c["hop"][t.call_conn[call]] for call in calls)
    passed: list[int] = []
    for hop in hops:
        if c["system"][hop] == system:
            passed += (hop_nodes(view, hop) or ())[1:]
    return passed


def passed_twice(view: FareView, journey: Journey) -> set[tuple[int, int]]:
    """(system, local number) of the stations a chain of rides in one system passes twice."""
    twice: set[tuple[int, int]] = set()
    seen: dict[int, set[int]] = {}
    for system, nodes in _parts(view, journey):
        if nodes is None:
            seen = {}
            continue
        if system not in seen:
            seen = {system: set()}
        old = seen[system]
        fresh = nodes[1:] if old else nodes
        twice |= {(system, n) for n in fresh if n in old}
        twice |= {(system, n) for i, n in enumerate(fresh) if n in fresh[:i]}
        old.update(nodes)
    return twice


def hop_nodes(view: FareView, hop: int) -> tuple[int, ...] | None:
    """The local numbers of all stations a hop runs along, both ends included."""
    c, t = view.columns, view.timetable
    system = c["system"][hop]
    if system < 0:
        return None
    cache = _HOP_NODES.setdefault(id(view), (view, {}))[1]
    if hop not in cache:
        fares = view.book.systems[view.systems[system]]
        line = view.book.line(t.route_id[c["hop_route"][hop]])
        first = c["system_stations"][system]
        numbers = c["system_number"][first : c["system_stations"][system + 1]].tolist()
        count = len(numbers)
        start, end = c["node_exit"][c["border"][hop]], c["exit_at"][hop]
        if c["border"][hop] < 0 or end >= count or line is None:
            cache[hop] = ()
        else:
            found = way(fares, line, numbers[start], numbers[end])
            cache[hop] = found or (numbers[start], numbers[end])
    return cache[hop]


_HOP_NODES: dict[int, tuple[FareView, dict[int, tuple[int, ...]]]] = {}


def _parts(view: FareView, journey: Journey) -> Iterator[tuple[int, tuple[int, ...] | None]]:
    """(system, stations passed) of every part of a ride in one system; None ends all tickets."""
    names = {system: i for i, system in enumerate(view.systems)}
    for leg in journey.legs:
        if isinstance(leg, Walk):
            yield -1, None
            continue
        for section in leg.sections:
            line = view.book.line(section.route_id)
            system = names.get(line.system, -1) if line else -1
            if system < 0 or line is None:
                yield -1, None
                continue
            yield system, _section_nodes(view, system, section.route_id, section.stations)


def _section_nodes(
    view: FareView, system: int, route_id: str, stations: Sequence[str]
) -> tuple[int, ...]:
    from planner.fares.matrix import find_station

    fares = view.book.systems[view.systems[system]]
    line = view.book.line(route_id)
    assert line is not None
    numbers = [find_station(fares, line.aliases.get(s, s)) for s in stations]
    known = [n for n in numbers if n is not None]
    nodes = known[:1]
    for number in known[1:]:
        if number != nodes[-1]:
            nodes += (way(fares, line, nodes[-1], number) or (nodes[-1], number))[1:]
    return tuple(nodes)


def watch_bits(
    view: FareView, watched: Sequence[tuple[int, int]]
) -> tuple["array[int]", "array[int]"]:
    """Bits of the watched stations that each hop passes (its start left out), and of fare nodes."""
    c = view.columns
    hops, nodes = len(c["system"]), view.fare_nodes
    hop_bits, node_bits = array("Q", bytes(16 * hops)), array("Q", bytes(16 * nodes))
    taken: dict[int, int] = {}
    bit_of: dict[tuple[int, int], int] = {}
    for system, number in watched:  # a label is in one system, so each has all the bits
        bit_of[system, number] = taken.get(system, 0)
        taken[system] = bit_of[system, number] + 1
    if not bit_of:
        return hop_bits, node_bits
    for hop in range(hops):
        for number in (hop_nodes(view, hop) or ())[1:]:
            bit = bit_of.get((c["system"][hop], number))
            if bit is not None:
                hop_bits[2 * hop + bit // 64] |= 1 << (bit % 64)
    for node in range(nodes):
        first = c["system_stations"][c["node_system"][node]]
        number = c["system_number"][first + c["node_exit"][node]]
        bit = bit_of.get((c["node_system"][node], number))
        if bit is not None:
            node_bits[2 * node + bit // 64] |= 1 << (bit % 64)
    return hop_bits, node_bits
