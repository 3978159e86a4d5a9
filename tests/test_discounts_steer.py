"""Transfer discounts count in what is found, how it is ordered, and what a budget buys."""

import datetime as dt
from pathlib import Path

import pytest

from planner.fares.pair import Terms, pair_price
from planner.search.query import Planner, Wish
from planner.units import parse_time

DATE = dt.date(2026, 11, 30)
MORNING = parse_time("9:00")


@pytest.fixture
def planner(own_home: Path) -> Planner:
    return Planner.open("model", DATE)


@pytest.mark.parametrize("by", ["fare", "time", "changes", "all"])
def test_a_budget_of_the_discounted_price_is_enough(planner: Planner, by: str) -> None:
    wish = Wish(by=by, discounts=True, budget=310)
    answer = planner.route("鶴間", "かしわ台", MORNING, wish)
    assert [j.fare for j in answer.journeys] == [310]
    dear = planner.route("鶴間", "かしわ台", MORNING, Wish(by=by, budget=310))
    assert (dear.none_because, dear.cheapest_fare) == ("out_of_budget", 330)
    short = planner.route("鶴間", "かしわ台", MORNING, Wish(by=by, discounts=True, budget=309))
    assert (short.none_because, short.cheapest_fare) == ("out_of_budget", 310)


@pytest.mark.parametrize(
    ("start", "goal"),
    [("鶴間", "かしわ台"), ("善行", "ゆめが丘"), ("大口", "綱島"), ("尻手", "京急鶴見")],
)
def test_the_cheapest_journey_costs_what_the_cheapest_chain_of_tickets_costs(
    planner: Planner, start: str, goal: str
) -> None:
    wish = Wish(by="fare", discounts=True)
    for a, b in ((start, goal), (goal, start)):
        (found,) = planner.route(a, b, MORNING, wish).journeys
        priced = pair_price(a, b, DATE, Terms(discounts=True, legal=True))
        assert found.fare == priced.quote.total
        assert found.discounts
