"""Every clause has a test named after it, and docs/clauses.md lists them."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

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
