"""The station book: every name a station of Kanagawa and its fare systems has had, and its place.

A *place* is the stops of one Japanese name within 1 km of each other: both 弘明寺 are one place,
足柄 of Odakyu and 足柄 of the Gotemba line are two, 逗子 and 逗子・葉山 are two. The book reads
``data/stations.csv`` (one row a stop of a line in Kanagawa), ``data/stations_outside.csv`` (the
same for stops outside that trains or fares reach) and ``data/station_names.csv`` (names in time).
"""

import csv
import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from planner.errors import AmbiguousName, NotOpen, UnknownName
from planner.feed.names import name_key
from planner.resources import data_path


@dataclass(frozen=True)
class NameSpan:
    """One name of a place and the days it is valid: ``since`` to ``until``, None without end."""

    name: str
    since: dt.date | None
    until: dt.date | None

    def covers(self, date: dt.date) -> bool:
        """Whether the name is in use on that date."""
        return (self.since is None or self.since <= date) and (
            self.until is None or date <= self.until
        )


@dataclass(frozen=True)
class Place:
    """A station as rules and travellers mean it: one name, whatever the company."""

    id: str  # the current Japanese name, with a suffix where two places share it
    name: str  # the current Japanese name
    lat: float  # degrees, mean of its stops
    lon: float
    in_kanagawa: bool
    kana: str = ""
    romaji: str = ""
    names: tuple[NameSpan, ...] = field(default=(), repr=False)  # current and former, by date
    stops: tuple[str, ...] = field(default=(), repr=False)  # stop ids of our own feeds

    def name_on(self, date: dt.date | None) -> str:
        """The Japanese name in use on that date; without one, or before the opening, today's."""
        if date is not None:
            for span in self.names:
                if span.covers(date):
                    return span.name
        return self.name

    @property
    def opened(self) -> dt.date | None:
        """The first day of the station, None when it is older than the table (April 2014)."""
        starts = [span.since for span in self.names]
        return None if None in starts else min(s for s in starts if s is not None)


@dataclass(frozen=True)
class LineStop:
    """One row of the station table: the stop of one line at a place."""

    id: str
    route_id: str
    order: int  # position on the line, counted from the line's own beginning
    place: str  # Place.id
    name: str
    kana: str
    romaji: str
    number: str  # station number such as JT05, empty where there is none
    lat: float
    lon: float
    prefecture: str
    in_fares: bool  # whether a fare system of Kanagawa knows the stop


class StationBook:
    """All places and stops, and the index of their names. Made once by ``book()``."""

    def __init__(self, stops: list[LineStop], names: list[dict[str, str]]) -> None:
        self.stops: Mapping[str, LineStop] = {stop.id: stop for stop in stops}
        self._names = names
        by_place: dict[str, list[LineStop]] = {}
        for stop in stops:
            by_place.setdefault(stop.place, []).append(stop)
        spans: dict[str, list[dict[str, str]]] = {}
        for row in names:
            spans.setdefault(row["place"], []).append(row)
        self.places: Mapping[str, Place] = {
            key: _place(key, group, spans.get(key, [])) for key, group in by_place.items()
        }
        self._priced = {stop.place for stop in stops if stop.in_fares}
        self._exact: dict[str, list[str]] = {}  # a Japanese name as written -> place ids
        for key in self.places:
            self._exact[key] = [key]
        for row in names:
            _add(self._exact, row["name"], row["place"])

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places.values())

    def find(self, text: str, on: dt.date | None = None) -> Place:
        """The place meant by a name in kanji, kana, romaji, an old name or a station number.

        Raises:
            UnknownName: no station is called so; ``did_you_mean`` has near names.
            AmbiguousName: several are; ``did_you_mean`` has their ids.
            NotOpen: the station did not exist on the date ``on``.
        """
        found = self.candidates(text)
        if not found:
            near = self.near(text)
            raise UnknownName(
                f"no station is called {text!r}"
                + (f"; did you mean {', '.join(near)}?" if near else ""),
                f"「{text}」という駅はありません"
                + (f"(もしかして: {'、'.join(near)})" if near else ""),
                near,
            )
        if len(found) > 1:
            ids = [place.id for place in found]
            raise AmbiguousName(
                f"{text!r} fits several stations: {', '.join(ids)}",
                f"「{text}」という駅は複数あります: {'、'.join(ids)}",
                ids,
            )
        place = found[0]
        if on is not None and place.opened is not None and on < place.opened:
            raise NotOpen(
                f"{place.name} was not open on {on}; it opened on {place.opened}",
                f"{place.name}は{on}にはまだ開業していません(開業日 {place.opened})",
            )
        return place

    def candidates(self, text: str) -> tuple[Place, ...]:
        """Every place the text may mean: of the first kind of name that fits anything."""
        plain = text.strip()
        found = self._exact.get(plain) or self._by_name(plain)
        return tuple(self.places[key] for key in self._known_first(found))

    def place_of_stop(self, stop_id: str) -> Place | None:
        """The place of a stop of our own feeds, None for a stop that the table does not have."""
        stop = self.stops.get(stop_id)
        return None if stop is None else self.places[stop.place]

    def near(self, text: str, count: int = 5) -> tuple[str, ...]:
        """Names of stations that look or sound like the text, best first."""
        from planner.feed.near_names import near_names

        return near_names(text, self._spellings, count)

    def _known_first(self, keys: list[str]) -> list[str]:
        """A far station that no fare system of Kanagawa knows never makes a name ambiguous."""
        priced = [key for key in keys if key in self._priced]
        return priced or keys

    def _by_name(self, text: str) -> list[str]:
        key = name_key(text)
        if not key:
            return []
        sound = sound_key(text)
        for index, wanted in (
            (self._keys, key),
            (self._loose, loose_key(text)),
            (self._kana, hiragana(key)),
            (self._sounds, sound),
        ):
            if wanted and (found := index.get(wanted)):
                return found
        return [
            stop.place
            for stop in self.stops.values()
            if stop.number.lower() == key or stop.id == text
        ]

    @cached_property
    def _keys(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = {}
        for name, keys in self._exact.items():
            for key in keys:
                _add(index, name_key(name), key)
        return index

    @cached_property
    def _loose(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = {}
        for name, keys in self._exact.items():
            for key in keys:
                _add(index, loose_key(name), key)
        return index

    @cached_property
    def _kana(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = {}
        for row in self._names:
            _add(index, hiragana(name_key(row["kana"])), row["place"])
        return index

    @cached_property
    def _sounds(self) -> dict[str, list[str]]:
        index: dict[str, list[str]] = {}
        for row in self._names:
            _add(index, sound_key(row["romaji"]), row["place"])
        return index

    @cached_property
    def _spellings(self) -> list[tuple[str, str]]:
        """Pairs of a spelling's key and the name it stands for, to look for near names."""
        pairs = []
        for row in self._names:
            if row["kind"] == "variant":
                continue
            name = row["name"]
            if row["place"] not in self._priced:
                continue
            pairs += [(name_key(name), name), (hiragana(name_key(row["kana"])), name)]
            pairs.append((sound_key(row["romaji"]), name))
        return pairs


def _add(index: dict[str, list[str]], key: str, place: str) -> None:
    keys = index.setdefault(key, [])
    if key and place not in keys:
        keys.append(place)


def _date(text: str) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


def _place(key: str, stops: list[LineStop], rows: list[dict[str, str]]) -> Place:
    own = [r for r in rows if r["kind"] != "variant"]
    own.sort(key=lambda r: r["valid_from"])
    first = stops[0]
    return Place(
        id=key,
        name=first.name,
        lat=round(sum(s.lat for s in stops) / len(stops), 5),
        lon=round(sum(s.lon for s in stops) / len(stops), 5),
        in_kanagawa=first.prefecture == "神奈川県",
        kana=first.kana,
        romaji=first.romaji,
        names=tuple(NameSpan(r["name"], _date(r["valid_from"]), _date(r["valid_to"])) for r in own),
        stops=tuple(s.id for s in stops),
    )


def hiragana(text: str) -> str:
    """Katakana turned into hiragana, everything else as it is."""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


_LOOSE = str.maketrans({"が": "ケ", "ガ": "ケ", "け": "ケ", "ノ": "の", "・": None, "･": None})


def loose_key(text: str) -> str:
    """As ``name_key``, but が is ケ too (市ヶ尾 = 市が尾) and middle dots are dropped."""
    return name_key(text).translate(_LOOSE)


_ROMAJI = [
    (re.compile(pattern), by)
    for pattern, by in (
        (r"[^a-z0-9]", ""),
        (r"tch", "cch"),
        (r"m(?=[bpm])", "n"),
        (r"sh(?=[auoe])", "sy"),
        (r"shi", "si"),
        (r"ch(?=[auoe])", "ty"),
        (r"chi", "ti"),
        (r"cty", "tty"),
        (r"cti", "tti"),
        (r"j(?=[auoe])y?", "zy"),
        (r"ji|di", "zi"),
        (r"jy", "zy"),
        (r"tsu", "tu"),
        (r"dzu|du", "zu"),
        (r"fu", "hu"),
        (r"oh(?=[^aiueo]|$)", "o"),
        (r"ou|oo", "o"),
        (r"uu", "u"),
    )
]


def sound_key(text: str) -> str:
    """One key for Hepburn, Kunrei and long vowels written ō, ou, oo, oh or not at all; '' if kana.

    ``sound_key("Ōfuna") == sound_key("oofuna") == sound_key("Ohuna")``
    """
    key = name_key(text)
    if not key.isascii():
        return ""
    for pattern, by in _ROMAJI:
        key = pattern.sub(by, key)
    return key


def _stops(file_name: str) -> list[LineStop]:
    with data_path(file_name).open(encoding="utf-8", newline="") as file:
        return [
            LineStop(
                id=r["stop_id"],
                route_id=r["route_id"],
                order=int(r["order"]),
                place=r["place"],
                name=r["name"],
                kana=r["kana"],
                romaji=r["romaji"],
                number=r["number"],
                lat=float(r["lat"]),
                lon=float(r["lon"]),
                prefecture=r["prefecture"],
                in_fares=r["fares"] == "1",
            )
            for r in csv.DictReader(file)
        ]


@cache
def book() -> StationBook:
    """The project's station book, read once."""
    with data_path("station_names.csv").open(encoding="utf-8", newline="") as file:
        names = list(csv.DictReader(file))
    return StationBook([*_stops("stations.csv"), *_stops("stations_outside.csv")], names)


@lru_cache(maxsize=65_536)
def identity(name: str) -> str:
    """The key that is equal for every spelling and every period of one station's name.

    A station is its Japanese name to the rules: 新逗子 = 逗子・葉山, 茅ヶ崎 = 茅ケ崎.
    A name of a station in Kanagawa goes before one outside; an unknown name is its own spelling.
    """
    found = book().candidates(name)
    found = tuple(place for place in found if place.in_kanagawa) or found
    return name_key(found[0].name) if found else name_key(name)
