"""Worked cases of Railroad Ink (RI-13), each compared with what the rules here say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from planner.referee.rulebook import Difference, Refused
from planner.rulebooks.railroad_ink.agreement import same
from planner.rulebooks.railroad_ink.decisions import Decisions, decide
from planner.rulebooks.railroad_ink.dice import read_extra
from planner.rulebooks.railroad_ink.drawing import draw
from planner.rulebooks.railroad_ink.meteor import flight, start_square, strike
from planner.rulebooks.railroad_ink.notation import (
    BLANK_SHEET,
    SIDES,
    BadSheet,
    Sheet,
    read_sheet,
    read_square,
    sheet_lines,
    square_name,
)
from planner.rulebooks.railroad_ink.record import ALONE, Outcome, judge_record, play
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK, refusal
from planner.rulebooks.railroad_ink.scoring import exit_points, ranking, score_sheet
from planner.rulebooks.railroad_ink.state import State, Table
from planner.rulebooks.railroad_ink.tables import base_faces, read_expansions
from planner.rulebooks.railroad_ink.turn import Fault
from planner.rulebooks.railroad_ink.water import flood

Answer = dict[str, Any]


def run_case(case: Mapping[str, Any]) -> list[Difference]:
    """Where the answer to one case differs from what it expects; empty when it agrees."""
    name, kind = str(case.get("id")), str(case.get("kind"))
    if kind not in _KINDS:
        return [Difference(name, "kind", "one of " + ", ".join(_KINDS), kind)]
    got = _KINDS[kind](case, decide(case.get("option", case.get("options"))))
    expected = dict(case["expect"])
    if "clause" in got and "legal" not in expected and "clause" not in expected:
        expected["clause"] = None  # a case that does not speak of refusals expects none
    return [
        Difference(name, key, value, got.get(key, "nothing of that name"))
        for key, value in expected.items()
        if key not in got or not same(key, value, got[key])
    ]


def _score(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    return _scores(read_sheet(case["sheet"]), read_expansions(case.get("expansion")), decisions)


def _scores(sheet: Sheet, expansions: Sequence[str], decisions: Decisions) -> Answer:
    found = score_sheet(sheet, expansions, decisions)
    return {
        "networks": [list(names) for names in found.networks],
        "exits": found.exits,
        "road": found.road_points,
        "rail": found.rail_points,
        "centre": found.centre_points,
        "expansion": found.expansion,
        "errors": found.errors,
        "error_ends": list(found.error_ends),
        "penalty": -found.errors,
        "total": found.total,
    }


def _network_table(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    return {"exits": exit_points(case["sizes"])}


def _sheet(case: Mapping[str, Any]) -> Sheet:
    return read_sheet(case["sheet"]) if case.get("sheet") else BLANK_SHEET


def _table(case: Mapping[str, Any]) -> Table:
    used = tuple(case.get("specials_already_used") or ())
    return Table(
        _sheet(case),
        used,
        specials_this_round=int(bool(case.get("special_used_this_round"))),
        volcano_used=bool(case.get("volcano_used_this_round")),
        closed=False,
    )


def _game(
    case: Mapping[str, Any], decisions: Decisions, table: Table, base: Sequence[str]
) -> State:
    """The game of one player in the middle of a round."""
    expansions = read_expansions(case.get("expansion"))
    told = case.get("extra") or ()
    dice = [name for name in expansions if told or name != "meteor"]  # its dice may be left out
    roll = read_extra(told, dice, decisions)
    if isinstance(roll, Fault):
        raise refusal(roll)
    roll = replace(roll, base=tuple(base))
    return State(decisions, expansions, (ALONE,), (table,), int(case.get("round", 1)), roll)


def _place(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    """One drawing; a die of the face it names is taken to be rolled."""
    move = {key: value for key, value in case["move"].items() if key not in ("die", "extra")}
    state = _game(case, decisions, _table(case), _faces_of([move]))
    return _ruling(play(state, [move], close=False))


def _faces_of(moves: Sequence[Mapping[str, Any]]) -> list[str]:
    return [str(move["source"]) for move in moves if move.get("source") in base_faces()]


def _ruling(outcome: Outcome) -> Answer:
    refused = outcome.refused
    return {
        "legal": refused is None,
        "clause": refused.clause if refused else None,
        "at": outcome.index if refused else None,
        "sheet": sheet_lines(outcome.table.sheet),
    }


def _round(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    if case.get("cancel"):
        return _meteor_cancel(case, decisions)
    state = _game(case, decisions, _table(case), case["roll"])
    if state.roll.meteor is not None:
        state = replace(state, tables=(replace(state.tables[0], meteor_due=True),))
        direction = case.get("direction")
        event = {"type": "meteor", "player": ALONE, "direction": direction}
        state = RULEBOOK.apply(state, event)
    return _ruling(play(state, case["moves"]))


def _flood(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    before = sheet = read_sheet(case["sheet"])
    drawn = None
    if move := case.get("move"):
        drawn = read_square(move["cell"])
        if drawn is None:
            raise BadSheet(str(move["cell"]))
        sheet = draw(sheet, drawn, move["tile"], decisions)
    sheet, _ = flood(sheet, decisions)
    filled = [
        square_name(square)
        for square, tile in enumerate(sheet)
        if tile != before[square] and square != drawn
    ]
    return {"filled": filled, "sheet": sheet_lines(sheet)}


def _meteor(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    sheet = _sheet(case)
    start = read_square(case["start"]) if case.get("start") else start_square(sheet)
    if start is None:
        raise BadSheet(str(case["start"]))
    distance = int(case["distance"])
    counted = flight(sheet, start, distance, SIDES.index(case["direction"]))
    if len(counted) < distance:
        return {"impact": None, "sheet": sheet_lines(sheet)}
    return {
        "impact": square_name(counted[-1]),
        "counted": [square_name(square) for square in counted],
        "erased": sheet[counted[-1]],
        "sheet": sheet_lines(strike(sheet, counted[-1])),
    }


def _meteor_cancel(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    """A cancelled meteor, then drawings; the round is closed where a roll is told."""
    moves = case.get("moves") or ()
    base = case.get("roll") or _faces_of(moves)
    table = _table(case)
    state = _game({**case, "expansion": case.get("expansion", "meteor")}, decisions, table, base)
    state = _with_meteor(state, case)
    event = {"type": "cancel", "player": ALONE, "special": case.get("cancel")}
    if not case.get("cancel"):
        event = {"type": "meteor", "player": ALONE}
    try:
        state = RULEBOOK.apply(state, event)
    except Refused as refused:
        return _ruling(Outcome(state, refused))
    outcome = play(state, moves, close=bool(case.get("roll")))
    return {**_ruling(outcome), "specials_used": list(outcome.table.specials)}


def _with_meteor(state: State, case: Mapping[str, Any]) -> State:
    meteor = (int(case.get("distance", 1)), str(case.get("direction", "N")))
    tables = tuple(replace(table, meteor_due=True) for table in state.tables)
    return replace(state, roll=replace(state.roll, meteor=meteor), tables=tables)


def _rank(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    groups = ranking(case["sheets"], decisions)
    return {"order": groups, "shared": bool(groups) and len(groups[0]) > 1, "winners": groups[0]}


def _journal(case: Mapping[str, Any], decisions: Decisions) -> Answer:
    record = {**case, "options": dict(decisions.choices)}
    answers = {}
    for player, outcome in judge_record(record).items():
        state = outcome.state
        answers[player] = {
            **_ruling(outcome),
            "round": outcome.round or None,
            "finished": state.finished,
            **_scores(outcome.table.sheet, state.expansions, decisions),
        }
    if len(answers) == 1:
        return next(iter(answers.values()))
    return {"clause": None, "players": answers, **answers}


_KINDS: Mapping[str, Callable[[Mapping[str, Any], Decisions], Answer]] = {
    "score": _score,
    "network_table": _network_table,
    "place": _place,
    "round": _round,
    "flood": _flood,
    "meteor": _meteor,
    "meteor_cancel": _meteor_cancel,
    "rank": _rank,
    "journal": _journal,
}
