"""Keys and references between the files of a feed: what is doubled or points nowhere."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed.notices import Notice, notices
from planner.feed.tables import TABLES, Column, Table

LEFT_OUT = {"done": "the row is left out", "done_ja": "行を除外しました"}
CLEARED = {"done": "it is read as empty", "done_ja": "空欄として扱います"}


def positions(values: pd.Series, keys: pd.Series) -> NDArray[np.int32]:
    """For each id of ``values`` the position of the row of ``keys`` that has it, -1 where none has.

    ``keys`` has to be without doubles; an empty id is nowhere.
    """
    codes = values.cat.codes.to_numpy()
    index = pd.Index(keys.astype("str"))
    found = index.get_indexer(values.cat.categories)
    found[values.cat.categories == ""] = -1
    return found.astype(np.int32)[codes] if len(found) else np.full(len(codes), -1, np.int32)


def without_doubles(table: Table, frame: pd.DataFrame) -> tuple[pd.DataFrame, list[Notice]]:
    """The first row of each key, and a notice for every further one."""
    if not table.key or frame.empty:
        return frame, []
    double = frame.duplicated(list(table.key)).to_numpy()
    if len(table.key) == 1:
        double = double & (frame[table.key[0]] != "").to_numpy()
    if not double.any():
        return frame, []
    again = frame[double]
    values = [" ".join(map(str, key)) for key in again[list(table.key)].head(60).to_numpy()]
    rows = again["row"].to_list()
    found = notices("duplicate_key", f"{table.name}.txt", table.key[0], rows, values)
    return frame[~double].reset_index(drop=True), found


def without_dangling(
    table: Table,
    frame: pd.DataFrame,
    raw: Mapping[str, pd.DataFrame],
    kept: Mapping[str, pd.DataFrame],
) -> tuple[pd.DataFrame, list[Notice]]:
    """The rows whose references hold; a reference that only describes is cleared instead.

    ``raw`` has the tables as they were read: what refers to a row that was itself left out goes
    quietly, since that row has its notice.
    """
    found: list[Notice] = []
    good = np.ones(len(frame), bool)
    for column in table.columns:
        if column.refers_to is None or frame.empty:
            continue
        file, target = column.refers_to
        if file not in raw:
            continue
        gone = _absent(frame[column.name], kept.get(file, raw[file])[target])
        if not gone.any():
            continue
        unknown = _absent(frame[column.name], raw[file][target])
        found += _unknown(table, column, frame, unknown)
        if column.binding:
            good &= ~gone
        else:
            frame = frame.assign(**{column.name: cleared(frame[column.name], gone)})
    return (frame if good.all() else frame[good].reset_index(drop=True)), found


def _absent(values: pd.Series, keys: pd.Series) -> NDArray[np.bool_]:
    """Which ids are neither empty nor among ``keys``."""
    categories = values.cat.categories
    codes = values.cat.codes.to_numpy()
    used = np.zeros(len(keys.cat.categories), bool)
    used[keys.cat.codes.to_numpy()] = True
    known = keys.cat.categories if used.all() else keys.cat.categories[used]
    missing = (known.get_indexer(categories) < 0) & (categories != "")
    return missing[codes] if missing.any() else np.zeros(len(codes), bool)


def _unknown(
    table: Table, column: Column, frame: pd.DataFrame, unknown: NDArray[np.bool_]
) -> list[Notice]:
    if not unknown.any() or column.refers_to is None:
        return []
    rows = frame["row"].to_numpy()[unknown].tolist()
    values = frame[column.name][unknown].head(60).astype("str").to_list()
    wanted = f"{column.refers_to[0]}.txt"
    done = LEFT_OUT if column.binding else CLEARED
    return notices(
        "unknown_reference", f"{table.name}.txt", column.name, rows, values, wanted=wanted, **done
    )


def cleared(values: pd.Series, where: NDArray[np.bool_]) -> pd.Series:
    """The ids with an empty one in some places."""
    if "" not in values.cat.categories:
        values = values.cat.add_categories([""])
    return values.mask(where, "")


def services_known(
    trips: pd.DataFrame, calendar: pd.DataFrame, dates: pd.DataFrame
) -> tuple[pd.DataFrame, list[Notice]]:
    """The trips whose service either calendar file defines."""
    missing = _absent(trips["service_id"], calendar["service_id"])
    missing &= _absent(trips["service_id"], dates["service_id"])
    if not missing.any():
        return trips, []
    rows = trips["row"].to_numpy()[missing].tolist()
    values = trips["service_id"][missing].head(60).astype("str").to_list()
    wanted = "calendar.txt or calendar_dates.txt"
    found = notices(
        "unknown_reference", "trips.txt", "service_id", rows, values, wanted=wanted, **LEFT_OUT
    )
    return trips[~missing].reset_index(drop=True), found


__all__ = [
    "TABLES",
    "cleared",
    "positions",
    "services_known",
    "without_dangling",
    "without_doubles",
]
