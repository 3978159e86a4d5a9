"""Amounts, tables, lists and Decisions, read from ``data/rules/kanagawa.toml``.

A game overrides any of them, flat (``{"unpaid_interest": "capitalised"}``) or by table as in the
file (``{"decisions": {...}}``). Every clause named is one of the rules of the game.
"""

import datetime as dt
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any
from unicodedata import normalize

from planner.errors import BadValue, UnknownName
from planner.feed.line_names import line_named, other_company
from planner.feed.stations import identity
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


TABLES = ("money", "plans", "start", "sprint", "bonus", "rest", "lists", "decisions", "variants")


@cache
def standard() -> Rules:
    """The rule set without any game's own choices."""
    values = {}
    for table in TABLES:
        for key, value in source()[table].items():
            values[key] = value_of(key, value)
    return Rules(**values)


def controlled_routes(name: str) -> frozenset[str]:
    """The route ids of the controllable line (C4, V3). Raises UnknownName."""
    line = line_named(name)
    if line is None:
        raise other_company(name) or UnknownName(
            f"no line {name!r}", f"「{name}」という路線はありません"
        )
    return line.routes


def value_of(field: str, value: Any) -> Any:
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
    from planner.rulebooks.kanagawa.options import rules_with
    from planner.rulebooks.kanagawa.settings import check_keys, close, names, rule_options

    tables = {table: source()[table] for table in TABLES}
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
            from difflib import get_close_matches

            raise BadValue(
                f"sprint_start {named!r} is not on the sprint list",
                f"sprint_start「{named}」が sprint_list にありません",
                get_close_matches(str(named), sprints),
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
