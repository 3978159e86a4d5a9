"""The calls of trips (stop_times.txt): in order, with a time at each, never going back in time."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed.notices import Notice, counted, notice, notices
from planner.feed.references import positions
from planner.feed.tables import MISSING

FILE = "stop_times.txt"
Times = NDArray[np.int32]
Flags = NDArray[np.bool_]


def in_order(frame: pd.DataFrame, trips: pd.DataFrame) -> tuple[pd.DataFrame, list[Notice]]:
    """The calls by (position of the trip in ``trips``, stop_sequence), a double one left out."""
    trip = positions(frame["trip_id"], trips["trip_id"]).astype(np.int64)
    key = trip << 32 | frame["stop_sequence"].to_numpy()
    if (key[1:] < key[:-1]).any():
        order = np.argsort(key, kind="stable")
        frame, key = frame.take(order).reset_index(drop=True), key[order]
    double = np.zeros(len(key), bool)
    double[1:] = key[1:] == key[:-1]
    if not double.any():
        return frame, []
    again = frame[double]
    values = [f"{t} {s}" for t, s in zip(again["trip_id"], again["stop_sequence"], strict=True)]
    found = notices("duplicate_key", FILE, "stop_sequence", again["row"].to_list(), values)
    return frame[~double].reset_index(drop=True), found


def timed(
    frame: pd.DataFrame, trips: pd.DataFrame, stops: pd.DataFrame
) -> tuple[pd.DataFrame, list[Notice]]:
    """Calls in order, with int32 ``arrival`` and ``departure`` in place of the two time columns."""
    found: list[Notice] = []
    arrival = frame["arrival_time"].to_numpy().copy()
    departure = frame["departure_time"].to_numpy().copy()
    frame = frame.drop(columns=["arrival_time", "departure_time"])
    trip = positions(frame["trip_id"], trips["trip_id"])
    first, last = _ends(trip)
    half = (arrival == MISSING) ^ (departure == MISSING)
    told = half & ~(first & (arrival == MISSING)) & ~(last & (departure == MISSING))
    found += _once("only_one_time", frame, told)
    arrival = np.where(arrival == MISSING, departure, arrival)
    departure = np.where(departure == MISSING, arrival, departure)
    if (arrival == MISSING).any():
        arrival, departure, more = _interpolated(frame, trip, (arrival, departure), stops)
        found += more
    frame.insert(2, "arrival", arrival)
    frame.insert(3, "departure", departure)
    good, more = _never_back(frame, trip)
    found += more
    if not good.all():
        frame = frame[good].reset_index(drop=True)
    return frame, found


def _ends(trip: Times) -> tuple[Flags, Flags]:
    """Which calls are the first and which the last of their trip."""
    first = np.ones(len(trip), bool)
    last = np.ones(len(trip), bool)
    if len(trip) > 1:
        first[1:] = trip[1:] != trip[:-1]
        last[:-1] = first[1:]
    return first, last


def _once(code: str, frame: pd.DataFrame, where: Flags) -> list[Notice]:
    """One notice for all the rows."""
    rows = frame["row"].to_numpy()[where]
    return [counted(notice(code, FILE, int(rows[0])), len(rows))] if len(rows) else []


def _interpolated(
    frame: pd.DataFrame, trip: Times, times: tuple[Times, Times], stops: pd.DataFrame
) -> tuple[Times, Times, list[Notice]]:
    """Blank times by the way travelled between the timed calls before and after.

    The way is ``shape_dist_traveled``, else the straight line between the stops, else the number
    of stops. Where there is no timed call on one side the time stays MISSING.
    """
    arrival, departure = times
    size = len(trip)
    here = np.arange(size)
    known = arrival != MISSING
    before = np.maximum.accumulate(np.where(known, here, -1))
    after = np.minimum.accumulate(np.where(known, here, size)[::-1])[::-1]
    blank = here[~known & (before >= 0) & (after < size)]
    low, high = before[blank], after[blank]
    inside = (trip[low] == trip[blank]) & (trip[high] == trip[blank])
    blank, low, high = blank[inside], low[inside], high[inside]
    share = (blank - low) / (high - low)
    for way in (_ways(frame, stops), frame["shape_dist_traveled"].to_numpy()):
        whole = way[high] - way[low]
        part = way[blank] - way[low]
        usable = (whole > 0) & (part >= 0) & (part <= whole)  # NaN is never usable
        share[usable] = part[usable] / whole[usable]
    start = departure[low].astype(np.int64)
    middle = (start + np.rint(share * (arrival[high] - start))).astype(np.int32)
    arrival, departure = arrival.copy(), departure.copy()
    arrival[blank] = departure[blank] = middle
    done = np.zeros(size, bool)
    done[blank] = True
    return arrival, departure, _once("times_interpolated", frame, done)


def _ways(frame: pd.DataFrame, stops: pd.DataFrame) -> NDArray[np.float64]:
    """Metres along straight lines from the first call of the file, roughly; NaN where unknown."""
    stop = positions(frame["stop_id"], stops["stop_id"])
    lat = np.radians(stops["stop_lat"].to_numpy()[stop])
    lon = np.radians(stops["stop_lon"].to_numpy()[stop])
    east = np.diff(lon) * np.cos(lat[:-1])
    hops = 6_371_000 * np.hypot(east, np.diff(lat))
    return np.concatenate([[0.0], np.cumsum(np.nan_to_num(hops))])


def _never_back(frame: pd.DataFrame, trip: Times) -> tuple[Flags, list[Notice]]:
    """Which calls can be kept so that the times of each trip never go back."""
    arrival = frame["arrival"].to_numpy().astype(np.int64)
    departure = frame["departure"].to_numpy().astype(np.int64)
    blank = arrival == MISSING
    found = _each("time_missing_at_end", frame, blank)
    early = ~blank & (departure < arrival)
    found += _each("departs_before_arriving", frame, early)
    good = ~blank & ~early
    # one running maximum serves all trips: each lies above all the times of the trip before
    lift = trip.astype(np.int64) << 32
    latest = np.maximum.accumulate(np.where(good, lift + departure, 0))
    back = np.zeros(len(trip), bool)
    back[1:] = good[1:] & (lift[1:] + arrival[1:] < latest[:-1])
    found += _each("time_goes_back", frame, back)
    good &= ~back
    runs = np.bincount(trip[good], minlength=int(trip.max()) + 1 if len(trip) else 0)
    first, _ = _ends(trip)
    found += _each("trip_of_one_stop", frame, first & (runs[trip] < 2))
    return good, found


def _each(code: str, frame: pd.DataFrame, where: Flags) -> list[Notice]:
    """A notice a row, naming the trip."""
    if not where.any():
        return []
    bad = frame[where]
    values = bad["trip_id"].head(60).astype("str").to_list()
    return notices(code, FILE, "trip_id", bad["row"].to_list(), values)
