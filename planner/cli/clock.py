"""The clock in Japan, and what ``--date`` and ``--at`` mean together."""

import datetime as dt
from dataclasses import dataclass

from planner.errors import BadDate, BadTime
from planner.units import DAY, DAY_ENDS, DAY_STARTS, JAPAN, parse_time


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of a service day, and the calendar date it was asked with."""

    service_date: dt.date
    time: int
    asked: dt.date


def now() -> dt.datetime:
    """The clock, in Japan: only the command line reads it."""
    return dt.datetime.now(JAPAN)


def parse_date(text: str) -> dt.date:
    """Read ``YYYY-MM-DD``; empty means today in Japan.

    Raises:
        BadDate: not a calendar date.
    """
    if not text:
        return now().date()
    try:
        return dt.date.fromisoformat(text.strip())
    except ValueError:
        raise BadDate(text) from None


def moment(date: str, at: str, whole_day: bool = False) -> Moment:
    """What ``--date`` and ``--at`` mean together.

    The hours 0 to 2 belong to the service day before. Without ``--at`` a question about today
    means now, about another date (or about a ``whole_day``) the start of the service day.

    Raises:
        BadDate, BadTime: not a date, or not a time of a service day (03:00 to 26:59).
    """
    day = parse_date(date)
    if day in (dt.date.min, dt.date.max):  # no day before, or none after
        raise BadDate(date)
    if at.strip():
        return _of_service_day(day, clock_time(at))
    clock = now()
    if day != clock.date():
        return Moment(day, DAY_STARTS, day)
    minute = (clock.hour * 60 + clock.minute) * 60
    here = _of_service_day(day, minute)
    return Moment(here.service_date, DAY_STARTS, day) if whole_day else here


def clock_time(text: str) -> int:
    """A time before 27:00 in seconds.

    Raises:
        BadTime: not a time, or one that no service day has.
    """
    time = parse_time(text)
    if time >= DAY_ENDS:
        raise BadTime(text)
    return time


def latest(text: str) -> int | None:
    """A time until which something lasts, of the running service day: 00:30 is 24:30.

    Raises:
        BadTime: not a time of a service day.
    """
    if not text.strip():
        return None
    time = clock_time(text)
    return time if time >= DAY_STARTS else time + DAY


def _of_service_day(day: dt.date, time: int) -> Moment:
    if time >= DAY_STARTS:
        return Moment(day, time, day)
    return Moment(day - dt.timedelta(days=1), time + DAY, day)
