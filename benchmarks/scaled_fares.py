"""Searches by price in networks of 1, 4 and 16 times Kanagawa, at our real prices.

    python benchmarks/scaled_fares.py FEED --out FILE.json [--times 1,4,16]

The networks of benchmarks/scaled.py, each copy with the stations and lines of the fare tables, so
that tickets are sold in every copy; the lines that join copies have no price. The same questions
are asked of the first copy in every network: all answers must stay the same, while the searches
see the trains of all copies.
"""

import argparse
import datetime as dt
import json
import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import machine
from benchmarks.scaled import memory_mib, scaled
from planner.fares.matrix import fares_on
from planner.feed.registry import open_feed
from planner.search.cheapest import FareSearch, Limits
from planner.search.fare_view import FareView, fare_view
from planner.search.service_day import day_end
from planner.timetable import opening
from planner.timetable.assemble import assemble
from planner.timetable.day import Days, draft_of_day
from planner.timetable.draft import Draft
from planner.timetable.model import Timetable
from planner.timetable.movement import movement_rules

DATE = dt.date(2026, 11, 30)
QUESTIONS = 100
Question = tuple[int, int, int]
Front = list[tuple[int, int, int]]


def one_day(feed: str) -> Draft:
    """The feed's Monday under the game's rules."""
    handle, rules = open_feed(feed), movement_rules("kanagawa")
    days = opening._days(handle, opening.cache_folder() / "timetables" / handle.digest[:20], DATE)
    services = days["classes"][days["dates"][DATE.isoformat()]]
    wanted = Days(*map(frozenset, services))
    return draft_of_day(opening._read(handle), wanted, rules)


def network(one: Draft, times: int) -> Timetable:
    """So many copies, compiled; every copy keeps its places and its lines."""
    large = scaled(one, times)
    places = replace(large.places, station_place=list(one.places.station_place) * times)
    lines = [*list(one.routes.route_id) * times, "join"]
    large = replace(large, places=places, routes=replace(large.routes, route_id=lines))
    return assemble(large, movement_rules("kanagawa"))


def questions(t: Timetable, stations: int) -> list[Question]:
    """Pairs of stations of the first copy."""
    random_ = random.Random(5)
    served = {int(t.node_station[n]) for n in set(t.frm.tolist()) if n < t.nodes}
    pool = sorted(s for s in served if s < stations and t.station_inside[s])
    return [(*random_.sample(pool, 2), 60 * random_.randrange(330, 1350)) for _ in range(QUESTIONS)]


def ask(
    view: FareView, asked: Sequence[Question], trains: bool
) -> tuple[dict[str, float], list[Front]]:
    """Median and 95th percentile in ms (the better of two rounds), and the answers."""
    best = [float("inf")] * len(asked)
    answers: list[Front] = []
    for _ in range(2):
        answers = []
        for i, (a, b, at) in enumerate(asked):
            began = time.perf_counter()
            search = FareSearch(view, DATE, a, b)
            found = search.front(at, Limits(day_end(at), trains=trains))
            best[i] = min(best[i], 1e3 * (time.perf_counter() - began))
            answers.append(sorted((f.arrival, f.yen, f.trains if trains else 0) for f in found))
    best.sort()
    return {"ms": statistics.median(best), "p95_ms": best[int(0.95 * len(best))]}, answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", help="name or path of a feed")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--times", default="1,4,16")
    args = parser.parse_args()
    one, book = one_day(args.feed), fares_on(DATE)
    stations = len(one.places.station_name)
    sizes: list[dict[str, Any]] = []
    first: list[list[Front]] = []
    for times in map(int, args.times.split(",")):
        t = network(one, times)
        view = fare_view(t, book)
        asked = questions(t, stations)
        two, two_answers = ask(view, asked, trains=False)
        three, three_answers = ask(view, asked, trains=True)
        first = first or [two_answers, three_answers]
        same = sum(
            a == b
            for own, right in zip([two_answers, three_answers], first, strict=True)
            for a, b in zip(own, right, strict=True)
        )
        sizes.append(
            {
                "times": times, "connections": t.connections, "same": same, "of": 2 * len(asked),
                "(arrival, yen)": two, "(arrival, yen, changes)": three,
                "peak_mib": memory_mib("VmHWM"),
            }
        )  # fmt: skip
        print(sizes[-1], flush=True)
    found = {"machine": machine.facts(), "sizes": sizes}
    args.out.write_text(json.dumps(found, indent=1), encoding="utf-8")
    return 0 if all(size["same"] == size["of"] for size in sizes) else 1


if __name__ == "__main__":
    sys.exit(main())
