"""A feed as it is published becomes tables; what cannot be used becomes notices."""

import zipfile
from pathlib import Path

import pytest

from planner.feed import frequencies
from planner.feed.container import BrokenZip, FeedTooLarge, NoSuchFeed, NotAFeed
from planner.feed.notices import Notice
from planner.feed.read import Feed, read_feed
from planner.feed.tables import TABLES
from planner.feed.texts import WrongEncoding
from tests.feeds import SMALL, contents, write_folder, write_zip


def small(tmp_path: Path, **changed: str | None) -> Feed:
    return read_feed(write_folder(tmp_path / "feed", **changed))


def codes(feed: Feed) -> list[tuple[str, str, int]]:
    return [(n.code, n.file, n.row) for n in feed.notices]


def calls(feed: Feed, trip: str) -> list[tuple[str, int, int]]:
    rows = feed.table("stop_times")
    rows = rows[rows["trip_id"] == trip]
    return list(zip(rows["stop_id"].astype(str), rows["arrival"], rows["departure"], strict=True))


def test_folder_and_zip_are_the_same_feed(tmp_path: Path) -> None:
    folder = read_feed(write_folder(tmp_path / "feed"))
    packed = read_feed(write_zip(tmp_path / "feed.zip"))
    nested = read_feed(write_zip(tmp_path / "nested.zip", top="gtfs-2026"))
    assert folder.digest == packed.digest == nested.digest
    assert folder.notices == packed.notices == ()
    assert len(folder.table("stop_times")) == len(nested.table("stop_times")) == 8


def test_times_are_seconds_and_may_pass_midnight(tmp_path: Path) -> None:
    feed = small(tmp_path)
    assert calls(feed, "t2") == [("kamakura", 85_800, 85_800), ("fujisawa", 87_840, 87_840)]
    assert feed.table("stop_times")["arrival"].dtype == "int32"


def test_a_missing_file_is_an_empty_table_with_its_columns(tmp_path: Path) -> None:
    feed = small(tmp_path)
    for name, table in TABLES.items():
        frame = feed.table(name)
        if name != "stop_times":
            assert list(frame.columns) == ["row", *(c.name for c in table.columns)]
    assert feed.table("transfers").empty
    assert feed.table("shapes").empty


def test_positions_point_into_the_table_referred_to(tmp_path: Path) -> None:
    feed = small(tmp_path)
    assert feed.positions("stop_times", "trip_id").tolist() == [0, 0, 0, 0, 1, 1, 2, 2]
    assert feed.positions("stop_times", "stop_id").tolist() == [0, 1, 2, 3, 3, 0, 0, 3]
    assert feed.positions("stops", "parent_station").tolist() == [-1] * 4


def test_calls_are_sorted_by_trip_then_sequence(tmp_path: Path) -> None:
    head, *rows = contents()["stop_times.txt"].strip().split("\n")
    feed = small(tmp_path, stop_times="\n".join([head, *reversed(rows)]))
    assert feed.positions("stop_times", "trip_id").tolist() == [0, 0, 0, 0, 1, 1, 2, 2]
    assert feed.table("stop_times")["stop_sequence"].tolist() == [1, 2, 3, 4, 1, 2, 1, 2]
    assert feed.table("stop_times")["row"].tolist() == [9, 8, 7, 6, 5, 4, 3, 2]


def test_bom_crlf_quotes_blank_lines_and_unknown_columns_are_read(tmp_path: Path) -> None:
    body = (
        '\ufeffstop_id,"stop_name", stop_lat ,stop_lon,mystery\r\n'
        '"fujisawa","藤沢, ""本""\r\n駅",35.3389,139.4873,x\r\n'
        "\r\n"
        "enoshima , 江ノ島,35.3113,139.4873,\r\n"
        'koshigoe,腰越,35.3079,"139.4940",y\r\n'
        "kamakura,鎌倉,35.3190,139.5503,z"
    )
    folder = write_folder(tmp_path / "feed")
    (folder / "stops.txt").write_bytes(body.encode())
    feed = read_feed(folder)
    stops = feed.table("stops")
    assert stops["stop_id"].tolist() == ["fujisawa", "enoshima", "koshigoe", "kamakura"]
    assert stops["stop_name"].tolist()[:2] == ['藤沢, "本"\r\n駅', "江ノ島"]
    assert stops["stop_lon"].tolist() == [139.4873, 139.4873, 139.4940, 139.5503]
    assert stops["row"].tolist() == [2, 4, 5, 6]
    assert codes(feed) == [("unknown_column", "stops.txt", 1)]


def test_blank_times_are_worked_out_from_the_way_between_stops(tmp_path: Path) -> None:
    feed = small(
        tmp_path,
        stop_times="""
trip_id,arrival_time,departure_time,stop_id,stop_sequence
t1,8:00:00,8:00:00,fujisawa,1
t1,,,enoshima,2
t1,,,koshigoe,3
t1,8:34:00,8:34:00,kamakura,4
""",
    )
    times = [arrival for _, arrival, _ in calls(feed, "t1")]
    # straight lines: 3.07 km, 0.72 km, 5.25 km
    assert times == sorted(times)
    assert times[0] == 28_800
    assert times[3] == 30_840
    assert abs((times[1] - times[0]) / 2040 - 3.07 / 9.04) < 0.01
    told = [n for n in feed.notices if n.code == "times_interpolated"]
    assert [(n.row, n.count, n.severity) for n in told] == [(3, 2, "info")]


def test_given_distances_are_used_to_work_out_blank_times(tmp_path: Path) -> None:
    feed = small(
        tmp_path,
        stop_times="""
trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled
t1,8:00:00,8:00:00,fujisawa,1,0
t1,,,enoshima,2,1.5
t1,8:10:00,8:10:00,kamakura,4,2
""",
    )
    assert calls(feed, "t1")[1] == ("enoshima", 28_800 + 450, 28_800 + 450)


def test_calls_that_cannot_be_used_are_left_out_with_a_notice(tmp_path: Path) -> None:
    feed = small(
        tmp_path,
        stop_times="""
trip_id,arrival_time,departure_time,stop_id,stop_sequence
t1,08:00:00,08:00:00,fujisawa,1
t1,08:10:00,08:11:00,nowhere,2
t1,08:14:00,08:13:00,koshigoe,3
t1,08:34:00,08:34:00,kamakura,4
t1,07:00:00,07:00:00,fujisawa,5
t1,08:40:00,08:40:00,enoshima,4
ghost,08:40:00,08:40:00,enoshima,4
t2,25:61:00,23:50:00,kamakura,1
t2,24:24:00,24:24:00,fujisawa,minus
t2,24:24:00,24:24:00,fujisawa,
t2,,,fujisawa,9
t3,09:00:00,09:00:00
t3,09:00:00,09:00:00,fujisawa,1
t3,09:34:00,09:34:00,kamakura,2
""",
    )
    assert [stop for stop, _, _ in calls(feed, "t1")] == ["fujisawa", "kamakura"]
    assert len(calls(feed, "t3")) == 2
    assert sorted(codes(feed)) == sorted(
        [
            ("unknown_reference", "stop_times.txt", 3),
            ("departs_before_arriving", "stop_times.txt", 4),
            ("time_goes_back", "stop_times.txt", 6),
            ("duplicate_key", "stop_times.txt", 7),
            ("unknown_reference", "stop_times.txt", 8),
            ("bad_value", "stop_times.txt", 9),
            ("bad_value", "stop_times.txt", 10),
            ("missing_value", "stop_times.txt", 11),
            ("time_missing_at_end", "stop_times.txt", 12),
            ("row_width", "stop_times.txt", 13),
            ("trip_of_one_stop", "stop_times.txt", 9),
        ]
    )


def test_what_hangs_on_a_left_out_row_goes_without_a_notice_of_its_own(tmp_path: Path) -> None:
    feed = small(
        tmp_path,
        trips="""
route_id,service_id,trip_id
Enoden,weekday,t1
Nowhere,weekday,t2
Enoden,never,t3
Enoden,holiday,t1
""",
    )
    assert feed.table("trips")["trip_id"].tolist() == ["t1"]
    assert set(feed.table("stop_times")["trip_id"]) == {"t1"}
    assert sorted(codes(feed)) == [
        ("duplicate_key", "trips.txt", 5),
        ("unknown_reference", "trips.txt", 3),
        ("unknown_reference", "trips.txt", 4),
    ]


def test_many_equal_faults_are_counted_not_listed(tmp_path: Path) -> None:
    rows = "\n".join(f"ghost{i},08:40:00,08:40:00,enoshima,4" for i in range(500))
    feed = small(tmp_path, stop_times=contents()["stop_times.txt"] + rows)
    ghosts = [n for n in feed.notices if n.code == "unknown_reference"]
    assert len(ghosts) == 50
    assert sum(n.count for n in ghosts) == 500
    assert "450 more" in ghosts[-1].message


def test_frequencies_become_trips(tmp_path: Path) -> None:
    feed = small(
        tmp_path,
        frequencies="""
trip_id,start_time,end_time,headway_secs,exact_times
t1,10:00:00,10:30:00,720,1
t1,10:24:00,10:40:00,720,0
t3,12:00:00,11:00:00,600,0
t3,12:00:01,13:00:00,0,0
""",
        transfers="""
from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type
kamakura,kamakura,t1,t2,4
kamakura,kamakura,,,2
""",
    )
    trips = feed.table("trips")
    assert trips["trip_id"].tolist() == [
        "t2",
        "t1@10:00:00",
        "t1@10:12:00",
        "t1@10:24:00",
        "t1@10:36:00",
    ]
    assert trips["block_id"].tolist() == ["b1", "", "", "", ""]
    assert calls(feed, "t1@10:12:00")[1] == ("enoshima", 10 * 3600 + 22 * 60, 10 * 3600 + 23 * 60)
    assert (
        feed.positions("stop_times", "trip_id").tolist()
        == [0] * 2 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4
    )
    assert len(feed.table("transfers")) == 1
    assert codes(feed) == [
        ("bad_headway", "frequencies.txt", 4),
        ("bad_headway", "frequencies.txt", 5),
        ("transfer_of_template", "transfers.txt", 2),
    ]


def test_transfers_of_every_type_are_kept_with_their_trips_and_routes(tmp_path: Path) -> None:
    feed = small(
        tmp_path,
        transfers="""
from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time
fujisawa,fujisawa,,,,,,
enoshima,enoshima,Enoden,,,,1,
enoshima,koshigoe,,,,,2,300
koshigoe,koshigoe,,Enoden,,,3,
kamakura,kamakura,,,t1,t2,4,
kamakura,kamakura,,,t2,t1,5,
kamakura,kamakura,,,t2,ghost,5,
""",
    )
    rows = feed.table("transfers")
    assert rows["transfer_type"].tolist() == [0, 1, 2, 3, 4, 5]
    assert rows["min_transfer_time"].tolist() == [-1, -1, 300, -1, -1, -1]
    assert feed.positions("transfers", "from_trip_id").tolist() == [-1, -1, -1, -1, 0, 1]
    assert feed.positions("transfers", "to_route_id").tolist() == [-1, -1, -1, 0, -1, -1]
    assert codes(feed) == [("unknown_reference", "transfers.txt", 8)]


def test_extras_of_gtfs_jp_are_passed_over_quietly(tmp_path: Path) -> None:
    feed = small(
        tmp_path, agency_jp="agency_id\nE\n", routes_jp="x\n", office_jp="\udcff" * 0 + "x"
    )
    assert feed.notices == ()
    assert "agency_jp" not in feed.tables


def test_a_shift_jis_file_is_named_as_one(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "feed")
    (folder / "stops.txt").write_bytes(contents()["stops.txt"].encode("cp932"))
    with pytest.raises(WrongEncoding, match=r"stops\.txt line 2 .*Shift-JIS") as refused:
        read_feed(folder)
    assert "UTF-8 で保存" in refused.value.message_ja


@pytest.mark.parametrize("missing", ["stops", "routes", "trips", "stop_times"])
def test_a_feed_without_a_needed_file_is_refused(tmp_path: Path, missing: str) -> None:
    with pytest.raises(NotAFeed, match=f"{missing}.txt missing"):
        small(tmp_path, **{missing: None})


def test_what_is_no_feed_is_told_apart(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFeed):
        read_feed(tmp_path / "nothing.zip")
    with pytest.raises(NotAFeed):
        read_feed(tmp_path)
    (tmp_path / "text.zip").write_text("hello")
    with pytest.raises(BrokenZip):
        read_feed(tmp_path / "text.zip")
    whole = write_zip(tmp_path / "feed.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BrokenZip):
        read_feed(tmp_path / "cut.zip")


def test_a_gigabyte_of_zeros_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "bomb.zip", shapes=None)
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("shapes.txt", "w", force_zip64=True) as file,
    ):
        for _ in range(1024):
            file.write(bytes(1 << 20))
    assert path.stat().st_size < 2 << 20
    with pytest.raises(FeedTooLarge, match="MiB unpacked"):
        read_feed(path)


def test_a_notice_prints_as_one_line() -> None:
    one = Notice("c", "error", "stops.txt", 3, "stop_id", "wrong", "誤り")
    assert str(one) == "error c stops.txt:3: wrong"
    assert SMALL.startswith("\n# agency.txt")


def test_only_the_row_that_would_make_too_many_trips_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frequencies, "MOST_CALLS", 50)
    rows = "t3,00:00:00,23:00:00,60\nt3,10:00:00,10:30:00,600\n"
    feed = read_feed(
        write_folder(
            tmp_path / "feed", frequencies=f"trip_id,start_time,end_time,headway_secs\n{rows}"
        )
    )
    runs = [trip for trip in feed.table("trips")["trip_id"].astype(str) if trip.startswith("t3@")]
    assert runs == ["t3@10:00:00", "t3@10:10:00", "t3@10:20:00"]
    assert [(n.code, n.row) for n in feed.notices if n.code == "too_many_runs"] == [
        ("too_many_runs", 2)
    ]
