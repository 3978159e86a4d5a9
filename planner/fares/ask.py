"""Names a traveller writes, turned into stations of the fare systems on a date."""

import datetime as dt

from planner.errors import AmbiguousName, BadValue, NotOpen, UnknownName
from planner.fares.matrix import FareBook, SystemFares, fares_on, find_station, station_number
from planner.fares.words import unknown_system
from planner.feed.names import name_key


def system_fares(book: FareBook, name: str) -> SystemFares:
    """A fare system by its name; underscores are understood.

    Raises:
        UnknownName: no such system.
    """
    key = name.strip().lower().replace("_", "-")
    if key not in book.systems:
        raise unknown_system(name)
    return book.systems[key]


def place_id(book: FareBook, text: str, date: dt.date, system: SystemFares | None = None) -> str:
    """The place a name means: kanji, kana, romaji, any name it ever had.

    With a system only that system's stations count, so 足柄 is one station there.

    Raises:
        UnknownName: no station is called so, or the system has none of that name.
        AmbiguousName: several are.
        NotOpen: not on that date.
    """
    found = book.names.get(text.strip()) or book.names.get(name_key(text)) or []
    if system is not None:
        return _in_system(book, text, date, system, found)
    if len(found) == 1:
        place = found[0]
        if place in book.at or place in book.systems["shinkansen"].index:
            return place
        raise _resting(book, place, date)
    from planner.feed.stations import book as station_book

    return station_book().find(text, on=date).id


def _in_system(
    book: FareBook, text: str, date: dt.date, system: SystemFares, found: list[str]
) -> str:
    own = [place for place in found if place in system.index]
    if len(own) == 1 and not system.closed:
        return own[0]
    if not own and find_station(system, text) is None:
        _known_elsewhere(text, date, system)
    return system.places[station_number(system, text, date)]


def _known_elsewhere(text: str, date: dt.date, system: SystemFares) -> None:
    """Tell a name that is no station at all from one of another company.

    Raises:
        UnknownName: no station is called so.
        NotOpen: the system's station of that name is not open yet.
    """
    from planner.feed.stations import book as station_book

    candidates = station_book().candidates(text)
    names = {place.name for place in candidates}
    if names & set(system.later):
        station_number(system, next(iter(names & set(system.later))), date)
    if not candidates:
        station_book().find(text)
    raise UnknownName(
        f"{text} is no station of {system.name_en}",
        f"{text}は{system.name_ja}の駅ではありません",
    )


def _resting(book: FareBook, place: str, date: dt.date) -> NotOpen:
    system = next(s for s in book.systems.values() if s.closed and place in s.index)
    return NotOpen(
        f"{system.name_en} did not run on {date}", f"{system.name_ja}は{date}には運休していました"
    )


def ends(
    start: str, target: str, date: dt.date, system: str = ""
) -> tuple[FareBook, SystemFares | None, str, str]:
    """The fare book of a date, the system asked for, and the places of both ends.

    Raises:
        BadValue: both ends are one station.
        UnknownName, AmbiguousName, NotOpen, OutsideValidity: as they say.
    """
    book = fares_on(date)
    fares = system_fares(book, system) if system else None
    places = place_id(book, start, date, fares), place_id(book, target, date, fares)
    if places[0] == places[1]:
        raise BadValue(
            f"{start!r} and {target!r} are one station; a ticket leads from one to another",
            f"「{start}」と「{target}」は同じ駅です。別の駅を指定してください",
        )
    return book, fares, *places


__all__ = ["AmbiguousName", "ends", "place_id", "system_fares"]
