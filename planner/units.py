"""Times, money and distances as whole numbers: every parsing and printing of them."""

import datetime as dt
import re
from typing import NewType

from planner.errors import BadTime

ServiceSeconds = NewType("ServiceSeconds", int)
"""Seconds since noon minus 12 h of the service day; may pass 86,400."""
Yen = NewType("Yen", int)
"""Whole yen."""
Hectometres = NewType("Hectometres", int)
"""Tenths of a kilometre, the unit of published operating distances (eigyo kiro, 営業キロ)."""

DAY = 86_400
DAY_STARTS = 3 * 3600
DAY_ENDS = DAY + DAY_STARTS
"""A service day is what runs from 03:00 until 27:00: earlier trains are the night before's."""
JAPAN = dt.timezone(dt.timedelta(hours=9), "JST")  # no daylight saving since 1951

_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)(?::([0-5]\d))?")


def parse_time(text: str) -> ServiceSeconds:
    """Read ``H:MM`` or ``H:MM:SS`` (hours may pass 24): ``parse_time("25:10:00") == 90_600``.

    Raises:
        BadTime: the text is not a time.
    """
    match = _CLOCK.fullmatch(text.strip().translate(_FULL_WIDTH))
    if match is None:
        raise BadTime(text)
    hours, minutes, seconds = match.groups(default="0")
    return ServiceSeconds(int(hours) * 3600 + int(minutes) * 60 + int(seconds))


_FULL_WIDTH = {ord("０") + i: str(i) for i in range(10)} | {ord("："): ":"}


def format_clock(time: int) -> str:
    """Print as ``HH:MM`` of the service day, past midnight as ``24:31``; seconds are cut off."""
    return f"{time // 3600:02d}:{time // 60 % 60:02d}"


def format_time(time: int) -> str:
    """Print as ``HH:MM:SS``, the form GTFS uses."""
    return f"{time // 3600:02d}:{time // 60 % 60:02d}:{time % 60:02d}"


def clock_datetime(service_date: dt.date, time: int) -> dt.datetime:
    """The moment in Japan of a time of a service day."""
    midnight = dt.datetime.combine(service_date, dt.time(), JAPAN)
    return midnight + dt.timedelta(seconds=time)


def format_km(distance: int) -> str:
    """Print tenths of a kilometre as ``22.3``."""
    sign = "-" if distance < 0 else ""
    return f"{sign}{abs(distance) // 10}.{abs(distance) % 10}"


def km_rounded_up(distance: int) -> int:
    """Whole kilometres, rounded up: what fare bands are looked up by (JR 旅客営業規則 8条)."""
    return -(-distance // 10)
