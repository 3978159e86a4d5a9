"""Squares, sides and tiles as written on paper (RI-1.1, RI-1.4).

A square is its number 0-48 inside the program (row by row) and ``"D4"`` outside; a tile is five
characters, sides N E S W and a core; a sheet is a tuple of 49 tiles.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from planner.errors import BadValue

SIZE = 7
ROWS = "ABCDEFG"
SIDES = "NESW"
OPPOSITE = (2, 3, 0, 1)
BLANK = "....."
CRATER = "....o"
DOTTED_CRATER = "....*"
CRATERS = (CRATER, DOTTED_CRATER)
VOLCANO = "VVVV^"
FLOODED = "LLLL-"
ROUTES = "HR"
BORDER = -1

Sheet: TypeAlias = tuple[str, ...]

BLANK_SHEET: Sheet = (BLANK,) * (SIZE * SIZE)

_SIDE_LETTERS = set(".HR~LV")
_CORES = set("-+^dD")
_DOT_ON = {"-": "d", "+": "D"}
_DOT_OFF = {"d": "-", "D": "+"}


class BadSheet(BadValue):
    """Not a sheet in the notation of RI-1.4."""

    code = "bad_sheet"

    def __init__(self, text: str) -> None:
        super().__init__(
            f"{text!r} is not a sheet: write seven lines of seven tiles such as H.H.- or .....",
            f"「{text}」はシートではありません。1行7マスを7行書いてください(例: H.H.-)",
        )


def read_square(text: str) -> int | None:
    """The number of a square such as ``"D4"``; None when it is not on the sheet (RI-4.1)."""
    name = text.strip().upper()
    if len(name) != 2 or name[0] not in ROWS or name[1] not in "1234567":
        return None
    return ROWS.index(name[0]) * SIZE + int(name[1]) - 1


def square_name(square: int) -> str:
    """``24`` -> ``"D4"``."""
    return f"{ROWS[square // SIZE]}{square % SIZE + 1}"


def end_name(square: int, side: int) -> str:
    """One side of one square, such as ``"D4N"``."""
    return square_name(square) + SIDES[side]


def read_sheet(lines: Sequence[str]) -> Sheet:
    """A sheet from its seven lines.

    Raises:
        BadSheet: not seven lines of seven tiles.
    """
    if isinstance(lines, str) or not all(isinstance(line, str) for line in lines):
        raise BadSheet(str(lines))
    rows = [line.split() for line in lines]
    if len(rows) != SIZE:
        raise BadSheet(f"{len(rows)} lines")
    for row in rows:
        if len(row) != SIZE or not all(is_square(tile) for tile in row):
            raise BadSheet(" ".join(row))
    return tuple(tile for row in rows for tile in row)


def sheet_lines(sheet: Sheet) -> list[str]:
    """The seven lines of a sheet."""
    return [" ".join(sheet[row * SIZE : row * SIZE + SIZE]) for row in range(SIZE)]


def is_square(tile: str) -> bool:
    """Whether this may stand in a square: blank, a crater, or a tile."""
    return tile in (BLANK, *CRATERS) or is_tile(tile)


def is_tile(tile: str) -> bool:
    """Whether this is a drawing: at least one side that is not blank, and a known core."""
    return (
        len(tile) == 5
        and set(tile[:4]) <= _SIDE_LETTERS
        and tile[:4] != BLANK[:4]
        and tile[4] in _CORES
    )


def carries(tile: str, letters: str) -> bool:
    """Whether any side of the tile is one of these letters."""
    return any(letter in tile for letter in letters)


def is_station(tile: str) -> bool:
    """A station core, with or without the meteor dot."""
    return tile[4] in "+D"


def has_dot(tile: str) -> bool:
    """Whether the square carries the meteor dot (RI-1.4)."""
    return tile[4] in "*dD"


def with_dot(tile: str) -> str:
    """The drawing on a square whose dot survives it (RI-9.6)."""
    return tile[:4] + _DOT_ON.get(tile[4], tile[4])


def without_dot(tile: str) -> str:
    """The drawing alone."""
    return tile[:4] + _DOT_OFF.get(tile[4], tile[4])


@cache
def orientations(tile: str) -> tuple[str, ...]:
    """The tile turned by any quarter turns and mirrored (RI-4.2), each shape once."""
    found: dict[str, None] = {}
    sides, core = tile[:4], tile[4:]
    for _ in range(4):
        sides = sides[3] + sides[:3]
        found[sides + core] = None
        found[sides[0] + sides[3] + sides[2] + sides[1] + core] = None
    return tuple(found)


def _neighbour(square: int, side: int) -> int:
    row, column = divmod(square, SIZE)
    row += (-1, 0, 1, 0)[side]
    column += (0, 1, 0, -1)[side]
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else BORDER


# square -> the square beyond its N, E, S, W side, or BORDER
NEIGHBOURS = tuple(
    tuple(_neighbour(square, side) for side in range(4)) for square in range(SIZE * SIZE)
)
