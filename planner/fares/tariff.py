"""Dated fare tables (unchinhyo, 運賃表) of one system, read from ``data/tariffs/<system>.toml``.

Every table says from when it is in force, where its figures come from and how sure they are
(sourced, derived, assumed). Money is whole yen, distances tenths of a kilometre; a band is found by
whole kilometres, rounded up (旅客営業規則 8条), or by the number of stops.
"""

import datetime as dt
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from planner.fares.words import SYSTEMS, unknown_system
from planner.resources import data_path

FIRST_DAY = dt.date(2014, 4, 1)
FILES = tuple(system for system in SYSTEMS if system != "shinkansen")  # it is in jr's file


class TariffFault(ValueError):
    """A table of the project's own data that cannot be right."""


@dataclass(frozen=True, slots=True)
class Span:
    """The days something is in force: from ``start`` to ``end``, None without end."""

    start: dt.date
    end: dt.date | None = None

    def covers(self, date: dt.date) -> bool:
        """Whether it is in force on that date."""
        return self.start <= date and (self.end is None or date <= self.end)


@dataclass(frozen=True, slots=True)
class Item:
    """One figure and its origin; ``ic`` is the price by IC card, None where it is not known.

    Not ``known``: it stands for a price that is not known, and ``what`` says why.
    """

    what: str
    yen: int
    ic: int | None
    since: dt.date | None
    source: str
    confidence: str
    ic_confidence: str
    known: bool = True


@dataclass(frozen=True, slots=True)
class Band:
    """One row of a table: up to ``to`` whole kilometres (or stops)."""

    to: int
    item: Item


@dataclass(frozen=True, slots=True)
class Table:
    """Bands of one fare class, rising; above the last band the price is unknown."""

    name: str
    span: Span
    bands: tuple[Band, ...]

    def band(self, whole_km: int) -> Band | None:
        """The band of a whole number of kilometres; None above the table."""
        return next((band for band in self.bands if whole_km <= band.to), None)


@dataclass(frozen=True, slots=True)
class Surcharge:
    """An addition (kasan unchin, 加算運賃) by the km ridden between two stations of a line."""

    name: str
    line: str
    between: tuple[str, str]
    table: Table
    free_inside: bool = False  # a ride that stays inside the section does not pay it


@dataclass(frozen=True, slots=True)
class Special:
    """A special-section fare (tokutei kukan, 特定区間): the pair and every pair inside its way."""

    between: tuple[str, str]
    span: Span
    item: Item


@dataclass(frozen=True, slots=True)
class Line:
    """Stations of one line with their operating km from its start, in tenths."""

    name: str
    stations: tuple[str, ...]
    km: tuple[int, ...]
    shinkansen: bool = False
    confidence: str = "sourced"


@dataclass(frozen=True)
class Tariff:
    """Everything one system's file says."""

    system: str
    name_ja: str
    name_en: str
    lines: tuple[Line, ...]
    tables: tuple[Table, ...]
    surcharges: tuple[Surcharge, ...]
    specials: tuple[Special, ...]
    openings: Mapping[str, dt.date]
    closed: tuple[Span, ...]
    doubtful: Mapping[str, str]  # station -> confidence of its km
    by: str = "km"  # or "stops"
    more: Mapping[str, Any] = field(default_factory=dict)  # rules of this system alone

    def table(self, name: str, date: dt.date) -> Table | None:
        """The table of a class in force on a date."""
        found = [t for t in self.tables if t.name == name and t.span.covers(date)]
        return found[-1] if found else None

    def is_open(self, station: str, date: dt.date) -> bool:
        """Whether a station of the system has been opened by a date."""
        opened = self.openings.get(station)
        return opened is None or opened <= date

    def is_closed(self, date: dt.date) -> bool:
        """Whether the whole system rests (works, rebuilding)."""
        return any(span.covers(date) for span in self.closed)

    def changes(self) -> Iterator[dt.date]:
        """Every date on which a price or the network of the system changes."""
        spans = [t.span for t in self.tables] + [s.table.span for s in self.surcharges]
        spans += [s.span for s in self.specials] + list(self.closed)
        spans += [_span(row) for key in _DATED for row in self.more.get(key, [])]
        for span in spans:
            yield span.start
            if span.end is not None:
                yield span.end + dt.timedelta(days=1)
        yield from self.openings.values()


_DATED = ("express", "annex_discount")


@lru_cache(maxsize=64)
def load(system: str, path: Path | None = None) -> Tariff:
    """Read the tariff of one system; the same object while the process lives.

    Raises:
        UnknownName: no such system.
        TariffFault: the file contradicts itself.
    """
    if path is None and system not in FILES:
        raise unknown_system(system)
    file = path or data_path("tariffs", f"{system}.toml")
    return parse(tomllib.loads(file.read_text(encoding="utf-8")))


def parse(raw: Mapping[str, Any]) -> Tariff:
    """Make a tariff of the tables of its file.

    Raises:
        TariffFault: the file contradicts itself.
    """
    known = {"system", "name_ja", "name_en", "line", "table", "surcharge", "special", "opening"}
    known |= {"closed", "doubtful_km", "by"}
    tariff = Tariff(
        system=raw["system"],
        name_ja=raw["name_ja"],
        name_en=raw["name_en"],
        lines=tuple(_line(row) for row in raw["line"]),
        tables=tuple(_table(row, row["class"], _unit(raw, row)) for row in raw.get("table", [])),
        surcharges=tuple(_surcharge(row) for row in raw.get("surcharge", [])),
        specials=tuple(_special(row) for row in raw.get("special", [])),
        openings={row["station"]: row["on"] for row in raw.get("opening", [])},
        closed=tuple(_span(row) for row in raw.get("closed", [])),
        doubtful={row["station"]: row["confidence"] for row in raw.get("doubtful_km", [])},
        by=raw.get("by", "km"),
        more={key: value for key, value in raw.items() if key not in known},
    )
    _check(tariff)
    return tariff


def _span(row: Mapping[str, Any]) -> Span:
    return Span(row["in_force_from"], row.get("in_force_to"))


def _item(row: Mapping[str, Any], what: str, over: Mapping[str, Any]) -> Item:
    level = row.get("confidence", over.get("confidence", "sourced"))
    source = row.get("source", over.get("source", ""))
    return Item(
        what=what,
        yen=row["yen"],
        ic=row.get("ic"),
        since=over["in_force_from"],
        source=source,
        confidence=level,
        ic_confidence=row.get("ic_confidence", level),
    )


def _unit(raw: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    rules = [raw, *(a for a in raw.get("annex", []) if a["class"] == row["class"])]
    return "stops" if rules[-1].get("by") == "stops" else "km"


def _table(row: Mapping[str, Any], name: str, unit: str = "km") -> Table:
    bands, low = [], 1
    for cell in row["bands"]:
        to = cell["to"]
        reach = f"{low}-{to}" if low < to else f"{to}"
        told = name if len(row["bands"]) == 1 else f"{name} {reach} {unit}"
        bands.append(Band(to, _item(cell, told, row)))
        low = to + 1
    return Table(name, _span(row), tuple(bands))


def _surcharge(row: Mapping[str, Any]) -> Surcharge:
    a, b = row["between"]
    table = _table(row, row["name"])
    return Surcharge(row["name"], row["line"], (a, b), table, row.get("free_inside", False))


def _special(row: Mapping[str, Any]) -> Special:
    a, b = row["between"]
    return Special((a, b), _span(row), _item(row, f"特定区間 {a}-{b}", row))


def _line(row: Mapping[str, Any]) -> Line:
    return Line(
        name=row["name"],
        stations=tuple(row["stations"]),
        km=tuple(row["km"]),
        shinkansen=row.get("shinkansen", False),
        confidence=row.get("confidence", "sourced"),
    )


def _check(tariff: Tariff) -> None:
    """A table must rise, and a line must lead somewhere.

    Raises:
        TariffFault: it does not.
    """
    for line in tariff.lines:
        if len(line.km) != len(line.stations) or list(line.km) != sorted(set(line.km)):
            raise TariffFault(f"{tariff.system}: the km of {line.name} do not rise with it")
    for table in tariff.tables:
        tos = [band.to for band in table.bands]
        if not tos or tos != sorted(set(tos)):
            raise TariffFault(f"{tariff.system}: bands of {table.name} overlap")
        prices = [band.item.yen for band in table.bands]
        if prices != sorted(prices) or prices[0] < 0:
            raise TariffFault(f"{tariff.system}: {table.name} gets cheaper with the distance")
    names = {station for line in tariff.lines for station in line.stations}
    named = [name for special in tariff.specials for name in special.between]
    named += [*tariff.openings, *(name for s in tariff.surcharges for name in s.between)]
    for name in named:
        if name not in names:
            raise TariffFault(f"{tariff.system}: {name} is on none of its lines")
