"""The worked cases of the rules page, and that a wrong expectation is told."""

import json
from pathlib import Path
from typing import Any

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


DISCARDS = ["R1", "R2", "R3", "R4"]
COUNTED_BY_HAND: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "setup",
        {"deck_top_first": ["R4", "B6", "W2"], "items": ["camera", "camera"]},
        {"result": "illegal", "clause": "AT-2.1"},
    ),
    (
        "turn",
        {
            "before": {"white": 7, "black": [2, 6], "hand": ["G3"], "deck": ["Y1"]},
            "turn": {"play": "G3", "black": [1, 3]},
            "option": "letter.depart=pay",
        },
        {"result": "illegal", "clause": "AT-4.4"},
    ),
    (
        "turn",
        {
            "before": {"white": 5, "black": [2, 6], "hand": ["G3"], "deck": ["Y1", "Y2"]},
            "turn": {"play": "G3", "black": [1, 3]},
            "variant": "ENDLESS + LAP-BURN",
        },
        {"result": "legal", "after": {"removed": ["Y1"], "hand": ["Y2"], "row": {"1": ["G3"]}}},
    ),
    (
        "variant_score",
        {
            "variant": "NEW",
            "before": {
                "white": 3,
                "black": [3, 3],
                "keys": ["R", "B"],
                "row": {"3": ["R1", "R2", "B1"]},
            },
        },
        {"points": {"R": 1}, "total": 1},
    ),
    (
        "variant_end",
        {
            "variant": "DECK-CLOCK(at=day7)",
            "before": {"deck": ["Y1"], "discard": DISCARDS, "refill": 2},
        },
        {"result": "running", "hand": ["Y1"], "drawn": ["Y1"]},
    ),
    (
        "variant_end",
        {"variant": "DECK-CLOCK(at=day7)", "before": {"deck": [], "path": [6, 7, 1]}},
        {"result": "lost", "clause": "AT-10.3"},
    ),
    (
        "journal",
        {
            "deck_top_first": ["G3", "B1", "B2", "Y1"],
            "items": ["map", "camera"],
            "turns": [{"play": "G3", "black": [1, 3]}, {"play": "Y2", "black": [1, 4]}],
        },
        {"result": "illegal", "clause": "AT-4.1", "turn": 2},
    ),
]


@pytest.mark.parametrize(("kind", "told", "expect"), COUNTED_BY_HAND)
def test_cases_counted_by_hand_agree(
    kind: str, told: dict[str, Any], expect: dict[str, Any]
) -> None:
    assert run_case({"id": "H", "kind": kind, "expect": expect, **told}) == []
