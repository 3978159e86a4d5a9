"""``planner feed map``: the network of a feed as a picture."""

import sys
from pathlib import Path
from typing import Annotated
from xml.sax.saxutils import escape

import typer

from planner.cli.lang import language, say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json
from planner.cli.painting import FONTS, boxes_for_missing_glyphs, japanese_font, pyplot
from planner.errors import BadValue
from planner.feed.drawing import PAPER, Drawing
from planner.feed.manifest import cannot_save
from planner.feed.registry import open_feed

FORMATS = (".svg", ".png", ".pdf")

Feed = Annotated[
    str,
    typer.Argument(
        help=say(
            "時刻表の名前・パス・URL(既定: 選択中)", "Name, path or URL (default: the chosen feed)"
        ),
        show_default=False,
    ),
]
Out = Annotated[
    Path,
    typer.Option(
        "--out", help=say("書き出し先(.svg .png .pdf)", "Picture to write: .svg, .png or .pdf")
    ),
]


def draw_map(
    name: Feed = "", out: Out = Path("map.svg"), as_json: Json = False, lang: Lang = ""
) -> None:
    """Draw lines and stations; the dashed line parts stations in Kanagawa from those outside."""
    from planner.feed.drawing import draw
    from planner.feed.network import network
    from planner.feed.read import read_feed

    if out.suffix.lower() not in FORMATS:
        raise BadValue(
            f"{str(out)!r}: a map is written as {', '.join(FORMATS)}",
            f"「{out}」: 地図は {'・'.join(FORMATS)} で書き出せます",
        )
    feed = open_feed(name or None)
    net = network(read_feed(feed.path))
    as_svg = out.suffix.lower() == ".svg"
    font = "" if as_svg or language() == "en" else japanese_font()
    english = language() == "en" or not (as_svg or font)
    kind = ("モデル" if feed.kind == "model" else "実ダイヤ", feed.kind)
    title = f"Railways of Kanagawa ({kind[1]})" if english else f"神奈川の鉄道({kind[0]})"
    picture = draw(net, title, english)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        if as_svg:
            out.write_text(svg(picture), encoding="utf-8")
        else:
            paint(picture, out, font)
    except OSError as error:
        raise cannot_save(out, error) from None
    inside = sum(p.inside for p in net.points)
    told = {"out": str(out), "lines": len(net.lines), "stations": len(net.points), "inside": inside}
    if as_json:
        print_json({"map": told})
        return
    if language() == "ja" and english:
        print("日本語フォントが見つからないため、駅名はローマ字です", file=sys.stderr)
    print(
        say(
            f"{out}: {len(net.lines)} 路線、{len(net.points)} 駅(うち県内 {inside})",
            f"{out}: {len(net.lines)} lines, {len(net.points)} stations, {inside} in Kanagawa",
        )
    )


def svg(picture: Drawing) -> str:
    """The drawing as an SVG document."""
    families = ", ".join(f"'{font}'" for font in FONTS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width:.0f}'
        f' {picture.height:.0f}" font-family="{families}, sans-serif">',
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        '<g stroke-linecap="round">',
    ]
    for s in picture.strokes:
        dash = ' stroke-dasharray="5 5"' if s.dashed else ""
        parts.append(
            f'<line x1="{s.x1:.1f}" y1="{s.y1:.1f}" x2="{s.x2:.1f}" y2="{s.y2:.1f}"'
            f' stroke="{s.color}" stroke-width="{s.width:.1f}"{dash}/>'
        )
    parts.append("</g>")
    parts += [
        f'<circle cx="{d.x:.1f}" cy="{d.y:.1f}" r="{d.radius:.1f}" fill="{d.fill}"'
        f' stroke="{d.edge}"/>'
        for d in picture.dots
    ]
    parts += [
        f'<text x="{t.x:.1f}" y="{t.y:.1f}" font-size="{t.size:g}" text-anchor="{t.anchor}"'
        f' fill="{t.color}">{escape(t.text)}</text>'
        for t in picture.texts
    ]
    return "\n".join([*parts, "</svg>", ""])


def paint(picture: Drawing, out: Path, font: str) -> None:
    """The drawing as a bitmap or PDF."""
    plt = pyplot()
    from matplotlib.collections import EllipseCollection, LineCollection

    if font:
        plt.rcParams["font.family"] = font
    dpi = 100.0
    points = 72 / dpi  # a pixel in points
    figure = plt.figure(figsize=(picture.width / dpi, picture.height / dpi), dpi=dpi)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.axis("off")
    axes.add_collection(
        LineCollection(
            [((s.x1, s.y1), (s.x2, s.y2)) for s in picture.strokes],
            colors=[s.color for s in picture.strokes],
            linewidths=[s.width * points for s in picture.strokes],
            linestyles=[(0, (4, 4)) if s.dashed else "solid" for s in picture.strokes],
            capstyle="round",
        )
    )
    size = [2 * d.radius for d in picture.dots]
    axes.add_collection(
        EllipseCollection(
            size,
            size,
            [0.0] * len(size),
            units="xy",
            transOffset=axes.transData,
            offsets=[(d.x, d.y) for d in picture.dots],
            facecolors=[d.fill for d in picture.dots],
            edgecolors=[d.edge for d in picture.dots],
            linewidths=points,
            zorder=3,
        )
    )
    where = {"start": "left", "middle": "center", "end": "right"}
    for t in picture.texts:
        axes.text(
            t.x,
            t.y,
            t.text,
            fontsize=t.size * points,
            color=t.color,
            ha=where[t.anchor],
            va="baseline",
            zorder=4,
            parse_math=False,
        )
    with boxes_for_missing_glyphs():  # of a name that the feed does not translate
        figure.savefig(out, facecolor=PAPER)
    plt.close(figure)
