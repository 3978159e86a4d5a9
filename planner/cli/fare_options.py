"""Options that the verbs of ``planner fare`` share."""

from typing import Annotated

import typer

from planner.cli.lang import say

EXIT_NO = 1

System = Annotated[
    str,
    typer.Option(
        "--system",
        help=say("運賃系統(jr, keikyu ...)に限る", "Only this fare system (jr, keikyu ...)"),
    ),
]
Ic = Annotated[bool, typer.Option("--ic", help=say("ICカードの運賃", "The price by IC card"))]


Start = Annotated[str, typer.Argument(metavar="FROM", help=say("発駅", "From"))]
Target = Annotated[str, typer.Argument(metavar="TO", help=say("着駅", "To"))]
