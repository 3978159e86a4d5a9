"""Rules about places: stops, stations and what belongs to them."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed.notices import Notice, notices
from planner.feed.read import Feed

FILE = "stops.txt"
FAR = 1_000  # metres: the largest station here is shorter
STOP, STATION, BOARDING_AREA = 0, 1, 4  # location_type
Flags = NDArray[np.bool_]


def named(feed: Feed) -> list[Notice]:
    """Stops, stations and entrances have a name."""
    stops = feed.table("stops")
    lacks = (stops["stop_name"] == "") & (stops["location_type"] < 3)
    return _each("stop_without_name", stops, lacks.to_numpy(), "stop_name")


def placed(feed: Feed) -> list[Notice]:
    """Stops, stations and entrances have coordinates, and not those of no man's sea, 0/0."""
    stops = feed.table("stops")
    lat, lon = stops["stop_lat"].to_numpy(), stops["stop_lon"].to_numpy()
    on_earth = (np.abs(lat) <= 90) & (np.abs(lon) <= 180) & (np.abs(lat) + np.abs(lon) > 1e-6)
    lacks = ~on_earth & (stops["location_type"].to_numpy() < 3)
    return _each("stop_without_place", stops, lacks, "stop_lat")


def served(feed: Feed) -> list[Notice]:
    """Some trip stops at every stop."""
    stops = feed.table("stops")
    met = np.zeros(len(stops), bool)
    met[feed.positions("stop_times", "stop_id")] = True
    idle = ~met & (stops["location_type"].to_numpy() == STOP)
    return _each("stop_never_served", stops, idle, "stop_id")


def stations_have_stops(feed: Feed) -> list[Notice]:
    """Some stop belongs to every station."""
    stops = feed.table("stops")
    parent = feed.positions("stops", "parent_station")
    has = np.zeros(len(stops), bool)
    has[parent[parent >= 0]] = True
    empty = ~has & (stops["location_type"].to_numpy() == STATION)
    return _each("station_without_stops", stops, empty, "stop_id")


def parents(feed: Feed) -> list[Notice]:
    """A station has no parent, a boarding area has a stop for one, all others have a station."""
    stops = feed.table("stops")
    kind = stops["location_type"].to_numpy()
    parent = feed.positions("stops", "parent_station")
    has = parent >= 0
    parent_kind = np.where(has, kind[parent], -1) if len(kind) else kind
    area = kind == BOARDING_AREA
    field = "parent_station"
    found = _each("stop_without_parent", stops, ~has & (kind >= 2), field)
    found += _each("station_with_parent", stops, has & (kind == STATION), field)
    wrong_area = has & area & (parent_kind != STOP)
    found += _each("wrong_parent", stops, wrong_area, field, wanted="stop")
    wrong = has & ~area & (kind != STATION) & (parent_kind != STATION)
    return found + _each("wrong_parent", stops, wrong, field, wanted="station")


def near_their_station(feed: Feed) -> list[Notice]:
    """A stop lies within a kilometre of its station."""
    stops = feed.table("stops")
    parent = feed.positions("stops", "parent_station")
    far = metres(stops, np.arange(len(stops)), parent)
    found: list[Notice] = []
    for i in np.flatnonzero((parent >= 0) & (far > FAR)):
        only = np.zeros(len(stops), bool)
        only[i] = True
        kilometres = f"{far[i] / 1000:.1f} km"
        found += _each("far_from_parent", stops, only, "parent_station", wanted=kilometres)
    return found


def metres(
    stops: pd.DataFrame, start: NDArray[np.integer], end: NDArray[np.integer]
) -> NDArray[np.float64]:
    """Straight lines between stops given by position, good for some tens of km; NaN if unknown."""
    if stops.empty:
        return np.zeros(len(start))
    lat = np.radians(stops["stop_lat"].to_numpy())
    lon = np.radians(stops["stop_lon"].to_numpy())
    east = (lon[end] - lon[start]) * np.cos((lat[start] + lat[end]) / 2)
    length: NDArray[np.float64] = 6_371_000 * np.hypot(east, lat[end] - lat[start])
    return length


def _each(code: str, stops: pd.DataFrame, where: Flags, field: str, **more: object) -> list[Notice]:
    if not where.any():
        return []
    bad = stops[where]
    values = bad["stop_id"].head(60).astype("str").to_list()
    return notices(code, FILE, field, bad["row"].to_list(), values, **more)


CHECKS = (named, placed, served, stations_have_stops, parents, near_their_station)
