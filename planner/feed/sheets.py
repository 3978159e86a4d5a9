"""Line sheets: what is known of a line, summarised, and the model timetable that follows from it.

A sheet (``data/lines/*.toml``) has the stations of a line in order and its stopping patterns. A
pattern has the run of a typical train and, for each day type, its first and last trains exactly
and how many trains leave in each hour between. A train that runs through onto other lines is a
pattern of the line on which it makes most of its calls in Kanagawa.
"""

import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.errors import FeedUnreadable

Run = tuple[tuple[int, int], ...]
"""Arrival and departure at each call, minutes after the departure at the first."""


class BadSheet(FeedUnreadable):
    """A line sheet that contradicts itself; says where."""

    code = "bad_sheet"


@dataclass(frozen=True)
class Station:
    """One station of a line, in the line's order."""

    number: int
    stop_id: str
    name: str
    kana: str
    romaji: str
    km: str  # operating km from the line's first station with a figure, "" where unknown
    lat: float
    lon: float
    prefecture: str
    history: str  # former names and the opening, in words


@dataclass(frozen=True)
class Section:
    """The calls of a pattern on one line; ``charged`` needs more than a plain ticket."""

    route_id: str
    numbers: tuple[int, ...]
    charged: bool


@dataclass(frozen=True)
class Timing:
    """One day type of a pattern: times are minutes of the service day at the first call."""

    first: int
    first_run: Run
    last: int
    last_run: Run
    hours: Mapping[int, int]  # hour -> trains between first and last, by the hour at call ``at``
    phase: int  # minute at which the trains of an hour begin to be spread evenly


@dataclass(frozen=True)
class Pattern:
    """Trains that call at the same stations."""

    id: str
    train: str
    train_en: str
    headsign: str
    sections: tuple[Section, ...]
    at: int  # the call (from 0) at which trains an hour are counted
    run: Run
    others: tuple[Run, ...]  # runs of the fast and of the slow third, taken in turn with ``run``
    days: Mapping[str, Timing]  # service -> timing


@dataclass(frozen=True)
class Sheet:
    """One line."""

    route_id: str
    name: str
    name_en: str
    color: str
    route_type: int
    tariff: str
    confidence: str  # of its trains: derived, or assumed where no timetable is known
    stations: tuple[Station, ...]
    patterns: tuple[Pattern, ...]


def read_sheets(folder: Path) -> list[Sheet]:
    """Every sheet of a folder, by route id.

    Raises:
        BadSheet: a sheet cannot be read, or names a station that no sheet has.
    """
    sheets = []
    for path in sorted(folder.glob("*.toml")):
        try:
            with path.open("rb") as file:
                sheets.append(_sheet(tomllib.load(file)))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise BadSheet(f"{path}: {error!r}", f"{path}: 読めません({error!r})") from None
    _check(sheets)
    return sorted(sheets, key=lambda sheet: sheet.route_id)


def _sheet(table: Mapping[str, Any]) -> Sheet:
    line = table["line"]
    return Sheet(
        route_id=line["route_id"],
        name=line["name"],
        name_en=line["name_en"],
        color=line["color"],
        route_type=line["route_type"],
        tariff=line["tariff"],
        confidence=table["trains"]["confidence"],
        stations=tuple(
            Station(row[0], f"{line['route_id']}.{row[1]}", *row[2:]) for row in table["stations"]
        ),
        patterns=tuple(_pattern(p) for p in table.get("pattern", ())),
    )


def _pattern(table: Mapping[str, Any]) -> Pattern:
    run = read_run(table["run"])
    days = {name: _timing(table[name], run) for name in DAY_TABLES if name in table}
    return Pattern(
        id=table["id"],
        train=table["train"],
        train_en=table["train_en"],
        headsign=table["headsign"],
        sections=tuple(read_section(text) for text in table["calls"]),
        at=table.get("at", 1) - 1,
        run=run,
        others=tuple(read_run(table[name]) for name in ("fast", "slow") if name in table),
        days={DAY_TABLES[name]: timing for name, timing in days.items()},
    )


DAY_TABLES = {"weekday": "Weekday", "holiday": "SaturdayHoliday"}


def _timing(table: Mapping[str, Any], run: Run) -> Timing:
    return Timing(
        first=read_clock(table["first"]),
        first_run=read_run(table["first_run"]) if "first_run" in table else run,
        last=read_clock(table["last"]),
        last_run=read_run(table["last_run"]) if "last_run" in table else run,
        hours=read_hours(table.get("hours", "")),
        phase=table.get("phase", 0),
    )


def _check(sheets: Sequence[Sheet]) -> None:
    known = {(s.route_id, station.number) for s in sheets for station in s.stations}
    for sheet in sheets:
        for pattern in sheet.patterns:
            where = f"{sheet.route_id} {pattern.id}"
            calls = [(s.route_id, n) for s in pattern.sections for n in s.numbers]
            if unknown := [call for call in calls if call not in known]:
                raise BadSheet(f"{where}: no station {unknown[0]}", f"{where}: 駅がありません")
            runs = [r for t in pattern.days.values() for r in (t.first_run, t.last_run)]
            runs += [pattern.run, *pattern.others]
            if any(len(run) != len(calls) for run in runs):
                raise BadSheet(f"{where}: calls and run differ", f"{where}: 駅と時分が合いません")


def read_clock(text: str) -> int:
    """``24:05`` -> 1445."""
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def write_clock(minutes: int) -> str:
    """1445 -> ``24:05``."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def read_run(text: str) -> Run:
    """``0 2 4/5 9`` -> arrivals and departures: where there is one figure, both are it."""
    pairs = []
    for word in text.split():
        arrives, _, departs = word.partition("/")
        pairs.append((int(arrives), int(departs or arrives)))
    return tuple(pairs)


def write_run(run: Run) -> str:
    """The inverse of ``read_run``."""
    return " ".join(f"{a}" if a == d else f"{a}/{d}" for a, d in run)


def read_section(text: str) -> Section:
    """``!Keikyu.Main 12-9 7`` -> a charged section over the stations 12, 11, 10, 9, 7."""
    route, *words = text.split()
    numbers: list[int] = []
    for word in words:
        first, _, last = word.partition("-")
        if last:
            step = 1 if int(last) >= int(first) else -1
            numbers += range(int(first), int(last) + step, step)
        else:
            numbers.append(int(first))
    return Section(route.lstrip("!"), tuple(numbers), route.startswith("!"))


def write_section(section: Section) -> str:
    """The inverse of ``read_section``."""
    words: list[list[int]] = []
    for number in section.numbers:
        if words and abs(number - words[-1][-1]) == 1 and _goes_on(words[-1], number):
            words[-1].append(number)
        else:
            words.append([number])
    parts = [f"{w[0]}-{w[-1]}" if len(w) > 1 else str(w[0]) for w in words]
    return " ".join([("!" if section.charged else "") + section.route_id, *parts])


def _goes_on(word: list[int], number: int) -> bool:
    return len(word) == 1 or number - word[-1] == word[-1] - word[-2]


def read_hours(text: str) -> dict[int, int]:
    """``5:1 9-15:6`` -> trains of each hour."""
    hours: dict[int, int] = {}
    for word in text.split():
        span, count = word.split(":")
        first, _, last = span.partition("-")
        for hour in range(int(first), int(last or first) + 1):
            hours[hour] = int(count)
    return hours


def write_hours(hours: Mapping[int, int]) -> str:
    """The inverse of ``read_hours``."""
    spans: list[list[int]] = []  # first, last, count
    for hour, count in sorted(hours.items()):
        if spans and spans[-1][1] == hour - 1 and spans[-1][2] == count:
            spans[-1][1] = hour
        else:
            spans.append([hour, hour, count])
    return " ".join(f"{a}:{n}" if a == b else f"{a}-{b}:{n}" for a, b, n in spans)


def departures(timing: Timing, runs: Sequence[Run], at: int = 0) -> list[tuple[int, Run]]:
    """The departures of one day at the first call, each with its run.

    Between the first and the last train the trains of each hour are spread evenly at call ``at``,
    with the ``runs`` in turn, and moved where they would leave any station before the first train
    or after the last one.
    """
    trains = [(timing.first, timing.first_run)]
    if timing.last == timing.first and timing.last_run == timing.first_run:
        return trains
    used = {timing.first, timing.last}
    for hour, count in sorted(timing.hours.items()):
        for turn, minute in enumerate(spread(hour, count, timing, at), hour):
            own = runs[turn % len(runs)]
            earliest = _bound(timing.first, timing.first_run, own, max) + 1
            latest = _bound(timing.last, timing.last_run, own, min) - 1
            if earliest <= latest:
                placed = min(max(minute - own[at][1], earliest), latest)
                placed = _free(placed, used, earliest, latest)
                used.add(placed)
                trains.append((placed, own))
    trains.append((timing.last, timing.last_run))
    return sorted(trains)


def _bound(start: int, exact: Run, run: Run, choose: Callable[[list[int]], int]) -> int:
    return choose([start + a[1] - b[1] for a, b in zip(exact, run, strict=True)])


def _free(minute: int, used: Collection[int], earliest: int, latest: int) -> int:
    """The nearest minute that no train of the pattern has yet; itself if all are taken."""
    for distance in range(30):
        for near in (minute + distance, minute - distance):
            if near not in used and earliest <= near <= latest:
                return near
    return minute


def spread(hour: int, count: int, timing: Timing, at: int = 0) -> list[int]:
    """``count`` minutes of the hour at equal distances, between the first and the last train."""
    first = timing.first + timing.first_run[at][1]
    last = timing.last + timing.last_run[at][1]
    begin, end = hour * 60, hour * 60 + 60
    if begin > first and end <= last:
        return sorted(begin + (timing.phase + k * 60 // count) % 60 for k in range(count))
    begin, end = max(begin, first + 1), min(end, last)
    return [begin + (2 * k + 1) * max(end - begin, 1) // (2 * count) for k in range(count)]
