"""Verbs that put a post into the journal and tell its ruling."""

import json
import re
from collections.abc import Callable
from inspect import Signature, signature
from pathlib import Path
from typing import Annotated, Any
from unicodedata import normalize

import typer

from planner.cli.game_folder import Recorded, open_folder, record, said_moment
from planner.cli.game_words import no_number
from planner.cli.lang import language, say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json, warn
from planner.errors import BadNumber, BadValue
from planner.rulebooks.kanagawa.words import clause_text, post_words, times

Here = Annotated[Path, typer.Option("--game", help=say("ゲームのフォルダ", "The game's folder"))]
At = Annotated[
    str,
    typer.Option(
        "--at",
        help=say(
            "投稿の時刻 YYYY-MM-DD HH:MM または HH:MM(既定: 今)",
            "When it was posted: YYYY-MM-DD HH:MM, or HH:MM (default: now)",
        ),
    ),
]
On = Annotated[
    str, typer.Option("--date", "--on", help=say("--at HH:MM の日付", "The date of --at HH:MM"))
]
ForDay = Annotated[
    str,
    typer.Option(
        "--for-day",
        help=say("深夜の投稿が始まったばかりの日のものなら、その日付",
                 "The date, if a night post is for the day just begun"),
    ),
]  # fmt: skip
Name = Annotated[str, typer.Option("--id", help=say("記録につける名前", "A name for the post"))]
Player = Annotated[str, typer.Argument(help=say("プレイヤー", "The player"))]
By = Annotated[str, typer.Option("--by", help=say("申し出た人", "Who says so"))]
PlanName = Annotated[str, typer.Argument(help=say("計画の名前(e12 など)", "The plan, such as e12"))]
Rulebook = Annotated[str, typer.Option("--rulebook", help=say("ルールブック", "The rulebook"))]
MAIN = "kanagawa"


Event = dict[str, Any]


def _said(
    *,
    game: Here = Path(),
    at: At = "",
    date: On = "",
    for_day: ForDay = "",
    name: Name = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """The options of every post, for their signature."""


def posting(for_day: bool = True) -> Callable[[Callable[..., Event]], Callable[..., int]]:
    """Make a verb of a function that makes an event: its own parameters, then those of every post.

    The verb records the event with what the options say of it, tells what became of it, and ends
    with 1 if it was refused. Not ``for_day``: it cannot be for a day just begun.
    """
    common = [p for p in signature(_said).parameters.values() if for_day or p.name != "for_day"]

    def decorated(make: Callable[..., Event]) -> Callable[..., int]:
        own = list(signature(make).parameters.values())

        def verb(**given: Any) -> int:
            event = make(**{one.name: given[one.name] for one in own})
            event |= said(given["at"], given["date"], given.get("for_day", ""), given["name"])
            return tell(record(open_folder(given["game"]), event), given["as_json"])

        parameters = [*own, *common]
        verb.__doc__ = make.__doc__
        verb.__signature__ = Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
        verb.__annotations__ = {one.name: one.annotation for one in parameters}
        return verb

    return decorated


def said(at: str, date: str, for_day: str, name: str) -> Event:
    """What the options say of a post."""
    found: Event = {}
    if at or date:
        found["t"] = said_moment(at, date)
    if for_day:
        found["for_day"] = for_day
    if name:
        found["id"] = name
    return found


@posting()
def ride(
    player: Player,
    km: Annotated[str, typer.Argument(help=say("走った距離 km", "Kilometres ridden"))],
) -> Event:
    """The day's ride is over: the allowance is paid (R2, R3)."""
    plain = normalize("NFKC", km).strip().removesuffix("km").strip()
    return {"type": "allowance", "player": player, "km": plain}


@posting()
def repay(
    player: Player, amount: Annotated[str, typer.Argument(help=say("返済額(円)", "Yen"))]
) -> Event:
    """Repay a debt (D3)."""
    return {"type": "repay", "player": player, "amount": whole_yen(amount)}


@posting()
def loan(
    player: Player, amount: Annotated[str, typer.Argument(help=say("借りる額(円)", "Yen"))]
) -> Event:
    """Borrow, where the game allows voluntary loans (D1)."""
    return {"type": "loan", "player": player, "amount": whole_yen(amount)}


@posting()
def rest(player: Player) -> Event:
    """Declare tomorrow a rest day for all (R12)."""
    return {"type": "rest", "player": player}


@posting()
def report(plan: PlanName, by: By) -> Event:
    """Report a fare declared too low (R4h)."""
    return {"type": "report", "by": by, "plan": plan}


@posting()
def refund(plan: PlanName, by: By) -> Event:
    """Correct a fare declared too high, of today or yesterday (R4i)."""
    return {"type": "refund_claim", "by": by, "plan": plan}


@posting(for_day=False)
def nikkei(
    day: Annotated[str, typer.Argument(help=say("終値の日付", "The date of the close"))],
    close: Annotated[str, typer.Argument(help=say("日経平均の終値", "The close, as 15326.20"))],
) -> Event:
    """Note a Nikkei close; the last one noted for a date holds (S3)."""
    day, close = normalize("NFKC", day).strip(), normalize("NFKC", close).strip()
    return {"type": "close", "date": day, "close": close}


@posting(for_day=False)
def consent(
    player: Player,
    last_day: Annotated[str, typer.Argument(help=say("新しい最終日", "The new last day"))],
) -> Event:
    """Agree to another last day; it holds once all players have named the same one (R13)."""
    day = normalize("NFKC", last_day).strip()
    return {"type": "consent", "player": player, "last_day": day}


@posting(for_day=False)
def balance(
    player: Player,
    purse: Annotated[int | None, typer.Option("--purse", help=say("財布(円)", "Yen"))] = None,
    debt: Annotated[int | None, typer.Option("--debt", help=say("借金(円)", "Yen"))] = None,
    points: Annotated[int | None, typer.Option("--points", help=say("累計点", "In all"))] = None,
) -> Event:
    """Note what a player should have at that day's end; ``audit`` compares."""
    told = {"purse": purse, "debt": debt, "points": points}
    claims = {key: value for key, value in told.items() if value is not None}
    if not claims:
        raise BadValue(
            "say --purse, --debt or --points", "--purse、--debt、--points のどれかが要ります"
        )
    return {"type": "balance", "player": player, **claims}


@posting(for_day=False)
def void(
    event: Annotated[str, typer.Argument(help=say("記録の名前(e12 など)", "A post, such as e12"))],
) -> Event:
    """Take back a post that was recorded by mistake; the journal keeps both."""
    return {"type": "void", "event": event}


@posting()
def fact(
    event: Annotated[str, typer.Argument(help=say("記録する出来事(JSON)", "The event as JSON"))],
) -> Event:
    """Record any event as a fact: a plan whose fares and arrivals are known, for instance."""
    try:
        found = json.loads(event, parse_constant=no_number)
    except (ValueError, RecursionError) as error:
        raise BadValue(f"not JSON: {error}", f"JSON ではありません: {error}") from None
    if not isinstance(found, dict):
        raise BadValue(f"not a JSON object: {event!r}", f"JSON のオブジェクトではない: {event!r}")
    return found


def tell(recorded: Recorded, as_json: bool) -> int:
    """Print the ruling on a post; 1 if it was refused."""
    ruling, event, lang = recorded.ruling, recorded.event, language()
    for notice in recorded.notices:
        warn(say(notice.message_ja, notice.message))
    message = ruling.message_ja if lang == "ja" else ruling.message
    if as_json:
        refused = None if ruling.stands else {"clause": ruling.clause, "message": message}
        document = {"accepted": ruling.stands, "refused": refused, "amount": ruling.amount}
        fine = {"fine": recorded.fine} if event["type"] == "report" else {}
        print_json({**document, **fine, **followed_document(recorded), "event": dict(event)})
    else:
        print(f"{event['id']}  {event['t']}  {post_words(event, lang)}")
        if not ruling.stands:
            print(say(f"却下 {ruling.clause}: {message}", f"refused, {ruling.clause}: {message}"))
            print(f"  {ruling.clause}: {clause_text(ruling.clause, lang)}")
        elif event["type"] in AMOUNTS:
            ja, en = AMOUNTS[event["type"]]
            told = say(ja, en).format(amount=ruling.amount)
            if recorded.fine:
                ja, en = FINE
                factor = recorded.factor
                told += say(ja, en).format(amount=recorded.fine, factor=factor, times=times(factor))
            print(f"  {told}")
        if recorded.followed is not None:
            _, en, ja = recorded.followed
            print(f"  {say(ja, en)}")
    return 0 if ruling.stands else 1


def followed_document(recorded: Recorded) -> dict[str, Any]:
    """What came of a post as a part of its document: ``followed`` is null where nothing is said."""
    if recorded.followed is None:
        return {"followed": None}
    code, en, ja = recorded.followed
    return {"followed": {"code": code, "message": say(ja, en)}}


AMOUNTS = {
    "allowance": ("お小遣い {amount:,} 円", "allowance {amount:,} yen"),
    "plan": ("運賃 {amount:,} 円", "fare {amount:,} yen"),
    "report": ("差額 {amount:,} 円", "difference {amount:,} yen"),
    "refund_claim": ("返金 {amount:,} 円", "refund {amount:,} yen"),
}


FINE = (
    "、ほかに正しい運賃の {factor} 倍 {amount:,} 円(R4h)",
    ", and {times} the right fare: {amount:,} yen (R4h)",
)


def whole_yen(text: str) -> int:
    """Read whole yen, full width and commas included. Raises BadNumber."""
    plain = normalize("NFKC", text).strip().removesuffix("円").strip()
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+", plain):
        plain = plain.replace(",", "")
    if not re.fullmatch(r"[-+]?\d+", plain):  # int() would read 1_0
        raise BadNumber(text, "a whole number of yen, such as 1000", "1000 のような整数")
    return int(plain)
