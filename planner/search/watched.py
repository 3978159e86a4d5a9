"""Stations that no ticket may pass twice: who does, and the bits that keep them apart."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from planner.errors import TooMuch
from planner.fares.walks import way
from planner.journey import Journey, Walk
from planner.search import kernels_passed
from planner.search.fare_view import FareView

MOST_WATCHED = 127
"""Stations of one system, by 128 bits: all of them together say that a ticket is spent."""


@dataclass(slots=True)
class Refined:
    """What a scan looks at more closely, because answers turned out dearer than it had said.

    ``watched``: (system, number of a station in it) that no ticket may pass twice. ``by_km``:
    tickets with the Shinkansen on them are charged by the km ridden, not by the shortest way.
    """

    watched: list[tuple[int, int]] = field(default_factory=list)
    by_km: bool = False

    def refine(self, passed_twice: set[tuple[int, int]], fast: bool) -> None:
        """Watch more stations, or count km where there are none.

        Raises:
            TooMuch: more stations of one system than can be watched, or nothing is left to look at.
        """
        more = sorted(passed_twice - set(self.watched))
        self.watched += more
        systems = [system for system, _ in self.watched]
        if max(map(systems.count, systems), default=0) > MOST_WATCHED:
            raise TooMuch(
                f"more than {MOST_WATCHED} stations of one system may be passed twice on a ticket; "
                "set a budget or a deadline",
                f"1枚のきっぷで2度通りうる駅が{MOST_WATCHED}を超えました。"
                "予算か到着時刻を指定してください",
            )
        if not more and (self.by_km or not fast):
            raise TooMuch(
                "a ticket costs more than its stations and km say; set a budget or a deadline",
                "駅とキロからは運賃の決まらないきっぷがあります。予算か到着時刻を指定してください",
            )
        self.by_km |= not more


def chain_of(pool: "array[int]", last: tuple[int, int, int]) -> "array[int]":
    """The rides before and with the last (parent record, connections boarded and left at):
    of each the fare node boarded at, the connections boarded and left at."""
    room = _ROOM[0]
    count = kernels_passed.rides(pool, *last, room)
    if 3 * count > len(room):
        room = _ROOM[0] = array("i", bytes(24 * count))
        kernels_passed.rides(pool, *last, room)
    return room[: 3 * count]


_ROOM = [array("i", bytes(12 * 64))]


def may_cost_more(view: FareView, chain: "array[int]") -> bool:
    """Whether the tickets of a chain of rides may cost more than the scan says.

    Only several rides in one system can pass a station twice, and only the Shinkansen is
    charged by the km ridden.
    """
    return bool(kernels_passed.may_cost_more(view.passing, chain))


def rides_fast(view: FareView, chain: "array[int]") -> bool:
    """Whether a chain of rides has one on the Shinkansen."""
    c = view.columns
    return any(c["rails"][c["hop"][connection]] for connection in chain[1::3])


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
    c, width = view.columns, view.numbers
    hop_bits = array("Q", bytes(16 * len(c["system"])))
    node_bits = array("Q", bytes(16 * view.fare_nodes))
    taken: dict[int, int] = {}
    bit_of = array("i", [-1]) * (len(view.systems) * width)
    for system, number in watched:  # a label is in one system, so each has all the bits
        if number < width:
            bit_of[system * width + number] = taken.get(system, 0)
        taken[system] = taken.get(system, 0) + 1
    kernels_passed.watch(view.passing, c["node_system"], bit_of, width, hop_bits, node_bits)
    return hop_bits, node_bits
