"""Which services run on a date, and which kind of day it is."""

import datetime as dt
from pathlib import Path

import pytest

from planner.errors import OutsideValidity
from planner.feed.read import read_feed
from planner.feed.services import day_type, representative_date, services_on, validity
from tests.feeds import write_folder

CALENDAR_DATES_ONLY = """
service_id,date,exception_type
weekday,20260402,1
holiday,20260404,1
holiday,20260405,1
holiday,20260405,2
"""


def test_calendar_alone(tmp_path: Path) -> None:
    feed = read_feed(write_folder(tmp_path, calendar_dates=None))
    assert services_on(feed, dt.date(2026, 4, 29)) == {"weekday"}
    assert services_on(feed, dt.date(2026, 4, 26)) == {"holiday"}
    assert services_on(feed, dt.date(2026, 5, 1)) == frozenset()


def test_calendar_dates_alone(tmp_path: Path) -> None:
    feed = read_feed(write_folder(tmp_path, calendar=None, calendar_dates=CALENDAR_DATES_ONLY))
    assert services_on(feed, dt.date(2026, 4, 2)) == {"weekday"}
    assert services_on(feed, dt.date(2026, 4, 3)) == frozenset()
    assert services_on(feed, dt.date(2026, 4, 4)) == {"holiday"}
    assert validity(feed) == (dt.date(2026, 4, 2), dt.date(2026, 4, 5))


def test_calendar_dates_change_the_calendar(tmp_path: Path) -> None:
    feed = read_feed(write_folder(tmp_path))
    assert services_on(feed, dt.date(2026, 4, 29)) == {"holiday"}
    assert services_on(feed, dt.date(2026, 4, 28)) == {"weekday"}


def test_feed_info_says_how_long_a_feed_is_valid(tmp_path: Path) -> None:
    info = "feed_publisher_name,feed_start_date,feed_end_date\nx,20260314,20270331"
    feed = read_feed(write_folder(tmp_path, feed_info=info))
    assert validity(feed) == (dt.date(2026, 3, 14), dt.date(2027, 3, 31))


@pytest.mark.parametrize(
    ("day", "kind"),
    [
        ("2026-11-30", "weekday"),
        ("2026-11-28", "holiday"),  # Saturday
        ("2026-11-29", "holiday"),  # Sunday
        ("2026-11-23", "holiday"),  # Labour Thanksgiving Day
        ("2026-05-06", "holiday"),  # substitute holiday
        ("2026-09-22", "holiday"),  # a day between two holidays
        ("2026-12-29", "weekday"),
        ("2026-12-30", "holiday"),
        ("2027-01-03", "holiday"),
        ("2027-01-04", "weekday"),
        ("2014-12-29", "weekday"),
    ],
)
def test_japanese_holidays_run_the_holiday_timetable(day: str, kind: str) -> None:
    assert day_type(dt.date.fromisoformat(day)) == kind


def test_a_representative_day_is_an_ordinary_one_inside_the_validity() -> None:
    first, last = dt.date(2026, 4, 28), dt.date(2026, 5, 31)
    # 29 April and 6 May are holidays, so the first ordinary Wednesday is the 13th
    assert representative_date(first, last, "weekday") == dt.date(2026, 5, 13)
    assert representative_date(first, last, "holiday") == dt.date(2026, 5, 3)
    near = dt.date(2026, 5, 19)
    assert representative_date(first, last, "weekday", near) == near
    assert representative_date(first, dt.date(2026, 4, 28), "weekday") == dt.date(2026, 4, 28)


def test_a_period_without_such_a_day_is_an_error() -> None:
    day = dt.date(2026, 4, 28)
    with pytest.raises(OutsideValidity, match="no holiday"):
        representative_date(day, day, "holiday")
