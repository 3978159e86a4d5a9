"""Weekday and holiday timetables written out as GTFS calendars for Japan."""

import datetime as dt
from collections.abc import Iterable, Iterator

from planner.feed.gtfs_zip import Rows

WEEKDAY = "Weekday"
SATURDAY_HOLIDAY = "SaturdayHoliday"
DAILY = "Daily"

# service -> days of the week it runs on (Monday first), and whether it runs on holidays
PATTERNS: dict[str, tuple[str, bool]] = {
    WEEKDAY: ("1111100", False),
    SATURDAY_HOLIDAY: ("0000011", True),
    "Saturday": ("0000010", False),
    "Holiday": ("0000001", True),
    DAILY: ("1111111", True),
}
_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"


def is_holiday(date: dt.date) -> bool:
    """Whether the railways run their holiday timetable: national holidays and 30 Dec - 3 Jan.

    The New Year days are what all railways of Kanagawa announce each year, not law.
    """
    import jpholiday

    new_year = (date.month, date.day) in {(12, 30), (12, 31), (1, 1), (1, 2), (1, 3)}
    return new_year or bool(jpholiday.is_holiday(date))


def holidays(start: dt.date, end: dt.date) -> Iterator[dt.date]:
    """The holidays of ``is_holiday`` from ``start`` to ``end``, both included."""
    for offset in range((end - start).days + 1):
        date = start + dt.timedelta(days=offset)
        if is_holiday(date):
            yield date


def calendar_tables(services: Iterable[str], start: dt.date, end: dt.date) -> dict[str, Rows]:
    """``calendar.txt`` and ``calendar_dates.txt`` of the services (keys of PATTERNS)."""
    days_off = list(holidays(start, end))
    first, last = start.strftime("%Y%m%d"), end.strftime("%Y%m%d")
    weeks: list[list[str]] = []
    dates: list[list[str]] = []
    for service in services:
        week, on_holidays = PATTERNS[service]
        weeks.append([service, *week, first, last])
        for date in days_off:
            if (week[date.weekday()] == "1") != on_holidays:
                dates.append([service, date.strftime("%Y%m%d"), "1" if on_holidays else "2"])
    return {
        "calendar.txt": (f"service_id {_DAY_NAMES} start_date end_date", weeks),
        "calendar_dates.txt": ("service_id date exception_type", dates),
    }
