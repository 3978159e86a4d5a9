"""Corners of the small games, answered from the words of their clauses before they were run."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.rulebooks import case_runner

CORNERS = [
    pytest.param(path.name.removesuffix("_corners.json"), case, id=case["id"])
    for path in sorted((Path(__file__).parent / "data").glob("*_corners.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))["vectors"]
]


@pytest.mark.parametrize(("game", "case"), CORNERS)
def test_the_referee_answers_a_corner_as_its_clause_reads(game: str, case: dict[str, Any]) -> None:
    assert case_runner(game.replace("_", "-"))(case) == []


@pytest.mark.parametrize(("game", "case"), CORNERS)
def test_a_corner_with_another_answer_differs(game: str, case: dict[str, Any]) -> None:
    key = next(iter(case["expect"]))
    spoilt = {**case, "expect": {**case["expect"], key: "something else"}}
    assert case_runner(game.replace("_", "-"))(spoilt)
