"""Arriving by a deadline: the latest departure stands where else the arrival does."""

import pytest

from planner.fares.quote import PAPER
from planner.journey import Journey
from planner.search.fare_view import fare_view
from planner.search.in_time import in_time
from planner.search.pair import Pair
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from tests import naive_fares
from tests.fare_worlds import DATE, random_priced
from tests.test_fare_verbs_equal_their_slow_twin import departs

MOST = 4


def key(journey: Journey) -> tuple[int, int, int]:
    fare = 1 << 60 if journey.fare is None else int(journey.fare)
    return -departs(journey), fare, len(journey.rides)


@pytest.mark.parametrize("part", range(10))
def test_what_arrives_in_time_is_no_worse_than_any_path(part: int) -> None:
    for seed in range(part, 250, 10):
        priced = random_priced(seed)
        if priced.world.walks:
            continue
        table = assemble(priced.world.draft(), movement_rules("none"))
        goal, deadline = 1 + seed % (len(priced.world.stations) - 1), 60 * (10 + seed % 15)
        with priced.prices():
            pair = Pair(table, DATE, fare_view(table, priced.book), 0, goal, None, PAPER)
            paths = [
                (-departs(journey), point[1], point[2])
                for point, journey in naive_fares.priced_paths(priced, 0, goal, 0, deadline, MOST)
            ]
            for by, order in (
                ("time", lambda k: (k[0],)),
                ("fare", lambda k: (k[1], k[0])),
                ("changes", lambda k: (k[2], k[0])),
            ):
                found = in_time(pair, 0, deadline, by, 1)
                if paths:
                    assert found, (seed, by)
                    assert order(key(found[0])) <= min(map(order, paths)), (seed, by)
            menu = [key(j) for j in in_time(pair, 0, deadline, "all", 1)]
            for path in paths:
                assert any(all(a <= b for a, b in zip(k, path, strict=True)) for k in menu), seed


def test_the_next_one_in_time_arrives_earlier() -> None:
    priced = random_priced(4)
    table = assemble(priced.world.draft(), movement_rules("none"))
    with priced.prices():
        pair = Pair(table, DATE, fare_view(table, priced.book), 0, 1, None, PAPER)
        found = in_time(pair, 0, 3600, "time", 5)
    arrivals = [journey.arrives for journey in found]
    assert arrivals == sorted(arrivals, reverse=True)
    assert len(set(arrivals)) == len(arrivals)
