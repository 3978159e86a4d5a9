"""Searches use the same room again and again, and none may write over what another still reads."""

import datetime as dt
import threading
from array import array
from pathlib import Path

import pytest

from planner.search import cheapest, pool, reach
from planner.search.answers import Answer
from planner.search.query import Planner
from planner.units import parse_time


@pytest.fixture
def planner(own_home: Path) -> Planner:
    return Planner.open("model", dt.date(2026, 11, 30))


def test_reach_is_the_same_whatever_room_the_searches_inside_it_take(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = "横浜", parse_time("9:00")
    found = planner.reach(*asked)
    taken: list[object] = []

    def counted(size: int, owner: str = "") -> "array[int]":
        taken.append(pool.pool_of(size, owner))
        return pool.pool_of(size, owner)

    monkeypatch.setattr(reach, "FIRST_POOL", 1 << 16)
    monkeypatch.setattr(cheapest, "FIRST_POOL", 1 << 17)
    monkeypatch.setattr(cheapest, "pool_of", counted)
    assert planner.reach(*asked) == found
    assert taken
    assert not any(room is pool.pool_of(1 << 17, "reach") for room in taken)


def test_a_question_waits_until_that_of_another_thread_is_answered(planner: Planner) -> None:
    answers: list[Answer] = []

    def ask() -> None:
        answers.append(planner.route("横浜", "藤沢", parse_time("8:00")))

    asking = threading.Thread(target=ask)
    with pool._LOCK:
        asking.start()
        asking.join(0.3)
        assert not answers
    asking.join()
    assert answers == [planner.route("横浜", "藤沢", parse_time("8:00"))]


def test_no_pool_is_larger_than_the_limit_wherever_it_begins() -> None:
    for first in (pool.FIRST_POOL, 2 * pool.FIRST_POOL):
        size = first
        while size < pool.MOST_LABELS:
            size = pool.larger(size)
        assert size == pool.MOST_LABELS
        with pytest.raises(pool.TooMuch):
            pool.larger(size)
