"""One CSV file to one table: each different text is turned into a number once, not row by row."""

import csv
import datetime as dt
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyarrow import csv as arrow_csv

from planner.errors import BadTime, FeedUnreadable
from planner.feed.notices import Notice, notice, notices
from planner.feed.tables import MISSING, Column, Table
from planner.units import parse_time

BLOCK = 4 << 20  # bytes a thread parses at a time
NUMBERS: dict[str, type] = {
    "int": np.int32,
    "time": np.int32,
    "date": np.int32,
    "float": np.float64,
}


class WrongEncoding(FeedUnreadable):
    """A file is not UTF-8."""

    code = "wrong_encoding"


@dataclass(frozen=True)
class Parsed:
    """A table, and what was wrong with its file. ``row`` is the CSV record, the header being 1."""

    frame: pd.DataFrame
    notices: tuple[Notice, ...]


@dataclass(frozen=True)
class _Sheet:
    """The texts of a file, column by column, before they are read as numbers."""

    columns: dict[str, pa.DictionaryArray]
    rows: NDArray[np.int32]
    notices: list[Notice]


def empty_frame(table: Table) -> pd.DataFrame:
    """The table of a missing file: no rows, all its columns."""
    return _frame(table, _Sheet({}, np.zeros(0, np.int32), []), []).frame


def parse_table(table: Table, data: bytes, source: Path) -> Parsed:
    """Read one file; rows that cannot be read become notices and are left out.

    Raises:
        WrongEncoding: not UTF-8.
    """
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if not data or data.isspace():
        return Parsed(empty_frame(table), (notice("empty_file", f"{table.name}.txt"),))
    names, found = _header(table, data, source)
    sheet = _read_fast(table, names, data) or _read_slowly(table, names, data, source)
    return _frame(table, sheet, found)


def _header(table: Table, data: bytes, source: Path) -> tuple[list[str], list[Notice]]:
    """The column names as they are used: a known column's own name once, else a number."""
    end = min((i for i in (data.find(b"\n"), data.find(b"\r")) if i >= 0), default=len(data))
    line = _decode(table, data[:end], source)
    try:
        cells = next(csv.reader([line], skipinitialspace=True), [])
    except csv.Error:
        cells = line.split(",")
    file = f"{table.name}.txt"
    known = {c.name for c in table.columns}
    names: list[str] = []
    found: list[Notice] = []
    for i, cell in enumerate(cells):
        name = cell.strip()
        if name in known and name not in names:
            names.append(name)
            continue
        names.append(f"#{i}")
        if name:
            code = "duplicate_column" if name in known else "unknown_column"
            found.append(notice(code, file, 1, name, value=name))
    found += [
        notice("missing_column", file, 1, c.name, value=c.name)
        for c in table.columns
        if c.required and c.name not in names
    ]
    return names, found


def _decode(table: Table, data: bytes, source: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        cut = data[: error.start].count(b"\n") + 1
    guess, guess_ja = "not UTF-8", "UTF-8 ではありません"
    for encoding, name in (("cp932", "Shift-JIS"), ("euc_jp", "EUC-JP")):
        try:
            data.decode(encoding)
        except UnicodeDecodeError:
            continue
        guess = f"not UTF-8 but, it seems, {name}; GTFS must be saved as UTF-8"
        guess_ja = f"UTF-8 でなく {name} のようです。UTF-8 で保存し直してください"
        break
    raise WrongEncoding(
        f"{source}: {table.name}.txt line {cut} is {guess}",
        f"{source}: {table.name}.txt の {cut} 行目は{guess_ja}",
    )


def _read_fast(table: Table, names: list[str], data: bytes) -> _Sheet | None:
    """All rows at once, or None where some row is not as the header says."""
    wanted = [n for n in names if not n.startswith("#")]
    if not wanted:
        return None
    text = pa.dictionary(pa.int32(), pa.string())
    try:
        read = arrow_csv.read_csv(
            pa.BufferReader(data),
            arrow_csv.ReadOptions(column_names=names, skip_rows=1, block_size=BLOCK),
            arrow_csv.ParseOptions(newlines_in_values=b'"' in data, ignore_empty_lines=False),
            arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(wanted, text),
                include_columns=wanted,
                strings_can_be_null=False,
                null_values=[],
                quoted_strings_can_be_null=False,
            ),
        )
    except (pa.ArrowInvalid, pa.ArrowException):
        return None
    read = read.unify_dictionaries().combine_chunks()
    columns = {name: _one_chunk(read.column(name)) for name in wanted}
    rows = np.arange(2, read.num_rows + 2, dtype=np.int32)
    return _without_blank_rows(_Sheet(columns, rows, []))


def _one_chunk(column: pa.ChunkedArray) -> pa.DictionaryArray:
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.array([], column.type) if column.num_chunks == 0 else column.combine_chunks()


def _without_blank_rows(sheet: _Sheet) -> _Sheet:
    """The rows in which something stands: a blank line is no row."""
    filled = np.zeros(len(sheet.rows), bool)
    for column in sheet.columns.values():
        blank = pc.equal(pc.utf8_trim_whitespace(column.dictionary), "").to_numpy(False)
        if not blank.any():
            return sheet  # a column that is nowhere empty
        filled |= ~blank[_codes(column)]
    if filled.all():
        return sheet
    kept = pa.array(filled)
    columns = {name: column.filter(kept) for name, column in sheet.columns.items()}
    return _Sheet(columns, sheet.rows[filled], sheet.notices)


def _read_slowly(table: Table, names: list[str], data: bytes, source: Path) -> _Sheet:
    """Row by row, for a file that is not well formed: what is wrong with which row."""
    file = f"{table.name}.txt"
    reader = csv.reader(io.StringIO(_decode(table, data, source), newline=""))
    cells: list[list[str]] = []
    rows: list[int] = []
    found: list[Notice] = []
    row = 0
    while True:
        row += 1
        try:
            values = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            found.append(notice("broken_quoting", file, row, value=error))
            continue
        if row == 1 or not any(v.strip() for v in values):
            continue
        if len(values) != len(names):
            found.append(notice("row_width", file, row, value=len(values), wanted=len(names)))
            continue
        cells.append(values)
        rows.append(row)
    columns = {
        name: pa.array([c[i] for c in cells], pa.string()).dictionary_encode()
        for i, name in enumerate(names)
        if not name.startswith("#")
    }
    return _Sheet(columns, np.array(rows, np.int32), found)


def _frame(table: Table, sheet: _Sheet, found: list[Notice]) -> Parsed:
    """The texts as ids, numbers, times and dates, without the rows that cannot be used."""
    found = found + sheet.notices
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
    table: Table, column: Column, sheet: _Sheet
) -> tuple[Any, NDArray[np.bool_], list[Notice]]:
    """One column's values, which rows are useless for it, and the notices that say so."""
    size = len(sheet.rows)
    none = np.zeros(size, bool)
    if column.name not in sheet.columns:
        return _absent(column, size), none if not column.required else ~none, []
    texts = sheet.columns[column.name]
    different = [v.strip() for v in texts.dictionary.to_pylist()]
    codes = _codes(texts)
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


def _codes(texts: pa.DictionaryArray) -> NDArray[np.int32]:
    codes: NDArray[np.int32] = texts.indices.to_numpy(zero_copy_only=False)
    return codes


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
