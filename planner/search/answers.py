"""What the public verbs answer with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from planner.journey import Journey
from planner.units import ServiceSeconds, Yen

NoneBecause = Literal["not_reachable", "no_train_left", "no_service", "out_of_budget"]


@dataclass(frozen=True, slots=True)
class Answer:
    """Journeys, best first; or none, and why.

    ``cheapest_fare``: the least that would do where the budget does not. ``next_day_first``: the
    next morning's first journey where ordinary travel has none left today.
    """

    journeys: Sequence[Journey] = ()
    none_because: NoneBecause | None = None
    cheapest_fare: Yen | None = None
    next_day_first: Journey | None = None


@dataclass(frozen=True, slots=True)
class Reached:
    """A station that can be reached: most cheaply and when then, soonest and for how much then."""

    station: str
    fare: Yen | None
    arrives: ServiceSeconds
    fastest_arrives: ServiceSeconds
    fastest_fare: Yen | None
    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Departure:
    """A line of a departure board."""

    departs: ServiceSeconds
    line: str
    operator: str
    train: str
    headsign: str
    trip_id: str
    next_stop: str
    last_stop: str
    last_arrives: ServiceSeconds
    charged: bool
