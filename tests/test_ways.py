"""Vias and avoided places in worlds small enough to see the answer."""

import datetime as dt

import pytest

from planner.journey import Journey
from planner.search import by_time
from planner.search.earliest import earliest
from planner.search.retrace import retrace
from planner.timetable.assemble import assemble
from planner.timetable.avoiding import avoiding
from planner.timetable.model import Timetable
from planner.timetable.movement import movement_rules
from planner.timetable.via import goal_in, origin_in, passing
from planner.units import format_clock, parse_time
from tests.worlds import World, world

DATE = dt.date(2026, 11, 30)
FREE = movement_rules("none")


def by_way_of(made: World, origin: str, goal: str, vias: str, at: str = "8:00") -> Journey | None:
    table = passing(assemble(made.draft(), FREE), [made.stations.index(v) for v in vias.split()])
    return soonest(made, table, origin, goal, at)


def without(made: World, origin: str, goal: str, names: str, at: str = "8:00") -> Journey | None:
    stations = [made.stations.index(name) for name in names.split() if name in made.stations]
    routes = [made.routes.index(name) for name in names.split() if name in made.routes]
    table = avoiding(assemble(made.draft(), FREE), stations, routes)
    return soonest(made, table, origin, goal, at)


def soonest(made: World, table: Timetable, origin: str, goal: str, at: str) -> Journey | None:
    a = origin_in(table, made.stations.index(origin))
    b = goal_in(table, made.stations.index(goal))
    return by_time.soonest(table, DATE, a, b, parse_time(at))


def told(journey: Journey | None) -> str:
    if journey is None:
        return "none"
    return ", ".join(
        f"{leg.board} {format_clock(leg.departs)} {leg.alight} {format_clock(leg.arrives)}"
        for leg in journey.legs
    )


def test_a_train_that_calls_at_the_via_needs_no_change() -> None:
    made = world("A 8:00 V 8:10 B 8:20", "A 8:00 B 8:05")
    assert told(by_way_of(made, "A", "B", "V")) == "A 08:00 B 08:20"


def test_no_search_lets_one_change_from_a_train_to_itself_at_the_via() -> None:
    made = world("A 8:00 V 8:10 B 8:20")
    table = passing(assemble(made.draft(), FREE), [made.stations.index("V")])
    a, b = origin_in(table, 0), goal_in(table, made.stations.index("B"))
    assert told(retrace(earliest(table, a, b, parse_time("8:00")), DATE)) == "A 08:00 B 08:20"


def test_trains_of_no_duration_are_ridden_round_and_round_past_the_vias() -> None:
    made = world("A 8:00 B 8:00", "B 8:00 A 8:00")
    journey = by_way_of(made, "A", "B", "B A B A")
    assert journey is not None
    assert [leg.alight for leg in journey.legs] == ["B", "A", "B", "A", "B"]


def test_a_train_of_no_duration_is_ridden_again_after_an_instant_walk_back() -> None:
    made = world("A 8:00 B 8:00")
    made.walks = [(1, 0, 0)]
    journey = by_way_of(made, "A", "B", "B A B A")
    assert journey is not None
    assert [leg.alight for leg in journey.legs] == ["B", "A", "B", "A", "B"]


def test_a_train_that_runs_through_without_a_call_does_not_pass_the_via() -> None:
    made = world("A 8:00 V 8:10 B 8:20", "A 8:01 B 8:05")
    assert told(by_way_of(made, "A", "B", "V", "8:01")) == "none"


def test_a_call_without_getting_on_or_off_is_passed() -> None:
    made = world("A 8:00 V |8:10| B 8:20")
    assert told(by_way_of(made, "A", "B", "V")) == "A 08:00 B 08:20"


def test_one_may_change_at_the_via() -> None:
    made = world("A 8:00 V 8:10", "V 8:15 B 8:20", change={"V": 5})
    assert told(by_way_of(made, "A", "B", "V")) == "A 08:00 V 08:10, V 08:15 B 08:20"


def test_one_may_pass_the_goal_on_the_way_to_the_via_and_come_back() -> None:
    made = world("A 8:00 B 8:10 V 8:20", "V 8:20 B 8:30")
    assert told(by_way_of(made, "A", "B", "V")) == "A 08:00 V 08:20, V 08:20 B 08:30"


def test_vias_are_passed_in_their_order() -> None:
    made = world("A 8:00 V 8:10 W 8:20 B 8:30")
    assert told(by_way_of(made, "A", "B", "V W")) == "A 08:00 B 08:30"
    assert told(by_way_of(made, "A", "B", "W V")) == "none"


def test_a_train_boarded_after_the_via_is_not_one_that_passed_it() -> None:
    made = world("V 8:00 A 8:10 B 8:20", "C 8:00 A 8:05")
    assert told(by_way_of(made, "V", "B", "V")) == "V 08:00 B 08:20"
    assert told(by_way_of(made, "C", "B", "V")) == "none"


@pytest.mark.parametrize("via", ["A", "B", "A B", "A A B B"])
def test_start_and_goal_are_passed_themselves(via: str) -> None:
    made = world("A 8:00 B 8:10")
    assert told(by_way_of(made, "A", "B", via)) == "A 08:00 B 08:10"


def test_a_round_trip_comes_back_to_its_start() -> None:
    made = world("A 8:00 V 8:10 W 8:20", "W 8:25 A 8:40")
    assert told(by_way_of(made, "A", "A", "V")) == "A 08:00 W 08:20, W 08:25 A 08:40"


def test_who_walks_to_the_via_and_boards_there_has_passed_it() -> None:
    made = world("A 8:00 W 8:10", "V 8:15 B 8:20", walks="W V 5")
    expected = "A 08:00 W 08:10, W 08:10 V 08:15, V 08:15 B 08:20"
    assert told(by_way_of(made, "A", "B", "V")) == expected


def test_a_through_train_is_cut_at_the_avoided_station() -> None:
    made = world("A 8:00 X 8:10 B 8:20 C 8:30", "A 8:05 Y 8:15", "Y 8:15 B 8:25")
    assert told(without(made, "A", "B", "X")) == "A 08:05 Y 08:15, Y 08:15 B 08:25"
    assert told(without(made, "B", "C", "X")) == "B 08:20 C 08:30"
    assert told(without(made, "A", "C", "X")) == "none"


def test_a_train_that_does_not_call_at_the_avoided_station_may_be_ridden_past_it() -> None:
    made = world("A 8:00 X 8:10 B 8:20", "A 8:05 B 8:25")
    assert told(without(made, "A", "B", "X")) == "A 08:05 B 08:25"


def test_nobody_starts_or_ends_at_an_avoided_station_or_walks_there() -> None:
    made = world("A 8:00 X 8:10", "X 8:15 B 8:20", walks="A X 4 X B 4")
    for origin, goal in ("AX", "XB", "AB"):
        assert told(without(made, origin, goal, "X")) == "none"


def test_an_avoided_line_is_not_ridden_even_as_part_of_a_through_train() -> None:
    made = world("A 8:00 B 8:10", "+B 8:11 C 8:20", "+C 8:21 D 8:30", "B 8:30 C 8:40")
    made.routes, made.trip_route = ["L", "M"], [0, 1, 0, 0]
    assert told(without(made, "A", "D", "")) == "A 08:00 D 08:30"
    assert told(without(made, "A", "C", "M")) == "A 08:00 B 08:10, B 08:30 C 08:40"
    assert told(without(made, "C", "D", "M")) == "C 08:21 D 08:30"


def test_where_no_train_is_left_nothing_is_found() -> None:
    made = world("A 8:00 B 8:10")
    table = passing(avoiding(assemble(made.draft(), FREE), [], [0]), [1, 0])
    assert table.connections == table.runs == 0
    assert told(soonest(made, table, "A", "B", "8:00")) == "none"
