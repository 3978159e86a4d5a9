"""The fare search against every path of seeded random worlds, priced by ``quote``."""

import os
from collections.abc import Callable

import pytest

from planner.fares.quote import quote
from planner.search.cheapest import FareSearch, Limits
from planner.search.fare_view import fare_view
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from tests import naive_fares
from tests.fare_worlds import (
    DATE,
    Priced,
    random_discounted,
    random_fast,
    random_priced,
    random_stated,
)

WORLDS = int(os.environ.get("PLANNER_TEST_WORLDS", "1500"))
SLICES = 20
UNTIL = 24 * 3600
MOST = 4  # trains; more make the twin too slow


A_TRAIN_THAT_PASSES_A_STATION_TWICE = 5976


@pytest.mark.parametrize("make", [random_priced, random_fast, random_stated, random_discounted])
@pytest.mark.parametrize("part", range(SLICES))
def test_arrival_yen_and_trains_equal_the_twin(part: int, make: Callable[[int], Priced]) -> None:
    seeds = [*range(part, WORLDS, SLICES), *[A_TRAIN_THAT_PASSES_A_STATION_TWICE][part:]]
    for seed in seeds:
        priced = make(seed)
        table = assemble(priced.world.draft(), movement_rules("none"))
        goal = 1 + seed % (len(priced.world.stations) - 1)
        with priced.prices():
            view = fare_view(table, priced.book, discounts=priced.discounts)
            search = FareSearch(view, DATE, 0, goal)
            paths = naive_fares.points(priced, 0, goal, 0, UNTIL, MOST)
            for trains in (False, True):
                found = search.journeys(0, Limits(UNTIL, trains=trains, most_trains=MOST))
                got = {(f.arrival, f.yen, f.trains) for f in found}
                # what is found by the way, cheaper by a cut, may beat what is sought
                assert naive_fares.best(got, trains) == naive_fares.best(paths | got, trains), seed
                for f in found:
                    assert (
                        not f.journey.rides
                        or quote(f.journey, discounts=priced.discounts).total == f.yen
                    ), seed
