"""Rules about trains: trips and their calls, blocks, transfers, routes and agencies."""

import zoneinfo
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed.check_stops import metres
from planner.feed.notices import Notice, counted, notice, notices
from planner.feed.read import Feed

FASTEST = {0: 100, 1: 150, 2: 350, 3: 150, 4: 100, 5: 50, 6: 60, 7: 50, 11: 150, 12: 150}
"""route_type -> km/h that nothing of that kind reaches (2 includes the Shinkansen's 320)."""
LONGEST = 3 * 3600  # seconds from one stop to the next; no train of this country takes longer
ROUNDING = 60  # seconds two times in whole minutes can be wrong by, together
Flags = NDArray[np.bool_]


def hops(feed: Feed) -> list[Notice]:
    """From stop to stop some time passes, enough for the way and not half a day."""
    calls = feed.table("stop_times")
    if len(calls) < 2:
        return []
    trip = feed.positions("stop_times", "trip_id")
    stop = feed.positions("stop_times", "stop_id")
    arrival, departure = calls["arrival"].to_numpy(), calls["departure"].to_numpy()
    same = trip[1:] == trip[:-1]
    time = (arrival[1:] - departure[:-1]).astype(np.int64)
    way = metres(feed.table("stops"), stop[:-1], stop[1:])
    limit = _limits(feed)[trip[1:]]
    slack = np.where(time % 60 == 0, ROUNDING, 0)
    fast = same & (way > limit / 3.6 * np.maximum(time + slack, 1))
    found = _hops("too_fast", calls, fast, lambda i: f"{way[i] / max(time[i], 1) * 3.6:,.0f} km/h")
    still = same & (time == 0) & (stop[1:] != stop[:-1])
    before = calls["stop_id"].to_numpy()
    found += _hops("time_stands_still", calls, still, lambda i: f"{before[i]}")
    long = same & (time > LONGEST)
    return found + _hops("long_hop", calls, long, lambda i: f"{time[i] / 3600:.1f} h")


def _limits(feed: Feed) -> NDArray[np.int64]:
    """km/h for each trip."""
    kinds = feed.table("routes")["route_type"].to_numpy()
    limits = np.array([FASTEST.get(int(k), 350) for k in kinds] or [350])
    return limits[feed.positions("trips", "route_id")]


def _hops(code: str, calls: pd.DataFrame, where: Flags, wanted: Any) -> list[Notice]:
    """A notice for each hop, at the row it arrives at; the last one stands for all past 50."""
    places = np.flatnonzero(where)
    found = []
    for i in places[:50]:
        row, trip = int(calls["row"].iloc[i + 1]), calls["trip_id"].iloc[i + 1]
        found.append(
            notice(code, "stop_times.txt", row, "arrival_time", value=trip, wanted=wanted(i))
        )
    if len(places) > 50:
        found[-1] = counted(found[-1], len(places) - 49)
    return found


def trips_call(feed: Feed) -> list[Notice]:
    """Every trip stops somewhere."""
    trips = feed.table("trips")
    met = np.zeros(len(trips), bool)
    met[feed.positions("stop_times", "trip_id")] = True
    return _each("trip_without_calls", "trips.txt", trips, ~met, "trip_id")


def calls_at_stops(feed: Feed) -> list[Notice]:
    """Trains stop at stops, not at stations as a whole or at entrances."""
    calls = feed.table("stop_times")
    kind = feed.table("stops")["location_type"].to_numpy()
    if calls.empty:
        return []
    where = kind[feed.positions("stop_times", "stop_id")] != 0
    return _each("call_at_station", "stop_times.txt", calls, where, "trip_id")


def routes_named(feed: Feed) -> list[Notice]:
    """Every route has a name."""
    routes = feed.table("routes")
    lacks = (routes["route_short_name"] == "") & (routes["route_long_name"] == "")
    return _each("route_without_name", "routes.txt", routes, lacks.to_numpy(), "route_id")


def routes_run(feed: Feed) -> list[Notice]:
    """Every route has trips."""
    routes = feed.table("routes")
    met = np.zeros(len(routes), bool)
    met[feed.positions("trips", "route_id")] = True
    return _each("route_without_trips", "routes.txt", routes, ~met, "route_id")


def agencies(feed: Feed) -> list[Notice]:
    """There are agencies, with names and routes, and routes name one where there are several."""
    agency, routes = feed.table("agency"), feed.table("routes")
    if agency.empty:
        return [notice("no_agency", "agency.txt")]
    nameless = agency["row"][agency["agency_name"] == ""].to_list()
    found = notices("agency_without_name", "agency.txt", "agency_name", nameless)
    if len(agency) > 1:
        unclear = (routes["agency_id"] == "").to_numpy()
        found += _each("agency_unclear", "routes.txt", routes, unclear, "route_id")
        idle = ~agency["agency_id"].isin(set(routes["agency_id"])).to_numpy()
        found += _each("agency_without_routes", "agency.txt", agency, idle, "agency_id")
    return found


def timezones(feed: Feed) -> list[Notice]:
    """All agencies keep the same time, in a zone that exists."""
    agency = feed.table("agency")
    zones = sorted(set(agency["agency_timezone"]) - {""})
    found = []
    if len(zones) > 1:
        value = ", ".join(zones)
        found.append(notice("timezones_differ", "agency.txt", 0, "agency_timezone", value=value))
    known = zoneinfo.available_timezones()
    for zone, row in zip(agency["agency_timezone"], agency["row"], strict=True):
        if zone and known and zone not in known:
            field = "agency_timezone"
            found.append(notice("unknown_timezone", "agency.txt", int(row), field, value=zone))
    return found


def _each(code: str, file: str, frame: pd.DataFrame, where: Flags, field: str) -> list[Notice]:
    if not where.any():
        return []
    bad = frame[where]
    values = bad[field].head(60).astype("str").to_list()
    return notices(code, file, field, bad["row"].to_list(), values)


CHECKS = (
    hops,
    trips_call,
    calls_at_stops,
    routes_named,
    routes_run,
    agencies,
    timezones,
)
