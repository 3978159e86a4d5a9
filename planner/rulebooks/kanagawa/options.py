"""What a game says otherwise than the rule file: known options, and values that they can have."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from decimal import InvalidOperation
from typing import Any

from planner.errors import BadTime, BadValue, UnknownName
from planner.feed.stations import book
from planner.rulebooks.kanagawa.rules import (
    TABLES,
    Rules,
    controlled_routes,
    source,
    standard,
    value_of,
)


def rules_with(options: Mapping[str, Any]) -> Rules:
    """The rule set of a game that overrides some values; flat, or by table as in the file.

    Raises:
        BadValue: no such option, or a value it cannot have; near names in ``did_you_mean``.
    """
    changes: dict[str, Any] = {}
    for key, value in options.items():
        if isinstance(value, Mapping) and key in TABLES:
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
            found = value_of(field, value)
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


def check_stations(names: Iterable[str]) -> None:
    """Every name must be a station's. Raises UnknownName."""
    for name in names:
        if not book().candidates(name):
            book().find(name)
