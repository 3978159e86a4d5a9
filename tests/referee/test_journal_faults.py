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

from planner.referee.journal import JournalNotWritten, read, writing

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
            acknowledged.clear()
    assert torn > 50


def test_a_line_cut_at_any_byte_is_repaired_and_kept_aside(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append({"type": "note", "t": "2014-07-01 20:00"}, NOW)
        pen.append({"type": "note", "t": "2014-07-01 20:01"}, NOW)
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    for size in range(first, len(whole)):
        path.write_bytes(whole[:size])
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
