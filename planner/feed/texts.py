"""One CSV file as texts: each column's different texts, and which of them each row has."""

import csv
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyarrow import csv as arrow_csv

from planner.errors import FeedUnreadable
from planner.feed.notices import Notice, notice
from planner.feed.tables import Table

BLOCK = 4 << 20  # bytes a thread parses at a time


class WrongEncoding(FeedUnreadable):
    """A file is not UTF-8."""

    code = "wrong_encoding"


@dataclass(frozen=True)
class Texts:
    """The texts of a file by known column; ``rows`` are the records they stand in, header = 1."""

    columns: dict[str, pa.DictionaryArray]
    rows: NDArray[np.int32]
    notices: tuple[Notice, ...]


def read_texts(table: Table, data: bytes, source: Path) -> Texts:
    """Read one file, with or without a byte order mark, quotes, blank lines and broken rows.

    Raises:
        WrongEncoding: not UTF-8.
    """
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if not data or data.isspace():
        return Texts({}, np.zeros(0, np.int32), (notice("empty_file", f"{table.name}.txt"),))
    names, found = _header(table, data, source)
    read = _read_fast(names, data) or _read_slowly(table, names, data, source)
    return Texts(read.columns, read.rows, (*found, *read.notices))


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


def _read_fast(names: list[str], data: bytes) -> Texts | None:
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
    return _without_blank_rows(Texts(columns, rows, ()))


def _one_chunk(column: pa.ChunkedArray) -> pa.DictionaryArray:
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.array([], column.type) if column.num_chunks == 0 else column.combine_chunks()


def _without_blank_rows(texts: Texts) -> Texts:
    """The rows in which something stands: a blank line is no row."""
    filled = np.zeros(len(texts.rows), bool)
    for column in texts.columns.values():
        blank = pc.equal(pc.utf8_trim_whitespace(column.dictionary), "").to_numpy(False)
        if not blank.any():
            return texts  # a column that is nowhere empty
        filled |= ~blank[codes_of(column)]
    if filled.all():
        return texts
    kept = pa.array(filled)
    columns = {name: column.filter(kept) for name, column in texts.columns.items()}
    return Texts(columns, texts.rows[filled], texts.notices)


def _read_slowly(table: Table, names: list[str], data: bytes, source: Path) -> Texts:
    """Row by row, for a file that is not well formed: what is wrong with which row."""
    file = f"{table.name}.txt"
    _decode(table, data, source)
    reader = csv.reader(io.TextIOWrapper(io.BytesIO(data), "utf-8", newline=""))
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
    return Texts(columns, np.array(rows, np.int32), tuple(found))


def codes_of(texts: pa.DictionaryArray) -> NDArray[np.int32]:
    """For each row the position of its text in the dictionary."""
    codes: NDArray[np.int32] = texts.indices.to_numpy(zero_copy_only=False)
    return codes
