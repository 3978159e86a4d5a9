"""A feed in numbers: companies, lines, and how many trains run on which kind of day."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from planner.errors import OutsideValidity
from planner.feed.notices import count_by_severity
from planner.feed.read import Feed
from planner.feed.services import DayType, representative_date, services_on, validity

DAYS: tuple[DayType, ...] = ("weekday", "holiday")


def summary(feed: Feed) -> dict[str, Any]:
    """Counts of a feed: ``days``, ``agencies`` with their ``lines``, ``stops``, ``faults`` ..."""
    dates = {day: _date(feed, day) for day in DAYS}
    runs = {day: _running(feed, date) for day, date in dates.items()}
    stops = feed.table("stops")
    plain = stops[stops["location_type"] == 0]
    credits = feed.table("attributions")
    return {
        "days": {day: _day(feed, date, runs[day]) for day, date in dates.items()},
        "agencies": _agencies(feed, runs),
        "stops": len(plain),
        "names": int(plain["stop_name"].nunique()),
        "trips": len(feed.table("trips")),
        "attributions": [
            {"organization": str(name), "url": str(url)}
            for name, url in zip(
                credits["organization_name"], credits["attribution_url"], strict=True
            )
        ],
        "faults": count_by_severity(feed.notices),
    }


def _date(feed: Feed, day: DayType) -> dt.date | None:
    """An ordinary date of that kind inside the validity."""
    period = validity(feed)
    try:
        return representative_date(*period, day) if period else None
    except OutsideValidity:
        return None


def _running(feed: Feed, date: dt.date | None) -> Any:
    """Which trips run on the date."""
    if date is None:
        return np.zeros(len(feed.table("trips")), bool)
    return feed.table("trips")["service_id"].isin(services_on(feed, date)).to_numpy()


def _day(feed: Feed, date: dt.date | None, runs: Any) -> dict[str, Any] | None:
    if date is None:
        return None
    trip = feed.positions("stop_times", "trip_id")
    hops = int((runs[trip[1:]] & (trip[1:] == trip[:-1])).sum()) if len(trip) else 0
    return {"date": date.isoformat(), "trips": int(runs.sum()), "connections": hops}


def _agencies(feed: Feed, runs: Mapping[DayType, Any]) -> list[dict[str, Any]]:
    routes, agencies = feed.table("routes"), feed.table("agency")
    route_of_trip = feed.positions("trips", "route_id")
    counts = {
        day: np.bincount(route_of_trip[running], minlength=len(routes))
        for day, running in runs.items()
    }
    agency_of_route = feed.positions("routes", "agency_id")
    if len(agencies) == 1:
        agency_of_route[:] = 0  # a feed of one agency need not name it
    names = [str(n) for n in agencies["agency_name"]]
    found = []
    for place, name in [*enumerate(names), (-1, "")]:
        lines = [
            {
                "id": str(routes["route_id"].iloc[i]),
                "name": routes["route_long_name"].iloc[i] or routes["route_short_name"].iloc[i],
                "weekday": int(counts["weekday"][i]),
                "holiday": int(counts["holiday"][i]),
            }
            for i in np.flatnonzero(agency_of_route == place)
        ]
        if lines or name:
            found.append({"name": name, "lines": lines})
    return found


def network_numbers(path: Path, days: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Trains under way at the busiest minute, train-km and mean speed, as gtfs_kit works them out.

    Distances are of shapes where the feed has them; without shapes there are none.
    """
    import gtfs_kit

    dates = {day: told["date"].replace("-", "") for day, told in days.items() if told}
    feed = gtfs_kit.read_feed(path, dist_units="km")
    numbers = feed.compute_network_stats(list(dates.values()))
    names = "num_trips peak_num_trips peak_start_time peak_end_time"
    names += " service_duration service_distance service_speed"
    found: dict[str, dict[str, Any]] = {}
    for day, date in dates.items():
        rows = numbers[numbers["date"].astype(str).str.replace("-", "") == date]
        if len(rows):
            row = rows.iloc[0]
            wanted = [k for k in names.split() if k in numbers and row[k] == row[k]]
            found[day] = {k: _plain(row[k]) for k in wanted}
    return found


def _plain(value: Any) -> Any:
    """A number or text that JSON has."""
    if isinstance(value, np.floating | float):
        return round(float(value), 1)
    return int(value) if isinstance(value, np.integer) else str(value)
