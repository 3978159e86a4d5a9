"""The common feed for searches by price: made-up prices between the stations of each company.

    python benchmarks/priced_feed.py FEED OUT_FOLDER [--date 2026-11-30]

``benchmarks/peer_feed.py`` makes the timetable. Here its stops get their stations back: the stops
of one station have one name (a number), a company's stops at a station are one fare zone, and a
ticket of a company costs by the distance as the crow flies between the two stations, however many
trains are ridden on it. So a price is the same whether it is asked for by stop, by zone or by name.

Engines that know only of stops get a *door* at each end of the questions: a stop without trains,
0 s from every stop of the station, so that "from stop to stop" is "from station to station".
"""

import argparse
import datetime as dt
import random
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planner.search.fare_view import FareView
    from planner.search.query import Planner

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.peer_feed import (
    Question,
    Summary,
    crow_km,
    derive,
    made_up_yen,
    rows_of,
    write_rows,
)

STOP_COLUMNS = "stop_id stop_name stop_lat stop_lon zone_id"


@dataclass(frozen=True)
class Ride:
    """One ride of a journey: company, station boarded at and left at."""

    company: str
    board: str
    alight: str


@dataclass(frozen=True)
class MadeUp:
    """The made-up prices as a formula, apart from every file and engine.

    ``at``: station -> latitude and longitude as written; ``companies`` in order of id.
    """

    at: Mapping[str, tuple[str, str]]
    companies: Sequence[str]

    @cached_property
    def _number(self) -> dict[str, int]:
        return {company: number for number, company in enumerate(self.companies)}

    def ticket(self, company: str, board: str, alight: str) -> int:
        """The yen of one ticket between two stations."""
        km = crow_km(self.at[board], self.at[alight])
        return made_up_yen(company, self._number[company], km)

    def journey(self, rides: Sequence[Ride]) -> int | None:
        """The yen of rides in order, one ticket for neighbouring rides of a company.

        None where a ticket would end at the station it began at, for which there is no price.
        """
        yen = 0
        entry: Ride | None = None
        for at, ride in enumerate(rides):
            entry = entry or ride
            if at + 1 < len(rides) and rides[at + 1].company == ride.company:
                continue
            if entry.board == ride.alight:
                return None
            yen += self.ticket(ride.company, entry.board, ride.alight)
            entry = None
        return yen


@dataclass(frozen=True)
class Layout:
    """Who belongs to what in a common feed: stop -> station, stop -> company, the prices."""

    station: Mapping[str, str]
    company: Mapping[str, str]
    made_up: MadeUp

    @property
    def stations(self) -> list[str]:
        """All stations, in order."""
        return sorted(set(self.station.values()))

    def stops_at(self, station: str) -> list[str]:
        """The stops of a station, in order."""
        return self._stops[station]

    @cached_property
    def _stops(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for stop in sorted(self.station):
            found[self.station[stop]].append(stop)
        return found


def layout(common: Path) -> Layout:
    """Read what belongs together out of a common feed.

    Raises:
        ValueError: trains of two companies call at one stop; its prices would not be clear.
    """
    station: dict[str, str] = {}
    for row in sorted(rows_of(common, "transfers.txt"), key=lambda r: r["from_stop_id"]):
        first = min(row["from_stop_id"], row["to_stop_id"])
        station[row["from_stop_id"]] = min(first, station.get(row["from_stop_id"], first))
    station = {stop: f"s{first[1:]}" for stop, first in station.items()}
    agency = {r["route_id"]: r["agency_id"] for r in rows_of(common, "routes.txt")}
    owner = {t["trip_id"]: agency[t["route_id"]] for t in rows_of(common, "trips.txt")}
    company: dict[str, str] = {}
    for call in rows_of(common, "stop_times.txt"):
        whose = company.setdefault(call["stop_id"], owner[call["trip_id"]])
        if whose != owner[call["trip_id"]]:
            raise ValueError(f"{call['stop_id']!r} is of {whose} and of {owner[call['trip_id']]}")
    at: dict[str, tuple[str, str]] = {}
    for row in rows_of(common, "stops.txt"):
        at.setdefault(station[row["stop_id"]], (row["stop_lat"], row["stop_lon"]))
    return Layout(station, company, MadeUp(at, sorted(set(company.values()))))


def price(common: Path) -> tuple[Layout, int]:
    """Give a common feed its stations and prices (files are overwritten); and how many prices."""
    found = layout(common)
    write_rows(
        common, "stops.txt", STOP_COLUMNS,
        ((r["stop_id"], found.station[r["stop_id"]], r["stop_lat"], r["stop_lon"],
          zone(found, r["stop_id"])) for r in rows_of(common, "stops.txt")),
    )  # fmt: skip
    zones: dict[str, set[str]] = defaultdict(set)
    for stop, company in found.company.items():
        zones[company].add(found.station[stop])
    attributes: dict[str, tuple[object, ...]] = {}
    rules: list[tuple[str, str, str]] = []
    for company, stations in sorted(zones.items()):
        for a in sorted(stations):
            for b in sorted(stations - {a}):
                yen = found.made_up.ticket(company, a, b)
                fare = f"{company}_{yen}"
                attributes[fare] = (fare, yen, "JPY", 1, "", company)  # "": changes are free
                rules.append((fare, f"{company}:{a}", f"{company}:{b}"))
    write_rows(
        common, "fare_attributes.txt",
        "fare_id price currency_type payment_method transfers agency_id", attributes.values(),
    )  # fmt: skip
    return found, write_rows(common, "fare_rules.txt", "fare_id origin_id destination_id", rules)


def zone(found: Layout, stop: str) -> str:
    """The fare zone of a stop: its company and its station."""
    return f"{found.company[stop]}:{found.station[stop]}"


def door(station: str) -> str:
    """The stop without trains that stands for a whole station."""
    return f"door-{station}"


def with_doors(common: Path, out: Path, found: Layout, stations: Iterable[str]) -> None:
    """The same feed once more, with a door at each of some stations."""
    out.mkdir(parents=True, exist_ok=True)
    for path in common.iterdir():
        shutil.copyfile(path, out / path.name)
    wanted = sorted(set(stations))
    stops = [[r[c] for c in STOP_COLUMNS.split()] for r in rows_of(common, "stops.txt")]
    stops += [[door(s), s, *found.made_up.at[s], door(s)] for s in wanted]
    write_rows(out, "stops.txt", STOP_COLUMNS, stops)
    columns = "from_stop_id to_stop_id transfer_type min_transfer_time"
    walks = [[r[c] for c in columns.split()] for r in rows_of(common, "transfers.txt")]
    for station in wanted:
        inside = found.stops_at(station)
        walks += [[a, b, "2", "0"] for stop in inside
                  for a, b in ((door(station), stop), (stop, door(station)))]  # fmt: skip
        walks.append([door(station), door(station), "2", "0"])
    write_rows(out, "transfers.txt", columns, walks)


def questions(found: Layout, count: int, seed: int = 5, single: bool = False) -> list[Question]:
    """Random pairs of stations, leaving between 05:30 and 22:30; ``single``: those of one stop."""
    random_ = random.Random(seed)
    stations = [s for s in found.stations if not single or len(found.stops_at(s)) == 1]
    return [
        Question(*random_.sample(stations, 2), 60 * random_.randrange(330, 1350))
        for _ in range(count)
    ]


def make(feed: Path, common: Path, date: dt.date) -> tuple[Summary, Layout]:
    """The common feed with prices, of the trips of a date."""
    summary = derive(feed, common, date)
    found, fares = price(common)
    return replace(summary, fares=fares), found


def priced_planner(common: Path, date: dt.date, path: Path) -> tuple["Planner", "FareView"]:
    """The feed opened, and its timetable seen with its own prices; ``path``: where they are kept.

    The lines have the ids of real ones, whose tariffs are known, so the prices that the feed states
    have to be asked for.
    """
    from planner.fares.gtfs.read import book_at
    from planner.search.fare_view import fare_view
    from planner.search.query import Planner
    from planner.timetable.movement import movement_rules

    rules = movement_rules("none").but(walk_near=False)
    planner = Planner.open(str(common), date, rules)
    return planner, fare_view(planner.timetable, book_at(common), path=path)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--date", type=dt.date.fromisoformat, default=dt.date(2026, 11, 30))
    args = parser.parse_args()
    print(make(args.feed, args.out, args.date)[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
