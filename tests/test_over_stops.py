"""Journeys over stops, asked like those between two stations: later, in time, in any order."""

import datetime as dt
import random

import pytest

from planner.errors import BadValue
from planner.search.in_time import in_time
from planner.search.over_stops import OverStops, dear
from planner.search.pair import Pair
from planner.search.query import Planner, Wish
from planner.search.stops import orders
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from planner.units import parse_time
from tests.worlds import World, random_world, world

DATE = dt.date(2026, 11, 30)
FREE = movement_rules("none")
END = 27 * 3600
MONDAY = dt.date(2026, 11, 30)


def asked(made: World, path: str, any_order: bool = False) -> OverStops:
    """Start, stops and goal of a world, without prices."""
    table = assemble(made.draft(), FREE)
    first, *stops, last = (made.stations.index(name) for name in path.split())
    stages = [[[first], *([s] for s in order), [last]] for order in orders(stops, any_order)]
    return OverStops(table, lambda a, b, yen: Pair(table, DATE, None, a, b, yen), stages)


HOURLY = ("A 8:00 V 8:10", "A 8:20 V 8:30", "A 8:40 V 8:50", "V 9:00 B 9:30", "V 10:00 B 10:30")


def test_the_first_part_leaves_as_late_as_the_second_allows() -> None:
    found = asked(world(*HOURLY), "A V B").soonest(parse_time("8:00"), END)
    assert found is not None
    assert (found.departs, found.arrives) == (parse_time("8:40"), parse_time("9:30"))


def test_in_time_means_the_latest_departure_over_the_stops() -> None:
    trains = (*HOURLY, "A 9:40 V 9:50")
    (found,) = in_time(asked(world(*trains), "A V B"), 0, parse_time("10:00"), "time", 1)
    assert (found.departs, found.arrives) == (parse_time("8:40"), parse_time("9:30"))


def test_the_next_journey_over_stops_leaves_later() -> None:
    between = asked(world(*HOURLY, "A 9:40 V 9:50"), "A V B")
    first = between.soonest(0, END)
    assert first is not None
    second = between.soonest(int(first.departs) + 1, END)
    assert second is not None
    assert (second.departs, second.arrives) == (parse_time("9:40"), parse_time("10:30"))


def test_a_stop_that_can_be_made_in_another_order_only_counts_as_reachable() -> None:
    made = world("A 8:00 W 8:10 V 8:20 B 8:30", change={"W": 0, "V": 0})
    assert not asked(made, "A V W B").reachable_at_all()
    assert asked(made, "A V W B", any_order=True).reachable_at_all()
    assert asked(made, "A V W B", any_order=True).in_time(parse_time("8:00"), END)
    assert not asked(made, "A V W B", any_order=True).in_time(parse_time("8:01"), END)


def test_journeys_over_a_stop_leave_as_late_as_any_start_of_the_same_worth() -> None:
    compared = 0
    for seed in range(150):
        made, chance = random_world(seed), random.Random(seed)
        if len(made.stations) < 3:
            continue
        names = chance.sample(made.stations, 3)
        between = asked(made, " ".join(names), any_order=bool(seed % 2))
        for journey in between.every(0, 3600):
            worth = (journey.arrives, dear(journey), len(journey.rides))
            starts = [
                time
                for time in range(0, 3600, 30)
                for j in between._front(time, 3600)
                if (j.arrives, dear(j), len(j.rides)) == worth
            ]
            assert max(starts) - 30 < journey.departs <= max(starts) + 30, seed
            last = between.last(0, int(journey.arrives))
            assert last is not None
            assert last.departs >= journey.departs, seed
            compared += 1
    assert compared > 30


@pytest.fixture(scope="module")
def planner() -> Planner:
    return Planner.open(date=MONDAY, rules="none")


def test_the_first_of_the_next_day_keeps_the_stops_and_the_way_of_paying(planner: Planner) -> None:
    answer = planner.route("横浜", "鎌倉", parse_time("26:30"), Wish(stops=["藤沢"]))
    assert answer.none_because == "no_train_left"
    assert answer.next_day_first is not None
    assert "藤沢" in [ride.alight for ride in answer.next_day_first.rides]
    by_card = planner.route("横浜", "戸塚", parse_time("26:30"), Wish(ic=True)).next_day_first
    assert by_card is not None
    assert by_card.fare == 253


def test_three_journeys_over_a_stop_leave_one_after_another(planner: Planner) -> None:
    wish = Wish(stops=["藤沢"], count=3)
    departs = [j.departs for j in planner.route("横浜", "鎌倉", parse_time("8:00"), wish).journeys]
    assert len(departs) == 3
    assert departs == sorted(set(departs))


def test_arriving_by_a_time_over_a_stop_leaves_in_the_afternoon(planner: Planner) -> None:
    wish = Wish(stops=["藤沢"], arrive_by=parse_time("18:00"))
    (journey,) = planner.route("横浜", "鎌倉", parse_time("5:00"), wish).journeys
    assert parse_time("17:00") < journey.departs < journey.arrives <= parse_time("18:00")


def test_start_and_goal_may_be_one_station_with_a_stop_between(planner: Planner) -> None:
    (journey,) = planner.route("横浜", "横浜", parse_time("8:00"), Wish(stops=["戸塚"])).journeys
    assert journey.fare == 520
    with pytest.raises(BadValue):
        planner.route("横浜", "横浜", parse_time("8:00"))
