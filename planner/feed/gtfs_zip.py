"""A GTFS feed written as a zip whose bytes depend on the rows alone."""

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from planner.feed.manifest import cannot_save

Cell = str | int
Rows = tuple[str, Iterable[Sequence[Cell]]]  # column names with blanks between, rows

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest time a zip can hold: no clock in the bytes


def csv_text(rows: Rows) -> str:
    """The rows as CSV with a header, LF line ends, quotes only where a cell needs them."""
    header, body = rows
    lines = [header.replace(" ", ",")]
    lines += [",".join([_cell(value) for value in row]) for row in body]
    return "\n".join([*lines, ""])


def _cell(value: Cell) -> str:
    text = str(value)
    if "," in text or '"' in text or "\n" in text or "\r" in text:
        return '"' + text.replace('"', '""') + '"'
    return text


def write_gtfs(path: Path, files: Mapping[str, str], level: int = 6) -> None:
    """Write ``files`` (name with ending -> text) to a zip in one step: whole or not at all.

    Raises:
        CannotSave: the disk is full or the folder cannot be written.
    """
    temporary = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
            for name, text in files.items():
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, text.encode(), compresslevel=level)
        temporary.replace(path)
    except OSError as error:
        raise cannot_save(path, error) from None
    finally:
        temporary.unlink(missing_ok=True)
