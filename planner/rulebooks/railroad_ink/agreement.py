"""Whether an answer is what a worked case expects, apart from orders that mean nothing."""

from collections.abc import Sequence
from typing import Any

_UNORDERED = ("error_ends", "filled", "networks")


def same(key: str, expected: Any, got: Any) -> bool:
    """Whether the two values of that key agree."""
    if key == "order":
        return _same_order(expected, got)
    if key == "sheet":
        return _words(expected) == _words(got)
    if key in _UNORDERED:
        return bool(_sorted(expected) == _sorted(got))
    if isinstance(expected, dict) and isinstance(got, dict):
        return all(name in got and same(name, value, got[name]) for name, value in expected.items())
    return bool(expected == got)


def _words(lines: Any) -> list[list[str]]:
    return [str(line).split() for line in lines]


def _sorted(value: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        return value
    return sorted((_sorted(entry) for entry in value), key=str)


def _same_order(expected: Any, got: Sequence[Sequence[str]]) -> bool:
    """Players in their places; those who share a place may stand in any order."""
    flat = [name for entry in expected for name in (entry if isinstance(entry, list) else [entry])]
    for group in got:
        if sorted(flat[: len(group)]) != sorted(group):
            return False
        flat = flat[len(group) :]
    return not flat
