"""``planner fare`` as typer sees it: the verbs, and the one that may be left out."""

from typing import Any

import typer

from planner.cli.fare import PRICE, VERBS
from planner.cli.lang import say
from planner.cli.verb_group import VerbGroup


class FareGroup(VerbGroup):
    """``fare FROM TO``, unless the first word is one of the verbs."""

    verbs = VERBS

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put the verb ``price`` before two station names."""
        if args and args[0] not in (*VERBS, "--help"):
            args = [PRICE, *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=FareGroup, add_completion=False, no_args_is_help=True)


@app.callback(
    help=say(
        "運賃を調べる: planner fare 横浜 藤沢 [--on 2014-07-01] [--explain]。"
        "二駅間の運賃のオプションは planner fare price --help に。",
        "The price of a ticket, and why: planner fare 横浜 藤沢 [--on 2014-07-01] [--explain]. "
        "The options of a price stand in 'planner fare price --help'.",
    )
)
def fare() -> None:
    """Hold the verbs."""
