"""``planner game VERB``: a game's journal in, its ledger, pages and rulings out.

The verbs of the Kanagawa game are here; those of the small games are in ``planner.cli.small_game``,
whose ``app`` takes over when ``--rulebook`` or the game folder's ``game.toml`` names another game.
``cases`` serves every game. All options stand after the verb.
"""

import tomllib
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from planner.cli import (
    game_audit,
    game_demo,
    game_import,
    game_ledger,
    game_new,
    game_plan,
    game_posts,
)
from planner.cli.game_cases import run_cases
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.usage import Usage
from planner.rulebooks import known_name

MAIN = "kanagawa"
SHARED_VERBS = {"cases"}  # one command for every rulebook
SMALL_VERBS = {"move", "legal", "show", "score"}  # verbs of the small games only
NUMBERS = {"ride", "repay", "loan", "nikkei", "explain"}  # verbs with a number as argument


class GameGroup(TyperGroup):
    """Hands the verb to the small games' commands where the rulebook is one of theirs."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The verb's command in the game that is being played."""
        if args and args[0] not in SHARED_VERBS:
            helped = args[0] in SMALL_VERBS and "--help" in args
            played = chosen_rulebook(args[1:])
            if helped or played != MAIN:
                small: Any = get_command(import_module("planner.cli.small_game").app)
                if args[0] not in small.commands:
                    raise _other_verb(args[0], played, [*small.commands, *SHARED_VERBS])
                return small.resolve_command(ctx, args)
            if args[0] in SMALL_VERBS:
                raise _other_verb(args[0], played, [*VERBS, *SHARED_VERBS])
        return super().resolve_command(ctx, args)


def _other_verb(verb: str, played: str, own: Sequence[str]) -> Usage:
    """The mistake of a verb that the game which is played does not have."""
    more, more_ja = "", ""
    if verb in SMALL_VERBS and played == MAIN:
        more = "; for a small game add --game FOLDER or --rulebook NAME"
        more_ja = "。小さなゲームには --game フォルダ か --rulebook 名前 を付けてください"
    return Usage(
        f"{verb} is not a verb of {played}; there are {', '.join(own)}{more}",
        f"{verb} は {played} のコマンドではありません。{'、'.join(own)} が使えます{more_ja}",
        get_close_matches(verb, own),
    )


def chosen_rulebook(words: list[str]) -> str:
    """The rulebook that ``--rulebook`` or the ``rulebook`` of the folder's game.toml names."""
    named = option(words, "--rulebook")
    if named is not None:
        return known_name(named)
    try:
        folder = Path(option(words, "--game") or ".")
        settings = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
        return known_name(str(settings.get("rulebook", MAIN)))
    except (OSError, ValueError, RecursionError):
        return MAIN  # the verb itself tells what is wrong with the folder


def option(words: list[str], name: str) -> str | None:
    """The value of ``name VALUE`` or ``name=VALUE`` among the words, the last one given."""
    found = None
    for word, following in zip(words, [*words[1:], None], strict=False):
        if word == name:
            found = following
        elif word.startswith(f"{name}="):
            found = word[len(name) + 1 :]
    return found


app = typer.Typer(
    cls=GameGroup,
    add_completion=False,
    no_args_is_help=True,
    help=say(
        "旅ゲームの記録・帳簿・審判。小さなゲーム(railroad-ink、tokaido、ashita-tabi)は "
        "new、move、legal、show、score、audit、demo を --rulebook つきで。",
        "The travel game: journal, ledger and referee. The small games (railroad-ink, tokaido, "
        "ashita-tabi) have new, move, legal, show, score, audit and demo, with --rulebook.",
    ),
)


@app.callback()
def game() -> None:
    """Hold the verbs."""


VERBS: dict[str, tuple[Callable[..., int], str]] = {  # verb -> (function, what it does)
    "new": (game_new.new, say("ゲームを作る", "Make a game")),
    "draft": (game_new.draft, say("スタート駅を決める(R11)", "Settle the start (R11)")),
    "post": (game_plan.post, say("経路計画を投稿する", "Post a plan: route and fare")),
    "waive": (game_plan.waive, say("同一会社の権利を宣言(R4g)", "Declare the right of R4g")),
    "import": (
        game_import.import_posts,
        say("投稿のファイルを取り込む", "Take in a file of posts"),
    ),
    "ride": (game_posts.ride, say("自転車走行の終了、お小遣い", "The day's ride is over")),
    "repay": (game_posts.repay, say("借金を返す", "Repay a debt")),
    "loan": (game_posts.loan, say("借りる(許すゲームのみ)", "Borrow, where allowed")),
    "rest": (game_posts.rest, say("翌日を休息日と宣言", "Declare tomorrow a rest day")),
    "report": (game_posts.report, say("運賃の不足を申し出る", "Report a fare too low")),
    "refund": (game_posts.refund, say("運賃の払い過ぎを更正", "Correct a fare too high")),
    "nikkei": (game_posts.nikkei, say("日経平均終値を記録", "Note a Nikkei close")),
    "consent": (game_posts.consent, say("最終日の変更に同意", "Agree to another last day")),
    "balance": (game_posts.balance, say("残高を確認として記録", "Note what one should have")),
    "void": (game_posts.void, say("誤った記録を取り消す", "Take back a post")),
    "fact": (game_posts.fact, say("出来事を JSON で記録", "Record any event as JSON")),
    "ledger": (game_ledger.ledger, say("帳簿", "The ledger")),
    "standings": (game_ledger.standings, say("順位", "Who is ahead")),
    "day": (game_ledger.day, say("一日のまとめ", "A day as a page")),
    "explain": (game_ledger.explain, say("帳簿の行の理由", "Why a row is what it is")),
    "audit": (game_audit.audit, say("記録と帳簿の検査", "Check journal and ledger")),
    "export": (game_ledger.export, say("帳簿をファイルに", "Write the ledger to a file")),
    "demo": (game_demo.demo, say("見本のゲーム", "A game to look at")),
}
# a negative number is an argument, not an option
LENIENT = {"ignore_unknown_options": True}
for verb, (function, what) in VERBS.items():
    app.command(verb, help=what, context_settings=LENIENT if verb in NUMBERS else None)(function)


@app.command(help=say("例題を解いて照合する", "Work the cases of a file and compare"))
def cases(
    file: Annotated[Path, typer.Argument(help=say("例題の JSON", "JSON file of worked cases"))],
    rulebook: game_posts.Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """One line a difference, then ``N agree, M differ``; exit 1 if any differs."""
    return run_cases(file, rulebook, as_json)
