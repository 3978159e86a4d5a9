"""What every engine's process does: load once, then answer blocks of questions on demand.

Standard library only: it runs in each peer's own environment. Talks in lines of JSON: the first
line in says what to load, the first line out what that cost; then a line in for each block.
Each block begins with one question that is not timed, because another engine ran in between.
"""

import csv
import importlib.metadata
import json
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

Question = tuple[str, str, int]
Answer = dict[str, Any] | None
Ask = Callable[[Question], Answer]
Order = dict[str, Any]
"""``feed`` (folder), ``date``, ``stops``, ``questions``, ``scratch`` (folder for its files)."""


def rows(folder: str, name: str) -> list[dict[str, str]]:
    """The records of a file of the common feed."""
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def front(pairs: list[tuple[int, int]]) -> Answer:
    """An answer from (arrival, changes) pairs: those that none beats, by number of changes."""
    kept: list[tuple[int, int]] = []
    for changes, arrival in sorted((c, a) for a, c in pairs):
        if not kept or arrival < kept[-1][0]:
            kept.append((arrival, changes))
    return {"arrival": kept[-1][0], "front": kept} if kept else None


def version(package: str) -> str:
    """The version that is installed."""
    return importlib.metadata.version(package)


def peak_mib() -> float:
    """Most memory this process ever had, in MiB (ru_maxrss would count the parent's too)."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            line = next(line for line in file if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def serve(load: Callable[[dict[str, Any]], tuple[str, dict[str, Ask]]]) -> None:
    """Serve one engine; ``load`` gives its version and what it can be asked."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # engines print while they load
    order = json.loads(sys.stdin.readline())
    questions: list[Question] = [(a, b, t) for a, b, t in order["questions"]]
    began = time.perf_counter()
    name, asks = load(order)
    loaded = time.perf_counter() - began
    ready = {"version": name, "load_s": loaded, "modes": sorted(asks), "mib": peak_mib()}
    print(json.dumps(ready), file=out, flush=True)
    for line in sys.stdin:
        block = json.loads(line)
        ask = asks[block["mode"]]
        chosen = [questions[i] for i in block["questions"]]
        ask(chosen[-1])
        times: list[float] = []
        worked: list[float] = []
        answers: list[Answer] = []
        for question in chosen:
            begun, start = time.process_time(), time.perf_counter()
            answer = ask(question)
            times.append(1e3 * (time.perf_counter() - start))
            worked.append(1e3 * (time.process_time() - begun))
            answers.append(answer)
        told = {"ms": times, "cpu_ms": worked, "answers": answers, "mib": peak_mib()}
        print(json.dumps(told), file=out, flush=True)
