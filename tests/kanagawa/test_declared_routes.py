"""Worked declared routes on the real timetable, each with its reasoning."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from planner.errors import PlannerError
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.verdict import Post, Verdict, rule
from planner.search.declared_text import read_declared
from planner.units import format_clock, parse_time

FILE = Path(__file__).parents[1] / "data" / "declared_routes.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture(scope="module")
def fields() -> dict[str, Field]:
    return {}


def field(case: dict[str, Any], fields: dict[str, Field], request: pytest.FixtureRequest) -> Field:
    name = case["feed"]
    if name not in fields:
        path = None if name == "model" else str(request.getfixturevalue("real_feed_path"))
        fields[name] = Field.open(path or "model")
    return fields[name]


def told(verdict: Verdict, timed: bool) -> dict[str, Any]:
    """A verdict in the form of the cases; without times for the model timetable."""
    if verdict.refused is not None:
        right = {} if verdict.right is None else {"right": verdict.right}
        return {"refused": verdict.refused.clause, **right}
    rides = verdict.journey.rides if verdict.journey else ()
    found: dict[str, Any] = {
        "refused": None,
        "right": verdict.right,
        "charged": verdict.charged,
        "fare_error": verdict.fare_error,
        "completed": verdict.completed,
        "stops_at": verdict.stops_at,
        "cut_off": verdict.cut.clause if verdict.cut else None,
        "arrivals": [[s.station, format_clock(s.time), s.clause] for s in verdict.arrivals],
        "boardings": verdict.boardings,
    }
    if not timed:
        found["arrivals"] = [[stop.station, stop.clause] for stop in verdict.arrivals]
        return found
    ends = [(r.board, format_clock(r.departs), r.alight, format_clock(r.arrives)) for r in rides]
    found["rides"] = [[*end, r.train] for end, r in zip(ends, rides, strict=True)]
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['kind']}")
def test_the_ruling_is_the_one_worked_out(
    case: dict[str, Any], fields: dict[str, Field], request: pytest.FixtureRequest
) -> None:
    ground = field(case, fields, request)
    more = {
        key: parse_time(value) if key in {"since", "waived_at"} else value
        for key, value in case.get("post", {}).items()
    }
    try:
        declared = read_declared(case["route"])
        date = dt.date.fromisoformat(case["date"])
        post = Post(declared, date, parse_time(case["at"]), **more)
        found = told(
            rule(post, ground, rules_with(case.get("options", {}))), case["feed"] == "real"
        )
    except PlannerError as error:
        found = {"error": error.code}
    assert found == case["expect"], case["why"]


def test_there_is_a_case_for_each_way_to_be_refused_and_each_kind_of_end() -> None:
    assert len(CASES) >= 40
    assert all(case["why"] for case in CASES)
    refused = {case["expect"].get("refused") for case in CASES}
    assert {"R4a", "R4c", "R4d", "R6", "R9", "R10"} <= refused
    ends = {case["expect"].get("cut_off") for case in CASES}
    assert {"R4d", "R4f", "R4g", None} <= ends
