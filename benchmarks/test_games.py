"""Replaying a journal to the state and the score sheet, and ruling on a month of plans again."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from planner.cli.game_plan import rulings_again
from planner.referee.random_player import play
from planner.referee.rulebook import replay
from planner.rulebooks import rulebook
from planner.rulebooks.kanagawa.rules import make_game
from tests.kanagawa.test_rulings_again import GAME, plans

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


@pytest.mark.usefixtures("_own_cache")
def test_400_plans_of_a_month_ruled_on_again(benchmark: BenchmarkFixture) -> None:
    events, game = plans(400), make_game(GAME)
    differing = benchmark.pedantic(
        lambda: list(rulings_again(events, game)), rounds=5, warmup_rounds=1
    )
    assert differing == []
