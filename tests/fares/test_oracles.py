"""Checked fares, asked for as a traveller would: through the command line."""

import csv
import datetime as dt
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from planner.cli.app import run
from planner.fares.along import price_along
from planner.fares.quote import quote
from planner.journey import Call, Journey, Ride, Section
from planner.units import ServiceSeconds

ORACLES = Path(__file__).parents[2].parent / "shared" / "facts" / "fares" / "oracles.csv"
KINDS = ("machine", "refused", "route", "through", "discount")


def rows(kind: str) -> list[dict[str, str]]:
    if not ORACLES.exists():
        return []
    with ORACLES.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["kind"] == kind]


needs_oracles = pytest.mark.skipif(not ORACLES.exists(), reason="no ../shared/facts here")


def ask(capsys: pytest.CaptureFixture[str], row: dict[str, str], *more: str) -> tuple[int, dict]:  # type: ignore[type-arg]
    words = ["fare", row["from"], row["to"], "--on", row["on"], "--json", *more]
    code = run(words + (["--system", row["system"]] if row["system"] else []))
    return code, json.loads(capsys.readouterr().out)


@needs_oracles
def test_every_price_of_a_machine_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for row in rows("machine"):
        code, answer = ask(capsys, row)
        if (code, answer["total"]) != (0, int(row["yen"])):
            wrong.append((row, answer))
        back = {**row, "from": row["to"], "to": row["from"]}
        if ask(capsys, back)[1]["total"] != answer["total"]:
            wrong.append((back, answer))
    assert wrong == []
    assert len(rows("machine")) >= 123


@needs_oracles
def test_every_price_by_ic_card_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    known = [row for row in rows("machine") if row["ic_yen"]]
    assert len(known) > 30
    for row in known:
        assert ask(capsys, row, "--ic")[1]["total"] == int(row["ic_yen"]), row


@needs_oracles
def test_dates_before_the_tables_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for row in rows("refused"):
        code, answer = ask(capsys, row)
        assert (code, answer["error"]["code"]) == (2, "outside_validity")


ALONG = re.compile(r"along the given route (.+) = ([\d.]+) km")


@needs_oracles
@pytest.mark.parametrize("row", rows("route"), ids=lambda r: f"{r['from']}-{r['to']}-{r['yen']}")
def test_a_given_way_costs_its_own_km_and_class(row: dict[str, str]) -> None:
    match = ALONG.fullmatch(row["note"])
    assert match is not None
    told = match[1].replace("品川,新宿", "品川[山手線]新宿")
    words = re.split(r"[\[\]]", told)
    lines, stops = words[1::2], [row["from"], *filter(None, words[2::2]), row["to"]]
    parts = [(line, a, b) for line, (a, b) in zip(lines, pairwise(stops), strict=True)]
    if "成田線" in lines:
        pytest.skip("千葉-成田 is not in the network")
    found = price_along(parts, dt.date.fromisoformat(row["on"]))
    assert found.km == round(float(match[2]) * 10)
    assert (found.yen, found.ic) == (int(row["yen"]), int(row["ic_yen"]))


def section(route: str, *stations: str) -> Section:
    calls = tuple(
        Call(name, ServiceSeconds(i), ServiceSeconds(i)) for i, name in enumerate(stations)
    )
    return Section(route, route, "", calls)


def test_basis_fare_on_the_shinkansen_and_add_on_beyond_make_one_ticket() -> None:
    found = Journey(
        dt.date(2026, 3, 14),
        (
            Ride("a", "こだま", "", (section("JR-Central.TokaidoShinkansen", "東京", "熱海"),)),
            Ride("b", "普通", "", (section("JR-East.Tokaido", "熱海", "湯河原"),)),
        ),
    )
    tickets = quote(found).tickets
    assert (tickets[0].system, tickets[0].yen, tickets[0].km) == ("jr", 1990, 1101)
    assert tickets[1].yen is None  # no express charge 東京-熱海 is known


def test_through_jr_east_and_central_pays_basis_and_add_on() -> None:
    found = price_along(
        [("東海道線", "大船", "国府津"), ("御殿場線", "国府津", "御殿場")], dt.date(2026, 3, 14)
    )
    assert (found.yen, found.km) == (1170 + 30, 667)


def test_a_transfer_discount_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    row = {"from": "鶴間", "to": "瀬谷", "on": "2018-07-01", "system": ""}
    assert ask(capsys, row, "--discounts")[1]["total"] == 260
    assert ask(capsys, row)[1]["total"] == 280
