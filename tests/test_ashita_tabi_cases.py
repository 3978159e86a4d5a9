"""The worked cases of the rules page, and that a wrong expectation is told."""

import json
from pathlib import Path

import pytest

from planner.rulebooks.ashita_tabi.cases import run_case

CASES = json.loads(
    (Path(__file__).parent / "data" / "ashita_tabi_given.json").read_text(encoding="utf-8")
)["vectors"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_referee_agrees_with_the_worked_case(case: dict) -> None:
    assert run_case(case) == []


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_spoilt_expectation_is_a_difference(case: dict) -> None:
    key, value = next(iter(case["expect"].items()))
    spoilt = {**case, "expect": {**case["expect"], key: [value, "spoilt"]}}
    assert run_case(spoilt)


def test_an_unknown_kind_is_a_difference() -> None:
    [difference] = run_case({"id": "N1", "kind": "tea ceremony", "expect": {}})
    assert difference.id == "N1"
    assert difference.got == "tea ceremony"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_without_its_fields_is_a_difference_and_no_crash(case: dict) -> None:
    kept = {key: case[key] for key in ("id", "kind", "expect")}
    assert run_case(kept)
