"""The settings of a game as somebody wrote them: known keys, lists of names, closes.

Keys of a game.toml beside the tables of rules; ``title`` and ``rulebook`` are the folder's own.
"""

import difflib
from collections.abc import Mapping
from typing import Any

from planner.errors import BadValue
from planner.rulebooks.kanagawa.sprint import close_digits

KEYS = ("players", "first_day", "last_day", "start", "sprint_list", "sprint_start",
        "sprint_first_close", "unreachable", "closes", "options", "title", "rulebook")  # fmt: skip
YEARS = range(1900, 9999)  # a month and a settlement lie after the last day


def check_keys(settings: Mapping[str, Any], tables: Mapping[str, Any]) -> None:
    """Raise BadValue for a key that no game has; ``tables`` are those of the rules."""
    known = (*KEYS, *tables)
    for key in settings:
        if key not in known:
            raise BadValue(
                f"a game has no setting {key!r}; it has {', '.join(KEYS)}, and tables of rules",
                f"ゲームに「{key}」という設定はありません。"
                f"あるのは {'、'.join(KEYS)} とルールの表です",
                difflib.get_close_matches(str(key), known),
            )


def rule_options(settings: Mapping[str, Any], tables: Mapping[str, Any]) -> dict[str, Any]:
    """What the settings change of the rules: ``[options]``, and tables named as in the rule file.

    ``[start]`` of a game names stations, so R11's amounts are told under ``[options]``.

    Raises:
        BadValue: a table that is none, a key that is not of its table, or one told twice.
    """
    found = _table(settings, "options")
    for table in tables:
        if table == "start" or table not in settings:
            continue
        for key, value in _table(settings, table).items():
            if key not in tables[table]:
                raise BadValue(
                    f"[{table}] has no {key!r}; it has {', '.join(tables[table])}",
                    f"[{table}] に「{key}」はありません。あるのは {'、'.join(tables[table])} です",
                    difflib.get_close_matches(key, tables[table]),
                )
            if key in found:
                raise BadValue(
                    f"{key} is told twice, in [options] and in [{table}]",
                    f"{key} が [options] と [{table}] の両方にあります",
                )
            found[key] = value
    return found


def _table(settings: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = settings.get(name, {})
    if not isinstance(value, Mapping):
        raise BadValue(
            f"{name} = {value!r} is no table; write [{name}] and a line for each key",
            f"{name} = {value!r} は表ではありません。[{name}] の下に一行ずつ書いてください",
        )
    return dict(value)


def names(settings: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """A list of names; empty where it is not told. Raises BadValue for a text or anything else."""
    value = settings.get(key, ())
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise BadValue(
            f'{key} = {value!r} will not do: write a list of names, such as ["大船", "平塚"]',
            f'{key} = {value!r} は使えません。["大船", "平塚"] のようなリストを書いてください',
        )
    return tuple(value)


def close(value: object, where: str) -> str:
    """A Nikkei close (S3). Raises BadValue for what is none."""
    text = str(value)
    if isinstance(value, bool) or close_digits(text) is None:
        raise BadValue(
            f"{where}: {value!r} is not a close; write it as 15326.20",
            f"{where}:「{value}」は終値ではありません。15326.20 のように書いてください",
        )
    return text


def check_year(year: int, said: object) -> None:
    """Raise BadValue for a day that no game can have."""
    if year not in YEARS:
        raise BadValue(
            f"{said}: a game lies in the years {YEARS[0]} to {YEARS[-1]}",
            f"{said}: ゲームは {YEARS[0]} 年から {YEARS[-1]} 年までに限ります",
        )
