"""Laws that hold between the searches, on random worlds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.search import earliest, latest, profile
from planner.timetable.assemble import assemble
from planner.timetable.model import NEVER
from planner.timetable.movement import movement_rules
from tests.worlds import random_world

UNTIL = 24 * 3600
seeds = st.integers(0, 200_000)
minutes = st.integers(0, 40)


def table_of(seed: int):
    return assemble(random_world(seed).draft(), movement_rules("none"))


def arrival(table, time: int) -> int:
    return earliest.earliest(table, 0, 1, time, UNTIL).best[0]


@settings(max_examples=150)
@given(seeds, minutes, minutes)
def test_a_later_start_never_arrives_earlier(seed: int, a: int, b: int) -> None:
    table = table_of(seed)
    early, late = sorted((60 * a, 60 * b))
    assert arrival(table, early) <= arrival(table, late)


@settings(max_examples=150)
@given(seeds, minutes)
def test_the_profile_at_a_time_is_the_earliest_arrival_at_it(seed: int, a: int) -> None:
    table = table_of(seed)
    pairs = profile.day_profile(table, 0, 1, 0, UNTIL)
    by_train = min((arr for dep, arr in pairs if dep >= 60 * a), default=NEVER)
    on_foot = [s for n, s in walks_to_goal(table)]
    walked = 60 * a + min(on_foot) if on_foot else NEVER
    assert min(by_train, walked) == arrival(table, 60 * a)


def walks_to_goal(table) -> list[tuple[int, int]]:
    ends = set(table.nodes_of(1))
    return [
        (table.walk_to[e], table.walk_time[e])
        for n in table.nodes_of(0)
        for e in range(table.walk_first[n], table.walk_first[n + 1])
        if table.walk_to[e] in ends
    ]


@settings(max_examples=150)
@given(seeds, minutes, minutes)
def test_a_later_deadline_never_leaves_earlier(seed: int, a: int, b: int) -> None:
    table = table_of(seed)
    early, late = sorted((60 * a, 60 * b))
    assert latest.latest_departure(table, 0, 1, early) <= latest.latest_departure(table, 0, 1, late)


@settings(max_examples=150)
@given(seeds)
def test_the_last_train_is_the_last_entry_of_the_profile(seed: int) -> None:
    table = table_of(seed)
    if walks_to_goal(table):
        return
    pairs = profile.day_profile(table, 0, 1, 0, UNTIL)
    last = latest.latest_departure(table, 0, 1, UNTIL)
    assert last == (pairs[-1][0] if pairs else latest.NOT)


@settings(max_examples=150)
@given(seeds, minutes)
def test_forward_and_backward_agree(seed: int, a: int) -> None:
    table = table_of(seed)
    arrives = arrival(table, 60 * a)
    if arrives == NEVER:
        return
    departs = latest.latest_departure(table, 0, 1, arrives)
    assert departs >= 60 * a
    assert arrival(table, departs) == arrives
