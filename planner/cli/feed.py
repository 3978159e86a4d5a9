"""``planner feed``: which timetables there are, what is in them, and what is wrong with them."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.columns import padded
from planner.cli.feed_import import app as import_app
from planner.cli.feed_import import is_address, local
from planner.cli.feed_map import draw_map
from planner.cli.lang import language, say
from planner.cli.options import Date, Json, Lang, parse_date
from planner.cli.output import print_json
from planner.feed.imported import remove
from planner.feed.manifest import FeedHandle, as_document
from planner.feed.registry import current, feeds, open_feed, use
from planner.resources import typed_path

EXIT_NO = 1
SHOWN_OF_A_RULE = 5
RANK = {"error": 0, "warning": 1, "info": 2}

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help=say("時刻表データの取り込み・検査・選択", "Timetables: import, check, choose"),
)
app.add_typer(import_app, name="import")

Which = Annotated[
    str,
    typer.Argument(
        help=say(
            "時刻表の名前・パス・URL(既定: 選択中)", "Name, path or URL (default: the chosen feed)"
        ),
        show_default=False,
    ),
]


@app.command("list", help=say("使える時刻表の一覧", "The feeds there are; * is the chosen one"))
def list_feeds(as_json: Json = False, lang: Lang = "") -> None:
    """Print one line a feed."""
    chosen = current()
    known = feeds()
    if as_json:
        documents = [as_document(f) | {"chosen": f.name == chosen} for f in known]
        print_json({"chosen": chosen, "feeds": documents})
        return
    for feed in known:
        mark = "*" if feed.name == chosen else " "
        lost = "" if feed.path.exists() else say("(ファイルなし)", " (its file is gone)")
        name, kind = padded(feed.name, 18), padded(kind_word(feed), 8)
        print(f"{mark} {name} {kind} {period(feed)}  {feed.source}{lost}")
    if chosen not in {f.name for f in known}:
        print(f"* {chosen}")
    if not known:
        print(say("時刻表がありません", "there is no feed yet"))


@app.command("use", help=say("検索に使う時刻表を選ぶ", "Choose the feed that searches use"))
def use_feed(name: Which, as_json: Json = False, lang: Lang = "") -> None:
    """Choose a feed."""
    feed = use(opened(name).name)
    if as_json:
        print_json({"chosen": feed.name, "feed": as_document(feed)})
        return
    print(
        say(
            f"{feed.name}({kind_word(feed)}、{period(feed)})を使います",
            f"searches now use {feed.name} ({kind_word(feed)}, {period(feed)})",
        )
    )


@app.command(
    "check", help=say("GTFS を検査する", "Check a feed: every fault with its file and row")
)
def check_feed(
    path: Which,
    every: Annotated[
        bool, typer.Option("--all", help=say("同種の指摘も省かず表示", "Do not shorten the list"))
    ] = False,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Print the notices; the exit status is 1 if there are errors among them."""
    from planner.feed.checks import check
    from planner.feed.notices import count_by_severity
    from planner.feed.read import read_feed

    place = typed_path(path)
    feed = read_feed(place if place.exists() else opened(path).path)
    found = check(feed)
    counts = count_by_severity(found)
    if as_json:
        print_json(
            {
                "feed": {"path": str(feed.source), "digest": feed.digest},
                "counts": counts,
                "notices": [notice_document(n) for n in found],
            }
        )
    else:
        show_notices(found, len(found) if every else SHOWN_OF_A_RULE)
        print(
            say(
                f"エラー {counts['error']:,}、警告 {counts['warning']:,}、情報 {counts['info']:,}",
                f"errors: {counts['error']:,}, warnings: {counts['warning']:,},"
                f" infos: {counts['info']:,}",
            )
        )
    return EXIT_NO if counts["error"] else 0


@app.command("info", help=say("時刻表の内容", "What is in a feed: companies, lines, trains a day"))
def feed_info(
    name: Which = "",
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """Print what is in a feed."""
    from planner.cli import feed_info as shown

    feed = opened(name)
    document = shown.document(feed)
    if as_json:
        print_json(document)
    else:
        shown.show(document)


app.command("map", help=say("路線図を描く", "Draw the network of a feed as a picture"))(draw_map)


@app.command("remove", help=say("取り込んだ時刻表を消す", "Delete an imported feed"))
def remove_feed(name: Which, as_json: Json = False, lang: Lang = "") -> None:
    """Delete a feed."""
    feed = remove(name)
    if as_json:
        print_json({"removed": feed.name, "chosen": current()})
        return
    print(say(f"{feed.name} を消しました", f"{feed.name} is removed"))


@app.command("export-fares", help=say("運賃を GTFS Fares で書き出す", "A feed with our fares"))
def export_fares(
    folder: Annotated[Path, typer.Argument(help=say("書き出し先", "Folder to write to"))],
    name: Annotated[str, typer.Option("--feed", help=say("時刻表", "Which feed"))] = "",
    date: Date = "",
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """Write a feed with the fares of a date (Fares V2) beside its own files."""
    from planner.fares.gtfs import export

    place = typed_path(name)
    feed = place if name and place.exists() else open_feed(name or None).path
    written, found = export(folder, parse_date(date), feed)
    if as_json:
        names = [str(path) for path in written]
        print_json({"written": names, "notices": [notice_document(n) for n in found]})
        return
    for path in written:
        print(path)
    for one in found:
        text = one.message_ja if language() == "ja" else one.message
        print(f"{one.severity:<7} {one.code:<24} {one.file}: {text}")


def opened(name: str) -> FeedHandle:
    """The feed of that name, path or address; an address is fetched under a progress bar."""
    if is_address(name):
        local(name)
    return open_feed(name or None)


def show_notices(found: Sequence[Any], shown: int) -> None:
    """A line a fault; of one rule in one file at most ``shown``, and how many more there are."""
    for (severity, code, file), group in groupby(
        sorted(found, key=lambda n: (RANK[n.severity], n.code, n.file)),
        key=lambda n: (n.severity, n.code, n.file),
    ):
        faults = list(group)
        for one in faults[:shown]:
            where = f"{file}:{one.row}" if one.row else file
            text = one.message_ja if language() == "ja" else one.message
            print(f"{severity:<7} {code:<24} {where}: {text}")
        if more := sum(one.count for one in faults[shown:]):
            print(f"{severity:<7} {code:<24} {file}: " + say(f"ほか {more:,} 件", f"{more:,} more"))


def notice_document(one: Any) -> dict[str, object]:
    """A notice as ``--json`` shows it."""
    return {
        "code": one.code,
        "severity": one.severity,
        "file": one.file,
        "row": one.row,
        "field": one.field,
        "message": one.message_ja if language() == "ja" else one.message,
        "count": one.count,
    }


def kind_word(feed: FeedHandle) -> str:
    """Whether the trains are real ones, in a word."""
    if feed.kind == "model":
        return say("モデル", "model")
    return say("実ダイヤ", "real")


def period(feed: FeedHandle) -> str:
    """The dates the feed is valid on."""
    return f"{feed.valid_from or '?'}..{feed.valid_to or '?'}"
