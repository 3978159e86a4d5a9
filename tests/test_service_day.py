"""Which trains a service day has, for any date of any calendar, and when they are compiled anew."""

import datetime as dt
from pathlib import Path

import pytest

from planner.errors import OutsideValidity
from planner.search.query import Planner, Wish
from planner.timetable import opening
from planner.units import format_clock, parse_time
from tests.feeds import SMALL, write_folder

pytestmark = pytest.mark.usefixtures("own_home")

TRIPS = "route_id,service_id,trip_id,trip_headsign,direction_id,block_id\n"
TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
CALENDAR = (
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
)
NIGHT = {
    "trips": TRIPS + "Enoden,daily,early,,0,\nEnoden,daily,late,,0,\nEnoden,daily,noon,,0,\n",
    "stop_times": TIMES + "early,00:20:00,00:20:00,fujisawa,1\nearly,00:54:00,00:54:00,kamakura,2\n"
    "late,25:10:00,25:10:00,fujisawa,1\nlate,25:40:00,25:40:00,kamakura,2\n"
    "noon,12:00:00,12:00:00,fujisawa,1\nnoon,12:34:00,12:34:00,kamakura,2\n",
    "calendar_dates": None,
}


def daily(first: str, last: str) -> str:
    return f"{CALENDAR}daily,1,1,1,1,1,1,1,{first},{last}\n"


def departs(feed: Path, day: str, at: str, **wish: int) -> list[str]:
    """The departures of the next journeys from 藤沢 to 鎌倉."""
    planner = Planner.open(str(feed), dt.date.fromisoformat(day), "none")
    answer = planner.route("藤沢", "鎌倉", parse_time(at), Wish(count=wish.get("count", 1)))
    return [format_clock(int(journey.departs)) for journey in answer.journeys]


def test_a_train_filed_before_three_belongs_to_the_night_before(tmp_path: Path) -> None:
    feed = write_folder(tmp_path, SMALL, **NIGHT, calendar=daily("20260401", "20260430"))
    assert departs(feed, "2026-04-10", "23:50", count=5) == ["24:20", "25:10"]
    assert departs(feed, "2026-04-10", "24:21") == ["25:10"]
    assert departs(feed, "2026-04-30", "23:50", count=5) == ["25:10"]  # the feed ends that night


def test_after_the_only_train_of_a_night_comes_that_of_the_next_and_after_the_last_none(
    tmp_path: Path,
) -> None:
    trips = {**NIGHT, "trips": TRIPS + "Enoden,daily,early,,0,\n"}
    feed = write_folder(tmp_path, SMALL, **trips, calendar=daily("20260401", "20260430"))
    following = {}
    for day in (10, 29):
        planner = Planner.open(str(feed), dt.date(2026, 4, day), "none")
        answer = planner.route("藤沢", "鎌倉", parse_time("24:30"))
        assert answer.none_because == "no_train_left"
        following[day] = answer.next_day_first
    assert following[10] is not None
    assert following[10].service_date == dt.date(2026, 4, 11)
    assert format_clock(int(following[10].departs)) == "24:20"
    assert following[29] is None


@pytest.mark.parametrize(
    ("first", "last"),
    [("20200101", "20301231"), ("00010101", "99991231"), ("20260401", "99991231")],
)
def test_a_long_calendar_is_served_whatever_the_date(tmp_path: Path, first: str, last: str) -> None:
    feed = write_folder(tmp_path, SMALL, **NIGHT, calendar=daily(first, last))
    for day in ("2026-11-30", "2029-02-28", "2026-11-30", "2026-04-01"):
        assert departs(feed, day, "8:00") == ["12:00"]
    if first == "20200101":
        with pytest.raises(OutsideValidity):
            departs(feed, "2031-01-01", "8:00")


def test_a_feed_in_a_folder_beside_a_note_is_seen_to_change(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("a feed of one line")
    calendar = daily("20260401", "20260430")
    write_folder(tmp_path / "gtfs", SMALL, **NIGHT, calendar=calendar)
    assert departs(tmp_path, "2026-04-10", "8:00") == ["12:00"]
    later = {**NIGHT, "stop_times": str(NIGHT["stop_times"]).replace("12:00:00", "12:01:00")}
    write_folder(tmp_path / "gtfs", SMALL, **later, calendar=calendar)
    assert departs(tmp_path, "2026-04-10", "8:00") == ["12:01"]


def test_a_transfer_without_a_time_leaves_the_change_time_as_it_is(tmp_path: Path) -> None:
    tight = {
        "trips": TRIPS + "Enoden,daily,a,,0,\nEnoden,daily,b,,0,\n",
        "stop_times": TIMES + "a,10:00:00,10:00:00,fujisawa,1\na,10:30:00,10:30:00,enoshima,2\n"
        "b,10:30:00,10:30:00,enoshima,1\nb,10:50:00,10:50:00,kamakura,2\n",
        "calendar_dates": None,
        "calendar": daily("20260401", "20260430"),
    }
    head = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
    for row, changes in (("", False), ("enoshima,enoshima,2,", False), ("*,*,2,0", True)):
        rows = head + row.replace("*", "enoshima") + "\n"
        feed = write_folder(tmp_path / str(changes) / row, SMALL, **tight, transfers=rows)
        assert bool(departs(feed, "2026-04-10", "8:00")) == changes, row


def test_other_station_data_makes_other_timetables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = write_folder(tmp_path / "feed", SMALL, **NIGHT, calendar=daily("20260401", "20260430"))
    made_at = Planner.open(str(feed), dt.date(2026, 4, 10)).opened.cached_at
    assert Planner.open(str(feed), dt.date(2026, 4, 11)).opened.cached_at == made_at

    def elsewhere(*parts: str) -> Path:
        return tmp_path.joinpath(*parts)

    monkeypatch.setattr(opening, "data_path", elsewhere)
    for name in opening.STATION_DATA:
        (tmp_path / name).write_text("")
    assert opening._state() not in str(made_at)
