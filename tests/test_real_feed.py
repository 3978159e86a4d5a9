import csv
import datetime as dt
import io
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

from planner.feed.checks import check
from planner.feed.read import read_feed
from tests.validator import errors

Report = dict[str, Any]


def rows(path: Path, name: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(path) as archive:
        text = archive.read(f"{name}.txt").decode()
    return list(csv.DictReader(io.StringIO(text)))


def test_every_train_of_kanagawa_is_in_the_real_feed(real_feed_report: Report) -> None:
    assert real_feed_report["records"] == {"Weekday": 12_686, "SaturdayHoliday": 11_293}
    assert real_feed_report["connections"]["Weekday"] == 211_801
    assert real_feed_report["runs"]["Weekday"] == 10_336
    assert real_feed_report["left_out"] == []


def test_the_real_feed_joins_its_trips_to_the_same_runs(
    real_feed_path: Path, real_feed_report: Report
) -> None:
    trips = rows(real_feed_path, "trips")
    parent = {t["trip_id"]: t["trip_id"] for t in trips}

    def top(key: str) -> str:
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    blocks: dict[str, str] = {}
    for trip in trips:
        if trip["block_id"]:
            parent[top(trip["trip_id"])] = top(blocks.setdefault(trip["block_id"], trip["trip_id"]))
    for link in rows(real_feed_path, "transfers"):
        assert link["transfer_type"] == "4"
        parent[top(link["from_trip_id"])] = top(link["to_trip_id"])
    runs = {top(t["trip_id"]): t["service_id"] for t in trips}
    assert Counter(runs.values()) == real_feed_report["runs"]


def test_the_real_feed_knows_every_stop_of_its_own_table(real_feed_path: Path) -> None:
    from planner.feed.stations import book

    served = {r["stop_id"] for r in rows(real_feed_path, "stops") if r["location_type"] == "0"}
    inside = {s.id for s in book().stops.values() if s.prefecture == "神奈川県"}
    not_served = inside - served
    assert {s.rsplit(".", 1)[0] for s in not_served} == {
        "JR-Central.TokaidoShinkansen", "OdakyuHakone.HakoneCable", "OyamaKanko.OyamaCable",
    }  # fmt: skip
    assert served <= set(book().stops)


def test_the_real_feed_has_no_error_by_our_checks(real_feed_path: Path) -> None:
    found = check(read_feed(real_feed_path))
    assert [n for n in found if n.severity in ("error", "warning")] == []


def test_the_real_feed_has_no_error_by_gtfs_validator(real_feed_path: Path) -> None:
    """About half a minute: the validator reads all 434,000 calls."""
    assert errors(real_feed_path, dt.date(2026, 12, 1)) == []
