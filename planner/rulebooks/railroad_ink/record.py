"""A whole written record judged: RI-11.1 in, RI-11.2 out.

The record is ``{expansion, options, players, rounds: [{roll, extra, play: {player: [drawing ...]},
cancel: {player: special}, direction: {player: letter}}]}``; for one player ``moves`` may stand for
``play``. Every player is judged alone (RI-3.2): after a refusal the others go on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from planner.referee.rulebook import Refused
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK
from planner.rulebooks.railroad_ink.state import State, Table

ALONE = "player"


@dataclass(frozen=True)
class Outcome:
    """How a player's record ended.

    Attributes:
        state: a game of this player alone, before the refused entry.
        refused: why it stops; None when all was accepted.
        round: of the refusal, from 1.
        index: of the refused entry; the number of entries for the closing, None for the roll or the
            meteor.
    """

    state: State
    refused: Refused | None = None
    round: int = 0
    index: int | None = None

    @property
    def table(self) -> Table:
        """What lies before the player at the end."""
        return self.state.tables[0]


def judge_record(record: Mapping[str, Any]) -> dict[str, Outcome]:
    """Player -> outcome.

    Raises:
        Refused: the record's own options are wrong.
    """
    players = list(record.get("players") or [ALONE])
    options = {"expansion": record.get("expansion"), **dict(record.get("options") or {})}
    return {player: _judge(record, player, options) for player in players}


def _judge(record: Mapping[str, Any], player: str, options: Mapping[str, Any]) -> Outcome:
    outcome = Outcome(RULEBOOK.start(options, [player]))
    for written in record.get("rounds", ()):
        outcome = judge_round(outcome.state, written)
        if outcome.refused:
            return replace(outcome, round=outcome.state.round)
    return outcome


def judge_round(state: State, written: Mapping[str, Any]) -> Outcome:
    """One round of one player: roll, meteor, drawings, closing."""
    player = state.players[0]
    try:
        state = RULEBOOK.apply(state, {"type": "roll", **_dice(written)})
        state = _meteor(state, player, written)
    except Refused as refused:
        return Outcome(state, refused)
    return play(state, moves_of(written, player))


def play(state: State, moves: Sequence[Mapping[str, Any]], close: bool = True) -> Outcome:
    """The drawings in order, and the closing."""
    player = state.players[0]
    events: list[dict[str, Any]] = [{**move, "type": "draw"} for move in moves]
    for index, event in enumerate([*events, *([{"type": "close"}] if close else [])]):
        try:
            state = RULEBOOK.apply(state, {**event, "player": player})
        except Refused as refused:
            return Outcome(state, refused, state.round, index)
    return Outcome(state)


def moves_of(written: Mapping[str, Any], player: str) -> Sequence[Mapping[str, Any]]:
    """The drawings of that player in a written round."""
    moves: Sequence[Mapping[str, Any]] = (
        written["play"].get(player, ()) if "play" in written else written.get("moves", ())
    )
    return moves


def _dice(written: Mapping[str, Any]) -> dict[str, Any]:
    extra = list(written.get("extra") or ())
    if meteor := written.get("meteor"):
        both = [meteor["distance"], meteor["direction"]] if isinstance(meteor, Mapping) else meteor
        extra += list(both)
    return {"roll": written.get("roll"), "extra": extra}


def _meteor(state: State, player: str, written: Mapping[str, Any]) -> State:
    if state.roll.meteor is None:
        return state
    special = _own(written.get("cancel"), player)
    if special:
        return RULEBOOK.apply(state, {"type": "cancel", "player": player, "special": special})
    direction = _own(written.get("direction"), player)
    return RULEBOOK.apply(state, {"type": "meteor", "player": player, "direction": direction})


def _own(told: Any, player: str) -> Any:
    """A player's own entry: from a table by player, or the one value of a game for one."""
    return told.get(player) if isinstance(told, Mapping) else told
