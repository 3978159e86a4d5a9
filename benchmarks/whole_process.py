"""What a whole process costs: from its start to the printed answer, and its peak memory.

    python benchmarks/whole_process.py FEED.zip --common FOLDER --out FILE.json

FEED.zip is asked through ``planner route`` with an empty cache (cold) and again (warm). FOLDER is
the output of benchmarks/peers/compare.py: each engine there is started anew, loads its feed and
answers one question. Medians of several starts; this process stays small, because the system counts
the memory of whoever starts a process to its peak.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import machine
from benchmarks.peers.places import node, npm_folder, peers_folder, venv_python

ROOT = Path(__file__).resolve().parents[1]
STARTS = 5
ROUTE = ["route", "横浜", "藤沢", "--at", "8:00", "--date", "2026-11-30", "--lang", "ja"]
ENGINES = ROOT / "benchmarks" / "peers" / "engines"


def run(command: Sequence[str], env: Mapping[str, str], text: bytes = b"") -> tuple[float, float]:
    """Seconds from start to end, and peak MiB."""
    began = time.perf_counter()
    process = subprocess.Popen(
        list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env={**os.environ, **env},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(text)
    process.stdin.close()
    process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command} gave {process.returncode}")
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def repeated(once: Callable[[], tuple[float, float]], starts: int = STARTS) -> dict[str, float]:
    """The median of several starts, the fastest, and the largest peak."""
    found = [once() for _ in range(starts)]
    times = [seconds for seconds, _ in found]
    return {
        "s": statistics.median(times),
        "fastest_s": min(times),
        "mib": max(mib for _, mib in found),
    }


def command_line(feed: Path) -> dict[str, dict[str, float]]:
    """``planner route`` on a feed: cold, warm, and what starting Python alone costs."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        env = {
            "KANAGAWA_PLANNER_HOME": f"{folder}/home",
            "KANAGAWA_PLANNER_CACHE": f"{folder}/cache",
            "PYTHONPATH": str(ROOT),
        }

        def cold(rules: str) -> tuple[float, float]:
            shutil.rmtree(folder, ignore_errors=True)
            Path(folder).mkdir(exist_ok=True)
            return run(route(rules), env)

        def route(rules: str) -> list[str]:
            chosen = ["--feed", str(feed.resolve()), "--rules", rules]
            return [sys.executable, "-m", "planner", *ROUTE, *chosen]

        for rules in ("none", "kanagawa"):
            found[f"planner route, {rules}, cold"] = repeated(lambda r=rules: cold(r), 3)
            found[f"planner route, {rules}, warm"] = repeated(
                lambda r=rules: run(route(r), env), 11
            )
        found["python -c pass"] = repeated(lambda: run([sys.executable, "-c", "pass"], env), 11)
    return found


def engines(common: Path) -> dict[str, dict[str, float]]:
    """Each engine from its start to its first answer on the common feed."""
    results = json.loads((common / "results.json").read_text(encoding="utf-8"))
    order = {
        "feed": str((common / "feed").resolve()), "zip": str((common / "feed.zip").resolve()),
        "date": "2026-11-30", "scratch": str(common.resolve()), "npm": str(npm_folder()),
        "questions": results["questions"], "stops": results["stops"],
    }  # fmt: skip
    large = "--max-old-space-size=8000"
    commands = {
        "nigiri": [venv_python("nigiri"), ENGINES / "with_nigiri.py"],
        "cafein": [venv_python("cafein"), ENGINES / "with_cafein.py"],
        "ferrobus": [venv_python("ferrobus"), ENGINES / "with_ferrobus.py"],
        "minotor": [node(), large, ENGINES / "with_minotor.mjs"],
        "raptor-journey-planner": [node(), large, ENGINES / "with_raptor.mjs"],
    }
    found: dict[str, dict[str, float]] = {}

    def text(mode: str) -> bytes:
        block = {"mode": mode, "questions": [0]}
        return (json.dumps(order) + "\n" + json.dumps(block) + "\n").encode()

    with tempfile.TemporaryDirectory() as folder:
        env = {
            "KANAGAWA_PLANNER_HOME": f"{folder}/home", "KANAGAWA_PLANNER_CACHE": f"{folder}/cache",
        }  # fmt: skip
        ours = [sys.executable, str(ENGINES / "with_planner.py")]

        def cold() -> tuple[float, float]:
            shutil.rmtree(folder, ignore_errors=True)
            Path(folder).mkdir(exist_ok=True)
            return run(ours, env, text("front"))

        found["planner, cold"] = repeated(cold, 3)
        found["planner, warm"] = repeated(lambda: run(ours, env, text("front")))
    for name, command in commands.items():
        if Path(command[0]).exists():
            modes = results["engines"].get(name, {}).get("modes", {})
            mode = "front" if "front" in modes else "earliest"
            parts = [str(part) for part in command]
            found[name] = repeated(lambda p=parts, m=mode: run(p, {"TZ": "Asia/Tokyo"}, text(m)), 3)
    return found


def sizes() -> dict[str, float]:
    """MiB on disk: of our package and data, and of each peer's environment."""
    found = {
        "planner": _mib(ROOT / "planner", "__pycache__"), "its data": _mib(ROOT / "data"),
    }  # fmt: skip
    for name in ("nigiri", "cafein", "ferrobus"):
        packages = list((peers_folder() / "venv" / name / "lib").glob("python*/site-packages"))
        for path in packages:
            found[f"{name} and what it needs"] = _mib(path, "pip", "setuptools", "__pycache__")
    modules = npm_folder() / "node_modules"
    for name in ("minotor", "raptor-journey-planner"):
        if (modules / name).exists():
            found[f"{name} alone"] = _mib(modules / name)
    return found


def _mib(folder: Path, *without: str) -> float:
    files = (p for p in folder.rglob("*") if p.is_file() and not set(without) & set(p.parts))
    return sum(p.stat().st_size for p in files) / 2**20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", type=Path)
    parser.add_argument("--common", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    found: dict[str, Any] = {"machine": machine.facts(), "command line": command_line(args.feed)}
    if args.common:
        found["load and first answer"] = engines(args.common)
        found["MiB on disk"] = sizes()
    args.out.write_text(json.dumps(found, indent=1), encoding="utf-8")
    for part, rows in found.items():
        print(f"\n{part}")
        for name, row in rows.items():
            line = row if isinstance(row, str | float) else {k: round(v, 3) for k, v in row.items()}
            print(f"  {name}: {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
