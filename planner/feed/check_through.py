"""Rules about trains that go on: blocks and transfers."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed.notices import Notice, notice, notices
from planner.feed.read import Feed

FILE = "transfers.txt"
STAY, ALIGHT = 4, 5  # transfer_type


def ends(feed: Feed) -> pd.DataFrame:
    """For each trip (by position) where and when it begins and ends; -1 where it stops nowhere."""
    calls = feed.table("stop_times")
    trip = feed.positions("stop_times", "trip_id")
    stop = feed.positions("stop_times", "stop_id")
    found = {
        name: np.full(len(feed.table("trips")), -1, np.int64)
        for name in ("first_stop", "begins", "last_stop", "ends")
    }
    # of several calls of one trip, assignment keeps the last one
    found["last_stop"][trip] = stop
    found["ends"][trip] = calls["arrival"].to_numpy()
    found["first_stop"][trip[::-1]] = stop[::-1]
    found["begins"][trip[::-1]] = calls["departure"].to_numpy()[::-1]
    return pd.DataFrame(found)


def blocks(feed: Feed) -> list[Notice]:
    """The trips of one block and service follow each other."""
    trips = feed.table("trips")
    frame = pd.concat([trips[["row", "trip_id", "block_id", "service_id"]], ends(feed)], axis=1)
    frame = frame[(frame["block_id"] != "") & (frame["begins"] >= 0)]
    frame = frame.astype({"block_id": "str", "service_id": "str"})
    frame = frame.sort_values(["block_id", "service_id", "begins", "ends"], kind="stable")
    alike = (frame["block_id"].shift() == frame["block_id"]) & (
        frame["service_id"].shift() == frame["service_id"]
    )
    bad = frame[alike & (frame["begins"] < frame["ends"].shift())]
    names = zip(bad["row"], bad["trip_id"], bad["block_id"], strict=True)
    return [
        notice("block_overlaps", "trips.txt", int(row), "block_id", value=trip, wanted=block)
        for row, trip, block in list(names)[:50]
    ]


def transfers_whole(feed: Feed) -> list[Notice]:
    """A transfer names what its type needs."""
    rows = feed.table("transfers")
    kind = rows["transfer_type"]
    through = kind.isin((STAY, ALIGHT))
    no_trip = (rows["from_trip_id"] == "") | (rows["to_trip_id"] == "")
    no_stop = (rows["from_stop_id"] == "") | (rows["to_stop_id"] == "")
    row = rows["row"]
    found = notices("transfer_without_trips", FILE, "from_trip_id", _rows(row, through & no_trip))
    found += notices("transfer_without_stops", FILE, "from_stop_id", _rows(row, ~through & no_stop))
    untimed = (kind == 2) & (rows["min_transfer_time"] < 0)
    field = "min_transfer_time"
    return found + notices("transfer_without_time", FILE, field, _rows(row, untimed))


def _rows(row: pd.Series, where: pd.Series) -> list[int]:
    return [int(r) for r in row[where]]


def through_trains(feed: Feed) -> list[Notice]:
    """A trip one stays aboard for (type 4) begins where and after the trip before it ends."""
    rows = feed.table("transfers")
    stay = (rows["transfer_type"] == STAY).to_numpy()
    before = feed.positions("transfers", "from_trip_id")[stay]
    after = feed.positions("transfers", "to_trip_id")[stay]
    row = rows["row"].to_numpy()[stay]
    whole = (before >= 0) & (after >= 0)
    before, after, row = before[whole], after[whole], row[whole]
    place = ends(feed)
    apart = _station(feed, place["last_stop"], before) != _station(feed, place["first_stop"], after)
    early = place["begins"].to_numpy()[after] < place["ends"].to_numpy()[before]
    # a train running past midnight may be continued by one of the next service day
    early &= place["ends"].to_numpy()[before] < 86_400
    ids = feed.table("trips")["trip_id"].astype("str").to_numpy()
    found = []
    for code, where in (("through_trips_apart", apart), ("through_trips_early", early)):
        for i in np.flatnonzero(where)[:50]:
            value, wanted = ids[after[i]], ids[before[i]]
            found.append(notice(code, FILE, int(row[i]), "to_trip_id", value=value, wanted=wanted))
    return found


def _station(feed: Feed, stop: pd.Series, trip: NDArray[np.int32]) -> NDArray[np.int64]:
    """Position of the station, or of the stop where it has none; two stops of one name are one."""
    stops = feed.table("stops")
    if stops.empty:
        return np.zeros(len(trip), np.int64)
    parent = feed.positions("stops", "parent_station")
    station = np.where(parent >= 0, parent, np.arange(len(stops)))
    names = pd.factorize(stops["stop_name"])[0]
    numbered = names[station] if (names >= 0).all() else station
    found: NDArray[np.int64] = numbered[stop.to_numpy()[trip]]
    return found


def frequencies_apart(feed: Feed) -> list[Notice]:
    """The periods of one trip in frequencies.txt do not overlap."""
    rows = feed.table("frequencies").astype({"trip_id": "str"})
    rows = rows.sort_values(["trip_id", "start_time"], kind="stable")
    alike = rows["trip_id"].shift() == rows["trip_id"]
    bad = rows[alike & (rows["start_time"] < rows["end_time"].shift())]
    values = bad["trip_id"].to_list()
    row = bad["row"].to_list()
    return notices("frequencies_overlap", "frequencies.txt", "start_time", row, values)


CHECKS = (blocks, transfers_whole, through_trains, frequencies_apart)
