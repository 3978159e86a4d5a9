"""Replaying a journal: the state and the score sheet from the events alone."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from planner.referee.random_player import play
from planner.referee.rulebook import replay
from planner.rulebooks import rulebook

GAMES = {"railroad-ink": ["A", "B"], "tokaido": ["A", "B", "C"], "ashita-tabi": ["A"]}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_replay(benchmark: BenchmarkFixture, name: str) -> None:
    rules, players = rulebook(name), GAMES[name]
    game = play(rules, {}, players, 7)
    benchmark.extra_info["events"] = len(game.events)
    state = benchmark.pedantic(
        lambda: replay(rules, game.events, {}, players, 7), rounds=5, warmup_rounds=1
    )
    assert list(rules.score(state)) == list(rules.score(game.state))
