"""Each rule finds its fault, at its row, and says nothing of a sound feed."""

from pathlib import Path

import pytest

from planner.feed.checks import CHECKS, check
from planner.feed.notices import RULES, count_by_severity
from planner.feed.read import read_feed
from tests.feeds import contents, write_folder

AGENCY = "agency_id,agency_name,agency_url,agency_timezone\n"
STOPS = contents()["stops.txt"].replace("stop_lon\n", "stop_lon,location_type,parent_station\n")
STOPS = (
    STOPS.replace("4873\n", "4873,,\n").replace("4940\n", "4940,,\n").replace("5503\n", "5503,,\n")
)
TRIPS = contents()["trips.txt"]
CALLS = contents()["stop_times.txt"]
CALENDAR = contents()["calendar.txt"]
TRANSFERS = "from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\n"

# code, row, and the file that has the fault
FAULTS: list[tuple[str, int, dict[str, str | None]]] = [
    ("stop_without_name", 6, {"stops": STOPS + "x,,35.3,139.5,0,"}),
    ("stop_without_place", 6, {"stops": STOPS + "x,X,,,0,"}),
    ("stop_without_place", 6, {"stops": STOPS + "x,X,0,0,0,"}),
    ("stop_without_place", 6, {"stops": STOPS + "x,X,95,139.5,0,"}),
    ("stop_never_served", 6, {"stops": STOPS + "x,X,35.3,139.5,0,"}),
    ("station_without_stops", 6, {"stops": STOPS + "x,X,35.3,139.5,1,"}),
    ("stop_without_parent", 6, {"stops": STOPS + "x,X,35.3,139.5,2,"}),
    ("station_with_parent", 6, {"stops": STOPS + "x,X,35.3,139.5,1,kamakura"}),
    ("wrong_parent", 6, {"stops": STOPS + "x,X,35.319,139.55,0,kamakura"}),
    ("wrong_parent", 7, {"stops": STOPS + "s,S,35.3,139.5,1,\nx,X,35.3,139.5,4,s"}),
    ("far_from_parent", 7, {"stops": STOPS + "s,S,35.3,139.5,1,\nx,X,35.4,139.5,0,s"}),
    ("unknown_reference", 6, {"stops": STOPS + "x,X,35.3,139.5,0,nowhere"}),
    ("bad_value", 6, {"stops": STOPS + "x,X,35.3,139.5,9,"}),
    ("bad_value", 6, {"stops": STOPS + "x,X,north,139.5,0,"}),
    ("duplicate_key", 6, {"stops": STOPS + "kamakura,X,35.3,139.5,0,"}),
    (
        "call_at_station",
        10,
        {
            "stops": STOPS + "s,S,35.3389,139.4873,1,",
            "stop_times": CALLS + "t3,09:50:00,09:50:00,s,3",
        },
    ),
    ("no_calendar", 0, {"calendar": None, "calendar_dates": None}),
    ("no_train", 0, {"stop_times": CALLS.split("\n")[0]}),
    ("dates_out_of_order", 4, {"calendar": CALENDAR + "x,1,1,1,1,1,1,1,20260401,20260331"}),
    ("service_never_runs", 4, {"calendar": CALENDAR + "x,1,1,1,1,1,1,1,20260401,20260331"}),
    ("service_never_runs", 4, {"calendar": CALENDAR + "x,0,0,0,0,0,0,0,20260401,20260430"}),
    ("service_without_trips", 4, {"calendar": CALENDAR + "x,1,1,1,1,1,1,1,20260401,20260430"}),
    ("bad_value", 4, {"calendar": CALENDAR + "x,1,1,1,1,1,1,1,20260401,20260431"}),
    ("bad_value", 4, {"calendar": CALENDAR + "x,1,1,1,1,1,1,2,20260401,20260430"}),
    (
        "service_outside_feed",
        2,
        {"feed_info": "feed_publisher_name,feed_start_date,feed_end_date\nx,20260402,20260430"},
    ),
    (
        "dates_out_of_order",
        2,
        {"feed_info": "feed_publisher_name,feed_start_date,feed_end_date\nx,20270402,20260430"},
    ),
    ("too_fast", 9, {"stop_times": CALLS.replace("t3,09:34:00,09:34", "t3,09:00:30,09:00:30")}),
    ("time_stands_still", 4, {"stop_times": CALLS.replace("08:14", "08:11")}),
    ("long_hop", 7, {"stop_times": CALLS.replace("24:24", "47:24")}),
    ("trip_without_calls", 5, {"trips": TRIPS + "Enoden,weekday,t9,鎌倉,0,"}),
    (
        "trip_of_one_stop",
        10,
        {
            "trips": TRIPS + "Enoden,weekday,t9,,,",
            "stop_times": CALLS + "t9,09:50:00,09:50:00,kamakura,3",
        },
    ),
    (
        "route_without_trips",
        3,
        {"routes": contents()["routes.txt"] + "Other,E,,別の線,2"},
    ),
    ("route_without_name", 3, {"routes": contents()["routes.txt"] + "Other,E,,,2"}),
    ("no_agency", 0, {"agency": None}),
    ("no_agency", 0, {"agency": AGENCY}),
    ("agency_without_name", 2, {"agency": AGENCY + "E,,https://www.example.com/,Asia/Tokyo"}),
    ("agency_without_routes", 3, {"agency": AGENCY + "E,江ノ電,,Asia/Tokyo\nF,小田急,,Asia/Tokyo"}),
    ("timezones_differ", 0, {"agency": AGENCY + "E,江ノ電,,Asia/Tokyo\nF,小田急,,Asia/Seoul"}),
    ("unknown_timezone", 2, {"agency": AGENCY + "E,江ノ電,,Asia/Kamakura"}),
    (
        "agency_unclear",
        2,
        {
            "agency": AGENCY + "E,江ノ電,,Asia/Tokyo\nF,小田急,,Asia/Tokyo",
            "routes": "route_id,route_long_name,route_type\nEnoden,江ノ電線,2",
        },
    ),
    ("block_overlaps", 3, {"stop_times": CALLS.replace("23:50", "08:20")}),
    ("transfer_without_trips", 2, {"transfers": TRANSFERS + "kamakura,kamakura,t1,,4,"}),
    ("transfer_without_stops", 2, {"transfers": TRANSFERS + "kamakura,,,,2,60"}),
    ("transfer_without_time", 2, {"transfers": TRANSFERS + "kamakura,kamakura,,,2,"}),
    ("bad_value", 2, {"transfers": TRANSFERS + "kamakura,kamakura,,,6,"}),
    ("through_trips_apart", 2, {"transfers": TRANSFERS + "kamakura,fujisawa,t1,t3,4,"}),
    ("through_trips_early", 2, {"transfers": TRANSFERS + "kamakura,kamakura,t3,t1,4,"}),
    (
        "frequencies_overlap",
        3,
        {
            "frequencies": "trip_id,start_time,end_time,headway_secs\n"
            "t1,10:00:00,10:30:00,600\nt1,10:20:00,11:00:00,600"
        },
    ),
]


@pytest.mark.parametrize(("code", "row", "changed"), FAULTS)
def test_a_rule_finds_its_fault(
    tmp_path: Path, code: str, row: int, changed: dict[str, str | None]
) -> None:
    found = check(read_feed(write_folder(tmp_path / "feed", **changed)))
    assert (code, row) in [(n.code, n.row) for n in found]


def test_a_sound_feed_has_no_faults(tmp_path: Path) -> None:
    assert check(read_feed(write_folder(tmp_path / "feed", stops=STOPS))) == ()


def test_a_continued_train_may_begin_on_the_next_service_day(tmp_path: Path) -> None:
    changed = {"transfers": TRANSFERS + "fujisawa,fujisawa,t2,t1,4,"}
    assert check(read_feed(write_folder(tmp_path / "feed", **changed))) == ()


def test_whole_minutes_are_given_a_minute_of_rounding(tmp_path: Path) -> None:
    # 0.72 km in one minute to the minute is no fault
    calls = CALLS.replace("08:14:00,08:14:00", "08:12:00,08:12:00")
    assert check(read_feed(write_folder(tmp_path / "feed", stop_times=calls))) == ()


def test_errors_come_first_and_are_counted(tmp_path: Path) -> None:
    changed = {"stops": STOPS + "x,,,,9,nowhere", "agency": AGENCY + "E,,,Asia/Kamakura"}
    found = check(read_feed(write_folder(tmp_path / "feed", **changed)))
    ranks = [["error", "warning", "info"].index(n.severity) for n in found]
    assert ranks == sorted(ranks)
    assert count_by_severity(found)["error"] == sum(n.severity == "error" for n in found)


def test_every_rule_has_its_text_in_both_languages() -> None:
    tested = {code for code, _, _ in FAULTS}
    for code, (severity, english, japanese) in RULES.items():
        assert severity in {"error", "warning", "info"}
        assert english
        assert any(ord(sign) > 0x3000 for sign in japanese), code
    elsewhere = {  # met while reading: tested with the reader
        "empty_file", "unknown_column", "duplicate_column", "missing_column", "row_width",
        "broken_quoting", "missing_value", "time_missing_at_end", "only_one_time",
        "times_interpolated", "time_goes_back", "departs_before_arriving", "bad_headway",
        "too_many_runs", "transfer_of_template",
    }  # fmt: skip
    of_fares = {code for code in RULES if code.startswith("fare_")}
    assert set(RULES) == tested | elsewhere | of_fares
    assert len(CHECKS) == len(set(CHECKS))
