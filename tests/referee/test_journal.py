"""The journal: nothing acknowledged is ever lost, nothing edited goes unnoticed."""

import datetime as dt
from pathlib import Path

import pytest

from planner.referee.head import head_path
from planner.referee.journal import JournalDamaged, read, writing
from planner.referee.reseal import reseal

NOW = dt.datetime(2026, 11, 29, 20, 0, tzinfo=dt.timezone(dt.timedelta(hours=9)))


def put(path: Path, *moments: str) -> None:
    with writing(path) as pen:
        for moment in moments:
            pen.append({"type": "note", "t": moment}, NOW)


def test_what_was_appended_is_read_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, "2014-07-01 20:00", "2014-07-01 20:01")
    put(path, "2014-07-02 20:00")
    reading = read(path)
    assert [entry.event["id"] for entry in reading.entries] == ["e1", "e2", "e3"]
    assert reading.entries[2].known == "2014-07-02 20:00"
    assert reading.notices == []


def test_a_torn_last_line_is_left_out_with_a_notice_and_repaired_by_the_next_append(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, "2014-07-01 20:00", "2014-07-01 20:01")
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    assert [notice.code for notice in read(path).notices] == ["torn_line"]
    assert len(read(path).entries) == 1
    put(path, "2014-07-01 20:02")
    assert [entry.event["t"] for entry in read(path).entries] == [
        "2014-07-01 20:00",
        "2014-07-01 20:02",
    ]
    assert (tmp_path / "journal.jsonl.torn").read_bytes() == whole.split(b"\n")[1][:-8] + b"\n"


def test_an_edited_past_is_noticed_and_nothing_is_added_until_it_is_resealed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, "2014-07-01 20:00", "2014-07-01 20:01", "2014-07-01 20:02")
    path.write_text(path.read_text().replace('"t":"2014-07-01 20:01"', '"t":"2014-07-01 20:00"'))
    assert [(notice.code, notice.line) for notice in read(path).notices] == [("edited_past", 2)]
    with pytest.raises(JournalDamaged, match="line 2"):
        put(path, "2014-07-01 20:03")
    assert reseal(path) == 2
    put(path, "2014-07-01 20:03")
    assert read(path).notices == []


@pytest.mark.parametrize("taken", [0, 1, 2])
def test_a_line_taken_out_is_noticed(tmp_path: Path, taken: int) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, "2014-07-01 20:00", "2014-07-01 20:01", "2014-07-01 20:02", "2014-07-01 20:03")
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:taken] + lines[taken + 1 :]))
    assert read(path).notices[0].code == "edited_past"


def test_a_line_that_is_no_json_is_named(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, "2014-07-01 20:00", "2014-07-01 20:01")
    path.write_text("rubbish\n" + path.read_text())
    with pytest.raises(JournalDamaged, match="line 1"):
        read(path)


def test_a_post_out_of_order_is_known_only_from_where_the_journal_had_got_to(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.jsonl"
    with writing(path) as pen:
        pen.append({"type": "note", "t": "2014-07-03 10:00"}, NOW)
        late = pen.append({"type": "note", "t": "2014-07-01 10:00"}, NOW)
        assert late.known == "2014-07-03 10:00"
        assert [notice.code for notice in pen.notices] == ["out_of_order"]


MOMENTS = ("2014-07-01 20:00", "2014-07-01 20:01", "2014-07-01 20:02")


@pytest.mark.parametrize("left", [0, 1, 2])
def test_lines_taken_off_the_end_are_noticed_and_nothing_is_added_until_it_is_resealed(
    tmp_path: Path, left: int
) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, *MOMENTS)
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:left]))
    (notice,) = read(path).notices
    assert (notice.code, notice.line) == ("lines_missing", left + 1)
    assert f"{3 - left} missing" in notice.message
    with pytest.raises(JournalDamaged, match="reseal"):
        put(path, "2014-07-01 20:03")
    path.write_bytes(whole)
    assert read(path).notices == []
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:left]))
    assert reseal(path) == 0
    put(path, "2014-07-01 20:03")
    assert read(path).notices == []
    assert len(read(path).entries) == left + 1


def test_a_journal_that_is_gone_is_missed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, *MOMENTS)
    path.unlink()
    assert [notice.code for notice in read(path).notices] == ["lines_missing"]
    with pytest.raises(JournalDamaged, match="3 missing"):
        put(path, "2014-07-01 20:03")


def test_a_torn_line_that_had_been_whole_is_told_as_lost_and_repaired(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, *MOMENTS)
    path.write_bytes(path.read_bytes()[:-5])
    (notice,) = read(path).notices
    assert (notice.code, notice.line) == ("torn_line", 3)
    assert "written whole" in notice.message
    with writing(path) as pen:  # looks, and adds nothing
        assert len(pen.entries) == 2
    assert read(path).notices == []
    put(path, "2014-07-01 20:03")
    assert len(read(path).entries) == 3


def test_a_journal_of_an_older_version_has_no_head_and_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, *MOMENTS)
    head_path(path).unlink()
    assert read(path).notices == []
    put(path, "2014-07-01 20:03")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    assert [notice.code for notice in read(path).notices] == ["lines_missing"]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"schema":1,"lines":"3","chain":""}'])
def test_a_head_that_cannot_be_read_is_as_none(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    put(path, *MOMENTS)
    head_path(path).write_bytes(content)
    assert read(path).notices == []
    put(path, "2014-07-01 20:03")
    assert read(path).notices == []
    assert b'"lines": 4' in head_path(path).read_bytes()


def test_another_journal_of_the_same_length_is_noticed_though_its_chain_fits(
    tmp_path: Path,
) -> None:
    path, other = tmp_path / "journal.jsonl", tmp_path / "other.jsonl"
    put(path, *MOMENTS)
    put(other, *MOMENTS[:2], "2014-07-01 21:00")
    path.write_bytes(other.read_bytes())
    assert [(notice.code, notice.line) for notice in read(path).notices] == [("edited_past", 3)]
