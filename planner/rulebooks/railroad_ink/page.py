"""The sheets as a page of text that a person can read."""

from collections.abc import Sequence

from planner.rulebooks.railroad_ink.notation import (
    BLANK,
    CRATER,
    DOTTED_CRATER,
    ROUTES,
    ROWS,
    SIZE,
    Sheet,
    is_station,
)
from planner.rulebooks.railroad_ink.scoring import ranking, score_sheet
from planner.rulebooks.railroad_ink.state import State, Table
from planner.rulebooks.railroad_ink.tables import exit_at, special_faces, tables

# side letter -> its stroke up or down, and sideways
_STROKES = {
    ".": "  ",
    "H": "║═",
    "R": "│─",
    "~": "~~",
    "L": "░░",
    "V": "▓▓",
    "#": "  ",
}
_WHOLE = {BLANK: "·", CRATER: "o", DOTTED_CRATER: "@"}
# which of N E S W are there -> the crossing of double and of single strokes
_ROADS = dict(zip(range(16), " ║═╚║║╔╠═╝═╩╗╣╦╬", strict=True))
_RAILS = dict(zip(range(16), " │─└││┌├─┘─┴┐┤┬┼", strict=True))


def page(state: State, lang: str) -> str:
    """Round, roll, every sheet with what its player has left, and the legend."""
    japanese = lang == "ja"
    lines = [_heading(state, japanese), ""]
    for player, table in zip(state.players, state.tables, strict=True):
        lines += [player, *picture(table.sheet, state.decisions["exits"]), ""]
        lines += [*_left(state, table, japanese), ""]
    if state.finished:
        lines += [_winners(state, japanese), ""]
    return "\n".join([*lines, *_legend(japanese)])


def picture(sheet: Sheet, layout: str = "standard") -> list[str]:
    """The sheet drawn with lines, with the exits around it."""
    ways = {place: way.kind for place, way in exit_at(layout).items()}

    def edge(row: int, side: int) -> str:
        kinds = [ways.get((row * SIZE + column, side), ".") for column in range(SIZE)]
        return "      " + "".join(f"  {_STROKES[kind][0]}  " for kind in kinds)

    lines = ["      " + "".join(f"  {column + 1}  " for column in range(SIZE)), edge(0, 0)]
    for row in range(SIZE):
        squares = [_square(sheet[row * SIZE + column]) for column in range(SIZE)]
        for part in range(3):
            west, east = (
                _STROKES[ways.get((row * SIZE + column, side), ".")][1] * 2 if part == 1 else "  "
                for column, side in ((0, 3), (SIZE - 1, 1))
            )
            name = ROWS[row] if part == 1 else " "
            lines.append(f"  {name} {west}" + "".join(s[part] for s in squares) + east)
    return [line.rstrip() for line in [*lines, edge(SIZE - 1, 2)]]


def _square(tile: str) -> tuple[str, str, str]:
    if tile in _WHOLE:
        return "     ", f"  {_WHOLE[tile]}  ", "     "
    up, down = _STROKES[tile[0]][0], _STROKES[tile[2]][0]
    right, left = _STROKES[tile[1]][1], _STROKES[tile[3]][1]
    return f"  {up}  ", f"{left}{left}{_core(tile)}{right}{right}", f"  {down}  "


def _core(tile: str) -> str:
    """The middle of a square: station, volcano, dot, or how its strokes cross."""
    if is_station(tile):
        return "◙" if tile[4] == "D" else "■"
    if tile[4] in "^d":
        return {"^": "▲", "d": "•"}[tile[4]]
    roads, rails = (
        sum(1 << side for side in range(4) if tile[side] == letter) for letter in ROUTES
    )
    if roads and rails:
        return {(5, 10): "╫", (10, 5): "╪"}.get((roads, rails), "┼")
    if roads or rails:
        return _ROADS[roads] if roads else _RAILS[rails]
    return _STROKES[next(letter for letter in tile if letter != ".")][0]


def _heading(state: State, japanese: bool) -> str:
    roll = " ".join(state.roll.base) or "-"
    extra = [face or kind for kind, face in state.roll.extra]
    if state.roll.meteor:
        extra += [str(state.roll.meteor[0]), state.roll.meteor[1]]
    dice = roll + (" + " + " ".join(extra) if extra else "")
    kinds = "+".join(state.expansions) or ("なし" if japanese else "none")
    if japanese:
        return f"ラウンド {state.round}/{state.rounds}  拡張: {kinds}  ロール: {dice}"
    return f"Round {state.round} of {state.rounds}   expansion: {kinds}   roll: {dice}"


def _left(state: State, table: Table, japanese: bool) -> list[str]:
    """What the player may still do, and the score so far."""
    dice = [face for die, face in enumerate(state.roll.base) if die not in table.base]
    dice += [f or k for n, (k, f) in enumerate(state.roll.extra) if n not in table.extra]
    specials = [name for name in special_faces() if name not in table.specials]
    left = tables()["special_limits"]["per_game"] - len(table.specials) + table.uncounted
    total = score_sheet(table.sheet, state.expansions, state.decisions).total
    if state.roll_due:
        todo = "次はロール" if japanese else "next: the roll"
    elif table.closed:
        todo = "このラウンドは終了" if japanese else "round closed"
    elif table.meteor_due:
        todo = "隕石がまだ落ちていません" if japanese else "meteor to resolve"
    else:
        todo = ("残り: " if japanese else "to draw: ") + (" ".join(dice) or "-")
    if japanese:
        return [f"{todo}  特別ルート(あと{left}): {' '.join(specials)}  得点: {total}"]
    return [f"{todo}   specials ({left} left): {' '.join(specials)}   points: {total}"]


def _winners(state: State, japanese: bool) -> str:
    sheets = [score_sheet(t.sheet, state.expansions, state.decisions) for t in state.tables]
    rows = [
        {"player": player, "total": sheet.total, "errors": sheet.errors}
        for player, sheet in zip(state.players, sheets, strict=True)
    ]
    first: Sequence[str] = ranking(rows, state.decisions)[0]
    return ("勝者: " if japanese else "winner: ") + ", ".join(first)


def _legend(japanese: bool) -> list[str]:
    if japanese:
        return [
            "═║ 道路  ─│ 線路  ■ 駅  ~ 川  ░ 湖  ▓ 溶岩  ▲ 火山  o クレーター  @ • ◙ 隕石の点",
            "描く形は N E S W の辺と中心の5文字(例: H.H.- や HR..+)",
        ]
    return [
        "═║ road   ─│ rail   ■ station   ~ river   ░ lake   ▓ lava   ▲ volcano   o crater   "
        "@ • ◙ meteor dot",
        "A shape is five letters: its sides N E S W and its core, such as H.H.- or HR..+",
    ]
