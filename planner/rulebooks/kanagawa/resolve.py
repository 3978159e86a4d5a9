"""A declared route against a timetable: stations, lines, what is forbidden (R4a, R6, R9, R10).

Names that cannot be read or fit several places raise; what is read and not allowed is refused.
"""

import datetime as dt
from dataclasses import dataclass, replace
from itertools import pairwise

from planner.errors import AmbiguousName, UnknownName
from planner.feed.line_names import LineName, is_named, words
from planner.feed.names import name_key
from planner.feed.stations import book, identity
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.field import Day
from planner.search.declared import Declared, Hop
from planner.search.hops import TrainHop
from planner.search.stations import Named
from planner.timetable.model import Timetable

SHINKANSEN = "JR-Central.TokaidoShinkansen"


@dataclass(frozen=True)
class Resolved:
    """A declared route in terms of a timetable: station numbers and hops."""

    declared: Declared
    stations: tuple[int, ...]
    hops: tuple[TrainHop, ...]


def resolve(declared: Declared, day: Day, place: str = "") -> Resolved:
    """Stations and lines of the timetable; ``place``: where the traveller is ("" unknown).

    Raises:
        UnknownName, AmbiguousName, NotOpen: a name that cannot be read on that date.
        Refused: R4a it begins elsewhere, R6 a special ticket, R9 not by rail or nowhere,
            R10 a station outside Kanagawa.
    """
    if declared.special:
        raise Refused(
            "R6",
            f"{declared.special} is a special ticket; only single tickets are bought",
            f"{declared.special}は使えません。普通乗車券だけで計画してください",
        )
    texts = list(declared.stations)
    texts[0] = _origin(texts[0], place, day.date)
    for hop, (start, end) in zip(declared.hops, pairwise(texts), strict=True):
        if hop.not_rail:
            raise Refused(
                "R9",
                f"{start} to {end} {hop.text}: one moves by rail only, and changes at stations of"
                " one name only",
                f"{start} から {end} へ{hop.text}: 移動は鉄道だけ、乗り換えは同じ駅名の中だけです",
            )
    stations = tuple(_station(declared, number, text, day) for number, text in enumerate(texts))
    hops = []
    for number, hop in enumerate(declared.hops):
        ends = stations[number], stations[number + 1]
        if ends[0] == ends[1]:
            name = texts[number]
            raise Refused(
                "R9", f"{name} to {name} is no ride", f"{name} から {name} へは乗車になりません"
            )
        hops.append(_train_hop(hop, ends, declared.get_off[number + 1], day.timetable))
    return Resolved(declared, stations, tuple(hops))


def _origin(said: str, place: str, date: dt.date) -> str:
    if not said and not place:
        raise UnknownName(
            "the route does not say where it begins; write its first station, or give --from",
            "出発駅がありません。最初の駅を書くか --from で指定してください",
        )
    if said and place and identity(said) != identity(place):
        here = _name(place, date)
        raise Refused(
            "R4a",
            f"the plan begins at {said}, but the player is at {here}",
            f"計画は {said} から始まりますが、今いるのは {here} です",
        )
    return said or _name(place, date)


def _name(place: str, date: dt.date) -> str:
    found = book().candidates(place)
    inside = [one for one in found if one.in_kanagawa] or list(found)
    return inside[0].name_on(date) if len(inside) == 1 else place


def _station(declared: Declared, number: int, text: str, day: Day) -> int:
    """The number of a station, the lines beside it deciding between places of one name.

    Raises:
        Refused: R10, or no train of the timetable calls there.
    """
    if name_key(text) in words("ropeway_stations"):
        raise Refused(
            "R9",
            f"{text} is a station of a ropeway; one moves by rail only, cable cars included",
            f"{text}はロープウェイの駅です。移動は鉄道(ケーブルカーを含む)だけです",
        )
    try:
        named = day.station(text)
    except AmbiguousName:
        named = _by_line(declared, number, text, day)
    inside = named.place.in_kanagawa if named.place is not None else True
    if named.index is not None:
        inside = inside and bool(day.timetable.station_inside[named.index])
    if day.bounded and not inside:
        raise Refused(
            "R10",
            f"{named.name} lies outside Kanagawa; no station outside may be boarded at, left at or"
            " passed",
            f"{named.name}は神奈川県外の駅です。県外の駅では乗車・下車・通過ができません",
        )
    if named.index is None:
        raise Refused(
            "R4d",
            f"no train of this timetable calls at {named.name}",
            f"この時刻表には{named.name}に停まる列車がありません",
        )
    return named.index


def _by_line(declared: Declared, number: int, text: str, day: Day) -> Named:
    """Of several places of one name the only one on the lines declared before and after it."""
    routes: set[str] = set()
    for hop in declared.hops[max(number - 1, 0) : number + 1]:
        for line in hop.lines:
            routes |= line.routes
    stops = book().stops
    fits = [
        place
        for place in book().candidates(text)
        if any(stops[stop].route_id in routes for stop in place.stops)
    ]
    if len(fits) != 1:
        return day.station(text)  # raises, with the candidates
    return day.station(fits[0].id)


def _train_hop(hop: Hop, ends: tuple[int, int], get_off: bool, t: Timetable) -> TrainHop:
    routes = _routes(hop, t)
    trains = tuple(dict.fromkeys(hop.trains))
    charged = any(line.charged for line in hop.lines)
    express = {number for number in routes or () if t.route_id[number] == SHINKANSEN}
    surcharge = frozenset(routes or ()) if charged else frozenset(express)
    different = list({line.routes: line for line in hop.lines}.values())
    return TrainHop(
        *ends,
        routes=routes,
        trains=trains,
        surcharge=surcharge,
        only_charged=charged,
        get_off=get_off,
        through=tuple(_numbers(t, line) for line in different) if len(different) > 1 else (),
    )


def _routes(hop: Hop, t: Timetable) -> frozenset[int] | None:
    """The route numbers of the timetable that a hop's lines stand for; None: no line is named."""
    if not hop.lines:
        return None
    said = name_key(hop.text)
    numbers = (n for n in range(len(t.route_id)) if name_key(t.route_name[n]) == said)
    return frozenset(numbers).union(*(_numbers(t, line) for line in hop.lines))


def _numbers(t: Timetable, line: LineName) -> frozenset[int]:
    """The route numbers of the timetable that a line's name stands for."""
    name = name_key(line.name)
    return frozenset(
        number
        for number in range(len(t.route_id))
        if t.route_id[number] in line.routes or name_key(t.route_name[number]) == name
    )


def ways_to_ride(hop: TrainHop) -> list[TrainHop]:
    """What a declared hop may mean, the plainest first.

    A train that comes to the declared line only later on its way is on it too: 横浜-湘南台 on the
    Izumino Line boards a train of the main line. A train that is named is found on any line
    (小田急 はこね1号 from 小田原). A through train may have run on a declared line before the ride,
    or run on it afterwards, if the ride keeps to the declared lines
    (横浜 -東横線〜みなとみらい線->).
    """
    if hop.routes is None:
        return [hop]
    if any(is_named(name) for name in hop.trains):
        later = replace(hop, routes=None)  # the train is known by its name, whatever its line
    else:
        later = replace(hop, routes=None, through=hop.through or (hop.routes,))
    found = [hop, later]
    if hop.through:
        found.append(replace(hop, whole=True, within=hop.routes))
    return found
