"""The journal: nothing acknowledged is ever lost, nothing edited goes unnoticed."""

import datetime as dt
from pathlib import Path

import pytest

from planner.referee.journal import JournalDamaged, read, reseal, writing

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
