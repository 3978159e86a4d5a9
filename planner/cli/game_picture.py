"""The standings as a picture: points over the days, and who controls which place on which day."""

import io
from pathlib import Path

from planner.cli.game_pages import Page
from planner.cli.painting import boxes_for_missing_glyphs, japanese_font, pyplot
from planner.errors import BadValue, GameError
from planner.rulebooks.kanagawa.rules import date_text

CRUSHING = 500  # points lost by debts, against some hundred won in a month
SUFFIXES = (".png", ".svg", ".pdf")


def draw(page: Page, file: Path) -> None:
    """Draw the standings into a .png, .svg or .pdf file.

    Raises:
        BadValue: another kind of file, or one that cannot be written.
        GameError: there is no day to draw yet.
    """
    from planner.cli.game_ledger import save

    if file.suffix.lower() not in SUFFIXES:
        raise BadValue(
            f"{str(file)!r} should end in {', '.join(SUFFIXES)}",
            f"「{file}」の末尾は {'、'.join(SUFFIXES)} のどれかにしてください",
        )
    if not page.ledger.days:
        raise GameError("the game has not begun", "ゲームはまだ始まっていません")
    plt = pyplot()
    from matplotlib import patches

    japanese = japanese_font()
    if japanese:
        plt.rcParams["font.family"] = [japanese, "sans-serif"]
    days = list(page.ledger.days.values())
    players = page.ledger.game.players
    colours = {p: plt.get_cmap("tab10")(n % 10) for n, p in enumerate(players)}
    figure, (top, below) = plt.subplots(
        2, 1, figsize=(max(8, len(days) * 0.32), 9), height_ratios=(2, 3), sharex=True
    )
    totals = [page.totals_until(view.day) for view in days]
    for player in players:
        top.plot([t[player] for t in totals], label=player, color=colours[player], marker=".")
    if min((min(t.values()) for t in totals), default=0) < -CRUSHING:
        top.set_yscale("symlog", linthresh=100)  # so that one's debt does not flatten the others
    top.legend(loc="lower left")
    top.set_ylabel("ポイント" if japanese and page.lang == "ja" else "points")
    top.grid(alpha=0.3)
    places = list(days[0].control) if days else []
    for row, place in enumerate(places):
        for column, view in enumerate(days):
            owner = view.control[place]
            if owner is not None:
                below.add_patch(
                    patches.Rectangle((column - 0.5, row - 0.5), 1, 1, color=colours[owner])
                )
    below.set_ylim(len(places) - 0.5, -0.5)
    below.set_yticks(range(len(places)), [_label(place, japanese) for place in places])
    below.set_xlim(-0.5, max(len(days), 1) - 0.5)
    below.set_xticks(range(len(days)), [date_text(v.day)[5:] for v in days], rotation=90)
    below.grid(alpha=0.2)
    image = io.BytesIO()
    with boxes_for_missing_glyphs():  # of players' names
        figure.tight_layout()
        figure.savefig(image, format=file.suffix.lower()[1:], dpi=110)
    plt.close(figure)
    save(file, image.getvalue())


def _label(place: str, japanese: str) -> str:
    """The place's name; in Latin letters where no Japanese font is there."""
    if japanese or place.isascii():
        return place
    from planner.errors import PlannerError
    from planner.feed.stations import book

    try:
        return book().find(place).romaji or place
    except PlannerError:
        return {"東海道新幹線": "Tokaido Shinkansen"}.get(place, "(place)")
