"""The worked cases of the rules page, and that a wrong expectation is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.rulebooks.tokaido.cases import run_case

CASES = json.loads(
    (Path(__file__).parent / "data" / "tokaido_given.json").read_text(encoding="utf-8")
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


ROAD = ["inn", "farm", "temple", "sea", "hot", "inn"]
COUNTED_BY_HAND: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "next_turn",
        {
            "board": ROAD,
            "double": [3],
            "positions": dict.fromkeys("AB", 3) | {"C": 4, "D": 4},
            "rear": ["B", "C"],
        },
        {"next": "B", "order": ["B", "A", "C", "D"]},
    ),
    (
        "next_turn",
        {"board": ROAD, "positions": {"A": 5, "B": 5, "C": 5}, "arrivals": {"5": ["A", "B", "C"]}},
        {"next": None},
    ),
    (
        "move",
        {
            "board": ROAD,
            "double": [3],
            "positions": {"A": 1, "B": 3, "C": 4, "D": 4},
            "mover": "A",
            "to": 3,
            "state": {"coins": 7},
        },
        {"legal": True, "clause": None},
    ),
    (
        "move",
        {"board": ROAD, "positions": {"A": 1, "B": 3, "C": 4}, "mover": "B", "to": 4},
        {"legal": False, "clause": "TK-3.1"},
    ),
    (
        "space",
        {
            "space": "hot",
            "crossroads": True,
            "traveller": "Mitsukuni",
            "action": {"do": "x"},
            "option": "x.bath_is_hot_spring_for_mitsukuni=yes",
        },
        {"legal": True, "coins": 5, "points": 5, "log": [["bath house", 4], ["Mitsukuni", 1]]},
    ),
    (
        "space",
        {
            "space": "village",
            "crossroads": True,
            "start": {"coins": 4, "am": ["devotion"]},
            "action": {
                "amulet": "devotion",
                "offer": [["food", 1], ["food", 1], ["art", 2]],
                "buy": [["art", 2]],
            },
        },
        {"coins": 2, "points": 3, "donated": 2, "am": []},
    ),
    (
        "space",
        {
            "space": "encounter",
            "traveller": "Yoshiyasu",
            "action": {"encounter": {"card": "miko", "refused": "noble"}},
        },
        {"coins": 9, "points": 1, "donated": 1},
    ),
    (
        "inn",
        {
            "setup": {"am": ["hospitality"], "coins": 0},
            "players": 3,
            "first_to_arrive": True,
            "crossroads": True,
            "action": {
                "amulet": "hospitality",
                "buy": ["a", 3],
                "meals": [["a", 3], ["b", 1], ["c", 1], ["d", 1]],
            },
        },
        {"legal": True, "coins": 0, "points": 6, "paid": 0},
    ),
    (
        "inn",
        {
            "setup": {"tr": "Hiroshige", "last": True},
            "players": 3,
            "first_to_arrive": False,
            "action": {"panorama": "sea"},
        },
        {"legal": False, "clause": "TK-6.2"},
    ),
    (
        "inn",
        {"setup": {}, "players": 4, "first_to_arrive": False, "action": {"buy": ["tofu", 2]}},
        {"legal": True, "coins": 5, "paid": 2},
    ),
    (
        "purchases",
        {
            "traveller": "Hirotada",
            "steps": [
                {"to": 1, "do": "x", "legendary": 2},
                {"to": 2, "do": "x", "legendary": 2},
                {"to": 3, "do": "x", "legendary": 2},
            ],
        },
        {"legal": False, "clause": "TK-8.8", "at": 2},
    ),
    (
        "panorama",
        {"traveller": "novice", "kind_of": "paddy", "cards": 3, "first": False},
        {"points": 6, "achievements": []},
    ),
    (
        "temple_rank",
        {"donations": {"A": 4, "B": 4, "C": 2}, "option": "temple.tie=skip"},
        {"A": 10, "B": 10, "C": 4},
    ),
    (
        "setup",
        {
            "players": 5,
            "travellers_in_turn_order": [
                "Hirotada",
                "Satsuki",
                "Chuubei",
                "Hiroshige",
                "Sasayakko",
            ],
        },
        {"coins": [7, 1, 4, 4, 7]},
    ),
    (
        "calligraphy",
        {
            "end_state": {
                "calligraphy": ["foresight", "contemplation", "fasting"],
                "coins": 3,
                "cherries": 2,
                "complete_panoramas": 1,
                "inns_without_meal": 2,
            }
        },
        {"foresight": 6, "contemplation": 5, "fasting": 6, "total": 17},
    ),
    (
        "achievements",
        {
            "totals": {"meals_paid": {"A": 0, "B": 0}, "souvenirs": {"A": 1, "B": 1}},
            "option": "ach.zero=all",
        },
        {"gourmet": ["A", "B"], "collector": ["B", "A"]},
    ),
    (
        "winner",
        {
            "final": [
                {"player": "A", "points": 9, "achievements": 1},
                {"player": "B", "points": 9, "achievements": 1},
            ]
        },
        {"winners": ["A", "B"]},
    ),
    (
        "journal",
        {
            "board": ROAD,
            "players": [{"name": name} for name in "ABC"],
            "moves": [{"player": "A", "to": 1}, {"player": "C", "to": 2}],
        },
        {
            "legal": False,
            "clause": "TK-3.1",
            "refused": {"index": 1, "player": "C"},
            "A": {"coins": 10},
        },
    ),
]


@pytest.mark.parametrize(("kind", "told", "expect"), COUNTED_BY_HAND)
def test_cases_counted_by_hand_agree(
    kind: str, told: dict[str, Any], expect: dict[str, Any]
) -> None:
    assert run_case({"id": "H", "kind": kind, "expect": expect, **told}) == []
