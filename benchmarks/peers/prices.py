"""Searches by price side by side: the same feed, the same made-up prices, the same questions.

    python benchmarks/peers/prices.py FEED --out FOLDER [--prototype SCRIPT] [--questions 200]

Like ``compare.py``: each engine in a process of its own, on one thread, blocks of questions in
turn. ``SCRIPT`` is the earlier form of the search (see ``engines/prices_prototype.py``); the
environments come from ``install.py --only cafein,prototype``. Afterwards every answer is laid
beside ours, and each difference is looked into (``price_answers.py``). Writes ``prices.json`` and
``prices.md``.
"""

import argparse
import datetime as dt
import json
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.peer_feed import Question, Summary
from benchmarks.peers import compare, price_answers
from benchmarks.peers.places import venv_python
from benchmarks.priced_feed import Layout, door, make, priced_planner, questions, with_doors

DATE = dt.date(2026, 11, 30)
COMMANDS = {
    "planner": [sys.executable, compare.ENGINES / "prices_planner.py"],
    "prototype": [venv_python("prototype"), compare.ENGINES / "prices_prototype.py"],
    "cafein": [venv_python("cafein"), compare.ENGINES / "prices_cafein.py"],
}
WHAT = {
    ("planner", "yen"): "(arrival, yen)",
    ("planner", "yen_changes"): "(arrival, yen, changes)",
    ("prototype", "yen"): "(arrival, yen)",
    ("prototype", "yen_changes"): "(arrival, yen, changes)",
    ("cafein", "yen"): "(arrival, rides), priced afterwards",
    ("cafein", "yen_window"): "the same of two hours, priced afterwards",
}


def order_of(
    out: Path, found: Layout, asked: list[Question], prototype: Path | None
) -> dict[str, Any]:
    """What the engines are told to load; the feed with doors is written for it.

    ``ends``: station -> the stop that stands for it, the only one it has or its door.
    """
    common, doors = out / "feed", out / "doors"
    ends = {
        s: found.stops_at(s)[0] if len(found.stops_at(s)) == 1 else door(s)
        for q in asked
        for s in (q.origin, q.goal)
    }
    with_doors(common, doors, found, [s for s, stop in ends.items() if stop == door(s)])
    return {
        "ends": ends,
        "feed": str(common.resolve()),
        "doors": str(doors.resolve()),
        "zip": str(compare.pack(common, out / "feed.zip").resolve()),
        "date": DATE.isoformat(),
        "questions": [(q.origin, q.goal, q.time) for q in asked],
        "members": {s: found.stops_at(s) for s in found.stations},
        "scratch": str(out.resolve()),
        "prototype": str(prototype.resolve()) if prototype else "",
    }


def run(
    feed: Path, out: Path, asked_for: tuple[int, int, bool], prototype: Path | None
) -> tuple[dict[str, Any], Layout]:
    """Make the feed, load the engines, ask in turn.

    ``asked_for``: how many questions, how many rounds, only stations of one stop.
    """
    count, rounds, single = asked_for
    summary, found = make(feed, out / "feed", DATE)
    asked = questions(found, count, single=single)
    order = order_of(out, found, asked, prototype)
    os.environ["NUMBA_CACHE_DIR"] = str(out.resolve() / "compiled")
    names = [name for name in COMMANDS if name != "prototype" or prototype]
    started = [compare.start(name, order, out, COMMANDS) for name in names]
    engines = [engine for engine in started if engine is not None]
    compare.measure(engines, count, rounds)
    compare.stop(engines)
    refusal = out / "cafein-refuses.txt"
    return {
        "feed": summary.__dict__,
        "cafein_refuses": refusal.read_text(encoding="utf-8") if refusal.exists() else "",
        **compare.results(engines, asked),
    }, found


def table(found: dict[str, Any]) -> str:
    """The Markdown table of times; the last column: how much more processor time than ours."""
    feed = Summary(**found["feed"])
    machine = ", ".join(f"{k} {v}" for k, v in found["machine"].items())
    lines = [
        f"{feed.connections:,} connections, {feed.fares:,} prices, {feed.stations} stations; "
        f"{len(found['questions'])} questions; {machine}",
        "",
        "| engine | question | CPU: median ms | CPU: p95 ms | median ms | p95 ms | load s "
        "| MiB | CPU of ours: median, p95 |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    own = found["engines"]["planner"]["modes"]
    for name, engine in found["engines"].items():
        for mode, m in engine["modes"].items():
            ours = own["yen_changes" if mode == "yen_changes" else "yen"]
            ratio = "1" if name == "planner" else ", ".join(
                f"{m[key] / ours[key]:.1f}x" for key in ("cpu_median_ms", "cpu_p95_ms")
            )  # fmt: skip
            lines.append(
                f"| {name} {engine['version']} | {WHAT[name, mode]} | {m['cpu_median_ms']:.2f} "
                f"| {m['cpu_p95_ms']:.2f} | {m['median_ms']:.2f} | {m['p95_ms']:.2f} "
                f"| {engine['load_s']:.1f} | {engine['mib']:.0f} | {ratio} |"
            )
    if found["cafein_refuses"]:
        lines += ["", f'cafein\'s `fare_frontier`: "{found["cafein_refuses"]}"']
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--prototype", type=Path, help="the script of the earlier search")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--single", action="store_true", help="only stations of one stop, which need no doors"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    found, parts = run(
        args.feed, args.out, (args.questions, args.rounds, args.single), args.prototype
    )
    planner, view = priced_planner(args.out / "feed", DATE, args.out / "prices.fv")
    judge = price_answers.Judge(planner, view, parts)
    compared = price_answers.compare(found, judge)
    found["compared"] = [c.__dict__ for c in compared]
    (args.out / "prices.json").write_text(json.dumps(found), encoding="utf-8")
    text = table(found) + "\n" + price_answers.table(compared, judge, found["questions"])
    (args.out / "prices.md").write_text(text, encoding="utf-8")
    print(text)
    return 0 if not any(c.unexplained for c in compared) else 1


if __name__ == "__main__":
    sys.exit(main())
