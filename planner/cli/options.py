"""Options that many verbs share, so that each is spelled and explained once."""

from typing import Annotated

import typer

from planner.cli.clock import now, parse_date
from planner.cli.lang import say

__all__ = ["Date", "Json", "Lang", "now", "parse_date"]

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
