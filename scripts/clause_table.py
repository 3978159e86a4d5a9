"""Write docs/clauses.md: each clause of the Kanagawa game and the tests that hold it.

Run by hand: ``python scripts/clause_table.py``. A test counts for the clause that its name begins
with (``test_r4c_...``), a worked case for the clauses it names.
"""

import json
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests" / "kanagawa"
# clauses in the order of the rules; R1 is R2's
CLAUSES = (
    "R2 R3 D1 D2 D3 D4 D5 D6 R4a R4b R4c R4d R4e R4f R4g R4h R4i R5 R6 R7 R8 R9 R10 R11 R12 R13 "
    "R14 S0 S1 S2 S3 S4 S5 C1 C2 C3 C4 C5 F V1 V2 V3 H"
)
NAME = re.compile(r"^def (test_([a-z]\d*[a-i]?)_\w+)", re.MULTILINE)


def tests_by_clause() -> dict[str, list[tuple[str, str]]]:
    """Clause -> (file, test) of every test named after it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(TESTS.glob("test_clauses_*.py")):
        for test, clause in NAME.findall(path.read_text(encoding="utf-8")):
            found.setdefault(clause.upper(), []).append((path.name, test))
    return found


def cases_by_clause() -> dict[str, list[str]]:
    """Clause -> the worked cases that name it."""
    found: dict[str, list[str]] = {}
    for case in json.loads((TESTS / "cases.json").read_text(encoding="utf-8")):
        for clause in case["clause"].split("/"):
            found.setdefault(clause.upper(), []).append(case["id"])
    return found


def table() -> str:
    """The page."""
    with (ROOT / "data" / "rules" / "kanagawa_clauses.toml").open("rb") as file:
        words = tomllib.load(file)
    tests, cases = tests_by_clause(), cases_by_clause()
    lines = [
        "# Clauses of the Kanagawa game and their tests",
        "",
        "Made by `python scripts/clause_table.py`; tests are in `tests/kanagawa/`. Besides these,",
        "the whole ruleset is compared with a slow twin on random games (`test_random_games.py`).",
    ]
    for clause in CLAUSES.split():
        says = words.get(clause, {}).get("en", "")
        lines += ["", f"## {clause}" + (f": {says}" if says else ""), ""]
        lines += [f"- `{test}` ({file})" for file, test in tests.get(clause.upper(), ())]
        if cases.get(clause.upper()):
            lines.append(f"- worked cases {', '.join(cases[clause.upper()])}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "docs" / "clauses.md").write_text(table(), encoding="utf-8")
