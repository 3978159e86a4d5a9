"""Small words for Railroad Ink tests: sheets by squares, one drawing, one round."""

from dataclasses import replace
from typing import Any

from planner.referee.rulebook import Refused
from planner.rulebooks.railroad_ink.decisions import decide
from planner.rulebooks.railroad_ink.notation import BLANK_SHEET, Sheet, read_square
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK, begin_round
from planner.rulebooks.railroad_ink.scoring import ScoreSheet, score_sheet
from planner.rulebooks.railroad_ink.state import Roll, State

ROLL = ["HI", "RI", "HL", "XI"]


def sheet(**tiles: str) -> Sheet:
    """``sheet(A2="H.H.-")``: blank but for these squares."""
    squares = list(BLANK_SHEET)
    for name, tile in tiles.items():
        square = read_square(name)
        assert square is not None
        squares[square] = tile
    return tuple(squares)


def scored(expansion: str = "none", option: str = "", **tiles: str) -> ScoreSheet:
    names = () if expansion == "none" else tuple(expansion.split("+"))
    return score_sheet(sheet(**tiles), names, decide(option))


def game(expansion: str = "none", option: str = "", **tiles: str) -> State:
    """A game of one player before its first roll, with this sheet."""
    wishes = dict(word.split("=") for word in option.split())
    state = RULEBOOK.start({"expansion": expansion, **wishes}, ["A"], seed=1)
    if not tiles:
        return state
    return replace(state, tables=(replace(state.tables[0], sheet=sheet(**tiles)),))


def rolled(state: State, *faces: str, extra: tuple[str | int, ...] = ()) -> State:
    return RULEBOOK.apply(
        state, {"type": "roll", "roll": list(faces or ROLL), "extra": list(extra)}
    )


def any_roll(state: State, *faces: str) -> State:
    """A round with exactly these base dice, to look at one of them."""
    extra = tuple((name, "") for name in state.expansions if name != "meteor")
    return begin_round(state, Roll(faces, extra * 2))


def do(state: State, kind: str, **event: Any) -> State:
    return RULEBOOK.apply(state, {"type": kind, "player": "A", **event})


def draw(state: State, source: str, cell: str, tile: str) -> State:
    return do(state, "draw", source=source, cell=cell, tile=tile)


def clause(state: State, kind: str, **event: Any) -> str | None:
    """The clause by which the event is refused; None when it is accepted."""
    try:
        do(state, kind, **event)
    except Refused as refused:
        return refused.clause
    return None


def refused(
    source: str,
    cell: str,
    tile: str,
    *,
    expansion: str = "none",
    option: str = "",
    **tiles: str,
) -> str | None:
    """The clause by which one drawing on this sheet is refused; None when it is accepted."""
    state = any_roll(game(expansion, option, **(tiles or {"G7": "....."})), source)
    return clause(state, "draw", source=source, cell=cell, tile=tile)
