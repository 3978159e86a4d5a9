"""Faults: a writer is killed, the disk is full, two write at once; nothing acknowledged is lost."""

import datetime as dt
import errno
import os
import random
import resource
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from planner.referee import journal
from planner.referee.head import head_path
from planner.referee.journal import JournalNotWritten, read, writing
from planner.referee.reseal import reseal

NOW = dt.datetime(2026, 11, 29, 20, 0, tzinfo=dt.timezone(dt.timedelta(hours=9)))
EVENT = {"type": "note", "t": "2014-07-01 20:00", "text": "経路" * 200}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def in_child(work: Callable[[], None]) -> int:
    """Run something in a process of its own; its id."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            os._exit(9)
    return child


def append_and_acknowledge(path: Path, pipe: int) -> None:
    while True:
        with writing(path) as pen:
            entry = pen.append(EVENT, NOW)
        os.write(pipe, f"{entry.event['id']}\n".encode())


def die_in_the_middle(path: Path, size: int) -> None:
    """Write only the first bytes of a line, then die as by kill -9."""
    real = os.write

    def torn(handle: int, content: bytes) -> int:
        real(handle, content[:size])
        os.kill(os.getpid(), signal.SIGKILL)
        return size

    os.write = torn
    with writing(path) as pen:
        pen.append(EVENT, NOW)


def die_before_the_head(path: Path, pipe: int, halfway: bool) -> None:
    """Store an event, then die as by kill -9 before the head beside the journal is replaced."""

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    if halfway:
        Path.replace = die  # type: ignore[assignment, method-assign]
    else:
        journal.write_head = die  # type: ignore[attr-defined]
    with writing(path) as pen:
        os.write(pipe, f"{pen.append(EVENT, NOW).event['id']}\n".encode())


@pytest.mark.parametrize("halfway", [False, True])
def test_a_crash_between_an_event_and_the_note_of_the_end_loses_nothing_and_alarms_nobody(
    tmp_path: Path, halfway: bool
) -> None:
    path = tmp_path / "journal.jsonl"
    stored: list[str] = []
    for trial in range(20):
        out, into = os.pipe()
        child = in_child(lambda into=into: die_before_the_head(path, into, halfway))  # type: ignore[misc]
        os.close(into)
        assert os.WTERMSIG(os.waitpid(child, 0)[1]) == signal.SIGKILL
        with os.fdopen(out) as pipe:
            stored.append(pipe.read().strip())
        if trial % 3 == 1:  # some writers live
            with writing(path) as pen:
                stored.append(pen.append(EVENT, NOW).event["id"])
        reading = read(path)
        assert reading.notices == []
        assert [entry.event["id"] for entry in reading.entries] == stored


def test_kill_9_in_the_middle_of_200_appends_never_loses_an_acknowledged_event(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.jsonl"
    dice = random.Random(6)
    acknowledged: list[str] = []
    torn = 0
    for trial in range(200):
        if trial % 2:
            size = dice.randrange(1, 700)
            child = in_child(lambda size=size: die_in_the_middle(path, size))  # type: ignore[misc]
            os.waitpid(child, 0)
        else:
            out, into = os.pipe()
            child = in_child(lambda into=into: append_and_acknowledge(path, into))  # type: ignore[misc]
            os.close(into)
            time.sleep(dice.random() * 0.006)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            with os.fdopen(out) as pipe:
                told = pipe.read()
            acknowledged += told[: told.rfind("\n") + 1].split()
        reading = read(path)
        torn += any(notice.code == "torn_line" for notice in reading.notices)
        assert all(notice.code == "torn_line" for notice in reading.notices)
        stored = [entry.event["id"] for entry in reading.entries]
        assert set(acknowledged) <= set(stored)
        assert len(stored) == len(set(stored))
        if len(stored) > 150:  # keep the file short, so that appends stay quick
            path.unlink()
            head_path(path).unlink(missing_ok=True)
            acknowledged.clear()
    assert torn > 50


def test_a_line_cut_at_any_byte_is_repaired_and_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append({"type": "note", "t": "2014-07-01 20:00"}, NOW)
    head = head_path(path).read_bytes()
    with writing(path) as pen:
        pen.append({"type": "note", "t": "2014-07-01 20:01"}, NOW)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole)):
        path.write_bytes(whole[:size])
        head_path(path).write_bytes(head)
        assert len(read(path).entries) == 1
        with writing(path) as pen:
            pen.append({"type": "note", "t": "2014-07-01 20:02"}, NOW)
        assert [e.event["t"] for e in read(path).entries] == [
            "2014-07-01 20:00",
            "2014-07-01 20:02",
        ]
        assert read(path).notices == []


def test_four_writers_at_once_lose_nothing_and_keep_the_chain(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"

    def write() -> None:
        for _ in range(25):
            with writing(path) as pen:
                pen.append(EVENT, NOW)

    children = [in_child(write) for _ in range(4)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    reading = read(path)
    assert [entry.number for entry in reading.entries] == list(range(1, 101))
    assert reading.notices == []


def test_who_reads_while_another_writes_never_misses_a_line(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"

    def write() -> None:
        while True:
            with writing(path) as pen:
                pen.append({"type": "note", "t": "2014-07-01 20:00"}, NOW)

    child = in_child(write)
    try:
        seen = 0
        while seen < 60:
            reading = read(path)
            assert {notice.code for notice in reading.notices} <= {"torn_line"}
            assert len(reading.entries) >= seen
            seen = len(reading.entries)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_a_writer_who_waited_while_the_journal_was_sealed_anew_writes_into_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append(EVENT, NOW)
    real = journal._lock
    waited = []

    def lock(handle: int) -> None:
        if not waited:
            waited.append(handle)
            reseal(path)
        real(handle)

    monkeypatch.setattr(journal, "_lock", lock)
    with writing(path) as pen:
        pen.append(EVENT, NOW)
    assert [entry.number for entry in read(path).entries] == [1, 2]


def test_an_event_is_stored_even_where_the_end_cannot_be_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append(EVENT, NOW)
    head_path(path).unlink()
    head_path(path).mkdir()
    with writing(path) as pen:
        pen.append(EVENT, NOW)
    assert [notice.code for notice in pen.notices] == ["head_not_written"]
    assert len(read(path).entries) == 2
    assert read(path).notices == []
    assert not list(tmp_path.glob("*.new"))


def test_a_full_disk_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append(EVENT, NOW)
    before = path.read_bytes()

    def write() -> None:  # the system itself cuts the second line short
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, len(before) + 100))
        try:
            with writing(path) as pen:
                pen.append(EVENT, NOW)
        except JournalNotWritten as error:
            os._exit(0 if os.strerror(errno.EFBIG) in error.message else 8)
        os._exit(7)

    assert os.waitpid(in_child(write), 0)[1] == 0
    assert path.read_bytes() == before
    assert read(path).notices == []


def test_a_disk_that_fails_only_while_syncing_leaves_the_journal_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append(EVENT, NOW)
    before = path.read_bytes()
    calls = []

    def failing(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", failing)
    with writing(path) as pen, pytest.raises(JournalNotWritten, match="No space left"):
        pen.append(EVENT, NOW)
    assert path.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(JournalNotWritten), writing(tmp_path / "nowhere" / "journal.jsonl"):
        pass
    (tmp_path / "folder").mkdir()
    with pytest.raises(JournalNotWritten), writing(tmp_path / "folder"):
        pass


def test_a_clock_that_goes_backwards_is_noticed(tmp_path: Path) -> None:
    with writing(tmp_path / "journal.jsonl") as pen:
        pen.append(EVENT, NOW)
        pen.append(EVENT, NOW - dt.timedelta(hours=1))
        assert [(n.code, n.line) for n in pen.notices] == [("clock_went_backwards", 2)]
