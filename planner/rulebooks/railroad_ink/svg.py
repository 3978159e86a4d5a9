"""The sheets as one SVG picture."""

from collections.abc import Iterator
from html import escape

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.notation import (
    BLANK,
    CRATERS,
    ROWS,
    SIZE,
    VOLCANO,
    Sheet,
    has_dot,
    is_station,
)
from planner.rulebooks.railroad_ink.scoring import score_sheet
from planner.rulebooks.railroad_ink.state import State
from planner.rulebooks.railroad_ink.tables import exit_at, tables

CELL = 48  # of one square, in px; everything else is a share of it
MARGIN = 44
TITLE = 26

# side letter -> strokes (colour, width, dashes) from below to above
_STROKES = {
    "H": (("#444", 14, ""), ("#fff", 2, "5 4")),
    "R": (("#222", 10, "2 5"), ("#222", 3, "")),
    "~": (("#4a90d9", 12, ""),),
    "L": (("#7db8e8", 26, ""),),
    "V": (("#e2672b", 22, ""),),
}
_BELOW = "LV~RH"  # what is drawn first lies lowest
_STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))


def picture(state: State) -> str:
    """All sheets side by side, each with its player's name and points."""
    width = SIZE * CELL + 2 * MARGIN
    height = width + TITLE
    box = f"0 0 {width * len(state.players)} {height}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"'
        ' font-family="sans-serif" text-anchor="middle">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for number, (player, table) in enumerate(zip(state.players, state.tables, strict=True)):
        total = score_sheet(table.sheet, state.expansions, state.decisions).total
        parts.append(f'<g transform="translate({number * width + MARGIN} {MARGIN + TITLE})">')
        title = f"{escape(player)}: {total}"
        parts.append(_text(SIZE * CELL / 2, -MARGIN - 2, title, 18))
        parts += _sheet(table.sheet, state.decisions)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _sheet(sheet: Sheet, decisions: Decisions) -> Iterator[str]:
    yield from _paper()
    for (square, side), way in exit_at(decisions["exits"]).items():
        x, y = _middle(square)
        dx, dy = _STEP[side]
        edge = (x + dx * CELL / 2, y + dy * CELL / 2)
        outside = (edge[0] + dx * CELL / 3, edge[1] + dy * CELL / 3)
        yield from _stroke(way.kind, edge, outside)
    for square, tile in enumerate(sheet):
        if tile != BLANK:
            yield from _tile(square, tile)


def _paper() -> Iterator[str]:
    """The squares, the centre block and the names of rows and columns."""
    first, last = tables()["sheet"]["centre_from"], tables()["sheet"]["centre_to"]
    left, top = int(first[1]) - 1, ROWS.index(first[0])
    columns, rows = int(last[1]) - left, ROWS.index(last[0]) + 1 - top
    yield _box(left * CELL, top * CELL, columns * CELL, rows * CELL, "#f4efe2")
    for place in range(SIZE + 1):
        end = SIZE * CELL
        at = place * CELL
        yield f'<path d="M{at} 0V{end}M0 {at}H{end}" stroke="#ccc" fill="none"/>'
    for place, row in enumerate(ROWS):
        middle = place * CELL + CELL / 2
        yield _text(middle, -CELL * 0.45, str(place + 1), 13, "#777")
        yield _text(-CELL * 0.6, middle + 4, row, 13, "#777")


def _tile(square: int, tile: str) -> Iterator[str]:
    middle = _middle(square)
    if tile in CRATERS:
        yield _circle(middle, CELL * 0.36, "#b5aca0")
    for letter in _BELOW:
        if letter in tile:
            colour, width, dashes = _STROKES[letter][0]
            yield _circle(middle, 2 if dashes else width / 2, colour)  # rounds the corners
        for side in range(4):
            if tile[side] == letter:
                dx, dy = _STEP[side]
                edge = (middle[0] + dx * CELL / 2, middle[1] + dy * CELL / 2)
                yield from _stroke(letter, middle, edge)
    if tile == VOLCANO:
        x, y = middle
        yield f'<path d="M{x - 13} {y + 10}L{x} {y - 13}L{x + 13} {y + 10}Z" fill="#7a2410"/>'
    if is_station(tile):
        yield _box(middle[0] - 9, middle[1] - 9, 18, 18, "#111")
    if has_dot(tile):
        yield _circle(middle, 5, "#d0021b")


def _stroke(letter: str, start: tuple[float, float], end: tuple[float, float]) -> Iterator[str]:
    for colour, width, dashes in _STROKES[letter]:
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield (
            f'<path d="M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}" stroke="{colour}" '
            f'stroke-width="{width}"{dashed}/>'
        )


def _middle(square: int) -> tuple[float, float]:
    row, column = divmod(square, SIZE)
    return column * CELL + CELL / 2, row * CELL + CELL / 2


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _circle(middle: tuple[float, float], radius: float, fill: str) -> str:
    return f'<circle cx="{middle[0]:g}" cy="{middle[1]:g}" r="{radius:g}" fill="{fill}"/>'


def _text(x: float, y: float, text: str, size: int, fill: str = "#111") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}">{text}</text>'
