"""The road with its travellers and the standing as an SVG drawing."""

from html import escape

from planner.rulebooks.tokaido.ending import ranking
from planner.rulebooks.tokaido.road import occupants
from planner.rulebooks.tokaido.rules import components
from planner.rulebooks.tokaido.sheet import traveller_name
from planner.rulebooks.tokaido.state import Game, Player

STEP, ROW, EDGE, RADIUS = 56, 96, 40, 20  # pixels
COLOURS = {
    "inn": "#6d4c41",
    "farm": "#fdd835",
    "hot": "#4fc3f7",
    "temple": "#e57373",
    "village": "#424242",
    "paddy": "#9ccc65",
    "mountain": "#81c784",
    "sea": "#5c6bc0",
    "encounter": "#ba68c8",
}
PAWNS = ("#d32f2f", "#1976d2", "#388e3c", "#f57c00", "#7b1fa2", "#9e9e9e")


def draw_board(game: Game) -> str:
    """One row a leg, a circle a space, double spaces with a second ring behind them."""
    rows = _rows(game)
    width = EDGE * 2 + STEP * max(len(row) for row in rows)
    height = EDGE + ROW * len(rows) + 30 * (len(game.people) + 1)
    shapes = [f'<rect width="{width}" height="{height}" fill="#fffdf5"/>']
    for number, row in enumerate(rows):
        y = EDGE + ROW * number + RADIUS
        ends = EDGE + RADIUS, EDGE + RADIUS + STEP * (len(row) - 1)
        shapes.append(
            f'<line x1="{ends[0]}" y1="{y}" x2="{ends[1]}" y2="{y}" stroke="#bcaaa4" '
            'stroke-width="6"/>'
        )
        for column, place in enumerate(row):
            shapes += _space(game, place, EDGE + RADIUS + STEP * column, y)
    shapes += _standing(game, EDGE + ROW * len(rows) + 10)
    body = "\n".join(shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif">\n{body}\n</svg>\n'
    )


def _rows(game: Game) -> list[list[int]]:
    """The places leg by leg, each leg ending at its inn; the start inn opens the first."""
    rows, row = [], list[int]()
    for place, kind in enumerate(game.board.kinds):
        row.append(place)
        if kind == "inn" and place:
            rows.append(row)
            row = []
    return rows


def _space(game: Game, place: int, x: int, y: int) -> list[str]:
    kind = game.kind(place)
    shapes = []
    if place in game.board.double:
        shapes.append(
            f'<circle cx="{x - 7}" cy="{y}" r="{RADIUS}" fill="{COLOURS[kind]}" opacity="0.45"/>'
        )
    shapes.append(
        f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{COLOURS[kind]}" stroke="#5d4037"/>'
    )
    word = escape(str(components()["words"][kind]))
    shapes.append(
        f'<text x="{x}" y="{y + 36}" font-size="11" text-anchor="middle">{place} {word}</text>'
    )
    here = sorted(occupants(game, place), key=lambda p: p.rear)
    for index, player in enumerate(here):
        shapes += _pawn(game, player, x - 10 * index, y - 12 - 6 * (index % 2))
    return shapes


def _pawn(game: Game, player: Player, x: int, y: int) -> list[str]:
    return [
        f'<circle cx="{x}" cy="{y}" r="10" fill="{_colour(game, player)}" stroke="white" '
        'stroke-width="2"/>',
        f'<text x="{x}" y="{y + 4}" font-size="11" fill="white" text-anchor="middle">'
        f"{escape(player.name[:1])}</text>",
    ]


def _colour(game: Game, player: Player) -> str:
    return PAWNS[[p.name for p in game.players].index(player.name) % len(PAWNS)]


def _standing(game: Game, top: int) -> list[str]:
    shapes = []
    most = max([1, *(player.points for player in game.people)])
    for index, (rank, player) in enumerate(ranking(game)):
        y = top + 30 * index
        name = escape(f"{rank}. {player.name} {traveller_name(player.traveller, True)}")
        bar = 300 * player.points // most
        shapes += [
            f'<text x="{EDGE}" y="{y + 16}" font-size="14">{name}</text>',
            f'<rect x="{EDGE + 130}" y="{y + 2}" width="{bar}" height="18" '
            f'fill="{_colour(game, player)}"/>',
            f'<text x="{EDGE + 138 + bar}" y="{y + 16}" font-size="14">{player.points}点 '
            f"{player.coins}金</text>",
        ]
    return shapes
