"""``planner fare``: prices on any date; a price of two stations unless a verb is named.

Each verb is a module of its own, imported only when it is asked for: start-up is a feature.
"""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from planner.cli.lang import say

PRICE = "price"
VERBS = {  # verb -> (module, what it does)
    PRICE: (
        "planner.cli.fare_price",
        say("二駅間の運賃(動詞は省ける)", "The price of a ticket (the verb may be left out)"),
    ),
    "table": (
        "planner.cli.fare_table",
        say("一駅からの全運賃(運賃表)", "All prices from a station, as on its board"),
    ),
    "history": (
        "planner.cli.fare_history",
        say("運賃の移り変わり", "What a ticket has cost since April 2014"),
    ),
    "splits": (
        "planner.cli.fare_splits",
        say("二枚に分けると安い区間", "Where two tickets are cheaper than one"),
    ),
}


class FareGroup(TyperGroup):
    """``fare FROM TO``, unless the first word is one of the verbs."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put the verb ``price`` before two station names."""
        if args and args[0] not in (*VERBS, "--help"):
            args = [PRICE, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs, in the order of the table above."""
        return list(VERBS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Note that a verb is wanted itself, not only its line in the list of verbs."""
        ctx.meta[_WANTED] = True
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb's command; only its one-line help while ``planner fare --help`` lists it."""
        if cmd_name not in VERBS:
            return None
        module, short_help = VERBS[cmd_name]
        if not ctx.meta.get(_WANTED):
            return TyperCommand(cmd_name, help=short_help)
        return get_command(import_module(module).app)


_WANTED = "planner.fare_verb_wanted"

app = typer.Typer(cls=FareGroup, add_completion=False, no_args_is_help=True)


@app.callback(
    help=say(
        "運賃を調べる: planner fare 横浜 藤沢 [--on 2014-07-01] [--explain]",
        "The price of a ticket, and why: planner fare 横浜 藤沢 [--on 2014-07-01] [--explain]",
    )
)
def fare() -> None:
    """Hold the verbs."""
