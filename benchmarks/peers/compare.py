"""Every engine on the same feed and the same questions, in turn, in one go.

    python benchmarks/peers/compare.py FEED --out FOLDER [--questions 200] [--rounds 3]

FEED is any GTFS feed; the common feed (benchmarks/peer_feed.py) is made from it. All engines are
loaded, each in its own process and environment; then blocks of fifty questions go round from engine
to engine, in an order that turns, so that what else the machine does hits all alike. One engine
works at a time, on one thread. Writes ``table.md``, ``results.json`` and plots.
"""

import argparse
import datetime as dt
import json
import os
import statistics
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks import machine
from benchmarks.peer_feed import Question, derive, questions, rows_of
from benchmarks.peers import report
from benchmarks.peers.places import node, npm_folder, venv_python

ENGINES = Path(__file__).resolve().parent / "engines"
BLOCK = 50
SLOW = {"networkx"}
"""Asked once only, whatever the rounds."""
COMMANDS = {
    "planner": [sys.executable, ENGINES / "with_planner.py"],
    "nigiri": [venv_python("nigiri"), ENGINES / "with_nigiri.py"],
    "cafein": [venv_python("cafein"), ENGINES / "with_cafein.py"],
    "ferrobus": [venv_python("ferrobus"), ENGINES / "with_ferrobus.py"],
    "minotor": [node(), "--max-old-space-size=8000", ENGINES / "with_minotor.mjs"],
    "raptor-journey-planner": [node(), "--max-old-space-size=8000", ENGINES / "with_raptor.mjs"],
    "networkx": [sys.executable, ENGINES / "with_networkx.py"],
}
ONE_THREAD = {
    "OMP_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
    "POLARS_MAX_THREADS": "1", "UV_THREADPOOL_SIZE": "1", "TZ": "Asia/Tokyo",
}  # fmt: skip


@dataclass
class Engine:
    """A running engine: what loading cost, and all times and the answers of each mode."""

    name: str
    process: "subprocess.Popen[str]"
    ready: dict[str, Any] = field(default_factory=dict)
    ms: dict[str, list[list[float]]] = field(default_factory=dict)
    cpu_ms: dict[str, list[list[float]]] = field(default_factory=dict)
    answers: dict[str, list[Any]] = field(default_factory=dict)
    mib: float = 0.0

    def tell(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a line, wait for one."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended ({self.process.wait()})")
        found: dict[str, Any] = json.loads(line)
        return found

    def ask(self, mode: str, chosen: list[int], count: int) -> None:
        """One block of questions; times and answers are kept."""
        found = self.tell({"mode": mode, "questions": chosen})
        times = self.ms.setdefault(mode, [[] for _ in range(count)])
        worked = self.cpu_ms.setdefault(mode, [[] for _ in range(count)])
        answers = self.answers.setdefault(mode, [None] * count)
        for i, at in enumerate(chosen):
            times[at].append(found["ms"][i])
            worked[at].append(found["cpu_ms"][i])
            answers[at] = found["answers"][i]
        self.mib = found["mib"]


def start(
    name: str, order: dict[str, Any], log: Path, commands: Mapping[str, Sequence[Any]] = COMMANDS
) -> Engine | None:
    """Start an engine and load the feed; None (and a word) where it is not installed or fails."""
    command = [str(part) for part in commands[name]]
    if not Path(command[0]).exists():
        print(f"{name}: not installed (python benchmarks/peers/install.py)", file=sys.stderr)
        return None
    with (log / f"{name}.log").open("w") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            text=True, env={**os.environ, **ONE_THREAD},
        )  # fmt: skip
    engine = Engine(name, process)
    try:
        engine.ready = engine.tell(order)
    except RuntimeError as error:
        print(f"{error}; see {log / name}.log", file=sys.stderr)
        return None
    print(f"{name} {engine.ready['version']}: {engine.ready['load_s']:.2f} s", file=sys.stderr)
    return engine


def stop(engines: list[Engine]) -> None:
    """End all engines."""
    for engine in engines:
        assert engine.process.stdin is not None
        engine.process.stdin.close()
        engine.process.wait(timeout=60)


def pack(folder: Path, packed: Path) -> Path:
    """The feed in a folder as a zip."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    return packed


def measure(engines: list[Engine], count: int, rounds: int) -> None:
    """Blocks of questions in turn; the engine that begins changes from block to block."""
    blocks = [list(range(at, min(at + BLOCK, count))) for at in range(0, count, BLOCK)]
    for turn in range(rounds):
        for number, block in enumerate(blocks):
            shift = (number + turn) % len(engines)
            for engine in engines[shift:] + engines[:shift]:
                if turn == 0 or engine.name not in SLOW:
                    for mode in engine.ready["modes"]:
                        engine.ask(mode, block, count)
        print(f"round {turn + 1} of {rounds}", file=sys.stderr)


def results(engines: list[Engine], asked: list[Question]) -> dict[str, Any]:
    """Everything measured: of each question the median of its rounds; then over questions."""
    found: dict[str, Any] = {}
    for engine in engines:
        modes = {}
        for mode, times in engine.ms.items():
            each = sorted(statistics.median(t) for t in times)
            worked = sorted(statistics.median(t) for t in engine.cpu_ms[mode])
            modes[mode] = {
                "cpu_median_ms": statistics.median(worked),
                "cpu_p95_ms": worked[int(0.95 * (len(worked) - 1))],
                "median_ms": statistics.median(each),
                "p95_ms": each[int(0.95 * (len(each) - 1))],
                "fastest_ms": statistics.median(min(t) for t in times),
                "rounds": len(times[0]),
                "each_ms": [statistics.median(t) for t in times],
                "answers": engine.answers[mode],
            }
        found[engine.name] = {**engine.ready, "mib": engine.mib, "modes": modes}
    asked_ = [(q.origin, q.goal, q.time) for q in asked]
    return {"engines": found, "questions": asked_, "machine": machine.facts()}


def run(feed: Path, out: Path, count: int, rounds: int, only: set[str]) -> dict[str, Any]:
    """Derive the common feed, load all engines, ask, write everything down."""
    date = dt.date(2026, 11, 30)
    common = out / "feed"
    summary = derive(feed, common, date)
    packed = pack(common, out / "feed.zip")
    asked = questions(common, count)
    order = {
        "feed": str(common.resolve()), "zip": str(packed.resolve()), "date": date.isoformat(),
        "stops": [r["stop_id"] for r in rows_of(common, "stops.txt")],
        "questions": [(q.origin, q.goal, q.time) for q in asked],
        "scratch": str(out.resolve()), "npm": str(npm_folder()),
    }  # fmt: skip
    names = [name for name in COMMANDS if not only or name in only]
    engines = [e for e in (start(name, order, out) for name in names) if e is not None]
    measure(engines, count, rounds)
    stop(engines)
    found = {"feed": summary.__dict__, "stops": order["stops"], **results(engines, asked)}
    (out / "results.json").write_text(json.dumps(found), encoding="utf-8")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="names, with commas between")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    only = set(filter(None, args.only.split(",")))
    found = run(args.feed, args.out, args.questions, args.rounds, only)
    text = report.table(found)
    (args.out / "table.md").write_text(text, encoding="utf-8")
    report.plot(found, args.out / "latency.png")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
