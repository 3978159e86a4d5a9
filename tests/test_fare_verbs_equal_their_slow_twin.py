"""Cheapest, soonest, last, within a budget, split tickets and reach, against every path."""

import os

import pytest

from planner.fares.quote import How, quote
from planner.journey import Journey, Walk
from planner.search import by_fare
from planner.search.cheapest import FareSearch, Limits
from planner.search.fare_view import fare_view
from planner.search.reach import reach
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from tests import naive_fares
from tests.fare_worlds import DATE, random_fast, random_priced

WORLDS = int(os.environ.get("PLANNER_TEST_WORLDS", "5000")) // 10
SLICES = 10
UNTIL = 24 * 3600
MOST = 4


def departs(journey: Journey) -> int:
    """When one has to leave: a first walk is walked as late as will do."""
    first, *rest = journey.legs
    if isinstance(first, Walk) and rest:
        return rest[0].departs - (first.arrives - first.departs)
    return first.departs


AS_SOON_ON_FOOT_AS_BY_TRAIN = 552


def worlds(part: int):
    for seed in [*range(part, WORLDS, SLICES), *[AS_SOON_ON_FOOT_AS_BY_TRAIN][part:]]:
        priced = random_fast(seed) if seed % 2 else random_priced(seed)
        table = assemble(priced.world.draft(), movement_rules("none"))
        goal = 1 + seed % (len(priced.world.stations) - 1)
        with priced.prices():
            view = fare_view(table, priced.book)
            yield seed, priced, FareSearch(view, DATE, 0, goal)


def paths(priced, goal: int, split: bool = False):
    """(arrival, yen, trains, departure) of all paths whose price is known and no trick."""
    found = []
    for point, journey in naive_fares.priced_paths(priced, 0, goal, 0, UNTIL, MOST):
        arrival, yen, trains = point
        if split:
            total = quote(journey, how=How(split=True)).total if trains else 0
            if total is None:
                continue
            yen = int(total)
        found.append((arrival, yen, trains, departs(journey)))
    return found


@pytest.mark.parametrize("part", range(SLICES))
def test_the_best_by_price_time_and_changes_leave_as_late_as_they_can(part: int) -> None:
    orders = {
        by_fare.cheapest: lambda p: (p[1], p[0], p[2]),
        by_fare.soonest: lambda p: (p[0], p[2], p[1]),
        by_fare.fewest_changes: lambda p: (p[2], p[0], p[1]),
    }
    for seed, priced, search in worlds(part):
        every = paths(priced, search.goal)
        for budget in budgets(every):
            affordable = [p for p in every if p[1] <= budget]
            limits = Limits(UNTIL, budget, most_trains=MOST)
            for find, order in orders.items():
                found = find(search, 0, limits)
                if not affordable:
                    assert found is None or found.yen <= budget, seed
                    continue
                assert found is not None, seed
                best = min(order(p) for p in affordable)
                got = order((found.arrival, found.yen, found.trains))
                assert got <= best, (seed, find.__name__, budget)
                if got == best:
                    late = max(p[3] for p in affordable if order(p) == best)
                    assert departs(found.journey) >= late, (seed, find.__name__, budget)


def budgets(every) -> list[int]:
    """None at all, each price to the yen, and one yen short of it."""
    fares = sorted({p[1] for p in every})
    return [1 << 28, *fares[:3], *(max(yen - 1, 0) for yen in fares[:2])]


@pytest.mark.parametrize("part", range(SLICES))
def test_the_last_train_within_a_budget_is_the_last_that_any_path_has(part: int) -> None:
    for seed, priced, search in worlds(part):
        every = [p for p in paths(priced, search.goal) if p[2]]
        for budget in budgets(every)[:3]:
            affordable = [p for p in every if p[1] <= budget]
            found = by_fare.last(search, 0, Limits(UNTIL, budget, most_trains=MOST))
            if affordable and not priced.world.walks:
                assert found is not None, seed
                assert departs(found.journey) >= max(p[3] for p in affordable), (seed, budget)


@pytest.mark.parametrize("part", range(SLICES))
def test_split_tickets_cost_what_the_best_cut_of_any_path_costs(part: int) -> None:
    for seed, priced, search in worlds(part):
        every = paths(priced, search.goal, split=True)
        found = search.journeys(0, Limits(UNTIL, split=True, most_trains=MOST))
        got = {(f.arrival, f.yen, f.trains) for f in found}
        best = naive_fares.best({p[:3] for p in every} | got, False)
        assert naive_fares.best(got, False) == best, seed


@pytest.mark.parametrize("part", range(SLICES))
def test_reach_is_a_search_to_every_station(part: int) -> None:
    for seed, priced, search in worlds(part):
        view = search.view
        for budget in (None, 180, 300):
            limits = Limits(UNTIL, (1 << 29) - 1 if budget is None else budget)
            found = {r.station: r for r in reach(view.timetable, DATE, view, 0, 0, UNTIL, budget)}
            for station in range(1, len(priced.world.stations)):
                name = priced.world.stations[station]
                front = FareSearch(view, DATE, 0, station).front(0, limits)
                told = found.get(name)
                if not front:
                    assert told is None or told.fare is None, (seed, name)
                    continue
                cheap = min((f.yen, f.arrival) for f in front)
                assert told is not None, (seed, name)
                assert (told.fare, told.arrives) == cheap, (seed, name, budget)
                if budget is not None:
                    soon = min((f.arrival, f.yen) for f in front)
                    assert (told.fastest_arrives, told.fastest_fare) == soon, (seed, name)
