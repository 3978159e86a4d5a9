# ruff: noqa: E501
import csv
import io
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.fares.gtfs.write import FARE_FILES
from planner.feed.gtfs_zip import write_gtfs
from planner.feed.model_feed import model_files
from planner.feed.sheets import (
    BadSheet,
    Run,
    Section,
    Timing,
    departures,
    read_clock,
    read_hours,
    read_run,
    read_section,
    read_sheets,
    spread,
    write_clock,
    write_hours,
    write_run,
    write_section,
)
from planner.feed.stations import book
from planner.resources import data_path

SHEET = """
stations = [
    [1, "A", "あ", "あ", "A", "0.0", 35.4, 139.6, "神奈川県", ""],
    [2, "B", "い", "い", "B", "1.0", 35.41, 139.6, "神奈川県", ""],
    [3, "C", "う", "う", "C", "2.0", 35.42, 139.6, "神奈川県", ""],
]

[line]
route_id = "Enoden.Test"
name = "試験線"
name_en = "Test Line"
color = "#005B1A"
route_type = 2
tariff = ""

[trains]
source = "made up"
confidence = "assumed"

[[pattern]]
id = "p01"
train = "普通"
train_en = "Local"
headsign = "う"
calls = ["Enoden.Test 1-3"]
run = "0 4/5 9"
weekday = { first = "05:00", last = "24:10", hours = "5:2 6-22:3 23:2", phase = 5, last_run = "0 3 7" }
"""


def sheets_of(folder: Path, text: str) -> Path:
    (folder / "Enoden.Test.toml").write_text(text, encoding="utf-8")
    return folder


def table(files: dict[str, str], name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(files[f"{name}.txt"])))


@given(st.lists(st.integers(1, 60), min_size=1, max_size=30), st.booleans())
def test_calls_are_written_and_read_back(numbers: list[int], charged: bool) -> None:
    section = Section("Odakyu.Odawara", tuple(numbers), charged)
    assert read_section(write_section(section)) == section


@given(st.dictionaries(st.integers(4, 26), st.integers(1, 30)))
def test_trains_an_hour_are_written_and_read_back(hours: dict[int, int]) -> None:
    assert read_hours(write_hours(hours)) == hours


@given(st.lists(st.tuples(st.integers(0, 200), st.integers(0, 200)), min_size=1))
def test_runs_and_clocks_are_written_and_read_back(run: list[tuple[int, int]]) -> None:
    assert read_run(write_run(tuple(run))) == tuple(run)
    assert read_clock(write_clock(run[0][0])) == run[0][0]


def test_calls_read_like_a_list_of_stations() -> None:
    assert read_section("!Keikyu.Main 12-9 7") == Section("Keikyu.Main", (12, 11, 10, 9, 7), True)
    assert read_section("Enoden.Enoden 1 3-5").numbers == (1, 3, 4, 5)


@st.composite
def timings(draw: st.DrawFn) -> tuple[Timing, list[Run], int]:
    def run() -> tuple[tuple[int, int], ...]:
        at, calls = 0, [(0, 0)]
        for hop, dwell in hops:
            slower = draw(st.integers(0, 2))
            calls.append((at + hop + slower, at + hop + slower + dwell))
            at = calls[-1][1]
        return tuple(calls)

    hops = draw(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 2)), min_size=1, max_size=6))
    first = draw(st.integers(270, 600))
    last = first + draw(st.integers(0, 1000))
    counts = draw(st.dictionaries(st.integers(first // 60, last // 60), st.integers(1, 20)))
    timing = Timing(first, run(), last, run(), counts, draw(st.integers(0, 59)))
    runs = [run() for _ in range(draw(st.integers(1, 3)))]
    return timing, runs, draw(st.integers(0, len(hops) - 1))


@given(timings())
def test_no_train_leaves_a_station_before_the_first_or_after_the_last(
    drawn: tuple[Timing, list[Run], int],
) -> None:
    timing, runs, at = drawn
    made = departures(timing, runs, at)
    assert (timing.first, timing.first_run) in made
    assert (timing.last, timing.last_run) in made
    for start, own in made:
        if not any(own is run for run in runs):
            continue
        for call, (_, departs) in enumerate(own):
            assert start + departs > timing.first + timing.first_run[call][1]
            assert start + departs < timing.last + timing.last_run[call][1]


@given(st.integers(5, 22), st.integers(1, 30), st.integers(0, 59))
def test_the_trains_of_an_hour_are_spread_evenly(hour: int, count: int, phase: int) -> None:
    timing = Timing(280, ((0, 0),), 1440, ((0, 0),), {}, phase)
    minutes = spread(hour, count, timing)
    assert len(minutes) == count
    assert all(m // 60 == hour for m in minutes)
    gaps = [b - a for a, b in pairwise(minutes)]
    assert all(60 // count <= gap <= 60 // count + 1 for gap in gaps)


def test_a_sheet_becomes_the_trains_it_tells_of(tmp_path: Path) -> None:
    files = model_files(read_sheets(sheets_of(tmp_path, SHEET)))
    calls = table(files, "stop_times")
    starts = [c["departure_time"] for c in calls if c["stop_sequence"] == "1"]
    assert starts[0] == "05:00:00"
    assert starts[-1] == "24:10:00"
    assert len(starts) == 2 + 2 + 17 * 3 + 2
    assert [s for s in starts if s.startswith("12:")] == ["12:05:00", "12:25:00", "12:45:00"]
    last = [(c["arrival_time"], c["stop_id"]) for c in calls][-3:]
    assert last == [
        ("24:10:00", "Enoden.Test.A"),
        ("24:13:00", "Enoden.Test.B"),
        ("24:17:00", "Enoden.Test.C"),
    ]
    assert "想定" in table(files, "routes")[0]["route_desc"]
    assert "model timetable" in table(files, "feed_info")[0]["feed_publisher_name"]


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("Enoden.Test 1-3", "Enoden.Test 1-4"),
        ("Enoden.Test 1-3", "Enoden.Nowhere 1-3"),
        ('run = "0 4/5 9"', 'run = "0 9"'),
        ('run = "0 4/5 9"', 'run = "0 x 9"'),
        ('first = "05:00"', 'first = "5 o\'clock"'),
        ("[line]", "[lime]"),
        ("stations = [", "stations = ["[:-1]),
    ],
)
def test_a_sheet_that_contradicts_itself_is_refused(tmp_path: Path, good: str, bad: str) -> None:
    assert good in SHEET
    with pytest.raises(BadSheet):
        read_sheets(sheets_of(tmp_path, SHEET.replace(good, bad)))


@pytest.fixture(scope="module")
def built() -> dict[str, str]:
    return model_files(read_sheets(data_path("lines")))


def test_the_embedded_feed_is_what_its_sheets_say(built: dict[str, str]) -> None:
    with zipfile.ZipFile(data_path("gtfs", "kanagawa.zip")) as archive:
        embedded = {name: archive.read(name).decode() for name in archive.namelist()}
    embedded = {name: text for name, text in embedded.items() if name not in FARE_FILES}
    assert embedded == built, "run scripts/build_feed.py"


def test_the_embedded_feed_built_twice_has_equal_bytes(
    built: dict[str, str], tmp_path: Path
) -> None:
    again = model_files(read_sheets(data_path("lines")))
    write_gtfs(tmp_path / "a.zip", built, level=9)
    write_gtfs(tmp_path / "b.zip", again, level=9)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_the_embedded_feed_serves_every_station_of_kanagawa(built: dict[str, str]) -> None:
    served = {row["stop_id"] for row in table(built, "stop_times")}
    places = {p.name for p in book() if p.in_kanagawa and any(s in served for s in p.stops)}
    assert len(places) == 348  # 340 railway names and 8 of the cable cars
    assert places == {p.name for p in book() if p.in_kanagawa}
    everything = {s.id for s in book().stops.values() if s.prefecture == "神奈川県"}
    assert everything <= served


def test_every_line_runs_both_ways_on_both_day_types(built: dict[str, str]) -> None:
    runs: dict[str, set[tuple[str, str]]] = {}
    for trip in table(built, "trips"):
        days = {"Daily": ("Weekday", "SaturdayHoliday")}
        for day in days.get(trip["service_id"], (trip["service_id"],)):
            runs.setdefault(trip["route_id"], set()).add((day, trip["direction_id"]))
    # limited expresses of a weekday morning and evening only
    weekday_only = {"JR-East.OsakiBranch", "JR-East.TokaidoFreight"}
    partial = {route for route, found in runs.items() if len(found) < 4}
    assert partial <= weekday_only
    assert len(runs) == 45


def test_a_through_train_is_one_block_across_the_border(built: dict[str, str]) -> None:
    blocks: dict[str, set[str]] = {}
    for trip in table(built, "trips"):
        if trip["block_id"]:
            blocks.setdefault(trip["block_id"], set()).add(trip["route_id"])
    assert {"Tokyu.Toyoko", "Minatomirai.Minatomirai"} in blocks.values()
    assert all(len(routes) >= 1 for routes in blocks.values())
    companies = [{r.split(".")[0] for r in routes} for routes in blocks.values()]
    assert {"Sotetsu", "Tokyu"} in companies
    assert {"Sotetsu", "JR-East"} in companies
