"""Every clause has a test named after it, and docs/clauses.md lists them."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from planner.rulebooks.kanagawa.words import clause_text

ROOT = Path(__file__).resolve().parents[2]


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("t", ROOT / "scripts" / "clause_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLE = script()


@pytest.mark.parametrize("clause", TABLE.CLAUSES.split())
def test_the_clause_has_a_test_named_after_it(clause: str) -> None:
    assert TABLE.tests_by_clause()[clause.upper()]


def test_the_page_is_what_the_script_writes() -> None:
    page = ROOT / "docs" / "clauses.md"
    assert page.read_text(encoding="utf-8") == TABLE.table()


@pytest.mark.parametrize("clause", TABLE.CLAUSES.split())
def test_the_clause_has_a_sentence_in_both_languages(clause: str) -> None:
    assert clause_text(clause, "ja")
    assert clause_text(clause, "en")


CITED = re.compile(r"""\(\s*["']([RDSCV]\d+[a-i]?)["'],""")


def test_every_clause_that_the_referee_cites_is_in_the_table() -> None:
    code = [*(ROOT / "planner" / "rulebooks" / "kanagawa").glob("*.py")]
    cited = {clause for path in code for clause in CITED.findall(path.read_text("utf-8"))}
    assert {"R4a", "R4d", "R6", "R9", "R10"} <= cited
    assert cited <= set(TABLE.CLAUSES.split())


@pytest.mark.parametrize("clause", ["a", "b", "c", "d", "e", "f", "g", "h"])
def test_each_clause_of_a_plans_ride_is_tested_on_a_timetable(clause: str) -> None:
    files = {file for file, _ in TABLE.tests_by_clause()[f"R4{clause.upper()}"]}
    assert "test_clauses_movement.py" in files
