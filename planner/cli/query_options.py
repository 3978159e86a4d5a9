"""Options of every verb that asks the timetable, and what they mean together: day, hour, feed."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli.lang import LANGUAGES, say
from planner.cli.options import now, parse_date
from planner.errors import BadDate, BadNumber, BadTime, BadValue, UnknownName
from planner.units import parse_time

if TYPE_CHECKING:
    from planner.search.query import Planner

DAY_STARTS = 3 * 3600
DAY_ENDS = 27 * 3600
DAY = 24 * 3600
MOST = 10**9
"""Larger numbers mean the same as this one; it still fits the search's 32 bits."""

From = Annotated[str, typer.Argument(metavar="FROM", help=say("出発駅", "Station to start from"))]
To = Annotated[str, typer.Argument(metavar="TO", help=say("到着駅", "Station to go to"))]
At = Annotated[
    str,
    typer.Option(
        "--at",
        metavar="HH:MM",
        help=say(
            "時刻(00:00-02:59 は前日の 24:00-26:59。既定: 今日なら現在、他の日は始発から)",
            "Time; 00:00-02:59 is 24:00-26:59 of the day before (default: now, or first trains)",
        ),
    ),
]
Rules = Annotated[
    str,
    typer.Option(
        "--rules",
        help=say(
            "移動規則 kanagawa(ゲーム) / none(通常)", "kanagawa (the game's) or none (ordinary)"
        ),
    ),
]
FeedName = Annotated[
    str,
    typer.Option(
        "--feed",
        help=say("時刻表の名前・パス(既定: 選択中)", "Name or path (default: the chosen one)"),
    ),
]
AsIf = Annotated[
    str,
    typer.Option(
        "--as-if",
        metavar="DAYTYPE",
        help=say(
            "weekday(平日)/ holiday(土休日)ダイヤで検索", "Run the trains of a weekday or holiday"
        ),
    ),
]
By = Annotated[
    str,
    typer.Option(
        "--by",
        metavar="WHAT",
        help=say(
            "time 早い順 / fare 安い順 / changes 乗換順 / all 全部",
            "What counts first: time, fare, changes; all: the whole Pareto set",
        ),
    ),
]
Budget = Annotated[
    int | None,
    typer.Option("--budget", metavar="YEN", help=say("予算(円)", "Spend no more than this")),
]
ArriveBy = Annotated[
    bool,
    typer.Option(
        "--arrive-by", help=say("--at を到着時刻とする", "--at is the latest time to arrive")
    ),
]
Stops = Annotated[
    list[str] | None,
    typer.Option(
        "--stop",
        metavar="STATION",
        help=say("下車する駅(複数可)", "Get off there on the way (repeatable)"),
    ),
]
AnyOrder = Annotated[
    bool, typer.Option("--any-order", help=say("--stop の順を問わない", "Stops in any order"))
]
Via = Annotated[
    list[str] | None,
    typer.Option(
        "--via", metavar="STATION", help=say("経由駅(複数可)", "Pass through there (repeatable)")
    ),
]
Avoid = Annotated[
    list[str] | None,
    typer.Option(
        "--avoid",
        metavar="PLACE",
        help=say("避ける駅・路線(複数可)", "Station or line not to touch (repeatable)"),
    ),
]
Count = Annotated[
    int | None,
    typer.Option("--count", metavar="N", help=say("表示する件数", "How many journeys")),
]
Ic = Annotated[bool, typer.Option("--ic", help=say("IC 運賃", "Prices by IC card"))]
Tickets = Annotated[
    str,
    typer.Option(
        "--tickets",
        metavar="HOW",
        help=say(
            "maximal 通し / split 分割も検討", "maximal, or split: also get off to buy a new ticket"
        ),
    ),
]
Discounts = Annotated[
    bool, typer.Option("--discounts", help=say("乗継割引を適用", "Apply transfer discounts"))
]


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of a service day, and the calendar date it was asked with."""

    service_date: dt.date
    time: int
    asked: dt.date


def moment(date: str, at: str, whole_day: bool = False) -> Moment:
    """What ``--date`` and ``--at`` mean together.

    The hours 0 to 2 belong to the service day before. Without ``--at`` a question about today
    means now, about another date (or about a ``whole_day``) the start of the service day.

    Raises:
        BadDate, BadTime: not a date, or not a time of a service day (03:00 to 26:59).
    """
    day = parse_date(date)
    if at.strip():
        time = parse_time(at)
        if time >= DAY_ENDS:
            raise BadTime(at)
        return _of_service_day(day, time, date)
    clock = now()
    if day != clock.date():
        return Moment(day, DAY_STARTS, day)
    minute = (clock.hour * 60 + clock.minute) * 60
    here = _of_service_day(day, minute, date)
    return Moment(here.service_date, DAY_STARTS, day) if whole_day else here


def _of_service_day(day: dt.date, time: int, written: str) -> Moment:
    if time >= DAY_STARTS:
        return Moment(day, time, day)
    if day == dt.date.min:
        raise BadDate(written)
    return Moment(day - dt.timedelta(days=1), time + DAY, day)


@dataclass(frozen=True, slots=True)
class Where:
    """Which timetable is asked, under which movement rules."""

    feed: str = ""
    rules: str = "kanagawa"
    as_if: str = ""

    def open(self, date: dt.date, quiet: bool = False) -> "Planner":
        """The planner of a service date; unless ``quiet`` it tells of slow search kernels.

        Raises:
            UnknownName: no such feed, rules or kind of day.
            OutsideValidity, FeedUnreadable: as for ``Planner.open``.
        """
        from planner.search.query import Planner

        planner = Planner.open(self.feed or None, date, self.rules, self._kind())
        if not quiet:
            tell_of_slow_kernels()
        return planner

    def check(self) -> None:
        """Look at the names before long work begins.

        Raises:
            UnknownName, FeedUnreadable: as for ``open``.
        """
        from planner.feed.registry import open_feed
        from planner.timetable.movement import movement_rules

        open_feed(self.feed or None)
        movement_rules(self.rules)
        self._kind()

    def _kind(self) -> str | None:
        return one_of(self.as_if, "--as-if", ("weekday", "holiday")) if self.as_if else None


def tell_of_slow_kernels() -> None:
    """One line where the compiled search kernels are missing or older than their source."""
    from planner.cli.kernel_notice import notice

    if told := notice():
        from planner.cli.output import warn

        warn(told)


def one_of(text: str, option: str, words: Sequence[str]) -> str:
    """The word of that spelling, whatever its case.

    Raises:
        UnknownName: it is none of ``words``.
    """
    plain = text.strip().lower().replace("_", "-")
    if plain in words:
        return plain
    import difflib

    near = difflib.get_close_matches(plain, words, cutoff=0.5)
    raise UnknownName(
        f"{option} {text!r}: choose one of {', '.join(words)}",
        f"{option} 「{text}」: {' / '.join(words)} のどれかを指定してください",
        near or words,
    )


def at_least(number: int | None, least: int, option: str) -> int | None:
    """The number, cut to what the search can hold.

    Raises:
        BadNumber: smaller than ``least``.
    """
    if number is None:
        return None
    if number < least:
        wanted = f"a number of at least {least} for {option}"
        raise BadNumber(str(number), wanted, f"{option} は {least} 以上の数にしてください")
    return min(number, MOST)


def check_language(lang: str) -> None:
    """Let ``ja``, ``en`` and nothing pass.

    Raises:
        UnknownName: another language.
    """
    if lang:
        one_of(lang, "--lang", LANGUAGES)


def need_two_ends(planner: "Planner", origin: str, goal: str, between: Sequence[str] = ()) -> None:
    """Let a start and a goal pass that are two places, or have stops between them.

    Raises:
        BadValue: they are one place. UnknownName, AmbiguousName, NotOpen: see ``Planner.station``.
    """
    start, end = planner.station(origin), planner.station(goal)
    if start == end and not between:
        raise BadValue(
            f"{origin!r} and {goal!r} are the same station {end.name}",
            f"出発駅と到着駅が同じです: {end.name}",
        )


def need_time(at: str, option: str) -> None:
    """Let a written time pass.

    Raises:
        BadValue: ``--at`` is missing although ``option`` needs it.
    """
    if not at.strip():
        raise BadValue(
            f"{option} needs a time: add --at HH:MM", f"{option} には --at HH:MM が必要です"
        )
