"""Start-up is a feature: what a search must not import, and what it may cost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli_runs import MONDAY

pytestmark = pytest.mark.usefixtures("own_home")

ROOT = Path(__file__).resolve().parent.parent
HEAVY = (
    *("pandas", "numpy", "pyarrow", "networkx", "gtfs_kit", "rich", "matplotlib", "asyncio"),
    *("typer", "pydantic", "jpholiday", "hashlib", "tempfile", "subprocess", "email", "logging"),
    *("zipfile", "multiprocessing", "importlib.metadata", "typing_extensions"),
)
VERBS = (
    ("route", "横浜", "藤沢", *MONDAY, "--at", "23:40"),
    ("route", "横浜", "箱根湯本", *MONDAY, "--at", "8:00", "--by", "fare", "--json"),
    ("last-train", "横浜", "藤沢", *MONDAY, "--json"),
    ("board", "藤沢", *MONDAY, "--at", "8:00"),
    ("move", "藤沢", *MONDAY, "--at", "20:00", "--budget", "200"),
)


def python(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_a_warm_search_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    first = python("-m", "planner", *words)  # compiles the timetable where it has to
    assert first.returncode == 0, first.stderr
    done = python("-X", "importtime", "-m", "planner", *words)
    imported = {
        line.rpartition("|")[2].strip()
        for line in done.stderr.splitlines()
        if line.startswith("import time:")
    }
    assert "planner.search.query" in imported
    assert sorted(imported & set(HEAVY)) == []


def cpu_seconds(*words: str) -> float:
    """The least processor time of a few runs: what other processes do is not counted."""
    least = float("inf")
    for _ in range(5):
        before = os.times()
        assert python(*words).returncode == 0
        after = os.times()
        spent = after.children_user + after.children_system
        least = min(least, spent - before.children_user - before.children_system)
    return least


CHECK = ("check", "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円", *MONDAY, "--at", "20:00")


def test_a_warm_check_imports_neither_what_is_heavy_nor_the_searches() -> None:
    assert python("-m", "planner", *CHECK).returncode == 0
    done = python("-X", "importtime", "-m", "planner", *CHECK)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "planner.rulebooks.kanagawa.verdict" in imported
    assert sorted(imported & {*HEAVY, "planner.search.query", "planner.search.reach"}) == []


def test_a_check_takes_no_more_than_three_times_as_long_as_importing_typer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    for key in [key for key in os.environ if key.startswith("COV_")]:
        monkeypatch.delenv(key)
    python("-m", "planner", *CHECK)
    assert cpu_seconds("-m", "planner", *CHECK) <= 3 * cpu_seconds("-c", "import typer")


def test_a_route_takes_no_more_than_twice_as_long_as_importing_typer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path))
    for key in [key for key in os.environ if key.startswith("COV_")]:
        monkeypatch.delenv(key)
    route = ("-m", "planner", *VERBS[0])
    if "not compiled" in python(*route).stderr:
        pytest.skip("the kernels are not compiled")
    typer = ("-c", "import typer")
    assert cpu_seconds(*route) <= 2 * cpu_seconds(*typer)
