"""Stations one gets off at, in worlds small enough to see the answer."""

import datetime as dt
import random

import pytest

from planner.search.pair import Pair
from planner.search.stops import over_stops, rest_at
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from planner.timetable.places import FORBIDDEN
from planner.units import parse_time
from tests import naive
from tests.worlds import World, random_world, world

DATE = dt.date(2026, 11, 30)
FREE = movement_rules("none")
END = 27 * 3600


def arrivals(made: World, path: str, at: int) -> list[int]:
    """When the stations of a path are reached at last, by every journey that none beats."""
    table = assemble(made.draft(), FREE)
    stages = [[made.stations.index(name)] for name in path.split()]
    found = over_stops(lambda a, b: Pair(table, DATE, None, a, b), stages, at, END)
    return [int(journey.arrives) for journey in found]


@pytest.mark.parametrize(
    ("stand", "change", "arrives"),
    [
        ("8:10", 0, "8:20"),  # no change time: off and on the train that one came with
        ("8:10", 3, "8:30"),
        ("8:10/8:12", 3, "8:30"),  # it stands, but not long enough
        ("8:10/8:13", 3, "8:20"),
    ],
)
def test_getting_off_and_on_again_takes_as_long_as_a_change(
    stand: str, change: int, arrives: str
) -> None:
    made = world(f"A 8:00 V {stand} B 8:20", "V 8:13 B 8:30", change={"V": change})
    assert arrivals(made, "A V B", parse_time("8:00")) == [parse_time(arrives)]


def test_the_last_train_is_gone_for_who_cannot_get_on_again_in_time() -> None:
    assert arrivals(world("A 8:00 V 8:10 B 8:20", change={"V": 1}), "A V B", 0) == []


def test_the_longest_change_of_a_station_counts_unless_it_is_forbidden() -> None:
    made = World(["A", "V"], [0, 1, 1, 1], [60, 120, 180, FORBIDDEN], [(1, 2, 300), (0, 1, 900)])
    table = assemble(made.draft(), FREE)
    assert [rest_at(table, station) for station in (0, 1)] == [60, 300]


def test_two_parts_in_a_row_are_those_of_the_slow_twin() -> None:
    compared = 0
    for seed in range(120):
        made = random_world(seed)
        chance = random.Random(seed)
        a, v, b = (chance.randrange(len(made.stations)) for _ in range(3))
        if len({a, v, b}) < 3:
            continue
        table = assemble(made.draft(), FREE)
        at = 60 * chance.randint(0, 8)
        first = naive.earliest(made, a, v, at, END)
        expected = naive.NEVER
        if first < naive.NEVER:
            expected = naive.earliest(made, v, b, first + rest_at(table, v), END)
        names = " ".join(made.stations[s] for s in (a, v, b))
        found = arrivals(made, names, at)
        assert min(found, default=naive.NEVER) == expected, seed
        compared += expected < naive.NEVER
    assert compared > 10
