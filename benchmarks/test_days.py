"""What comes before a search: reading and compiling a day, and loading it from the cache."""

import gc
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import DATE, Measured
from planner.search.query import Planner
from planner.timetable import opening, store


def test_compile_from_the_feed(
    benchmark: BenchmarkFixture,
    measured: Measured,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """From the zip to an opened day, with an empty cache each time (modules are imported)."""
    rounds = iter(range(100))

    def empty_cache() -> None:
        monkeypatch.setenv("KANAGAWA_PLANNER_CACHE", str(tmp_path / str(next(rounds))))
        opening._READ.clear()
        gc.collect()

    def compile_day() -> None:
        Planner.open(measured.feed, DATE, "none")

    benchmark.pedantic(compile_day, setup=empty_cache, rounds=3, warmup_rounds=1)


def test_load_from_the_cache(benchmark: BenchmarkFixture, measured: Measured) -> None:
    path = measured.ordinary.opened.cached_at
    assert path is not None
    benchmark.extra_info["bytes"] = path.stat().st_size
    timetable = benchmark(store.read, path, lambda: measured.ordinary.timetable)
    assert timetable.connections == measured.ordinary.timetable.connections
