"""Stations that are walked to from the start."""

import datetime as dt

from planner.fares.matrix import fares_on
from planner.search.answers import Reached
from planner.search.fare_view import fare_view
from planner.search.reach import reach
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from tests.worlds import Stop, World

DATE = dt.date(2026, 11, 30)
NOON = 12 * 3600


def reached(world: World) -> dict[str, Reached]:
    table = assemble(world.draft(), movement_rules("none"))
    view = fare_view(table, fares_on(DATE))
    return {r.station: r for r in reach(table, DATE, view, 0, NOON, 20 * 3600, None)}


def call(node: int, minutes: int) -> Stop:
    return Stop(node, NOON + 60 * minutes, NOON + 60 * minutes)


def test_of_two_platforms_on_foot_the_nearer_one_counts() -> None:
    world = World(["横浜", "戸塚", "大船"], [0, 1, 1, 2], [0, 0, 0, 0], [(0, 1, 60), (0, 2, 300)])
    world.routes, world.trip_route = ["JR-East.Tokaido"], [0, 0, 0]
    world.trips = [[call(0, 100), call(3, 140)], [call(1, 110), call(3, 150)],
                   [call(2, 110), call(3, 155)]]  # fmt: skip
    found = reached(world)["戸塚"]
    assert (found.fare, found.arrives, found.fastest_arrives) == (0, NOON + 60, NOON + 60)


def test_of_a_walk_and_a_train_as_soon_the_walk_costs_nothing() -> None:
    world = World(["横浜", "戸塚"], [0, 1], [0, 0], [(0, 1, 600)])
    world.routes, world.trip_route = ["JR-East.Tokaido"], [0]
    world.trips = [[call(0, 0), call(1, 10)]]
    found = reached(world)["戸塚"]
    assert (found.fastest_arrives, found.fastest_fare) == (NOON + 600, 0)


def test_where_no_price_is_known_the_stations_are_told_all_the_same() -> None:
    world = World(["甲", "乙"], [0, 1], [0, 0])
    world.routes, world.trip_route = ["Nobody.Knows"], [0]
    world.trips = [[call(0, 0), call(1, 10)]]
    found = reached(world)["乙"]
    assert (found.fare, found.arrives) == (None, NOON + 600)
