"""The command ``planner``: imports only the verb asked for, and maps errors to exit codes."""

import sys
from importlib import import_module
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from planner.cli.lang import say
from planner.cli.output import print_error, warn
from planner.errors import PlannerError

# verb -> (module that defines ``app``, what it does)
VERBS = {
    "route": ("planner.cli.route", say("経路を探す", "Find journeys from one station to another")),
    "last-train": ("planner.cli.last_train", say("終電を探す", "The last way there today")),
    "day": ("planner.cli.day", say("一日の全経路", "Every best journey of the day")),
    "reach": ("planner.cli.reach", say("予算内で行ける駅", "Every station within a budget")),
    "move": ("planner.cli.move", say("今夜行ける駅(運賃順)", "Where a purse can take you tonight")),
    "board": ("planner.cli.board", say("発車案内", "Next departures of a station")),
    "fare": ("planner.cli.fare", say("運賃を調べる", "The price of a ticket, and why")),
    "batch": ("planner.cli.batch", say("多数の検索をまとめて", "Many queries from a CSV file")),
    "check": ("planner.cli.check", say("申告経路を審判する", "Rule on a declared route")),
    "game": (
        "planner.cli.game",
        say("旅ゲームの記録と審判", "The travel game: journal and ledger"),
    ),
    "feed": ("planner.cli.feed", say("時刻表データの管理", "Timetables: import, check, choose")),
}

EXIT_NO = 1
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


class VerbGroup(TyperGroup):
    """Imports a verb's module only when that verb is asked for: start-up is a feature."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs, in the order of the table above."""
        return list(VERBS)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Note that a verb is wanted itself, not only its line in the list of verbs."""
        ctx.meta[_WANTED] = True
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb's command; only its one-line help while ``planner --help`` lists it."""
        if cmd_name not in VERBS:
            return None
        module, short_help = VERBS[cmd_name]
        if not ctx.meta.get(_WANTED):
            return TyperCommand(cmd_name, help=short_help)
        return get_command(import_module(module).app)


_WANTED = "planner.verb_wanted"

app = typer.Typer(cls=VerbGroup, add_completion=False)


@app.callback(
    help=say(
        "神奈川の鉄道の経路・運賃検索と、旅ゲームの審判。",
        "Routes and fares on the railways of Kanagawa, and the referee of a travel game.",
    )
)
def planner() -> None:
    """Hold the verbs."""


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with 0, 1 (the answer is no) or 2 (the input was wrong)."""
    words = sys.argv[1:] if arguments is None else arguments
    sys.exit(run(words))


def run(words: list[str]) -> int:
    """Run one command line and give its exit code; no error of a caller becomes a traceback."""
    as_json = "--json" in words
    try:
        result: Any = app(args=words or ["--help"], prog_name="planner", standalone_mode=False)
        return result if type(result) is int else 0
    except PlannerError as error:
        print_error(error, as_json)
    except typer.TyperException as error:
        print_error(usage_error(error), as_json)
    except (typer.Abort, KeyboardInterrupt):
        warn(say("中断しました", "interrupted"))
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return EXIT_BAD_INPUT


def usage_error(error: typer.TyperException) -> PlannerError:
    """A wrong word on the command line, told like every other mistake."""
    ctx = getattr(error, "ctx", None)
    hint = f" ({ctx.command_path} --help)" if ctx else ""
    told = PlannerError(error.format_message() + hint)
    told.code = "usage"
    return told
