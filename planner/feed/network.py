"""The network of a feed as stations and the tracks between them, for drawing.

Stops of one parent station (or, without one, of one name) are one station. A line's track goes
through its stations in the order of the station table; of a line that is not in it, from each
station to the next that its slowest trains call at: an express adds no track of its own where a
stopping train already leads.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from planner.errors import FeedUnreadable
from planner.feed.names import name_key
from planner.feed.read import Feed
from planner.feed.stations import book
from planner.feed.translations import translated

MARGIN_KM = 7.0  # how far beyond the stations of the prefecture the drawing goes
BIG, RARE = 2_000, 20  # in a feed of so many trips a line with fewer than so many is not drawn
KM_PER_LAT, KM_PER_LON = 111.0, 90.6  # at 35.4 degrees north


@dataclass(frozen=True)
class Point:
    """A station: km east and north of the south-west corner of the drawing."""

    name: str
    name_en: str
    x: float
    y: float
    inside: bool  # in Kanagawa; every station of a feed that has none there


@dataclass(frozen=True)
class Track:
    """One line between two neighbouring stations (positions in ``Network.points``)."""

    route: str
    start: int
    end: int


@dataclass(frozen=True)
class Line:
    """A line with its names and colour (``#RRGGBB``)."""

    name: str
    name_en: str
    color: str


@dataclass(frozen=True)
class Network:
    """What a feed looks like from above; ``width`` and ``height`` in km."""

    points: tuple[Point, ...]
    tracks: tuple[Track, ...]
    lines: Mapping[str, Line]
    width: float
    height: float


def network(feed: Feed) -> Network:
    """The stations and tracks of a feed, as far as they lie in or near Kanagawa.

    Raises:
        FeedUnreadable: no station that is served has coordinates.
    """
    station_of, stations = _stations(feed)
    pairs = _tracks(feed, station_of)
    used = sorted({s for _, a, b in pairs for s in (a, b) if _is_placed(stations[s])})
    if not used:
        raise FeedUnreadable(
            "nothing to draw: no station that is served has coordinates (stop_lat, stop_lon)",
            "描けるものがありません: 列車が停まる駅に座標(stop_lat, stop_lon)がありません",
        )
    placed = [s for s in stations if _is_placed(s)]
    inside = [s for s in placed if s.inside] or placed
    west, east = min(s.x for s in inside) - MARGIN_KM, max(s.x for s in inside) + MARGIN_KM
    south, north = min(s.y for s in inside) - MARGIN_KM, max(s.y for s in inside) + MARGIN_KM
    kept = [i for i in used if west <= stations[i].x <= east and south <= stations[i].y <= north]
    position = {station: i for i, station in enumerate(kept)}
    points = tuple(
        Point(s.name, s.name_en, s.x - west, s.y - south, s.inside)
        for s in (stations[i] for i in kept)
    )
    tracks = tuple(
        Track(route, position[a], position[b])
        for route, a, b in pairs
        if a in position and b in position
    )
    lines = {
        route: line for route, line in _lines(feed).items() if any(t.route == route for t in tracks)
    }
    return Network(points, tracks, lines, east - west, north - south)


def _is_placed(point: Point) -> bool:
    return math.isfinite(point.x) and math.isfinite(point.y)


def _stations(feed: Feed) -> tuple[list[int], list[Point]]:
    """Stop -> station, and the stations: km from 0 degrees."""
    stops = feed.table("stops")
    english = translated(feed, "stops", "stop_name", "en")
    parents = feed.positions("stops", "parent_station")
    names = [str(name) for name in stops["stop_name"]]
    seen: dict[object, int] = {}
    stations: list[Point] = []
    station_of: list[int] = []
    rows = zip(stops["stop_id"].astype(str), stops["stop_lat"], stops["stop_lon"], strict=True)
    for i, (stop_id, lat, lon) in enumerate(rows):
        key = int(parents[i]) if parents[i] >= 0 else i
        if stops["location_type"].iloc[i] == 0 and parents[i] < 0:
            key_of: object = name_key(names[i])
        else:
            key_of = key
        if key_of not in seen:
            seen[key_of] = len(stations)
            at = book().place_of_stop(stop_id) or book().place_of_stop(stop_id[len("Place.") :])
            found = book().candidates(names[i])
            place = at or (found[0] if len(found) == 1 else None)
            stations.append(
                Point(
                    names[i],
                    english[i] or (place.romaji if place else names[i]),
                    float(lon) * KM_PER_LON,
                    float(lat) * KM_PER_LAT,
                    place.in_kanagawa if place else False,
                )
            )
        station_of.append(seen[key_of])
    return station_of, stations


def _tracks(feed: Feed, station_of: list[int]) -> list[tuple[str, int, int]]:
    calls = feed.positions("stop_times", "stop_id")
    trips = feed.positions("stop_times", "trip_id")
    routes = feed.positions("trips", "route_id")
    names = feed.table("routes")["route_id"].astype(str).tolist()
    stops = feed.table("stops")["stop_id"].astype(str).tolist()
    starts = np.flatnonzero(np.diff(trips, prepend=-1))
    patterns: dict[int, Counter[tuple[int, ...]]] = {}
    for begin, end in pairwise([*starts.tolist(), len(trips)]):
        route = int(routes[trips[begin]])
        patterns.setdefault(route, Counter())[tuple(calls[begin:end].tolist())] += 1
    found: list[tuple[str, int, int]] = []
    for route in sorted(patterns, key=lambda r: names[r]):
        if len(starts) > BIG and patterns[route].total() < RARE:
            continue
        pairs = _in_order(patterns[route], stops) or _skeleton(patterns[route])
        ends = {(station_of[a], station_of[b]) for a, b in pairs}
        found += [(names[route], min(a, b), max(a, b)) for a, b in sorted(ends) if a != b]
    return found


def _in_order(patterns: Iterable[tuple[int, ...]], stops: list[str]) -> list[tuple[int, int]]:
    """The served stops of a line in the order of the station table; none if one is not in it."""
    known = book().stops
    served = {stop for pattern in patterns for stop in pattern}
    if any(stops[stop] not in known for stop in served):
        return []
    return list(pairwise(sorted(served, key=lambda stop: known[stops[stop]].order)))


def _skeleton(patterns: Iterable[tuple[int, ...]]) -> list[tuple[int, int]]:
    """The tracks of one line: those of the trains with most calls first."""
    group: dict[int, int] = {}

    def top(station: int) -> int:
        while group.setdefault(station, station) != station:
            group[station] = group[group[station]]
            station = group[station]
        return station

    tracks: list[tuple[int, int]] = []
    for pattern in sorted(patterns, key=lambda p: (-len(p), p)):
        for a, b in pairwise(pattern):
            if top(a) != top(b):
                group[top(a)] = top(b)
                tracks.append((a, b))
    return tracks


def _lines(feed: Feed) -> dict[str, Line]:
    routes = feed.table("routes")
    english = translated(feed, "routes", "route_long_name", "en")
    long, short = routes["route_long_name"], routes["route_short_name"]
    lines: dict[str, Line] = {}
    for i, route in enumerate(routes["route_id"].astype(str)):
        name = str(long.iloc[i]) or str(short.iloc[i])
        color = str(routes["route_color"].iloc[i]) or "777777"
        lines[route] = Line(name, english[i] or name, f"#{color}")
    return lines


def border(points: tuple[Point, ...], width: float, height: float) -> list[tuple[float, ...]]:
    """Pieces (x1, y1, x2, y2) of the line as far from a station inside as from one outside, km.

    It stands for the prefecture's border: nothing but the stations tells where that is. Drawn
    only within ``REACH`` km of stations on both sides.
    """
    step = 0.5
    xs, ys = np.arange(0, width + step, step), np.arange(0, height + step, step)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    near = []
    for side in (True, False):
        at = np.array([(p.x, p.y) for p in points if p.inside == side])
        if not len(at):
            return []
        near.append(_nearest(grid, at))
    field = near[1] - near[0]
    close = (near[0] < REACH) & (near[1] < REACH)
    return [
        piece
        for row in range(len(ys) - 1)
        for column in range(len(xs) - 1)
        if close[row, column]
        for piece in _crossings(field, row, column, step)
    ]


REACH = 9.0  # km


def _nearest(grid: np.ndarray, at: np.ndarray) -> np.ndarray:
    best = np.full(grid.shape[:2], np.inf)
    for x, y in at:
        best = np.minimum(best, np.hypot(grid[..., 0] - x, grid[..., 1] - y))
    return best


def _crossings(field: np.ndarray, row: int, column: int, step: float) -> list[tuple[float, ...]]:
    """The piece of the zero line through one square of the grid (marching squares)."""
    corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
    found: list[tuple[float, float]] = []
    for (r1, c1), (r2, c2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        a, b = field[r1, c1], field[r2, c2]
        if (a < 0) != (b < 0):
            t = float(a / (a - b))
            found.append(((c1 + t * (c2 - c1)) * step, (r1 + t * (r2 - r1)) * step))
    return [(*found[i], *found[i + 1]) for i in range(0, len(found) - 1, 2)]
