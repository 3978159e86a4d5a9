"""Carrying out declared paths on random worlds, against a twin that looks at every train."""

import random
from itertools import pairwise

import pytest

from planner.search.chains import chain, path
from planner.search.follow import follow
from planner.search.hops import TrainHop
from planner.timetable.assemble import assemble
from planner.timetable.model import Timetable
from planner.timetable.movement import movement_rules
from planner.units import DAY
from tests.naive_follow import carried_out, reachable, ridden, trains
from tests.worlds import random_world

EARLY = 4 * 3600  # random worlds run around midnight of their first day; a service day begins at 3


def timetable(seed: int) -> Timetable:
    made = random_world(seed)
    chance = random.Random(seed)
    made.routes = ["L", "M"]
    made.trip_route = [chance.randrange(2) for _ in made.trips]
    made.charged = [chance.random() < 0.1 for _ in made.trips]
    for trip in made.trips:
        for stop in trip:
            stop.arr += EARLY
            stop.dep += EARLY
    rules = movement_rules("kanagawa").but(inside="", charged="include")
    return assemble(made.draft(), rules)


def hops(t: Timetable, chance: random.Random) -> list[TrainHop]:
    length = chance.randint(1, 4)
    stations = [chance.randrange(t.stations)]
    while len(stations) <= length:
        stations.append(chance.choice([s for s in range(t.stations) if s != stations[-1]]))
    kinds: list[frozenset[int] | None] = [None, frozenset({0}), frozenset({1}), frozenset({0, 1})]
    return [
        TrainHop(
            a,
            b,
            chance.choice(kinds),
            get_off=chance.random() < 0.2,
            through=chance.choice(THROUGH),
        )
        for a, b in pairwise(stations)
    ]


THROUGH: list[tuple[frozenset[int], ...]] = [
    *[()] * 5,
    (frozenset({0}), frozenset({1})),
    (frozenset({1}), frozenset({0})),
    (frozenset({0, 1}), frozenset({1})),
]


@pytest.mark.parametrize("boarding", ["next_departure", "earliest_arrival"])
def test_paths_are_carried_out_as_by_the_slow_twin(boarding: str) -> None:
    completed = 0
    for seed in range(400):
        t = timetable(seed)
        chance = random.Random(seed)
        for _ in range(6):
            said = hops(t, chance)
            time = EARLY + 60 * chance.randint(-2, 10)
            course = follow(t, said, time, boarding)
            slow = carried_out(t, said, time, 27 * 3600 - 1, boarding)
            if slow is None:
                direct = [part for part in course.parts if part.hop < (course.broke or 0)]
                assert course.broke is not None or _by_chains(t, said, course.parts), seed
                assert all(part.hop <= len(said) for part in direct)
                continue
            completed += 1
            rides = [
                (
                    t.node_station[t.call_node[part.board]],
                    t.call_dep[part.board],
                    t.node_station[t.call_node[part.alight]],
                    t.call_arr[part.alight],
                )
                for part in course.parts
            ]
            assert course.broke is None, seed
            assert rides == slow, seed
    assert completed > 300


def _by_chains(t: Timetable, path: list[TrainHop], parts: object) -> bool:
    """A path without a direct train may be completed by changes on a declared line, or by a
    train on the lines of a through train that does not come to all of them."""
    return any(not hop.one_train or hop.through for hop in path) and bool(parts)


def test_a_single_train_that_is_gone_is_cut_off_where_the_slow_twin_says() -> None:
    cut = 0
    for seed in range(600):
        t = timetable(seed)
        chance = random.Random(seed)
        hop = hops(t, chance)[0]
        until = 27 * 3600 - 1
        days = trains(t, hop, 0, until)
        if not hop.one_train or not days:
            continue
        time = max(way[0] for way in days) + 1
        direct = min(days, key=lambda way: (way[0], way[1], t.call_conn[way[2]]))
        lines = frozenset(ridden(t, *direct[2:])).union(*hop.through)
        on_path = path(t, hop, 0, until)
        assert on_path is not None
        reached = [
            station
            for station in on_path[1:]
            if station != hop.board
            and any(
                not hop.through or set(ridden(t, *way[2:])) <= lines
                for way in trains(t, TrainHop(hop.board, station, hop.routes), time, until)
            )
        ]
        course = follow(t, [hop], time)
        assert len(course.parts) == bool(reached), seed
        assert course.station == (reached[-1] if reached else hop.board), seed
        assert (course.broke is None) == (course.station == hop.alight), seed
        cut += bool(reached)
    assert cut > 20


def test_chains_reach_what_the_slow_twin_reaches_and_as_early() -> None:
    for seed in range(250):
        t = timetable(seed)
        chance = random.Random(seed)
        hop = hops(t, chance)[0]
        until = EARLY + DAY // 4
        fast = chain(t, hop, EARLY, until)
        slow = reachable(t, hop, EARLY, until)
        slow.pop(hop.board)
        arrivals = {s: found[0] for s, found in fast.reached.items() if s != hop.board}
        assert arrivals == slow, seed
        for station, arrival in arrivals.items():
            parts = fast.parts(station)
            assert t.node_station[t.call_node[parts[0].board]] == hop.board
            assert t.call_arr[parts[-1].alight] == arrival
