"""Every kernel against the slow twin on seeded random worlds."""

import datetime as dt
import os

import pytest

from planner.journey import Ride
from planner.search import earliest, latest, profile
from planner.search.retrace import retrace
from planner.timetable.assemble import assemble
from planner.timetable.model import NEVER
from planner.timetable.movement import movement_rules
from planner.units import format_clock, parse_time
from tests import naive
from tests.worlds import random_world
from tests.worlds import world as small_world

WORLDS = int(os.environ.get("PLANNER_TEST_WORLDS", "5000"))
SLICES = 20
UNTIL = 24 * 3600
FREE = movement_rules("none")


def cases(part: int):
    for seed in range(part, WORLDS, SLICES):
        world = random_world(seed)
        if seed % 4 == 3:
            in_thirds_of_minutes(world)
        table = assemble(world.draft(), FREE)
        goal = 1 + seed % (len(world.stations) - 1)
        yield seed, world, table, goal, 60 * (seed % 7)


def in_thirds_of_minutes(world) -> None:
    """Hops shorter than a minute: the stations are not told apart by regions then."""
    for trip in world.trips:
        for stop in trip:
            stop.arr, stop.dep = stop.arr // 3, stop.dep // 3
    world.change = [seconds // 3 for seconds in world.change]
    world.walks = [(a, b, seconds // 3) for a, b, seconds in world.walks]


@pytest.mark.parametrize("part", range(SLICES))
def test_arrivals_and_changes_equal_the_twin(part: int) -> None:
    for seed, world, table, goal, time in cases(part):
        expected = naive.front(world, 0, goal, time, UNTIL)
        labels = earliest.pareto(table, 0, goal, time, UNTIL)
        assert earliest.front(labels) == expected, seed
        alone = earliest.earliest(table, 0, goal, time, UNTIL)
        assert alone.best[0] == min((t for t, _ in expected), default=NEVER), seed
        everywhere = earliest.earliest(table, 0, None, time, UNTIL)
        nodes = [everywhere.arrive[n] for n in table.nodes_of(goal)]
        assert min(nodes) == alone.best[0], seed
        for arrival, trains in expected:
            check_journey(world, retrace(labels, dt.date(2026, 11, 30), trains), arrival, trains)
        if expected:
            check_journey(world, retrace(alone, dt.date(2026, 11, 30)), expected[-1][0], None)


def check_journey(world, journey, arrival: int, trains: int | None) -> None:
    if journey.legs:
        assert journey.arrives == arrival
    if trains is not None:
        assert len(journey.rides) == trains
    for before, after in zip(journey.legs, journey.legs[1:], strict=False):
        assert before.alight == after.board
        assert before.arrives <= after.departs
    for ride in journey.rides:
        assert isinstance(ride, Ride)
        times = [t for call in ride.calls for t in (call.arrives, call.departs)][1:-1]
        assert times == sorted(times)


@pytest.mark.parametrize("part", range(SLICES))
def test_latest_departures_equal_the_twin(part: int) -> None:
    for seed, world, table, goal, time in cases(part):
        deadline = time + 60 * (seed % 23)
        if seed % 2:  # within the hours of the trains, so that few changes mean an early start
            last = max(stop.arr for trip in world.trips for stop in trip)
            deadline = last * (50 + 5 * (seed // 2 % 10)) // 100
        within = latest.latest_departures(table, 0, goal, deadline, 60)
        for trains in (1, 2, 3, 4, 8):
            expected = naive.latest(world, 0, goal, deadline, 60, trains)
            assert within[trains] == expected, (seed, trains)
        assert latest.latest_departure(table, 0, goal, deadline, 60) == within[-1], seed


@pytest.mark.parametrize("part", range(SLICES))
def test_the_profile_of_a_day_equals_the_twin(part: int) -> None:
    for seed, world, table, goal, time in cases(part):
        expected = naive.profile(world, 0, goal, time, UNTIL)
        assert profile.day_profile(table, 0, goal, time, UNTIL) == expected, seed


@pytest.mark.parametrize("part", range(SLICES))
def test_the_profile_of_part_of_a_day_equals_the_twin_by_minute_and_by_lists(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "WAITING", 1)  # so that there is too little room
    for seed in range(part, WORLDS, 2 * SLICES):
        world = random_world(seed)
        world.change = [seconds + seed % 5 * 20 for seconds in world.change]
        world.walks = [(a, b, seconds + seed % 7 * 10) for a, b, seconds in world.walks]
        table = assemble(world.draft(), FREE)
        goal, time = 1 + seed % (len(world.stations) - 1), 60 * (seed % 7)
        until = time + 30 * (seed % 97)
        expected = naive.profile(world, 0, goal, time, until)
        for most_cells in (1 << 24, 0):
            monkeypatch.setattr(profile, "MOST_CELLS", most_cells)
            days = profile.Days(table)
            assert days.by_minute == (most_cells > 0)
            pairs = days.pairs(0, goal, time, until)
            found = [p for p in zip(pairs[::2], pairs[1::2], strict=True) if p[0] >= time]
            assert found[::-1] == expected, (seed, most_cells)


def test_the_journey_of_fewer_trains_is_not_left_too_early_for_a_later_one_of_more() -> None:
    made = small_world(
        "A 6:00 C 7:00",
        "A 7:30 X 7:40",
        "X 7:50 C 8:55",
        "A 8:10 D 8:15",
        "D 8:20 B 8:35",
        "B 8:40 C 9:00",
    )
    table = assemble(made.draft(), FREE)
    goal, deadline = made.stations.index("C"), parse_time("9:00")
    within = latest.latest_departures(table, 0, goal, deadline, 0)
    assert [format_clock(time) for time in within[1:4]] == ["06:00", "07:30", "08:10"]
