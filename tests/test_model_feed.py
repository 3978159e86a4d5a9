"""The embedded model feed held against the real timetable and the rules of GTFS."""

import datetime as dt
import random
import runpy
import sys
from pathlib import Path

import pytest

from planner.feed.checks import check
from planner.feed.compare import LineReport, compare, rides_of, totals
from planner.feed.read import read_feed
from planner.feed.registry import embedded_path
from planner.feed.stations import book
from planner.resources import data_path
from planner.search.query import Planner
from tests.conftest import MT3D_ZIP, SHARED
from tests.validator import errors

ROOT = Path(__file__).resolve().parent.parent
TUESDAY = dt.date(2026, 12, 1)


@pytest.fixture(scope="module")
def reports(real_feed_path: Path) -> list[LineReport]:
    return compare(rides_of(embedded_path()), rides_of(real_feed_path))


def test_first_and_last_departures_of_every_line_are_the_real_ones(
    reports: list[LineReport],
) -> None:
    """At every station of every line, so at both ends of it too."""
    assert len(reports) == 42
    assert [r.ends_wrong for r in reports if r.ends_wrong] == []


def test_no_last_train_is_later_and_few_are_over_five_minutes_early(
    reports: list[LineReport],
) -> None:
    assert [r.last_later for r in reports if r.last_later] == []
    told = totals(reports)
    assert told.pairs > 13_000
    assert told.last_early <= 0.05 * told.pairs


def test_trains_an_hour_and_run_times_are_near_the_real_ones(reports: list[LineReport]) -> None:
    told = totals(reports)
    assert told.hours_off <= 0.05 * told.hours
    assert told.run_off <= 0.05 * told.run_pairs
    assert told.hops_too_fast == 0


def test_the_note_on_accuracy_is_what_the_comparison_finds(reports: list[LineReport]) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "compare_feeds.py"))
    text = data_path("model_accuracy.toml").read_text(encoding="utf-8")
    assert script["note"](reports, "Mini Tokyo 3D, timetable of 2026-03-14") == text


@pytest.mark.skipif(not MT3D_ZIP.exists(), reason="the real timetable lies outside the project")
def test_the_sheets_are_what_the_real_timetable_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["derive_lines.py", "--out", str(tmp_path)])
    runpy.run_path(str(ROOT / "scripts" / "derive_lines.py"), run_name="__main__")
    fresh = {p.name: p.read_text(encoding="utf-8") for p in tmp_path.glob("*.toml")}
    kept = {p.name: p.read_text(encoding="utf-8") for p in data_path("lines").glob("*.toml")}
    assert sorted(fresh) == sorted(kept)
    assert [name for name in kept if kept[name] != fresh[name]] == []


@pytest.mark.skipif(not SHARED.exists(), reason="the fact files lie outside the project")
def test_first_and_last_trains_agree_with_the_facts() -> None:
    """``first_last.csv``: both ends of each line and of its part in Kanagawa."""
    import csv

    from planner.feed.compare import span_of_departures

    spans = span_of_departures(rides_of(embedded_path()))
    order = {s.id: s.order for s in book().stops.values()}
    assert order
    with (SHARED / "facts" / "first_last.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    wrong = []
    for row in rows:
        direction = 0 if row["dir"] == "asc" else 1
        for service, day in (("Weekday", "wk"), ("SaturdayHoliday", "hol")):
            if not row[f"{day}_first"]:
                continue
            told = tuple(
                int(t[:2]) * 60 + int(t[3:]) for t in (row[f"{day}_first"], row[f"{day}_last"])
            )
            found = spans.get((row["stop_id"], direction, service))
            if found != told:
                wrong.append((row["stop_id"], row["dir"], service, told, found))
    assert wrong == []


def test_the_embedded_feed_has_no_error_by_our_checks() -> None:
    found = check(read_feed(embedded_path()))
    assert [n for n in found if n.severity in ("error", "warning")] == []


def test_the_embedded_feed_has_no_error_by_gtfs_validator() -> None:
    assert errors(embedded_path(), TUESDAY) == []


# from, to, hour, reachable in the model: late at night a change is made or missed by minutes
EXCEPTIONS: set[tuple[str, str, int, bool]] = {
    ("つきみ野", "片瀬山", 23, True),
    ("湘南海岸公園", "黒川", 23, False),
    ("六会日大前", "稲村ヶ崎", 23, False),
    ("和田塚", "鷺沼", 23, True),
}


def test_stations_are_reachable_when_they_really_are(
    real_feed_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A hundred random pairs at five times; the exceptions are told in docs/model-timetable.md."""
    model = Planner.open(str(embedded_path()), TUESDAY)
    real = Planner.open(str(real_feed_path), TUESDAY)
    rng = random.Random(1)
    places = sorted(p.id for p in book() if p.in_kanagawa and "Cable" not in p.stops[0])
    found: set[tuple[str, str, int, bool]] = set()
    for _ in range(100):
        a, b = rng.sample(places, 2)
        for hour in (6, 10, 17, 22, 23):
            in_model, in_real = (
                p.route(a, b, hour * 3600).none_because is None for p in (model, real)
            )
            if in_model != in_real:
                found.add((a, b, hour, in_model))
    assert found == EXCEPTIONS
