"""The command ``planner`` as typer sees it: imports only the verb that is asked for."""

from typing import Annotated, Any

import typer

from planner.cli.lang import say
from planner.cli.start import run
from planner.cli.usage import usage_error
from planner.cli.verb_group import VerbGroup
from planner.cli.verbs import VERBS

__all__ = ["app", "run"]


class Verbs(VerbGroup):
    """The verbs of ``planner``."""

    verbs = VERBS


app = typer.Typer(cls=Verbs, add_completion=False, pretty_exceptions_enable=False)


def print_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"planner {version('kanagawa-planner')}")
        except PackageNotFoundError:
            print(say("planner(インストールされていないソース)", "planner (source not installed)"))
        raise typer.Exit


@app.callback(
    help=say(
        "神奈川の鉄道の経路・運賃検索と、旅ゲームの審判。",
        "Routes and fares on the railways of Kanagawa, and the referee of a travel game.",
    )
)
def planner(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=print_version,
            is_eager=True,
            help=say("バージョンを表示", "Show the version and leave"),
        ),
    ] = False,
    lang: Annotated[str, typer.Option("--lang", help=say("表示言語", "ja or en"))] = "",
) -> None:
    """Hold the verbs."""


def answer(words: list[str]) -> int:
    """Run one command line and give its exit status.

    Raises:
        PlannerError: the caller's mistake, also a wrong word on the command line.
        KeyboardInterrupt: the run was broken off.
    """
    try:
        result: Any = app(args=words or ["--help"], prog_name="planner", standalone_mode=False)
    except typer.TyperException as error:
        raise usage_error(error) from None
    except typer.Abort:
        raise KeyboardInterrupt from None
    return result if type(result) is int else 0
