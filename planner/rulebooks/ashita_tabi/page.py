"""The week on the table as a page of text."""

from collections.abc import Sequence

from planner.rulebooks.ashita_tabi.keys import parts
from planner.rulebooks.ashita_tabi.rules import components, suits
from planner.rulebooks.ashita_tabi.steps import awaited
from planner.rulebooks.ashita_tabi.table import Cards, Table

NOW, GHOSTS = "W", ("0", "1")  # the white pawn and the two black ones


def page(table: Table, lang: str) -> str:
    """The week day by day, then hand, piles, keys and points."""
    ja = lang == "ja"
    lines = [_title(table, ja), ""]
    lines += [_day(table, day, ja) for day in range(1, 8)]
    lines += ["", *_stocks(table, ja), _status(table, ja)]
    return "\n".join(lines)


def _title(table: Table, ja: bool) -> str:
    items = ", ".join(table.items)
    if ja:
        items = "、".join(components()["items"][item] for item in table.items)
        return f"明日、旅に出ます  手番 {table.turn}  アイテム: {items or '未選択'}"
    return f"Tomorrow I Set Out  turn {table.turn}  items: {items or 'not chosen'}"


def _day(table: Table, day: int, ja: bool) -> str:
    place = _location(table, day, ja)
    pawns = NOW * (table.white == day) + "".join(
        GHOSTS[pawn] for pawn in (0, 1) if table.black[pawn] == day
    )
    above = _above_text(table.upper[day - 1], ja)
    cubes = sum(letter.at == day for letter in table.memory)
    letters = f"  {'手紙' if ja else 'letters'} {'*' * cubes}" if cubes else ""
    supply = f"  {'キューブ' if ja else 'cubes'} {table.supply}" if day == 7 else ""
    name = f"{day}日目" if ja else f"day {day}"
    below = " ".join(table.row[day - 1]) or "-"
    return f"{name}  [{pawns:3}]  {below:11}{place}{above}{letters}{supply}"


def _location(table: Table, day: int, ja: bool) -> str:
    if len(table.locations) < day:
        return ""
    name = table.locations[day - 1]
    return str(components()["locations"][name]) if ja else name


def _above_text(cards: Cards, ja: bool) -> str:
    return f"  {'上' if ja else 'above'}: {' '.join(cards)}" if cards else ""


def _stocks(table: Table, ja: bool) -> list[str]:
    hand, keys = " ".join(table.hand) or "-", _keys(table.keys, ja) or "-"
    deck, discard, removed = len(table.deck), len(table.discard), len(table.removed)
    if ja:
        return [
            f"手札  {hand}",
            f"山 {deck}枚  捨て札 {discard}枚  除外 {removed}枚",
            f"キー  {keys}",
        ]
    return [
        f"hand  {hand}",
        f"deck {deck}, discards {discard}, out of the game {removed}",
        f"keys  {keys}",
    ]


def _keys(keys: Sequence[str], ja: bool) -> str:
    held = [suit for suit in suits() if suit in keys]
    return " ".join(components()["suits"][suit]["ja" if ja else "en"] for suit in held)


def _status(table: Table, ja: bool) -> str:
    if table.result == "lost":
        return f"敗北({table.clause})" if ja else f"lost ({table.clause})"
    points = sum(parts(table).values())
    if table.result == "won":
        return f"クリア {points} VP" if ja else f"cleared, {points} VP"
    due = awaited(table)
    return f"次にできること: {'、'.join(due)}" if ja else f"awaiting: {', '.join(due)}"
