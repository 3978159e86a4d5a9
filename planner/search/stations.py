"""A name as people write it -> a station of the timetable."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property

from planner.errors import AmbiguousName
from planner.feed.names import name_key, without_station_word
from planner.feed.stations import Place, book
from planner.timetable.model import Timetable


@dataclass(frozen=True)
class Named:
    """A station that was asked for: its name on the date, and its index in the timetable.

    ``index`` is None where the timetable has no such station (it lies outside the rules' area, or
    the feed does not serve it).
    """

    name: str
    index: int | None
    place: Place | None


class Names:
    """The station names of one timetable."""

    def __init__(self, timetable: Timetable) -> None:
        self.timetable = timetable
        self._differing: tuple[dt.date, dict[str, str]] | None = None

    @cached_property
    def by_place(self) -> dict[str, int]:
        """Place id -> station."""
        t = self.timetable
        return {t.station_place[s]: s for s in range(t.stations) if t.station_place[s]}

    @cached_property
    def by_key(self) -> dict[str, list[int]]:
        """Spelling key of Japanese, English and kana names -> stations outside the book."""
        t = self.timetable
        found: dict[str, list[int]] = {}
        for s in range(t.stations):
            if not t.station_place[s]:
                for text in {t.station_name[s], t.station_en[s], t.station_kana[s]} - {""}:
                    found.setdefault(name_key(text), []).append(s)
        return found

    def find(self, text: str, date: dt.date) -> Named:
        """The station of that name.

        Raises:
            UnknownName: neither the station book nor the timetable knows it.
            AmbiguousName: several are called so.
            NotOpen: it did not exist on the date.
        """
        own = self.by_key.get(name_key(text), [])
        if not own and self.by_key and not book().candidates(text):
            own = self.by_key.get(name_key(without_station_word(text)), [])
        if not own:
            return self._of_book(text, date)
        if len(own) > 1:
            names = sorted({self.timetable.station_name[s] for s in own})
            raise AmbiguousName(
                f"{text!r} fits several stations: {', '.join(names)}",
                f"「{text}」という駅は複数あります: {'、'.join(names)}",
                names,
            )
        return Named(self.timetable.station_name[own[0]], own[0], None)

    def _of_book(self, text: str, date: dt.date) -> Named:
        try:
            place = book().find(text, date)
        except AmbiguousName:
            place = self._only_one_inside(text, date)
        return Named(place.name_on(date), self._served(place), place)

    def _only_one_inside(self, text: str, date: dt.date) -> Place:
        """Of several places of one name the only one that this timetable serves."""
        served = [p for p in book().candidates(text) if self._served(p) is not None]
        return served[0] if len(served) == 1 else book().find(text, date)

    def _served(self, place: Place) -> int | None:
        return self.by_place.get(place.id)

    def differing(self, date: dt.date) -> dict[str, str]:
        """Today's name -> the name on a date, of the stations that were called otherwise."""
        if self._differing is None or self._differing[0] != date:
            places = [p for p in book().renamed if p.id in self.by_place]
            found = {p.name: p.name_on(date) for p in places if p.name_on(date) != p.name}
            self._differing = (date, found)
        return self._differing[1]

    def name_on(self, station: int, date: dt.date) -> str:
        """The Japanese name of a station that was valid on a date."""
        place_id = self.timetable.station_place[station]
        place = book().places.get(place_id) if place_id else None
        return place.name_on(date) if place else str(self.timetable.station_name[station])
