"""The station book's tables and name indexes, kept in the user's cache in a form that loads fast.

Reading 2,400 rows and making the keys of every spelling takes longer than a search. The file is
remade when a table's size or time changes, or when it is damaged.
"""

import json
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from planner.resources import cache_folder, data_path

FORMAT = 1
STOPS = ("stations.csv", "stations_outside.csv")
NAMES = "station_names.csv"

Part = Callable[[str], Any]
"""Name of a part -> its plain dicts, lists and strings (see ``build``)."""
State = list[list[int]]


def parts() -> Part:
    """The parts of the index: from the cache, else made and put there."""
    path = _path()
    state = _state()
    found = load(path, state)
    if found is not None:
        return found
    made = build(*read_tables())
    save(path, state, made)
    return made.__getitem__


def _path() -> Path:
    where = zlib.crc32(str(data_path()).encode("utf-8", "surrogateescape"))
    return cache_folder() / f"stations-{where:08x}.index"


def _state() -> State:
    stats = [data_path(name).stat() for name in (*STOPS, NAMES)]
    return [[stat.st_size, stat.st_mtime_ns] for stat in stats]


def load(path: Path, state: State) -> Part | None:
    """The parts of an index file; None if it is missing, damaged or of other tables."""
    try:
        data = path.read_bytes()
        end = data.index(b"\n") + 1
        head = json.loads(data[:end])
        if (head["format"], head["state"]) != (FORMAT, state):
            return None
        if zlib.crc32(data[end:]) != head["crc"]:
            return None
        spans: Mapping[str, Sequence[int]] = head["parts"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return lambda name: json.loads(data[end + spans[name][0] : end + spans[name][1]])


def save(path: Path, state: State, made: Mapping[str, Any]) -> None:
    """Write the index; a full or closed disk costs the next run time, nothing else."""
    from planner.feed.manifest import CannotSave, write_whole

    body = bytearray()
    spans = {}
    for name, part in made.items():
        begin = len(body)
        body += json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode()
        spans[name] = [begin, len(body)]
    head = {"format": FORMAT, "state": state, "crc": zlib.crc32(body), "parts": spans}
    try:
        write_whole(path, json.dumps(head).encode() + b"\n" + bytes(body))
    except CannotSave:
        return


def read_tables() -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The rows of the stop tables, and those of the table of names."""
    import csv

    tables = []
    for name in (*STOPS, NAMES):
        with data_path(name).open(encoding="utf-8", newline="") as file:
            tables.append(list(csv.DictReader(file)))
    return [*tables[0], *tables[1]], tables[2]


def build(stops: Sequence[dict[str, str]], names: Sequence[dict[str, str]]) -> dict[str, Any]:
    """All parts.

    ``stops``: stop id -> fields of ``LineStop``; ``places``: place id -> fields of ``Place``;
    ``priced``: places that fare systems know; ``renamed``: places that had several names;
    ``exact``, ``keys``, ``loose``, ``kana``, ``sounds``, ``numbers``: spelling -> place ids;
    ``spellings``: pairs of a spelling's key and the name it stands for, to find near names.
    """
    by_place: dict[str, list[dict[str, str]]] = {}
    for row in stops:
        by_place.setdefault(row["place"], []).append(row)
    spans: dict[str, list[dict[str, str]]] = {}
    for row in names:
        if row["kind"] != "variant":
            spans.setdefault(row["place"], []).append(row)
    places = {key: _place(group, spans.get(key, [])) for key, group in by_place.items()}
    priced = {row["place"]: None for row in stops if row["fares"] == "1"}
    return {
        "stops": {row["stop_id"]: _stop(row) for row in stops},
        "places": places,
        "priced": list(priced),
        "renamed": [key for key, fields in places.items() if len(fields[_SPANS]) > 1],
        **_spellings(places, stops, names),
        "spellings": _to_be_near(names, priced),
    }


_SPANS = 6  # where ``_place`` puts the names in time


def _stop(row: Mapping[str, str]) -> list[Any]:
    texts = [row["route_id"], int(row["order"]), row["place"], row["name"], row["kana"]]
    place = [float(row["lat"]), float(row["lon"]), row["prefecture"], row["fares"] == "1"]
    return [*texts, row["romaji"], row["number"], *place]


def _place(stops: Sequence[Mapping[str, str]], spans: list[dict[str, str]]) -> list[Any]:
    first = stops[0]
    return [
        first["name"],
        round(sum(float(row["lat"]) for row in stops) / len(stops), 5),
        round(sum(float(row["lon"]) for row in stops) / len(stops), 5),
        first["prefecture"] == "神奈川県",
        first["kana"],
        first["romaji"],
        [
            [row["name"], row["valid_from"], row["valid_to"]]
            for row in sorted(spans, key=lambda row: row["valid_from"])
        ],
        [row["stop_id"] for row in stops],
    ]


def _spellings(
    places: Mapping[str, Any], stops: Sequence[dict[str, str]], names: Sequence[dict[str, str]]
) -> dict[str, dict[str, list[str]]]:
    from planner.feed.names import name_key
    from planner.feed.sounds import hiragana, loose_key, sound_key

    exact: dict[str, list[str]] = {key: [key] for key in places}
    for row in names:
        _add(exact, row["name"], row["place"])
    keys: dict[str, list[str]] = {}
    loose: dict[str, list[str]] = {}
    for name, found in exact.items():
        for place in found:
            _add(keys, name_key(name), place)
            _add(loose, loose_key(name), place)
    kana: dict[str, list[str]] = {}
    sounds: dict[str, list[str]] = {}
    for row in names:
        _add(kana, hiragana(name_key(row["kana"])), row["place"])
        _add(sounds, sound_key(row["romaji"]), row["place"])
    numbers: dict[str, list[str]] = {}
    for row in stops:
        _add(numbers, row["number"].lower(), row["place"])
    return {
        "exact": exact,
        "keys": keys,
        "loose": loose,
        "kana": kana,
        "sounds": sounds,
        "numbers": numbers,
    }


def _add(index: dict[str, list[str]], key: str, place: str) -> None:
    if key and place not in index.setdefault(key, []):
        index[key].append(place)


def _to_be_near(
    names: Sequence[dict[str, str]], priced: Mapping[str, None]
) -> list[tuple[str, str]]:
    from planner.feed.names import name_key
    from planner.feed.sounds import hiragana, sound_key

    pairs = []
    for row in names:
        if row["kind"] != "variant" and row["place"] in priced:
            name = row["name"]
            pairs += [(name_key(name), name), (hiragana(name_key(row["kana"])), name)]
            pairs.append((sound_key(row["romaji"]), name))
    return pairs
