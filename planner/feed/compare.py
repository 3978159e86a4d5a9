"""How far one feed (a model) is from another (the real one), line by line.

Both feeds must use the same route and stop ids. Trains of one block are one run; a run is looked
at on each of its lines apart. Only stops in Kanagawa are compared, except at the ends of lines.
"""

import csv
import io
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from planner.feed.day_types import SATURDAY_HOLIDAY, WEEKDAY
from planner.feed.stations import book
from planner.units import parse_time

WORKING_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday")

Pair = tuple[str, str]
LineDay = tuple[str, int, str]  # route, direction, service


@dataclass(frozen=True)
class Ride:
    """The calls of one train on one line: stop, arrival, departure (minutes of the service day)."""

    route: str
    direction: int
    service: str  # Weekday or SaturdayHoliday
    charged: bool
    calls: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class LineReport:
    """The differences on one line, all its directions and day types together."""

    route: str
    trains: tuple[int, int]  # model, real
    ends_wrong: tuple[str, ...]  # first or last departures at ends of the line that differ
    pairs: int  # pairs of stations with a train in both or either
    last_later: tuple[str, ...]  # pairs whose last train is later in the model
    last_early: tuple[str, ...]  # pairs whose last train is over five minutes earlier, or missing
    hours: int  # (direction, hour, day type) with trains in either
    hours_off: int  # of them, those more than one train apart
    run_pairs: int
    run_off: int  # pairs whose median run time is over a minute apart
    hops_too_fast: tuple[str, ...]


@dataclass(frozen=True)
class Totals:
    """The reports of all lines added up."""

    lines: int
    ends_wrong: int
    pairs: int
    last_later: int
    last_early: int
    hours: int
    hours_off: int
    run_pairs: int
    run_off: int
    hops_too_fast: int


def totals(reports: Sequence[LineReport]) -> Totals:
    """All lines together."""
    return Totals(
        lines=len(reports),
        ends_wrong=sum(len(r.ends_wrong) for r in reports),
        pairs=sum(r.pairs for r in reports),
        last_later=sum(len(r.last_later) for r in reports),
        last_early=sum(len(r.last_early) for r in reports),
        hours=sum(r.hours for r in reports),
        hours_off=sum(r.hours_off for r in reports),
        run_pairs=sum(r.run_pairs for r in reports),
        run_off=sum(r.run_off for r in reports),
        hops_too_fast=sum(len(r.hops_too_fast) for r in reports),
    )


def rides_of(path: Path) -> list[Ride]:
    """Every train of a GTFS zip or folder on each of its lines."""
    trips = {row["trip_id"]: row for row in _rows(path, "trips")}
    days = {row["service_id"]: _day_types(row) for row in _rows(path, "calendar")}
    calls: dict[str, list[tuple[int, str, int, int]]] = defaultdict(list)
    clock: dict[str, int] = {}
    for row in _rows(path, "stop_times"):
        arrives, departs = (
            clock.setdefault(t, parse_time(t) // 60)
            for t in (row["arrival_time"], row["departure_time"])
        )
        calls[row["trip_id"]].append((int(row["stop_sequence"]), row["stop_id"], arrives, departs))
    rides: list[Ride] = []
    for chain in _chains(trips, calls):
        route: list[str] = []
        for trip in chain:
            own = tuple((s, a, d) for _, s, a, d in sorted(calls[trip]))
            row = trips[trip]
            one = Ride(
                row["route_id"],
                int(row["direction_id"] or 0),
                row["service_id"],
                row.get("charged", "0") == "1",
                own,
            )
            if route and route[-1] == one.route and rides[-1].charged == one.charged:
                rides[-1] = _joined(rides[-1], one)
            else:
                rides.append(one)
            route.append(one.route)
    return [
        replace(ride, service=day)
        for ride in rides
        for day in days.get(ride.service, (ride.service,))
    ]


def _day_types(week: Mapping[str, str]) -> tuple[str, ...]:
    """The day types on which a row of calendar.txt runs: a daily train runs on both."""
    weekdays = any(week[day] == "1" for day in WORKING_DAYS)
    weekend = week["saturday"] == "1" or week["sunday"] == "1"
    return (WEEKDAY,) * weekdays + (SATURDAY_HOLIDAY,) * weekend


def _rows(path: Path, name: str) -> Iterable[dict[str, str]]:
    if path.is_dir():
        text = (path / f"{name}.txt").read_text(encoding="utf-8-sig")
    else:
        with zipfile.ZipFile(path) as archive:
            text = archive.read(f"{name}.txt").decode("utf-8-sig")
    return csv.DictReader(io.StringIO(text))


def _chains(
    trips: Mapping[str, Mapping[str, str]], calls: Mapping[str, list[tuple[int, str, int, int]]]
) -> Iterable[list[str]]:
    blocks: dict[str, list[str]] = defaultdict(list)
    for key, row in trips.items():
        blocks[row.get("block_id") or f"trip {key}"].append(key)
    for chain in blocks.values():
        yield sorted(chain, key=lambda key: min(c[3] for c in calls[key]))


def _joined(before: Ride, after: Ride) -> Ride:
    first, second = before.calls[-1], after.calls[0]
    if first[0] == second[0]:
        seam = ((first[0], first[1], second[2]),)
        calls = (*before.calls[:-1], *seam, *after.calls[1:])
    else:
        calls = (*before.calls, *after.calls)
    return Ride(before.route, before.direction, before.service, before.charged, calls)


def inside(stop: str) -> bool:
    """Whether a stop of our feeds lies in Kanagawa."""
    known = book().stops.get(stop)
    return known is not None and known.prefecture == "神奈川県"


def compare(model: Sequence[Ride], real: Sequence[Ride]) -> list[LineReport]:
    """One report a line that both feeds have, by route id."""
    ours, theirs = _by_route(model), _by_route(real)
    fastest = fastest_hops(real)
    return [
        _compare_line(route, ours[route], theirs[route], fastest)
        for route in sorted(ours)
        if route in theirs and any(inside(c[0]) for r in theirs[route] for c in r.calls)
    ]


def _by_route(rides: Sequence[Ride]) -> dict[str, list[Ride]]:
    found: dict[str, list[Ride]] = defaultdict(list)
    for ride in rides:
        if any(inside(stop) for stop, _, _ in ride.calls):
            found[ride.route].append(ride)
    return found


def _compare_line(
    route: str, model: list[Ride], real: list[Ride], fastest: Mapping[Pair, int]
) -> LineReport:
    later, early, pairs = _compare_last(model, real)
    hours, hours_off = _compare_hours(model, real)
    run_pairs, run_off = _compare_run_times(model, real)
    own = fastest_hops(model)
    return LineReport(
        route=route,
        trains=(len(model), len(real)),
        ends_wrong=tuple(_compare_ends(model, real)),
        pairs=pairs,
        last_later=tuple(later),
        last_early=tuple(early),
        hours=hours,
        hours_off=hours_off,
        run_pairs=run_pairs,
        run_off=run_off,
        hops_too_fast=tuple(
            f"{a} {b}: {own[a, b]} < {fastest[a, b]}"
            for a, b in own
            if (a, b) in fastest and own[a, b] < fastest[a, b]
        ),
    )


def fastest_hops(rides: Iterable[Ride]) -> dict[Pair, int]:
    """Pair of consecutive calls -> least minutes from departure to arrival."""
    found: dict[Pair, int] = {}
    for ride in rides:
        for (a, _, departs), (b, arrives, _) in zip(ride.calls, ride.calls[1:], strict=False):
            found[a, b] = min(found.get((a, b), arrives - departs), arrives - departs)
    return found


def span_of_departures(rides: Iterable[Ride]) -> dict[tuple[str, int, str], tuple[int, int]]:
    """(stop, direction, service) -> first and last departure."""
    found: dict[tuple[str, int, str], tuple[int, int]] = {}
    for ride in rides:
        for stop, _, departs in ride.calls[:-1]:
            key = stop, ride.direction, ride.service
            first, last = found.get(key, (departs, departs))
            found[key] = min(first, departs), max(last, departs)
    return found


def _compare_ends(model: list[Ride], real: list[Ride]) -> list[str]:
    ours, theirs = span_of_departures(model), span_of_departures(real)
    return [
        f"{' '.join(map(str, key))}: {ours.get(key)} is not {theirs[key]}"
        for key in sorted(theirs)
        if ours.get(key) != theirs[key]
    ]


def last_trains(rides: Iterable[Ride]) -> dict[tuple[str, str, str], int]:
    """(from, to, service) -> departure of the last train, stops in Kanagawa, no charged train."""
    found: dict[tuple[str, str, str], int] = {}
    for ride in rides:
        if ride.charged:
            continue
        calls = [c for c in ride.calls if inside(c[0])]
        for i, (a, _, departs) in enumerate(calls):
            for b, _, _ in calls[i + 1 :]:
                key = a, b, ride.service
                if departs > found.get(key, -1):
                    found[key] = departs
    return found


def _compare_last(model: list[Ride], real: list[Ride]) -> tuple[list[str], list[str], int]:
    ours, theirs = last_trains(model), last_trains(real)
    later, early = [], []
    for key in sorted(ours.keys() | theirs.keys()):
        a, b = ours.get(key), theirs.get(key)
        if a is not None and (b is None or a > b):
            later.append(f"{' '.join(key)}: {a} after {b}")
        elif b is not None and (a is None or a < b - 5):
            early.append(f"{' '.join(key)}: {a} before {b}")
    return later, early, len(ours.keys() | theirs.keys())


def trains_an_hour(
    rides: Sequence[Ride], stops: Mapping[LineDay, str]
) -> Counter[tuple[LineDay, int]]:
    """Trains in each hour at one stop of each line, direction and day type."""
    found: Counter[tuple[LineDay, int]] = Counter()
    for ride in rides:
        line = ride.route, ride.direction, ride.service
        for stop, _, departs in ride.calls:
            if stop == stops.get(line):
                found[line, departs // 60] += 1
    return found


def busiest_stops(rides: Iterable[Ride]) -> dict[LineDay, str]:
    """The stop in Kanagawa with the most calls of each line, direction and day type."""
    calls: dict[LineDay, Counter[str]] = defaultdict(Counter)
    for ride in rides:
        line = ride.route, ride.direction, ride.service
        calls[line].update(stop for stop, _, _ in ride.calls if inside(stop))
    return {line: max(sorted(c), key=lambda s: c[s]) for line, c in calls.items() if c}


def _compare_hours(model: list[Ride], real: list[Ride]) -> tuple[int, int]:
    stops = busiest_stops(real)
    ours, theirs = trains_an_hour(model, stops), trains_an_hour(real, stops)
    keys = ours.keys() | theirs.keys()
    return len(keys), sum(abs(ours[key] - theirs[key]) > 1 for key in keys)


def _run_times(rides: Iterable[Ride]) -> dict[Pair, list[int]]:
    found: dict[Pair, list[int]] = defaultdict(list)
    for ride in rides:
        calls = [c for c in ride.calls if inside(c[0])]
        for i, (a, _, departs) in enumerate(calls):
            for b, arrives, _ in calls[i + 1 :]:
                found[a, b].append(arrives - departs)
    return found


def _compare_run_times(model: list[Ride], real: list[Ride]) -> tuple[int, int]:
    ours, theirs = _run_times(model), _run_times(real)
    common = ours.keys() & theirs.keys()
    return len(common), sum(abs(median(ours[k]) - median(theirs[k])) > 1 for k in common)
