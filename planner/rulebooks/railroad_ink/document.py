"""A game as data for programs: the sheets in notation, what is left, the score sheets (RI-11.3)."""

from typing import Any

from planner.rulebooks.railroad_ink.notation import sheet_lines, square_name
from planner.rulebooks.railroad_ink.scoring import ScoreSheet, ranking, score_sheet
from planner.rulebooks.railroad_ink.state import State, Table


def document(state: State) -> dict[str, Any]:
    """Round, roll and, for every player, the sheet, the ticks and the score sheet with its rank."""
    sheets = {
        player: score_sheet(table.sheet, state.expansions, state.decisions)
        for player, table in zip(state.players, state.tables, strict=True)
    }
    ranks = _ranks(state, sheets)
    return {
        "round": state.round,
        "rounds": state.rounds,
        "expansions": list(state.expansions),
        "decisions": state.decisions.changed(),
        "roll": list(state.roll.base),
        "extra": [face or kind for kind, face in state.roll.extra],
        "meteor": list(state.roll.meteor) if state.roll.meteor else None,
        "players": {
            player: {**_table(state.table(player)), "score": _score(sheets[player], ranks[player])}
            for player in state.players
        },
    }


def _ranks(state: State, sheets: dict[str, ScoreSheet]) -> dict[str, int]:
    """Player -> rank; equals share one, and the next rank counts them all."""
    rows = [
        {"player": player, "total": sheet.total, "errors": sheet.errors}
        for player, sheet in sheets.items()
    ]
    ranks: dict[str, int] = {}
    for group in ranking(rows, state.decisions):
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    return ranks


def _table(table: Table) -> dict[str, Any]:
    return {
        "sheet": sheet_lines(table.sheet),
        "specials_used": list(table.specials),
        "dice_drawn": sorted(table.base),
        "extra_drawn": sorted(table.extra),
        "meteor_due": table.meteor_due,
        "closed": table.closed,
    }


def _score(sheet: ScoreSheet, rank: int) -> dict[str, Any]:
    return {
        "networks": [list(names) for names in sheet.networks],
        "exits": sheet.exits,
        "road": sheet.road_points,
        "road_path": [square_name(square) for square in sheet.road],
        "rail": sheet.rail_points,
        "rail_path": [square_name(square) for square in sheet.rail],
        "centre": sheet.centre_points,
        "expansion": sheet.expansion,
        "errors": sheet.errors,
        "error_ends": list(sheet.error_ends),
        "total": sheet.total,
        "penalty": -sheet.errors,
        "rank": rank,
    }
