"""The worked routes carried out a second time, from the files alone (see ``naive_declared``)."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from planner.resources import data_path
from tests.naive_declared import Referee, price, read, runs_of, seconds, tickets

FILE = Path(__file__).parent / "data" / "declared_routes.json"
CASES: list[dict[str, Any]] = [
    case
    for case in json.loads(FILE.read_text(encoding="utf-8"))
    if case["feed"] == "real" and case["expect"].get("refused", "") is None
]
DATE = dt.date(2026, 11, 30)


@pytest.fixture(scope="module")
def referee(real_feed_path: Path) -> Referee:
    return Referee(runs_of(real_feed_path, DATE))


def named(case: dict[str, Any]) -> str:
    return f"{case['id']} {case['kind']}"


def begins(case: dict[str, Any]) -> int:
    return max(seconds(case["at"]), seconds(case.get("post", {}).get("since", "0:00")))


def worked(case: dict[str, Any], referee: Referee) -> dict[str, Any]:
    """What becomes of a case, in its own words."""
    path = read(case["route"])
    boarding = case.get("options", {}).get("boarding", "next_departure")
    out = referee.carry_out(path, begins(case), boarding)
    entry = referee.entry(path, out)
    if entry is not None:
        rides, _, arrives = entry
        told = case.get("post", {}).get("waived_at")
        if path.waived or (told is not None and seconds(told) < arrives):
            out.rides, out.clause = rides, "R4g"
    return {"out": out, "path": path, "rides": referee.told(out)}


def test_every_worked_route_is_of_the_one_day_that_is_read() -> None:
    assert {case["date"] for case in CASES} == {DATE.isoformat()}
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_trains_and_the_end_are_those_that_the_raw_timetable_gives(
    case: dict[str, Any], referee: Referee
) -> None:
    found, expected = worked(case, referee), case["expect"]
    assert found["rides"] == expected["rides"]
    assert (found["out"].clause or None) == expected["cut_off"]
    assert (found["out"].broke is None) == expected["completed"]
    if found["rides"]:
        assert expected["stops_at"] == found["rides"][-1][2]
        assert expected["arrivals"][-1][:2] == found["rides"][-1][2:4]
    else:
        assert expected["stops_at"] == found["path"].legs[0].start


PRICED = [case for case in CASES if case["expect"]["rides"]]


@pytest.mark.parametrize("case", PRICED, ids=named)
def test_the_fare_is_that_of_the_raw_tariff_tables(case: dict[str, Any], referee: Referee) -> None:
    found = worked(case, referee)
    yen = of_rides(found, referee)
    if yen is None:
        pytest.skip("a ticket with a surcharge, or an express charge")
    expected = case["expect"]
    assert yen == expected["right" if expected["completed"] else "charged"]


def of_rides(found: dict[str, Any], referee: Referee) -> int | None:
    rides = [ride for ride, _ in found["out"].rides]
    if any(referee.runs[r.run][at].charged for r in rides for at in range(r.board, r.alight)):
        return None
    leaves = {
        number for number, (_, leg) in enumerate(found["out"].rides) if found["path"].legs[leg].off
    }
    return price(data_path("tariffs"), DATE, tickets(referee.runs, rides, leaves))


def test_most_fares_are_among_those_looked_up(referee: Referee) -> None:
    looked_up = [case for case in PRICED if of_rides(worked(case, referee), referee) is not None]
    assert len(looked_up) >= 30
