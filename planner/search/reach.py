"""Everywhere within a budget: the cheapest and the soonest way to every station, in one scan."""

import datetime as dt
from array import array

from planner.search import kernels_fare
from planner.search.answers import Reached
from planner.search.cheapest import ENDLESS, MOST_TRAINS, FareSearch, Limits
from planner.search.earliest import earliest
from planner.search.fare_view import NOT_BY_KM, FareView
from planner.search.pool import FIRST_POOL, larger, pool_of
from planner.search.records import ANSWER
from planner.search.watched import chain_of, may_cost_more
from planner.timetable.model import NEVER, Timetable
from planner.units import ServiceSeconds, Yen

_FIELDS = 10
_OWNER = "reach"  # its labels are read while single stations are searched for
_EMPTY = array("i")
_NOWHERE = array("i", [NEVER, NEVER, -1, -1, -1] * 2)


def reach(
    timetable: Timetable,
    date: dt.date,
    view: FareView | None,
    origin: int,
    time: int,
    until: int,
    budget: int | None,
) -> list[Reached]:
    """The stations that can be reached, the start first, then by (fare, arrival).

    Without a budget those of unknown price too, last. Stations outside the rules' area are never
    reached. Prices are exact: where a ticket would pass a station twice the station is searched
    for by itself.
    """
    t = timetable
    found = {origin: (0, time, time, 0)}
    if view is not None:
        found |= _priced(view, date, origin, Limits(until, _limit(budget)), time)
        found[origin] = (0, time, time, 0)
    if budget is None:
        labels = earliest(t, origin, None, time, until)
        for station in range(t.stations):
            arrives = min((labels.arrive[n] for n in t.nodes_of(station)), default=NEVER)
            if arrives < NEVER:
                known = found.get(station)
                if known is None:
                    found[station] = (-1, arrives, arrives, -1)
                elif arrives < known[2]:
                    found[station] = (*known[:2], arrives, -1)
    made = [_reached(t, station, *numbers) for station, numbers in found.items()]
    start = t.station_name[origin]
    return sorted(
        made, key=lambda r: (r.station != start, r.fare is None, r.fare or 0, r.arrives, r.station)
    )


def _limit(budget: int | None) -> int:
    return ENDLESS if budget is None else min(budget, ENDLESS)


def _reached(
    t: Timetable, station: int, fare: int, arrives: int, soonest: int, soonest_fare: int
) -> Reached:
    return Reached(
        t.station_name[station],
        None if fare < 0 else Yen(fare),
        ServiceSeconds(arrives),
        ServiceSeconds(soonest),
        None if soonest_fare < 0 else Yen(soonest_fare),
        t.station_lat[station] / 1e6,
        t.station_lon[station] / 1e6,
    )


def _priced(
    view: FareView, date: dt.date, origin: int, limits: Limits, time: int
) -> dict[int, tuple[int, int, int, int]]:
    """station -> least yen and its arrival, soonest arrival and its yen."""
    t = view.timetable
    search = FareSearch(view, date, origin, origin)
    wanted = array("i", bytes(4 * t.stations))
    for station in view.stations:
        wanted[station] = int(station != origin)
    reached, pool = scan_everywhere(search, time, limits, wanted)
    found: dict[int, tuple[int, int, int, int]] = {}
    on_foot_only = {t.node_station[n] for n in t.walk_to} - set(view.stations)
    for station in range(t.stations):
        if station in on_foot_only:
            exact = _exactly(FareSearch(view, date, origin, station), time, limits)
            if exact is not None:
                found[station] = exact
            continue
        record = reached[station * _FIELDS : (station + 1) * _FIELDS]
        if record[0] == NEVER or station == origin:
            continue
        ways = {(record[0], *record[2:5]), (record[6], *record[7:10])}  # often one and the same
        if any(_dearer(search, pool, station, way) for way in ways):
            exact = _exactly(FareSearch(view, date, origin, station), time, limits)
            if exact is not None:
                found[station] = exact
            continue
        found[station] = (record[0], record[1], record[5], record[6])
    for node, seconds in search.starts:
        station = t.node_station[view.columns["node"][node]]
        if station != origin and time + seconds <= limits.until:
            walked = time + seconds
            fare, arrives, soonest, soonest_fare = found.get(station, (0, walked, walked, 0))
            fare, arrives = min((fare, arrives), (0, walked))
            soonest, soonest_fare = min((soonest, soonest_fare), (walked, 0))
            found[station] = (fare, arrives, soonest, soonest_fare)
    return found


def _exactly(search: FareSearch, time: int, limits: Limits) -> tuple[int, int, int, int] | None:
    found = search.front(time, limits)
    if not found:
        return None
    cheap = min(found, key=lambda f: (f.yen, f.arrival))
    soon = min(found, key=lambda f: (f.arrival, f.yen))
    return cheap.yen, cheap.arrival, soon.arrival, soon.yen


def _dearer(search: FareSearch, pool: "array[int]", goal: int, way: tuple[int, ...]) -> bool:
    """Whether a journey (its yen by the scan, its end in the pool) has another price by ``quote``:
    a ticket passes a station twice, or the Shinkansen is charged by the km ridden."""
    yen, parent, on, off = way
    chain = chain_of(pool, (parent, on, off))
    return may_cost_more(search.view, chain) and search.price(chain, goal) != yen


def scan_everywhere(
    search: FareSearch, time: int, limits: Limits, wanted: "array[int]"
) -> tuple["array[int]", "array[int]"]:
    """Run the scan without a goal: records of all stations (``kernels_fare.Everywhere``), the pool.

    Args:
        wanted: station -> 1 where its records are asked for; those of others may be no good.
    """
    size = 2 * FIRST_POOL
    while True:
        found = _scan(search, time, limits, wanted, size)
        if found is not None:
            return found
        size = larger(size)


def _scan(
    search: FareSearch, time: int, limits: Limits, wanted: "array[int]", size: int
) -> tuple["array[int]", "array[int]"] | None:
    view = search.view
    c, nodes = view.columns, view.fare_nodes
    room, pool = view.room(size, False, _OWNER), pool_of(size, _OWNER)
    used = search.seed(time, limits, pool, None)
    reached = _NOWHERE * view.timetable.stations
    bound = view.least_step[:]
    whole = view.work_out is None and "passing" not in view.timetable.meta
    rows = (c["goal_row"], c["least_fare"]) if whole else (_EMPTY, _EMPTY)
    everywhere = kernels_fare.Everywhere(reached, bound, wanted, *rows)
    goal = kernels_fare.Goal(array("i", [NEVER]) * nodes, bound, view.no_trains, view.no_trains)
    count = kernels_fare.scan(
        view.tables, room, goal, view.no_bits, view.no_bits, array("B"),
        view.timetable.first_departing(time), limits.until, limits.budget, MOST_TRAINS,
        0, NEVER, 0, 0, 0, 0,
        used, array("i", bytes(4 * ANSWER * 8)), 0, everywhere, NOT_BY_KM, array("i", [0, 0, 0]),
    )  # fmt: skip
    return None if count < 0 else (reached, pool)
