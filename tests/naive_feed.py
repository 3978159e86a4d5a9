"""The slow, obvious twin of the feed reader: one row after the other, with dicts."""

import csv
import math
import re
from pathlib import Path

Call = tuple[int, str, str, int, int, int]  # row, trip, stop, sequence, arrival, departure


def read_calls(folder: Path) -> list[Call]:
    """The calls that can be used, by trip (in the order of trips.txt) and sequence."""
    stops = first_of(rows(folder, "stops"), "stop_id")
    routes = first_of(rows(folder, "routes"), "route_id")
    services = {r["service_id"] for r in rows(folder, "calendar")}
    trips = first_of(rows(folder, "trips"), "trip_id")
    order = {
        trip: place
        for place, (trip, row) in enumerate(trips.items())
        if row["route_id"] in routes and row["service_id"] in services
    }
    by_trip: dict[str, dict[int, tuple[int, dict[str, str]]]] = {}
    for number, row in enumerate(rows(folder, "stop_times"), 2):
        usable = row["trip_id"] in order and row["stop_id"] in stops
        if usable and row["stop_sequence"].isdigit():
            calls = by_trip.setdefault(row["trip_id"], {})
            calls.setdefault(int(row["stop_sequence"]), (number, row))
    found: list[Call] = []
    for trip in sorted(by_trip, key=order.__getitem__):
        found += timed(trip, sorted(by_trip[trip].items()), stops)
    return found


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"{table}.txt").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def first_of(read: list[dict[str, str]], key: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for row in read:
        found.setdefault(row[key], row)
    return found


def seconds(text: str) -> int | None:
    match = re.fullmatch(r"(\d{1,3}):([0-5]\d):([0-5]\d)", text)
    return int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3]) if match else None


def timed(
    trip: str,
    calls: list[tuple[int, tuple[int, dict[str, str]]]],
    stops: dict[str, dict[str, str]],
) -> list[Call]:
    """One trip's calls with a time each; those that go back in time are left out."""
    times: list[list[int | None]] = []
    way = [0.0]
    for k, (_, (_, row)) in enumerate(calls):
        arrival, departure = seconds(row["arrival_time"]), seconds(row["departure_time"])
        times.append([departure if arrival is None else arrival, departure])
        if departure is None:
            times[-1][1] = arrival
        if k:
            way.append(
                way[-1] + metres(stops[calls[k - 1][1][1]["stop_id"]], stops[row["stop_id"]])
            )
    known = [k for k, (arrival, _) in enumerate(times) if arrival is not None]
    for k in range(len(calls)):
        before = [b for b in known if b < k]
        after = [a for a in known if a > k]
        if k not in known and before and after:
            low, high = before[-1], after[0]
            whole = way[high] - way[low]
            share = (way[k] - way[low]) / whole if whole > 0 else (k - low) / (high - low)
            start, end = times[low][1], times[high][0]
            assert start is not None
            assert end is not None
            times[k] = [round(start + share * (end - start))] * 2
    found: list[Call] = []
    latest = 0
    for (sequence, (number, row)), (arrival, departure) in zip(calls, times, strict=True):
        if arrival is None or departure is None or departure < arrival or arrival < latest:
            continue
        found.append((number, trip, row["stop_id"], sequence, arrival, departure))
        latest = departure
    return found


def metres(a: dict[str, str], b: dict[str, str]) -> float:
    lat1, lat2 = math.radians(float(a["stop_lat"])), math.radians(float(b["stop_lat"]))
    east = math.radians(float(b["stop_lon"]) - float(a["stop_lon"])) * math.cos(lat1)
    return 6_371_000 * math.hypot(east, lat2 - lat1)
