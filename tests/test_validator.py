"""The helper that runs gtfs-validator tells a valid feed from an invalid one."""

import datetime as dt
from pathlib import Path

from planner.feed.checks import check
from planner.feed.read import read_feed
from tests.feeds import contents, write_folder, write_zip
from tests.validator import errors, findings

ON = dt.date(2026, 4, 10)


def test_the_small_feed_is_valid(tmp_path: Path) -> None:
    assert errors(write_zip(tmp_path / "feed.zip"), ON) == []


def test_what_the_validator_calls_an_error_our_checks_do_too(tmp_path: Path) -> None:
    bad = contents()["stop_times.txt"].replace("08:34:00,08:34", "08:12:00,08:12")
    folder = write_folder(tmp_path / "bad", stop_times=bad + "ghost,09:00:00,09:00:00,nowhere,1")
    found = {f.code: f.count for f in findings(folder, ON) if f.severity == "ERROR"}
    assert found == {
        "foreign_key_violation": 2,
        "stop_time_with_arrival_before_previous_departure_time": 1,
    }
    ours = [n.code for n in check(read_feed(folder)) if n.severity == "error"]
    assert sorted(ours) == ["time_goes_back", "unknown_reference", "unknown_reference"]
