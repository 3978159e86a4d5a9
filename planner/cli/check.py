"""Not built yet."""

import typer

from planner.cli.lang import say
from planner.errors import PlannerError

app = typer.Typer()


@app.command(help=say("申告された経路を審判する", "Rule on a declared route."))
def command() -> None:
    """Say so."""
    raise PlannerError("not built yet", say("未実装です", "not built yet"))
