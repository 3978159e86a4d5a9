"""Compiled timetables as files: written once, memory-mapped afterwards.

Each part of a file has a checksum of its own, which is compared when the part is first used: the
scans check no bounds, so a flipped bit must not reach them, and what is not used costs nothing.
"""

import contextlib
import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, TypeVar

from planner.timetable.model import COLUMNS, TEXTS, Ints, Texts, Timetable

FORMAT = 3
"""Part of every cache key: raise it when a column changes its meaning."""

_MAGIC = b"KPTT"
_HEAD = struct.Struct("<4sIQQI")  # magic, format, file size, size of the directory, its CRC-32
_ALIGN = 64

T = TypeVar("T")


class Damaged(Exception):
    """The file is cut, of another format, or not ours: to be compiled again."""


def write(path: Path, timetable: Timetable) -> None:
    """Keep a timetable; see ``write_columns`` for how.

    Raises:
        OSError: no room or no permission; nothing is left behind.
    """
    blobs: dict[str, Any] = {}
    for name, text in timetable.texts.items():
        blobs[name + ".at"], blobs[name] = text.parts
    blobs |= {"min_trips": timetable.min_trips, "meta": _json(timetable.meta)}
    _write(path, timetable.columns, blobs)


def write_columns(path: Path, columns: Mapping[str, Any], meta: Mapping[str, Any]) -> None:
    """Write to a temporary file beside the path, then rename: readers never see half a file.

    Raises:
        OSError: no room or no permission; nothing is left behind.
    """
    _write(path, columns, {"meta": _json(meta)})


def _json(meta: Mapping[str, Any]) -> bytes:
    return json.dumps(dict(meta), ensure_ascii=False).encode()


def _write(path: Path, columns: Mapping[str, Any], blobs: Mapping[str, Any]) -> None:
    directory, body = _layout({**columns, **blobs})
    start = _start_of_body(len(directory))
    head = _HEAD.pack(_MAGIC, FORMAT, start + len(body), len(directory), zlib.crc32(directory))
    path.parent.mkdir(parents=True, exist_ok=True)
    import tempfile  # start-up is a feature, and most runs write nothing

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head + directory)
            file.write(bytes(start - _HEAD.size - len(directory)))
            file.write(body)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _start_of_body(directory: int) -> int:
    size = _HEAD.size + directory
    return size + -size % _ALIGN


def _layout(parts: Mapping[str, Any]) -> tuple[bytes, bytearray]:
    """The JSON directory (name -> offset, length, CRC-32) and the body, each part aligned."""
    directory: dict[str, list[int]] = {}
    body = bytearray()
    for name, part in parts.items():
        data = memoryview(part).cast("B")
        directory[name] = [len(body), len(data), zlib.crc32(data)]
        body += data
        body += bytes(-len(body) % _ALIGN)
    return json.dumps(directory).encode(), body


class Parts(Mapping[str, T]):
    """Parts of a file by name; each is made when it is first asked for."""

    def __init__(self, names: Collection[str], make: Callable[[str], T]) -> None:
        self._names = names
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def read(path: Path, compiled_again: Callable[[], Timetable]) -> Timetable:
    """Map a compiled timetable.

    Args:
        compiled_again: gives the same timetable, where a part turns out to be damaged that is only
            looked at later. Compiling gives the same numbers every time, so parts of both fit.

    Raises:
        FileNotFoundError: there is none.
        Damaged: it is cut or of another format, or its directory is damaged.
    """
    part = _parts_of(path)
    whole = cache(compiled_again)

    def column(name: str) -> Ints:
        try:
            return part(name).cast("i")
        except Damaged:
            return whole().columns[name]

    def text(name: str) -> Texts:
        try:
            return Texts(part(name + ".at").cast("i"), part(name))
        except Damaged:
            return whole().texts[name]

    meta = json.loads(bytes(part("meta")))
    return Timetable(Parts(COLUMNS, column), Parts(TEXTS, text), part("min_trips"), meta)


def read_columns(path: Path, names: Iterable[str]) -> tuple[dict[str, memoryview], Any]:
    """Map the int32 columns of those names, and the meta data, of a file of ``write_columns``.

    Raises:
        FileNotFoundError: there is none.
        Damaged: it is cut, damaged or of another format.
    """
    part = _parts_of(path)
    return {name: part(name).cast("i") for name in names}, json.loads(bytes(part("meta")))


def _parts_of(path: Path) -> Callable[[str], memoryview]:
    """The parts of a file by name. The size is compared before mapping, because reading past the
    end of a cut map kills the process."""
    with path.open("rb") as file:
        head = file.read(_HEAD.size)
        if len(head) < _HEAD.size:
            raise Damaged(path)
        magic, form, size, directory_size, checksum = _HEAD.unpack(head)
        if magic != _MAGIC or form != FORMAT or size != os.fstat(file.fileno()).st_size:
            raise Damaged(path)
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    written = whole[_HEAD.size : _HEAD.size + directory_size]
    body = whole[_start_of_body(directory_size) :]
    if zlib.crc32(written) != checksum:
        raise Damaged(path)
    directory = json.loads(bytes(written))

    def part(name: str) -> memoryview:
        if name not in directory:
            raise Damaged(path)
        at, length, checksum = directory[name]
        found = body[at : at + length]
        if zlib.crc32(found) != checksum:
            raise Damaged(path)
        return found

    return part


def in_memory(
    columns: Mapping[str, Any], texts: Mapping[str, list[str]], min_trips: bytes, meta: Any
) -> Timetable:
    """The same timetable without a file, from int32 buffers and lists of strings."""
    made = {}
    for name, strings in texts.items():
        offsets, blob = _joined(strings)
        made[name] = Texts(memoryview(offsets).cast("i"), memoryview(blob))
    views = {n: memoryview(memoryview(c).tobytes()).cast("i") for n, c in columns.items()}
    return Timetable(views, made, memoryview(min_trips), meta)


def _joined(strings: list[str]) -> tuple[bytes, bytes]:
    """Offsets (int32, one more than strings) and all the strings as UTF-8, end to end."""
    encoded = [s.encode("utf-8") for s in strings]
    ends = list(accumulate(map(len, encoded), initial=0))
    return struct.pack(f"={len(ends)}i", *ends), b"".join(encoded)
