"""The same feed for every engine: what all of them understand alike, and nothing else.

    python benchmarks/peer_feed.py FEED OUT_FOLDER [--date 2026-11-30]

Every stop that is called at is a station of its own, called by a number (``stop_desc`` has its
name), so that "from stop to stop" is one question to all engines: no names are compared.
``transfers.txt`` has a row for every pair of stops of one station: 180 s, and 0 s from a stop to
itself (else engines put in minutes of their own). The trips of a train are not joined (no blocks,
no rows of type 4), because only some engines know of that.
Prices are made up: by the distance as the crow flies, per company, in GTFS Fares V1.
"""

import argparse
import csv
import datetime as dt
import io
import math
import random
import sys
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

BETWEEN_STOPS = 180
"""Seconds from one stop of a station to another."""
FIRST_FARE, STEP_KM = 150, 3.0
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

Row = dict[str, str]


@dataclass(frozen=True)
class Question:
    """From a stop to a stop, at a moment of the service day."""

    origin: str
    goal: str
    time: int


@dataclass(frozen=True)
class Summary:
    """What the feed has on the day that is asked about."""

    stops: int
    stations: int
    trips: int
    connections: int
    fares: int


def rows_of(feed: Path, name: str) -> list[Row]:
    """The records of a file of a feed, a folder or a zip; none if it has not got it."""
    if feed.is_dir():
        path = feed / name
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
    else:
        with zipfile.ZipFile(feed) as archive:
            inside = {Path(n).name: n for n in archive.namelist()}
            text = archive.read(inside[name]).decode("utf-8-sig") if name in inside else ""
    return list(csv.DictReader(io.StringIO(text, newline="")))


def running(feed: Path, date: dt.date) -> set[str]:
    """The services of a date."""
    day = date.strftime("%Y%m%d")
    column = DAYS[date.weekday()]
    found = {
        r["service_id"]
        for r in rows_of(feed, "calendar.txt")
        if r["start_date"] <= day <= r["end_date"] and r[column] == "1"
    }
    for r in rows_of(feed, "calendar_dates.txt"):
        if r["date"] == day:
            (found.add if r["exception_type"] == "1" else found.discard)(r["service_id"])
    return found


def write_rows(folder: Path, name: str, header: str, rows: Iterable[Sequence[object]]) -> int:
    """Write a file of a feed; gives the number of records."""
    count = 0
    with (folder / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header.split())
        for row in rows:
            writer.writerow(row)
            count += 1
    return count


def derive(feed: Path, out: Path, date: dt.date) -> Summary:
    """Write the common feed, of the trips of one date that runs every day of it."""
    out.mkdir(parents=True, exist_ok=True)
    services = running(feed, date)
    trips = [t for t in rows_of(feed, "trips.txt") if t["service_id"] in services]
    wanted = {t["trip_id"] for t in trips}
    calls = [c for c in rows_of(feed, "stop_times.txt") if c["trip_id"] in wanted]
    calls.sort(key=lambda c: (c["trip_id"], int(c["stop_sequence"])))
    stops = {s["stop_id"]: s for s in rows_of(feed, "stops.txt")}
    used = sorted({c["stop_id"] for c in calls})
    parent = {s: stops[s].get("parent_station") or s for s in used}
    number = {s: f"x{n:05d}" for n, s in enumerate(used)}
    routes = {r["route_id"]: r for r in rows_of(feed, "routes.txt")}
    first = date - dt.timedelta(days=7)
    last = date + dt.timedelta(days=7)
    period = (first.strftime("%Y%m%d"), last.strftime("%Y%m%d"))
    write_rows(
        out, "agency.txt", "agency_id agency_name agency_url agency_timezone",
        ([a[f"agency_{key}"] for key in ("id", "name", "url", "timezone")]
         for a in rows_of(feed, "agency.txt")),
    )  # fmt: skip
    write_rows(
        out, "feed_info.txt",
        "feed_publisher_name feed_publisher_url feed_lang feed_start_date feed_end_date",
        [("derived", "https://example.org/", "ja", *period)],
    )  # fmt: skip
    write_rows(
        out, "calendar.txt", f"service_id {' '.join(DAYS)} start_date end_date",
        [("daily", *[1] * 7, *period)],
    )  # fmt: skip
    write_rows(out, "calendar_dates.txt", "service_id date exception_type", [])
    write_rows(
        out, "routes.txt", "route_id agency_id route_short_name route_long_name route_type",
        ((r["route_id"], r["agency_id"], r["route_id"], r["route_id"], r["route_type"])
         for r in routes.values()),
    )  # fmt: skip
    write_rows(
        out, "trips.txt", "route_id service_id trip_id direction_id",
        ((t["route_id"], "daily", t["trip_id"], t.get("direction_id") or 0) for t in trips),
    )  # fmt: skip
    write_rows(
        out, "stop_times.txt", "trip_id arrival_time departure_time stop_id stop_sequence",
        ((c["trip_id"], c["arrival_time"] or c["departure_time"],
          c["departure_time"] or c["arrival_time"], number[c["stop_id"]], c["stop_sequence"])
         for c in calls),
    )  # fmt: skip
    at = {s: _place(stops, s, parent[s]) for s in used}
    write_rows(
        out, "stops.txt", "stop_id stop_name stop_desc stop_lat stop_lon zone_id",
        ((number[s], number[s], f"{stops[parent[s]]['stop_name']} {s}", *at[s], number[s])
         for s in used),
    )  # fmt: skip
    siblings: dict[str, list[str]] = defaultdict(list)
    for stop in used:
        siblings[parent[stop]].append(stop)
    write_rows(
        out, "transfers.txt", "from_stop_id to_stop_id transfer_type min_transfer_time",
        ((number[a], number[b], 2, 0 if a == b else BETWEEN_STOPS)
         for group in siblings.values() for a in group for b in group),
    )  # fmt: skip
    agency_of = {t["trip_id"]: routes[t["route_id"]]["agency_id"] for t in trips}
    fares = _fares(out, number, at, calls, agency_of)
    connections = sum(a["trip_id"] == b["trip_id"] for a, b in pairwise(calls))
    return Summary(len(used), len(siblings), len(trips), connections, fares)


def _place(stops: dict[str, Row], stop: str, parent: str) -> tuple[str, str]:
    """Latitude and longitude of a stop, or of its station."""
    own, whole = stops[stop], stops[parent]
    return own["stop_lat"] or whole["stop_lat"], own["stop_lon"] or whole["stop_lon"]


def _fares(
    out: Path,
    number: dict[str, str],
    at: dict[str, tuple[str, str]],
    calls: Sequence[Row],
    agency_of: dict[str, str],
) -> int:
    """Made-up prices between all stops of a company; gives the number of pairs."""
    agency: dict[str, str] = {}
    for call in calls:
        owner = agency_of[call["trip_id"]]
        agency[call["stop_id"]] = min(owner, agency.get(call["stop_id"], owner))
    groups: dict[str, list[str]] = defaultdict(list)
    for stop in number:
        groups[agency[stop]].append(stop)
    prices: dict[str, tuple[object, ...]] = {}
    rules: list[tuple[str, str, str]] = []
    for index, (owner, group) in enumerate(sorted(groups.items())):
        for a in group:
            for b in group:
                if a == b:
                    continue
                yen = made_up_yen(owner, index, crow_km(at[a], at[b]))
                prices[f"{owner}_{yen}"] = (f"{owner}_{yen}", yen, "JPY", 1, 0, owner)
                rules.append((f"{owner}_{yen}", number[a], number[b]))
    write_rows(
        out, "fare_attributes.txt",
        "fare_id price currency_type payment_method transfers agency_id", prices.values(),
    )  # fmt: skip
    return write_rows(out, "fare_rules.txt", "fare_id origin_id destination_id", rules)


def made_up_yen(owner: str, index: int, km: float) -> int:
    """A price by distance; ``index``: the company's number among all in the feed, by id."""
    step = 20 if owner.startswith("JR") else 30
    return FIRST_FARE + 10 * (index % 8) + step * int(km // STEP_KM)


def crow_km(a: tuple[str, str], b: tuple[str, str]) -> float:
    """Distance in kilometres, flat around 35.5 degrees north."""
    north = (float(a[0]) - float(b[0])) * 111.0
    east = (float(a[1]) - float(b[1])) * 90.4
    return math.hypot(north, east)


def questions(folder: Path, count: int, seed: int = 5) -> list[Question]:
    """Random pairs of stops of different stations, leaving between 05:30 and 22:30."""
    transfers = rows_of(folder, "transfers.txt")
    together = {(r["from_stop_id"], r["to_stop_id"]) for r in transfers}
    stops = sorted(r["stop_id"] for r in rows_of(folder, "stops.txt"))
    random_ = random.Random(seed)
    found: list[Question] = []
    while len(found) < count:
        a, b = random_.sample(stops, 2)
        if (a, b) not in together:
            found.append(Question(a, b, 60 * random_.randrange(330, 1350)))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--date", type=dt.date.fromisoformat, default=dt.date(2026, 11, 30))
    args = parser.parse_args()
    print(derive(args.feed, args.out, args.date))
    return 0


if __name__ == "__main__":
    sys.exit(main())
