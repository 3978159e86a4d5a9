"""Derive the line sheets ``data/lines/*.toml`` from the real timetable and the fact files.

    python scripts/derive_lines.py

Needs the real timetable (Mini Tokyo 3D) and the facts beside the project. A sheet keeps what a
printed summary of a line would: the run of a typical train of each stopping pattern, its first and
last trains, and trains an hour. Running it twice gives the same bytes.
"""

import argparse
import csv
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median_low
from typing import Any

from planner.feed.sheets import (
    DAY_TABLES,
    Run,
    Section,
    Timing,
    spread,
    write_clock,
    write_hours,
    write_run,
    write_section,
)
from planner.feed.sources.mt3d_archive import open_archive
from planner.feed.sources.mt3d_names import Names, operators
from planner.feed.sources.mt3d_trains import Piece, Trains, pieces_of, service_of
from planner.feed.stations import LineStop, Place, book, identity

ROOT = Path(__file__).resolve().parent.parent
FEW = 6  # trains of a pattern that are too few for a fast and a slow third
NEAR = 3  # minutes by which those thirds must differ to be told apart
SERVICES = {service: name for name, service in DAY_TABLES.items()}

TIMETABLE_SOURCE = (
    "operators' timetables in force from 2026-03-14, by way of Mini Tokyo 3D, summarised"
)
ASSUMED = {
    "OdakyuHakone.HakoneCable": "no timetable known: hours, interval and run time are assumptions",
    "OyamaKanko.OyamaCable": "no timetable known: hours, interval and run time are assumptions",
}


@dataclass(frozen=True)
class Train:
    """One real train as a pattern sees it."""

    service: str
    start: int  # minutes at the first call
    run: Run
    label: tuple[str, str, str]  # train, in English, headsign


Key = tuple[Section, ...]


def inside(stop: str) -> bool:
    known = book().stops.get(stop)
    return known is not None and known.prefecture == "神奈川県"


HOME = {s.route_id for s in book().stops.values() if s.prefecture == "神奈川県"}


def chains(train: list[str], trains: Trains) -> Iterator[list[Piece]]:
    """The parts of a train that neither split nor join, in order."""
    records = trains.records
    pieces = pieces_of(train, records)
    after = {key: [n for n in records[key].get("nt", ()) if n in pieces] for key in train}
    before: dict[str, list[str]] = {key: [] for key in train}
    for key, following in after.items():
        for n in following:
            before[n].append(key)

    def goes_on(key: str) -> str | None:
        following = after[key]
        return following[0] if len(following) == 1 and len(before[following[0]]) == 1 else None

    heads = [k for k in train if not (len(before[k]) == 1 and goes_on(before[k][0]) == k)]
    for head in heads:
        chain: list[Piece] = []
        key: str | None = head
        while key is not None:
            chain += pieces[key]
            key = goes_on(key)
        yield chain


def on_home_lines(chain: list[Piece]) -> list[Piece]:
    """The chain from its first to its last piece on a line of Kanagawa."""
    at = [i for i, piece in enumerate(chain) if piece.record["r"] in HOME]
    if not at or not any(inside(c.stop) for p in chain for c in p.calls):
        return []
    return chain[at[0] : at[-1] + 1]


def as_train(chain: list[Piece], names: Names) -> tuple[Key, Train]:
    start = chain[0].calls[0].departs // 60
    key = tuple(
        Section(
            piece.record["r"],
            tuple(book().stops[call.stop].order for call in piece.calls),
            piece.charged,
        )
        for piece in chain
    )
    run = [
        (call.arrives // 60 - start, call.departs // 60 - start)
        for piece in chain
        for call in piece.calls
    ]
    run[0] = (0, 0)
    lead = max(chain, key=lambda piece: sum(inside(call.stop) for call in piece.calls))
    record = lead.record
    label = (
        strip_number(names.train(record)),
        strip_number(names.train(record, "en")),
        names.headsign(record),
    )
    return key, Train(service_of(record["id"]), start, tuple(run), label)


def strip_number(name: str) -> str:
    """特急はこね1号 -> 特急はこね."""
    name = re.sub(r" ?\d+(?=$| /)", "", name)
    return re.sub(r"\d+号", "", name)


def gather(trains: Trains, names: Names) -> dict[Key, list[Train]]:
    found: dict[Key, list[Train]] = defaultdict(list)
    stops = frozenset(s for s in book().stops if inside(s))
    for train in trains.trains_of(stops, HOME & set(names.railways)):
        for chain in chains(train, trains):
            if kept := on_home_lines(chain):
                key, one = as_train(kept, names)
                found[key].append(one)
    return found


def typical(trains: Sequence[Train]) -> Run:
    """The median arrival and departure at every call, no hop faster than the fastest train's."""
    run: list[tuple[int, int]] = [(0, 0)]
    for i in range(1, len(trains[0].run)):
        fastest = min(t.run[i][0] - t.run[i - 1][1] for t in trains)
        arrives = median_low([t.run[i][0] for t in trains])
        arrives = max(arrives, run[-1][1] + fastest)
        run.append((arrives, max(arrives, median_low([t.run[i][1] for t in trains]))))
    run[-1] = (run[-1][0], run[-1][0])
    return tuple(run)


def thirds(trains: Sequence[Train]) -> tuple[Run, dict[str, Run]]:
    """The typical run of all trains, or of the middle third with those of the outer thirds."""
    if len(trains) < FEW:
        return typical(trains), {}
    ranked = sorted(trains, key=lambda t: (t.run[-1][0], t.run, t.start))
    third = len(ranked) // 3
    fast, middle, slow = ranked[:third], ranked[third:-third], ranked[-third:]
    run = typical(middle)
    if typical(slow)[-1][0] - typical(fast)[-1][0] < NEAR:
        return run, {}
    return run, {"fast": typical(fast), "slow": typical(slow)}


def timings(trains: Sequence[Train], at: int) -> dict[str, Timing]:
    """Service -> its timing; both day types begin to spread their trains at the same minute."""
    found = {}
    for service in SERVICES:
        own = sorted((t for t in trains if t.service == service), key=lambda t: (t.start, t.run))
        if own:
            minutes = sorted(t.start + t.run[at][1] for t in own[1:-1])
            found[service] = _timing(own, minutes, 0), minutes
    if not any(made.hours for made, _ in found.values()):
        return {service: made for service, (made, _) in found.items()}

    def miss(phase: int) -> int:
        return sum(
            _miss(replace(made, phase=phase), minutes, at) for made, minutes in found.values()
        )

    best = min(range(60), key=miss)
    return {service: replace(made, phase=best) for service, (made, _) in found.items()}


def _timing(trains: Sequence[Train], minutes: list[int], phase: int) -> Timing:
    first, last = trains[0], trains[-1]
    hours = dict(sorted(Counter(minute // 60 for minute in minutes).items()))
    return Timing(first.start, first.run, last.start, last.run, hours, phase)


def _miss(made: Timing, minutes: list[int], at: int) -> int:
    """Minutes by which the spread trains of a day miss the real ones, added up."""
    return sum(
        abs(a - b)
        for hour, count in made.hours.items()
        for a, b in zip(
            spread(hour, count, made, at),
            [minute for minute in minutes if minute // 60 == hour],
            strict=True,
        )
    )


def counting_call(key: Key, busiest: dict[tuple[str, bool], str]) -> int:
    """The call at which trains an hour are counted: the line's busiest station, or the first."""
    home = home_of(key)
    calls = [(s.route_id, n, s.numbers[0] > s.numbers[-1]) for s in key for n in s.numbers]
    wanted = [
        i
        for i, (r, n, back) in enumerate(calls)
        if r == home and STOPS[r, n] == busiest.get((r, back))
    ]
    within = [i for i, (r, n, _) in enumerate(calls) if inside(STOPS[r, n])]
    return (wanted or within)[0]


STOPS = {(s.route_id, s.order): s.id for s in book().stops.values()}


def busiest_stops(patterns: dict[Key, list[Train]]) -> dict[tuple[str, bool], str]:
    """(line, against its order) -> the station in Kanagawa where most trains leave."""
    calls: dict[tuple[str, bool], Counter[str]] = defaultdict(Counter)
    for key, trains in patterns.items():
        for s in key:
            for n in s.numbers:
                if inside(STOPS[s.route_id, n]):
                    calls[s.route_id, s.numbers[0] > s.numbers[-1]][STOPS[s.route_id, n]] += len(
                        trains
                    )
    return {line: max(sorted(c), key=lambda stop: c[stop]) for line, c in calls.items()}


def home_of(key: Key) -> str:
    """The line of the pattern's sheet: where most of its calls in Kanagawa are."""
    calls: Counter[str] = Counter()
    for section in key:
        calls[section.route_id] += sum(inside(STOPS[section.route_id, n]) for n in section.numbers)
    return max(calls, key=lambda route: (calls[route], -list(calls).index(route)))


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def pattern_text(number: int, key: Key, trains: list[Train], at: int) -> list[str]:
    run, others = thirds(trains)
    label = Counter(t.label for t in trains).most_common()
    train, train_en, headsign = min(label, key=lambda item: (-item[1], item[0]))[0]
    lines = [
        "[[pattern]]",
        f'id = "p{number:02d}"',
        f"train = {quoted(train)}",
        f"train_en = {quoted(train_en)}",
        f"headsign = {quoted(headsign)}",
        f"calls = [{', '.join(quoted(write_section(s)) for s in key)}]",
        *([f"at = {at + 1}"] if at else []),
        f"run = {quoted(write_run(run))}",
        *(f"{name} = {quoted(write_run(other))}" for name, other in others.items()),
    ]
    for service, made in timings(trains, at).items():
        lines.append(f"{SERVICES[service]} = {{ {day_text(made, run)} }}")
    return [*lines, ""]


def day_text(made: Timing, run: Run) -> str:
    parts = [f'first = "{write_clock(made.first)}"', f'last = "{write_clock(made.last)}"']
    if made.hours:
        parts.append(f'hours = "{write_hours(made.hours)}", phase = {made.phase}')
    if made.first_run != run:
        parts.append(f'first_run = "{write_run(made.first_run)}"')
    if made.last_run != run:
        parts.append(f'last_run = "{write_run(made.last_run)}"')
    return ", ".join(parts)


# --- stations -----------------------------------------------------------------------------------


def tariff_lines() -> dict[str, dict[str, str]]:
    with (ROOT / "data/tariffs/lines.csv").open(encoding="utf-8", newline="") as file:
        return {row["route_id"]: row for row in csv.DictReader(file)}


def kilometres(route: str, row: dict[str, str]) -> dict[str, int]:
    """Station key -> tenths of a km along the tariff lines of a route."""
    found: dict[str, int] = {}
    path = ROOT / "data" / "tariffs" / f"{row['system']}.toml"
    if row["system"] == "seaside" and not path.exists():
        path = path.with_name("seaside-line.toml")
    with path.open("rb") as file:
        lines = {line["name"]: line for line in tomllib.load(file)["line"]}
    total = 0
    for text in row["along"].split("|"):
        name, _, ends = text.partition(">")
        first, _, last = ends.partition(">")
        line = lines.get(name)
        if line is None:
            continue
        km = dict(zip(map(identity, line["stations"]), line["km"], strict=True))
        start = km[identity(first)] if first else line["km"][0]
        end = km[identity(last)] if last else line["km"][-1]
        sign = 1 if end >= start else -1
        for station, at in km.items():
            if min(start, end) <= at <= max(start, end):
                found.setdefault(station, total + sign * (at - start))
        total += abs(end - start)
    return found


def history(place: Place) -> str:
    words = [f"{span.name} until {span.until.isoformat()}" for span in place.names if span.until]
    opened = place.opened
    return "; ".join([*words, *([f"opened {opened.isoformat()}"] if opened else [])])


def station_text(route: str, row: dict[str, str] | None) -> list[str]:
    stops = sorted((s for s in book().stops.values() if s.route_id == route), key=lambda s: s.order)
    km = kilometres(route, row) if row and row["system"] else {}
    base = next((km[identity(s.name)] for s in stops if identity(s.name) in km), 0)
    lines = ["stations = ["]
    for stop in stops:
        lines.append(f"    [{', '.join(station_cells(stop, km, base))}],")
    return [*lines, "]", ""]


def station_cells(stop: LineStop, km: dict[str, int], base: int) -> list[str]:
    at = km.get(identity(stop.name))
    figure = "" if at is None else f"{abs(at - base) // 10}.{abs(at - base) % 10}"
    place = book().places[stop.place]
    return [
        str(stop.order),
        quoted(stop.id.removeprefix(f"{stop.route_id}.")),
        quoted(stop.name),
        quoted(stop.kana),
        quoted(stop.romaji),
        quoted(figure),
        f"{stop.lat:.5f}",
        f"{stop.lon:.5f}",
        quoted(stop.prefecture),
        quoted(history(place)),
    ]


# --- lines without a published timetable in the data ----------------------------------------------


def shinkansen(facts: Path) -> dict[Key, list[Train]]:
    """Shin-Yokohama - Odawara; the fact file has no day type, so all trains are taken as daily."""
    found: dict[Key, list[Train]] = defaultdict(list)
    with (facts / "shinkansen_kanagawa.csv").open(encoding="utf-8") as file:
        rows = list(dict.fromkeys(tuple(r.items()) for r in csv.DictReader(file)))
    for items in rows:
        row = dict(items)
        numbers = (3, 4) if row["direction"] == "down" else (4, 3)
        start, end = (int(t[:2]) * 60 + int(t[3:]) for t in (row["departs"], row["arrives"]))
        kodama = row["train"].startswith("Kodama")
        label = (
            "こだま" if kodama else "ひかり",
            "Kodama" if kodama else "Hikari",
            "名古屋" if row["direction"] == "down" else "東京",
        )
        key = (Section("JR-Central.TokaidoShinkansen", numbers, True),)
        for service in SERVICES:
            run = ((0, 0), (end - start, end - start))
            found[key].append(Train(service, start, run, label))
    return found


# route -> minutes between stations, first and last departure and interval by day type
CABLE_CARS = {
    "OdakyuHakone.HakoneCable": (
        [2, 4, 6, 8, 10],
        {"Weekday": ("08:30", "18:10", 20), "SaturdayHoliday": ("08:30", "18:10", 15)},
    ),
    "OyamaKanko.OyamaCable": (
        [3, 6],
        {"Weekday": ("09:00", "16:40", 20), "SaturdayHoliday": ("09:00", "17:20", 20)},
    ),
}


def cable_car(route: str) -> dict[Key, list[Train]]:
    minutes, days = CABLE_CARS[route]
    stops = sorted((s for s in book().stops.values() if s.route_id == route), key=lambda s: s.order)
    found: dict[Key, list[Train]] = defaultdict(list)
    for order in (stops, stops[::-1]):
        key = (Section(route, tuple(s.order for s in order), False),)
        run = tuple((m, m) for m in [0, *minutes])
        for service, (first, last, interval) in days.items():
            begin, end = (int(t[:2]) * 60 + int(t[3:]) for t in (first, last))
            for start in range(begin, end + 1, interval):
                # the question mark says that no timetable is known
                found[key].append(Train(service, start, run, ("普通?", "Local?", order[-1].name)))
    return found


# --- sheets -------------------------------------------------------------------------------------

EXTRA_LINES = {
    "JR-Central.TokaidoShinkansen": ("東海道新幹線", "Tokaido Shinkansen", "#0072BA", 2),
    "OdakyuHakone.HakoneCable": ("箱根登山ケーブルカー", "Hakone Tozan Cable Car", "#E4007F", 7),
    "OyamaKanko.OyamaCable": ("大山ケーブルカー", "Oyama Cable Car", "#00693E", 7),
}


def head_text(route: str, names: Names, tariff: dict[str, str] | None) -> list[str]:
    if route in EXTRA_LINES:
        name, english, color, kind = EXTRA_LINES[route]
    else:
        railway: Any = names.railways[route]
        name, english = railway["title"]["ja"], railway["title"]["en"]
        color = railway["color"]
        kind = int(operators()[route.split(".", maxsplit=1)[0]]["route_type"])
    source, confidence = TIMETABLE_SOURCE, "derived"
    if route in ASSUMED:
        source, confidence = ASSUMED[route], "assumed"
    if route == "JR-Central.TokaidoShinkansen":
        source = "JR Central's timetable of 2026-03-14, Shin-Yokohama - Odawara, taken as daily"
    along = f"{tariff['system']}: {tariff['along']}" if tariff and tariff["system"] else ""
    return [
        f"# {name} {english}: a sheet written by scripts/derive_lines.py; not edited by hand.",
        "",
        'stations_source = "station table (data/stations.csv), operating km of the tariff line"',
        'stations_confidence = "sourced"',
        "# number, stop, name, kana, romaji, km, lat, lon, prefecture, history",
        *station_text(route, tariff),
        "[line]",
        f"route_id = {quoted(route)}",
        f"name = {quoted(name)}",
        f"name_en = {quoted(english)}",
        f"color = {quoted(color)}",
        f"route_type = {kind}",
        f"tariff = {quoted(along)}",
        "",
        "[trains]",
        f"source = {quoted(source)}",
        f"confidence = {quoted(confidence)}",
        "",
    ]


def main() -> None:
    shared = ROOT.parent / "shared"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=Path, default=shared / "facts")
    parser.add_argument("--mt3d", type=Path, default=shared / "realdata" / "mini-tokyo-3d.zip")
    parser.add_argument("--out", type=Path, default=ROOT / "data" / "lines")
    args = parser.parse_args()
    with open_archive(args.mt3d) as archive:
        names = Names(archive)
        patterns = gather(Trains(archive), names)
    patterns |= shinkansen(args.facts)
    for route in CABLE_CARS:
        patterns |= cable_car(route)
    sheets: dict[str, list[tuple[Key, list[Train]]]] = {route: [] for route in sorted(HOME)}
    for key, trains in patterns.items():
        sheets[home_of(key)].append((key, trains))
    tariffs = tariff_lines()
    busiest = busiest_stops(patterns)
    args.out.mkdir(parents=True, exist_ok=True)
    for old in args.out.glob("*.toml"):
        old.unlink()
    for route, found in sheets.items():
        lines = head_text(route, names, tariffs.get(route))
        found.sort(key=lambda item: (-len(item[1]), [write_section(s) for s in item[0]]))
        for number, (key, trains) in enumerate(found, 1):
            lines += pattern_text(number, key, trains, counting_call(key, busiest))
        (args.out / f"{route}.toml").write_text("\n".join(lines), encoding="utf-8")
    exact = sum(
        min(2, sum(t.service == s for t in ts)) for ts in patterns.values() for s in SERVICES
    )
    print(
        f"{len(sheets)} sheets, {len(patterns)} patterns of {sum(map(len, patterns.values()))}"
        f" trains; {exact} of them first or last of their pattern"
    )


if __name__ == "__main__":
    main()
