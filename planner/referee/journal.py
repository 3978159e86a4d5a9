"""The journal: what happened, one JSON line an event, only ever appended.

A ledger is derived from a journal, never the other way round. Each line holds a schema number, its
own number, the moment it was written (``recorded``), the moment from which it counts as known
(``known``), the event, and a ``chain``: the SHA-256 of the chain before it and of its own text. An
edited past therefore shows. A line is acknowledged only after it has reached the disk (fsync).
"""

import contextlib
import datetime as dt
import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from planner.errors import GameError
from planner.referee.collecting import no_collecting

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


class Notice(NamedTuple):
    """A fault in the data that a reader should know of; nothing was lost because of it."""

    code: str
    line: int  # 1-based line of the journal, 0 where there is none
    message: str
    message_ja: str


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


def read(path: Path) -> Reading:
    """Every whole line of the journal; a missing file is an empty journal.

    A torn last line (the machine stopped in the middle of an append that was never acknowledged) is
    left out with a notice; so is told a line whose chain does not fit. The file is not touched.

    Raises:
        JournalDamaged: a line in the middle cannot be read at all; the message names it.
    """
    try:
        return parse(path.read_bytes(), path)
    except FileNotFoundError:
        return Reading(())
    except OSError as error:
        raise JournalDamaged(
            f"cannot read {path}: {error.strerror}", f"{path} を読めません: {error.strerror}"
        ) from None


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
        entry, body = _entry(raw, number, path)
        if entry.number != number or entry.chain != link(chain, body):
            notices.append(_edited(number))
        chain = entry.chain
        entries.append(entry)
    if torn:
        notices.append(_torn(len(entries) + 1, len(torn)))
    return Reading(entries, notices, len(content) - len(torn))


def _entry(raw: bytes, number: int, path: Path) -> tuple[Entry, str]:
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
    except (ValueError, KeyError, TypeError, AttributeError):
        raise JournalDamaged(
            f"{path}, line {number} is not a journal line: {raw[:60]!r}; "
            "restore the file from a copy, or leave that line out by 'planner game audit --reseal'",
            f"{path} の {number} 行目は記録として読めません: {raw[:60]!r}。"
            "控えから戻すか、planner game audit --reseal でその行を除いてください",
        ) from None


def _edited(line: int) -> Notice:
    return Notice(
        "edited_past",
        line,
        f"line {line} of the journal, or one just before it, was changed after it was written",
        f"記録の {line} 行目(またはその直前)は、書かれた後に変更されています",
    )


def _torn(line: int, size: int) -> Notice:
    return Notice(
        "torn_line",
        line,
        f"line {line} of the journal stops in the middle ({size} bytes): it was never "
        "acknowledged and is left out",
        f"記録の {line} 行目は途中で切れています({size} バイト)。未受付なので無視します",
    )


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
            self.notices.append(_late(number, known, reached))
            known = reached
        recorded = now.isoformat(timespec="seconds")
        if last is not None and _earlier(recorded, last.recorded):
            self.notices.append(_backwards(number, recorded, last.recorded))
        record = {"schema": SCHEMA, "n": number, "recorded": recorded, "known": known}
        record["event"] = event
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1]
        entry = Entry(number, recorded, known, event, link(last.chain if last else GENESIS, body))
        self._write(f'{body},"chain":"{entry.chain}"}}\n'.encode())
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


@contextlib.contextmanager
def writing(path: Path) -> Iterator[Pen]:
    """Lock the journal (waiting for another writer), repair a torn end, and hand out the pen.

    The bytes of a torn line are kept beside the journal in ``journal.jsonl.torn``.

    Raises:
        JournalDamaged: the journal cannot be read or was edited; see :func:`read`.
        JournalNotWritten: the file cannot be opened for writing.
    """
    try:
        new = not path.exists()
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    except OSError as error:
        raise JournalNotWritten(
            f"cannot write {path}: {error.strerror}", f"{path} に書けません: {error.strerror}"
        ) from None
    try:
        _lock(handle)
        if new:
            _sync_folder(path.parent)
        content = _content(handle)
        reading = parse(content, path)
        for notice in reading.notices:
            if notice.code == "edited_past":
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
        yield Pen(path, handle, reading)
    finally:
        os.close(handle)  # and with it the lock


def reseal(path: Path) -> int:
    """Accept an edited journal as it stands: renumber and chain it anew; the old file is kept.

    Returns the number of lines that changed. The old journal becomes ``journal.jsonl.before``;
    lines that cannot be read are left out of the new one and count as changed.

    Raises:
        JournalDamaged: there is no journal, it cannot be read, or a line is of another schema.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise JournalDamaged(
            f"cannot read {path}: {error.strerror}", f"{path} を読めません: {error.strerror}"
        ) from None
    entries, changed = _readable(content, path)
    chain = GENESIS
    lines = []
    for number, entry in enumerate(entries, 1):
        record = {"schema": SCHEMA, "n": number, "recorded": entry.recorded, "known": entry.known}
        record["event"] = entry.event
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1]
        chain = link(chain, body)
        changed += chain != entry.chain
        lines.append(f'{body},"chain":"{chain}"}}\n')
    fresh = path.with_name(path.name + ".new")
    fresh.write_text("".join(lines), encoding="utf-8")
    path.with_name(path.name + ".before").write_bytes(content)
    fresh.replace(path)
    return changed


def _readable(content: bytes, path: Path) -> tuple[list[Entry], int]:
    """The lines that can be read, and how many whole ones cannot."""
    whole, newline, _ = content.rpartition(b"\n")
    entries: list[Entry] = []
    skipped = 0
    for number, raw in enumerate(whole.split(b"\n") if newline else (), 1):
        try:
            entries.append(_entry(raw, number, path)[0])
        except JournalDamaged:
            if raw.startswith(b'{"schema":') and not raw.startswith(b'{"schema":%d,' % SCHEMA):
                raise  # of another version: nothing is thrown out unread
            skipped += 1
    return entries, skipped


def _content(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    with os.fdopen(os.dup(handle), "rb") as file:
        return file.read()


def _lock(handle: int) -> None:
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX)


def _sync_folder(folder: Path) -> None:
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


def _late(line: int, moment: str, known: str) -> Notice:
    return Notice(
        "out_of_order",
        line,
        f"line {line} speaks of {moment}, but the journal had reached {known}: it changes the "
        f"ledger's past, and counts as known only from {known}",
        f"{line} 行目は {moment} のことですが、記録は {known} まで進んでいます。"
        f"過去の帳簿を改め、{known} から知られたものとして扱います",
    )


def _backwards(line: int, now: str, before: str) -> Notice:
    return Notice(
        "clock_went_backwards",
        line,
        f"the clock shows {now}, but line {line - 1} was written at {before}: check the clock",
        f"時計は {now} ですが、{line - 1} 行目は {before} に書かれています。時計を確かめてください",
    )
