"""What starting a verb costs, as a multiple of ``python -c "import typer"``.

    python benchmarks/start_up.py [--starts N] [--json]

Processor time of whole processes on the embedded feed, warm caches, all commands in turn, so that
what else the machine does falls on all of them alike. The least of the starts of each is compared.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DAY = ("--date", "2026-11-30")
PLAN = "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円"
TYPER = "import typer"
COMMANDS = {
    TYPER: ("-c", TYPER),
    "planner route": ("-m", "planner", "route", "横浜", "藤沢", *DAY, "--at", "23:40"),
    "planner check": ("-m", "planner", "check", PLAN, *DAY, "--at", "20:00"),
    "planner move": ("-m", "planner", "move", "藤沢", *DAY, "--at", "20:00", "--budget", "200"),
    "planner fare": ("-m", "planner", "fare", "横浜", "藤沢", *DAY),
}


def cpu_seconds(words: Sequence[str], env: dict[str, str]) -> float:
    """Processor time, of the user and the system, of one process from start to end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, env=env, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(starts: int) -> dict[str, float]:
    """The least processor seconds of each command."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    with tempfile.TemporaryDirectory() as folder:
        # A home of its own, as a person has: finding its folders is a part of the start.
        left_out = ("XDG", "KANAGAWA_PLANNER", "PYTHONDONTWRITEBYTECODE")
        env = {k: v for k, v in os.environ.items() if not k.startswith(left_out)}
        env |= {"HOME": folder, "PYTHONPYCACHEPREFIX": f"{folder}/pyc"}
        for words in COMMANDS.values():
            cpu_seconds(words, env)  # compiles what has to be compiled
        for _ in range(starts):
            for name, words in COMMANDS.items():
                least[name] = min(least[name], cpu_seconds(words, env))
    return least


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    least = measured(args.starts)
    if args.json:
        print(json.dumps({"schema": 1, "starts": args.starts, "cpu_s": least}))
        return 0
    for name, seconds in least.items():
        print(f"{name:16s} {1000 * seconds:6.1f} ms  {seconds / least[TYPER]:.2f} x")
    return 0


if __name__ == "__main__":
    sys.exit(main())
