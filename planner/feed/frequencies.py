"""Trips that run every so many minutes (frequencies.txt), written out as trips of their own."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed.notices import Notice, notice, notices
from planner.feed.references import positions
from planner.units import format_time

MOST_CALLS = 5_000_000
"""Most calls all rows of frequencies.txt may be expanded to."""
FILE = "frequencies.txt"
Tables = dict[str, pd.DataFrame]


def expanded(tables: Tables) -> tuple[Tables, list[Notice]]:
    """The tables with every run a trip of its own, named ``trip@HH:MM:SS`` for its departure.

    The template trips go: their own times are not when anything runs. Both kinds of
    ``exact_times`` are expanded alike. A run starts at ``start_time`` and then every
    ``headway_secs`` while before ``end_time``.
    """
    rows = tables["frequencies"]
    if rows.empty:
        return tables, []
    trips, calls = tables["trips"], tables["stop_times"]
    template = np.zeros(len(trips), bool)
    template[positions(rows["trip_id"], trips["trip_id"])] = True
    call_trip = positions(calls["trip_id"], trips["trip_id"])
    lengths = np.bincount(call_trip, minlength=len(trips))
    rows, found = _usable(rows, trips, lengths)
    trip, start = _runs(rows, trips)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    length = lengths[trip]
    ends = np.cumsum(length)
    call = np.arange(length.sum()) - np.repeat(ends - length, length)
    call += np.repeat(starts[trip], length)
    departs = calls["departure"].to_numpy()
    shift = np.repeat(start - departs[starts[trip]], length)
    ids = trips["trip_id"].astype("str").to_numpy()[trip]
    names = [f"{i}@{format_time(t)}" for i, t in zip(ids, start.tolist(), strict=True)]
    tables = dict(tables)
    tables["trips"] = _trips(trips, ~template, trip, names)
    tables["stop_times"] = _calls(calls, ~template[call_trip], (call, shift), (names, length))
    tables["transfers"], more = _transfers(tables["transfers"], trips["trip_id"][template])
    return tables, found + more


def _usable(
    rows: pd.DataFrame, trips: pd.DataFrame, lengths: NDArray[np.int64]
) -> tuple[pd.DataFrame, list[Notice]]:
    """The rows that can be expanded."""
    length = lengths[positions(rows["trip_id"], trips["trip_id"])]
    span = rows["end_time"].to_numpy() - rows["start_time"].to_numpy()
    headway = rows["headway_secs"].to_numpy()
    bad = (headway <= 0) | (span <= 0)
    row = rows["row"].to_numpy()
    wanted = "start_time to end_time"
    found = notices(
        "bad_headway", FILE, "headway_secs", row[bad].tolist(), headway[bad].tolist(), wanted=wanted
    )
    runs = np.where(bad, 0, -(-span // np.maximum(headway, 1)))
    calls = runs.astype(np.int64) * length
    over = calls > MOST_CALLS
    over |= np.cumsum(np.where(over, 0, calls)) > MOST_CALLS
    found += [
        notice(
            "too_many_runs", FILE, int(row[i]), "headway_secs", value=calls[i], wanted=MOST_CALLS
        )
        for i in np.flatnonzero(over & ~bad)[:50]
    ]
    return rows[~bad & ~over & (length > 0)], found


def _runs(rows: pd.DataFrame, trips: pd.DataFrame) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """For every run its template's position in ``trips`` and its departure; none twice."""
    trip = positions(rows["trip_id"], trips["trip_id"]).astype(np.int64)
    start = rows["start_time"].to_numpy()
    headway = rows["headway_secs"].to_numpy()
    runs = -(-(rows["end_time"].to_numpy() - start) // headway) if len(rows) else start
    ends = np.cumsum(runs)
    nth = np.arange(runs.sum()) - np.repeat(ends - runs, runs)
    departs = np.repeat(start, runs) + nth * np.repeat(headway, runs)
    key = np.unique(np.repeat(trip, runs) << 32 | departs)  # overlapping rows would double a run
    return key >> 32, (key & 0xFFFFFFFF).astype(np.int32)


def _trips(
    trips: pd.DataFrame, plain: NDArray[np.bool_], template: NDArray[np.int64], names: list[str]
) -> pd.DataFrame:
    kept = np.flatnonzero(plain)
    frame = trips.take(np.concatenate([kept, template])).reset_index(drop=True)
    ids = trips["trip_id"].astype("str").to_numpy()[kept].tolist() + names
    block = frame["block_id"].astype("str").to_numpy(dtype=object, copy=True)
    block[len(kept) :] = ""  # a block says which single train follows, and here are many
    return frame.assign(trip_id=pd.Categorical(ids, categories=ids), block_id=pd.Categorical(block))


def _calls(
    calls: pd.DataFrame,
    plain: NDArray[np.bool_],
    runs: tuple[NDArray[np.int64], NDArray[np.int32]],
    named: tuple[list[str], NDArray[np.int64]],
) -> pd.DataFrame:
    call, shift = runs
    names, length = named
    kept = np.flatnonzero(plain)
    frame = calls.take(np.concatenate([kept, call])).reset_index(drop=True)
    ids = calls["trip_id"].take(kept).cat.remove_unused_categories()
    categories = [*ids.cat.categories, *names]
    new = np.repeat(np.arange(len(names)) + len(ids.cat.categories), length)
    codes = np.concatenate([ids.cat.codes.to_numpy().astype(np.int64), new])
    moved = np.concatenate([np.zeros(len(kept), np.int32), shift]).astype(np.int32)
    return frame.assign(
        trip_id=pd.Categorical.from_codes(codes, pd.Index(categories, dtype="str")),
        arrival=np.maximum(frame["arrival"].to_numpy() + moved, 0),
        departure=frame["departure"].to_numpy() + moved,
    )


def _transfers(transfers: pd.DataFrame, gone: pd.Series) -> tuple[pd.DataFrame, list[Notice]]:
    """The transfers that name no template trip."""
    found: list[Notice] = []
    names = set(gone.astype("str"))
    for field in ("from_trip_id", "to_trip_id"):
        bad = transfers[field].isin(names).to_numpy()
        rows = transfers["row"][bad].to_list()
        values = transfers[field][bad].astype("str").to_list()
        found += notices("transfer_of_template", "transfers.txt", field, rows, values)
        transfers = transfers[~bad].reset_index(drop=True)
    return transfers, found
