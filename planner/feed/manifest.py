"""What is remembered about a feed, so that a later run need not open it: a small JSON file each."""

import datetime as dt
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from planner.errors import PlannerError

Kind = Literal["model", "real"]
FeedState = tuple[int, int]  # size in bytes, mtime_ns: tells a changed feed without reading it


class CannotSave(PlannerError):
    """The disk is full or the folder cannot be written; what was there before is still there."""

    code = "cannot_save"


@dataclass(frozen=True)
class FeedHandle:
    """A feed that is known: where it lies, what is in it and for which dates.

    ``digest`` is that of ``Feed.digest``; ``size`` and ``mtime_ns`` are those it was taken at.
    """

    name: str
    kind: Kind
    path: Path
    digest: str
    size: int
    mtime_ns: int
    valid_from: dt.date | None
    valid_to: dt.date | None
    imported_at: str
    source: str

    @property
    def is_unchanged(self) -> bool:
        """Whether size and modification time are still those of the digest."""
        return state(self.path) == (self.size, self.mtime_ns)


def state(path: Path) -> FeedState | None:
    """Size and latest change of a zip, or of the ``.txt`` files of a folder and those below."""
    try:
        if not path.is_dir():
            stat = path.stat()
            return stat.st_size, stat.st_mtime_ns
        # the files may lie one folder down, as in a zip, beside notes that are no feed
        stats = _text_files(path)
        stats += [s for p in path.iterdir() if p.is_dir() for s in _text_files(p)]
    except OSError:
        return None
    return sum(s.st_size for s in stats), max((s.st_mtime_ns for s in stats), default=0)


def _text_files(folder: Path) -> list[os.stat_result]:
    with os.scandir(folder) as entries:
        return [e.stat() for e in entries if e.name.lower().endswith(".txt") and e.is_file()]


def load(path: Path) -> FeedHandle | None:
    """The manifest in that file; None if there is none or it cannot be read."""
    try:
        return _handle(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _handle(read: Mapping[str, object]) -> FeedHandle:
    def date(key: str) -> dt.date | None:
        return dt.date.fromisoformat(str(read[key])) if read[key] else None

    return FeedHandle(
        name=str(read["name"]),
        kind="model" if read["kind"] == "model" else "real",
        path=Path(str(read["path"])),
        digest=str(read["digest"]),
        size=int(str(read["size"])),
        mtime_ns=int(str(read["mtime_ns"])),
        valid_from=date("valid_from"),
        valid_to=date("valid_to"),
        imported_at=str(read["imported_at"]),
        source=str(read["source"]),
    )


def as_document(handle: FeedHandle) -> dict[str, object]:
    """The manifest as it is written, and as ``--json`` shows it."""
    return asdict(handle) | {
        "path": str(handle.path),
        "valid_from": handle.valid_from.isoformat() if handle.valid_from else None,
        "valid_to": handle.valid_to.isoformat() if handle.valid_to else None,
    }


def save(handle: FeedHandle, path: Path) -> None:
    """Write the manifest, whole or not at all.

    Raises:
        CannotSave: the disk is full, or the folder cannot be written.
    """
    text = json.dumps(as_document(handle), ensure_ascii=False, indent=1) + "\n"
    write_whole(path, text.encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file by way of a temporary one beside it, so that no reader sees half of it.

    Raises:
        CannotSave: see there; the old file is then untouched.
    """
    import tempfile  # start-up is a feature, and most runs write nothing

    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".new-", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise cannot_save(path, error) from None
    finally:  # also where somebody stopped the program
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def cannot_save(path: Path, error: OSError) -> CannotSave:
    """The mistake to raise where a file could not be written."""
    why = error.strerror or str(error)
    return CannotSave(
        f"{path}: cannot be written ({why}); nothing was changed",
        f"{path}: 書き込めません({why})。以前の内容はそのままです",
    )


def describe(name: str, kind: Kind, path: Path, source: str, imported_at: str = "") -> FeedHandle:
    """Read a feed once for its digest and the dates it is valid on (standard library only).

    Raises:
        FeedUnreadable: not a feed.
    """
    from planner.feed import container

    before = state(path) or (0, 0)
    files = container.read_files(path)
    first, last = _validity(files)
    digest = container.digest(files)
    kind = "model" if _says_model(files) else kind
    handle = FeedHandle(name, kind, path, digest, *before, first, last, imported_at, source)
    return handle if state(path) == before else replace(handle, size=-1)  # written to meanwhile


def _says_model(files: Mapping[str, bytes]) -> bool:
    """Whether a feed says of itself that its times are not those of real trains."""
    info = _rows(files.get("feed_info", b""))[:1]
    return any(row.get("feed_version", "").lower().startswith("model") for row in info)


def _validity(files: Mapping[str, bytes]) -> tuple[dt.date | None, dt.date | None]:
    """First and last date: of feed_info.txt where given, else of the calendars."""
    info = _rows(files.get("feed_info", b""))[:1]
    calendar = _rows(files.get("calendar", b""))
    dates = [r for r in _rows(files.get("calendar_dates", b"")) if r.get("exception_type") == "1"]
    added = _dates(dates, "date")
    first = _dates(info, "feed_start_date") or [*_dates(calendar, "start_date"), *added]
    last = _dates(info, "feed_end_date") or [*_dates(calendar, "end_date"), *added]
    return min(first, default=None), max(last, default=None)


def _rows(data: bytes) -> list[dict[str, str]]:
    import csv
    import io

    text = data.decode("utf-8-sig", "replace").replace("\0", "")
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        header = [cell.strip() for cell in next(reader, [])]
        return [dict(zip(header, map(str.strip, row), strict=False)) for row in reader]
    except csv.Error:
        return []


def _dates(rows: list[dict[str, str]], column: str) -> list[dt.date]:
    found = []
    for row in rows:
        text = row.get(column, "")
        if len(text) == 8 and text.isascii() and text.isdigit():
            try:
                found.append(dt.date(int(text[:4]), int(text[4:6]), int(text[6:])))
            except ValueError:
                continue
    return found
