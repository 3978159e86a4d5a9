"""A folder imports only folders below it, and each outside library has its home."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "planner"
LAYERS = [
    {"errors", "resources"},
    {"units"},
    {"feed"},
    {"timetable"},
    {"journey"},
    {"fares"},
    {"search"},
    {"referee"},
    {"rulebooks"},
    {"cli", "web"},
]
HOMES = {
    "pandas": {"feed", "timetable", "fares", "rulebooks", "cli"},
    "pyarrow": {"feed", "timetable", "fares", "rulebooks", "cli"},
    "gtfs_kit": {"feed"},
    "networkx": {"fares", "rulebooks"},
    "cython": {"search"},
    "numpy": {"feed", "timetable", "fares"},
    "matplotlib": {"cli"},
    "typer": {"cli"},
    "rich": {"cli"},
}
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
MODULES = sorted(ROOT.rglob("*.py"))


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
    return found


def part(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_imports_point_one_way(path: Path) -> None:
    own = part(path)
    if own in {"__init__", "__main__"}:
        return
    for name in imported(path):
        words = name.split(".")
        if words[0] in HOMES:
            assert own in HOMES[words[0]], f"{own} may not import {name}"
        if words[0] == "planner" and len(words) > 1:
            target = words[1]
            allowed = target == own or LEVEL[target] < LEVEL[own]
            if own == "referee":
                allowed = target in {"referee", "units", "errors", "resources"}
            assert allowed, f"{own} may not import {name}"


def test_games_never_import_each_other() -> None:
    for path in (ROOT / "rulebooks").rglob("*.py"):
        inside = path.relative_to(ROOT / "rulebooks").parts
        if len(inside) < 2:
            continue
        for name in imported(path):
            words = name.split(".")
            if words[:2] == ["planner", "rulebooks"] and len(words) > 2:
                assert words[2] == inside[0], f"{path}: imports {name}"


def test_the_scan_finds_modules() -> None:
    assert len(MODULES) > 5
