"""The command ``planner`` as typer sees it: imports only the verb that is asked for."""

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from planner.cli.lang import say
from planner.cli.parameters import typer_app
from planner.cli.start import run
from planner.cli.usage import usage_error
from planner.cli.verbs import VERBS

__all__ = ["app", "run"]


class VerbGroup(TyperGroup):
    """Imports a verb's module only when that verb is asked for: start-up is a feature."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs, in the order of their table."""
        return list(VERBS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Note that a verb is wanted itself, not only its line in the list of verbs."""
        ctx.meta[_WANTED] = True
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb's command; only its one-line help while ``planner --help`` lists it."""
        if cmd_name not in VERBS:
            return None
        module_name, short_help = VERBS[cmd_name]
        if not ctx.meta.get(_WANTED):
            return TyperCommand(cmd_name, help=short_help)
        module = import_module(module_name)
        verb = getattr(module, "VERB", None)
        return get_command(module.app if verb is None else typer_app(verb))


_WANTED = "planner.verb_wanted"

app = typer.Typer(cls=VerbGroup, add_completion=False, pretty_exceptions_enable=False)


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
