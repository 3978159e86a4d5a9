"""Where an answer differs from what a case expects, whatever words the case uses (TK-1.7)."""

import re
from collections.abc import Mapping
from typing import Any

from planner.referee.rulebook import Difference
from planner.rulebooks.tokaido.ending import ACHIEVEMENTS


def compare(name: str, where: str, expected: Any, got: Any) -> list[Difference]:
    """Every expected field against the answer; fields that are not expected do not matter."""
    field = where.rsplit(".", 1)[-1]
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found = []
        for key in expected:
            path = f"{where}.{key}".lstrip(".")
            found += compare(name, path, expected[key], got.get(key))
        return found
    if field == "log" and isinstance(expected, list) and isinstance(got, list):
        same = _plain_log(expected) == _plain_log(got)
    elif field in {"achievements", "winners", *ACHIEVEMENTS} and isinstance(expected, list):
        same = isinstance(got, list) and sorted(map(str, expected)) == sorted(map(str, got))
    else:
        same = expected == got
    return [] if same else [Difference(name, where, expected, got)]


_SAME_WORD = {
    "treasure": "legendary",
    "talker": "chatterbox",
    "bath": "bathhouse",
    "devotion": "faith",
    "miko": "maiden",
    "shrine": "maiden",
    "house": "bathhouse",
    "cherries": "cherry",
    "sakura": "cherry",
}
_FILLER = {"ach", "achievement", "scroll", "calligraphy", "amulet", "card", "points"}


def _plain_log(log: Any) -> list[tuple[tuple[str, ...], int]]:
    """A log with one word for one thing (TK-1.7) and without entries of no points."""
    return [(_plain_reason(str(reason)), points) for reason, points in log if points]


def _plain_reason(reason: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z]+|\d+", reason.lower())
    if "legendary" in words or "treasure" in words:
        words = [word for word in words if word != "souvenir"]  # the two-coin one is both
    known = [_SAME_WORD.get(word, word) for word in words if word not in _FILLER]
    return tuple(dict.fromkeys(known))
