"""``planner game VERB``: a game's journal in, its ledger, pages and rulings out.

The verbs of the Kanagawa game are here; those of the small games are in ``planner.cli.small_game``,
whose ``app`` takes over when ``--rulebook`` or the game folder's ``game.toml`` names another game.
``cases`` serves every game. All options stand after the verb.
"""

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from planner.cli.game_cases import run_cases
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.rulebooks import known_name

MAIN = "kanagawa"
SHARED_VERBS = {"cases"}  # one command for every rulebook


class GameGroup(TyperGroup):
    """Hands the verb to the small games' commands where the rulebook is one of theirs."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The verb's command in the game that is being played."""
        if args and args[0] not in SHARED_VERBS and chosen_rulebook(args[1:]) != MAIN:
            small = get_command(import_module("planner.cli.small_game").app)
            return small.resolve_command(ctx, args)  # type: ignore[attr-defined]
        return super().resolve_command(ctx, args)


def chosen_rulebook(words: list[str]) -> str:
    """The rulebook that ``--rulebook`` or the ``rulebook`` of the folder's game.toml names."""
    named = option(words, "--rulebook")
    if named is not None:
        return known_name(named)
    try:
        folder = Path(option(words, "--game") or ".")
        settings = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
        return known_name(str(settings.get("rulebook", MAIN)))
    except (OSError, ValueError):
        return MAIN  # the verb itself tells what is wrong with the folder


def option(words: list[str], name: str) -> str | None:
    """The value of ``name VALUE`` or ``name=VALUE`` among the words, the last one given."""
    found = None
    for word, following in zip(words, [*words[1:], None], strict=True):
        if word == name:
            found = following
        elif word.startswith(f"{name}="):
            found = word[len(name) + 1 :]
    return found


app = typer.Typer(
    cls=GameGroup,
    add_completion=False,
    no_args_is_help=True,
    help=say("旅ゲームの記録・帳簿・審判。", "The travel game: journal, ledger and referee."),
)


@app.callback()
def game() -> None:
    """Hold the verbs."""


Rulebook = Annotated[
    str,
    typer.Option("--rulebook", help=say("ルールブックの名前", "kanagawa, railroad-ink, ...")),
]


@app.command(help=say("例題を解いて照合する", "Work the cases of a file and compare"))
def cases(
    file: Annotated[Path, typer.Argument(help=say("例題の JSON", "JSON file of worked cases"))],
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """One line a difference, then ``N agree, M differ``; exit 1 if any differs."""
    return run_cases(file, rulebook, as_json)
