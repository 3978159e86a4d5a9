"""A network laid out on paper: strokes, dots and texts, for whatever draws them."""

import math
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planner.feed.network import Network, Point

SCALE = 46.0  # pixels a km
STROKE = 3.2  # width of a line, and distance of lines side by side
FONT = 10.0
DOT = 3.4
INK, FADED, PAPER = "#222222", "#9a9a9a", "#ffffff"


@dataclass(frozen=True)
class Stroke:
    """A straight line, in pixels from the upper left."""

    x1: float
    y1: float
    x2: float
    y2: float
    color: str
    width: float
    dashed: bool = False


@dataclass(frozen=True)
class Dot:
    """A station."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str


@dataclass(frozen=True)
class Text:
    """A text whose ``anchor`` (start, middle, end) lies at x and whose base line lies at y."""

    x: float
    y: float
    text: str
    size: float
    anchor: str
    color: str


@dataclass(frozen=True)
class Drawing:
    """A sheet of paper and what is on it, to be drawn in this order."""

    width: float
    height: float
    strokes: tuple[Stroke, ...]
    dots: tuple[Dot, ...]
    texts: tuple[Text, ...]


def draw(net: "Network", title: str, english: bool) -> Drawing:
    """Lay out a network; names in Japanese or English."""
    from planner.feed.network import border

    width, height = net.width * SCALE, net.height * SCALE
    flip = [replace(p, x=p.x * SCALE, y=height - p.y * SCALE) for p in net.points]
    pieces = border(net.points, net.width, net.height)
    strokes = [
        Stroke(
            a * SCALE,
            height - b * SCALE,
            c * SCALE,
            height - d * SCALE,
            "#b9b9c8",
            1.6,
            dashed=True,
        )
        for a, b, c, d in pieces
    ]
    strokes += _tracks(net, flip)
    dots = [_dot(p) for p in flip]
    texts = [Text(24, 52, title, 30, "start", INK), *_legend(net, height, english)]
    strokes += _legend_strokes(net, height)
    texts += _labels(flip, strokes, texts, english)
    return Drawing(width, height, tuple(strokes), tuple(dots), tuple(texts))


def _dot(p: "Point") -> Dot:
    return Dot(p.x, p.y, DOT, PAPER, INK) if p.inside else Dot(p.x, p.y, DOT - 1, PAPER, FADED)


def _tracks(net: "Network", points: "list[Point]") -> list[Stroke]:
    """The lines, side by side where several share a stretch."""
    shared: dict[tuple[int, int], list[str]] = defaultdict(list)
    for track in net.tracks:
        shared[track.start, track.end].append(track.route)
    strokes = []
    for (start, end), routes in sorted(shared.items()):
        a, b = points[start], points[end]
        length = math.hypot(b.x - a.x, b.y - a.y) or 1.0
        dx, dy = -(b.y - a.y) / length, (b.x - a.x) / length
        for i, route in enumerate(sorted(routes)):
            off = (i - (len(routes) - 1) / 2) * STROKE
            strokes.append(
                Stroke(
                    a.x + dx * off,
                    a.y + dy * off,
                    b.x + dx * off,
                    b.y + dy * off,
                    net.lines[route].color,
                    STROKE - 0.4,
                )
            )
    return strokes


LEGEND_COLUMN, LEGEND_ROWS, LEGEND_ROW = 290.0, 24, 19.0


def _legend_places(net: "Network", height: float) -> list[tuple[str, float, float]]:
    """Route and where its name stands: in the sea to the south-west."""
    routes = sorted(net.lines, key=lambda route: (route.split(".")[0], net.lines[route].name))
    top = height - LEGEND_ROWS * LEGEND_ROW - 20
    return [
        (route, 60 + (i // LEGEND_ROWS) * LEGEND_COLUMN, top + (i % LEGEND_ROWS) * LEGEND_ROW)
        for i, route in enumerate(routes)
    ]


def _legend(net: "Network", height: float, english: bool) -> list[Text]:
    return [
        Text(x, y, net.lines[r].name_en if english else net.lines[r].name, 13, "start", INK)
        for r, x, y in _legend_places(net, height)
    ]


def _legend_strokes(net: "Network", height: float) -> list[Stroke]:
    return [
        Stroke(x - 36, y - 4, x - 8, y - 4, net.lines[r].color, 5)
        for r, x, y in _legend_places(net, height)
    ]


def text_width(text: str, size: float) -> float:
    """About how wide a text is: Japanese signs are square, Latin letters half as wide."""
    return sum(size if ord(c) > 0x2E7F else size * 0.56 for c in text)


Box = tuple[float, float, float, float]  # left, top, right, bottom


def _labels(
    points: "list[Point]", strokes: list[Stroke], fixed: list[Text], english: bool
) -> list[Text]:
    """Station names, each where it covers least of what is there already."""
    taken = _Grid()
    for p in points:
        taken.add((p.x - DOT, p.y - DOT, p.x + DOT, p.y + DOT), 6.0)
    for s in strokes:
        parts = max(1, int(math.hypot(s.x2 - s.x1, s.y2 - s.y1) / 6))
        for k in range(parts + 1):
            x, y = s.x1 + (s.x2 - s.x1) * k / parts, s.y1 + (s.y2 - s.y1) * k / parts
            taken.add((x - 2, y - 2, x + 2, y + 2), 0.6)
    for t in fixed:
        taken.add((t.x, t.y - t.size, t.x + text_width(t.text, t.size), t.y), 20.0)
    texts = []
    for p in sorted(points, key=lambda p: (not p.inside, -p.x)):
        text = p.name_en if english else p.name
        size = FONT if p.inside else FONT - 1.5
        best = min(_places(p, text_width(text, size), size), key=lambda c: (taken.cost(c[0]), c[3]))
        taken.add(best[0], 20.0)
        color = INK if p.inside else FADED
        texts.append(Text(best[1][0], best[1][1], text, size, best[2], color))
    return texts


Candidate = tuple[Box, tuple[float, float], str, int]  # box, anchor point, anchor, preference


def _places(p: "Point", width: float, size: float) -> list[Candidate]:
    gap = DOT + 2
    found: list[Candidate] = []
    for far, extra in enumerate((0.0, 7.0, 15.0, 24.0)):
        g = gap + extra
        h, low = g * 0.7, size * 0.7
        anchors = [
            (p.x + g, p.y + size * 0.36, "start"),
            (p.x - g, p.y + size * 0.36, "end"),
            (p.x, p.y - g, "middle"),
            (p.x, p.y + g + size * 0.8, "middle"),
            (p.x + h, p.y - h, "start"),
            (p.x + h, p.y + h + low, "start"),
            (p.x - h, p.y - h, "end"),
            (p.x - h, p.y + h + low, "end"),
        ]
        for i, (x, y, anchor) in enumerate(anchors):
            left = {"start": x, "end": x - width, "middle": x - width / 2}[anchor]
            box = (left, y - size * 0.86, left + width, y + size * 0.16)
            found.append((box, (x, y), anchor, far * 8 + i))
    return found


class _Grid:
    """Boxes with a cost for covering them, found by the square of paper they lie on."""

    _SIZE = 40.0

    def __init__(self) -> None:
        self._boxes: dict[tuple[int, int], list[tuple[Box, float]]] = defaultdict(list)

    def _squares(self, box: Box) -> list[tuple[int, int]]:
        left, top, right, bottom = (int(v // self._SIZE) for v in box)
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]

    def add(self, box: Box, weight: float) -> None:
        for square in self._squares(box):
            self._boxes[square].append((box, weight))

    def cost(self, box: Box) -> float:
        total = 0.0
        for square in self._squares(box):
            for other, weight in self._boxes[square]:
                wide = min(box[2], other[2]) - max(box[0], other[0])
                high = min(box[3], other[3]) - max(box[1], other[1])
                if wide > 0 and high > 0:
                    total += weight * wide * high / 10
        return total
