"""How long a journal takes to become a ledger, and how much memory.

Run ``python benchmarks/replay.py``. Random games with every kind of post. The time is that of
reading the file (chain checked), ruling on every post and writing every row; the best of some runs.
"""

import datetime as dt
import gc
import resource
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from planner.feed.stations import identity
from planner.referee.journal import GENESIS, link, read
from planner.rulebooks.kanagawa.derive import derive
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import Game, make_game
from tests.kanagawa.worlds import world

NOW = dt.datetime(2026, 11, 29, tzinfo=dt.timezone(dt.timedelta(hours=9))).isoformat()


def write_journal(path: Path, events: list[dict[str, Any]]) -> None:
    """The journal of these events, written at once (appending one by one waits for the disk)."""
    import json

    chain, lines = GENESIS, []
    for number, event in enumerate(events, 1):
        record = {"schema": 1, "n": number, "recorded": NOW, "known": event["t"], "event": event}
        body = json.dumps(record, ensure_ascii=False, separators=(",", ":"))[:-1]
        chain = link(chain, body)
        lines.append(f'{body},"chain":"{chain}"}}\n')
    path.write_text("".join(lines), encoding="utf-8")


def replay(path: Path, game: Game) -> tuple[float, float, int, int]:
    """(seconds to read, seconds to rule and derive, events, rows)."""
    gc.collect()
    begin = time.perf_counter()
    reading = read(path)
    middle = time.perf_counter()
    ledger = derive(book_of([entry.event for entry in reading.entries], game))
    end = time.perf_counter()
    return middle - begin, end - middle, len(reading.entries), len(ledger.rows)


def main() -> None:
    """Measure a month of 400 posts, and 100,000 posts of one very long game."""
    identity("大船")  # the station book is read once per process, before the clock starts
    for label, wanted, runs in (("a month", 400, 9), ("a long game", 100_000, 3)):
        days = 31 if wanted == 400 else 5200
        given, events = world(1, 5, days)
        events = events[:wanted]
        game = make_game(given)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "journal.jsonl"
            write_journal(path, events)
            best = min((replay(path, game) for _ in range(runs)), key=lambda one: one[0] + one[1])
            tracemalloc.start()
            replay(path, game)
            peak = tracemalloc.get_traced_memory()[1] / 2**20
            tracemalloc.stop()
        read_s, derive_s, count, rows = best
        print(
            f"{label}: {count} events, {days} days, {rows} rows: read {read_s * 1000:.1f} ms, "
            f"rule and derive {derive_s * 1000:.1f} ms, peak {peak:.1f} MiB"
        )
    print(f"process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
