"""Data and kernels are found alike in a checkout, an editable install and a wheel."""

import importlib.util
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.installed import ROOT, Environment, copied_tree

ROUTE = ("route", "横浜", "藤沢", "--date", "2026-11-30", "--at", "23:40")
FARE = ("fare", "横浜", "藤沢", "--on", "2026-11-30", "--json")
CASES = ROOT / "tests" / "kanagawa" / "cases.json"


def can_build() -> bool:
    if importlib.util.find_spec("setuptools") is None or importlib.util.find_spec("pip") is None:
        return False
    return int(version("setuptools").split(".")[0]) >= 77


needs_build = pytest.mark.skipif(not can_build(), reason="needs pip and setuptools >= 77")


def answers(done: "subprocess.CompletedProcess[str]") -> str:
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def check_verbs(env: Environment) -> None:
    """The main verbs, each reading another kind of data."""
    assert "東海道線" in answers(env.planner(*ROUTE))
    assert json.loads(answers(env.planner(*FARE)))["total"] == 440
    last = answers(env.planner("game", "cases", str(CASES))).splitlines()[-1]
    assert last.endswith(" 0 differ")


def built_wheel(folder: Path, **variables: str) -> Path:
    """The wheel made of a clean copy of the tree."""
    wheels = folder / "wheels"
    build = ["wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", wheels]
    command = [sys.executable, "-m", "pip", *build, copied_tree(folder)]
    subprocess.run(command, check=True, env=os.environ | variables)
    (wheel,) = wheels.glob("*.whl")
    return wheel


@needs_build
def test_a_wheel_holds_everything(tmp_path: Path) -> None:
    wheel = built_wheel(tmp_path)
    assert wheel.stat().st_size < 4_000_000
    env = Environment(tmp_path / "env")
    env.install(wheel)
    home = env.home_of("planner.search.kernels")
    assert home.is_relative_to(env.folder / "venv")
    check_verbs(env)
    assert wheel.name.endswith("-py3-none-any.whl") == (home.suffix == ".py")
    if home.suffix != ".py":
        assert env.planner(*ROUTE).stderr == ""


@needs_build
def test_an_editable_install_reads_the_tree_and_notices_old_kernels(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path)
    env = Environment(tmp_path / "env")
    env.install("-e", tree)
    assert env.home_of("planner.resources").is_relative_to(tree)
    check_verbs(env)
    if env.home_of("planner.search.kernels").suffix == ".py":
        pytest.skip("no C compiler here")
    assert env.planner(*ROUTE).stderr == ""
    source = tree / "planner" / "search" / "kernels.py"
    source.write_text(source.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    told = env.planner(*ROUTE)
    assert told.returncode == 0
    assert "older than their source" in told.stderr
    assert len(told.stderr.splitlines()) == 1


@needs_build
def test_without_a_compiler_everything_works_and_one_line_says_it_is_slow(tmp_path: Path) -> None:
    wheel = built_wheel(tmp_path, CC="/bin/false")
    assert wheel.name.endswith("-py3-none-any.whl")  # it serves any machine
    env = Environment(tmp_path / "env")
    env.install(wheel)
    assert env.home_of("planner.search.kernels").suffix == ".py"
    told = env.planner(*ROUTE)
    assert "東海道線" in answers(told)
    assert "not compiled" in told.stderr
    assert len(told.stderr.splitlines()) == 1
    assert env.planner(*ROUTE, "--json", "--lang", "ja").stderr.count("\n") == 1
    check_verbs(env)


def test_the_checkout_runs_as_it_is(tmp_path: Path) -> None:
    env = Environment(tmp_path / "env")
    env.here = ROOT
    for words in (ROUTE, FARE, ("game", "cases", str(CASES))):
        answers(env.run(env.python, "-m", "planner", *words))
