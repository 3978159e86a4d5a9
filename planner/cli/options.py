"""Options that many verbs share, so that each is spelled and explained once."""

import datetime as dt
from typing import Annotated

import typer

from planner.cli.lang import say
from planner.errors import BadDate
from planner.units import JAPAN

Json = Annotated[bool, typer.Option("--json", help=say("JSON で出力", "Print one JSON document"))]
Lang = Annotated[str, typer.Option("--lang", help=say("ja または en", "ja or en"))]
Date = Annotated[
    str,
    typer.Option(
        "--date",
        "--on",
        help=say("日付 YYYY-MM-DD(既定: 今日)", "YYYY-MM-DD (default: today in Japan)"),
    ),
]


def parse_date(text: str) -> dt.date:
    """Read ``YYYY-MM-DD``; empty means today in Japan.

    Raises:
        BadDate: not a calendar date.
    """
    if not text:
        return now().date()
    try:
        return dt.date.fromisoformat(text.strip())
    except ValueError:
        raise BadDate(text) from None


def now() -> dt.datetime:
    """The clock, in Japan: only the command line reads it."""
    return dt.datetime.now(JAPAN)
