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

from planner.fares.quote import How, priced
from planner.journey import Journey, Ride, Walk
from planner.search import kernels_fare
from planner.search.earliest import earliest, pareto
from planner.search.earliest import front as time_front
from planner.search.fare_view import NOT_BY_KM, FareView
from planner.search.footpaths import walk_between, walk_from_station, walk_to_station
from planner.search.pool import FIRST_POOL, bits_of, larger, pool_of
from planner.search.records import ANSWER, BITS, PLAIN, UNKNOWN, WIDTH
from planner.search.retrace import retrace, ride
from planner.search.trains import fewest_trains
from planner.search.watched import (
    Refined,
    chain_of,
    may_cost_more,
    passed_twice,
    rides_fast,
    watch_bits,
)
from planner.timetable.model import NEVER

ENDLESS = UNKNOWN - 1
"""A budget above every price."""
MOST_TRAINS = 60
STEPS = (100, 115, 150)
"""Budgets to try first, in percent of the least price there can be: most questions need no more."""
Words = Sequence[int]
_EMPTY = array("i")
_NO_LOOPS = array("B")
_TO_A_GOAL = kernels_fare.Everywhere(_EMPTY, _EMPTY, _EMPTY, _EMPTY, _EMPTY)


@dataclass(frozen=True, slots=True)
class Limits:
    """What an answer may cost and take: yen, service seconds, trains; and what is asked for.

    ``trains``: count them as a third criterion. ``first``: only the earliest arrival. ``cheapest``:
    only the least yen and its earliest arrival are of interest. ``split``: tickets may end at any
    change.
    """

    until: int
    budget: int = ENDLESS
    most_trains: int = MOST_TRAINS
    trains: bool = False
    first: bool = False
    cheapest: bool = False
    split: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """An answer of the scan: its journey, priced."""

    arrival: int
    yen: int
    trains: int
    journey: Journey


KNOWN = -2
"""The parent record of an answer that was there before the scan."""


@dataclass(frozen=True, slots=True)
class Priced:
    """An answer at its true price; its journey only where it had to be looked at."""

    arrival: int
    yen: int
    trains: int
    chain: "array[int]"
    journey: Journey | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """What answers are compared by."""
        return self.arrival, self.yen, self.trains


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
        self._passing = "passing" in view.timetable.meta
        if self._passing:  # a detour to and fro needs tickets of one system
            self._least = self._loose
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
        refined: Refined | None = None,
        known: Sequence[tuple[int, int, int]] = (),
    ) -> Scanned:
        """Run the kernel once.

        Args:
            refined: what to look at more closely.
            known: (arrival, yen, trains) of journeys that exist: only better ones are looked for.

        Raises:
            TooMuch: more labels than memory should hold; nothing is dropped silently.
        """
        if self.least_yen(limits.split) > limits.budget:
            return Scanned(array("i"), 0, array("i"), 0, 0)
        size = FIRST_POOL
        while True:
            scanned = self._scan(time, limits, refined or Refined(), known, size)
            if scanned is not None:
                return scanned
            size = larger(size)

    def _scan(
        self,
        time: int,
        limits: Limits,
        refined: Refined,
        known: Sequence[tuple[int, int, int]],
        size: int,
    ) -> Scanned | None:
        watched, watch = refined.watched, 2 if refined.by_km else int(bool(refined.watched))
        view, room = self.view, self.view.room(size, bool(watch))
        pool, loose = pool_of(size), limits.split or self._passing
        bits = watch_bits(view, watched) if watched else (view.no_bits, view.no_bits)
        by_km, turns = view.by_km if refined.by_km else (NOT_BY_KM, None)
        used = self.seed(time, limits, pool, (bits[1], turns) if watch else None)
        answers = array("i", bytes(4 * ANSWER * (len(known) + size // 64)))
        counter = array("i", [0, 0, 0])
        for i, (arrival, yen, trains) in enumerate(known):
            record = [arrival, yen, trains if limits.trains else 0, KNOWN, -1, -1]
            answers[i * ANSWER : (i + 1) * ANSWER] = array("i", record)
        counted, fewest = None, NEVER
        if limits.trains:
            counted = self.origin
            fewest = max(fewest_trains(view.timetable, self.origin, self.goal), 1)
        count = kernels_fare.scan(
            view.tables, room, view.goal(self.goal, loose, counted), *bits,
            view.loops if watch else _NO_LOOPS,
            view.timetable.first_departing(time), limits.until, limits.budget, limits.most_trains,
            self.least_yen(limits.split), fewest,
            int(limits.trains), int(limits.first), watch, int(limits.split),
            used, answers, len(known), _TO_A_GOAL, by_km, counter,
        )  # fmt: skip
        if count < 0:
            return None
        return Scanned(answers, count, pool, counter[1], counter[0])

    def seed(
        self,
        time: int,
        limits: Limits,
        pool: "array[int]",
        bits: "tuple[Words, Words | None] | None",
    ) -> int:
        """Labels of the start: at its own nodes, and where it is walked to.

        ``bits``: of fare nodes the watched stations, and the stretches to be ridden out and back;
        None where nothing is looked at more closely.
        """
        fresh, head = self.view.columns["fresh"], self.view.heads
        used = 0
        for node, seconds in self.starts:
            if time + seconds > limits.until:
                continue
            record = [time + seconds, 0, fresh[node], 0, head[node], -1, -1, -1, node, 0, 0, -1]
            pool[used * WIDTH : (used + 1) * WIDTH] = array("i", record)
            if bits is not None:
                watched, turns = bits
                one, two = watched[2 * node : 2 * node + 2]
                flags = 0 if turns is None else PLAIN | turns[node]
                words = array("Q", [one, two, one, two, 0, 0, 0, flags])
                bits_of(len(pool) // WIDTH)[used * BITS : (used + 1) * BITS] = words
            head[node] = used
            used += 1
        return used

    def journeys(self, time: int, limits: Limits) -> list[Found]:
        """Every journey that none beats, by (arrival, yen, trains); its price is ``quote``'s."""
        return [self._told(answer, limits) for answer in self.front(time, limits)]

    def front(self, time: int, limits: Limits) -> list["Priced"]:
        """Every (arrival, yen, trains) that none beats, exactly; retraced only as far as needed.

        Small budgets come first: once an answer arrives as soon as any journey can, no other one
        of the front costs more, so the scan of dearer journeys, by far the largest, is spared. At
        last the quickest journeys are priced: none of the front costs more than they do.
        """
        found = self._on_foot(time, limits) if self.origin != self.goal else []
        least = self.least_yen(limits.split)
        if not self.known or least >= UNKNOWN:
            return found
        refined = Refined(self._round_trip())
        steps = [] if limits.first else _steps(least, limits.budget)
        soonest = self._soonest(time, limits) if steps else []
        if steps and not soonest:
            return found
        for budget in steps or [limits.budget]:
            first = limits.first or (budget == least and not limits.trains)
            step = replace(limits, budget=budget, first=first)
            found = self._refined(found, refined, time, step)
            enough = limits.cheapest and any(f.yen <= budget for f in found)
            if not steps or enough or _all_met(soonest, found, budget):
                return [f for f in found if f.yen <= limits.budget]
        found += self._quickest(time, limits)
        dearest = min(_dearest(soonest, found, limits), limits.budget)
        found = self._refined(found, refined, time, replace(limits, budget=dearest))
        return [f for f in found if f.yen <= limits.budget]

    def _refined(
        self, found: list["Priced"], refined: Refined, time: int, limits: Limits
    ) -> list["Priced"]:
        """The front within a budget, of what is found already and all else; ``refined`` grows.

        A dearer answer may have been put in the place of truly cheaper ones, so the scan goes on
        until each of its answers costs what it says.
        """
        while True:
            known = [f.key for f in found if f.yen <= limits.budget]
            scanned = self.scan(time, limits, refined, known)
            twice: set[tuple[int, int]] = set()
            dearer = fast = False
            for answer in self._answers(scanned):
                exact = self._exact(answer, limits)
                found.append(exact)
                if exact.yen > answer.yen:
                    dearer = True
                    assert exact.journey is not None
                    twice |= passed_twice(self.view, exact.journey)
                    fast = fast or rides_fast(self.view, answer.chain)
            if not dearer or (
                (self._passing or self.view.discounts) and twice <= set(refined.watched)
            ):
                return _best(found, limits)  # with vias counting km would take too long
            refined.refine(twice, fast)

    def _soonest(self, time: int, limits: Limits) -> list[tuple[int, int]]:
        """(arrival, trains) that no journey beats, whatever it costs; trains 0 if not counted."""
        ends = self.view.timetable, self.origin, self.goal, time, limits.until
        if not limits.trains:
            arrival = earliest(*ends).best[0]
            return [(arrival, 0)] if arrival < NEVER else []
        return [(a, k) for a, k in time_front(pareto(*ends)) if k <= limits.most_trains]

    def _quickest(self, time: int, limits: Limits) -> list["Priced"]:
        """The journeys that none beats in arrival and trains, at their prices."""
        labels = pareto(self.view.timetable, self.origin, self.goal, time, limits.until)
        how, found = self._how(limits.split), []
        for arrival, trains in time_front(labels):
            if trains <= limits.most_trains:
                journey = priced(retrace(labels, self.date, trains), how=how, book=self.view.book)
                fare = UNKNOWN if journey.fare is None else int(journey.fare)
                found.append(Priced(arrival, fare, trains, _EMPTY, journey))
        return found

    def _how(self, split: bool = False) -> How:
        return How(ic=self.view.ic, split=split, discounts=self.view.discounts)

    def _exact(self, answer: "Priced", limits: Limits) -> "Priced":
        """The answer at the price that quote says."""
        if not self._may_differ(answer, limits):
            return answer
        return self._priced(answer, self._how(limits.split))

    def _round_trip(self) -> list[tuple[int, int]]:
        """Start and goal as stations no ticket may pass twice, if they are one and the same."""
        t = self.view.timetable
        passing = t.meta.get("passing", ())
        if (self.goal - self.origin) % (t.stations // (len(passing) + 1)):
            return []
        system = self.view.columns["node_system"]
        return sorted({(system[node], self.view.node_number[node]) for node, _ in self.starts})

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
        return limits.split or may_cost_more(self.view, answer.chain)

    def _priced(self, answer: "Priced", how: How) -> "Priced":
        journey = priced(self._journey(answer.chain, self.goal), how=how, book=self.view.book)
        fare = UNKNOWN if journey.fare is None else int(journey.fare)
        return replace(answer, yen=fare, journey=journey)

    def price(self, chain: "array[int]", goal: int) -> int:
        """What ``quote`` says a chain of rides costs; UNKNOWN where it does not know."""
        how = self._how()
        fare = priced(self._journey(chain, goal), how=how, book=self.view.book).fare
        return UNKNOWN if fare is None else int(fare)

    def _told(self, answer: "Priced", limits: Limits) -> Found:
        journey = answer.journey
        if journey is None:
            how = self._how(limits.split)
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
        journey = Journey(self.date, (walk_between(t, begin, end, time),))
        return [Priced(time + seconds, 0, 0, _EMPTY, journey)]

    def _journey(self, chain: "array[int]", goal: int) -> Journey:
        """The journey of a chain of rides, with the walks between them and at its ends."""
        t, node_of = self.view.timetable, self.view.columns["node"]
        legs: list[Ride | Walk] = []
        begin = node_of[chain[0]]
        if t.node_station[begin] != self.origin:
            legs.append(walk_from_station(t, self.origin, begin, t.dep[chain[1]]))
        left_at = begin
        for fare_node, on, off in zip(chain[::3], chain[1::3], chain[2::3], strict=True):
            board = node_of[fare_node]
            if t.node_station[left_at] != t.node_station[board]:
                legs.append(walk_between(t, left_at, board, int(legs[-1].arrives)))
            legs.append(ride(t, on, off))
            left_at = t.to[off]
        if t.node_station[left_at] != goal:
            legs.append(walk_to_station(t, left_at, goal, t.arr[chain[-1]]))
        return Journey(self.date, tuple(legs))


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


def _steps(least: int, budget: int) -> list[int]:
    """Budgets to try before the one that is set: the least price there can be, and little more."""
    steps = [least * percent // 100 for percent in STEPS]
    return [yen for yen in dict.fromkeys(steps) if 11 * yen <= 10 * budget]


def _dearest(soonest: Sequence[tuple[int, int]], found: Sequence[Priced], limits: Limits) -> int:
    """What none of the journeys still to be found costs more than, of those that are wanted."""
    if limits.cheapest:
        return min((f.yen for f in found), default=limits.budget)
    return max(
        min(
            (f.yen for f in found if f.arrival <= a and (f.trains <= k or not k)),
            default=limits.budget,
        )
        for a, k in soonest
    )


def _all_met(wanted: Sequence[tuple[int, int]], found: Sequence[Priced], budget: int) -> bool:
    """Whether each (arrival, trains) has an answer within the budget that is as good."""
    return all(
        any(f.arrival <= a and (f.trains <= k or not k) and f.yen <= budget for f in found)
        for a, k in wanted
    )


def _best(found: list[Priced], limits: Limits) -> list[Priced]:
    """Those none beats, after pricing; of equals the first."""

    def key(f: Priced) -> tuple[int, int, int]:
        return (f.arrival, f.yen, f.trains if limits.trains else 0)

    kept: list[Priced] = []
    for f in sorted(found, key=key):
        if not any(all(a <= b for a, b in zip(key(g), key(f), strict=True)) for g in kept):
            kept.append(f)
    return kept
