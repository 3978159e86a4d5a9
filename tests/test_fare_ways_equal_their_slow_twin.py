"""The fare search with vias and without avoided places, against every path of random worlds."""

import os
import random

import pytest

from planner.fares.quote import quote
from planner.search.cheapest import FareSearch, Limits
from planner.search.fare_view import fare_view
from planner.timetable.assemble import assemble
from planner.timetable.avoiding import avoiding
from planner.timetable.movement import movement_rules
from planner.timetable.via import goal_in, origin_in, passing
from tests import naive_fares
from tests.fare_worlds import DATE, random_priced
from tests.naive import Way

WORLDS = int(os.environ.get("PLANNER_TEST_WORLDS", "5000")) // 2
SLICES = 10
UNTIL = 24 * 3600
MOST = 3  # trains; more make the twin too slow


def some_way(r: random.Random, stations: int, routes: int) -> Way:
    vias = r.choices(range(stations), k=r.choice([1, 1, 2]))
    if r.random() < 0.4:
        return Way(tuple(vias))
    barred = (r.randrange(1, stations),) if r.random() < 0.6 else ()
    return Way(
        tuple(vias) if r.random() < 0.3 else (),
        barred,
        (r.randrange(routes),) if not barred or r.random() < 0.3 else (),
    )


@pytest.mark.parametrize("part", range(SLICES))
def test_arrival_yen_and_trains_equal_the_twin(part: int) -> None:
    for seed in range(part, WORLDS, SLICES):
        r, priced = random.Random(seed), random_priced(seed)
        stations = len(priced.world.stations)
        way = some_way(r, stations, len(priced.world.routes))
        goal = r.randrange(1, stations)
        table = assemble(priced.world.draft(), movement_rules("none"))
        table = passing(avoiding(table, way.stations, way.routes), way.vias)
        with priced.prices():
            view = fare_view(table, priced.book)
            search = FareSearch(view, DATE, origin_in(table, 0), goal_in(table, goal))
            paths = naive_fares.points(priced, 0, goal, 0, UNTIL, MOST, way)
            for trains in (False, True):
                found = search.journeys(0, Limits(UNTIL, trains=trains, most_trains=MOST))
                got = {(f.arrival, f.yen, f.trains) for f in found}
                # what is found by the way, cheaper by a cut, may beat what is sought
                assert naive_fares.best(got, trains) == naive_fares.best(paths | got, trains), seed
                for f in found:
                    assert not f.journey.rides or quote(f.journey).total == f.yen, seed
                    assert naive_fares.fits(priced, 0, list(f.journey.legs), way), seed
