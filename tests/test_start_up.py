"""Start-up is a feature: what a search must not import, and how much it may."""

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


UNASKED = (
    *("planner.search.query", "planner.search.reach", "planner.search.kernels"),
    *("planner.search.labels", "planner.search.answers", "planner.search.chains"),
    *("planner.search.declared_json", "planner.rulebooks.kanagawa.company"),
    *("planner.rulebooks.kanagawa.no_ride", "planner.fares.discounts", "planner.cli.where"),
    "difflib",
)
CHECK = ("check", "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円", *MONDAY, "--at", "20:00")


def test_a_warm_check_imports_neither_what_is_heavy_nor_the_searches() -> None:
    assert python("-m", "planner", *CHECK).returncode == 0
    done = python("-X", "importtime", "-m", "planner", *CHECK)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "planner.rulebooks.kanagawa.verdict" in imported
    assert sorted(imported & {*HEAVY, *UNASKED}) == []


def test_a_verb_of_a_game_that_searches_nothing_imports_no_search(tmp_path: Path) -> None:
    words = ("game", "new", "--players", "A,B", "--game", str(tmp_path / "game"))
    done = python("-X", "importtime", "-m", "planner", *words)
    assert done.returncode == 0, done.stderr
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "planner.cli.game_demo" in imported
    assert "planner.search.query" not in imported


@pytest.mark.parametrize(("words", "most"), [(VERBS[0], 80), (CHECK, 60)], ids=("route", "check"))
def test_a_warm_verb_imports_a_part_of_the_planner_only(words: tuple[str, ...], most: int) -> None:
    assert python("-m", "planner", *words).returncode == 0
    done = python("-X", "importtime", "-m", "planner", *words)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert len([name for name in imported if name.startswith("planner.")]) <= most
