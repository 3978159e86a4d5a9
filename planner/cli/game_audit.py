"""``planner game audit``: is the journal as it was written, and does the ledger add up?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from planner.cli.game_folder import ledger_of, open_folder
from planner.cli.game_plan import rulings_again
from planner.cli.game_posts import MAIN, Here, Rulebook
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json, warn
from planner.referee.journal import Reading, read
from planner.referee.ledger import balances, overdrawn, unbalanced
from planner.referee.reseal import reseal
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.facts import Fact
from planner.rulebooks.kanagawa.oddities import impossible_times
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import date_text
from planner.rulebooks.kanagawa.views import Ledger


class Finding(NamedTuple):
    """Something that does not add up."""

    code: str
    where: str
    message: str
    message_ja: str
    where_ja: str = ""  # where it says otherwise than ``where``, which scripts read


WORDS_JA = {"purse": "財布", "debt": "借金", "points": "累計点"}


def audit(
    game: Here = Path(),
    reseal_journal: Annotated[
        bool,
        typer.Option(
            "--reseal",
            help=say("編集された記録をこのまま認める", "Accept an edited journal as it stands"),
        ),
    ] = False,
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Check the journal's chain, every row's postings, every balance and every assertion."""
    folder = open_folder(game)
    if reseal_journal:
        changed = reseal(folder.journal)
        warn(
            say(
                f"{changed} 行を認めました(元のファイルは {folder.journal.name}.before)",
                f"{changed} line(s) accepted; the old file is {folder.journal.name}.before",
            )
        )
    reading = read(folder.journal)
    entries = reading.entries
    ledger = ledger_of(folder, entries)
    events = [entry.event for entry in entries]
    facts = [Fact(event, number, folder.game) for number, event in enumerate(events, 1)]
    book = book_of(events, folder.game)
    findings = [*_journal(reading), *_postings(ledger), *_closing(ledger), *_claims(facts, ledger)]
    findings += _times(book)
    findings += [Finding(*told) for told in rulings_again(events, folder.game)]
    if as_json:
        told = [
            {"code": f.code, "where": f.where, "message": say(f.message_ja, f.message)}
            for f in findings
        ]
        print_json({"sound": not findings, "events": len(events), "rows": len(ledger.rows),
                    "findings": told})  # fmt: skip
    else:
        for finding in findings:
            where = say(finding.where_ja or finding.where, finding.where)
            print(f"{where}: {say(finding.message_ja, finding.message)} [{finding.code}]")
        print(
            say(
                f"記録 {len(events)} 件、帳簿 {len(ledger.rows)} 行、指摘 {len(findings)} 件",
                f"{len(events)} events, {len(ledger.rows)} rows, {len(findings)} finding(s)",
            )
        )
    return 1 if findings else 0


def _journal(reading: Reading) -> Iterator[Finding]:
    for notice in reading.notices:
        yield Finding(notice.code, f"line {notice.line}", notice.message, notice.message_ja,
                      f"記録の {notice.line} 行目")  # fmt: skip


def _postings(ledger: Ledger) -> Iterator[Finding]:
    for fault in unbalanced(ledger.rows):
        yield Finding(
            "unbalanced",
            f"row {fault.row}",
            f"the postings of {fault.what} sum to {fault.got}",
            f"{fault.what} の合計が {fault.got} です",
            f"帳簿の {fault.row} 行目",
        )
    for fault in overdrawn(ledger.rows, "purse:"):
        yield Finding(
            "overdrawn", f"row {fault.row}", f"{fault.what} is at {fault.got}",
            f"{fault.what.removeprefix('purse:')} の財布が {fault.got} です",
            f"帳簿の {fault.row} 行目",
        )  # fmt: skip


def _closing(ledger: Ledger) -> Iterator[Finding]:
    """The rows' sums must be the last day's purses, debts and points."""
    if not ledger.days:
        return
    sums = balances(ledger.rows)
    last = ledger.days[max(ledger.days)]
    for player, standing in last.standings.items():
        debt = -sums.get((f"principal:{player}", "yen"), 0)
        debt -= sums.get((f"interest:{player}", "yen"), 0)
        points = sum(
            n for (account, commodity), n in sums.items()
            if commodity == "points" and account.startswith(f"points:{player}:")
        )  # fmt: skip
        for what, told, summed in (
            ("purse", standing.purse, sums.get((f"purse:{player}", "yen"), 0)),
            ("debt", standing.debt, debt),
            ("points", ledger.totals[player], points),
        ):
            if told != summed:
                yield Finding(
                    "does_not_add_up",
                    f"{what} of {player}",
                    f"{told}, but the rows sum to {summed}",
                    f"{told} ですが、行の合計は {summed} です",
                    f"{player} の{WORDS_JA[what]}",
                )


def _times(book: Book) -> Iterator[Finding]:
    """Given times that cannot be, by R4a and R4b."""
    told = {
        "R4b": ("it arrives before it was posted", "投稿より前に到着しています"),
        "R4a": ("it arrives before the first plan has ended", "一つ目の計画の到着より前です"),
    }
    for clause, plan in impossible_times(book):
        en, ja = told[clause]
        yield Finding("impossible_time", plan.id, f"{clause}: {en}", f"{clause}: {ja}")


def _claims(facts: list[Fact], ledger: Ledger) -> Iterator[Finding]:
    """Assertions: what a player should have at the end of a day."""
    for fact in facts:
        view = ledger.days.get(min(fact.day, max(ledger.days, default=0)))
        if fact.type != "balance" or view is None or not ledger.rulings[fact.id].stands:
            continue
        standing = view.standings[fact.player]
        points = sum(
            sum(v.standings[fact.player].points.values())
            for number, v in ledger.days.items()
            if number <= fact.day
        )
        found = {"purse": standing.purse, "debt": standing.debt, "points": points}
        for key, got in found.items():
            wanted = fact.event.get(key)
            if wanted is not None and wanted != got:
                where = f"{fact.id} ({date_text(view.day)} {fact.player} {key})"
                yield Finding(
                    "assertion",
                    where,
                    f"should be {wanted}, is {got}",
                    f"{wanted} のはずが {got} です",
                    f"{fact.id}({date_text(view.day)}、{fact.player} の{WORDS_JA[key]})",
                )
