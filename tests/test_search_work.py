"""How much work the searches do on the embedded feed, in numbers no other program can disturb:
connections scanned and labels made. A search that looks at more than this has lost a pruning."""

import datetime as dt
import random
import statistics
from pathlib import Path
from typing import Any

import pytest

from planner.search import by_fare, cheapest, earliest, latest, profile
from planner.search.cheapest import FareSearch, Limits, Scanned
from planner.search.query import Planner
from planner.search.service_day import day_end
from planner.timetable.avoiding import avoiding
from planner.timetable.model import NEVER, Timetable

MONDAY = dt.date(2026, 11, 30)
Question = tuple[int, int, int]


@pytest.fixture
def timetable(own_home: Path) -> Timetable:
    return Planner.open("model", MONDAY, "none").timetable


@pytest.fixture
def questions(timetable: Timetable) -> list[Question]:
    random_ = random.Random(5)
    return [
        (*random_.sample(range(timetable.stations), 2), 60 * random_.randrange(330, 1350))
        for _ in range(200)
    ]


def test_earliest_arrival_looks_at_no_train_that_leaves_after_it(
    timetable: Timetable, questions: list[Question]
) -> None:
    for origin, goal, time in questions:
        found = earliest.earliest(timetable, origin, goal, time)
        if found.best[0] < NEVER:
            end = timetable.first_departing(found.best[0])
            assert found.scanned <= end - timetable.first_departing(time)


def test_the_front_looks_at_hardly_more_trains_than_earliest_arrival(
    timetable: Timetable, questions: list[Question]
) -> None:
    one = [earliest.earliest(timetable, *q).scanned for q in questions]
    all_ = [earliest.pareto(timetable, *q).scanned for q in questions]
    assert sum(all_) <= 1.7 * sum(one)


def test_trains_of_where_nobody_has_come_are_passed_over(
    timetable: Timetable, questions: list[Question]
) -> None:
    looked, all_ = 0, 0
    for origin, goal, time in questions:
        found = earliest.earliest(timetable, origin, goal, time)
        if found.best[0] < NEVER:
            looked += found.scanned
            all_ += timetable.first_departing(found.best[0]) - timetable.first_departing(time)
    assert timetable.regions > 1
    assert looked <= 0.6 * all_


def test_where_all_lines_are_avoided_there_are_as_many_regions_and_no_trains(
    timetable: Timetable,
) -> None:
    empty = avoiding(timetable, [], range(len(timetable.route_id)))
    assert (empty.connections, empty.regions) == (0, timetable.regions)
    assert earliest.earliest(empty, 0, 1, 28_800).best[0] == NEVER
    assert latest.latest_departures(empty, 0, 1, 90_000)[-1] == latest.NOT
    assert profile.day_profile(empty, 0, 1) == []


def test_the_profile_of_a_day_has_a_table_of_minutes_that_stays_small(timetable: Timetable) -> None:
    days = profile.days(timetable)
    assert days.by_minute
    assert days.rows <= 90


def test_the_front_makes_few_labels(timetable: Timetable, questions: list[Question]) -> None:
    one = [earliest.earliest(timetable, *q).labels_made for q in questions]
    all_ = [earliest.pareto(timetable, *q).labels_made for q in questions]
    assert statistics.median(one) <= 400
    assert sum(all_) <= 1.6 * sum(one)


@pytest.mark.parametrize("trains", [False, True])
def test_small_budgets_first_find_the_same_front_with_fewer_labels(
    own_home: Path, monkeypatch: pytest.MonkeyPatch, trains: bool
) -> None:
    planner = Planner.open("model", MONDAY, "kanagawa")
    assert planner.prices is not None
    view, random_ = planner.prices.paper, random.Random(5)
    inside = [s for s, yes in enumerate(planner.timetable.station_inside) if yes]
    labels: list[int] = []
    scan = FareSearch.scan

    def counting(search: FareSearch, *args: Any) -> Scanned:
        found = scan(search, *args)
        labels.append(found.labels)
        return found

    monkeypatch.setattr(FareSearch, "scan", counting)
    made = {"at once": 0, "in steps": 0}
    for _ in range(60):
        search = FareSearch(view, MONDAY, *random_.sample(inside, 2))
        time = 60 * random_.randrange(330, 1350)
        fronts = []
        for way, steps in (("at once", ()), ("in steps", cheapest.STEPS)):
            with monkeypatch.context() as patch:
                patch.setattr(cheapest, "STEPS", steps)
                front = search.front(time, Limits(day_end(time), trains=trains))
            fronts.append({(f.arrival, f.yen, f.trains if trains else 0) for f in front})
            made[way] += sum(labels)
            labels.clear()
        assert fronts[0] == fronts[1]
    assert made["in steps"] <= 0.8 * made["at once"]


def test_no_search_by_price_scans_dearer_journeys_than_the_quickest_are(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planner = Planner.open("model", MONDAY, "kanagawa")
    assert planner.prices is not None
    view, random_ = planner.prices.paper, random.Random(5)
    inside = [s for s, yes in enumerate(planner.timetable.station_inside) if yes]
    budgets: list[int] = []
    scan = FareSearch._scan

    def noting(search: FareSearch, time: int, limits: Limits, *args: Any) -> Scanned | None:
        budgets.append(limits.budget)
        return scan(search, time, limits, *args)

    monkeypatch.setattr(FareSearch, "_scan", noting)
    for _ in range(40):
        search = FareSearch(view, MONDAY, *random_.sample(inside, 2))
        time = 60 * random_.randrange(330, 1350)
        limits = Limits(day_end(time))
        quickest = [f.yen for f in search._quickest(time, limits)]
        if not quickest or max(quickest) >= cheapest.ENDLESS:
            continue
        budgets.clear()
        front = search.front(time, limits)
        most = max(search.least_yen() * cheapest.STEPS[-1] // 100, *quickest)
        assert max(budgets) <= most
        budgets.clear()
        found = by_fare.cheapest(search, time, limits)
        assert found is not None
        assert (found.yen, found.arrival) == min((f.yen, f.arrival) for f in front)
        assert max(budgets) <= max(search.least_yen() * cheapest.STEPS[-1] // 100, min(quickest))
