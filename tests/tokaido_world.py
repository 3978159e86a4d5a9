"""Small roads for the tests of Tokaido."""

from dataclasses import replace
from typing import Any

import pytest

from planner.referee.rulebook import Refused
from planner.rulebooks.tokaido.moves import take_move
from planner.rulebooks.tokaido.rules import make_board, read_rules
from planner.rulebooks.tokaido.setup import Seat, set_up
from planner.rulebooks.tokaido.state import Game, Player, with_player

ROAD = [
    "inn",
    "farm",
    "village",
    "temple",
    "sea",
    "hot",
    "paddy",
    "encounter",
    "inn",
    "farm",
    "mountain",
    "temple",
    "hot",
    "inn",
]
DISHES = [["miso", 1], ["tofu", 2], ["fugu", 3], ["dango", 1]]


def road(
    players: str = "ABC",
    double: tuple[int, ...] = (),
    kinds: list[str] | None = None,
    **option: str,
) -> Game:
    """Novices at the start inn of the test board, with Crossroads unless told otherwise."""
    chosen = {"crossroads": "yes", "neutral": "leader_moves"} | {
        name.replace("__", "."): value for name, value in option.items()
    }
    seats = [Seat(name, "novice") for name in players]
    return set_up(read_rules(chosen), make_board(kinds or ROAD, double), seats)


def at(game: Game, **places: int) -> Game:
    """The travellers on those places; at an inn they arrived in the order told."""
    for name, place in places.items():
        game = with_player(game, replace(game.player(name), place=place))
        if place and game.kind(place) == "inn":
            arrived = (*game.arrivals.get(place, ()), name)
            laid = {**game.laid, place: game.laid.get(place, ())}
            game = replace(game, arrivals={**game.arrivals, place: arrived}, laid=laid)
    return game


def holds(game: Game, name: str, **fields: Any) -> Game:
    """One traveller with other belongings."""
    return with_player(game, replace(game.player(name), **fields))


def move(game: Game, player: str, to: int, **fields: Any) -> Game:
    """One whole move."""
    return take_move(game, {"player": player, "to": to, **fields})


def moved(game: Game, player: str, to: int, **fields: Any) -> Player:
    """The traveller after one whole move."""
    return move(game, player, to, **fields).player(player)


def refused(clause: str, game: Game, player: str, to: int, **fields: Any) -> None:
    """The move is refused with exactly this clause."""
    with pytest.raises(Refused) as caught:
        move(game, player, to, **fields)
    assert caught.value.clause == clause
