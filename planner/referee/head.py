"""How far a journal was written: a small file beside it, so that lines taken off its end show.

A chain shows what was changed, not what was cut off. The head holds the number of lines and the
chain of the last one. It is written after the lines have reached the disk, while the journal is
still locked: a crash in between leaves a head that is behind, never one that is ahead, and a head
that is behind or missing is no fault. It is replaced whole (a file beside it, fsync, rename), so
that a crash leaves the old one or the new one.
"""

import contextlib
import json
import os
from pathlib import Path
from typing import NamedTuple

SCHEMA = 1


class Head(NamedTuple):
    """The end of a journal as it was last written."""

    lines: int  # how many
    chain: str  # of the last one


def head_path(journal: Path) -> Path:
    """Where the head of a journal is."""
    return journal.with_name(journal.name + ".head")


def read_head(journal: Path) -> Head | None:
    """The head of a journal; None where there is none that can be read (an older journal's)."""
    try:
        record = json.loads(head_path(journal).read_bytes())
        if record["schema"] != SCHEMA:
            return None
        head = Head(record["lines"], record["chain"])
        return head if type(head.lines) is int and head.lines > 0 else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def write_head(journal: Path, head: Head) -> None:
    """Replace the head. Raises OSError; the old head is then still there."""
    path = head_path(journal)
    fresh = path.with_name(path.name + ".new")
    record = {"schema": SCHEMA, **head._asdict()}
    try:
        with fresh.open("wb") as file:
            file.write(json.dumps(record).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise


def drop_head(journal: Path) -> None:
    """Forget the end: the journal is to be written anew. Raises OSError."""
    head_path(journal).unlink(missing_ok=True)
