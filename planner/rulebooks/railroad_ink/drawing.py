"""May this be drawn here, and what does the sheet look like afterwards: RI-4, 7, 8, 10."""

from dataclasses import dataclass
from functools import cache, lru_cache

from planner.rulebooks.railroad_ink.contact import Meeting, contact, meeting, surroundings
from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.graph import reaches_exit
from planner.rulebooks.railroad_ink.notation import (
    BLANK,
    BORDER,
    CRATERS,
    NEIGHBOURS,
    ROUTES,
    VOLCANO,
    Sheet,
    carries,
    has_dot,
    is_tile,
    orientations,
    read_square,
    with_dot,
    without_dot,
)
from planner.rulebooks.railroad_ink.tables import expansion
from planner.rulebooks.railroad_ink.water import flood

BASE = "base"
SPECIAL = "special"
NEW_VOLCANO = "volcano"


@dataclass(frozen=True)
class Source:
    """What is drawn: a die, a special or a volcano.

    Attributes:
        kind: ``base``, ``special``, ``volcano`` or the name of an expansion.
        face: the tile it shows; empty where the faces of an expansion die are not told.
    """

    kind: str
    face: str


def judge(sheet: Sheet, cell: str, tile: str, source: Source, decisions: Decisions) -> str | None:
    """The first clause that the drawing breaks, tested in the order of RI-4; None when legal."""
    square = read_square(cell)
    if square is None:
        return "RI-4.1"
    if has_dot(sheet[square]):
        tile = without_dot(tile)  # the dot belongs to the square, not to the drawing
    if not shape_allowed(tile, source, decisions):
        return "RI-4.2"
    return obstacle(sheet, square, tile, source.kind, decisions)


def shape_allowed(tile: str, source: Source, decisions: Decisions) -> bool:
    """RI-4.2; for an expansion die of unknown face RI-1.6 (the Decision ``faces.strict``)."""
    if source.face:
        return tile in orientations(source.face)
    known = expansion(source.kind)
    if decisions["faces.strict"] == "on":
        return any(tile in orientations(face) for face in known.faces)
    return (
        is_tile(tile)
        and known.letter in tile
        and set(tile[:4]) <= set("." + ROUTES + known.letter)
        and tile[4] in "-+"
    )


def obstacle(sheet: Sheet, square: int, tile: str, kind: str, decisions: Decisions) -> str | None:
    """The first clause after RI-4.2 that the drawing breaks; None when there is none."""
    if (clause := _covers(sheet, square, kind, decisions)) is not None:
        return clause
    found = contact(tile, surroundings(sheet, square, decisions["exits"]), meeting(decisions))
    if found.broken:
        return found.broken
    if kind == NEW_VOLCANO:
        return None
    if kind == "lava":
        return None if any(tile[side] == "V" for side in found.linked) else "RI-10.3"
    if kind in (BASE, SPECIAL):
        return _unsupported(sheet, square, tile, found.linked, decisions)
    if decisions["river.free"] == "first_only" and not found.linked:
        letter = expansion(kind).letter
        return "RI-7.2" if any(letter in other for other in sheet) else None
    return None


def _covers(sheet: Sheet, square: int, kind: str, decisions: Decisions) -> str | None:
    """Whether the square is free for this kind of drawing (RI-4.3, 10.4, 10.5)."""
    here = sheet[square]
    free = here == BLANK or here in CRATERS
    if kind == "lava":
        return "RI-10.5" if "V" in here else None
    if kind != NEW_VOLCANO:
        return None if free else "RI-4.3"
    beside = (sheet[other] for other in NEIGHBOURS[square] if other != BORDER)
    may_cover = free or (decisions["lava.volcano_on"] == "routes_too" and "V" not in here)
    return None if may_cover and not any("V" in other for other in beside) else "RI-10.4"


def _unsupported(
    sheet: Sheet, square: int, tile: str, linked: tuple[int, ...], decisions: Decisions
) -> str | None:
    """RI-4.4, and RI-4.7 with ``support=exit_linked``."""
    if not linked:
        return "RI-4.4"
    if decisions["support"] == "any_route":
        return None
    for side in linked:
        beyond = NEIGHBOURS[square][side]
        if beyond == BORDER or reaches_exit(sheet, decisions, beyond, tile[side]):
            return None
    return "RI-4.7"


@cache
def fitting(face: str, kind: str, around: str, rules: Meeting) -> tuple[str, ...]:
    """The ways to turn a face that neither clash nor lack the contact their kind needs."""
    found = []
    for tile in orientations(face):
        lies = contact(tile, around, rules)
        if lies.broken:
            continue
        needed = "V" if kind == "lava" else ROUTES if kind in (BASE, SPECIAL) else ""
        if not needed or any(tile[side] in needed for side in lies.linked):
            found.append(tile)
    return tuple(found)


@lru_cache(maxsize=512)
def placements(sheet: Sheet, source: Source, decisions: Decisions) -> tuple[tuple[int, str], ...]:
    """Every (square, tile) that may be drawn for this source, squares in order.

    An expansion die of unknown face is tried with the faces of the table.
    """
    faces = (source.face,) if source.face else expansion(source.kind).faces
    rules, kind = meeting(decisions), source.kind
    plain = decisions["support"] == "any_route" and decisions["river.free"] == "always"
    found: list[tuple[int, str]] = []
    for square, around in enumerate(_all_surroundings(sheet, decisions["exits"])):
        if _covers(sheet, square, kind, decisions) is not None:
            continue
        tiles = [tile for face in faces for tile in fitting(face, kind, around, rules)]
        found += [
            (square, tile)
            for tile in (tiles if len(faces) == 1 else dict.fromkeys(tiles))
            if plain or obstacle(sheet, square, tile, kind, decisions) is None
        ]
    return tuple(found)


@lru_cache(maxsize=64)
def _all_surroundings(sheet: Sheet, layout: str) -> tuple[str, ...]:
    return tuple(surroundings(sheet, square, layout) for square in range(len(sheet)))


def draw(sheet: Sheet, square: int, tile: str, decisions: Decisions) -> Sheet:
    """The sheet with the drawing, a surviving dot (RI-9.6) and the floods it starts (RI-8.3)."""
    drawn = with_dot(without_dot(tile)) if has_dot(sheet[square]) else tile
    after = (*sheet[:square], drawn, *sheet[square + 1 :])
    return flood(after, decisions)[0] if carries(tile, "L") else after


def volcano_at(sheet: Sheet, square: int) -> Sheet:
    """The sheet with a volcano there."""
    return (*sheet[:square], VOLCANO, *sheet[square + 1 :])
