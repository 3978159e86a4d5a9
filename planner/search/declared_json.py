"""Reading a declared route from JSON: our own form, or a journey as ``route --json`` prints it.

    {"from": "横浜", "legs": [{"line": "東海道線", "to": "藤沢", "get_off": true},
                              {"line": "江ノ島電鉄線", "to": "鎌倉"}], "fare": 750, "waive": false}

``line`` is a name, a list of the lines of a through train, or left out; ``train`` names a type or a
train. A leg may say where it begins (``from``); it must be where the one before ended.
"""

import json
from collections.abc import Mapping
from typing import Any

from planner.errors import UnknownName
from planner.feed.line_names import is_train, other_company, words
from planner.feed.names import name_key
from planner.feed.stations import identity
from planner.search.declared import MOST_HOPS, Declared, Hop, Unreadable
from planner.search.declared_names import read_line


def read_json(text: str) -> Declared:
    """A declared route from JSON.

    Raises:
        Unreadable: not JSON, or not a route.
        UnknownName: a line that is none.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(
            f"the route is not JSON: {error}", f"経路が JSON として読めません: {error}"
        ) from None
    return _declared(document)


def _declared(document: Any) -> Declared:
    if isinstance(document, Mapping) and "journeys" in document:
        document = document["journeys"]
    if isinstance(document, list):
        if len(document) != 1:
            raise _not_one(len(document))
        document = document[0]
    if not isinstance(document, Mapping) or not isinstance(document.get("legs"), list):
        raise _bad("legs", document if not isinstance(document, Mapping) else None)
    legs = document["legs"]
    if not 1 <= len(legs) <= MOST_HOPS or not all(isinstance(leg, Mapping) for leg in legs):
        raise _bad("legs", f"{len(legs)} legs")
    stations = [_text(document, "from") or _text(legs[0], "from")]
    hops, off = [], [False]
    for leg in legs:
        end = _text(leg, "to")
        begin = _text(leg, "from")
        if not end:
            raise _bad("to", leg)
        if begin and stations[-1] and identity(begin) != identity(stations[-1]):
            raise Unreadable(
                f"a leg begins at {begin!r}, but the one before ended at {stations[-1]!r}",
                f"「{begin}」から始まる区間の前が「{stations[-1]}」で終わっています",
            )
        hops.append(_hop(leg))
        stations.append(end)
        off.append(_flag(leg, "get_off"))
    special = _text(document, "ticket")
    return Declared(
        tuple(stations), tuple(hops), tuple(off), _fare(document), _flag(document, "waive"), special
    )


def _not_one(journeys: int) -> Unreadable:
    """The mistake of a list of journeys of which it is not said which is meant."""
    if not journeys:
        return Unreadable(
            "no journey is given, and one is wanted", "経路がありません。1 件だけ渡してください"
        )
    return Unreadable(
        f"{journeys} journeys are given, and one is wanted; pass one of them alone,"
        " as jq '.journeys[0]' prints it",
        f"経路が {journeys} 件あります。jq '.journeys[0]' のように 1 件だけ渡してください",
    )


def _hop(leg: Mapping[str, Any]) -> Hop:
    """The line and train of a leg."""
    said = leg.get("line")
    names = [said] if isinstance(said, str) else said if isinstance(said, list) else []
    if said is not None and not all(isinstance(name, str) for name in names):
        raise _bad("line", said)
    if leg.get("kind") == "walk":
        return Hop("徒歩", not_rail=True)
    hops = []
    for name in names:
        hop = read_line(name)
        if hop is None:
            raise other_company(name) or UnknownName(
                f"no line is called {name!r}", f"「{name}」という路線はありません"
            )
        hops.append(hop)
    train = name_key(_text(leg, "train")).rstrip("?")
    trains = tuple(
        dict.fromkeys([*(t for hop in hops for t in hop.trains), *([train] * bool(train))])
    )
    if train and not is_train(train) and train not in words("local"):
        trains = (train,)
    text = "〜".join(names) + (f" {_text(leg, 'train')}" if train else "")
    lines = tuple(line for hop in hops for line in hop.lines)
    return Hop(text.strip(), lines, trains, any(hop.not_rail for hop in hops))


def _fare(document: Mapping[str, Any]) -> int | None:
    fare = document.get("fare")
    if fare is None:
        return None
    if isinstance(fare, bool) or not isinstance(fare, int) or fare < 0:
        raise _bad("fare", fare)
    return fare


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = fields.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _bad(name, value)
    return value.strip()


def _flag(fields: Mapping[str, Any], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        raise _bad(name, value)
    return value


def _bad(field: str, value: object) -> Unreadable:
    said = json.dumps(value, ensure_ascii=False, default=str)[:60]
    example = '{"from": "横浜", "legs": [{"line": "東海道線", "to": "藤沢"}], "fare": 420}'
    return Unreadable(
        f"{field}: {said} will not do; a route in JSON is like {example}",
        f"{field}: {said} は読めません。JSON の経路の例: {example}",
    )
