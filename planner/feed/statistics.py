"""A feed in numbers: companies, lines, and how many trains run on which kind of day."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import numpy as np

from planner.errors import OutsideValidity
from planner.feed.check_stops import metres
from planner.feed.check_through import ends
from planner.feed.notices import count_by_severity
from planner.feed.read import Feed
from planner.feed.services import DayType, representative_date, services_on, validity
from planner.units import format_clock

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
    """Trains of one day: how many, their hops, time and way, and when most are under way at once.

    ``train_km`` is along straight lines between stops, so a little less than the rails'.
    """
    if date is None:
        return None
    trip = feed.positions("stop_times", "trip_id")
    if not runs[trip].any():
        return {"date": date.isoformat(), "trips": int(runs.sum()), "connections": 0}
    stop = feed.positions("stop_times", "stop_id")
    hops = runs[trip[1:]] & (trip[1:] == trip[:-1])
    way = metres(feed.table("stops"), stop[:-1], stop[1:])[hops]
    place = ends(feed)[runs]
    place = place[place["begins"] >= 0]
    seconds = int((place["ends"] - place["begins"]).sum())
    most, when = _busiest(place["begins"].to_numpy(), place["ends"].to_numpy())
    train_km = float(np.nan_to_num(way).sum()) / 1000
    return {
        "date": date.isoformat(),
        "trips": int(runs.sum()),
        "connections": int(hops.sum()),
        "busiest": {"at": format_clock(when), "trains": most},
        "train_hours": round(seconds / 3600),
        "train_km": round(train_km),
        "km_per_hour": round(train_km / seconds * 3600, 1) if seconds else None,
    }


def _busiest(begins: Any, ends: Any) -> tuple[int, int]:
    """How many trips are under way at once at most, and the first moment they are."""
    moments = np.unique(begins)
    under_way = np.searchsorted(np.sort(begins), moments, "right")
    under_way -= np.searchsorted(np.sort(ends), moments, "right")  # an arrival makes room first
    most = int(np.argmax(under_way))
    return int(under_way[most]), int(moments[most])


def _agencies(feed: Feed, runs: Mapping[DayType, Any]) -> list[dict[str, Any]]:
    routes, agencies = feed.table("routes"), feed.table("agency")
    route_of_trip = feed.positions("trips", "route_id")
    counts = {
        day: np.bincount(route_of_trip[running], minlength=len(routes))
        for day, running in runs.items()
    }
    agency_of_route = feed.positions("routes", "agency_id").copy()
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
