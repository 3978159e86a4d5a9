"""The keys of an event that somebody is about to post: those its type has, of the right kind.

Journals are not checked so: a key that nothing reads does no harm once it is there.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, NamedTuple

from planner.errors import BadValue
from planner.referee.fields import BadField
from planner.rulebooks.kanagawa.facts import TYPES

_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class Kind(NamedTuple):
    """What a key may hold: the test of a value, and what to write, in English and Japanese."""

    fits: Callable[[Any], bool]
    wanted: str
    wanted_ja: str


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    # Python reads 1_0 as 10
    return "_" not in value if isinstance(value, str) else _is_whole(value)


def _is_date(value: Any) -> bool:
    return isinstance(value, str) and bool(_DATE.fullmatch(value.strip()))


def _are_stops(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(stop, Mapping)
        and isinstance(stop.get("station"), str)
        and isinstance(stop.get("time"), str)
        for stop in value
    )


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


TEXT = Kind(lambda value: isinstance(value, str), "a text", "文字列")
NAME = Kind(lambda value: isinstance(value, str) or _is_whole(value), "a name", "名前")
NUMBER = Kind(_is_number, 'a number, best as text such as "35.9"', '数("35.9" のような文字列)')
WHOLE = Kind(_is_whole, "a whole number", "整数")
FARE = Kind(lambda value: value is None or _is_whole(value), "whole yen, or null where it is not"
            " known", "円の整数(分からなければ null)")  # fmt: skip
STOPS = Kind(_are_stops, 'a list such as [{"station": "大船", "time": "20:40"}]',
             '[{"station": "大船", "time": "20:40"}] のようなリスト')  # fmt: skip
STATIONS = Kind(_are_texts, "a list of stations", "駅名のリスト")
OBJECT = Kind(lambda value: isinstance(value, Mapping), "an object", "オブジェクト")
CUT = Kind(lambda value: value is None or isinstance(value, Mapping),
           'an object such as {"station": "大船", "clause": "R4f"}',
           '{"station": "大船", "clause": "R4f"} のようなオブジェクト')  # fmt: skip

DATE = Kind(_is_date, "a date as YYYY-MM-DD", "YYYY-MM-DD の日付")
_COMMON = {"id": TEXT, "t": TEXT, "type": TEXT,
           "for_day": Kind(lambda value: value is None or _is_date(value),
                           "a date as YYYY-MM-DD", "YYYY-MM-DD の日付")}  # fmt: skip
_PLAYER = {"player": TEXT}
_ABOUT = {"by": TEXT, "plan": NAME}
_OUTCOME = {"right": FARE, "charged": FARE, "arrivals": STOPS, "changes": STOPS,
            "shinkansen": WHOLE, "cut": CUT, "ruled": OBJECT}  # fmt: skip
KEYS: Mapping[str, Mapping[str, Kind]] = {
    "allowance": {**_PLAYER, "km": NUMBER},
    "plan": {**_PLAYER, "declared": WHOLE, "text": TEXT, **_OUTCOME},
    "ruling": {**_ABOUT, **_OUTCOME},
    "report": _ABOUT,
    "refund_claim": _ABOUT,
    "repay": {**_PLAYER, "amount": WHOLE},
    "loan": {**_PLAYER, "amount": WHOLE},
    "rest": _PLAYER,
    "close": {"date": DATE, "close": NUMBER},
    "consent": {**_PLAYER, "last_day": DATE},
    "draft_name": {**_PLAYER, "stations": STATIONS, "fares": OBJECT},
    "draft_choose": {**_PLAYER, "station": TEXT},
    "balance": {**_PLAYER, "purse": WHOLE, "debt": WHOLE, "points": WHOLE},
    "note": {**_PLAYER, "by": TEXT, "text": TEXT},
    "void": {"event": NAME},
}
assert set(KEYS) == TYPES


def check_keys(event: Mapping[str, Any]) -> None:
    """Refuse an event with a key that its type does not have, or a value of another kind.

    Raises:
        BadValue: an unknown type or key (near ones in ``did_you_mean``), or a value that will not
            do; the message names it.
    """
    kind = str(event.get("type", ""))
    if kind not in KEYS:
        raise BadValue(
            f"{kind!r} is no type of event; write one of {', '.join(sorted(TYPES))}",
            f"「{kind}」という種類の記録はありません。{'、'.join(sorted(TYPES))} のどれかです",
            difflib.get_close_matches(kind, TYPES),
        )
    known = {**_COMMON, **KEYS[kind]}
    for key, value in event.items():
        if key not in known:
            raise BadValue(
                f"{kind!r} has no key {key!r}; it has {', '.join(known)}",
                f"「{kind}」に「{key}」という項目はありません。あるのは {'、'.join(known)} です",
                difflib.get_close_matches(key, known),
            )
        if not known[key].fits(value):
            raise BadField(key, value, known[key].wanted, known[key].wanted_ja)
