"""Prices as int32 tables: one a fare system, class and tariff period, compiled once and kept.

    book = fares_on(date)                    # ~2 ms warm; raises OutsideValidity before 2014-04-01
    jr = book.systems["jr"]
    jr.stations, jr.places                   # names then in use, and place ids, in one order
    table = jr.classes["jr"]                 # FareMatrix
    table.yen[i * jr.count + j]              # memoryview 'i', -1 = price unknown
    book.period == period_of(date)           # key: equal for all dates with the same prices

Classes: ``"base"`` everywhere but in ``jr``, which has ``"jr"`` (no Shinkansen ridden) and
``"jr+shinkansen"`` (the least base fare of one ticket with a Shinkansen ride on it). The
``shinkansen`` system has ``"shinkansen"`` (base fare of the ride alone) and ``"express"`` (the
charge of one ride, on top of either class). No table has a station that is not yet open.

Compiled books lie in the user's cache folder, a folder for each state of the tariff data, one file
a period, written to a temporary file and renamed; a file that is not whole is built again. numpy
is needed to build, never to read.
"""

import datetime as dt
import json
import os
import struct
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from planner import resources
from planner.errors import NotOpen, OutsideValidity, UnknownName
from planner.feed.names import name_key
from planner.resources import data_path

FORMAT = 1
MAGIC = b"KFARES01"
HEAD = 32  # bytes before the header: magic, sizes, checksum of the texts, padding
FIRST_DAY = "2014-04-01"
UNKNOWN_YEN = -1


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


def periods() -> tuple[str, ...]:
    """The first days of all tariff periods, ISO dates in order."""
    return _periods(_state())


def period_of(date: dt.date) -> str:
    """The key of the tariff period of a date: its first day.

    Raises:
        OutsideValidity: a date before 2014-04-01, from when on prices are known.
    """
    starts = periods()
    place = bisect_right(starts, date.isoformat())
    if place == 0:
        raise OutsideValidity(
            f"no prices are known for {date}; they begin on {FIRST_DAY}",
            f"{date} の運賃はわかりません。{FIRST_DAY} 以降の日付を指定してください",
        )
    return starts[place - 1]


def fares_on(date: dt.date) -> FareBook:
    """The prices of all systems on a date.

    Raises:
        OutsideValidity: a date before 2014-04-01.
    """
    return book_of(period_of(date))


def book_of(period: str) -> FareBook:
    """The prices of a period, from memory, the cache folder, or worked out now."""
    return _book(_state(), period)


@lru_cache(maxsize=32)
def _book(state: str, period: str) -> FareBook:
    path = cache_folder() / state / f"{period}.fares"
    book = _stored(path)
    if book is None:
        from planner.fares.compile import compile_book

        content = compile_book(dt.date.fromisoformat(period))
        write_whole(path, content)
        book = _stored(path) or _parsed(memoryview(content))
        if book is None:
            raise RuntimeError("a fare book just made cannot be read")
    return book


def cache_folder() -> Path:
    """Where compiled fare books lie."""
    return resources.cache_folder() / "fares"


def write_whole(path: Path, content: bytes) -> None:
    """Write a cache file under another name and rename it; a full or locked disk is no error."""
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)


@cache
def _state() -> str:
    """A key that changes with the tariff data and with the code that compiles them."""
    import zlib

    sources = sorted(data_path("tariffs").glob("*.*"))
    sources += [data_path(f) for f in ("stations.csv", "stations_outside.csv", "station_names.csv")]
    here = Path(__file__).parent
    sources += sorted([*here.glob("*.py"), *here.glob("systems/*.py")])
    told = [str(FORMAT)]
    for path in sources:
        try:
            stat = path.stat()
            told.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
        except OSError:
            told.append(f"{path} -")
    text = "\n".join(told).encode()
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


@lru_cache(maxsize=4)
def _periods(state: str) -> tuple[str, ...]:
    path = cache_folder() / state / "periods.json"
    try:
        found = json.loads(path.read_bytes())
        if isinstance(found, list) and found and found[0] == FIRST_DAY:
            return tuple(str(day) for day in found)
    except (OSError, ValueError):
        pass
    from planner.fares.compile import all_periods

    found = all_periods()
    write_whole(path, json.dumps(found).encode())
    return tuple(found)


def _stored(path: Path) -> FareBook | None:
    """A stored book, or None where the file is missing or not whole."""
    try:
        return _parsed(memoryview(path.read_bytes()))
    except OSError:
        return None


def _parsed(view: memoryview) -> FareBook | None:
    """Read a book: magic, sizes, checksum of the rest; header, texts, tables."""
    import zlib

    try:
        magic, header_size, size, text_size, check = struct.unpack_from("<8sIQII", view, 0)
    except struct.error:
        return None
    if magic != MAGIC or size != len(view) or zlib.crc32(view[HEAD:]) != check:
        return None
    header = json.loads(bytes(view[HEAD : HEAD + header_size]))
    start = HEAD + text_size
    systems = _Systems(header["systems"], view, start)
    return FareBook(header["period"], systems, header["names"], header["discounts"], view)


class _Systems(Mapping[str, SystemFares]):
    """The systems of a book, each read when it is first asked for."""

    def __init__(self, spans: Mapping[str, list[int]], view: memoryview, start: int) -> None:
        self._spans, self._view, self._start = spans, view, start
        self._read: dict[str, SystemFares] = {}

    def __getitem__(self, name: str) -> SystemFares:
        if name not in self._read:
            at, end = self._spans[name]
            row = json.loads(bytes(self._view[HEAD + at : HEAD + end]))
            self._read[name] = _system(row, self._view, self._start)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._spans)

    def __len__(self) -> int:
        return len(self._spans)


def _system(row: dict[str, Any], view: memoryview, start: int) -> SystemFares:
    count = len(row["stations"])

    def table(at: int, width: int) -> memoryview:
        return view[start + at : start + at + count * count * width]

    classes = {
        c["name"]: FareMatrix(
            c["name"],
            count,
            yen=table(c["at"][0], 4).cast("i"),
            ic=table(c["at"][1], 4).cast("i"),
            km=table(c["at"][2], 2).cast("h"),
            reason=table(c["at"][3], 2).cast("H"),
            reasons=c["reasons"],
            unknown=c["unknown"],
            beaten=c["beaten"],
        )
        for c in row["classes"]
    }
    return SystemFares(
        name=row["name"],
        name_ja=row["name_ja"],
        name_en=row["name_en"],
        stations=tuple(row["stations"]),
        places=tuple(row["places"]),
        kanagawa=bytes(row["kanagawa"]),
        closed=row["closed"],
        later=row["later"],
        items=row["items"],
        edges=row["edges"],
        lines=row["lines"],
        rules=row["rules"],
        classes=classes,
    )


def station_number(system: SystemFares, name: str, date: dt.date) -> int:
    """The number of a station in a system, by any name it ever had.

    Raises:
        UnknownName: the system has no such station.
        NotOpen: it has, but not on that date.
    """
    number = find_station(system, name)
    if system.closed:
        raise NotOpen(
            f"{system.name_en} did not run on {date}",
            f"{system.name_ja}は{date}には運休していました",
        )
    if number is not None:
        return number
    for later, day in system.later.items():
        if name_key(later) == name_key(name) or later == _today(name):
            raise NotOpen(
                f"{later} of {system.name_en} was not open on {date}; it opened on {day}",
                f"{system.name_ja}の{later}は{date}にはまだ開業していません(開業日 {day})",
            )
    near = _near(system, name)
    raise UnknownName(
        f"{system.name_en} has no station {name!r}",
        f"{system.name_ja}に「{name}」という駅はありません",
        near,
    )


def find_station(system: SystemFares, name: str) -> int | None:
    """The number of a station in a system by place id, name or any name it ever had, or None."""
    number = system.index.get(name)
    if number is None:
        number = system.by_name.get(name_key(name))
    if number is None:
        from planner.feed.stations import book

        ids = {place.id for place in book().candidates(name)}
        found = [system.index[place] for place in ids if place in system.index]
        number = found[0] if len(found) == 1 else None
    return number


def _today(name: str) -> str:
    from planner.feed.stations import book

    found = book().candidates(name)
    return found[0].name if len(found) == 1 else name


def _near(system: SystemFares, name: str) -> list[str]:
    import difflib

    return difflib.get_close_matches(name, system.stations, 3, 0.5)


def parts(system: SystemFares, table: FareMatrix, a: int, b: int) -> Iterator[dict[str, Any]]:
    """The items that make the price of a cell: fare of the band, surcharges, doubts."""
    for number in table.reasons[table.reason[a * table.count + b]]:
        yield system.items[number]
