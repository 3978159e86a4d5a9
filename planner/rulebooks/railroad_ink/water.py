"""Lakes that flood: RI-8.3."""

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.notation import (
    BLANK,
    BORDER,
    FLOODED,
    NEIGHBOURS,
    OPPOSITE,
    Sheet,
)
from planner.rulebooks.railroad_ink.tables import tables


def flood(sheet: Sheet, decisions: Decisions) -> tuple[Sheet, list[int]]:
    """Fill blank squares with water on three or more sides, row by row, until nothing changes.

    Returns:
        The sheet, and the squares filled in the order of filling.
    """
    enough = tables()["lake"]["flooding_sides"]
    facing = decisions["lake.flood"] == "facing"
    tiles = list(sheet)
    filled: list[int] = []
    while True:
        before = len(filled)
        for square, tile in enumerate(tiles):
            if tile == BLANK and _shores(tiles, square, facing) >= enough:
                tiles[square] = FLOODED
                filled.append(square)
        if len(filled) == before:
            return tuple(tiles), filled


def _shores(tiles: list[str], square: int, facing: bool) -> int:
    beside = ((side, other) for side, other in enumerate(NEIGHBOURS[square]) if other != BORDER)
    if facing:
        return sum(tiles[other][OPPOSITE[side]] == "L" for side, other in beside)
    return sum("L" in tiles[other] for _, other in beside)
