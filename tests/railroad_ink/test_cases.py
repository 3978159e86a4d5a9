"""The worked cases of the rules page, and a case that must differ."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from planner.cli.game_cases import work
from planner.rulebooks.railroad_ink.cases import run_case

FILE = Path(__file__).parents[1] / "data" / "railroad_ink_given.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_case_agrees(case: dict[str, Any]) -> None:
    assert run_case(case) == []


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_case_with_another_expectation_differs(case: dict[str, Any]) -> None:
    for key in case["expect"]:
        wrong = {**case, "expect": {**case["expect"], key: ["not so"]}}
        assert [difference.where for difference in run_case(wrong)] == [key]


def spoiled(value: Any, chance: random.Random) -> Any:
    """The case with some of its parts lost or replaced by something else."""
    if chance.random() < 0.08:
        return chance.choice([None, -1, "", "x", [], {}, True, "D4", "HHHH-", "S3", "lava"])
    if isinstance(value, dict):
        return {k: spoiled(v, chance) for k, v in value.items() if chance.random() > 0.03}
    if isinstance(value, list):
        return [spoiled(entry, chance) for entry in value]
    return value


def test_a_spoiled_case_is_answered_or_differs_but_never_breaks() -> None:
    for seed in range(1500):
        chance = random.Random(seed)
        case = spoiled(chance.choice(CASES), chance)
        assert isinstance(work(run_case, case, 1), list)


def test_an_unknown_kind_is_a_difference() -> None:
    assert run_case({"id": "x", "kind": "tarot", "expect": {}})[0].where == "kind"


def test_an_expectation_that_nothing_answers_is_a_difference() -> None:
    case = {**CASES[0], "expect": {"colour": "green"}}
    assert [difference.where for difference in run_case(case)] == ["colour"]


def test_a_refused_journal_differs_even_if_only_scores_are_expected() -> None:
    journal = next(case for case in CASES if case["kind"] == "journal")
    first, *others = journal["rounds"]
    early = {**first, "moves": first["moves"][:-1]}
    case = {**journal, "rounds": [early, *others], "expect": {}}
    assert [(d.where, d.got) for d in run_case(case)] == [("clause", "RI-3.5")]
