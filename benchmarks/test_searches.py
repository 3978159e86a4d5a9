"""Searches on one compiled day: each benchmark round asks every question once.

    pytest benchmarks --benchmark-json=out.json

``extra_info`` of the JSON has the median and the 95th percentile of single questions, in ms of the
processor's time, so that what else runs on the machine counts less.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import Measured
from planner.search import earliest, latest, profile
from planner.search.cheapest import FareSearch, Limits
from planner.search.service_day import day_end

Question = tuple[int, int, int]


def ask_all(
    benchmark: BenchmarkFixture,
    ask: Callable[..., Any],
    questions: Sequence[Question],
    rounds: int = 5,
) -> None:
    """Measure ``ask`` over all questions, and tell the times of single ones."""
    times: list[list[float]] = [[] for _ in questions]

    def every() -> None:
        for question, taken in zip(questions, times, strict=True):
            begin = time.thread_time()
            ask(*question)
            taken.append(time.thread_time() - begin)

    benchmark.pedantic(every, rounds=rounds, warmup_rounds=1)
    each = sorted(1e3 * statistics.median(taken[1:]) for taken in times)
    benchmark.extra_info["questions"] = len(questions)
    benchmark.extra_info["median_ms"] = statistics.median(each)
    benchmark.extra_info["p95_ms"] = each[int(0.95 * (len(each) - 1))]


def test_earliest_arrival(benchmark: BenchmarkFixture, measured: Measured) -> None:
    t = measured.ordinary.timetable
    questions = measured.questions(measured.ordinary)
    ask_all(benchmark, lambda a, b, at: earliest.earliest(t, a, b, at), questions)


def test_arrival_and_changes(benchmark: BenchmarkFixture, measured: Measured) -> None:
    t = measured.ordinary.timetable
    questions = measured.questions(measured.ordinary)
    ask_all(benchmark, lambda a, b, at: earliest.pareto(t, a, b, at), questions)


def test_last_train(benchmark: BenchmarkFixture, measured: Measured) -> None:
    t = measured.ordinary.timetable
    questions = measured.questions(measured.ordinary)
    ask_all(benchmark, lambda a, b, at: latest.latest_departure(t, a, b), questions)


def test_profile_of_a_day(benchmark: BenchmarkFixture, measured: Measured) -> None:
    t = measured.ordinary.timetable
    questions = measured.questions(measured.ordinary, 50)
    ask_all(benchmark, lambda a, b, at: profile.day_profile(t, a, b), questions, rounds=3)


def test_whole_journeys(benchmark: BenchmarkFixture, measured: Measured) -> None:
    from planner.search import by_time

    planner = measured.ordinary
    questions = measured.questions(planner, 100)
    ask_all(
        benchmark,
        lambda a, b, at: by_time.every(planner.timetable, planner.date, a, b, at),
        questions,
        rounds=3,
    )


@pytest.mark.parametrize("criteria", [2, 3])
def test_arrival_yen_and_changes(
    benchmark: BenchmarkFixture, measured: Measured, criteria: int
) -> None:
    """Everything that no journey beats in (arrival, yen), or in (arrival, yen, changes)."""
    planner = measured.kanagawa
    assert planner.prices is not None
    view = planner.prices.paper
    questions = measured.questions(planner)

    def ask(a: int, b: int, at: int) -> None:
        search = FareSearch(view, planner.date, a, b)
        search.front(at, Limits(day_end(at), trains=criteria == 3))

    ask_all(benchmark, ask, questions, rounds=3)


def test_cheapest_only(benchmark: BenchmarkFixture, measured: Measured) -> None:
    """The least price and its earliest arrival: first at the least price any day could have."""
    planner = measured.kanagawa
    assert planner.prices is not None
    view = planner.prices.paper

    def ask(a: int, b: int, at: int) -> None:
        search, end = FareSearch(view, planner.date, a, b), day_end(at)
        if not search.front(at, Limits(end, budget=search.least_yen(), first=True)):
            search.front(at, Limits(end))

    ask_all(benchmark, ask, measured.questions(planner), rounds=3)


def test_cheapest_journey_that_leaves_late(benchmark: BenchmarkFixture, measured: Measured) -> None:
    """What ``planner route --by fare`` prints."""
    from planner.search import by_fare

    planner = measured.kanagawa
    assert planner.prices is not None
    view = planner.prices.paper

    def ask(a: int, b: int, at: int) -> None:
        by_fare.cheapest(FareSearch(view, planner.date, a, b), at, Limits(day_end(at)))

    ask_all(benchmark, ask, measured.questions(planner, 100), rounds=3)


def test_reach_within_a_budget(benchmark: BenchmarkFixture, measured: Measured) -> None:
    planner = measured.kanagawa
    names = planner.timetable.station_name
    questions = measured.questions(planner, 30)
    ask_all(benchmark, lambda a, b, at: planner.reach(names[a], at, 500), questions, rounds=3)


def test_quote(benchmark: BenchmarkFixture, measured: Measured) -> None:
    from planner.fares.quote import quote
    from planner.search import by_time

    planner = measured.kanagawa
    t = planner.timetable
    found = [by_time.soonest(t, planner.date, *q) for q in measured.questions(planner)]
    journeys = [journey for journey in found if journey is not None]
    numbered = [(i, 0, 0) for i in range(len(journeys))]
    ask_all(benchmark, lambda i, _, __: quote(journeys[i]), numbered)


def test_follow(benchmark: BenchmarkFixture, measured: Measured) -> None:
    """Carry out a declared path: any train between the stations of each ride, one after another."""
    from planner.search import by_time
    from planner.search.follow import follow
    from planner.search.hops import TrainHop

    planner = measured.kanagawa
    t = planner.timetable
    at = {t.station_name[s]: s for s in range(t.stations)}
    paths: list[list[TrainHop]] = []
    asked: list[Question] = []
    for question in measured.questions(planner):
        journey = by_time.soonest(t, planner.date, *question)
        if journey is not None and journey.rides:
            asked.append((len(paths), 0, question[2]))
            paths.append([TrainHop(at[r.board], at[r.alight]) for r in journey.rides])
    ask_all(benchmark, lambda i, _, time: follow(t, paths[i], time), asked)
