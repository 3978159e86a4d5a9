"""Whole games by the seeded random player, against the slow twin in ``naive``."""

import random
from collections.abc import Iterable

import pytest

from planner.referee.random_player import play, replays_alike
from planner.referee.rulebook import Event, Refused, replay
from planner.rulebooks.railroad_ink.notation import square_name
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK
from planner.rulebooks.railroad_ink.scoring import score_sheet
from planner.rulebooks.railroad_ink.state import State
from planner.rulebooks.railroad_ink.tables import base_faces, tables
from tests.railroad_ink.ink import game
from tests.railroad_ink.naive import Naive, fits

EXPANSIONS = ["none", "river", "lake", "meteor", "lava"]
GAMES = 25  # of each; `planner game demo --count` plays any number


def shapes(face: str) -> set[str]:
    """All turns and mirrors, written out."""
    sides, core = face[:4], face[4]
    turns = [sides[n:] + sides[:n] for n in range(4)]
    return {turn + core for turn in turns} | {turn[::-1] + core for turn in turns}


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_random_games_end_within_bounds_and_replay_alike(expansion: str) -> None:
    options = {"expansion": expansion}
    for seed in range(GAMES):
        played = play(RULEBOOK, options, ["A"], seed)
        assert replays_alike(RULEBOOK, played, options, ["A"], seed)
        bounds = RULEBOOK.bounds()
        for line in RULEBOOK.score(played.state):
            least, most = bounds[line.clause]
            assert least <= line.points <= most


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_random_sheets_score_as_the_slow_twin_says(expansion: str) -> None:
    for seed in range(GAMES):
        state = play(RULEBOOK, {"expansion": expansion}, ["A"], 10_000 + seed).state
        found = score_sheet(state.tables[0].sheet, state.expansions, state.decisions)
        naive = Naive(state.tables[0].sheet)
        assert [list(names) for names in found.networks] == naive.networks()
        assert found.exits == naive.exit_points()
        assert (found.road_points, found.rail_points) == (naive.longest("H"), naive.longest("R"))
        assert found.centre_points == naive.centre()
        assert list(found.error_ends) == naive.loose()
        if expansion != "none":
            assert found.expansion == naive.expansion(expansion)


@pytest.mark.parametrize("pair", ["river+lake", "lake+meteor", "meteor+lava", "river+lava"])
def test_sheets_of_two_expansions_score_as_the_slow_twin_says(pair: str) -> None:
    options = {"expansion": pair, "expansions.max": "2"}
    for seed in range(3):
        state = play(RULEBOOK, options, ["A"], 20_000 + seed).state
        found = score_sheet(state.tables[0].sheet, state.expansions, state.decisions)
        naive = Naive(state.tables[0].sheet)
        assert [list(names) for names in found.networks] == naive.networks()
        assert (found.road_points, found.rail_points) == (naive.longest("H"), naive.longest("R"))
        assert list(found.error_ends) == naive.loose()
        assert found.expansions == {name: naive.expansion(name) for name in pair.split("+")}


def states(expansion: str, seed: int) -> Iterable[State]:
    """The states of one random game."""
    options = {"expansion": expansion}
    events: list[Event] = []
    for event in play(RULEBOOK, options, ["A"], seed).events:
        yield replay(RULEBOOK, events, options, ["A"], seed)
        events.append(event)


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_legal_base_drawings_are_exactly_those_the_slow_twin_allows(expansion: str) -> None:
    for state in list(states(expansion, 3))[::4]:
        table = state.tables[0]
        if table.closed or table.meteor_due:
            continue
        found = {
            (event["die"], event["cell"], event["tile"])
            for event in RULEBOOK.legal(state)
            if "die" in event
        }
        assert found == {
            (die, square_name(square), tile)
            for die, face in enumerate(state.roll.base)
            if die not in table.base
            for square in range(49)
            for tile in shapes(base_faces()[face])
            if fits(table.sheet, square_name(square)[0], square % 7 + 1, tile)
        }


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_every_offered_event_is_accepted_and_others_are_refused(expansion: str) -> None:
    for state in list(states(expansion, 5))[::7]:
        offered = list(RULEBOOK.legal(state))
        for event in offered:
            assert RULEBOOK.apply(state, event) != state
        may_close = {"type": "close", "player": "A"} in offered
        assert may_close == accepted(state, {"type": "close", "player": "A"})
        for square in range(49):
            volcano = {"type": "draw", "volcano": True, "cell": square_name(square)}
            event = {**volcano, "tile": "VVVV^", "player": "A"}
            assert (event in offered) == accepted(state, event)


def accepted(state: State, event: Event) -> bool:
    try:
        RULEBOOK.apply(state, event)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("seed", range(20))
def test_games_under_any_decisions_and_expansions_together_replay_alike(seed: int) -> None:
    chance = random.Random(seed)
    options = {name: chance.choice(row["choices"]) for name, row in tables()["decisions"].items()}
    together = chance.sample(EXPANSIONS[1:], chance.randint(0, 4))
    options |= {"expansions.max": "4", "expansion": "+".join(together) or "none"}
    players = ["A", "B"][: chance.randint(1, 2)]
    played = play(RULEBOOK, options, players, seed)
    assert replays_alike(RULEBOOK, played, options, players, seed)
    assert played.state.finished


def test_one_seed_always_rolls_the_same_dice() -> None:
    first, second = (play(RULEBOOK, {"expansion": "meteor"}, ["A"], 4) for _ in range(2))
    assert first.events == second.events
    other = play(RULEBOOK, {"expansion": "meteor"}, ["A"], 5)
    assert other.events[0] != first.events[0]


def test_several_players_use_the_same_rolls() -> None:
    played = play(RULEBOOK, {}, ["A", "B"], 1)
    assert sum(event["type"] == "roll" for event in played.events) == 7
    assert {line.player for line in RULEBOOK.score(played.state)} == {"A", "B"}


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_every_state_of_a_game_can_be_shown_and_drawn(expansion: str, lang: str) -> None:
    for state in list(states(expansion, 2))[::9]:
        page = RULEBOOK.show(state, lang)
        assert len(page.splitlines()) > 26
        assert RULEBOOK.svg(state).count("<svg") == 1


def test_the_page_shows_roads_rails_stations_and_exits() -> None:
    page = RULEBOOK.show(game(A2="H.R.+", B2="RHRH-", C2="R..R-", D4="....*", E5="HH..-"), "en")
    lines = page.splitlines()
    rows = {line[2]: line for line in lines if line[2:3] in set("ABCDEFG")}
    assert rows["A"].split()[1] == "·"
    assert "■" in rows["A"]
    assert "══╪══" in rows["B"]
    assert "──┘" in rows["C"]
    assert "@" in rows["D"]
    assert "╚══" in rows["E"]
