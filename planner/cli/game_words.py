"""Words of a command line -> an event of a game."""

import json
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from planner.errors import BadValue
from planner.referee.rulebook import Event

EVERY_EVENT = ("type", "player", "id", "t")


class BadMove(BadValue):
    """Words that are no event."""

    code = "bad_move"


def read_event(words: Sequence[str]) -> dict[str, Any]:
    """An event as typed: ``draw die=0 cell=A2 tile=H.H.-``, or one JSON object.

    The first word without ``=`` is the type. A value is read as JSON where it can be, as a list
    where it holds commas, else as text.

    Raises:
        BadMove: neither form.
    """
    text = " ".join(words).strip()
    if text.startswith("{"):
        return _from_json(text)
    event: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key:
            event[key] = _value(value)
        elif "type" not in event and word and not equals:
            event["type"] = word
        else:
            raise _bad(word)
    if not event:
        raise _bad(text)
    return event


def no_number(text: str) -> None:
    """NaN and Infinity are no JSON, though Python reads them. Raises ValueError."""
    raise ValueError(f"{text} is no number of JSON")


def _from_json(text: str) -> dict[str, Any]:
    try:
        event = json.loads(text, parse_constant=no_number)
    except (ValueError, RecursionError):
        raise _bad(text) from None
    if not isinstance(event, dict):
        raise _bad(text)
    return event


def _value(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=no_number)
    except (ValueError, RecursionError):
        pass
    if "," in text:
        return [_value(part) for part in text.split(",")]
    return text


def _bad(text: str) -> BadMove:
    return BadMove(
        f"{text!r} is not a move; write the number that 'planner game legal' shows, words such as "
        "draw die=0 cell=A2 tile=H.H.-, or a JSON object",
        f"「{text}」は手として読めません。planner game legal の番号、draw die=0 cell=A2 tile=H.H.- "
        "のような語、または JSON で書いてください",
    )


def check_fields(event: Mapping[str, Any], fields: Collection[str]) -> None:
    """Raises BadMove for a field that no event of the game has; no fields: nothing is known."""
    unknown = [key for key in event if key not in (*fields, *EVERY_EVENT)]
    if fields and unknown:
        raise BadMove(
            f"no move has a field {unknown[0]!r} ({spelled(event)})",
            f"「{unknown[0]}」という項目はありません({spelled(event)})",
            get_close_matches(unknown[0], [*fields, *EVERY_EVENT]),
        )


def matching(event: Mapping[str, Any], legal: Iterable[Event]) -> list[Event]:
    """The legal events that have everything the words say."""
    return [
        offered
        for offered in legal
        if all(key in offered and offered[key] == value for key, value in event.items())
    ]


def spelled(event: Mapping[str, Any]) -> str:
    """An event as words for a shell, which :func:`read_event` reads back."""
    words = [str(event.get("type", ""))]
    for key, value in event.items():
        if key not in ("type", "id", "t"):
            words.append(f"{key}={_plain(value)}")
    return " ".join(map(shlex.quote, words))


def _plain(value: Any) -> str:
    """The shortest text that reads as the value."""
    short = value if isinstance(value, str) else None
    if isinstance(value, (list, tuple)):
        short = ",".join(str(part) for part in value)
        value = list(value)
    if short is not None and _value(short) == value:
        return short
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
