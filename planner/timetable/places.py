"""Stations and nodes of a feed: which stops are one place, how long a change takes, who walks."""

import csv
import heapq
import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from planner.feed.names import name_key
from planner.feed.read import Feed
from planner.feed.stations import Place, book
from planner.resources import data_path
from planner.timetable.draft import Int32s, Places
from planner.timetable.movement import MovementRules

NEAR_METRES = 1_000
"""Stops of one name this near to each other are one station (clause R9)."""
WALK_METRES_A_MINUTE = 80  # what Japanese property law takes (不動産の表示に関する公正競争規約)
FORBIDDEN = 10**8
"""Seconds of a change that transfers.txt forbids: more than any day has."""
MOST_NODES_TO_CLOSE = 400

Overrides = dict[tuple[int, int], int]


@dataclass(frozen=True)
class Station:
    """A station while it is put together: its stops are rows of the feed's stops table."""

    name: str
    place: Place | None
    stops: list[int]
    lat: float
    lon: float


def read_places(feed: Feed, rules: MovementRules) -> tuple[Places, Int32s]:
    """The places of all stops that are called at, and stop row -> node (-1: never called at).

    Station = same Japanese name within 1 km. Where change times are alike within a station it is
    one node; else each stop is, with footpaths between them.
    """
    stations = _stations(feed)
    overrides = _overrides(feed) if rules.feed_transfers else {}
    node_of, node_station, change = _nodes(feed, stations, overrides, rules.change_seconds)
    walks = _walks(stations, node_of, overrides, rules)
    english = english_texts(feed, "stops", "stop_name")
    stop_ids = feed.table("stops")["stop_id"].astype(str).to_list()
    inside = [s.place is not None and s.place.in_kanagawa for s in stations]
    if not rules.inside:
        inside = [True] * len(stations)
    places = Places(
        station_name=[s.name for s in stations],
        node_station=np.array(node_station, np.int32),
        change=np.array(change, np.int32),
        walks=walks,
        inside=np.array(inside, np.bool_),
        station_place=[s.place.id if s.place else "" for s in stations],
        station_en=[
            s.place.romaji
            if s.place
            else english.get(stop_ids[s.stops[0]]) or english.get(s.name, "")
            for s in stations
        ],
        station_kana=[s.place.kana if s.place else "" for s in stations],
        station_lat=np.array([round(s.lat * 1e6) for s in stations], np.int32),
        station_lon=np.array([round(s.lon * 1e6) for s in stations], np.int32),
    )
    return places, np.array(node_of, np.int32)


def _stations(feed: Feed) -> list[Station]:
    """The stops that are called at, grouped; in the order of the stops table."""
    stops = feed.table("stops")
    parent = feed.positions("stops", "parent_station")
    called = np.unique(feed.positions("stop_times", "stop_id"))
    names = stops["stop_name"].to_list()
    ids = stops["stop_id"].astype(str).to_list()
    lat, lon = stops["stop_lat"].to_numpy(), stops["stop_lon"].to_numpy()
    groups: dict[str, list[Station]] = defaultdict(list)
    ordered: list[Station] = []
    for stop in called.tolist():
        whole = int(parent[stop]) if parent[stop] >= 0 else stop
        name = names[whole] or names[stop] or ids[stop]
        at = (_number(lat[stop], lat[whole]), _number(lon[stop], lon[whole]))
        place = _place(ids[stop], name, at)
        key = f"place {place.id}" if place else name_key(name)
        found = next((s for s in groups[key] if place or _near(at, (s.lat, s.lon))), None)
        if found is None:
            at = (place.lat, place.lon) if place else at
            found = Station(place.name if place else name, place, [], *at)
            groups[key].append(found)
            ordered.append(found)
        found.stops.append(stop)
    return ordered


def _number(*values: float) -> float:
    return next((float(v) for v in values if not math.isnan(v)), 0.0)


def _place(stop_id: str, name: str, at: tuple[float, float]) -> Place | None:
    """The place of the station book: by stop id in our own feeds, else by name and nearness."""
    stations = book()
    if (known := stations.place_of_stop(stop_id)) is not None and name_key(known.name) in {
        name_key(name),
        *(name_key(span.name) for span in known.names),
    }:
        return known
    return next((p for p in stations.candidates(name) if _near(at, (p.lat, p.lon))), None)


def _near(a: tuple[float, float], b: tuple[float, float]) -> bool:
    north = (a[0] - b[0]) * 111_000
    east = (a[1] - b[1]) * 111_000 * np.cos(np.radians(a[0]))
    return float(np.hypot(north, east)) <= NEAR_METRES


def _overrides(feed: Feed) -> Overrides:
    """(from stop, to stop) -> seconds, of the rows of transfers.txt that hold for all trains.

    Types 0 and 2 give their time (none given: as everywhere), 1 waits for the passenger (0 s), 3
    forbids. A row of a station holds for all its stops; a row of two stops wins over it (as the
    format demands).
    """
    rows = feed.table("transfers")
    plain = rows["transfer_type"] <= 3
    for column in ("from_trip_id", "to_trip_id", "from_route_id", "to_route_id"):
        plain &= rows[column].astype(str) == ""
    rows = rows[plain]
    if rows.empty:
        return {}
    parent = feed.positions("stops", "parent_station")
    children: dict[int, list[int]] = defaultdict(list)
    for stop, station in enumerate(parent.tolist()):
        if station >= 0:
            children[station].append(stop)
    codes = {s: i for i, s in enumerate(feed.table("stops")["stop_id"].astype(str))}
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for a, b, kind, seconds in _columns(rows):
        if a not in codes or b not in codes or (kind in (0, 2) and seconds < 0):
            continue
        value = {1: 0, 3: FORBIDDEN}.get(kind, max(seconds, 0))
        ends = [children.get(codes[x], []) or [codes[x]] for x in (a, b)]
        exact = int(codes[a] not in children) + int(codes[b] not in children)
        for x in ends[0]:
            for y in ends[1]:
                if (x, y) not in found or found[x, y][0] <= exact:
                    found[x, y] = (exact, value)
    return {pair: value for pair, (_, value) in found.items()}


def _columns(rows: pd.DataFrame) -> Iterable[tuple[str, str, int, int]]:
    return zip(
        rows["from_stop_id"].astype(str),
        rows["to_stop_id"].astype(str),
        rows["transfer_type"].to_list(),
        rows["min_transfer_time"].to_list(),
        strict=True,
    )


def _nodes(
    feed: Feed, stations: Sequence[Station], overrides: Overrides, default: int
) -> tuple[list[int], list[int], list[int]]:
    """stop -> node, node -> station, node -> change time."""
    node_of = [-1] * len(feed.table("stops"))
    node_station: list[int] = []
    change: list[int] = []
    touched = {stop for pair in overrides for stop in pair}
    for index, station in enumerate(stations):
        times = {
            overrides.get((a, b), default)
            for a in station.stops
            for b in station.stops
            if a in touched or b in touched
        } or {default}
        if len(times) == 1:
            for stop in station.stops:
                node_of[stop] = len(node_station)
            node_station.append(index)
            change.append(times.pop())
            continue
        for stop in station.stops:
            node_of[stop] = len(node_station)
            node_station.append(index)
            change.append(overrides.get((stop, stop), default))
    return node_of, node_station, change


def _walks(
    stations: Sequence[Station], node_of: list[int], overrides: Overrides, rules: MovementRules
) -> list[tuple[int, int, int]]:
    """Footpaths between nodes, closed under walking on."""
    least: dict[tuple[int, int], int] = {}

    def add(a: int, b: int, seconds: int) -> None:
        if a >= 0 and b >= 0 and a != b:
            least[a, b] = min(seconds, least.get((a, b), FORBIDDEN))

    for station in stations:
        for a in station.stops:
            for b in station.stops:
                if node_of[a] != node_of[b]:
                    add(node_of[a], node_of[b], overrides.get((a, b), rules.change_seconds))
    for (a, b), seconds in overrides.items():
        add(node_of[a], node_of[b], seconds)
    if rules.walk_near:
        for a, b, seconds in _near_pairs(stations):
            for x in stations[a].stops:
                for y in stations[b].stops:
                    add(node_of[x], node_of[y], seconds)
                    add(node_of[y], node_of[x], seconds)
    return _closed(least)


def _near_pairs(stations: Sequence[Station]) -> list[tuple[int, int, int]]:
    """Stations of different names that are walked between: (station, station, seconds)."""
    by_name = {name_key(s.name): i for i, s in enumerate(stations) if s.place is not None}
    with data_path("near_stations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        a, b = by_name.get(name_key(row["name_a"])), by_name.get(name_key(row["name_b"]))
        if a is not None and b is not None:
            found.append((a, b, -(-int(row["metres"]) * 60 // WALK_METRES_A_MINUTE)))
    return found


def _closed(least: dict[tuple[int, int], int]) -> list[tuple[int, int, int]]:
    """Footpaths with those added that walking on from one to the next makes (Dijkstra).

    What is forbidden stays so. A knot of more than 400 nodes is left as it is.
    """
    onward: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for (a, b), seconds in least.items():
        if seconds < FORBIDDEN:
            onward[a].append((b, seconds))
    walks = []
    for start in sorted(onward):
        reached = {start: 0}
        heap = [(0, start)]
        while heap and len(reached) <= MOST_NODES_TO_CLOSE:
            seconds, node = heapq.heappop(heap)
            if seconds > reached[node]:
                continue
            for nxt, more in onward.get(node, ()):
                if seconds + more < reached.get(nxt, FORBIDDEN):
                    reached[nxt] = seconds + more
                    heapq.heappush(heap, (seconds + more, nxt))
        if len(reached) > MOST_NODES_TO_CLOSE:
            reached = dict(onward[start])
        for end, seconds in sorted(reached.items()):
            if end != start and least.get((start, end), 0) < FORBIDDEN:
                walks.append((start, end, seconds))
    return walks


def english_texts(feed: Feed, table: str, column: str) -> dict[str, str]:
    """Record id, or the text itself, -> English text of translations.txt, new form and old."""
    rows = feed.table("translations")
    found: dict[str, str] = {}
    said = rows["translation"].to_list()
    new = ("table_name", "field_name", "language", "record_id", "field_value")
    columns = (rows[name].to_list() for name in new)
    for i, (of, field, language, record, value) in enumerate(zip(*columns, strict=True)):
        if of == table and field == column and language.startswith("en"):
            found[record or value] = said[i]
    for text, language, old in zip(
        said, rows["lang"].to_list(), rows["trans_id"].to_list(), strict=True
    ):
        if language.startswith("en"):
            found.setdefault(old, text)
    return found
