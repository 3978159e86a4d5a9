"""``planner batch QUERIES.csv --out FILE.parquet``: many queries at once, on all cores."""

from dataclasses import replace
from pathlib import Path

from planner.cli import query_options as opt
from planner.cli.clock import parse_date
from planner.cli.lang import say
from planner.cli.output import print_json, warn
from planner.cli.parameters import Given, Parameter, Verb, at_least
from planner.cli.where import tell_of_slow_kernels, where_of

EXIT_NO = 1
QUERIES = Parameter(
    "queries",
    "text",
    "検索条件の CSV(列 from,to,date,at[,by,budget])",
    "CSV with the columns from,to,date,at and perhaps by,budget",
    metavar="QUERIES.csv",
)
OUT = Parameter("out", "text", "出力先(必須)", "File to write (needed)", ("--out",), "FILE.parquet")
JOBS = Parameter(
    "jobs", "number", "プロセス数(既定: 全コア)", "Processes (default: all cores)", ("--jobs",), "N"
)


def answer(given: Given) -> int:
    """Read, answer, write; a row that cannot be understood is answered with its error."""
    from planner.cli.batch_files import read_queries, require_writable, write_answers
    from planner.cli.batch_run import Settings, answer_all
    from planner.cli.progress import bar

    jobs = at_least(given["jobs"], 1, "--jobs")
    out = Path(given["out"])
    where = where_of(given)
    where.check()
    require_writable(out)
    today = parse_date("").isoformat()  # once: the clock may pass midnight while rows are answered
    written = read_queries(Path(given["queries"]))
    rows = [row if row.date else replace(row, date=today) for row in written]
    undated = sum(not row.date for row in written)
    tell_of_slow_kernels()
    with bar(say("検索中", "searching")) as advance:
        settings = Settings(where, given["ic"], given["discounts"])
        answers = answer_all(rows, settings, jobs, advance)
    write_answers(out, answers)
    wrong = len({one["query"] for one in answers if one["error"] is not None})
    found = len({one["query"] for one in answers if one["departs"] is not None})
    if given["json"]:
        told = {"queries": len(rows), "found": found, "errors": wrong, "out": str(out)}
        print_json({**told, "undated": undated, "today": today})
    else:
        ja = f"{len(rows)}件中 {found}件の経路が見つかりました → {out}"
        print(say(ja, f"{found} of {len(rows)} queries have a journey → {out}"))
    if undated:
        ja = f"{undated}件は日付がないので今日 {today} として検索しました"
        warn(say(ja, f"{undated} rows have no date and were answered for today, {today}"))
    if wrong:
        ja = f"{wrong}件は条件に誤りがあります(error 列)"
        warn(say(ja, f"{wrong} rows could not be understood: see the column 'error'"))
    return EXIT_NO if wrong else 0


VERB = Verb(
    "CSV の検索条件をまとめて検索し Parquet に書く",
    "Answer every row of a CSV file into a Parquet file, on all cores.",
    (QUERIES, OUT, JOBS, opt.IC, opt.DISCOUNTS, *opt.WHERE, *opt.FORM),
    answer,
)
