"""The station book: every name a station of Kanagawa and its fare systems has had, and its place.

A *place* is the stops of one Japanese name within 1 km of each other: both 弘明寺 are one place,
足柄 of Odakyu and 足柄 of the Gotemba line are two, 逗子 and 逗子・葉山 are two. The book reads
``data/stations.csv`` (one row a stop of a line in Kanagawa), ``data/stations_outside.csv`` (the
same for stops outside that trains or fares reach) and ``data/station_names.csv`` (names in time).
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any

from planner.errors import AmbiguousName, NotOpen, UnknownName
from planner.feed.names import name_key, without_station_word
from planner.feed.sounds import hiragana, loose_key, sound_key
from planner.feed.station_index import Part, parts


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

    def __init__(self, part: Part) -> None:
        self._part = part

    @cached_property
    def stops(self) -> Mapping[str, LineStop]:
        """Stop id -> stop."""
        return {key: LineStop(key, *fields) for key, fields in self._part("stops").items()}

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Place id -> place."""
        return _Places(self._part("places"))

    @property
    def renamed(self) -> Iterator[Place]:
        """The places that had more than one name."""
        return (self.places[key] for key in self._part("renamed"))

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
        """Every place the text may mean: of the first kind of name that fits anything.

        The word for station may follow the name (横浜駅, よこはまえき, Yokohama Station), and a
        company that calls there may stand before it (JR藤沢駅); a name of its own wins (京急川崎).
        """
        return self.named(text) or self.of_company(text)

    def named(self, text: str) -> tuple[Place, ...]:
        """The places of that name, no company before it."""
        plain = text.strip()
        found = self._index("exact").get(plain)
        if not found:
            bare = without_station_word(plain)
            found = self._index("exact").get(bare) or self._by_name(plain) or self._by_name(bare)
        return tuple(self.places[key] for key in self._known_first(found))

    def of_company(self, text: str) -> tuple[Place, ...]:
        """The places of a name at which the company before it calls: JR藤沢, 小田急藤沢駅."""
        from planner.feed.line_operators import company_first, of_companies

        for agencies, rest in company_first(name_key(without_station_word(text))):
            found = [
                place
                for place in self.named(rest)
                if of_companies(frozenset(self.stops[s].route_id for s in place.stops), agencies)
            ]
            if found:
                return tuple(found)
        return ()

    def place_of_stop(self, stop_id: str) -> Place | None:
        """The place of a stop of our own feeds, None for a stop that the table does not have."""
        stop = self.stops.get(stop_id)
        return None if stop is None else self.places[stop.place]

    def near(self, text: str, count: int = 5) -> tuple[str, ...]:
        """Names of stations that look or sound like the text, best first."""
        from planner.feed.near_names import near_names

        return near_names(without_station_word(text), self._part("spellings"), count)

    def _known_first(self, keys: list[str]) -> list[str]:
        """A far station that no fare system of Kanagawa knows never makes a name ambiguous."""
        priced = [key for key in keys if key in self._priced]
        return priced or keys

    def _by_name(self, text: str) -> list[str]:
        key = name_key(text)
        if not key:
            return []
        for index, make in (
            ("keys", name_key),
            ("loose", loose_key),
            ("kana", lambda text: hiragana(name_key(text))),
            ("sounds", sound_key),
            ("numbers", name_key),
        ):
            wanted = make(text)
            if wanted and (found := self._index(index).get(wanted)):
                return found
        if "." not in text:  # a stop's id has dots; the table of stops is long
            return []
        stop = self.stops.get(text)
        return [] if stop is None else [stop.place]

    def _index(self, name: str) -> Mapping[str, list[str]]:
        """Spelling -> place ids, of one kind of key."""
        if name not in self._indexes:
            self._indexes[name] = self._part(name)
        return self._indexes[name]

    @cached_property
    def _indexes(self) -> dict[str, Mapping[str, list[str]]]:
        return {}

    @cached_property
    def _priced(self) -> set[str]:
        return set(self._part("priced"))


class _Places(Mapping[str, Place]):
    """Places made when they are asked for: a search needs a handful of a thousand."""

    def __init__(self, fields: Mapping[str, list[Any]]) -> None:
        self._fields = fields
        self._made: dict[str, Place] = {}

    def __getitem__(self, key: str) -> Place:
        if key not in self._made:
            name, lat, lon, inside, kana, romaji, spans, stops = self._fields[key]
            names = tuple(
                NameSpan(text, _date(since), _date(until)) for text, since, until in spans
            )
            made = Place(key, name, lat, lon, inside, kana, romaji, names, tuple(stops))
            self._made[key] = made
        return self._made[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)


def _date(text: str) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None


@cache
def book() -> StationBook:
    """The project's station book, read once."""
    return StationBook(parts())


@lru_cache(maxsize=65_536)
def identity(name: str) -> str:
    """The key that is equal for every spelling and every period of one station's name.

    A station is its Japanese name to the rules: 新逗子 = 逗子・葉山, 茅ヶ崎 = 茅ケ崎.
    A name of a station in Kanagawa goes before one outside; an unknown name is its own spelling.
    """
    found = book().candidates(name)
    found = tuple(place for place in found if place.in_kanagawa) or found
    return name_key(found[0].name) if found else name_key(name)
