"""Searches on timetables with vias and without avoided places, against the slow twin."""

import datetime as dt
import os
import random
from collections.abc import Iterator
from itertools import groupby

import pytest

from planner.journey import Journey, Walk
from planner.search import earliest, latest, profile
from planner.search.retrace import retrace
from planner.search.trains import fewest_trains
from planner.timetable.assemble import assemble
from planner.timetable.avoiding import avoiding
from planner.timetable.model import NEVER, Timetable
from planner.timetable.movement import movement_rules
from planner.timetable.via import goal_in, origin_in, passing
from tests import naive
from tests.worlds import World, random_world

WORLDS = int(os.environ.get("PLANNER_TEST_WORLDS", "5000")) * 7 // 10
"""Of them 60 % have vias and 60 % avoid something."""
SLICES = 10
UNTIL = 24 * 3600
FREE = movement_rules("none")
DATE = dt.date(2026, 11, 30)


def case(seed: int) -> tuple[World, naive.Way, int, int, int]:
    """World, way, start, goal, time: vias in even seeds, avoided places in odd ones, or both."""
    world, r = random_world(seed), random.Random(seed)
    count = len(world.stations)
    world.routes = ["L", "M", "N"]
    world.trip_route = [r.randrange(3) for _ in world.trips]
    kind = seed % 5
    vias = [r.randrange(count) for _ in range(r.choice([1, 1, 2, 3]))] if kind < 3 else []
    barred = {r.randrange(count) for _ in range(r.choice([0, 1, 1, 2]))} if kind > 1 else set()
    routes = {r.randrange(3)} if kind > 1 and r.random() < 0.5 else set()
    goal = r.randrange(0 if set(vias) - {0} else 1, count)
    way = naive.Way(tuple(vias), tuple(barred), tuple(routes))
    return world, way, 0, goal, 60 * (seed % 7)


def cases(part: int) -> Iterator[tuple[int, World, naive.Way, Timetable, int, int, int, int, int]]:
    for seed in range(part, WORLDS, SLICES):
        world, way, origin, goal, time = case(seed)
        whole = assemble(world.draft(), FREE)
        table = passing(avoiding(whole, way.stations, way.routes), way.vias)
        ends = origin_in(table, origin), goal_in(table, goal)
        yield seed, world, way, table, *ends, origin, goal, time


@pytest.mark.parametrize("part", range(SLICES))
def test_arrivals_and_changes_equal_the_twin(part: int) -> None:
    for seed, world, way, table, a, b, origin, goal, time in cases(part):
        expected = naive.front(world, origin, goal, time, UNTIL, way)
        if not table.station_inside[a]:
            assert not expected, seed
            continue
        labels = earliest.pareto(table, a, b, time, UNTIL)
        assert earliest.front(labels) == expected, seed
        alone = earliest.earliest(table, a, b, time, UNTIL)
        assert alone.best[0] == min((t for t, _ in expected), default=NEVER), seed
        for arrival, trains in expected:
            journey = retrace(labels, DATE, trains)
            check_way(world, way, journey)
            assert len(journey.rides) == trains, seed
            assert not journey.legs or journey.arrives == arrival, seed
        if expected:
            check_way(world, way, retrace(alone, DATE))
            assert expected[0][1] >= fewest_trains(table, a, b), seed


def check_way(world: World, way: naive.Way, journey: Journey) -> None:
    """The journey passes the vias in order, touches nothing avoided, and rides no train twice."""
    called: list[str] = []
    for leg in journey.legs:
        if isinstance(leg, Walk):
            called += [leg.board, leg.alight]
            continue
        called += [call.station for call in leg.calls]
        assert not {section.line for section in leg.sections} & {
            world.routes[r] for r in way.routes
        }
    for before, after in zip(journey.legs, journey.legs[1:], strict=False):
        assert before.alight == after.board
        assert before.arrives <= after.departs
    if not called:
        return
    assert not set(called) & {world.stations[s] for s in way.stations}
    rest = iter(called)
    assert all(world.stations[via] in rest for via, _ in groupby(way.vias))


@pytest.mark.parametrize("part", range(SLICES))
def test_latest_departures_equal_the_twin(part: int) -> None:
    for seed, world, way, table, a, b, origin, goal, time in cases(part):
        deadline = time + 60 * (seed % 23) * (1 + seed % 4)  # also when all trains have gone
        if not table.station_inside[a] or not table.station_inside[b] or a == b:
            continue
        within = latest.latest_departures(table, a, b, deadline, 60)
        for trains in (1, 2, 3, 8):
            expected = naive.latest(world, origin, goal, deadline, 60, trains, way)
            assert within[trains] == expected, (seed, trains)
        assert latest.latest_departure(table, a, b, deadline, 60) == within[-1], seed


@pytest.mark.parametrize("part", range(SLICES))
def test_the_profile_of_a_day_equals_the_twin(part: int) -> None:
    for seed, world, way, table, a, b, origin, goal, time in cases(part):
        expected = naive.profile(world, origin, goal, time, UNTIL, way)
        assert profile.day_profile(table, a, b, time, UNTIL) == expected, seed
