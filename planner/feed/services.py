"""Which services run on a date, and which kind of day a date is in Japan."""

import datetime as dt
from typing import TYPE_CHECKING, Literal

from planner.errors import OutsideValidity

if TYPE_CHECKING:
    from planner.feed.read import Feed

DayType = Literal["weekday", "holiday"]
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ADDED, REMOVED = 1, 2  # exception_type of calendar_dates.txt


def services_on(feed: "Feed", date: dt.date) -> frozenset[str]:
    """The service ids that run on the service day ``date``: calendar.txt, then calendar_dates.txt.

    A date outside the feed is answered by an empty set; it is the caller who knows whether that is
    a mistake (``registry.require_date``).
    """
    day = as_int(date)
    calendar, dates = feed.table("calendar"), feed.table("calendar_dates")
    runs = (calendar["start_date"] <= day) & (day <= calendar["end_date"])
    running = set(calendar["service_id"][runs & (calendar[WEEKDAYS[date.weekday()]] == 1)])
    today = dates[dates["date"] == day]
    running |= set(today["service_id"][today["exception_type"] == ADDED])
    running -= set(today["service_id"][today["exception_type"] == REMOVED])
    return frozenset(map(str, running))


def as_int(date: dt.date) -> int:
    """The date as feeds write it: 20261201."""
    return date.year * 10_000 + date.month * 100 + date.day


def from_int(day: int) -> dt.date:
    """The date of 20261201 (ValueError when there is none)."""
    return dt.date(day // 10_000, day // 100 % 100, day % 100)


def validity(feed: "Feed") -> tuple[dt.date, dt.date] | None:
    """First and last date with trains: of feed_info.txt where given, else of the calendars."""
    info = feed.table("feed_info")
    calendar, dates = feed.table("calendar"), feed.table("calendar_dates")
    added = dates["date"][dates["exception_type"] == ADDED]
    first = [*info["feed_start_date"].head(1)[info["feed_start_date"] > 0]]
    last = [*info["feed_end_date"].head(1)[info["feed_end_date"] > 0]]
    starts = first or [*calendar["start_date"], *added]
    ends = last or [*calendar["end_date"], *added]
    if not starts or not ends:
        return None
    return from_int(int(min(starts))), from_int(int(max(ends)))


def day_type(date: dt.date) -> DayType:
    """Which timetable Japanese railways run: ``holiday`` on Saturdays, Sundays, national holidays.

    Also from 30 December to 3 January, when most run the Saturday/holiday timetable.
    """
    if date.weekday() >= 5:
        return "holiday"
    from planner.feed.day_types import is_holiday  # takes a while, and weekends need none of it

    return "holiday" if is_holiday(date) else "weekday"


def representative_date(
    valid_from: dt.date, valid_to: dt.date, wanted: DayType, near: dt.date | None = None
) -> dt.date:
    """An ordinary date inside the validity whose timetable is the ``wanted`` one.

    ``near`` is kept if it is such a day itself. Otherwise the first Wednesday stands for weekdays
    and the first Sunday for Saturdays and holidays, else the first day of that kind.

    Raises:
        OutsideValidity: no day of that kind in the period.
    """
    if near is not None and valid_from <= near <= valid_to and day_type(near) == wanted:
        return near
    typical = 2 if wanted == "weekday" else 6
    first = None
    # a period of a month that has no ordinary Wednesday or Sunday has none at all
    for offset in range(min((valid_to - valid_from).days, 60) + 1):
        date = valid_from + dt.timedelta(days=offset)
        if day_type(date) != wanted:
            continue
        if date.weekday() == typical:
            return date
        first = first or date
    if first is not None:
        return first
    kind_ja = "平日" if wanted == "weekday" else "土休日"
    raise OutsideValidity(
        f"{valid_from} to {valid_to}: the feed has no {wanted} to run",
        f"{valid_from}〜{valid_to}: この時刻表に{kind_ja}がありません",
    )
