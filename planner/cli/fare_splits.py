"""``planner fare splits [FROM TO]``: where two tickets are cheaper than one."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated

import typer

from planner.cli.companies import company_text
from planner.cli.fare_options import EXIT_NO
from planner.cli.lang import say
from planner.cli.options import Date, Json, Lang, parse_date
from planner.cli.output import print_json
from planner.errors import BadValue
from planner.fares.splits import Split, splits_of, splits_on

app = typer.Typer(add_completion=False)

System = Annotated[
    str, typer.Option("--system", help=say("運賃系統に限る", "Only this fare system"))
]


@app.command(help=say("二枚に分けると安い区間", "Where two tickets are cheaper than one"))
def splits(
    *,
    start: Annotated[str, typer.Argument(metavar="[FROM", help=say("発駅", "From"))] = "",
    target: Annotated[str, typer.Argument(metavar="TO]", help=say("着駅", "To"))] = "",
    date: Date = "",
    system: System = "",
    outside: Annotated[
        bool, typer.Option("--all", help=say("県外の駅も", "Stations outside Kanagawa too"))
    ] = False,
    count: Annotated[
        int, typer.Option("--count", min=1, help=say("何件まで", "How many at most"))
    ] = 50,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Print the pairs, the greatest saving first; exit 1 if there is none."""
    day = parse_date(date)
    if bool(start) != bool(target):
        raise BadValue(
            f"{start!r} alone is no pair; name two stations or none",
            f"「{start}」だけでは区間になりません。二駅か、何も書かないでください",
        )
    if start:
        found = splits_of(start, target, day, system)
    else:
        found = splits_on(day, system, inside=not outside)
    print_splits(found, day, count, as_json)
    return 0 if found else EXIT_NO


def print_splits(found: Sequence[Split], date: dt.date, count: int, as_json: bool) -> None:
    """One line a pair, the greatest saving first."""
    if as_json:
        documents = [
            {
                "system": split.system,
                "from": split.start,
                "to": split.target,
                "yen": split.one,
                "at": split.at,
                "split": [split.first, split.second],
                "saved": split.saved,
                "on_the_way": split.on_the_way,
                "confidence": split.confidence,
            }
            for split in found[:count]
        ]
        print_json({"date": date.isoformat(), "found": len(found), "splits": documents})
        return
    for split in found[:count]:
        mark = "?" if split.confidence == "assumed" else ""
        detour = "" if split.on_the_way else say("(経路外)", " (off the way)")
        print(
            f"{company_text(split.system)}  {split.start} → {split.target}  {split.one}{mark}"
            f" > {split.first} + {split.second}  {split.at}{detour}  -{split.saved}"
        )
    if len(found) > count:
        more = len(found) - count
        print(say(f"ほかに {more} 件(--count)", f"{more} more (--count)"))
    if not found:
        print(say("分けて安くなる区間はありません", "no pair gets cheaper by two tickets"))
