"""A company before a line or a station: read wherever a name is read."""

import csv
import datetime as dt
import json
from functools import cache

import pytest

from planner.errors import UnknownName
from planner.feed.line_names import line_named
from planner.feed.line_operators import company_first
from planner.feed.stations import book
from planner.resources import data_path
from planner.rulebooks.kanagawa.rules import controlled_routes
from planner.search.declared_text import read_declared, read_text
from planner.search.lines import LineNames
from planner.search.query import Planner
from planner.timetable.model import Timetable
from tests.cli_runs import MONDAY, Command

pytestmark = pytest.mark.usefixtures("own_home")


@cache
def timetable() -> Timetable:
    return Planner.open("model", dt.date(2026, 11, 30)).timetable


def every_name() -> list[tuple[str, str, str]]:
    """(route id, a name of its company, its printed name) of the embedded feed."""
    t = timetable()
    with data_path("operators.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    return [
        (t.route_id[i], company, t.route_name[i])
        for i in range(len(t.route_id))
        for row in (rows[t.route_operator[i]],)
        for company in (row["name"], row["name_en"], row["short"], *row["also"].split("|"))
        if company
    ]


def test_every_line_of_the_embedded_feed_is_read_back_as_it_is_printed() -> None:
    wrong = []
    for route, company, line in every_name():
        for space in (" ", "", "\u3000"):
            said = f"{company}{space}{line}"
            for text in (f"横浜 -{said}-> 藤沢 440円", f"横浜→({said})→藤沢 440円"):
                hop = read_text(text).hops[0]
                agency = route.partition(".")[0]
                routes = {one for known in hop.lines for one in known.routes}
                same = {one.partition(".")[0] for one in routes} == {agency}
                if route not in routes or not (same or space != " "):
                    wrong.append(text)
    assert wrong == []


def test_lines_to_avoid_are_read_as_they_are_printed() -> None:
    names = LineNames(timetable())
    for route, company, line in every_name():
        for space in (" ", "", "\u3000"):
            found = names.find(f"{company}{space}{line}")
            assert route in {timetable().route_id[i] for i in found}, (company, line)


def test_of_one_name_of_two_companies_the_company_says_which() -> None:
    for text, route in {
        "京急 本線": "Keikyu.Main",
        "相鉄　本線": "Sotetsu.Main",
        "東急 新横浜線": "Tokyu.TokyuShinYokohama",
        "相模鉄道新横浜線": "Sotetsu.SotetsuShinYokohama",
        "小田急電鉄 江ノ島線": "Odakyu.Enoshima",
        "Odakyu Enoshima Line": "Odakyu.Enoshima",
        "JR East Tokaido Line": "JR-East.Tokaido",
    }.items():
        line = line_named(text)
        assert line is not None, text
        assert line.routes == {route}, text


def test_a_through_train_is_read_back_as_it_is_printed() -> None:
    hop = read_text("新横浜 -JR東日本 横浜線 - JR東日本 京浜東北線・根岸線-> 桜木町 210円").hops[0]
    assert [line.name for line in hop.lines] == ["横浜線", "京浜東北線・根岸線"]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("JR東海 横浜線", "JR東日本 横浜線"),
        ("京急東横線", "東急電鉄 東急東横線"),
        ("JR東日本　御殿場線", "JR東海 御殿場線"),
    ],
)
def test_a_line_of_another_company_is_refused_with_the_one_that_runs_it(
    said: str, right: str
) -> None:
    document = json.dumps({"from": "横浜", "legs": [{"line": said, "to": "藤沢"}]})
    for ask in (
        lambda: read_text(f"横浜 -{said}-> 藤沢 440円"),
        lambda: read_declared(document),
        lambda: controlled_routes(said),
        lambda: LineNames(timetable()).find(said),
    ):
        with pytest.raises(UnknownName, match="another company") as refused:
            ask()
        assert refused.value.did_you_mean == (right,)


def test_a_line_that_is_known_is_not_blamed_for_another_mistake() -> None:
    with pytest.raises(UnknownName, match="ほげほげ"):
        read_text("ほげほげ -京成本線-> 青砥 440円")


def test_the_longest_name_of_a_company_is_tried_first() -> None:
    first, *_ = company_first("小田急箱根箱根登山線")
    assert first == (frozenset({"OdakyuHakone"}), "箱根登山線")


@pytest.mark.parametrize(
    "route",
    ["日暮里 -京成電鉄 京成本線-> 青砥", "熱海 -伊東線-> 伊東", "品川 -JR山手線-> 東京"],
)
def test_a_known_line_outside_the_prefecture_is_refused_by_its_clause(
    command: Command, route: str
) -> None:
    done = command("check", route, *MONDAY, "--at", "20:00", "--lang", "en")
    assert (done.code, "R10" in done.out) == (1, True), done


def test_check_rules_on_a_route_with_the_company_named(command: Command) -> None:
    done = command("check", "横浜 -JR東日本 東海道線-> 藤沢 440円", *MONDAY, "--at", "20:00")
    assert done.code == 0, done


@pytest.mark.parametrize(
    ("text", "station", "lines"),
    [
        ("JR藤沢駅 -江ノ電-> 鎌倉 310円", "藤沢", ["江ノ島電鉄線"]),
        ("鎌倉 -江ノ電-> 小田急藤沢駅 310円", "藤沢", ["江ノ島電鉄線"]),
        ("横浜→JR藤沢駅 440円", "藤沢", ["JR"]),
        ("京急川崎駅 -京急本線-> 横浜", "京急川崎", ["京急本線"]),
        ("JR川崎駅 -東海道線-> 横浜", "川崎", ["東海道線"]),
        ("小田急足柄駅 -小田原線-> 小田原", "足柄(小田急)", ["小田急小田原線"]),
    ],
)
def test_a_company_before_a_station_is_no_part_of_its_name(
    text: str, station: str, lines: list[str]
) -> None:
    read = read_text(text)
    said = next(name for name in read.stations if name.endswith("駅"))
    assert book().find(said).id == station
    assert [line.name for line in read.hops[0].lines] == lines


def test_a_company_apart_from_a_station_is_the_line_to_it() -> None:
    read = read_text("横浜→小田急 藤沢 440円")
    assert (read.stations, read.hops[0].text) == (("横浜", "藤沢"), "小田急")


def test_a_company_that_does_not_call_at_a_station_is_none_of_its_names() -> None:
    assert book().candidates("京急藤沢駅") == ()


def test_a_search_reads_the_company_before_a_station(command: Command) -> None:
    done = command("route", "JR藤沢駅", "小田急小田原駅", *MONDAY, "--at", "8:00", "--json")
    journey = done.document["journeys"][0]
    assert (journey["legs"][0]["from"], journey["legs"][-1]["to"]) == ("藤沢", "小田原")
