"""What the four sides of a tile meet: RI-4.4, 4.5, 4.6, 7.3, 10.1.

A square's surroundings are four letters, N E S W: the side letter of the neighbour that faces it,
``h`` or ``r`` for an exit of that kind, ``#`` for plain border, ``.`` for a blank side or square.
"""

from dataclasses import dataclass
from functools import cache

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.notation import (
    BORDER,
    NEIGHBOURS,
    ROUTES,
    SIZE,
    Sheet,
)
from planner.rulebooks.railroad_ink.tables import exit_at

_EXITS = "hr"


@dataclass(frozen=True)
class Contact:
    """How a tile would lie: the clause it breaks, if any, and the sides that link up."""

    broken: str | None
    linked: tuple[int, ...]  # sides that meet a side or exit of their own kind


@dataclass(frozen=True)
class Meeting:
    """The Decisions that settle which sides may meet."""

    exit_blocks: bool
    river_exit_blocks: bool
    lava_blocks: bool


@cache
def meeting(decisions: Decisions) -> Meeting:
    """The Decisions ``exit.mismatch``, ``river.exit`` and ``lava.meets_route``."""
    return Meeting(
        decisions["exit.mismatch"] == "illegal",
        decisions["river.exit"] == "illegal",
        decisions["lava.meets_route"] == "illegal",
    )


@cache
def border_letters(layout: str) -> tuple[tuple[str, str, str, str], ...]:
    """square -> what the border shows to each of its sides (empty where there is a neighbour)."""
    there = exit_at(layout)

    def letter(square: int, side: int) -> str:
        if NEIGHBOURS[square][side] != BORDER:
            return ""
        way = there.get((square, side))
        return way.kind.lower() if way else "#"

    return tuple(
        (letter(square, 0), letter(square, 1), letter(square, 2), letter(square, 3))
        for square in range(SIZE * SIZE)
    )


def surroundings(sheet: Sheet, square: int, layout: str) -> str:
    """The four letters around a square."""
    shown, around = border_letters(layout)[square], NEIGHBOURS[square]
    return (
        (shown[0] or sheet[around[0]][2])
        + (shown[1] or sheet[around[1]][3])
        + (shown[2] or sheet[around[2]][0])
        + (shown[3] or sheet[around[3]][1])
    )


@cache
def contact(tile: str, around: str, rules: Meeting) -> Contact:
    """How the tile meets its surroundings; the first broken clause in the order 4.5, 7.3, 10.1."""
    broken = {_clash(own, other, rules) for own, other in zip(tile[:4], around, strict=True)}
    first = next((clause for clause in ("RI-4.5", "RI-7.3", "RI-10.1") if clause in broken), None)
    linked = tuple(
        side
        for side in range(4)
        if tile[side] != "." and tile[side] in (around[side], around[side].upper())
    )
    return Contact(first, linked)


def _clash(own: str, other: str, rules: Meeting) -> str | None:
    pair = own + other
    if own in ROUTES and other in ROUTES + _EXITS:
        wrong = other.upper() != own
        return "RI-4.5" if wrong and (other in ROUTES or rules.exit_blocks) else None
    if "~" in pair and (own in ROUTES or other in ROUTES):
        return "RI-7.3"
    if own == "~" and other in _EXITS:
        return "RI-7.3" if rules.river_exit_blocks else None
    if "V" in pair and (own in ROUTES or other in ROUTES):
        return "RI-10.1" if rules.lava_blocks else None
    return None
