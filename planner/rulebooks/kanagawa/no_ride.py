"""Why no train of a day can ride a declared hop, and what would be right (R4d, R9, R10)."""

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, radians

from planner.feed.stations import book
from planner.journey import Journey
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.field import Day
from planner.search.declared import Hop
from planner.search.declared_form import declared_text
from planner.search.follow import ridable
from planner.search.hops import Part, TrainHop, next_departure
from planner.search.rides import ride_between
from planner.search.service_day import DAY_STARTS, day_end
from planner.timetable.model import Timetable
from planner.timetable.movement import movement_rules

NOON = 12 * 3600


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
    if hop.through and (refused := _no_through_train(hop, said, day)) is not None:
        return refused
    right = suggestion(day, start, end)
    return Refused(
        "R4d",
        f"no train of {line} runs from {start} and stops at {end} on this day"
        + (f"; possible: {right}" if right else ""),
        f"{start} を出て {end} に停まる{line}の列車はこの日ありません"
        + (f"(可能な経路: {right})" if right else ""),
    )


def _no_through_train(hop: TrainHop, said: Hop, day: Day) -> Refused | None:
    """That no one train runs on the lines of a declared through train, with what does go there.

    None where neither another train nor a change on the declared lines leads to its end.
    """
    t, until = day.timetable, day_end(DAY_STARTS)
    plain = replace(hop, through=(), within=None, get_off=False)
    ways = (plain, replace(plain, trains=()), replace(plain, routes=None, trains=()))
    rides = (next_departure(t, way, DAY_STARTS, until) for way in ways)
    one = next((ride for ride in rides if ride is not None), None)
    parts = _with_one_change(t, plain, hop.through, until)
    through = "" if one is None else _told(day, [one])
    changed = _told(day, parts) if parts else ""
    if not through and not changed:
        return None
    start, end = day.name(hop.board), day.name(hop.alight)
    en = [f"one train runs {through}"] * bool(through)
    en += [f"with the change declared it is {changed}"] * bool(changed)
    ja = [f"直通する列車は {through}"] * bool(through)
    ja += [f"乗り換えるなら {changed} と宣言します"] * bool(changed)
    return Refused(
        "R4d",
        f"no one train runs {said.text} from {start} to {end}, and lines joined by 〜 are one"
        f" through train; {'; '.join(en)}",
        f"{start} から {end} まで{said.text}を直通する列車はこの日ありません"
        f"(〜でつないだ路線は一本の直通列車です)。{'。'.join(ja)}",
    )


def _with_one_change(
    t: Timetable, hop: TrainHop, lines: tuple[frozenset[int], ...], until: int
) -> list[Part]:
    """A ride on the first line and one on the last with the soonest arrival around noon, or from
    the morning on; empty where one change will not do."""
    first, last = (replace(hop, routes=routes) for routes in (lines[0], lines[-1]))
    at = _served(t, lines[0]) & _served(t, lines[-1]) - {hop.board, hop.alight}
    for since in (NOON, DAY_STARTS):
        ways = []
        for station in sorted(at):
            one = next_departure(t, replace(first, alight=station), since, until)
            ready = until if one is None else int(t.call_arr[one.alight])
            other = next_departure(t, replace(last, board=station), ready, until)
            if one is not None and other is not None:
                ways.append((int(t.call_arr[other.alight]), station, [one, other]))
        if ways:
            return min(ways, key=lambda way: way[:2])[2]
    return []


def _told(day: Day, parts: list[Part]) -> str:
    rides = tuple(ride_between(day.timetable, part.board, part.alight) for part in parts)
    return declared_text(Journey(day.date, rides), typed=False)


def suggestion(day: Day, start: str, end: str) -> str:
    """A route from one station to another that is right, as text; "" where there is none."""
    from planner.search.query import Planner

    planner = Planner(day.opened)
    at = (NOON, DAY_STARTS)
    found = next((j for since in at if (j := planner.route(start, end, since).journeys)), ())
    return declared_text(found[0]) if found and found[0].rides else ""


def _served(t: Timetable, routes: frozenset[int]) -> frozenset[int]:
    """The stations where trains of the routes stop."""
    return _served_by(t, routes)


@lru_cache(maxsize=64)
def _served_by(t: Timetable, routes: frozenset[int]) -> frozenset[int]:
    on = [route in routes for route in t.trip_route.tolist()]
    trips, nodes = t.call_trip.tolist(), t.call_node.tolist()
    served: set[int] = set()
    for first, end in pairwise(t.run_first_call.tolist()):
        for call in range(first, end):
            if on[trips[call]] or (call > first and on[trips[call - 1]]):
                served.add(nodes[call])
    return frozenset(int(t.node_station[node]) for node in served)


def _not_on_line(t: Timetable, hop: TrainHop, station: int, name: str, line: str) -> Refused:
    near = _near(t, station, _served(t, hop.routes or frozenset()))
    hint = f"; {near} is another station, and nobody walks" if near else ""
    hint_ja = f"({near}は別の駅名で、徒歩では移れません)" if near else ""
    if others := _run_there_as(t, hop.routes or frozenset(), station):
        names = [str(t.route_name[other]) for other in others]
        hint += f"; trains of {line} come to {name} as trains of {' and '.join(names)}"
        hint_ja += f"。{line}の列車は{name}では{'、'.join(names)}として走ります"
        ends = {hop.board, hop.alight}
        right = next((o for o in others if ends <= _served(t, frozenset((o,)))), None)
        if right is not None:
            hint += f": declare -{t.route_name[right]}->"
            hint_ja += f"(-{t.route_name[right]}-> と宣言してください)"
    return Refused(
        "R9",
        f"{name} is not a station of {line}{hint}",
        f"{name}は{line}の駅ではありません{hint_ja}",
    )


def _run_there_as(t: Timetable, routes: frozenset[int], station: int) -> list[int]:
    """Routes under whose names the trains of the routes call at a station that is not on these."""
    found: dict[int, None] = {}
    for first, end in pairwise(t.run_first_call.tolist()):
        on = [t.trip_route[t.call_trip[call]] for call in range(first, end)]
        if routes.isdisjoint(on[:-1]):
            continue
        for call in range(first, end):
            if t.node_station[t.call_node[call]] == station:
                found.setdefault(on[min(call - first, len(on) - 2)])
    return list(found)


def _near(t: Timetable, station: int, among: frozenset[int]) -> str:
    """The nearest station of a set that is near enough to be told, or ""."""
    lat, lon = t.station_lat[station], t.station_lon[station]
    best = ""
    least = float(movement_rules("kanagawa").near_metres)
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
    routes = _renumbered(hop.routes or frozenset(), day.timetable, wide.timetable)
    return replace(
        hop,
        board=ends[0],
        alight=ends[1],
        routes=None if hop.routes is None else routes,
        surcharge=routes if hop.surcharge else frozenset(),
        through=tuple(_renumbered(one, day.timetable, wide.timetable) for one in hop.through),
    )


def _renumbered(routes: frozenset[int], t: Timetable, other: Timetable) -> frozenset[int]:
    ids = {t.route_id[number] for number in routes}
    return frozenset(n for n in range(len(other.route_id)) if other.route_id[n] in ids)
