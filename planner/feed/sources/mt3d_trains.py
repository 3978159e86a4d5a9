"""Train records of Mini Tokyo 3D: which belong together, when they run, where they are charged.

A record is the run of one train on one railway (``tt``: calls with ``s`` stop, ``a`` arrival,
``d`` departure). ``nt`` and ``pt`` name the records it goes on as and comes from; a record with
two of either splits or joins. A call without ``a`` arrives when it departs.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from planner.feed.sources.mt3d_archive import Archive, NotMiniTokyo3D
from planner.resources import data_path
from planner.units import DAY

Record = Mapping[str, Any]
Progress = Callable[[int, int | None], None]

NIGHT = 3 * 3600  # times before 03:00 belong to the evening before
KNOWN_SERVICES = ("Weekday", "SaturdayHoliday", "Saturday", "Holiday")


class Call(NamedTuple):
    """One call: stop id, arrival and departure in seconds of the service day."""

    stop: str
    arrives: int
    departs: int


@dataclass(frozen=True)
class Piece:
    """A record, or the charged or the free part of one: what becomes one trip."""

    trip_id: str
    record: Record
    calls: tuple[Call, ...]
    charged: bool


def railway_file(railway: str) -> str:
    """The timetable file of a railway: ``JR-East.Nambu`` -> ``jreast-nambu.json``."""
    return f"train-timetables/{railway.lower().replace('-', '').replace('.', '-')}.json"


def service_of(record_id: str) -> str:
    """The day type in a record id: ``Keikyu.Main.887H.Weekday.2`` -> ``Weekday``."""
    parts = record_id.split(".")
    return next((part for part in parts[3:] if part in KNOWN_SERVICES), "")


class Trains:
    """The records of every railway that through trains of the wanted stops run on."""

    def __init__(self, archive: Archive, progress: Progress | None = None) -> None:
        self._archive = archive
        self._progress = progress
        self._loaded: set[str] = set()
        self.records: dict[str, Record] = {}

    def load(self, railways: Iterable[str]) -> None:
        """Read the timetables of these railways, those already read left out."""
        for railway in sorted(set(railways) - self._loaded):
            self._loaded.add(railway)
            name = railway_file(railway)
            if name not in self._archive.names:
                continue
            try:
                self.records.update((r["id"], _whole(r)) for r in self._archive.read(name))
            except (TypeError, KeyError, AttributeError):
                raise NotMiniTokyo3D(
                    f"{name}: not a list of train records",
                    f"{name}: 列車の一覧ではありません",
                ) from None
            if self._progress:
                self._progress(len(self._loaded), None)

    def trains_of(self, stops: frozenset[str], railways: Iterable[str]) -> list[list[str]]:
        """The trains that call at one of the stops: each the ids of all records it is made of."""
        self.load(railways)
        trains: list[list[str]] = []
        taken: set[str] = set()
        seeds = [key for key, r in self.records.items() if any(c["s"] in stops for c in r["tt"])]
        for seed in seeds:
            if seed not in taken:
                trains.append(self._joined(seed, taken))
        return trains

    def _joined(self, seed: str, taken: set[str]) -> list[str]:
        found: list[str] = []
        todo = [seed]
        while todo:
            key = todo.pop()
            if key in taken:
                continue
            if key not in self.records:
                self.load([".".join(key.split(".")[:2])])
                if key not in self.records:
                    continue  # named as a neighbour, but not in the data
            taken.add(key)
            found.append(key)
            todo += [*self.records[key].get("nt", ()), *self.records[key].get("pt", ())]
        return found


def _whole(record: Record) -> Record:
    """A record with the keys that every train has.

    Raises:
        KeyError, TypeError: it is none.
    """
    for key in ("r", "y", "d"):
        record[key]
    for call in record["tt"]:
        call["s"]
    return record


_SECONDS = {f"{m // 60:02d}:{m % 60:02d}": m * 60 for m in range(27 * 60)}


def calls_of(record: Record) -> tuple[Call, ...]:
    """The calls on the clock of the service day: after midnight they count on from 24:00.

    Raises:
        KeyError: a time cannot be read, or is missing.
        ValueError: times run backwards, or there are fewer than two calls.
    """
    calls: list[Call] = []
    before = -1
    shift = 0
    for row in record["tt"]:
        arrives = _SECONDS[row.get("a") or row["d"]] + shift
        if before < 0 and arrives < NIGHT:
            shift = DAY
            arrives += DAY
        elif arrives < before:
            shift += DAY
            arrives += DAY
        departs = _SECONDS[row.get("d") or row["a"]] + shift
        if departs < arrives:
            shift += DAY
            departs += DAY
        waited = arrives - before if calls else 0
        if max(waited, departs - arrives) > DAY // 2:
            raise ValueError(f"{record['id']}: times run backwards at {row['s']}")
        calls.append(Call(row["s"], arrives, departs))
        before = departs
    if len(calls) < 2:
        raise ValueError(f"{record['id']}: fewer than two calls")
    return tuple(calls)


@dataclass(frozen=True)
class ChargeRule:
    """One table of ``data/charged_trains.toml``."""

    types: frozenset[str]
    direction: str | None
    until: str | None
    after: str | None


@cache
def charge_rules() -> tuple[ChargeRule, ...]:
    """The rules of ``data/charged_trains.toml``."""
    with data_path("charged_trains.toml").open("rb") as file:
        rules = tomllib.load(file)["charged"]
    return tuple(
        ChargeRule(frozenset(r["types"]), r.get("direction"), r.get("until"), r.get("after"))
        for r in rules
    )


def pieces_of(train: list[str], records: Mapping[str, Record]) -> dict[str, list[Piece]]:
    """Record id -> its trips: one, or two where the charge begins or ends on the way.

    Raises:
        KeyError, ValueError: see ``calls_of``.
    """
    return {key: _split(key, train, records) for key in train}


def _split(key: str, train: list[str], records: Mapping[str, Record]) -> list[Piece]:
    record = records[key]
    calls = calls_of(record)
    rule = _rule(record)
    if rule is None:
        return [Piece(key, record, calls, charged=False)]
    border = rule.until or rule.after
    if border is None:
        return [Piece(key, record, calls, charged=True)]
    at = next((i for i, call in enumerate(calls) if call.stop == border), None)
    charged_first = rule.until is not None
    if at is None:
        behind = _is_behind(key, border, records)
        return [Piece(key, record, calls, charged=behind != charged_first)]
    if at in (0, len(calls) - 1):
        return [Piece(key, record, calls, charged=(at != 0) == charged_first)]
    return [
        Piece(key, record, calls[: at + 1], charged=charged_first),
        Piece(f"{key}.after", record, calls[at:], charged=not charged_first),
    ]


def _rule(record: Record) -> ChargeRule | None:
    for rule in charge_rules():
        if record["y"] in rule.types and rule.direction in (None, record["d"]):
            return rule
    return None


def _is_behind(key: str, stop: str, records: Mapping[str, Record]) -> bool:
    """Whether the train has called at the stop on a record before this one."""
    todo, seen = list(records[key].get("pt", ())), {key}
    while todo:
        before = todo.pop()
        record = records.get(before)
        if record is not None and before not in seen:
            seen.add(before)
            if any(call["s"] == stop for call in record["tt"]):
                return True
            todo += record.get("pt", ())
    return False
