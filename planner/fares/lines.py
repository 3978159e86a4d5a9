"""From a timetable line (route id) to its fare system and the tariff lines it uses.

The table ``data/tariffs/lines.csv`` is kept by hand. A route that it does not have, or has without
a system, belongs to no fare system known here: the price of riding it is unknown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from planner.resources import data_path


@dataclass(frozen=True, slots=True)
class Stretch:
    """Part of a tariff line, between two of its stations; the whole line where both are empty."""

    line: str
    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class FareLine:
    """What a timetable line means for fares.

    ``stretches`` are the tariff lines it runs along, in order; ``aliases`` are stations of other
    names at which it is charged as another (松田 = 新松田 on the Odakyu through trains).
    """

    route_id: str
    system: str
    stretches: tuple[Stretch, ...]
    shinkansen: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)


@cache
def fare_lines() -> Mapping[str, FareLine]:
    """Every route that belongs to a fare system, by its id."""
    import csv

    with data_path("tariffs", "lines.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["system"]]
    return {row["route_id"]: _fare_line(row) for row in rows}


def _fare_line(row: dict[str, str]) -> FareLine:
    return FareLine(
        route_id=row["route_id"],
        system=row["system"],
        stretches=tuple(_stretch(text) for text in row["along"].split("|")),
        shinkansen=row["kind"] == "shinkansen",
        aliases=dict(pair.split("=") for pair in row["aliases"].split("|") if pair),
    )


def _stretch(text: str) -> Stretch:
    line, _, ends = text.partition(">")
    start, _, end = ends.partition(">")
    return Stretch(line, start, end)


def fare_line(route_id: str) -> FareLine | None:
    """The fare line of a route; None where it belongs to no system: its price is unknown."""
    return fare_lines().get(route_id)


def system_of(route_id: str) -> str | None:
    """The fare system of a route, or None."""
    found = fare_lines().get(route_id)
    return found.system if found else None
