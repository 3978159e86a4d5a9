"""A seeded player who picks any legal event: plays whole games of any rulebook."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from planner.errors import TooMuch
from planner.referee.rulebook import Event, Rulebook, S, replay

MOST_EVENTS = 20_000  # a game that is not over by then does not end


class NoMoveLeft(TooMuch):
    """A game that is not finished, and nothing is legal."""

    code = "no_move_left"


class Played(NamedTuple):
    """A game played to its end."""

    state: Any
    events: Sequence[Event]


def play(
    rulebook: Rulebook[S], options: Mapping[str, Any], players: Sequence[str], seed: int
) -> Played:
    """A whole game: each event is picked from ``legal`` at random and judged by ``apply``.

    Raises:
        Refused: ``legal`` offered what ``apply`` does not allow, or the options are wrong.
        NoMoveLeft: the game stops without being over.
        TooMuch: the game does not end.
    """
    chance = random.Random(seed)
    state = rulebook.start(options, players, seed)
    events: list[Event] = []
    while not rulebook.finished(state):
        offered = list(rulebook.legal(state))
        if not offered:
            raise NoMoveLeft(
                f"{rulebook.name}, seed {seed}: no legal event after {len(events)}",
                f"{rulebook.name}(種 {seed}): {len(events)} 手の後に指せる手がありません",
            )
        if len(events) >= MOST_EVENTS:
            raise TooMuch(
                f"{rulebook.name}, seed {seed}: not over after {len(events)} events",
                f"{rulebook.name}(種 {seed}): {len(events)} 手で終わりません",
            )
        event = chance.choice(offered)
        state = rulebook.apply(state, event)
        events.append(event)
    return Played(state, events)


def replays_alike(
    rulebook: Rulebook[S],
    game: Played,
    options: Mapping[str, Any],
    players: Sequence[str],
    seed: int,
) -> bool:
    """Whether the events alone lead to the same score sheet."""
    again = replay(rulebook, game.events, options, players, seed)
    return list(rulebook.score(again)) == list(rulebook.score(game.state))
