"""The worked cases of the rules, each played and compared in full."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from planner.cli.app import run
from planner.cli.game_cases import work
from planner.rulebooks.kanagawa.cases import run_case

FILE = Path(__file__).with_name("cases.json")
CASES = json.loads(FILE.read_text(encoding="utf-8"), parse_float=Decimal)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_worked_case_agrees(case: dict[str, Any]) -> None:
    assert run_case(case) == []


def test_the_command_counts_agreeing_and_differing_cases(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = json.loads(FILE.read_text(encoding="utf-8"))[:2]
    wrong[1]["expect"]["days"]["2014-07-01"]["A"]["purse"] = 1
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    assert run(["game", "cases", str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "I01 days.2014-07-01.A.purse: expected 1, got 0",
        "1 agree, 1 differ",
    ]


def test_cases_of_one_name_are_counted_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = json.loads(FILE.read_text(encoding="utf-8"))[0]
    wrong = {**case, "expect": {**case["expect"], "totals": {"A": 99}}}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([wrong, case, wrong]), encoding="utf-8")
    assert run(["game", "cases", str(path)]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 agree, 2 differ"


def test_a_case_with_a_number_that_is_none_differs_and_the_next_is_worked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = json.loads(FILE.read_text(encoding="utf-8"))[0]
    wrong = json.loads(json.dumps(case))
    wrong["expect"]["days"]["2014-07-01"] = {"A": {"purse": float("nan")}}
    endless = json.loads(json.dumps(case))
    endless["given"]["game"]["options"] = {"loan_unit": float("inf")}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([endless, wrong, case]), encoding="utf-8")
    assert run(["game", "cases", str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert "loan_unit" in out[0]
    assert out[-1] == "1 agree, 2 differ"


def test_an_error_of_arithmetic_in_a_case_is_a_difference() -> None:
    def fails(case: Any) -> Any:
        raise OverflowError("too large")

    (difference,) = work(fails, {"id": "X"}, 1)
    assert (difference.id, difference.got) == ("X", "OverflowError: too large")


@pytest.mark.parametrize(
    ("place", "differs"), [("久里浜", False), ("横浜", False), ("久里兵", True)]
)
def test_a_place_that_is_no_station_is_a_difference_also_where_nobody_is_expected(
    place: str, differs: bool
) -> None:
    for date, other in (("2014-07-01", False), ("2015-07-01", True)):
        case = {**CASES[0], "expect": {**CASES[0]["expect"], "control": {date: {place: None}}}}
        assert bool(run_case(case)) == (differs or other)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"winner": {"A": 1}}, "winner"),
        ({"refused": {"a": "R3"}}, "refused.a"),
        ({"control": {"2014-07-01": {"久里浜": "A"}}}, "control.2014-07-01.久里浜"),
        ({"sprint": {"2014-07-01": {"age": 2}}}, "sprint.2014-07-01.age"),
        ({"rest_days": ["2014-07-03"]}, "rest_days"),
        ({"totals": {"A": 1}}, "totals.A"),
        ({"winners": ["A"]}, "winners"),
        ({"allowance": {"a": 1}}, "allowance.a"),
        ({"days": {"2014-07-01": {"A": {"points": {"sprint": 2}}}}}, "days.2014-07-01.A.points"),
    ],
)
def test_every_part_of_an_expectation_is_compared(change: dict[str, Any], where: str) -> None:
    case = {**CASES[0], "expect": {**CASES[0]["expect"], **change}}
    assert where in [difference.where for difference in run_case(case)]


def test_what_was_known_then_need_not_list_refusals() -> None:
    case = json.loads(json.dumps(next(c for c in CASES if c["id"] == "N01")))
    case["expect"]["as_known"] = {"2014-07-02 04:00": {"days": case["expect"]["days"]}}
    assert run_case(case) == []


def test_a_refusal_that_no_case_lists_is_a_difference() -> None:
    case = json.loads(json.dumps(next(c for c in CASES if c["id"] == "N01")))
    del case["expect"]["refused"]
    assert [(d.where, d.got) for d in run_case(case)] == [("refused.p2", "R4a")]


@pytest.mark.parametrize("rulebook", ["kanagawa", "railroad-ink", "tokaido", "ashita-tabi"])
@pytest.mark.parametrize("text", ["[" * 100_000, "[1e99999999999999999999999]"])
def test_a_file_that_no_reader_can_hold_is_a_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rulebook: str, text: str
) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, encoding="utf-8")
    assert run(["game", "cases", str(path), "--rulebook", rulebook, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "bad_value"
