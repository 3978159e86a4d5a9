"""``planner fare table STATION``: all prices from a station, as on the board over its machines."""

import datetime as dt
from collections.abc import Iterator, Sequence

from planner.cli import fare_options as own
from planner.cli import query_options as opt
from planner.cli.clock import parse_date
from planner.cli.columns import width
from planner.cli.companies import company_text
from planner.cli.fare_text import ticket_json, yen_text
from planner.cli.lang import language, say
from planner.cli.output import print_json
from planner.cli.parameters import Given, Parameter, Verb
from planner.errors import BadValue
from planner.fares.board import Board, boards
from planner.fares.words import unknown_text

WIDTH = 88
STATION = Parameter("station", "text", "駅", "Station", metavar="STATION")
BY = Parameter(
    "by",
    "text",
    "line(路線順)か price(運賃順)",
    "line: in the order of the stations; price: from the cheapest",
    ("--by",),
    default="line",
)
INSIDE = Parameter("inside", "flag", "県内の駅だけ", "Stations of Kanagawa only", ("--kanagawa",))


def answer(given: Given) -> int:
    """Print the board of each system that stops at the station."""
    by = given["by"]
    if by not in ("line", "price"):
        raise BadValue(f"--by {by!r}: line or price", f"--by 「{by}」: line か price です")
    day = parse_date(given["date"])
    found = boards(given["station"], day, given["system"], given["ic"], given["inside"])
    print_boards(found, day, by, given["json"])
    return 0


VERB = Verb(
    "一駅からの全運賃(券売機の上の運賃表)",
    "All prices from a station, as on the board over its machines.",
    (STATION, opt.DATE, own.SYSTEM, opt.IC, BY, INSIDE, *opt.FORM),
    answer,
)


def print_boards(found: Sequence[Board], date: dt.date, by: str, as_json: bool) -> None:
    """Each board by line in the order of the stations, or by price."""
    if as_json:
        documents = [
            {
                "system": board.system,
                "station": board.station,
                "prices": [ticket_json(ticket) for ticket in board.tickets.values()],
            }
            for board in found
        ]
        print_json({"date": date.isoformat(), "boards": documents})
        return
    for number, board in enumerate(found):
        if number:
            print()
        print(f"{board.station}  {company_text(board.system)}  {date}")
        rows = _by_line(board) if by == "line" else _by_price(board)
        for head, cells in rows:
            print(f"【{head}】")
            for line in wrapped(cells):
                print("  " + line)
    for line in _legend(found):
        print(line)


def _legend(found: Sequence[Board]) -> Iterator[str]:
    """What the marks on the boards mean, where there are any."""
    tickets = [ticket for board in found for ticket in board.tickets.values()]
    why = [ticket.unknown for ticket in tickets if ticket.yen is None]
    english = language() == "en"
    for reason in dict.fromkeys(why):
        count = why.count(reason)
        told = unknown_text(reason, english) or say("不明", "not known")
        yield say(f"?: 運賃不明 {count}駅 ({told})", f"?: not known, {count} stations ({told})")
    if any(ticket.yen is not None and ticket.confidence == "assumed" for ticket in tickets):
        yield say("200?: 推定を含む運賃", "200?: a price that rests on an assumed figure")


def _by_line(board: Board) -> Iterator[tuple[str, list[str]]]:
    for line, stations in board.lines:
        shown = [name for name in stations if name in board.tickets or name == board.station]
        if len(shown) > 1 or (shown and shown[0] != board.station):
            yield line, [_cell(board, name) for name in shown]


def _cell(board: Board, name: str) -> str:
    if name == board.station:
        return f"[{name}]"
    ticket = board.tickets[name]
    if ticket.yen is None:
        return f"{name} ?"
    return f"{name} {ticket.yen}" + ("?" if ticket.confidence == "assumed" else "")


def _by_price(board: Board) -> Iterator[tuple[str, list[str]]]:
    groups: dict[int | None, list[str]] = {}
    for name, ticket in board.tickets.items():
        mark = "?" if ticket.confidence == "assumed" and ticket.yen is not None else ""
        groups.setdefault(ticket.yen, []).append(name + mark)
    for yen in sorted(groups, key=lambda y: (y is None, y or 0)):
        yield yen_text(yen, "sourced"), groups[yen]


def wrapped(cells: Sequence[str]) -> Iterator[str]:
    """Cells side by side in lines of at most ``WIDTH`` columns (wide letters take two)."""
    line, used = "", 0
    for cell in cells:
        taken = width(cell) + 2
        if line and used + taken > WIDTH:
            yield line.rstrip()
            line, used = "", 0
        line += cell + "  "
        used += taken
    if line:
        yield line.rstrip()
