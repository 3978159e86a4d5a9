"""A journal that was edited on purpose, sealed anew; the old file is kept."""

import os
from pathlib import Path

from planner.referee.head import Head, drop_head, write_head
from planner.referee.journal import (
    GENESIS,
    SCHEMA,
    Entry,
    JournalDamaged,
    JournalNotWritten,
    content_of,
    locked,
    read_line,
    sealed,
    sync_folder,
)


def reseal(path: Path) -> int:
    """Accept an edited journal as it stands: renumber and chain it anew; the old file is kept.

    Returns the number of lines that changed. The old journal becomes ``journal.jsonl.before``;
    lines that cannot be read are left out of the new one and count as changed.

    Raises:
        JournalDamaged: there is no journal, it cannot be read, or a line is of another schema.
        BadValue: a text in it is none in UTF-8; nothing is changed.
    """
    if not path.is_file():
        raise JournalDamaged(f"there is no journal {path}", f"記録 {path} がありません")
    handle = locked(path)
    try:
        return _sealed_anew(path, content_of(handle))
    except OSError as error:
        raise JournalNotWritten(
            f"cannot write {path}: {error.strerror}", f"{path} に書けません: {error.strerror}"
        ) from None
    finally:
        os.close(handle)


def _sealed_anew(path: Path, content: bytes) -> int:
    entries, changed = _readable(content, path)
    chain = GENESIS
    lines = []
    for number, entry in enumerate(entries, 1):
        anew, line = sealed(entry._replace(number=number, chain=chain))
        chain = anew.chain
        changed += chain != entry.chain
        lines.append(line)
    fresh = path.with_name(path.name + ".new")
    path.with_name(path.name + ".before").write_bytes(content)
    with fresh.open("wb") as file:
        file.write("".join(lines).encode())
        file.flush()
        os.fsync(file.fileno())
    drop_head(path)  # first: a crash in between must not leave the old journal's head to the new
    sync_folder(path.parent)
    fresh.replace(path)
    sync_folder(path.parent)
    if entries:
        write_head(path, Head(len(entries), chain))
    return changed


def _readable(content: bytes, path: Path) -> tuple[list[Entry], int]:
    """The lines that can be read, and how many whole ones cannot."""
    whole, newline, _ = content.rpartition(b"\n")
    entries: list[Entry] = []
    skipped = 0
    for number, raw in enumerate(whole.split(b"\n") if newline else (), 1):
        try:
            entries.append(read_line(raw, number, path)[0])
        except JournalDamaged:
            if raw.startswith(b'{"schema":') and not raw.startswith(b'{"schema":%d,' % SCHEMA):
                raise  # of another version: nothing is thrown out unread
            skipped += 1
    return entries, skipped
