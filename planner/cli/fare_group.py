"""``planner fare`` as typer sees it: the verbs, and the one that may be left out."""

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from planner.cli.fare import PRICE, VERBS
from planner.cli.lang import say
from planner.cli.parameters import typer_app


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
        found = import_module(module)
        verb = getattr(found, "VERB", None)
        return get_command(found.app if verb is None else typer_app(verb))


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
