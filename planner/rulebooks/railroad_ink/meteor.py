"""Where a meteor falls and what it leaves: RI-9.2 to 9.5."""

from planner.rulebooks.railroad_ink.notation import (
    BORDER,
    CRATER,
    CRATERS,
    DOTTED_CRATER,
    NEIGHBOURS,
    OPPOSITE,
    SIZE,
    Sheet,
    has_dot,
    read_square,
    without_dot,
)
from planner.rulebooks.railroad_ink.tables import tables


def start_square(sheet: Sheet) -> int:
    """The square with the dot; the middle of the sheet while there is none (RI-9.2)."""
    for square, tile in enumerate(sheet):
        if has_dot(tile):
            return square
    middle = read_square(tables()["sheet"]["middle"])
    assert middle is not None
    return middle


def flight(sheet: Sheet, start: int, distance: int, direction: int) -> list[int]:
    """The squares counted on the way, the last of them struck; fewer than the distance: none is.

    Craters are stepped over without counting (RI-9.3); at the border the meteor turns round and the
    border square is counted again (RI-9.4).
    """
    counted: list[int] = []
    here, steps = start, 0
    while len(counted) < distance and steps < 4 * SIZE * distance:
        steps += 1
        beyond = NEIGHBOURS[here][direction]
        if beyond == BORDER:
            direction = OPPOSITE[direction]
        else:
            here = beyond
        if sheet[here] not in CRATERS:
            counted.append(here)
    return counted


def impact(sheet: Sheet, start: int, distance: int, direction: int) -> int | None:
    """The square that is struck; None when none can be reached."""
    counted = flight(sheet, start, distance, direction)
    return counted[-1] if len(counted) == distance else None


def strike(sheet: Sheet, square: int) -> Sheet:
    """The sheet after the impact: the old dot goes, its crater stays (RI-9.5)."""
    tiles = [_undotted(tile) for tile in sheet]
    tiles[square] = DOTTED_CRATER
    return tuple(tiles)


def _undotted(tile: str) -> str:
    return CRATER if tile == DOTTED_CRATER else without_dot(tile)
