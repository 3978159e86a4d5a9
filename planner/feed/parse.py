"""One CSV file to one table: each different text is turned into a number once, not row by row."""

import datetime as dt
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from planner.errors import BadTime
from planner.feed.notices import Notice, notices
from planner.feed.tables import MISSING, Column, Table
from planner.feed.texts import Texts, codes_of, read_texts
from planner.units import parse_time

NUMBERS: dict[str, type] = {
    "int": np.int32,
    "time": np.int32,
    "date": np.int32,
    "float": np.float64,
}


@dataclass(frozen=True)
class Parsed:
    """A table, and what was wrong with its file. ``row`` is the CSV record, the header being 1."""

    frame: pd.DataFrame
    notices: tuple[Notice, ...]


@cache
def empty_frame(table: Table) -> pd.DataFrame:
    """The table of a missing file: no rows, all its columns."""
    return _frame(table, Texts({}, np.zeros(0, np.int32), ())).frame


def parse_table(table: Table, data: bytes, source: Path) -> Parsed:
    """Read one file; rows that cannot be read become notices and are left out.

    Raises:
        WrongEncoding: not UTF-8.
    """
    return _frame(table, read_texts(table, data, source))


def _frame(table: Table, sheet: Texts) -> Parsed:
    """The texts as ids, numbers, times and dates, without the rows that cannot be used."""
    found = [*sheet.notices]
    kept = np.ones(len(sheet.rows), bool)
    series: dict[str, Any] = {}
    for column in table.columns:
        values, useless, more = _convert(table, column, sheet)
        series[column.name] = values
        found += more
        kept &= ~useless
    frame = pd.DataFrame({"row": sheet.rows, **series}, copy=False)
    if not kept.all():
        frame = frame[kept].reset_index(drop=True)
    return Parsed(frame, tuple(found))


def _convert(
    table: Table, column: Column, sheet: Texts
) -> tuple[Any, NDArray[np.bool_], list[Notice]]:
    """One column's values, which rows are useless for it, and the notices that say so."""
    size = len(sheet.rows)
    none = np.zeros(size, bool)
    if column.name not in sheet.columns:
        return _absent(column, size), none if not column.required else ~none, []
    texts = sheet.columns[column.name]
    different = [v.strip() for v in texts.dictionary.to_pylist()]
    codes = codes_of(texts)
    found: list[Notice] = []
    file = f"{table.name}.txt"
    useless = none
    if column.required and "" in different:
        useless = np.array([v == "" for v in different], bool)[codes]
        found += notices("missing_value", file, column.name, sheet.rows[useless].tolist())
    if column.kind in ("id", "text"):
        return _texts(column, different, codes), useless, found
    numbers, bad = _numbers(column, different)
    values = numbers[codes] if size else np.zeros(0, numbers.dtype)
    if bad.any():
        wrong = bad[codes]
        said = [different[c] for c in codes[wrong][:60]]
        found += notices(
            "bad_value", file, column.name, sheet.rows[wrong].tolist(), said, wanted=column.wanted
        )
        if column.required:
            useless = useless | wrong
    return values, useless, found


def _absent(column: Column, size: int) -> Any:
    """The column of a file that has not got it."""
    if column.kind == "id":
        return pd.Categorical.from_codes(np.zeros(size, np.int8), pd.Index([""], dtype="str"))
    if column.kind == "text":
        return pd.array([""] * size, dtype="str")
    fill = np.nan if column.kind == "float" else column.default
    return np.full(size, fill, NUMBERS[column.kind])


def _texts(column: Column, different: list[str], codes: NDArray[np.int32]) -> Any:
    """Ids as a Categorical of stripped texts, other texts as they are."""
    if len(set(different)) < len(different):
        first: dict[str, int] = {}
        again = np.array([first.setdefault(v, len(first)) for v in different], np.int32)
        different, codes = list(first), again[codes]
    if column.kind == "text":
        words = pd.array(different, dtype="str")
        return words.take(codes) if different else words
    index = pd.Index(different, dtype="str")
    return pd.Categorical.from_codes(codes, index, validate=False)


def _numbers(column: Column, different: list[str]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The number of each different text, and which are none."""
    if column.kind == "time":
        quick: NDArray[Any] | None = _clock_times(different)
    elif column.kind == "float":
        quick = _plain_floats(different)
    else:
        quick = None
    if quick is not None:
        return quick, np.zeros(len(quick), bool)
    fill = np.nan if column.kind == "float" else column.default
    numbers: NDArray[Any] = np.full(len(different), fill, NUMBERS[column.kind])
    bad = np.zeros(len(different), bool)
    for i, text in enumerate(different):
        if not text:
            continue
        try:
            numbers[i] = _number(column, text)
        except (ValueError, BadTime, OverflowError):
            bad[i] = True
    return numbers, bad


def _number(column: Column, text: str) -> float:
    if column.kind == "time":
        return parse_time(text)
    if column.kind == "float":
        number = float(text)
        if not np.isfinite(number):
            raise ValueError
        return number
    if not (text.isascii() and text.removeprefix("-").isdigit()):
        raise ValueError
    value = int(text)
    if column.kind == "date":
        if len(text) != 8:
            raise ValueError
        dt.date(int(text[:4]), int(text[4:6]), int(text[6:]))
    elif not 0 <= value <= column.most:
        raise ValueError
    return value


def _clock_times(different: list[str]) -> NDArray[np.int32] | None:
    """Seconds of texts that are all HH:MM:SS or empty, in one sweep; None if some are not."""
    filled = [v or "00:00:00" for v in different]
    if not filled or not all(map(_is_clock, filled)):
        return None
    digits = np.frombuffer("".join(filled).encode("ascii"), np.uint8).reshape(-1, 8) - 48
    if (digits[:, [0, 1, 3, 4, 6, 7]] > 9).any() or (digits[:, [3, 6]] > 5).any():
        return None
    if (digits[:, [2, 5]] != ord(":") - 48).any():
        return None
    weights = np.array([36000, 3600, 0, 600, 60, 0, 10, 1], np.int32)
    times: NDArray[np.int32] = digits.astype(np.int32) @ weights
    times[[v == "" for v in different]] = MISSING
    return times


def _plain_floats(different: list[str]) -> NDArray[np.float64] | None:
    """Texts that are all numbers or empty (NaN), in one sweep; None if some are not."""
    try:
        read = pa.array([v or None for v in different], pa.string()).cast(pa.float64())
    except pa.ArrowInvalid:
        return None
    numbers: NDArray[np.float64] = read.to_numpy(zero_copy_only=False)
    empty = len(different) - sum(map(bool, different))
    return numbers if np.isfinite(numbers).sum() == len(numbers) - empty else None


def _is_clock(text: str) -> bool:
    return len(text) == 8 and text.isascii()
