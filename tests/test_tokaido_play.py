"""Whole games of Tokaido by a seeded random player, and events that nobody should write."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from planner.referee.rulebook import Event, Refused, replay
from planner.rulebooks.tokaido.rulebook import RULEBOOK
from planner.rulebooks.tokaido.rules import components, numbers
from planner.rulebooks.tokaido.state import Game
from tests.garbage import spoil
from tests.tokaido_world import holds

SETUPS = [
    ({}, "ABC"),
    ({"crossroads": "yes"}, "ABC"),
    ({"crossroads": "yes", "piles": "published", "gastronomy": "yes"}, "ABCDE"),
    ({"crossroads": "yes", "preparation": "yes", "return": "yes"}, "ABCD"),
    ({"neutral": "leader_moves", "piles": "published", "pile.empty": "reshuffle"}, "AB"),
    ({"crossroads": "yes", "board": "short", "x.full_panorama": "closed"}, "ABCD"),
    ({"novice": "yes", "village.min_buy": "1", "inn.depart": "first_first"}, "ABC"),
]


def play(options: dict[str, Any], players: str, seed: int) -> tuple[Game, list[Event]]:
    random = Random(seed)
    game, events = RULEBOOK.start(options, list(players), seed), []
    while not RULEBOOK.finished(game):
        events.append(random.choice(list(RULEBOOK.legal(game))))
        game = RULEBOOK.apply(game, events[-1])
    return game, events


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("options", "players"), SETUPS)
def test_a_random_game_ends_and_replays_to_the_same_sheet(
    options: dict[str, Any], players: str, seed: int
) -> None:
    game, events = play(options, players, seed)
    again = replay(RULEBOOK, events, options, list(players), seed)
    assert RULEBOOK.score(again) == RULEBOOK.score(game)
    assert again == game


@pytest.mark.parametrize("seed", range(10, 14))
@pytest.mark.parametrize(("options", "players"), SETUPS)
def test_every_line_of_the_sheet_is_inside_its_bounds(
    options: dict[str, Any], players: str, seed: int
) -> None:
    game, _ = play(options, players, seed)
    inns = game.board.kinds.count("inn") - 1
    most = {
        "TK-5.6": 6 * inns,
        "TK-7.2": numbers("temple_ranks")[0],
        "TK-7.3": 3,
        "TK-4.21": 3,
        "TK-4.20": 15,
        "TK-8.12": 12,
        "TK-8.11": 16,
    }
    for line in RULEBOOK.score(game):
        if line.clause == "TK-9.2":
            continue
        assert 0 < line.points <= most.get(line.clause, 200), line
    for player in game.people:
        lines = [line.points for line in RULEBOOK.score(game) if line.player == player.name]
        assert sum(lines) == 2 * player.points  # the lines and their total
        assert player.coins >= 0
        assert all(player.panoramas.get(k, 0) <= n for k, n in components()["panoramas"].items())
        assert len({meal.name for meal in player.meals}) == len(player.meals)
    assert sum(player.cherries for player in game.people) + game.cherries in {0, 6}


@pytest.mark.parametrize("seed", range(5))
def test_a_game_step_by_step_is_the_game_of_its_whole_moves(seed: int) -> None:
    """The moves gathered step by step, judged again as whole moves of a journal (TK-1.6)."""
    options = {"crossroads": "yes", "travellers": "Satsuki,Chuubei,Yoshiyasu"}
    random = Random(seed)
    game = whole = RULEBOOK.start(options, list("ABC"), seed)
    told: dict[str, Any] = {}
    while not RULEBOOK.finished(game):
        event = random.choice([e for e in RULEBOOK.legal(game) if "both" not in e])
        game, told = RULEBOOK.apply(game, event), gather(told, event)
        if not game.pending:
            whole, told = RULEBOOK.apply(whole, {**told, "type": "move"}), {}
    assert whole.players == game.players
    assert whole.scored


def gather(told: dict[str, Any], event: Event) -> dict[str, Any]:
    fields = {key: value for key, value in event.items() if key not in {"type", "player"}}
    if event["type"] == "go":
        return dict(event)
    if "keep" in fields:
        rest = [card for card in told["drawn"] if card != fields["keep"]]
        refused = (rest or [fields["keep"]])[0]
        return {**told, "encounter": {"card": fields["keep"], "refused": refused}}
    if "free" in fields:
        return {**told, **({"free_meal": told["free_offer"]} if fields["free"] else {})}
    if set(fields) & {"souvenir", "instead"}:
        return {**told, "encounter": {**told["encounter"], **fields}}
    return {**told, **fields}


def test_spoilt_events_are_refused_and_never_crash() -> None:
    clauses: set[str] = set()
    random = Random(5)
    options = {"crossroads": "yes", "board": "short", "piles": "published"}
    for seed in range(6):
        game = RULEBOOK.start(options, list("ABC"), seed)
        while not RULEBOOK.finished(game):
            legal = list(RULEBOOK.legal(game))
            before = game
            for _ in range(5):
                try:
                    RULEBOOK.apply(game, spoil(random.choice(legal), random))
                except Refused as refused:
                    clauses.add(refused.clause)
            assert game == before
            game = RULEBOOK.apply(game, random.choice(legal))
    assert len(clauses) > 5
    assert all(clause.startswith("TK-") for clause in clauses)


def test_a_move_told_too_early_is_refused_with_the_notation() -> None:
    game = RULEBOOK.start({"novice": "yes", "board": "short"}, list("ABC"))
    with pytest.raises(Refused, match=r"TK-1\.6"):
        RULEBOOK.apply(game, {"type": "go", "player": "A", "to": 5, "card": 3})


def test_what_chance_cannot_have_drawn_is_refused_at_once() -> None:
    options = {"novice": "yes", "board": "short", "piles": "published"}
    game = RULEBOOK.start(options, list("ABC"))
    game = RULEBOOK.apply(game, {"type": "go", "player": "A", "to": 5})
    with pytest.raises(Refused, match=r"TK-4\.5"):
        RULEBOOK.apply(game, {"type": "draw", "player": "chance", "card": 4})
    assert RULEBOOK.apply(game, {"type": "draw", "player": "chance", "card": 3}).pending == {}


def test_health_at_a_village_where_one_must_buy_never_ends_in_a_dead_end() -> None:
    """A souvenir that has to be bought first must leave the price of a treasure."""
    options = {
        "crossroads": "yes",
        "village.min_buy": "1",
        "novice": "yes",
        "board": ["inn", "village", "inn"],
    }
    both = [{"do": "base"}, {"do": "x"}]
    event = {"type": "go", "player": "A", "to": 1, "use": "health", "both": both}
    start = RULEBOOK.start(options, list("ABC"))
    for coins, refused in ((3, True), (4, False)):
        game = holds(start, "A", amulets=("health",), coins=coins)
        assert (event not in list(RULEBOOK.legal(game))) is refused
        turned = {**event, "both": both[::-1]}
        assert turned in list(RULEBOOK.legal(game))


def test_satsuki_draws_nothing_where_the_last_meals_are_laid_out() -> None:
    options = {
        "piles": "published",
        "board": ["inn", "farm", "inn"],
        "travellers": "Satsuki,Chuubei,Hirotada",
    }
    game = RULEBOOK.start(options, list("ABC"))
    game = replace(game, piles={**game.piles, "meal": game.piles["meal"][:4]})
    game = RULEBOOK.apply(game, {"type": "go", "player": "A", "to": 2})
    [meals] = RULEBOOK.legal(game)
    game = RULEBOOK.apply(game, meals)
    assert all("buy" in event for event in RULEBOOK.legal(game))


@pytest.mark.parametrize("seed", [*range(20), 90075])
def test_a_random_game_under_random_decisions_ends(seed: int) -> None:
    random = Random(seed)
    options: dict[str, Any] = {
        name: random.choice(values) for name, values in components()["decisions"].items()
    }
    options |= {"neutral": "leader_moves", "crossroads": "yes", "piles": "published"}
    options["board"] = random.choice(["edo", "edo-farm", "short"])
    players = "ABCDE"[: random.randint(2, 5)]
    game, events = play(options, players, seed)
    assert replay(RULEBOOK, events, options, list(players), seed) == game
