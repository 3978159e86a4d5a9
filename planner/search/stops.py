"""Journeys over stations one gets off at: each part has tickets of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from planner.errors import TooMuch
from planner.journey import Journey
from planner.search.pair import Pair
from planner.timetable.model import Timetable
from planner.units import DAY

Stages = Sequence[Sequence[int]]
"""Where a journey gets off, in turn: a stop may be one station or its copies before and after a
via."""
MOST_IN_ANY_ORDER = 6
"""Orders grow with the factorial: 720 are looked through, 5,040 are not."""


@dataclass(frozen=True, slots=True)
class Part:
    """A beginning of the journey, up to a station; ``yen`` None: a price is unknown."""

    arrives: int
    yen: int | None
    journey: Journey | None
    at: int = -1

    @property
    def key(self) -> tuple[int, int, int]:
        """What parts are compared by: arrival, yen (unknown is dear), trains."""
        dear = 1 << 60
        trains = len(self.journey.rides) if self.journey else 0
        return self.arrives, dear if self.yen is None else self.yen, trains


def over_stops(
    pair: Callable[[int, int], Pair], stages: Stages, time: int, until: int
) -> list[Journey]:
    """Every journey over one station of each stage in order that none beats, by arrival."""
    parts = [Part(time, 0, None, station) for station in stages[0]]
    for stage in stages[1:]:
        parts = [
            part for station in stage for part in _unbeaten(_next(pair, parts, station, until))
        ]
    return [part.journey for part in _unbeaten(parts) if part.journey is not None]


def _next(
    pair: Callable[[int, int], Pair], parts: Sequence[Part], station: int, until: int
) -> list[Part]:
    """The parts lengthened to a station."""
    legs = {begin: pair(begin, station) for begin in {part.at for part in parts}}
    return [
        replace(_longer(part, journey), at=station)
        for part in parts
        for journey in _left(legs[part.at], part).every(_ready(legs[part.at], part), until)
    ]


def _ready(leg: Pair, part: Part) -> int:
    """When a part can be gone on from: getting off and on again takes as long as a change."""
    return part.arrives + (rest_at(leg.timetable, part.at) if part.journey else 0)


def rest_at(t: Timetable, station: int) -> int:
    """Seconds from getting off at a station to getting on there again: its longest change.

    0 under the rules of the game (R4e); a change that a feed forbids does not count.
    """
    nodes = t.nodes_of(station)
    changes = [t.change[node] for node in nodes]
    for node in nodes:
        for walk in range(t.walk_first[node], t.walk_first[node + 1]):
            if t.node_station[t.walk_to[walk]] == station:
                changes.append(t.walk_time[walk])
    return max((seconds for seconds in changes if seconds < DAY), default=0)


def orders(stops: Sequence[int], any_order: bool) -> Sequence[Sequence[int]]:
    """The orders in which stops may be made.

    Raises:
        TooMuch: more than 6 stops in any order.
    """
    if not any_order:
        return [stops]
    if len(stops) > MOST_IN_ANY_ORDER:
        raise TooMuch(
            f"{len(stops)} stops in any order; at most {MOST_IN_ANY_ORDER} can be looked through",
            f"順不同の下車駅は{MOST_IN_ANY_ORDER}駅までです({len(stops)}駅が指定されました)",
        )
    return sorted(set(permutations(stops)))


def unbeaten(journeys: Sequence[Journey]) -> list[Journey]:
    """Those that no other beats in (arrival, yen, trains)."""
    fares = [(j, None if j.fare is None else int(j.fare)) for j in journeys]
    kept = _unbeaten([Part(int(j.arrives), yen, j) for j, yen in fares])
    return [part.journey for part in kept if part.journey is not None]


def _left(leg: Pair, part: Part) -> Pair:
    """The next part may cost what is left of the budget."""
    if leg.budget is None or part.yen is None:
        return leg
    return replace(leg, budget=leg.budget - part.yen)


def _longer(part: Part, more: Journey) -> Part:
    before = part.journey
    fare = None if part.yen is None or more.fare is None else part.yen + int(more.fare)
    if before is None:
        return Part(int(more.arrives), fare, more)
    shift = len(before.legs)
    joined = Journey(
        before.service_date,
        before.legs + more.legs,
        before.ends_ticket | {shift - 1} | {shift + n for n in more.ends_ticket},
        before.tickets + more.tickets,
        before.discounts + more.discounts,
    )
    return Part(int(more.arrives), fare, joined)


def _unbeaten(parts: list[Part]) -> list[Part]:
    kept: list[Part] = []
    for part in sorted(parts, key=lambda p: p.key):
        if not any(all(a <= b for a, b in zip(k.key, part.key, strict=True)) for k in kept):
            kept.append(part)
    return kept
