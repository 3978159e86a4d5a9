"""Compiled fare books in the user's cache folder: found, checked, written, built again."""

import datetime as dt
import json
import os
import struct
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from planner import resources
from planner.fares.book import HEAD, FareBook, FareMatrix, SystemFares
from planner.resources import data_path

FORMAT = 1
MAGIC = b"KFARES01"
FIRST_DAY = "2014-04-01"


@lru_cache(maxsize=32)
def stored_book(key: str, period: str) -> FareBook:
    """The book of a period for a state of the data, read, or worked out and kept."""
    path = cache_folder() / key / f"{period}.fares"
    book = _read(path)
    if book is None:
        from planner.fares.compile import compile_book

        content = compile_book(dt.date.fromisoformat(period))
        write_whole(path, content)
        book = _read(path) or _parsed(memoryview(content))
        if book is None:
            raise RuntimeError("a fare book just made cannot be read")
    return book


def cache_folder() -> Path:
    """Where compiled fare books lie."""
    return resources.cache_folder() / "fares"


def write_whole(path: Path, content: bytes) -> None:
    """Write a cache file under another name and rename it; a full or locked disk is no error."""
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        pass
    finally:  # also where somebody stopped the program
        Path(name).unlink(missing_ok=True)


@cache
def state() -> str:
    """A key that changes with the tariff data and with the code that compiles them."""
    import zlib

    sources = sorted(data_path("tariffs").glob("*.*"))
    sources += [data_path(f) for f in ("stations.csv", "stations_outside.csv", "station_names.csv")]
    here = Path(__file__).parent
    sources += sorted([*here.glob("*.py"), *here.glob("systems/*.py")])
    told = [str(FORMAT)]
    for path in sources:
        try:
            stat = path.stat()
            told.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
        except OSError:
            told.append(f"{path} -")
    text = "\n".join(told).encode()
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


@lru_cache(maxsize=4)
def stored_periods(key: str) -> tuple[str, ...]:
    """The first days of the periods for a state of the data, read, or worked out and kept."""
    path = cache_folder() / key / "periods.json"
    try:
        found = json.loads(path.read_bytes())
        if isinstance(found, list) and found and found[0] == FIRST_DAY:
            return tuple(str(day) for day in found)
    except (OSError, ValueError):
        pass
    from planner.fares.compile import all_periods

    found = all_periods()
    write_whole(path, json.dumps(found).encode())
    return tuple(found)


def _read(path: Path) -> FareBook | None:
    """A stored book, or None where the file is missing or not whole."""
    try:
        return _parsed(memoryview(path.read_bytes()))
    except OSError:
        return None


def _parsed(view: memoryview) -> FareBook | None:
    """Read a book: magic, sizes, checksum of the rest; header, texts, tables."""
    import zlib

    try:
        magic, header_size, size, text_size, check = struct.unpack_from("<8sIQII", view, 0)
    except struct.error:
        return None
    if magic != MAGIC or size != len(view) or zlib.crc32(view[HEAD:]) != check:
        return None
    header = json.loads(bytes(view[HEAD : HEAD + header_size]))
    start = HEAD + text_size
    systems = _Systems(header["systems"], view, start)
    return FareBook(header["period"], systems, header["names"], header["discounts"], view)


class _Systems(Mapping[str, SystemFares]):
    """The systems of a book, each read when it is first asked for."""

    def __init__(self, spans: Mapping[str, list[int]], view: memoryview, start: int) -> None:
        self._spans, self._view, self._start = spans, view, start
        self._read: dict[str, SystemFares] = {}

    def __getitem__(self, name: str) -> SystemFares:
        if name not in self._read:
            at, end = self._spans[name]
            row = json.loads(bytes(self._view[HEAD + at : HEAD + end]))
            self._read[name] = _system(row, self._view, self._start)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._spans)

    def __len__(self) -> int:
        return len(self._spans)


def _system(row: dict[str, Any], view: memoryview, start: int) -> SystemFares:
    count = len(row["stations"])

    def table(at: int, width: int) -> memoryview:
        return view[start + at : start + at + count * count * width]

    classes = {
        c["name"]: FareMatrix(
            c["name"],
            count,
            yen=table(c["at"][0], 4).cast("i"),
            ic=table(c["at"][1], 4).cast("i"),
            km=table(c["at"][2], 2).cast("h"),
            reason=table(c["at"][3], 2).cast("H"),
            reasons=c["reasons"],
            unknown=c["unknown"],
            beaten=c["beaten"],
        )
        for c in row["classes"]
    }
    return SystemFares(
        name=row["name"],
        name_ja=row["name_ja"],
        name_en=row["name_en"],
        stations=tuple(row["stations"]),
        places=tuple(row["places"]),
        kanagawa=bytes(row["kanagawa"]),
        closed=row["closed"],
        later=row["later"],
        items=row["items"],
        edges=row["edges"],
        lines=row["lines"],
        rules=row["rules"],
        classes=classes,
    )
