"""Rides, tickets and journeys: what search finds, fares price and the referee rules on."""

import datetime as dt
from dataclasses import dataclass, field

from planner.units import Hectometres, ServiceSeconds, Yen


@dataclass(frozen=True, slots=True)
class Call:
    """A train at a station: service seconds; arrival is departure at the first call."""

    station: str
    arrives: ServiceSeconds
    departs: ServiceSeconds


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a ride on one line; a through train (chokutsu unten, 直通運転) has several.

    Neighbouring sections share their border station: it ends one and begins the next.
    """

    route_id: str
    line: str
    operator: str
    calls: tuple[Call, ...]
    charged: bool = False

    @property
    def stations(self) -> tuple[str, ...]:
        """The stations stopped at, in order."""
        return tuple(call.station for call in self.calls)


@dataclass(frozen=True, slots=True)
class Ride:
    """One train from getting on to getting off."""

    trip_id: str
    train: str
    headsign: str
    sections: tuple[Section, ...]

    @property
    def calls(self) -> tuple[Call, ...]:
        """Every stop of the ride once, over all its sections."""
        first, *rest = self.sections
        return first.calls + tuple(call for section in rest for call in section.calls[1:])

    @property
    def board(self) -> str:
        """Where the traveller gets on."""
        return self.sections[0].calls[0].station

    @property
    def alight(self) -> str:
        """Where the traveller gets off."""
        return self.sections[-1].calls[-1].station

    @property
    def departs(self) -> ServiceSeconds:
        """When the train leaves the boarding station."""
        return self.sections[0].calls[0].departs

    @property
    def arrives(self) -> ServiceSeconds:
        """When the train reaches the alighting station."""
        return self.sections[-1].calls[-1].arrives


@dataclass(frozen=True, slots=True)
class Walk:
    """A footpath between two stations of different names (never under the game's rules)."""

    board: str
    alight: str
    departs: ServiceSeconds
    arrives: ServiceSeconds


@dataclass(frozen=True, slots=True)
class Ticket:
    """One ride on one ticket (joshaken, 乗車券): a maximal ride inside one fare system.

    ``yen`` is None where the price is unknown, and ``unknown`` then says why (see
    ``planner.fares.words.unknown_text``); ``charge`` is the express charge (ryokin, 料金) that
    is part of ``yen``, if any. ``confidence`` is "sourced", "derived" or "assumed".
    """

    system: str
    board: str
    alight: str
    yen: Yen | None
    km: Hectometres | None = None
    rule: str = ""
    in_force_from: dt.date | None = None
    source: str = ""
    confidence: str = "sourced"
    charge: Yen | None = None
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class Discount:
    """A transfer discount (norikae waribiki, 乗継割引) between two neighbouring tickets."""

    systems: tuple[str, str]
    at: str
    yen: Yen
    source: str = ""


@dataclass(frozen=True, slots=True)
class Journey:
    """Legs in order of time. ``ends_ticket`` holds the indices of legs after which the traveller
    gets off for good (下車): the ticket ends there although the next leg is of the same system.
    """

    service_date: dt.date
    legs: tuple[Ride | Walk, ...]
    ends_ticket: frozenset[int] = frozenset()
    tickets: tuple[Ticket, ...] = ()
    discounts: tuple[Discount, ...] = field(default=())

    @property
    def rides(self) -> tuple[Ride, ...]:
        """The trains, without the walks."""
        return tuple(leg for leg in self.legs if isinstance(leg, Ride))

    @property
    def departs(self) -> ServiceSeconds:
        """When the first leg begins."""
        return self.legs[0].departs

    @property
    def arrives(self) -> ServiceSeconds:
        """When the last leg ends."""
        return self.legs[-1].arrives

    @property
    def changes(self) -> int:
        """How often the traveller changes trains."""
        return max(len(self.rides) - 1, 0)

    @property
    def fare(self) -> Yen | None:
        """The price of all tickets less discounts; None while unpriced or if any is unknown.

        Walking all the way costs nothing.
        """
        if self.legs and not self.rides:
            return Yen(0)
        if not self.tickets or any(ticket.yen is None for ticket in self.tickets):
            return None
        total = sum(ticket.yen for ticket in self.tickets if ticket.yen is not None)
        return Yen(total - sum(discount.yen for discount in self.discounts))
