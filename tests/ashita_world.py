"""Small weeks for the tests of Ashita-tabi."""

from collections.abc import Mapping
from typing import Any

import pytest

from planner.referee.rulebook import Refused
from planner.rulebooks.ashita_tabi.rules import read_rules
from planner.rulebooks.ashita_tabi.table import Table, from_json
from planner.rulebooks.ashita_tabi.turn import take_turn

Row = Mapping[int, list[str]]


def week(option: object = None, variant: str = "body", **fields: Any) -> Table:
    """A table before a turn: white on day 1, ghosts on 2 and 6, cards as told (AT-1.6)."""
    plain = {"white": 1, "black": [2, 6], "hand": ["G3", "R6", "B1"], "deck": ["Y1", "Y2", "W3"]}
    told = {**plain, **fields}
    for name in ("row", "upper"):
        told[name] = {str(day): cards for day, cards in told.get(name, {}).items()}
    table = from_json(told, read_rules(option, variant))
    return Table(**{**table.__dict__, "phase": "begin"})


def turn(table: Table, play: str, black: list[int], **fields: Any) -> Table:
    """The table after one whole turn; a lone red or white gets a plain effect unless told."""
    return take_turn(table, {"play": play, "black": black, **fields})


def refused(
    clause: str, table: Table, play: Any = "G3", black: Any = (1, 3), **fields: Any
) -> None:
    """The turn is refused with exactly this clause."""
    with pytest.raises(Refused) as caught:
        turn(table, play, list(black) if isinstance(black, tuple) else black, **fields)
    assert caught.value.clause == clause


def lost(clause: str, table: Table, play: str = "G3", black: Any = (1, 3), **fields: Any) -> None:
    """The turn ends the game with this clause."""
    after = turn(table, play, list(black), **fields)
    assert (after.result, after.clause) == ("lost", clause)
