"""The journal: what happened, one JSON line an event, only ever appended.

A ledger is derived from a journal, never the other way round. Each line holds a schema number, its
own number, the moment it was written (``recorded``), the moment from which it counts as known
(``known``), the event, and a ``chain``: the SHA-256 of the chain before it and of its own text. An
edited past therefore shows; lines taken off the end show by the head beside the journal
(:mod:`planner.referee.head`). A line is acknowledged only after it has reached the disk (fsync).
"""

import contextlib
import datetime as dt
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from planner.errors import BadValue, GameError
from planner.referee import journal_notices
from planner.referee.collecting import no_collecting
from planner.referee.head import Head, drop_head, read_head, write_head
from planner.referee.journal_notices import Notice

try:  # the lock of POSIX systems; elsewhere a lock file stands in for it
    import fcntl
except ImportError:  # pragma: no cover
    fcntl = None  # type: ignore[assignment]

SCHEMA = 1
GENESIS = "0" * 64


class JournalDamaged(GameError):
    """A line of the journal is not what the referee wrote there."""

    code = "journal_damaged"


class JournalNotWritten(GameError):
    """The event could not be stored; the journal is as it was before."""

    code = "journal_not_written"


class ClockWentBackwards(GameError):
    """The clock stands before the last event, so "now" cannot be trusted."""

    code = "clock_went_backwards"


class Entry(NamedTuple):
    """One line of the journal."""

    number: int  # 1, 2, 3 ...
    recorded: str  # ISO 8601 with offset: when the line was written
    known: str  # ISO 8601 local Japan time: from when it counts as known
    event: Mapping[str, Any]
    chain: str


@dataclass(frozen=True)
class Reading:
    """A journal as read: its entries and what is odd about them."""

    entries: Sequence[Entry]
    notices: Sequence[Notice] = field(default=())
    sound_bytes: int = 0  # length of the file up to the last whole line


def link(before: str, body: str) -> str:
    """The chain of a line from the chain before it and the line's text without its chain."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()


def sealed(entry: Entry) -> tuple[Entry, str]:
    """The entry, whose ``chain`` is still that of the line before it, with its own; and its line.

    Raises:
        BadValue: a text that is none in UTF-8 (half of a surrogate pair).
    """
    record = {"schema": SCHEMA, "n": entry.number, "recorded": entry.recorded}
    record |= {"known": entry.known, "event": entry.event}
    body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1]
    _check_text(body)
    chain = link(entry.chain, body)
    return entry._replace(chain=chain), f'{body},"chain":"{chain}"}}\n'


def read(path: Path) -> Reading:
    """Every whole line of the journal; a missing file is an empty journal.

    A torn last line (the machine stopped in the middle of an append that was never acknowledged) is
    left out with a notice; so is told a line whose chain does not fit, and lines that are missing
    at the end. The file is not touched.

    Raises:
        JournalDamaged: a line in the middle cannot be read at all; the message names it.
    """
    while True:
        head = read_head(path)  # before the journal: what is written meanwhile only adds lines
        try:
            reading = parse(path.read_bytes(), path)
        except FileNotFoundError:
            reading = Reading(())
        except OSError as error:
            raise JournalDamaged(
                f"cannot read {path}: {error.strerror}", f"{path} を読めません: {error.strerror}"
            ) from None
        checked = against_head(reading, head)
        if checked is reading or read_head(path) == head:  # else it was sealed anew meanwhile
            return checked


def against_head(reading: Reading, head: Head | None) -> Reading:
    """The reading, with a notice where the journal does not hold the line that the head names.

    A last line that was whole and now stops in the middle is torn like any other, and told so.
    """
    if head is None:
        return reading
    lines = len(reading.entries)
    if lines < head.lines:
        kept = [notice for notice in reading.notices if notice.code != "torn_line"]
        torn = len(kept) < len(reading.notices) and lines + 1 == head.lines
        told = (
            journal_notices.lost_end(head.lines)
            if torn
            else journal_notices.cut_off(lines, head.lines)
        )
        return replace(reading, notices=[*kept, told])
    if reading.entries[head.lines - 1].chain != head.chain:
        return replace(reading, notices=[*reading.notices, journal_notices.edited(head.lines)])
    return reading


def parse(content: bytes, path: Path) -> Reading:
    """The entries in the bytes of a journal; see :func:`read`."""
    with no_collecting():
        return _parse(content, path)


def _parse(content: bytes, path: Path) -> Reading:
    entries: list[Entry] = []
    notices: list[Notice] = []
    chain = GENESIS
    whole, newline, torn = content.rpartition(b"\n")
    for number, raw in enumerate(whole.split(b"\n") if newline else (), 1):
        entry, body = read_line(raw, number, path)
        if entry.number != number or entry.chain != link(chain, body):
            notices.append(journal_notices.edited(number))
        chain = entry.chain
        entries.append(entry)
    if torn:
        notices.append(journal_notices.torn(len(entries) + 1, len(torn)))
    return Reading(entries, notices, len(content) - len(torn))


def read_line(raw: bytes, number: int, path: Path) -> tuple[Entry, str]:
    """A line's entry, and its text without the chain. Raises JournalDamaged."""
    try:
        text = raw.decode()
        record = json.loads(text)
        if record["schema"] != SCHEMA:
            raise JournalDamaged(
                f"{path}, line {number}: schema {record['schema']!r}; this version reads {SCHEMA}",
                f"{path} の {number} 行目: 形式 {record['schema']!r} は読めません"
                f"(この版が読めるのは {SCHEMA})",
            )
        event, chain = record["event"], record["chain"]
        event["id"], event["type"], record["known"].strip, chain.strip
        body = text[: text.rindex(',"chain":')] if ',"chain":' in text else text
        return Entry(record["n"], record["recorded"], record["known"], event, chain), body
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise JournalDamaged(
            f"{path}, line {number} is not a journal line: {raw[:60]!r}; "
            "restore the file from a copy, or leave that line out by 'planner game audit --reseal'",
            f"{path} の {number} 行目は記録として読めません: {raw[:60]!r}。"
            "控えから戻すか、planner game audit --reseal でその行を除いてください",
        ) from None


class Pen:
    """The right to write: the journal is locked, and nobody else's event can come in between."""

    def __init__(self, path: Path, handle: int, reading: Reading) -> None:
        self._path = path
        self._handle = handle
        self._size = reading.sound_bytes
        self.entries = list(reading.entries)
        self.notices = list(reading.notices)
        self._ids = {entry.event["id"] for entry in self.entries}

    def append(
        self, event: Mapping[str, Any], now: dt.datetime, reached: str | None = None
    ) -> Entry:
        """Store an event at the end and return its line, once the disk has it.

        ``event["t"]`` ("YYYY-MM-DD HH:MM", Japan time) is the moment it speaks of. An event without
        an ``id`` gets ``eN`` from its line number. One that is earlier than what is known already
        (posts out of order) is known only from then; a notice says so. ``reached``: how far the
        journal has come, where that is not the last line's moment (a line that was refused).

        Raises:
            GameError: the id is in use.
            BadValue: a text that is none in UTF-8 (half of a surrogate pair).
            JournalNotWritten: full disk or the like; the file is as it was.
        """
        number = len(self.entries) + 1
        event = {
            "id": self._free_id(event, number),
            **{k: v for k, v in event.items() if k != "id"},
        }
        last = self.entries[-1] if self.entries else None
        known = str(event["t"])
        if reached is None:
            reached = last.known if last is not None else ""
        if known < reached:
            self.notices.append(journal_notices.late(number, known, reached))
            known = reached
        recorded = now.isoformat(timespec="seconds")
        if last is not None and _earlier(recorded, last.recorded):
            self.notices.append(journal_notices.backwards(number, recorded, last.recorded))
        before = last.chain if last is not None else GENESIS
        entry, line = sealed(Entry(number, recorded, known, event, before))
        self._write(line.encode())
        self.entries.append(entry)
        self._ids.add(event["id"])
        return entry

    def _free_id(self, event: Mapping[str, Any], number: int) -> str:
        wanted = event.get("id")
        if wanted is not None and wanted in self._ids:
            raise GameError(
                f"there is an event {wanted!r} already; leave the id out or choose another",
                f"「{wanted}」という記録はすでにあります。別の名前にするか、省いてください",
            )
        while wanted is None or wanted in self._ids:
            wanted, number = f"e{number}", number + 1
        return str(wanted)

    def _write(self, line: bytes) -> None:
        try:
            rest = line
            while rest:
                rest = rest[os.write(self._handle, rest) :]
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._size)
                os.fsync(self._handle)
            raise JournalNotWritten(
                f"the event was not stored in {self._path}: {error.strerror}; "
                "the journal is as it was before",
                f"{self._path} に書けませんでした: {error.strerror}。記録は元のままです",
            ) from None
        self._size += len(line)


def _check_text(body: str) -> None:
    try:
        body.encode()
    except UnicodeEncodeError as error:
        shown = ascii(body[error.start : error.end])
        raise BadValue(
            f"{shown} is half a character; nothing was stored",
            f"{shown} は文字として書けません。何も記録していません",
        ) from None


@contextlib.contextmanager
def writing(path: Path) -> Iterator[Pen]:
    """Lock the journal (waiting for another writer), repair a torn end, and hand out the pen.

    The bytes of a torn line are kept beside the journal in ``journal.jsonl.torn``.

    Raises:
        JournalDamaged: the journal cannot be read, was edited or cut short; see :func:`read`.
        JournalNotWritten: the file cannot be opened for writing.
    """
    handle = locked(path)
    try:
        content = content_of(handle)
        head = read_head(path)
        reading = against_head(parse(content, path), head)
        for notice in reading.notices:
            if notice.code in {"edited_past", "lines_missing"}:
                raise JournalDamaged(
                    f"{notice.message}; nothing is added to it. If the change is meant, "
                    "run 'planner game audit --reseal'",
                    f"{notice.message_ja}。追記しません。意図した変更なら "
                    "planner game audit --reseal を実行してください",
                )
        if len(content) > reading.sound_bytes:
            _set_aside(path, content[reading.sound_bytes :])
            os.ftruncate(handle, reading.sound_bytes)
            os.fsync(handle)
            if head is not None and head.lines > len(reading.entries):
                drop_head(path)  # what it spoke of has been told and is kept aside
        pen = Pen(path, handle, reading)
        try:
            yield pen
        finally:
            if len(pen.entries) > len(reading.entries):
                _note_end(path, pen)
    finally:
        os.close(handle)  # and with it the lock


def locked(path: Path) -> int:
    """The journal's file, made where there is none, once nobody else writes in it.

    Raises:
        JournalNotWritten: it cannot be opened for writing.
    """
    while True:
        try:
            new = not path.exists()
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise JournalNotWritten(
                f"cannot write {path}: {error.strerror}", f"{path} に書けません: {error.strerror}"
            ) from None
        _lock(handle)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(path)):
                if new:
                    sync_folder(path.parent)
                return handle
        os.close(handle)  # the journal was sealed anew while this one waited


def _note_end(path: Path, pen: Pen) -> None:
    """Write the head. What was appended is stored all the same where that fails."""
    last = pen.entries[-1]
    try:
        write_head(path, Head(last.number, last.chain))
    except OSError as error:
        pen.notices.append(
            Notice(
                "head_not_written",
                last.number,
                f"line {last.number} is stored, but not the note beside the journal "
                f"({error.strerror}): if it got lost, nobody would notice",
                f"{last.number} 行目は書けましたが、控えの行数を書けませんでした"
                f"({error.strerror})。末尾が失われても気付けません",
            )
        )


def content_of(handle: int) -> bytes:
    """The whole of an open journal."""
    os.lseek(handle, 0, os.SEEK_SET)
    with os.fdopen(os.dup(handle), "rb") as file:
        return file.read()


def _lock(handle: int) -> None:
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX)


def sync_folder(folder: Path) -> None:
    """Have the disk hold the names of the files in a folder, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _set_aside(path: Path, torn: bytes) -> None:
    with path.with_name(path.name + ".torn").open("ab") as file:
        file.write(torn + b"\n")


def _earlier(one: str, other: str) -> bool:
    try:
        return dt.datetime.fromisoformat(one) < dt.datetime.fromisoformat(other)
    except (ValueError, TypeError):
        return False
