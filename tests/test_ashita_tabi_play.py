"""Whole games of Ashita-tabi by a seeded random player, and events that nobody should write."""

from random import Random
from typing import Any

import pytest

from planner.referee.rulebook import Event, Refused, replay
from planner.rulebooks.ashita_tabi.rulebook import RULEBOOK
from planner.rulebooks.ashita_tabi.rules import all_cards, components
from planner.rulebooks.ashita_tabi.table import Table, cards_in_play
from tests.garbage import spoil

VARIANTS = [
    "body",
    "NEW",
    "ENDLESS",
    "LAP-BURN + BOTTOM",
    "DECK-CLOCK(at=day7) + GHOST-SCORE",
    "KEY-ON-SEVEN + HURRY(start=40,per_lap=5)",
]


def check_invariants(table: Table) -> None:
    """AT-15."""
    if not table.locations:
        return
    assert sorted(cards_in_play(table)) == sorted(all_cards())
    on_cards = sum(len(cards) for cards in table.upper)
    cubes = table.supply + len(table.memory) + on_cards + table.spent + table.mid.letters
    assert cubes == 5
    assert len(set(table.keys)) == len(table.keys) <= 5
    assert all(len(cards) <= 3 for cards in table.row)
    assert not table.row[6]
    assert not table.upper[6]
    assert all(1 <= day <= 7 for day in (table.white, *table.black))


def play(options: dict[str, Any], seed: int) -> tuple[Table, list[Event]]:
    random = Random(seed)
    table, events = RULEBOOK.start(options, ["A"], seed), []
    while not RULEBOOK.finished(table):
        legal = list(RULEBOOK.legal(table))
        keys = [event for event in legal if event["type"] == "key"]
        events.append(random.choice(keys or legal))
        table = RULEBOOK.apply(table, events[-1])
        check_invariants(table)
    return table, events


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_random_game_keeps_the_invariants_and_replays_alike(variant: str, seed: int) -> None:
    options = {"variant": variant}
    table, events = play(options, seed)
    again = replay(RULEBOOK, events, options, ["A"], seed)
    assert again == table
    assert RULEBOOK.score(again) == RULEBOOK.score(table)


@pytest.mark.parametrize("seed", range(60))
def test_a_random_game_under_random_decisions_ends(seed: int) -> None:
    random = Random(seed)
    options = {name: random.choice(values) for name, values in components()["decisions"].items()}
    table, events = play(options, seed)
    assert replay(RULEBOOK, events, options, ["A"], seed) == table


@pytest.mark.parametrize("seed", range(40))
def test_the_body_score_stays_inside_its_bounds(seed: int) -> None:
    table, _ = play({}, seed)
    points = {line.clause: line.points for line in RULEBOOK.score(table)}
    if table.result == "lost":
        assert points == {}  # AT-8.5
    else:
        assert 0 <= points["AT-8.1"] <= 24
        assert points["AT-9.3"] in {0, 6}


@pytest.mark.parametrize("seed", range(30))
def test_a_turn_on_day_7_never_refills_the_hand(seed: int) -> None:
    """AT-16: the hand falls by one when white ends on day 7, whatever the random player does."""
    random = Random(seed)
    table = RULEBOOK.start({}, ["A"], seed)
    held = 0
    while not RULEBOOK.finished(table):
        event = random.choice(list(RULEBOOK.legal(table)))
        if event["type"] == "play":
            held = len(table.hand)
        before, table = table, RULEBOOK.apply(table, event)
        if table.running and table.turn > before.turn and table.white == 7:
            assert len(table.hand) == held - 1


def test_spoilt_events_are_refused_and_never_crash() -> None:
    clauses: set[str] = set()
    random = Random(3)
    for seed in range(12):
        table = RULEBOOK.start({"variant": random.choice(VARIANTS)}, ["A"], seed)
        while not RULEBOOK.finished(table):
            legal = list(RULEBOOK.legal(table))
            before = table
            for _ in range(5):
                try:
                    RULEBOOK.apply(table, spoil(random.choice(legal), random))
                except Refused as refused:
                    clauses.add(refused.clause)
            assert table == before
            table = RULEBOOK.apply(table, random.choice(legal))
    assert len(clauses) > 5
    assert all(clause.startswith("AT-") for clause in clauses)


def test_whole_turns_and_steps_lead_to_the_same_table() -> None:
    deal = {
        "type": "deal",
        "player": "chance",
        "locations": list(components()["locations"]),
        "deck": list(all_cards()),
    }
    start = RULEBOOK.start({}, ["A"])
    start = RULEBOOK.apply(start, {"type": "items", "items": ["map", "camera"]})
    start = RULEBOOK.apply(start, deal)  # hand R1 R2 R3, ghosts on 2 and 3
    whole = RULEBOOK.apply(
        start,
        {
            "type": "turn",
            "play": "R2",
            "map": True,
            "black": [1, 3],
            "effects": [{"suit": "R", "pawn": 0, "step": -1}],
        },
    )
    steps = [
        {"type": "play", "play": "R2", "map": True},
        {"type": "ghosts", "black": [1, 3]},
        {"type": "effect", "suit": "R", "pawn": 0, "step": -1},
    ]
    table = start
    for step in steps:
        table = RULEBOOK.apply(table, step)
    assert table == whole
    assert table.turn == 2
    assert table.black == (2, 6)


def test_only_chance_deals_the_cards() -> None:
    table = RULEBOOK.start({}, ["A"])
    table = RULEBOOK.apply(table, {"type": "items", "items": ["map", "camera"]})
    [deal] = RULEBOOK.legal(table)
    with pytest.raises(Refused, match="AT-3"):
        RULEBOOK.apply(table, {**deal, "player": "A"})
