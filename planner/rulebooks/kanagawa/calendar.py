"""Game days: which day a moment belongs to, and which days may be rest days (R12)."""

import datetime as dt
import re
from functools import lru_cache

import jpholiday

from planner.errors import BadValue
from planner.rulebooks.kanagawa.rules import Rules
from planner.units import DAY, JAPAN

_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d{1,2}):([0-5]\d)(?::([0-5]\d))?")


@lru_cache(maxsize=65536)
def moment(text: str) -> int:
    """Seconds of a moment in Japan: ``date.toordinal() * 86400`` plus the time of day.

    Hours may pass 24 ("2014-07-01 24:50"); a text with an offset is turned into Japan time.

    Raises:
        BadValue: not a moment.
    """
    match = _MOMENT.fullmatch(text.strip())
    try:
        if match is None:
            when = dt.datetime.fromisoformat(text.strip())
            if when.tzinfo is None:
                raise ValueError
            when = when.astimezone(JAPAN)
            return when.toordinal() * DAY + when.hour * 3600 + when.minute * 60 + when.second
        day, hour, minute, second = match.groups(default="0")
        if int(hour) > 29:
            raise ValueError
        number = dt.date.fromisoformat(day).toordinal()
        return number * DAY + int(hour) * 3600 + int(minute) * 60 + int(second)
    except ValueError:
        raise BadValue(
            f"{text!r} is not a moment; write YYYY-MM-DD HH:MM",
            f"「{text}」は日時として読めません。YYYY-MM-DD HH:MM と書いてください",
        ) from None


def moment_text(seconds: int) -> str:
    """A moment as "YYYY-MM-DD HH:MM", with the seconds where there are any."""
    day, rest = divmod(seconds, DAY)
    text = f"{dt.date.fromordinal(day).isoformat()} {rest // 3600:02d}:{rest // 60 % 60:02d}"
    return f"{text}:{rest % 60:02d}" if rest % 60 else text


def game_day(seconds: int, rules: Rules) -> int:
    """The day a moment belongs to: before ``day_boundary`` it is the day before."""
    return (seconds - rules.day_boundary) // DAY


def day_end(day: int, rules: Rules) -> int:
    """The moment at which a game day is over."""
    return (day + 1) * DAY + rules.day_boundary


@lru_cache(maxsize=65536)
def is_holiday(day: int) -> bool:
    """Whether the date is a national holiday, substitute and sandwiched ones included."""
    return bool(jpholiday.is_holiday(dt.date.fromordinal(day)))


def has_close(day: int, rules: Rules) -> bool:
    """Whether there is a Nikkei close: Monday to Friday, no national holiday, and not a day at the
    turn of the year on which the exchange is closed (S3)."""
    month_day = dt.date.fromordinal(day).isoformat()[5:]
    return day_of_week(day) < 5 and not is_holiday(day) and month_day not in rules.exchange_closed


def day_of_week(day: int) -> int:
    """Monday is 0."""
    return (day + 6) % 7


def rest_barred(day: int, last_day: int, rules: Rules) -> tuple[str, str] | None:
    """Why no rest day can be declared that day, in English and Japanese; None if it can (R12)."""
    if day_of_week(day) not in rules.weekdays:
        return (
            "a rest day is declared Sunday to Thursday only",
            "休息日宣言は日曜から木曜に限ります",
        )
    if day > last_day - 1 - rules.last_days_barred:
        return (
            f"the last {rules.last_days_barred} days before the last day are barred",
            f"最終日とその前{rules.last_days_barred}日には休息日宣言ができません",
        )
    if is_holiday(day + 1):
        return ("tomorrow is a national holiday", "国民の祝日の前日には休息日宣言ができません")
    return None
