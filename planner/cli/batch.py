"""``planner batch QUERIES.csv --out FILE.parquet``: many queries at once, on all cores."""

from pathlib import Path
from typing import Annotated

import typer

from planner.cli import query_options as opt
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json, warn

EXIT_NO = 1

app = typer.Typer(add_completion=False)


@app.command(
    help=say(
        "CSV の検索条件(from,to,date,at[,by,budget])をまとめて検索し Parquet に書く",
        "Answer every row of a CSV file (from,to,date,at[,by,budget]) into a Parquet file.",
    )
)
def batch(
    queries: Annotated[
        Path, typer.Argument(metavar="QUERIES.csv", help=say("検索条件", "Queries"))
    ],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help=say("出力先", "Output file"))],
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", metavar="N", help=say("プロセス数", "Processes (default: all cores)")
        ),
    ] = None,
    ic: opt.Ic = False,
    discounts: opt.Discounts = False,
    rules: opt.Rules = "kanagawa",
    feed: opt.FeedName = "",
    as_if: opt.AsIf = "",
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Read, answer, write; a row that cannot be understood is answered with its error."""
    from planner.cli.batch_files import read_queries, require_writable, write_answers
    from planner.cli.batch_run import Settings, answer_all
    from planner.cli.progress import bar

    opt.check_language(lang)
    opt.at_least(jobs, 1, "--jobs")
    where = opt.Where(feed, rules, as_if)
    where.check()
    rows = read_queries(queries)
    require_writable(out)
    opt.tell_of_slow_kernels()
    with bar(say("検索中", "searching")) as advance:
        answers = answer_all(rows, Settings(where, ic, discounts), jobs, advance)
    write_answers(out, answers)
    wrong = len({a["query"] for a in answers if a["error"] is not None})
    found = len({a["query"] for a in answers if a["departs"] is not None})
    if as_json:
        print_json({"queries": len(rows), "found": found, "errors": wrong, "out": str(out)})
    else:
        print(
            say(
                f"{len(rows)}件中 {found}件の経路が見つかりました → {out}",
                f"{found} of {len(rows)} queries have a journey → {out}",
            )
        )
    if wrong:
        warn(
            say(
                f"{wrong}件は条件に誤りがあります(error 列)",
                f"{wrong} rows could not be understood: see the column 'error'",
            )
        )
    return EXIT_NO if wrong else 0
