"""The trips of one service day of a feed, from 03:00 until 27:00.

Yesterday's trains that run past midnight are among them, and those that a feed files before 03:00
of tomorrow."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np

from planner.feed.read import Feed
from planner.feed.services import ADDED, WEEKDAYS, as_int
from planner.timetable.draft import Draft, Int32s, Routes, Trips
from planner.timetable.movement import MovementRules
from planner.timetable.places import english_texts, read_places
from planner.units import DAY, DAY_ENDS, DAY_STARTS

NOT_AVAILABLE = 1
"""pickup_type and drop_off_type of GTFS: nobody gets on (off) there."""


@dataclass(frozen=True)
class Days:
    """The services of a day and of those before and after it, which decide its trains."""

    today: frozenset[str]
    yesterday: frozenset[str]
    tomorrow: frozenset[str] = frozenset()


def draft_of_day(feed: Feed, days: Days, rules: MovementRules) -> Draft:
    """Everything of one service day that compiling needs.

    A service day counts seconds from noon minus 12 h; yesterday's 24:10 is also today's 00:10, and
    tomorrow's 00:10 is today's 24:10.
    """
    places, node_of = read_places(feed, rules)
    today = _trips(feed, days.today, node_of, 0)
    late = _trips(feed, days.yesterday, node_of, -DAY)
    trips = _joined(today, late) if len(late.trip_id) else today
    early = _trips(feed, days.tomorrow, node_of, DAY)
    trips = _joined(trips, early) if len(early.trip_id) else trips
    return Draft(places, trips, _routes(feed))


def _trips(feed: Feed, services: Iterable[str], node_of: Int32s, shift: int) -> Trips:
    """The trips of some services, shifted by so many seconds.

    Of another day's trips the calls before 0 s are left out, and from 27:00 on.
    """
    table, calls = feed.table("trips"), feed.table("stop_times")
    runs = table["service_id"].isin(list(services)).to_numpy()
    trip_of_call = feed.positions("stop_times", "trip_id")
    arr, dep = calls["arrival"].to_numpy() + shift, calls["departure"].to_numpy() + shift
    chosen = runs[trip_of_call]
    if shift < 0:
        chosen &= dep >= 0
    if shift > 0:
        chosen &= arr < DAY_ENDS
    rows = np.flatnonzero(chosen)
    trip = trip_of_call[rows]
    begins = np.diff(trip, prepend=-1) != 0
    used, call_trip = trip[begins], np.cumsum(begins) - 1  # calls lie by trip
    trips = table.iloc[used]
    stop = feed.positions("stop_times", "stop_id")[rows]
    ids = trips["trip_id"].astype(str).to_list()
    names = trips["trip_short_name"].to_list()
    return Trips(
        call_trip=call_trip.astype(np.int32),
        call_node=node_of[stop],
        call_arr=arr[rows].astype(np.int32),
        call_dep=dep[rows].astype(np.int32),
        call_board=calls["pickup_type"].to_numpy()[rows] != NOT_AVAILABLE,
        call_alight=calls["drop_off_type"].to_numpy()[rows] != NOT_AVAILABLE,
        trip_route=feed.positions("trips", "route_id")[used].astype(np.int32),
        trip_charged=trips["charged"].to_numpy() == 1,
        trip_id=ids,
        trip_train=names,
        trip_headsign=_headsigns(feed, used, trip_of_call, trips["trip_headsign"].to_list()),
        stays=_stays(feed, used, ids, arr[rows], dep[rows], call_trip.astype(np.int32)),
    )


def _headsigns(feed: Feed, used: Int32s, trip_of_call: Int32s, given: list[str]) -> list[str]:
    """The headsign the feed has, else the name of the last stop."""
    if all(given):
        return given
    last = np.searchsorted(trip_of_call, used, side="right") - 1
    stops = feed.positions("stop_times", "stop_id")[last]
    names = feed.table("stops")["stop_name"].to_list()
    return [sign or names[stop] for sign, stop in zip(given, stops.tolist(), strict=True)]


def _stays(
    feed: Feed,
    used: Int32s,
    ids: list[str],
    arr: Int32s,
    dep: Int32s,
    call_trip: Int32s,
) -> list[tuple[int, int]]:
    """Pairs of trips that one train runs as: transfer type 4, and neighbours in a block."""
    at = {trip: i for i, trip in enumerate(ids)}
    transfers = feed.table("transfers")
    rows = transfers[transfers["transfer_type"] == 4]
    pairs = zip(rows["from_trip_id"].astype(str), rows["to_trip_id"].astype(str), strict=True)
    found = {(at[a], at[b]) for a, b in pairs if a in at and b in at}
    blocks = feed.table("trips")["block_id"].iloc[used].astype(str).to_numpy()
    in_block = np.flatnonzero(blocks != "")
    first = np.searchsorted(call_trip, in_block)
    last = np.searchsorted(call_trip, in_block, side="right") - 1
    order = np.lexsort((arr[last], dep[first], blocks[in_block]))
    chain = in_block[order].tolist()
    for a, b in pairwise(chain):
        if blocks[a] == blocks[b]:
            found.add((a, b))
    return sorted(found)


def _joined(a: Trips, b: Trips) -> Trips:
    """Two sets of trips as one."""
    shift = len(a.trip_id)
    merged: dict[str, Any] = {}
    for column in fields(Trips):
        x, y = getattr(a, column.name), getattr(b, column.name)
        if column.name == "call_trip":
            y = y + shift
        elif column.name == "stays":
            y = [(p + shift, q + shift) for p, q in y]
        merged[column.name] = np.concatenate([x, y]) if isinstance(x, np.ndarray) else [*x, *y]
    return Trips(**merged)


def _routes(feed: Feed) -> Routes:
    routes = feed.table("routes")
    agency = feed.positions("routes", "agency_id")
    agencies = feed.table("agency")["agency_name"].to_list()
    only = agencies[0] if len(agencies) == 1 else ""
    ids = routes["route_id"].astype(str).to_list()
    long, short = routes["route_long_name"].to_list(), routes["route_short_name"].to_list()
    english = english_texts(feed, "routes", "route_long_name")
    return Routes(
        ids,
        [a or b or c for a, b, c in zip(long, short, ids, strict=True)],
        [agencies[i] if i >= 0 else only for i in agency.tolist()],
        [english.get(i) or english.get(n, "") for i, n in zip(ids, long, strict=True)],
        routes["route_color"].to_list(),
    )


def past_midnight(feed: Feed) -> frozenset[str]:
    """The services with a train that is still under way at 24:00."""
    calls = feed.table("stop_times")
    late = np.unique(feed.positions("stop_times", "trip_id")[calls["arrival"].to_numpy() > DAY])
    return frozenset(map(str, feed.table("trips")["service_id"].iloc[late].unique()))


def before_three(feed: Feed) -> frozenset[str]:
    """The services with a train that is under way before 03:00 of its own date."""
    calls = feed.table("stop_times")
    early = feed.positions("stop_times", "trip_id")[calls["departure"].to_numpy() < DAY_STARTS]
    return frozenset(map(str, feed.table("trips")["service_id"].iloc[np.unique(early)].unique()))


def service_days(feed: Feed, first: dt.date, last: dt.date) -> dict[dt.date, frozenset[str]]:
    """The services of every date of a period: calendar.txt, then calendar_dates.txt."""
    calendar, dates = feed.table("calendar"), feed.table("calendar_dates")
    weekly = list(
        zip(
            calendar["service_id"].astype(str).to_list(),
            calendar["start_date"].to_list(),
            calendar["end_date"].to_list(),
            (calendar[list(WEEKDAYS)] == 1).to_numpy().tolist(),
            strict=True,
        )
    )
    exceptions: dict[int, list[tuple[str, bool]]] = {}
    kinds = (dates["exception_type"] == ADDED).to_list()
    for day, service, added in zip(
        dates["date"].to_list(), dates["service_id"].astype(str).to_list(), kinds, strict=True
    ):
        exceptions.setdefault(day, []).append((service, added))
    found = {}
    date = first
    while date <= last:
        number = as_int(date)
        running = {s for s, a, b, on in weekly if a <= number <= b and on[date.weekday()]}
        for service, added in exceptions.get(number, ()):
            (running.add if added else running.discard)(service)
        found[date] = frozenset(running)
        date += dt.timedelta(days=1)
    return found
