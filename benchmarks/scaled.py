"""Networks of 1 to 64 times Kanagawa, and how time and memory grow with them.

    python benchmarks/scaled.py FEED --out FOLDER [--times 1,4,16,64] [--rules none]

A network of n times is n copies of the feed's day side by side on a square, each with its stations,
lines and trains, so that it keeps its shape: stops to a line, trains to a stop, changes to a
station. Neighbouring copies are joined at their three busiest stations by a line of their own, a
train every 15 minutes that takes 45. Each size runs in a process of its own. Questions are asked
inside one copy (near) and between any two (far); both see all trains of the whole network.
"""

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from benchmarks import machine
from planner.timetable.draft import Draft, Int32s, Places, Routes, Trips

EVERY, TAKES, FIRST, LAST = 15 * 60, 45 * 60, 5 * 3600, 24 * 3600
JOINS = 3
QUESTIONS = 100
NATION = 20_000_000


def scaled(draft: Draft, times: int) -> Draft:
    """The day of a network so many times as large."""
    places, trips, routes = draft.places, draft.trips, draft.routes
    stations, nodes = len(places.station_name), len(places.node_station)
    count, lines = len(trips.trip_id), len(routes.route_id)

    def tiled(column: Int32s, step: int) -> Any:
        return np.concatenate([column + np.int32(step * copy) for copy in range(times)])

    def repeated(texts: Sequence[str]) -> list[str]:
        return [text for _ in range(times) for text in texts]

    def named(texts: Sequence[str]) -> list[str]:
        return [f"{text} {copy}" for copy in range(times) for text in texts]

    joins = _joins(draft, times)
    walks = [
        (a + nodes * copy, b + nodes * copy, s) for copy in range(times) for a, b, s in places.walks
    ]
    stays = [(a + count * copy, b + count * copy) for copy in range(times) for a, b in trips.stays]
    inside = None if places.inside is None else np.tile(places.inside, times)
    blank = [""] * (stations * times)
    made = Places(
        station_name=named(places.station_name),
        node_station=tiled(places.node_station, stations),
        change=np.tile(places.change, times),
        walks=walks,
        inside=inside,
        station_place=blank,
    )
    whole = Trips(
        call_trip=tiled(trips.call_trip, count),
        call_node=tiled(trips.call_node, nodes),
        call_arr=np.tile(trips.call_arr, times),
        call_dep=np.tile(trips.call_dep, times),
        call_board=np.tile(trips.call_board, times),
        call_alight=np.tile(trips.call_alight, times),
        trip_route=tiled(trips.trip_route, lines),
        trip_charged=np.tile(trips.trip_charged, times),
        trip_id=named(trips.trip_id),
        trip_train=repeated(trips.trip_train),
        trip_headsign=repeated(trips.trip_headsign),
        stays=stays,
    )
    more = Routes(
        [*named(routes.route_id), "join"],
        [*repeated(routes.route_name), "join"],
        [*repeated(routes.route_operator), "join"],
    )
    return replace(draft, places=made, trips=_with(whole, joins, lines * times), routes=more)


def _joins(draft: Draft, times: int) -> list[tuple[int, int, int]]:
    """(from node, to node, departure) of every train between neighbouring copies."""
    nodes = len(draft.places.node_station)
    calls = np.bincount(draft.trips.call_node, minlength=nodes)
    busiest = np.argsort(-calls, kind="stable")[:JOINS].tolist()
    side = math.isqrt(times - 1) + 1
    found = []
    for copy in range(times):
        right = copy + 1 if (copy + 1) % side and copy + 1 < times else None
        below = copy + side if copy + side < times else None
        for other in filter(None, (right, below)):
            for node in busiest:
                for a, b in ((copy, other), (other, copy)):
                    found += [
                        (node + nodes * a, node + nodes * b, t) for t in range(FIRST, LAST, EVERY)
                    ]
    return found


def _with(trips: Trips, joins: Sequence[tuple[int, int, int]], route: int) -> Trips:
    """The trips and those of the joins, each of two calls."""
    if not joins:
        return trips
    begin = len(trips.trip_id)
    frm, to, dep = (np.array(column, np.int32) for column in zip(*joins, strict=True))
    number = np.arange(begin, begin + len(joins), dtype=np.int32)
    both = np.repeat(np.ones(len(joins), np.bool_), 2)
    when = np.stack([dep, dep + TAKES], 1).ravel().astype(np.int32)
    names = [f"join {i}" for i in range(len(joins))]
    return replace(
        trips,
        call_trip=np.concatenate([trips.call_trip, np.repeat(number, 2)]),
        call_node=np.concatenate([trips.call_node, np.stack([frm, to], 1).ravel()]),
        call_arr=np.concatenate([trips.call_arr, when]),
        call_dep=np.concatenate([trips.call_dep, when]),
        call_board=np.concatenate([trips.call_board, both]),
        call_alight=np.concatenate([trips.call_alight, both]),
        trip_route=np.concatenate([trips.trip_route, np.full(len(joins), route, np.int32)]),
        trip_charged=np.concatenate([trips.trip_charged, np.zeros(len(joins), np.bool_)]),
        trip_id=[*trips.trip_id, *names],
        trip_train=[*trips.trip_train, *names],
        trip_headsign=[*trips.trip_headsign, *names],
    )


def measure(feed: str, times: int, rules_name: str, folder: Path) -> dict[str, Any]:
    """Compile a network, keep it, load it, ask questions of it."""
    import datetime as dt

    from planner.feed.registry import open_feed
    from planner.timetable import opening, store
    from planner.timetable.assemble import assemble
    from planner.timetable.day import Days, draft_of_day
    from planner.timetable.movement import movement_rules

    handle, rules = open_feed(feed), movement_rules(rules_name)
    cache = opening.cache_folder() / "timetables" / handle.digest[:20]
    days = opening._days(handle, cache, dt.date(2026, 11, 30))
    services = days["classes"][days["dates"][dt.date(2026, 11, 30).isoformat()]]
    wanted = Days(*map(frozenset, services))
    one = draft_of_day(opening._read(handle), wanted, rules)
    draft = scaled(one, times)
    began = time.perf_counter()
    made = assemble(draft, rules)
    compiled = time.perf_counter() - began
    path = folder / f"{times}.tt"
    store.write(path, made)
    found = {"times": times, "compile_s": compiled, "file_mib": path.stat().st_size / 2**20}
    found["compile_peak_mib"] = memory_mib("VmHWM")
    stations = len(one.places.station_name)
    del made, draft
    out = subprocess.run(
        [sys.executable, __file__, str(path), "--ask", str(times), str(stations)],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    path.unlink()
    return found | json.loads(out.stdout)


def ask(path: Path, times: int, stations: int) -> dict[str, Any]:
    """Load a network from its file and ask; the memory is that of this process."""
    from planner.search import earliest, latest, profile
    from planner.timetable import store

    began = time.perf_counter()
    t = store.read(path, _not_damaged)
    found: dict[str, Any] = {"load_s": time.perf_counter() - began, "connections": t.connections}
    found |= {"stations": t.stations, "runs": t.runs}
    random_ = random.Random(5)
    served = sorted({int(t.node_station[n]) for n in set(t.frm[::times].tolist()) if n < t.nodes})
    first = [s for s in served if s < stations and t.station_inside[s]] or list(range(stations))
    inside = [s for s in served if t.station_inside[s]]
    for name, pool in (("near", first), ("far", inside)):
        questions = [
            (*random_.sample(pool, 2), 60 * random_.randrange(330, 1200)) for _ in range(QUESTIONS)
        ]
        searches: dict[str, Callable[[int, int, int], Any]] = {
            "earliest": lambda a, b, at: earliest.earliest(t, a, b, at),
            "front": lambda a, b, at: earliest.pareto(t, a, b, at),
            "last": lambda a, b, at: latest.latest_departure(t, a, b),
        }
        if times <= 16:
            searches["day"] = lambda a, b, at: profile.day_profile(t, a, b)
        for what, search in searches.items():
            chosen = questions[:20] if what == "day" else questions
            found |= {f"{name}_{what}_{k}": v for k, v in _timed(search, chosen).items()}
        scanned = [earliest.earliest(t, *q) for q in questions]
        found[f"{name}_scanned"] = statistics.median(f.scanned for f in scanned)
        found[f"{name}_labels"] = statistics.median(f.labels_made for f in scanned)
    found["peak_mib"] = memory_mib("VmHWM")
    return found


def _not_damaged() -> NoReturn:
    """The file was written a moment ago: there is nothing to compile it from again."""
    raise AssertionError


def _timed(
    search: Callable[[int, int, int], Any], questions: Sequence[tuple[int, int, int]]
) -> dict[str, float]:
    """Median and 95th percentile in ms; of each question the best of two rounds."""
    search(*questions[0])
    best = [math.inf] * len(questions)
    for _ in range(2):
        for i, question in enumerate(questions):
            began = time.perf_counter()
            search(*question)
            best[i] = min(best[i], 1e3 * (time.perf_counter() - began))
    best.sort()
    return {"ms": statistics.median(best), "p95_ms": best[int(0.95 * (len(best) - 1))]}


def memory_mib(field: str) -> float:
    """A memory figure of this process, such as VmHWM (its peak), in MiB."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) / 1024


def exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the least-squares line through (log size, log value)."""
    x = [math.log(s) for s in sizes]
    y = [math.log(v) for v in values]
    mx, my = statistics.fmean(x), statistics.fmean(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / sum(
        (a - mx) ** 2 for a in x
    )


ROWS = {
    "compile_s": "compile, s", "compile_peak_mib": "compile, peak MiB", "file_mib": "file, MiB",
    "load_s": "load from the cache, s", "peak_mib": "loaded and asked, peak MiB",
    "near_earliest_ms": "near: earliest arrival, ms", "near_earliest_p95_ms": "near: p95, ms",
    "near_front_ms": "near: (arrival, changes), ms", "near_last_ms": "near: last train, ms",
    "near_day_ms": "near: day profile, ms", "near_scanned": "near: connections scanned",
    "near_labels": "near: labels", "far_earliest_ms": "far: earliest arrival, ms",
    "far_front_ms": "far: (arrival, changes), ms", "far_last_ms": "far: last train, ms",
    "far_scanned": "far: connections scanned",
}  # fmt: skip


def table(found: Sequence[dict[str, Any]]) -> str:
    """A Markdown table: a column a size, and the exponent of growth with the connections."""
    heads = [f"{f['times']}x" for f in found]
    lines = [
        f"| | {' | '.join(heads)} | exponent | at {NATION:,} |",
        f"|---|{'--:|' * (len(heads) + 2)}",
        "| connections | " + " | ".join(f"{f['connections']:,}" for f in found) + " | | |",
    ]
    for key, label in ROWS.items():
        have = [f for f in found if f.get(key)]
        cells = " | ".join(f"{f[key]:,.3g}" if f.get(key) else "-" for f in found)
        if len(have) < 2:
            continue
        slope = exponent([f["connections"] for f in have], [f[key] for f in have])
        last = have[-1]
        nation = last[key] * (NATION / last["connections"]) ** slope
        lines.append(f"| {label} | {cells} | {slope:.2f} | {nation:,.3g} |")
    return "\n".join(lines) + "\n"


def plot(found: Sequence[dict[str, Any]], path: Path) -> None:
    """Time against connections, both on logarithmic scales."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 5))
    for key in ("near_earliest_ms", "near_front_ms", "near_last_ms", "near_day_ms",
                "far_earliest_ms", "far_front_ms"):  # fmt: skip
        have = [f for f in found if f.get(key)]
        if have:
            axes.loglog(
                [f["connections"] for f in have], [f[key] for f in have], "o-", label=ROWS[key]
            )
    axes.set_xlabel("connections of the day")
    axes.set_ylabel("median, ms")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def main() -> int:
    if "--ask" in sys.argv:
        print(json.dumps(ask(Path(sys.argv[1]), int(sys.argv[3]), int(sys.argv[4]))))
        return 0
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", help="name or path of a feed")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--times", default="1,4,16,64")
    parser.add_argument("--rules", default="none")
    parser.add_argument("--one", type=int, help="measure this size only, as JSON")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    if args.one:
        print(json.dumps(measure(args.feed, args.one, args.rules, args.out)))
        return 0
    found = []
    for times in args.times.split(","):
        command = [
            sys.executable,
            __file__,
            args.feed,
            "--out",
            str(args.out),
            "--rules",
            args.rules,
        ]
        out = subprocess.run(
            [*command, "--one", times], check=True, stdout=subprocess.PIPE, text=True
        )
        found.append(json.loads(out.stdout))
        print(f"{times}x: {found[-1]}", file=sys.stderr)
        facts = {"machine": machine.facts(), "sizes": found}
        (args.out / "scaled.json").write_text(json.dumps(facts), encoding="utf-8")
    (args.out / "scaled.md").write_text(table(found), encoding="utf-8")
    plot(found, args.out / "scaled.png")
    print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
