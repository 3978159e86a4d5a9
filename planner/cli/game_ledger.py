"""Verbs that show what follows from the journal: ledger, day, standings, explain, audit, export."""

import csv
import io
import json
import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.game_folder import Folder, known_entries, ledger_of, open_folder
from planner.cli.game_pages import (
    TABLE,
    Page,
    account_changes,
    day_document,
    ledger_document,
    related,
    row_document,
    table_rows,
)
from planner.cli.game_posts import MAIN, Here, Rulebook
from planner.cli.lang import language, say
from planner.cli.options import Date, Json, Lang, now, parse_date
from planner.cli.output import print_json, warn
from planner.errors import BadValue, GameError
from planner.rulebooks.kanagawa.calendar import game_day, moment
from planner.rulebooks.kanagawa.rules import date_text
from planner.rulebooks.kanagawa.views import DayView
from planner.rulebooks.kanagawa.words import clause_text, post_words

Known = Annotated[
    str,
    typer.Option(
        "--as-known-at",
        help=say(
            "その時点で知られていたとおりに(YYYY-MM-DD HH:MM)",
            "As it was known then: YYYY-MM-DD HH:MM",
        ),
    ),
]
Csv = Annotated[Path | None, typer.Option("--csv", help=say("CSV に書く(- は画面)", "Write CSV"))]
Parquet = Annotated[Path | None, typer.Option("--parquet", help=say("Parquet", "Write Parquet"))]


def page_of(game: Path, as_known_at: str) -> tuple[Folder, Page]:
    """The folder, and the ledger as a page in the language of this run."""
    folder = open_folder(game)
    entries, _ = known_entries(folder, as_known_at)
    events = [dict(entry.event) for entry in entries]
    return folder, Page(ledger_of(folder, entries, as_known_at), [*events], language())


def ledger(
    game: Here = Path(),
    as_known_at: Known = "",
    player: Annotated[str, typer.Option("--player", help=say("この人だけ", "Only this one"))] = "",
    to_csv: Csv = None,
    to_parquet: Parquet = None,
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Every day with every row: who paid, owes, controls and scores what, and by which clause."""
    folder, page = page_of(game, as_known_at)
    if player and player not in folder.game.players:
        raise BadValue(
            f"{player!r} does not play",
            f"「{player}」は参加者ではありません",
            get_close_matches(player, folder.game.players) or folder.game.players,
        )
    if as_json and str(to_csv) == "-":
        raise BadValue(
            "--csv - and --json both write on standard output; name a file",
            "--csv - と --json はどちらも標準出力に書きます。ファイルを指定してください",
        )
    if to_csv is not None or to_parquet is not None:
        write_table(page, to_csv, to_parquet, player)
    if as_json:
        print_json({"as_known_at": as_known_at or None, **ledger_document(page, player)})
    if as_json or to_csv is not None or to_parquet is not None:
        return 0
    for view in page.ledger.days.values():
        if player:
            rows = [r for r in page.ledger.rows if r.day == view.day and r.player == player]
            if rows:
                print(f"■ {date_text(view.day)}")
            for row in rows:
                print(page.row_line(row))
            continue
        for line in page.day_lines(view):
            print(line)
        print()
    for line in page.standing_lines():
        print(line)
    return 0


def day(
    date: Date = "",
    game: Here = Path(),
    as_known_at: Known = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """One game day as a page to post (default: today, or the last day of the game)."""
    folder, page = page_of(game, as_known_at)
    view = chosen_day(folder, page, date)
    if as_json:
        rows = [
            row_document(row, number, page.lang)
            for number, row in enumerate(page.ledger.rows, 1)
            if row.day == view.day
        ]
        totals = page.totals_until(view.day)
        print_json(
            {"date": date_text(view.day), **day_document(view), "rows": rows, "totals": totals}
        )
        return 0
    for line in page.day_lines(view):
        print(line)
    return 0


def chosen_day(folder: Folder, page: Page, date: str) -> DayView:
    """The day asked for; without one today, or the last one there is."""
    days = page.ledger.days
    if not days:
        raise GameError("the game has not begun", "ゲームはまだ始まっていません")
    if date:
        wanted = parse_date(date).toordinal()
    else:
        today = game_day(moment(now().strftime("%Y-%m-%d %H:%M")), folder.game.rules)
        wanted = min(max(today, min(days)), max(days))
    if wanted not in days:
        span = f"{date_text(min(days))} - {date_text(max(days))}"
        raise BadValue(
            f"{date_text(wanted)} is outside the ledger ({span})",
            f"{date_text(wanted)} は帳簿の期間({span})にありません",
        )
    return days[wanted]


def standings(
    game: Here = Path(),
    as_known_at: Known = "",
    picture: Annotated[
        Path | None, typer.Option("--picture", help=say("図を書く(.png .svg)", "Draw a picture"))
    ] = None,
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Who is ahead; with --picture points over the days and the control of places by day."""
    _, page = page_of(game, as_known_at)
    if picture is not None:
        from planner.cli.game_picture import draw

        draw(page, picture)
        warn(say(f"{picture} に書きました", f"wrote {picture}"))
    if as_json:
        document = ledger_document(page)
        by_day = {date_text(number): page.totals_until(number) for number in page.ledger.days}
        keys = ("finished", "totals", "winners", "leaders")
        print_json({**{key: document[key] for key in keys}, "points_by_day": by_day})
        return 0
    for line in page.standing_lines():
        print(line)
    return 0


def explain(
    row: Annotated[int, typer.Argument(help=say("帳簿の行番号", "A row's number in the ledger"))],
    game: Here = Path(),
    as_known_at: Known = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Why a number in the ledger is what it is, back to the posts."""
    _, page = page_of(game, as_known_at)
    rows = page.ledger.rows
    if not rows:
        raise BadValue("the ledger has no rows yet", "帳簿にはまだ行がありません")
    if not 1 <= row <= len(rows):
        raise BadValue(
            f"there is no row {row}; the ledger has rows 1 to {len(rows)}",
            f"{row} 行目はありません。帳簿の行は 1 から {len(rows)} までです",
        )
    if not as_json:
        for line in page.explanation(row):
            print(line)
        return 0
    found = rows[row - 1]
    by_id = {event["id"]: event for event in page.events}
    posts = [{**by_id[n], "text": post_words(by_id[n], page.lang)} for n in found.events]
    print_json(
        {
            **row_document(found, row, page.lang),
            "clause_text": clause_text(found.clause, page.lang),
            "accounts": account_changes(page.ledger, row),
            "posts": posts,
            "rows_before": [
                row_document(rows[n - 1], n, page.lang) for n in related(page.ledger, row)
            ],
        }
    )
    return 0


def export(
    file: Annotated[Path, typer.Argument(help=say(".csv .parquet .json", ".csv .parquet .json"))],
    game: Here = Path(),
    as_known_at: Known = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Write the ledger to a file: CSV or Parquet (one line a posting) or JSON.

    ``--json`` tells what was written: the file and how many rows of the ledger are in it.
    """
    _, page = page_of(game, as_known_at)
    suffix = file.suffix.lower()
    if suffix == ".csv":
        write_table(page, file, None)
    elif suffix == ".parquet":
        write_table(page, None, file)
    elif suffix == ".json":
        document = {"schema": 1, **ledger_document(page)}
        save(file, json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")
    else:
        raise BadValue(
            f"{str(file)!r} should end in .csv, .parquet or .json",
            f"「{file}」の末尾は .csv、.parquet、.json のどれかにしてください",
        )
    if as_json:
        print_json({"file": str(file), "rows": len(page.ledger.rows)})
    return 0


def write_table(page: Page, to_csv: Path | None, to_parquet: Path | None, player: str = "") -> None:
    """Write the ledger's table, of one player only if named; "-" is standard output."""
    rows = [row for row in table_rows(page) if not player or row["player"] == player]
    if to_csv is not None:
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, TABLE, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        if str(to_csv) == "-":
            sys.stdout.write(text.getvalue())
        else:
            save(to_csv, text.getvalue().encode())
    if to_parquet is not None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        kinds: dict[str, Any] = {"row": pa.int32(), "amount": pa.int64()}
        schema = pa.schema([(name, kinds.get(name, pa.string())) for name in TABLE])
        sink = pa.BufferOutputStream()
        pq.write_table(pa.Table.from_pylist(rows, schema), sink)
        save(to_parquet, sink.getvalue().to_pybytes())


def save(file: Path, content: bytes) -> None:
    """Write a whole file or nothing. Raises BadValue."""
    try:
        fresh = file.with_name(file.name + ".new")
        fresh.write_bytes(content)
        fresh.replace(file)
    except OSError as error:
        raise BadValue(
            f"cannot write {str(file)!r}: {error.strerror}",
            f"「{file}」に書けません: {error.strerror}",
        ) from None
