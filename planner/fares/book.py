"""The prices of one tariff period as plain tables over bytes: what is read, never computed.

See ``planner.fares.matrix`` for how to get and use them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from planner.fares.lines import FareLine, fare_line
from planner.feed.names import name_key

HEAD = 32  # bytes before the header of a stored book: magic, sizes, checksum, padding


ONE_TICKET, NEW_TICKET, NOT_READ = "one ticket", "new ticket", "unknown"
"""What a change of trains inside a system means (``SystemFares.rules["changes"]``)."""


@dataclass(frozen=True, slots=True)
class FareMatrix:
    """n x n prices of one class, row by row: ``yen[board * count + alight]``; -1 is unknown."""

    name: str
    count: int
    yen: memoryview  # 'i'
    ic: memoryview  # 'i', by IC card
    km: memoryview  # 'h', tenths of a km charged; -1 where no way is known
    reason: memoryview  # 'H', index into reasons
    reasons: list[list[int]]  # numbers of items
    unknown: int = 0  # how many cells have no known price
    beaten: int = 0  # in how many two tickets cost less than one; 0: the table is sub-additive


@dataclass(frozen=True, eq=False)
class SystemFares:
    """One fare system on one date; equal indices are equal stations in every table of it."""

    name: str
    name_ja: str
    name_en: str
    stations: tuple[str, ...]
    places: tuple[str, ...]  # place ids of the station book
    kanagawa: bytes  # 1 where the station lies in the prefecture
    closed: bool  # the whole system rests on this date
    later: Mapping[str, str]  # stations that open later: name -> date
    items: list[dict[str, Any]]
    edges: list[list[int]]  # km graph: [a, b, tenths of a km, line number, JR Central 1 / 0]
    lines: list[str]
    rules: Mapping[str, Any]
    classes: Mapping[str, FareMatrix]

    @property
    def count(self) -> int:
        """How many stations there are."""
        return len(self.stations)

    @cached_property
    def index(self) -> dict[str, int]:
        """Place id -> number of the station."""
        return {place: number for number, place in enumerate(self.places)}

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Normalised name -> number of the station."""
        return {name_key(name): number for number, name in enumerate(self.stations)}

    @property
    def main(self) -> FareMatrix:
        """The class of an ordinary ticket."""
        return next(iter(self.classes.values()))


@dataclass(frozen=True, eq=False)
class FareBook:
    """All systems in one tariff period: from ``period`` until the next change of any price."""

    period: str
    systems: Mapping[str, SystemFares]
    _names: list[int]
    _discounts: list[int]
    _view: memoryview
    lines: Mapping[str, FareLine] | None = (
        None  # route -> fare line, where not by the reviewed table
    )

    def change_means(self, system: str) -> str:
        """What a change of trains inside a system means for tickets: see ``ONE_TICKET``."""
        fares = self.systems.get(system)
        return str(fares.rules.get("changes", ONE_TICKET)) if fares else ONE_TICKET

    def line(self, route_id: str) -> FareLine | None:
        """The fare line of a route; None where it belongs to no system: its price is unknown."""
        return fare_line(route_id) if self.lines is None else self.lines.get(route_id)

    @cached_property
    def names(self) -> dict[str, list[str]]:
        """Every spelling of every station, old and new, as written and normalised -> place ids."""
        found: dict[str, list[str]] = self._text(self._names)
        return found

    @cached_property
    def discounts(self) -> list[dict[str, Any]]:
        """The transfer discounts in force: systems, at, stations_a, stations_b (place ids), yen."""
        found: list[dict[str, Any]] = self._text(self._discounts)
        return found

    def _text(self, span: list[int]) -> Any:
        return json.loads(bytes(self._view[HEAD + span[0] : HEAD + span[1]]))

    @cached_property
    def at(self) -> dict[str, list[tuple[str, int]]]:
        """Place id -> (system, number) of every ordinary system that stops there."""
        found: dict[str, list[tuple[str, int]]] = {}
        for system in self.systems.values():
            if system.name != "shinkansen" and not system.closed:
                for number, place in enumerate(system.places):
                    found.setdefault(place, []).append((system.name, number))
        return found
