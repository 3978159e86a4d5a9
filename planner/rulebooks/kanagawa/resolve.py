"""A declared route against a timetable: stations, lines, what is forbidden (R4a, R6, R9, R10).

Names that cannot be read or fit several places raise; what is read and not allowed is refused.
"""

import datetime as dt
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import cos, hypot, radians

from planner.errors import AmbiguousName, UnknownName
from planner.feed.line_names import is_named
from planner.feed.names import name_key
from planner.feed.stations import book, identity
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.field import Day
from planner.search.declared import Declared, Hop
from planner.search.follow import ridable
from planner.search.hops import TrainHop
from planner.search.labels import DAY_STARTS, day_end
from planner.search.stations import Named
from planner.timetable.model import Timetable

SHINKANSEN = "JR-Central.TokaidoShinkansen"
WALK_METRES = 1_000


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
    try:
        named = day.station(text)
    except AmbiguousName:
        named = _by_line(declared, number, text, day)
    inside = named.place.in_kanagawa if named.place is not None else True
    if not inside or (named.index is not None and not day.timetable.station_inside[named.index]):
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
    different = dict.fromkeys(line.routes for line in hop.lines)
    return TrainHop(
        *ends,
        routes=routes,
        trains=trains,
        surcharge=surcharge,
        only_charged=charged,
        get_off=get_off,
        through=tuple(map(partial(_numbers, t), different)) if len(different) > 1 else (),
    )


def _routes(hop: Hop, t: Timetable) -> frozenset[int] | None:
    """The route numbers of the timetable that a hop's lines stand for; None: no line is named."""
    if not hop.lines:
        return None
    ids = {route for line in hop.lines for route in line.routes}
    names = {name_key(line.name) for line in hop.lines} | {name_key(hop.text)}
    return frozenset(
        number
        for number in range(len(t.route_id))
        if t.route_id[number] in ids or name_key(t.route_name[number]) in names
    )


def _numbers(t: Timetable, ids: frozenset[str]) -> frozenset[int]:
    return frozenset(number for number in range(len(t.route_id)) if t.route_id[number] in ids)


def lenient(hop: TrainHop) -> TrainHop | None:
    """The hop with trains that come to the declared line only later on their way.

    横浜-湘南台 on the Izumino line boards a train of the main line. A train that is named is found
    on any line (小田急 はこね1号 from 小田原). None where no line is declared.
    """
    if hop.routes is None:
        return None
    if any(is_named(name) for name in hop.trains):
        return replace(hop, routes=None)  # the train is known by its name, whatever its line
    return replace(hop, routes=None, through=hop.through or (hop.routes,))


def refusal(hop: TrainHop, said: Hop, day: Day, wide: Day | None) -> Refused:
    """Why no train of the day can ride a hop at all (R9, R10, R4d), and what would be right.

    ``wide``: the same day where passing outside is allowed, to tell what R10 forbids.
    """
    t = day.timetable
    start, end = (day.name(s) for s in (hop.board, hop.alight))
    line = said.text or "-"
    for station, name in ((hop.board, start), (hop.alight, end)):
        if hop.routes is not None and station not in _served(t, hop.routes):
            if wide is not None and _outside(wide, hop, day) is not None:
                break
            return _not_on_line(t, hop, station, name, line)
    passed = None if wide is None else _outside(wide, hop, day)
    if passed is not None:
        named, named_ja = ", ".join(passed) or "stations", "、".join(passed) or "駅"
        return Refused(
            "R10",
            f"{line} from {start} to {end} passes {named} outside Kanagawa",
            f"{start} から {end} への{line}は県外の{named_ja}を通ります",
        )
    right = suggestion(day, start, end)
    return Refused(
        "R4d",
        f"no train of {line} runs from {start} and stops at {end} on this day"
        + (f"; possible: {right}" if right else ""),
        f"{start} を出て {end} に停まる{line}の列車はこの日ありません"
        + (f"(可能な経路: {right})" if right else ""),
    )


def suggestion(day: Day, start: str, end: str) -> str:
    """A route from one station to another that is right, as text; "" where there is none."""
    from planner.search.declared_form import declared_text
    from planner.search.query import Planner

    found = Planner(day.opened).route(start, end, DAY_STARTS).journeys
    return declared_text(found[0]) if found and found[0].rides else ""


def _served(t: Timetable, routes: frozenset[int]) -> set[int]:
    """The stations where trains of the routes stop."""
    on = {trip for trip in range(len(t.trip_route)) if t.trip_route[trip] in routes}
    served = set()
    for run in range(t.runs):
        first, last = t.run_first_call[run], t.run_first_call[run + 1] - 1
        for call in range(first, last + 1):
            trips = {t.call_trip[call], t.call_trip[max(call - 1, first)]}
            if trips & on:
                served.add(t.node_station[t.call_node[call]])
    return served


def _not_on_line(t: Timetable, hop: TrainHop, station: int, name: str, line: str) -> Refused:
    near = _near(t, station, _served(t, hop.routes or frozenset()))
    hint = f"; {near} is another station, and nobody walks" if near else ""
    hint_ja = f"({near}は別の駅名で、徒歩では移れません)" if near else ""
    return Refused(
        "R9",
        f"{name} is not a station of {line}{hint}",
        f"{name}は{line}の駅ではありません{hint_ja}",
    )


def _near(t: Timetable, station: int, among: set[int]) -> str:
    """The nearest station of a set within 1 km, or ""."""
    lat, lon = t.station_lat[station], t.station_lon[station]
    best = ""
    least = float(WALK_METRES)
    for other in sorted(among - {station}):
        north = (t.station_lat[other] - lat) * 0.11132
        east = (t.station_lon[other] - lon) * 0.11132 * cos(radians(lat / 1e6))
        if (away := hypot(north, east)) < least:
            best, least = str(t.station_name[other]), away
    return best


def _outside(wide: Day, hop: TrainHop, day: Day) -> list[str] | None:
    """Stations outside at which trains of a hop stop on the way; None: there are no trains."""
    there = _widened(wide, hop, day)
    rides = None if there is None else ridable(wide.timetable, there, day_end(DAY_STARTS))
    if rides is None:
        return None
    t = wide.timetable
    passed = []
    for part in rides:
        for call in range(part.board, part.alight + 1):
            station = t.node_station[t.call_node[call]]
            place = book().places.get(t.station_place[station])
            if place is not None and not place.in_kanagawa:
                passed.append(place.name_on(wide.date))
    return list(dict.fromkeys(passed))


def _widened(wide: Day, hop: TrainHop, day: Day) -> TrainHop | None:
    """The hop in terms of a timetable that leaves the prefecture."""
    ends = []
    for station in (hop.board, hop.alight):
        found = wide.station(day.name(station)).index
        if found is None:
            return None
        ends.append(found)
    ids = {day.timetable.route_id[number] for number in hop.routes or ()}
    t = wide.timetable
    routes = frozenset(n for n in range(len(t.route_id)) if t.route_id[n] in ids)
    return replace(
        hop,
        board=ends[0],
        alight=ends[1],
        routes=None if hop.routes is None else routes,
        surcharge=routes if hop.surcharge else frozenset(),
        through=(),
    )
