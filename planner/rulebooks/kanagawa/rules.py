"""Amounts, tables, lists and Decisions, read from ``data/rules/kanagawa.toml``.

A game overrides any of them, flat (``{"unpaid_interest": "capitalised"}``) or by table as in the
file (``{"decisions": {...}}``). Every clause named is one of the rules of the game.
"""

import datetime as dt
import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any
from unicodedata import normalize

from planner.errors import BadTime, BadValue, UnknownName
from planner.feed.line_names import line_named, other_company
from planner.feed.stations import book, identity
from planner.resources import data_path
from planner.units import parse_time


@dataclass(frozen=True)
class Rules:
    """One rule set. Money in yen, distances in km (exact decimals), points whole."""

    allowance: tuple[tuple[Decimal, int], ...]  # R2: (from this many km on, yen), rising
    opening_purse: int
    loan_unit: int
    interest_divisor: int
    penalty_divisor: int
    wrong_fare_factor: int
    refund_window: int  # days
    extra_stations: int
    least_fare: int
    sprint_points: tuple[int, ...]  # by age, from 1
    steps_without_close: int
    bonus_points: tuple[int, ...]  # by number of places, from 1
    last_days_barred: int
    weekdays: tuple[int, ...]  # Monday is 0
    per_player: int
    controllable: tuple[str, ...]
    controllable_line: str
    barred_at_start: tuple[str, ...]
    exchange_closed: tuple[str, ...]
    day_boundary: int  # seconds after midnight
    zero_ride_pays_interest: bool
    voluntary_loans: bool
    interest_on_loan_day: bool
    unpaid_interest: str
    boarding: str
    waiver_deadline: str
    cut_off_pays: str
    report_after_end: str
    refund_booked: str
    refund_claimant: str
    idle_correction: str
    express_charge: str
    transfer_discounts: str
    arrival: str
    modes: str
    rest_day_boarding_point: bool
    sprint_pass_on: bool
    sprint_cycle: str
    line_point: str
    line_pays_first_day: bool
    bonus_counts_sprint_wins: bool  # V1
    pass_outside: bool  # V2

    def allowance_for(self, km: Decimal) -> int:
        """Yen for a distance ridden (R2): the largest threshold not above it, 0 below the first."""
        at = bisect_right(self.allowance, km, key=lambda row: row[0])
        return self.allowance[at - 1][1] if at else 0

    def interest_on(self, debt: int) -> int:
        """A day's interest on the whole debt, rounded up (D2)."""
        return -(-debt // self.interest_divisor)

    def penalty_for(self, missing: int) -> int:
        """Points lost when interest cannot be paid (D4)."""
        return -(-missing // self.penalty_divisor)

    def loan_for(self, shortfall: int) -> int:
        """The loan that a shortfall makes (D1)."""
        return -(-shortfall // self.loan_unit) * self.loan_unit

    def sprint_for(self, age: int) -> int:
        """Points of a sprint win by age in counted days (S1)."""
        return self.sprint_points[min(max(age, 1), len(self.sprint_points)) - 1]

    def bonus_for(self, places: int) -> int:
        """The last day's bonus (C5)."""
        return self.bonus_points[min(places, len(self.bonus_points)) - 1] if places > 0 else 0


def ride_km(text: object) -> Decimal | None:
    """The kilometres of a day's ride, exact; None for what is no distance (R2)."""
    try:
        km = Decimal(normalize("NFKC", str(text)).strip().removesuffix("km").strip())
    except InvalidOperation:
        return None
    return km if km.is_finite() and km >= 0 else None


@cache
def source() -> Mapping[str, Any]:
    """The rule file as it stands."""
    with data_path("rules", "kanagawa.toml").open("rb") as file:
        return tomllib.load(file)


_TABLES = ("money", "plans", "start", "sprint", "bonus", "rest", "lists", "decisions", "variants")


@cache
def standard() -> Rules:
    """The rule set without any game's own choices."""
    values = {}
    for table in _TABLES:
        for key, value in source()[table].items():
            values[key] = _value(key, value)
    return Rules(**values)


def rules_with(options: Mapping[str, Any]) -> Rules:
    """The rule set of a game that overrides some values; see the module's text.

    Raises:
        BadValue: no such option, or a value it cannot have; near names in ``did_you_mean``.
    """
    changes: dict[str, Any] = {}
    for key, value in options.items():
        if isinstance(value, Mapping) and key in _TABLES:
            changes.update((inner, _checked(inner, one)) for inner, one in value.items())
        else:
            changes[key] = _checked(key, value)
    return replace(standard(), **changes) if changes else standard()


def _near(name: str, names: Sequence[str]) -> list[str]:
    import difflib

    return difflib.get_close_matches(name, names)


def _checked(field: str, value: Any) -> Any:
    names = [f.name for f in fields(Rules)]
    if field not in names:
        raise BadValue(
            f"the rules have no option {field!r}",
            f"ルールに「{field}」という設定はありません",
            _near(field, names),
        )
    usual = getattr(standard(), field)
    choices = source()["choices"].get(field)
    wanted, wanted_ja = _wanted(field, usual, choices)
    near: Sequence[str] = ()
    try:
        if isinstance(usual, (bool, str)):
            fits = isinstance(value, type(usual)) and (choices is None or value in choices)
            found = value
        else:
            found = _value(field, value)
            fits = type(found) is type(usual) and _in_range(field, found)
        if fits and field in NAMES:
            check_stations(found)
        if fits and field == "controllable_line":
            controlled_routes(found)
    except UnknownName as error:
        fits, near = False, error.did_you_mean
    except (BadTime, ValueError, TypeError, OverflowError, InvalidOperation):
        fits = False
    if not fits:
        raise BadValue(
            f"{field} = {value!r} will not do: write {wanted}",
            f"{field} = {value!r} は使えません。{wanted_ja}を書いてください",
            near,
        )
    return found


_MONTH_DAY = re.compile(r"(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")
NAMES = {"controllable", "barred_at_start"}
FROM_ONE = {"loan_unit", "interest_divisor", "penalty_divisor", "steps_without_close"}


def _wanted(field: str, usual: Any, choices: Sequence[str] | None) -> tuple[str, str]:
    """What a value of an option looks like, in English and Japanese."""
    if choices is not None:
        return f"one of {', '.join(choices)}", f"{'、'.join(choices)} のどれか"
    if isinstance(usual, bool):
        return "true or false", "true か false"
    if field == "controllable_line":
        return "a line, such as 東海道新幹線", "東海道新幹線 のような路線名"
    if isinstance(usual, str):
        return "a text", "文字列"
    if field in NAMES:
        return "a list of stations", "駅名のリスト"
    if field == "exchange_closed":
        return "a list of dates such as 12-31", "12-31 のような月日のリスト"
    if field == "allowance":
        return (
            'pairs of km and yen from 0, such as [["1", 100], ["4", 200]]',
            '[["1", 100], ["4", 200]] のような、0 以上の km と円の組',
        )
    if field == "weekdays":
        return "numbers from 0 (Monday) to 6 (Sunday)", "0(月)から 6(日)の数のリスト"
    if field == "day_boundary":
        return "a time before noon, such as 03:00", "03:00 のような正午前の時刻"
    if isinstance(usual, tuple):
        return "a list of whole numbers from 0", "0 以上の整数のリスト"
    least = int(field in FROM_ONE)
    return f"a whole number from {least}", f"{least} 以上の整数"


def _in_range(field: str, value: Any) -> bool:
    if field == "exchange_closed":
        return all(bool(_MONTH_DAY.fullmatch(date)) for date in value)
    if field == "allowance":
        return all(km.is_finite() and km >= 0 and yen >= 0 for km, yen in value)
    if field == "weekdays":
        return all(0 <= day <= 6 for day in value)
    if field == "day_boundary":
        return bool(value < 12 * 3600)
    if field in NAMES:
        return True
    numbers = value if isinstance(value, tuple) else (value,)
    return all(number >= (field in FROM_ONE) for number in numbers)


def controlled_routes(name: str) -> frozenset[str]:
    """The route ids of the controllable line (C4, V3). Raises UnknownName."""
    line = line_named(name)
    if line is None:
        raise other_company(name) or UnknownName(
            f"no line {name!r}", f"「{name}」という路線はありません"
        )
    return line.routes


def check_stations(names: Iterable[str]) -> None:
    """Every name must be a station's. Raises UnknownName."""
    for name in names:
        if not book().candidates(name):
            book().find(name)


def _value(field: str, value: Any) -> Any:
    """A value of the file in the form the rules hold it."""
    if field == "allowance":
        return tuple(sorted((Decimal(str(km)), _whole(yen)) for km, yen in value))
    if field == "day_boundary":
        return parse_time(str(value))
    if field in {"sprint_points", "bonus_points", "weekdays"}:
        if not value:
            raise ValueError("a list with at least one number")
        return tuple(_whole(v) for v in value)
    if field in {"controllable", "barred_at_start", "exchange_closed"}:
        if isinstance(value, str):
            raise ValueError("a list of texts")
        return tuple(str(v) for v in value)
    if isinstance(value, (bool, str)):
        return value
    return _whole(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or int(value) != value:
        raise ValueError("a whole number")
    return int(value)


@dataclass(frozen=True)
class Game:
    """One game: who plays, when, from where, with which sprint list and rules."""

    players: tuple[str, ...]
    first_day: int  # proleptic ordinal of the date, as datetime.date.toordinal()
    last_day: int
    start: Mapping[str, str]  # player -> station at the start of the first day
    sprint_list: tuple[str, ...]  # names as written
    sprint_first: int  # index in the list
    unreachable: frozenset[str]  # identities, S4
    rules: Rules
    closes: Mapping[int, str]  # date's ordinal -> Nikkei close known beforehand


def make_game(settings: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Game:
    """A game from the mapping of a game.toml or of a worked case.

    Keys: players, first_day, last_day (default: a month), start, sprint_list, sprint_start or
    sprint_first_close (S0), unreachable, closes, options, and the tables of the rule file but
    ``[start]``.

    Raises:
        BadValue: a key is missing, not known or cannot be read; the message names it.
    """
    from planner.rulebooks.kanagawa.settings import check_keys, close, names, rule_options

    tables = {table: source()[table] for table in _TABLES}
    check_keys(settings, tables)
    rules = rules_with({**rule_options(settings, tables), **(options or {})})
    _needed(settings, "players")
    players = names(settings, "players")
    if not players or len(set(players)) != len(players):
        raise BadValue(
            f"players must be different names, not {list(players)}",
            f"players には異なる名前が要ります: {list(players)}",
        )
    first, last_day = _period(settings)
    start = {str(p): str(s) for p, s in settings.get("start", {}).items()}
    for player in start:
        if player not in players:
            raise BadValue(f"start names {player!r}, who does not play", f"{player} は参加者でない")
    sprints = names(settings, "sprint_list")
    unreachable = frozenset(identity(s) for s in names(settings, "unreachable"))
    noted = settings.get("closes", {}).items()
    closes = {date_number(d): close(c, f"closes, {d}") for d, c in noted}
    return Game(
        players,
        first,
        last_day,
        start,
        sprints,
        _first_entry(settings, sprints, unreachable, rules),
        unreachable,
        rules,
        closes,
    )


def _period(settings: Mapping[str, Any]) -> tuple[int, int]:
    """The first and the last day (R13)."""
    from planner.rulebooks.kanagawa.settings import check_year

    first = date_number(_needed(settings, "first_day"))
    check_year(dt.date.fromordinal(first).year, date_text(first))
    last = settings.get("last_day")
    last_day = date_number(last) if last else month_later(first)
    check_year(dt.date.fromordinal(last_day).year, date_text(last_day))
    if last_day < first:
        raise BadValue(f"last_day {last} is before first_day", f"最終日 {last} が初日より前です")
    return first, last_day


def _first_entry(
    settings: Mapping[str, Any], sprints: tuple[str, ...], unreachable: frozenset[str], rules: Rules
) -> int:
    from planner.rulebooks.kanagawa.settings import close

    first_close = settings.get("sprint_first_close")
    if first_close is not None:
        first_close = close(first_close, "sprint_first_close")
    if not sprints:
        return 0
    named = settings.get("sprint_start")
    if named is not None:
        keys = [identity(name) for name in sprints]
        if identity(str(named)) not in keys:
            raise BadValue(
                f"sprint_start {named!r} is not on the sprint list",
                f"sprint_start「{named}」が sprint_list にありません",
                _near(str(named), sprints),
            )
        return keys.index(identity(str(named)))
    if first_close is None:
        return 0
    # S0: counted from before the first entry
    from planner.rulebooks.kanagawa.sprint import onward, steps

    return onward(sprints, -1, steps(first_close, rules.steps_without_close), unreachable)


def _needed(settings: Mapping[str, Any], key: str) -> Any:
    if key not in settings:
        raise BadValue(f"the game's settings lack {key!r}", f"ゲームの設定に {key} がありません")
    return settings[key]


def date_number(value: object) -> int:
    """The ordinal of a date written YYYY-MM-DD (or a date of TOML). Raises BadValue."""
    if isinstance(value, dt.datetime):
        return value.date().toordinal()
    if isinstance(value, dt.date):
        return value.toordinal()
    try:
        return dt.date.fromisoformat(str(value).strip()).toordinal()
    except ValueError:
        raise BadValue(
            f"{value!r} is not a date; write YYYY-MM-DD",
            f"「{value}」は日付として読めません。YYYY-MM-DD と書いてください",
        ) from None


def date_text(number: int) -> str:
    """The date of an ordinal as YYYY-MM-DD."""
    return dt.date.fromordinal(number).isoformat()


def month_later(first: int) -> int:
    """The last day of a month of play (R13): 1 July -> 31 July, 19 July -> 18 August."""
    day = dt.date.fromordinal(first)
    year, month = (day.year + 1, 1) if day.month == 12 else (day.year, day.month + 1)
    for offset in range(4):  # 31 January -> the last day of February
        try:
            return dt.date(year, month, day.day - offset).toordinal() - (1 if offset == 0 else 0)
        except ValueError:
            continue
    raise AssertionError("a month has at least 28 days")
