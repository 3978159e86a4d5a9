# ruff: noqa: E501  (a train is one line)
import csv
import io
import zipfile
from pathlib import Path

import pytest

from planner.errors import FeedUnreadable
from planner.feed.sources.mini_tokyo_3d import Report, convert
from planner.feed.sources.mt3d_archive import NotMiniTokyo3D
from planner.feed.sources.mt3d_trains import _is_behind
from tests.mt3d_world import write_world

Rows = list[dict[str, str]]


def rows(path: Path, name: str) -> Rows:
    with zipfile.ZipFile(path) as archive:
        text = archive.read(f"{name}.txt").decode()
    return list(csv.DictReader(io.StringIO(text)))


def converted(tmp_path: Path, text: str) -> tuple[Path, Report]:
    out = tmp_path / "feed.zip"
    return out, convert(write_world(tmp_path, text), out)


def times(path: Path, trip: str) -> list[tuple[str, str, str]]:
    return [
        (r["stop_id"].split(".")[-1], r["arrival_time"][:5], r["departure_time"][:5])
        for r in rows(path, "stop_times")
        if r["trip_id"] == trip
    ]


def test_a_call_without_an_arrival_arrives_when_it_departs(tmp_path: Path) -> None:
    out, report = converted(
        tmp_path,
        "JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 08:10 Odawara 09:00/09:02 Atami 09:20",
    )
    assert times(out, "JR-East.Tokaido.1M.Weekday") == [
        ("Kawasaki", "08:00", "08:00"),
        ("Yokohama", "08:10", "08:10"),
        ("Odawara", "09:00", "09:02"),
        ("Atami", "09:20", "09:20"),
    ]
    assert report.records == {"Weekday": 1}
    assert report.connections == {"Weekday": 3}


def test_trains_after_midnight_run_on_the_evenings_service_day(tmp_path: Path) -> None:
    out, _ = converted(
        tmp_path,
        """
JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 23:50 Yokohama 23:59/00:01 Odawara 00:50
JR-East.Tokaido.2M.Weekday JR-East.Local Kawasaki 00:05 Yokohama 00:15
""",
    )
    assert times(out, "JR-East.Tokaido.1M.Weekday") == [
        ("Kawasaki", "23:50", "23:50"),
        ("Yokohama", "23:59", "24:01"),
        ("Odawara", "24:50", "24:50"),
    ]
    assert times(out, "JR-East.Tokaido.2M.Weekday")[0] == ("Kawasaki", "24:05", "24:05")


def test_a_through_train_is_one_block_and_whole_beyond_the_border(tmp_path: Path) -> None:
    out, report = converted(
        tmp_path,
        """
Tokyu.Toyoko.7.Weekday Tokyu.Local Shibuya 10:00 Yokohama 10:40 >Minatomirai.Minatomirai.7.Weekday
Minatomirai.Minatomirai.7.Weekday Minatomirai.Local Yokohama 10:41 MotomachiChukagai 10:49 <Tokyu.Toyoko.7.Weekday
Toei.Mita.9.Weekday Toei.Local Meguro 10:00 Mita 10:10
""",
    )
    trips = {t["trip_id"]: t for t in rows(out, "trips")}
    assert set(trips) == {"Tokyu.Toyoko.7.Weekday", "Minatomirai.Minatomirai.7.Weekday"}
    assert len({t["block_id"] for t in trips.values()}) == 1
    assert all(t["block_id"] for t in trips.values())
    assert rows(out, "transfers") == []
    assert report.runs == {"Weekday": 1}


def test_a_train_that_splits_is_linked_by_transfers_and_no_block(tmp_path: Path) -> None:
    out, _ = converted(
        tmp_path,
        """
JR-East.Tokaido.3M.Weekday JR-East.LimitedExpress Yokohama 10:00 Atami 11:00 =踊り子 >JR-East.Ito.3M.Weekday >JR-Central.Tokaido.4M.Weekday
JR-East.Ito.3M.Weekday JR-East.LimitedExpress Atami 11:03 Ito 11:25 <JR-East.Tokaido.3M.Weekday
JR-Central.Tokaido.4M.Weekday JR-Central.LimitedExpress Atami 11:06 Mishima 11:20 <JR-East.Tokaido.3M.Weekday
""",
    )
    assert {t["block_id"] for t in rows(out, "trips")} == {""}
    links = {
        (r["from_trip_id"], r["to_trip_id"], r["transfer_type"]) for r in rows(out, "transfers")
    }
    assert links == {
        ("JR-East.Tokaido.3M.Weekday", "JR-East.Ito.3M.Weekday", "4"),
        ("JR-East.Tokaido.3M.Weekday", "JR-Central.Tokaido.4M.Weekday", "4"),
    }
    assert {t["charged"] for t in rows(out, "trips")} == {"1"}


def test_the_charged_part_of_a_train_is_a_trip_of_its_own(tmp_path: Path) -> None:
    out, report = converted(
        tmp_path,
        """
Keikyu.Main.1W.Weekday Keikyu.EveningWing Shinagawa 18:00 Kamiooka 18:30/18:31 KanazawaBunko 18:40 =イブニング・ウィング1号 >Keikyu.Kurihama.1W.Weekday
Keikyu.Kurihama.1W.Weekday Keikyu.EveningWing KanazawaBunko 18:41 Misakiguchi 19:10 =イブニング・ウィング1号 <Keikyu.Main.1W.Weekday
""",
    )
    trips = {t["trip_id"]: t for t in rows(out, "trips")}
    assert {k: t["charged"] for k, t in trips.items()} == {
        "Keikyu.Main.1W.Weekday": "1",
        "Keikyu.Main.1W.Weekday.after": "0",
        "Keikyu.Kurihama.1W.Weekday": "0",
    }
    assert times(out, "Keikyu.Main.1W.Weekday")[-1] == ("Kamiooka", "18:30", "18:31")
    assert times(out, "Keikyu.Main.1W.Weekday.after")[0] == ("Kamiooka", "18:30", "18:31")
    assert len({t["block_id"] for t in trips.values()}) == 1
    assert report.runs == {"Weekday": 1}
    assert report.connections == {"Weekday": 3}
    assert {t["trip_short_name"] for t in trips.values()} == {"イブニング・ウィング1号"}


def test_holidays_and_the_new_year_run_the_holiday_timetable(tmp_path: Path) -> None:
    out, _ = converted(
        tmp_path,
        """
JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 08:10
JR-East.Tokaido.1M.SaturdayHoliday JR-East.Local Kawasaki 08:00 Yokohama 08:10
""",
    )
    changed = {
        (r["service_id"], r["date"]): r["exception_type"] for r in rows(out, "calendar_dates")
    }
    for date in ("20260320", "20261230", "20261231", "20270101", "20260922"):
        assert changed["Weekday", date] == "2"
        assert changed["SaturdayHoliday", date] == "1"
    assert ("Weekday", "20270102") not in changed  # a Saturday anyway
    assert ("Weekday", "20261229") not in changed
    calendar = rows(out, "calendar")
    assert {(r["start_date"], r["end_date"]) for r in calendar} == {("20260314", "20270331")}


def test_names_come_from_the_station_table_in_three_forms(tmp_path: Path) -> None:
    out, _ = converted(
        tmp_path, "JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 08:10"
    )
    stops = {r["stop_id"]: r for r in rows(out, "stops")}
    assert stops["JR-East.Tokaido.Yokohama"]["stop_name"] == "横浜"
    assert stops[stops["JR-East.Tokaido.Yokohama"]["parent_station"]]["location_type"] == "1"
    spoken = {
        (r["record_id"], r["language"]): r["translation"]
        for r in rows(out, "translations")
        if r["table_name"] == "stops"
    }
    assert spoken["JR-East.Tokaido.Yokohama", "en"] == "Yokohama"
    assert spoken["JR-East.Tokaido.Yokohama", "ja-Hrkt"] == "よこはま"
    assert rows(out, "agency")[0]["agency_name"] == "JR東日本"
    assert rows(out, "routes")[0]["route_color"] == "F68B1E"
    assert "MIT License" in rows(out, "attributions")[0]["organization_name"]


def test_a_faulty_train_is_left_out_and_told(tmp_path: Path) -> None:
    out, report = converted(
        tmp_path,
        """
JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 08:10
JR-East.Tokaido.2M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 07:10
JR-East.Tokaido.3M.Weekday JR-East.Local Kawasaki 08:00 Nowhere 08:10
JR-East.Tokaido.4M.Someday JR-East.Local Kawasaki 08:00 Yokohama 08:10
JR-East.Tokaido.5M.Weekday JR-East.Local Kawasaki 8h Yokohama 08:10
""",
    )
    assert [t["trip_id"] for t in rows(out, "trips")] == ["JR-East.Tokaido.1M.Weekday"]
    assert len(report.left_out) == 4


def test_two_conversions_have_equal_bytes(tmp_path: Path) -> None:
    world = write_world(
        tmp_path, "JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 08:10"
    )
    convert(world, tmp_path / "a.zip")
    convert(world, tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_folder_is_read_like_a_zip(tmp_path: Path) -> None:
    world = write_world(
        tmp_path, "JR-East.Tokaido.1M.Weekday JR-East.Local Kawasaki 08:00 Yokohama 08:10"
    )
    with zipfile.ZipFile(world) as archive:
        archive.extractall(tmp_path / "folder")
    convert(tmp_path / "folder", tmp_path / "feed.zip")
    assert len(rows(tmp_path / "feed.zip", "trips")) == 1


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x05\x06" + bytes(18)])
def test_something_else_is_refused_and_the_old_feed_kept(tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "feed.zip"
    out.write_bytes(b"old")
    source = tmp_path / "source.zip"
    source.write_bytes(content)
    with pytest.raises(FeedUnreadable):
        convert(source, out)
    with pytest.raises(FeedUnreadable):
        convert(tmp_path / "missing.zip", out)
    assert out.read_bytes() == b"old"


def test_an_archive_without_trains_of_kanagawa_is_refused(tmp_path: Path) -> None:
    world = write_world(tmp_path, "Toei.Mita.9.Weekday Toei.Local Meguro 10:00 Mita 10:10")
    with pytest.raises(NotMiniTokyo3D, match="no train"):
        convert(world, tmp_path / "feed.zip")


def test_json_of_another_shape_is_refused(tmp_path: Path) -> None:
    no_calls = '[{"id": "JR-East.Tokaido.1", "r": "x", "y": "y", "d": "z"}]'
    for bad in ("{", "[1]", '{"a": 1}', "null", '[{"id": "a", "tt": []}]', no_calls):
        world = tmp_path / "mt3d"
        with zipfile.ZipFile(write_world(tmp_path, "")) as archive:
            archive.extractall(world)
        (timetable,) = world.glob("**/jreast-tokaido.json")
        timetable.write_text(bad)
        with pytest.raises(NotMiniTokyo3D):
            convert(world, tmp_path / "feed.zip")


def test_records_that_name_each_other_as_the_one_before_make_no_endless_train() -> None:
    ring = {
        "a": {"y": "Odakyu.X", "d": "up", "pt": ["b"], "tt": [{"s": "here"}]},
        "b": {"pt": ["a"], "tt": [{"s": "there"}]},
    }
    assert _is_behind("a", "there", ring)
    assert not _is_behind("a", "elsewhere", ring)
