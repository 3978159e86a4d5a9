"""The least trains to one station, found backwards, against the table of all pairs."""

import random
from collections.abc import Iterator
from dataclasses import replace

from planner.search.cheapest import FareSearch, Limits
from planner.search.earliest import front, pareto
from planner.search.fare_view import fare_view
from planner.search.trains import Trains
from planner.timetable.assemble import assemble
from planner.timetable.model import Timetable
from planner.timetable.movement import movement_rules
from planner.timetable.via import NEVER_BY_TRAIN, goal_in, origin_in, passing
from tests.fare_worlds import DATE, Priced, random_priced

UNTIL = 24 * 3600
NO_TABLE = memoryview(b"")


def worlds(count: int) -> Iterator[tuple[Priced, Timetable]]:
    for seed in range(count):
        priced = random_priced(seed)
        yield priced, assemble(priced.world.draft(), movement_rules("none"))


def test_they_equal_the_table_up_to_the_origin_and_are_no_more_beyond_it() -> None:
    for _, table in worlds(400):
        size = table.stations
        without = Trains(replace(table, min_trips=NO_TABLE))
        for goal in range(size):
            right = table.min_trips[goal::size].tolist()
            for origin in range(size):
                found = Trains(without.timetable).to(goal, origin)
                assert found[origin] == without.to(goal, origin)[origin] == right[origin]
                for station, trains in enumerate(found):
                    if right[station] <= right[origin]:
                        assert trains == right[station]
                    else:
                        assert right[origin] < trains <= right[station]


def test_they_are_kept_for_the_next_question_of_the_same_goal() -> None:
    _, table = next(worlds(1))
    without = Trains(replace(table, min_trips=NO_TABLE))
    first = without.to(0, 1)
    assert without.to(0, 0) is first


def test_searches_without_the_table_find_the_same_and_look_at_as_few_trains() -> None:
    for priced, table in worlds(400):
        without = replace(table, min_trips=NO_TABLE)
        for goal in range(1, table.stations):
            one, other = pareto(table, 0, goal, 0), pareto(without, 0, goal, 0)
            assert (front(one), one.scanned) == (front(other), other.scanned)
        with priced.prices():
            views = fare_view(table, priced.book), fare_view(without, priced.book)
            for goal in range(1, table.stations):
                fronts = [
                    [
                        f.key
                        for f in FareSearch(view, DATE, 0, goal).front(
                            0, Limits(UNTIL, trains=True)
                        )
                    ]
                    for view in views
                ]
                assert fronts[0] == fronts[1]


def test_by_way_of_stations_they_are_no_more_than_a_journey_has() -> None:
    random_ = random.Random(1)
    for _, table in worlds(200):
        vias = random_.choices(range(table.stations), k=2)
        layered = passing(table, vias)
        trains = Trains(replace(layered, min_trips=NO_TABLE))
        start = origin_in(layered, 0)
        for station in range(1, table.stations):
            goal = goal_in(layered, station)
            least = trains.to(goal, start)[start]
            for _, count in front(pareto(layered, start, goal, 0)):
                assert least <= count
            if least == NEVER_BY_TRAIN:
                assert not front(pareto(layered, start, goal, 0))
