"""The week as an SVG drawing: a column a day, upper events above, lower ones below."""

from html import escape

from planner.rulebooks.ashita_tabi.rules import components, number, suits
from planner.rulebooks.ashita_tabi.table import Cards, Table, suit, value

COLUMN, CARD, GAP, EDGE = 104, (44, 30), 6, 24  # pixels; a card's width and height
COLOURS = {"R": "#e57373", "B": "#64b5f6", "Y": "#fff176", "G": "#81c784", "W": "#ffffff"}


def draw_week(table: Table) -> str:
    """Locations in a row with pawns on them and cubes beside them; hand and keys underneath."""
    above = max([1, *(len(cards) for cards in table.upper)])
    top = EDGE + above * (CARD[1] + GAP)
    width = 2 * EDGE + COLUMN * number("days")
    bottom = top + 96 + number("below_limit") * (CARD[1] + GAP) + 10
    height = bottom + 2 * (CARD[1] + GAP) + EDGE
    shapes = [f'<rect width="{width}" height="{height}" fill="#f5f1e8"/>']
    for day in range(1, number("days") + 1):
        shapes += _day(table, day, EDGE + COLUMN * (day - 1), top)
    shapes += _row("手札", table.hand, bottom)
    keys = tuple(key for key in suits() if key in table.keys)
    shapes += _row("キー", keys, bottom + CARD[1] + GAP)
    shapes.append(_text(width - EDGE, bottom + 20, f"手番 {table.turn}", 14, "end"))
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n{body}\n</svg>\n'
    )


def _day(table: Table, day: int, x: int, top: int) -> list[str]:
    wide = COLUMN - 2 * GAP
    name = table.locations[day - 1] if table.locations else ""
    shapes = [
        f'<rect x="{x}" y="{top}" width="{wide}" height="84" rx="8" fill="#cfd8dc" '
        'stroke="#546e7a"/>',
        _text(x + wide // 2, top + 18, f"{day}日目", 12),
        _text(x + wide // 2, top + 36, str(components()["locations"].get(name, "")), 12),
    ]
    left = x + (wide - CARD[0]) // 2
    for at, card in enumerate(table.upper[day - 1]):
        shapes += _card(card, left, top - (at + 1) * (CARD[1] + GAP))
    for at, card in enumerate(table.row[day - 1]):
        shapes += _card(card, left, top + 84 + GAP + at * (CARD[1] + GAP))
    return shapes + _pawns(table, day, x + 16, top + 58) + _cubes(table, day, x + 8, top + 70)


def _pawns(table: Table, day: int, x: int, y: int) -> list[str]:
    here = [("white", "black", "今")] if table.white == day else []
    here += [("black", "white", str(pawn)) for pawn in (0, 1) if table.black[pawn] == day]
    shapes = []
    for at, (fill, ink, word) in enumerate(here):
        centre = x + 24 * at
        shapes.append(f'<circle cx="{centre}" cy="{y}" r="10" fill="{fill}" stroke="black"/>')
        shapes.append(_text(centre, y + 4, word, 10, colour=ink))
    return shapes


def _cubes(table: Table, day: int, x: int, y: int) -> list[str]:
    """The supply on day 7 and the letters laid on the location."""
    count = sum(letter.at == day for letter in table.memory)
    count += table.supply if day == number("days") else 0
    return [
        f'<rect x="{x + 14 * at}" y="{y}" width="10" height="10" fill="#a1887f" stroke="#4e342e"/>'
        for at in range(count)
    ]


def _card(card: str, x: int, y: int) -> list[str]:
    number_or_key = str(value(card)) if len(card) > 1 else ""
    word = f"{components()['suits'][suit(card)]['ja']}{number_or_key}"
    return [
        f'<rect x="{x}" y="{y}" width="{CARD[0]}" height="{CARD[1]}" rx="4" '
        f'fill="{COLOURS[suit(card)]}" stroke="#37474f"/>',
        _text(x + CARD[0] // 2, y + 20, word, 13),
    ]


def _row(label: str, cards: Cards, y: int) -> list[str]:
    shapes = [_text(EDGE, y + 20, label, 14, "start")]
    for at, card in enumerate(cards):
        shapes += _card(card, EDGE + 56 + at * (CARD[0] + GAP), y)
    return shapes


def _text(
    x: int, y: int, word: str, size: int, anchor: str = "middle", colour: str = "black"
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(word)}</text>"
    )
