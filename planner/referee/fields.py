"""Reading the fields of an event that a person or a script wrote."""

from collections.abc import Mapping, Sequence
from typing import Any

from planner.errors import BadValue
from planner.referee.rulebook import Event


class BadField(BadValue):
    """A field of an event that is missing or of the wrong kind."""

    code = "bad_field"

    def __init__(self, name: str, value: object, wanted: str, wanted_ja: str) -> None:
        super().__init__(
            f"{name}: {value!r} will not do; write {wanted}",
            f"{name}: {value!r} は読めません。{wanted_ja}を書いてください",
        )


def whole(event: Event, name: str, default: int | None = None) -> int:
    """A whole number; BadField where it is missing and there is no default."""
    value = event.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadField(name, value, "a whole number", "整数")
    return value


def word(event: Event, name: str, default: str | None = None) -> str:
    """A text; BadField where it is missing and there is no default."""
    value = event.get(name, default)
    if not isinstance(value, str):
        raise BadField(name, value, "a text", "文字列")
    return value


def items(event: Event, name: str) -> tuple[Any, ...]:
    """A list, empty where the field is missing or null."""
    value = event.get(name)
    if value is None:
        return ()
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Sequence):
        raise BadField(name, value, "a list", "リスト")
    return tuple(value)


def words(event: Event, name: str) -> tuple[str, ...]:
    """A list of texts."""
    values = items(event, name)
    if not all(isinstance(value, str) for value in values):
        raise BadField(name, list(values), "a list of texts", "文字列のリスト")
    return values


def record(event: Event, name: str) -> Event:
    """An object, empty where the field is missing or null."""
    value = event.get(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadField(name, value, "an object", "オブジェクト")
    return value


def records(event: Event, name: str) -> tuple[Event, ...]:
    """A list of objects."""
    values = items(event, name)
    for value in values:
        if not isinstance(value, Mapping):
            raise BadField(name, value, "a list of objects", "オブジェクトのリスト")
    return values
