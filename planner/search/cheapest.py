"""Journeys with prices: every one that none beats in (arrival, yen[, changes]), exactly.

The scan prices a ticket by (class, entry, exit) alone. That is its price unless the ticket passes a
station twice (or its Shinkansen ride is charged by the km ridden), so each answer is priced again
by ``quote``. Where the two differ, the stations passed twice are watched - no ticket may pass them
twice - and the scan runs again: counterexample-guided refinement, exact because what is not watched
only makes a journey look cheaper than it is.

A journey whose ticket passes a station twice is cut at a change. Where such a cut happens to cost
less than the whole (two tickets may), riding to and fro to force it is not sought for; ``--tickets
split`` leaves the gates there instead.
"""

import datetime as dt
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from planner.errors import TooMuch
from planner.fares.quote import How, priced
from planner.fares.walks import way
from planner.journey import Journey, Ride, Walk
from planner.search import kernels_fare
from planner.search.fare_view import FareView
from planner.search.records import ANSWER, BITS, UNKNOWN, WIDTH
from planner.search.retrace import ride, walk_seconds
from planner.timetable.model import NEVER, Timetable
from planner.units import ServiceSeconds

ENDLESS = UNKNOWN - 1
"""A budget above every price."""
MOST_TRAINS = 60
MOST_WATCHED = 127  # of 128 bits: all of them together say that a ticket is spent
MOST_LABELS = 1 << 24
_FIRST_POOL = 1 << 13


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer may cost and take: yen, service seconds, trains; and what is asked for.

    ``trains``: count them as a third criterion. ``first``: only the earliest arrival. ``split``:
    tickets may end at any change.
    """

    until: int
    budget: int = ENDLESS
    most_trains: int = MOST_TRAINS
    trains: bool = False
    first: bool = False
    split: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """An answer of the scan: its journey, priced."""

    arrival: int
    yen: int
    trains: int
    journey: Journey


Chain = tuple[tuple[int, int, int], ...]
"""Rides in order: fare node boarded at, connections boarded and left at."""
KNOWN = -2
"""The parent record of an answer that was there before the scan."""


@dataclass(frozen=True, slots=True)
class Priced:
    """An answer at its true price; its journey only where it had to be looked at."""

    arrival: int
    yen: int
    trains: int
    chain: Chain
    journey: Journey | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """What answers are compared by."""
        return self.arrival, self.yen, self.trains


def chain_of(pool: "array[int]", last: tuple[int, int, int]) -> Chain:
    """The rides before and with the last: (label boarded from, connections)."""
    parent, on, off = last
    rides = []
    while True:
        record = parent * WIDTH
        rides.append((pool[record + 8], on, off))
        if pool[record + 7] < 0:
            return tuple(reversed(rides))
        on, off, parent = pool[record + 6], pool[record + 7], pool[record + 5]


@dataclass
class Scanned:
    """The scan's answers and the pool they can be retraced in."""

    answers: "array[int]"
    count: int
    pool: "array[int]"
    labels: int
    connections: int


class FareSearch:
    """Searches between two stations of a view; ``date`` is the service date of the journeys."""

    def __init__(self, view: FareView, date: dt.date, origin: int, goal: int) -> None:
        self.view = view
        self.date = date
        self.origin = origin
        self.goal = goal
        bounds = view.bounds(goal)
        self.known = bounds is not None and origin != goal
        self._loose = bounds.least_loose if bounds else _EMPTY
        self._least = bounds.least_fare if bounds else _EMPTY
        if "passing" in view.timetable.meta:  # a detour to and fro needs tickets of one system
            self._least = self._loose
        self._time = bounds.least_time if bounds else _EMPTY
        self._goal = view.goal_times(goal)
        self.starts = _starts(view, origin)

    def least_yen(self, split: bool = False) -> int:
        """No journey costs less, whenever it runs; UNKNOWN where none has a price."""
        if not self.known:
            return UNKNOWN
        least, fresh = self._loose if split else self._least, self.view.columns["fresh"]
        return min((least[fresh[n]] for n, _ in self.starts), default=UNKNOWN)

    def scan(
        self,
        time: int,
        limits: Limits,
        watched: Sequence[tuple[int, int]] = (),
        known: Sequence[tuple[int, int, int]] = (),
    ) -> Scanned:
        """Run the kernel once.

        Args:
            watched: (system, number of a station in it) that no ticket may pass twice.
            known: (arrival, yen, trains) of journeys that exist: only better ones are looked for.

        Raises:
            TooMuch: more labels than memory should hold; nothing is dropped silently.
        """
        if self.least_yen(limits.split) > limits.budget:
            return Scanned(array("i"), 0, array("i"), 0, 0)
        size = _FIRST_POOL
        while True:
            scanned = self._scan(time, limits, watched, known, size)
            if scanned is not None:
                return scanned
            size = larger(size)

    def _scan(
        self,
        time: int,
        limits: Limits,
        watched: Sequence[tuple[int, int]],
        known: Sequence[tuple[int, int, int]],
        size: int,
    ) -> Scanned | None:
        view, c, t = self.view, self.view.columns, self.view.timetable
        pool = pool_of(size)
        hop_bits, node_bits = _watch_bits(view, watched) if watched else view.no_bits
        bits = array("Q", bytes(8 * BITS * (size if watched else 1)))
        head = array("i", [-1]) * view.fare_nodes
        used = self.seed(time, limits, pool, bits if watched else None, node_bits, head)
        runs = view.runs
        answers = array("i", bytes(4 * ANSWER * (len(known) + size // 64)))
        counter = array("i", [0, 0, 0])
        for i, (arrival, yen, trains) in enumerate(known):
            record = [arrival, yen, trains if limits.trains else 0, KNOWN, -1, -1]
            answers[i * ANSWER : (i + 1) * ANSWER] = array("i", record)
        loose = limits.split
        count = kernels_fare.scan(
            t.dep, t.arr, t.run,
            c["hop"], c["system"], c["frm"], c["to"], c["exit_at"], c["entry_at"], c["border"],
            c["rails"], hop_bits, node_bits,
            c["fare_row"], c["fares"], c["row"], c["local"], c["worst"], c["same"],
            c["fresh"], c["node_exit"], c["joint"], c["express"], view.rail_width,
            c["onward_first"], c["onward_to"], c["onward_time"], c["onward_keep"],
            self._goal, self._loose if loose else self._least, self._time,
            self._trains if limits.trains else view.no_trains,
            t.first_departing(time), limits.until, limits.budget, limits.most_trains,
            self.least_yen(loose), self._fewest() if limits.trains else NEVER,
            int(limits.trains), int(limits.first), int(bool(watched)), int(limits.split),
            head, runs.head[:], runs.system, runs.exit,
            pool, bits, used, answers, len(known), _EMPTY, _EMPTY, counter,
        )  # fmt: skip
        if count < 0:
            return None
        return Scanned(answers, count, pool, counter[1], counter[0])

    @cached_property
    def _trains(self) -> "array[int]":
        """fare node -> least trains to the goal, 0 where that is not known."""
        return self.view.goal_trains(self.goal)

    def _fewest(self) -> int:
        t = self.view.timetable
        if not len(t.min_trips):
            return 1
        return max(int(t.min_trips[self.origin * t.stations + self.goal]), 1)

    def seed(
        self,
        time: int,
        limits: Limits,
        pool: "array[int]",
        bits: "array[int] | None",
        node_bits: "array[int]",
        head: "array[int]",
    ) -> int:
        """Labels of the start: at its own nodes, and where it is walked to."""
        fresh = self.view.columns["fresh"]
        used = 0
        for node, seconds in self.starts:
            if time + seconds > limits.until:
                continue
            record = [time + seconds, 0, fresh[node], 0, head[node], -1, -1, -1, node, 0, 0, -1]
            pool[used * WIDTH : (used + 1) * WIDTH] = array("i", record)
            if bits is not None:
                words = node_bits[2 * node : 2 * node + 2]
                bits[used * BITS : used * BITS + 4] = words + words
            head[node] = used
            used += 1
        return used

    def journeys(self, time: int, limits: Limits) -> list[Found]:
        """Every journey that none beats, by (arrival, yen, trains); its price is ``quote``'s."""
        return [self._told(answer, limits) for answer in self.front(time, limits)]

    def front(self, time: int, limits: Limits) -> list["Priced"]:
        """Every (arrival, yen, trains) that none beats, exactly; retraced only as far as needed."""
        found = self._on_foot(time, limits) if self.origin != self.goal else []
        if not self.known or self.least_yen(limits.split) >= UNKNOWN:
            return found
        watched = self._round_trip()
        how = How(ic=self.view.ic, split=limits.split)
        while True:
            known = [f.key for f in found if f.yen <= limits.budget]
            scanned = self.scan(time, limits, watched, known)
            more: set[tuple[int, int]] = set()
            dearer = False
            for answer in self._answers(scanned):
                if not self._may_differ(answer, limits):
                    found.append(answer)
                    continue
                exact = self._priced(answer, how)
                found.append(exact)
                if exact.yen > answer.yen:
                    dearer = True
                    assert exact.journey is not None
                    more |= self._passed_twice(exact.journey) - set(watched)
            if not dearer or not more or len(watched) + len(more) > MOST_WATCHED:
                return _best([f for f in found if f.yen <= limits.budget], limits)
            watched += sorted(more)

    def _round_trip(self) -> list[tuple[int, int]]:
        """Start and goal as stations no ticket may pass twice, if they are one and the same."""
        t = self.view.timetable
        passing = t.meta.get("passing", ())
        if (self.goal - self.origin) % (t.stations // (len(passing) + 1)):
            return []
        system = self.view.columns["node_system"]
        return sorted({(system[node], self._number(node)) for node, _ in self.starts})

    def _answers(self, scanned: Scanned) -> Iterator["Priced"]:
        """The new answers of a scan, with their chains of rides."""
        for i in range(scanned.count):
            arrival, yen, trains, *last = scanned.answers[i * ANSWER : (i + 1) * ANSWER]
            if last[0] != KNOWN:
                chain = chain_of(scanned.pool, (last[0], last[1], last[2]))
                yield Priced(arrival, yen, trains, chain)

    def _may_differ(self, answer: "Priced", limits: Limits) -> bool:
        """Whether quote may say another price: several rides in one system may pass a station
        twice, the Shinkansen is charged by the km ridden, and split tickets may cost less."""
        return limits.split or self.may_cost_more(answer.chain)

    def _priced(self, answer: "Priced", how: How) -> "Priced":
        journey = priced(self._journey(answer.chain, self.goal), how=how, book=self.view.book)
        fare = UNKNOWN if journey.fare is None else int(journey.fare)
        return replace(answer, yen=fare, trains=answer.trains, journey=journey)

    def _told(self, answer: "Priced", limits: Limits) -> Found:
        journey = answer.journey
        if journey is None:
            how = How(ic=self.view.ic, split=limits.split)
            journey = priced(self._journey(answer.chain, self.goal), how=how, book=self.view.book)
        fare = UNKNOWN if journey.fare is None else int(journey.fare)
        assert fare == answer.yen, f"priced {answer.yen}, but {fare} by its tickets: {journey}"
        return Found(answer.arrival, fare, len(journey.rides), journey)

    def _on_foot(self, time: int, limits: Limits) -> list["Priced"]:
        """Walking all the way, which costs nothing."""
        t = self.view.timetable
        walks = [
            (t.walk_time[e], node, t.walk_to[e])
            for node in t.nodes_of(self.origin)
            for e in range(t.walk_first[node], t.walk_first[node + 1])
            if t.node_station[t.walk_to[e]] == self.goal
        ]
        if not walks or time + min(walks)[0] > limits.until:
            return []
        seconds, begin, end = min(walks)
        journey = Journey(self.date, (_walk(t, begin, end, time),))
        return [Priced(time + seconds, 0, 0, (), journey)]

    def _journey(self, chain: "Chain", goal: int) -> Journey:
        """The journey of a chain of rides, with the walks between them and at its ends."""
        t, node_of = self.view.timetable, self.view.columns["node"]
        legs: list[Ride | Walk] = []
        begin = node_of[chain[0][0]]
        if t.node_station[begin] != self.origin:
            legs.append(_walk_from_station(t, self.origin, begin, t.dep[chain[0][1]]))
        left_at = begin
        for fare_node, on, off in chain:
            board = node_of[fare_node]
            if t.node_station[left_at] != t.node_station[board]:
                legs.append(_walk(t, left_at, board, int(legs[-1].arrives)))
            legs.append(ride(t, on, off))
            left_at = _arrives_at(t, off)
        if t.node_station[left_at] != goal:
            legs.append(_walk_to_station(t, left_at, goal, t.arr[chain[-1][2]]))
        return Journey(self.date, tuple(legs))

    def may_cost_more(self, chain: "Chain") -> bool:
        """Whether the tickets of a chain of rides may cost more than the scan says.

        Only several rides in one system can pass a station twice, and only the Shinkansen is
        charged by the km ridden.
        """
        c = self.view.columns
        hop, system, rails = c["hop"], c["system"], c["rails"]
        before, seen, rides = -1, set[int](), 0
        for fare_node, on, off in chain:
            first, end = hop[on], hop[off]
            if rails[first] or rails[end]:
                return True
            if system[first] != before:
                seen, rides = {self._number(fare_node)}, 0
            passed = self._passed(on, off, system[end])
            if system[first] != system[end]:
                if rides:
                    return True  # on from a chain and over a border: rare, left to quote
                seen = set()
            elif any(n in seen for n in passed) or len(set(passed)) < len(passed):
                return True
            seen.update(passed)
            before, rides = system[end], rides + 1
        return False

    def _number(self, fare_node: int) -> int:
        """The number in the fare book of a fare node's station."""
        c = self.view.columns
        first = c["system_stations"][c["node_system"][fare_node]]
        number: int = c["system_number"][first + c["node_exit"][fare_node]]
        return number

    def _passed(self, on: int, off: int, system: int) -> list[int]:
        """Stations of a system that a ride passes, its boarding station left out, with repeats."""
        c, t = self.view.columns, self.view.timetable
        calls = range(t.conn_call[on], t.conn_call[off] + 1)
        hops = (c["hop"][t.call_conn[call]] for call in calls)
        passed: list[int] = []
        for hop in hops:
            if c["system"][hop] == system:
                passed += (_hop_nodes(self.view, hop) or ())[1:]
        return passed

    def _passed_twice(self, journey: Journey) -> set[tuple[int, int]]:
        """(system, local number) of the stations a chain of rides in one system passes twice."""
        twice: set[tuple[int, int]] = set()
        seen: dict[int, set[int]] = {}
        for system, nodes in _chains(self.view, journey):
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


def larger(size: int) -> int:
    """The next size of a pool that was too small.

    Raises:
        TooMuch: more labels than memory should hold.
    """
    if 4 * size > MOST_LABELS:
        raise TooMuch(
            f"the search made more than {size} labels; set a budget or a deadline",
            f"探索のラベルが {size} を超えました。予算か到着時刻を指定してください",
        )
    return 4 * size


_EMPTY = array("i")
_POOLS: dict[int, "array[int]"] = {}


def pool_of(size: int) -> "array[int]":
    """Room for so many labels, used again by the next scan: only what is written is read."""
    if size not in _POOLS:
        _POOLS[size] = array("i", bytes(4 * WIDTH * size))
    return _POOLS[size]


def _starts(view: FareView, origin: int) -> list[tuple[int, int]]:
    """(fare node, seconds) where a traveller at the origin can board."""
    t = view.timetable
    least: dict[int, int] = {}
    for node in t.nodes_of(origin):
        for fare_node in view.nodes_at.get(node, ()):
            least[fare_node] = 0
    for node in t.nodes_of(origin):
        for e in range(t.walk_first[node], t.walk_first[node + 1]):
            for fare_node in view.nodes_at.get(t.walk_to[e], ()):
                least[fare_node] = min(least.get(fare_node, NEVER), t.walk_time[e])
    return sorted(least.items())


def _arrives_at(t: Timetable, connection: int) -> int:
    node: int = t.to[connection]
    return node


def _walk(t: Timetable, begin: int, end: int, departs: int) -> Walk:
    seconds = walk_seconds(t, begin, end)
    names = t.station_name[t.node_station[begin]], t.station_name[t.node_station[end]]
    return Walk(names[0], names[1], ServiceSeconds(departs), ServiceSeconds(departs + seconds))


def _walk_to_station(t: Timetable, begin: int, station: int, departs: int) -> Walk:
    ends = range(t.walk_first[begin], t.walk_first[begin + 1])
    goals = [e for e in ends if t.node_station[t.walk_to[e]] == station]
    best = min(goals, key=lambda e: t.walk_time[e])
    return _walk(t, begin, t.walk_to[best], departs)


def _walk_from_station(t: Timetable, station: int, end: int, arrives: int) -> Walk:
    """The first walk, as late as will do."""
    begins = range(t.back_first[end], t.back_first[end + 1])
    starts = [e for e in begins if t.node_station[t.back_from[e]] == station]
    best = min(starts, key=lambda e: t.back_time[e])
    return _walk(t, t.back_from[best], end, arrives - t.back_time[best])


def _best(found: list[Priced], limits: Limits) -> list[Priced]:
    """Those none beats, after pricing; of equals the first."""

    def key(f: Priced) -> tuple[int, int, int]:
        return (f.arrival, f.yen, f.trains if limits.trains else 0)

    kept: list[Priced] = []
    for f in sorted(found, key=key):
        if not any(all(a <= b for a, b in zip(key(g), key(f), strict=True)) for g in kept):
            kept.append(f)
    return kept


def _hop_nodes(view: FareView, hop: int) -> tuple[int, ...] | None:
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


def _chains(view: FareView, journey: Journey) -> Iterator[tuple[int, tuple[int, ...] | None]]:
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


def _watch_bits(
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
        for number in (_hop_nodes(view, hop) or ())[1:]:
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


def leaving_late(search: FareSearch, found: Found, time: int, latest: int, limits: Limits) -> Found:
    """The journey of the same arrival, fare and trains that leaves latest: by bisection, because
    whoever may start later can do no more than whoever starts earlier.

    Args:
        latest: nobody who starts later arrives in time (service seconds).
    """
    tight = replace(
        limits, until=found.arrival, budget=found.yen, most_trains=found.trains, trains=True,
        first=True,
    )  # fmt: skip
    best, low, high = found, max(time, int(found.journey.departs)), latest
    middle = high  # often nobody need leave earlier than the clock alone demands
    while low < high:
        again = [f for f in search.journeys(middle, tight) if f.yen <= found.yen]
        if again:
            best = again[0]
            low = max(middle, int(best.journey.departs))
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return best
