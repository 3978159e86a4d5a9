"""``--via`` and ``--avoid`` of ``planner route``, ``last-train`` and ``day``."""

import datetime as dt
from typing import Any

import pytest

from planner.search.query import Planner, Wish
from planner.units import parse_time
from tests.cli_runs import MONDAY, Command

pytestmark = pytest.mark.usefixtures("own_home")


def lines(journey: dict[str, Any]) -> list[str]:
    found = []
    for leg in journey["legs"]:
        found += [leg["line"]] if isinstance(leg["line"], str) else leg["line"]
    return found


def calls(journey: dict[str, Any]) -> list[str]:
    return [station for leg in journey["legs"] for station in leg["stops"]]


def test_a_route_passes_its_vias_in_order(command: Command) -> None:
    words = ("route", "横浜", "藤沢", "--via", "大船", "--via", "kamakura", *MONDAY, "--at", "9:00")
    told = command.json(*words)
    assert told.code == 0
    passed = calls(told.document["journeys"][0])
    assert (
        passed.index("大船") < passed.index("鎌倉") < len(passed) - 1 - passed[::-1].index("藤沢")
    )
    assert told.document["query"]["via"] == ["大船", "鎌倉"]


def test_a_through_train_past_the_via_is_one_leg_and_one_ticket(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--via", "戸塚", *MONDAY, "--at", "9:00")
    (journey,) = told.document["journeys"]
    assert (journey["changes"], journey["fare"], len(journey["tickets"])) == (0, 440, 1)
    assert "戸塚" in journey["legs"][0]["stops"]


def test_avoided_lines_and_stations_are_not_touched(command: Command) -> None:
    avoid = ("--avoid", "東海道線", "--avoid", "Yokosuka Line", "--avoid", "ブルーライン")
    words = ("route", "横浜", "藤沢", *avoid, "--avoid", "大船", *MONDAY, "--at", "9:00")
    told = command.json(*words)
    (journey,) = told.document["journeys"]
    assert not set(lines(journey)) & {"東海道線", "横須賀線", "ブルーライン"}
    assert "大船" not in calls(journey)


@pytest.mark.parametrize("verb", ["route", "last-train", "day"])
def test_every_verb_knows_vias_and_avoided_places(command: Command, verb: str) -> None:
    told = command.json(verb, "横浜", "小田原", "--via", "海老名", "--avoid", "東海道線", *MONDAY)
    assert told.code == 0
    for journey in told.document["journeys"]:
        assert "海老名" in calls(journey)
        assert "東海道線" not in lines(journey)


@pytest.mark.parametrize(
    ("company", "operator"),
    [
        ("京急", "京急電鉄"),
        ("京急線", "京急電鉄"),
        ("Keikyu", "京急電鉄"),
        ("京急電鉄", "京急電鉄"),
        ("小田急", "小田急電鉄"),
        ("Odakyu Electric Railway", "小田急電鉄"),
        ("相鉄", "相模鉄道"),
        ("JR", "JR東日本"),
        ("JR東日本", "JR東日本"),
        ("江ノ電", "江ノ島電鉄"),
        ("登山電車", "小田急箱根"),
    ],
)
def test_a_company_can_be_avoided(command: Command, company: str, operator: str) -> None:
    origin, goal = ENDS[operator]
    words = ("route", origin, goal, *MONDAY, "--at", "9:00", "--by", "all", "--rules", "none")
    assert operator in operators(command.json(*words).document)
    assert operator not in operators(command.json(*words, "--avoid", company).document)


ENDS = {
    "小田急電鉄": ("大和", "藤沢"),
    "江ノ島電鉄": ("藤沢", "鎌倉"),
    "小田急箱根": ("小田原", "強羅"),
    "京急電鉄": ("横浜", "横須賀中央"),
    "相模鉄道": ("横浜", "海老名"),
    "JR東日本": ("横浜", "藤沢"),
}


def operators(document: Any) -> set[str]:
    """Every company whose trains are ridden; a through train names several."""
    found: set[str] = set()
    for journey in document["journeys"]:
        for leg in journey["legs"]:
            named = leg.get("operator", ())
            found |= {named} if isinstance(named, str) else set(named)
    return found


def test_a_name_of_a_station_and_a_company_means_the_station(command: Command) -> None:
    words = ("route", "横浜", "新高島", *MONDAY, "--at", "9:00")
    told = command.json(*words, "--avoid", "みなとみらい").document
    assert "横浜高速鉄道" in operators(told)
    assert command.json(*words, "--avoid", "横浜高速鉄道").document["journeys"] == []


def test_a_mistyped_company_names_the_near_ones(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--avoid", "京急電轍", *MONDAY)
    assert (told.code, told.document["error"]["code"]) == (2, "unknown_name")
    assert "京急電鉄" in told.document["error"]["did_you_mean"]


def test_a_mistyped_line_names_the_near_ones(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--avoid", "東海道船", *MONDAY)
    assert told.code == 2
    assert told.document["error"]["code"] == "unknown_name"
    assert "東海道線" in told.document["error"]["did_you_mean"]


def test_a_mistyped_via_names_the_near_ones(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--via", "鎌蔵", *MONDAY)
    assert told.code == 2
    assert "鎌倉" in told.document["error"]["did_you_mean"]


def test_a_via_outside_the_area_of_the_rules_is_not_reachable(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--via", "東京", *MONDAY)
    assert (told.code, told.document["none_because"]) == (1, "not_reachable")


def test_an_avoided_goal_is_not_reachable(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--avoid", "藤沢", *MONDAY)
    assert (told.code, told.document["none_because"]) == (1, "not_reachable")


def test_a_round_trip_needs_a_place_to_go_round_by(command: Command) -> None:
    told = command.json("route", "横浜", "横浜", "--via", "大船", *MONDAY, "--at", "9:00")
    passed = calls(told.document["journeys"][0])
    assert passed[0] == passed[-1] == "横浜"
    assert "大船" in passed
    told = command.json("route", "横浜", "横浜", "--via", "横浜", *MONDAY)
    assert (told.code, told.document["error"]["code"]) == (2, "bad_value")


def test_more_vias_than_memory_should_hold_are_refused(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", *["--via", "鎌倉"] * 13, *MONDAY)
    assert (told.code, told.document["error"]["code"]) == (2, "too_much")


def test_a_stop_may_come_before_or_after_the_via(command: Command) -> None:
    for stop, via in (("鎌倉", "江ノ島"), ("江ノ島", "鎌倉")):
        words = ("route", "横浜", "藤沢", "--stop", stop, "--via", via, *MONDAY, "--at", "9:00")
        (journey,) = command.json(*words).document["journeys"]
        passed = calls(journey)
        assert passed.index("鎌倉") < passed.index("江ノ島")
        assert stop in {leg["to"] for leg in journey["legs"]}


def test_asking_twice_derives_the_timetable_once() -> None:
    planner = Planner.open(date=dt.date(2026, 11, 30))
    wish = Wish(via=["鎌倉"])
    first = planner.route("横浜", "藤沢", parse_time("9:00"), wish)
    assert planner.route("横浜", "藤沢", parse_time("9:00"), wish) == first
    assert len(planner._detours) == 1


@pytest.mark.parametrize("verb", ["route", "last-train", "day"])
def test_who_gets_off_in_ordinary_travel_needs_the_time_of_a_change_to_get_on_again(
    command: Command, verb: str
) -> None:
    words = (verb, "横浜", "平塚", "--stop", "藤沢", *MONDAY, "--at", "9:00", "--rules", "none")
    journeys = command.json(*words).document["journeys"]
    assert journeys
    for journey in journeys:
        before, after = (
            next(leg for leg in journey["legs"] if leg[end] == "藤沢") for end in ("to", "from")
        )
        hours = [time.split(":") for time in (before["arrives"], after["departs"])]
        came, left = (int(hour) * 60 + int(minute) for hour, minute in hours)
        assert left - came >= 3
        assert before["trip"] != after["trip"]


def test_in_the_game_getting_off_and_on_takes_no_time(command: Command) -> None:
    words = ("route", "横浜", "平塚", *MONDAY, "--at", "9:00")
    (over,) = command.json(*words, "--stop", "藤沢").document["journeys"]
    (through,) = command.json(*words).document["journeys"]
    assert over["arrives"] == through["arrives"]
    assert len(over["tickets"]) == len(through["tickets"]) + 1
