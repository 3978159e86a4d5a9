"""Not built yet."""

import typer

from planner.cli.lang import say
from planner.errors import PlannerError

app = typer.Typer()


@app.command()
def command() -> None:
    """Say so."""
    raise PlannerError("not built yet", say("未実装です", "not built yet"))
