"""``planner route``, ``last-train`` and ``day``: the documents, the text, the exit status."""

import datetime as dt
from typing import Any

import pytest

from planner.cli import clock as cli_clock
from planner.cli.clock import moment
from planner.errors import BadDate, BadTime
from planner.search.query import Planner, Wish
from planner.units import JAPAN, parse_time
from tests.cli_runs import MONDAY, Command

pytestmark = pytest.mark.usefixtures("own_home")

CLOCK = r"\d\d:\d\d"
JOURNEY = {
    "service_date": str,
    "departs": str,
    "arrives": str,
    "departs_at": str,
    "arrives_at": str,
    "changes": int,
    "fare": (int, type(None)),
    "confidence": str,
    "legs": list,
    "tickets": list,
    "discounts": list,
}
LEG = {
    "from": str,
    "to": str,
    "line": (str, list),
    "operator": (str, list),
    "train": str,
    "trip": str,
    "headsign": str,
    "departs": str,
    "arrives": str,
    "stops": list,
}
TICKET = {"system": str, "from": str, "to": str, "yen": (int, type(None)), "confidence": str}


def has(document: dict[str, Any], keys: dict[str, Any]) -> None:
    for key, kind in keys.items():
        assert isinstance(document[key], kind), f"{key}: {document[key]!r}"


def test_a_route_is_the_document_of_the_contract(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", *MONDAY, "--at", "23:40")
    assert told.code == 0
    document = told.document
    assert document.keys() >= {
        *("query", "feed", "journeys", "none_because", "cheapest_fare", "next_day_first")
    }
    assert document["feed"].keys() >= {"name", "kind", "valid_from", "valid_to"}
    assert document["feed"]["kind"] == "model"
    assert (document["none_because"], document["cheapest_fare"]) == (None, None)
    (journey,) = document["journeys"]
    has(journey, JOURNEY)
    assert (journey["service_date"], journey["changes"]) == ("2026-11-30", 0)
    for leg in journey["legs"]:
        has(leg, LEG)
        assert (leg["stops"][0], leg["stops"][-1]) == (leg["from"], leg["to"])
    for ticket in journey["tickets"]:
        has(ticket, TICKET)
    assert (journey["legs"][0]["line"], journey["legs"][0]["operator"]) == ("東海道線", "JR東日本")


def test_moments_are_the_service_days_times_on_the_clock(command: Command) -> None:
    (journey,) = command.json("last-train", "横浜", "藤沢", *MONDAY, "--at", "3:00").document[
        "journeys"
    ]
    assert parse_time(journey["arrives"]) >= 24 * 3600
    for name in ("departs", "arrives"):
        at = dt.datetime.fromisoformat(journey[name + "_at"])
        assert at.utcoffset() == dt.timedelta(hours=9)
        midnight = dt.datetime(2026, 11, 30, tzinfo=JAPAN)
        assert (at - midnight).total_seconds() == parse_time(journey[name])


def test_a_through_train_over_a_company_border_is_one_leg_with_both_lines(
    command: Command,
) -> None:
    words = ("元町・中華街", "菊名", *MONDAY, "--at", "8:00", "--by", "changes")
    told = command.json("route", *words)
    (leg,) = told.document["journeys"][0]["legs"]
    assert leg["line"] == ["みなとみらい線", "東横線"]
    assert leg["operator"] == ["横浜高速鉄道", "東急電鉄"]


def test_a_place_outside_the_rules_is_a_no_and_not_an_error(command: Command) -> None:
    told = command.json("route", "横浜", "東京", *MONDAY, "--at", "8:00")
    assert (told.code, told.document["none_because"]) == (1, "not_reachable")
    assert told.document["journeys"] == []
    text = command("route", "横浜", "東京", *MONDAY, "--at", "8:00")
    assert text.code == 1
    assert "東京" in text.out


def test_after_the_last_train_there_is_none_left(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", "--date", "2026-12-01", "--at", "2:59")
    assert (told.code, told.document["none_because"]) == (1, "no_train_left")
    assert told.document["query"]["at"] == "26:59"
    assert told.document["query"]["service_date"] == "2026-11-30"


def test_ordinary_travel_is_told_the_next_mornings_first_journey(command: Command) -> None:
    words = ("route", "横浜", "藤沢", "--date", "2026-12-01", "--at", "2:05", "--rules", "none")
    told = command.json(*words)
    assert (told.code, told.document["none_because"]) == (1, "no_train_left")
    following = told.document["next_day_first"]
    assert following["service_date"] == "2026-12-01"
    assert "04:00" < following["departs"] < "06:00"
    assert following["departs"] in command(*words).out


def test_a_budget_one_yen_short_names_the_least_that_would_do(command: Command) -> None:
    enough = command.json("route", "横浜", "藤沢", *MONDAY, "--at", "8:00", "--budget", "440")
    assert enough.document["journeys"][0]["fare"] == 440
    short = command.json("route", "横浜", "藤沢", *MONDAY, "--at", "8:00", "--budget", "439")
    assert (short.code, short.document["none_because"]) == (1, "out_of_budget")
    assert short.document["cheapest_fare"] == 440


def test_each_order_sorts_as_its_name_says(command: Command) -> None:
    def asked(by: str) -> list[tuple[str, int, int]]:
        words = ("route", "川崎", "箱根湯本", *MONDAY, "--at", "8:00", "--by", by)
        journeys = command.json(*words).document["journeys"]
        return [(one["arrives"], one["fare"], one["changes"]) for one in journeys]

    every = asked("all")
    assert every == sorted(every)
    assert len(every) > 2
    assert asked("time")[0][0] == every[0][0]
    assert asked("fare")[0][1] == min(fare for _, fare, _ in every)
    assert asked("changes")[0][2] == min(changes for _, _, changes in every)


@pytest.mark.parametrize(
    ("words", "code", "near"),
    [
        (("横浜", "藤沢市"), "unknown_name", "藤沢"),
        (("足柄", "小田原", "--rules", "none"), "ambiguous_name", "足柄(小田急)"),
        (("横浜", "藤沢", "--rules", "kanagwa"), "unknown_name", "kanagawa"),
        (("横浜", "藤沢", "--by", "fair"), "unknown_name", "fare"),
        (("横浜", "藤沢", "--as-if", "weekdays"), "unknown_name", "weekday"),
        (("横浜", "藤沢", "--tickets", "splits"), "unknown_name", "split"),
        (("横浜", "藤沢", "--feed", "modell"), "unknown_name", "model"),
        (("横浜", "藤沢", "--date", "2026-02-30"), "bad_date", None),
        (("横浜", "藤沢", "--at", "27:00"), "bad_time", None),
        (("横浜", "藤沢", "--at", "noon"), "bad_time", None),
        (("横浜", "藤沢", "--budget", "-1"), "bad_number", None),
        (("横浜", "藤沢", "--count", "0"), "bad_number", None),
        (("横浜", "藤沢", "--budget", "ten"), "usage", None),
        (("横浜", "藤沢", "--arrive-by"), "bad_value", None),
        (("横浜",), "usage", None),
        (("横浜", "よこはま"), "bad_value", None),
        (("横浜", "横浜", "--via", "横浜"), "bad_value", None),
        (("横浜", "藤沢", "--stop", "横浜"), "bad_value", None),
        (("横浜", "藤沢", "--stop", "大船", "--stop", "ofuna"), "bad_value", None),
        (("横浜", "藤沢", "--any-order", "--stop", "大船", "--stop", "藤沢"), "bad_value", None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_wrong_word_is_exit_2_and_a_document_with_near_words(
    command: Command, words: tuple[str, ...], code: str, near: str | None
) -> None:
    date = () if "--date" in words else MONDAY
    told = command.json("route", *words, *date)
    error = told.document["error"]
    assert (told.code, error["code"]) == (2, code)
    assert error["message"]
    assert near is None or near in error["did_you_mean"]
    text = command("route", *words, *date)
    assert (text.code, text.out) == (2, "")
    assert text.err.strip()


def test_arrive_by_leaves_as_late_as_it_may(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", *MONDAY, "--at", "9:00", "--arrive-by")
    (journey,) = told.document["journeys"]
    assert "08:00" < journey["departs"] < journey["arrives"] <= "09:00"
    assert told.document["query"]["arrive_by"] is True


def test_count_gives_that_many_journeys_by_arrival(command: Command) -> None:
    told = command.json("route", "横浜", "藤沢", *MONDAY, "--at", "9:00", "--count", "4")
    arrivals = [journey["arrives"] for journey in told.document["journeys"]]
    assert len(arrivals) == 4
    assert arrivals == sorted(arrivals)


def test_the_day_holds_the_first_and_the_last_train(command: Command) -> None:
    journeys = command.json("day", "横浜", "藤沢", *MONDAY).document["journeys"]
    departures = [parse_time(journey["departs"]) for journey in journeys]
    assert departures == sorted(departures)
    assert len(set(departures)) > 50
    first = command.json("route", "横浜", "藤沢", *MONDAY, "--at", "3:00")
    last = command.json("last-train", "横浜", "藤沢", *MONDAY, "--at", "3:00")
    assert first.document["journeys"][0]["arrives"] == journeys[0]["arrives"]
    assert last.document["journeys"][0]["departs"] == journeys[-1]["departs"]


def test_text_has_one_line_a_leg_and_the_clock_date_where_it_changes(command: Command) -> None:
    told = command("last-train", "横浜", "藤沢", *MONDAY, "--at", "3:00")
    lines = told.out.splitlines()
    assert lines[0].startswith("横浜 → 藤沢   2026-11-30")
    legs = [line for line in lines if " 東海道線 " in line]
    assert len(legs) == 1
    assert "2026-12-01" in legs[0]
    assert "2026-03-14..2027-03-31" in told.out


def test_a_date_outside_a_model_runs_by_kind_of_day_and_says_so(command: Command) -> None:
    words = ("route", "横浜", "藤沢", "--date", "2014-07-01", "--at", "8:00")
    told = command.json(*words)
    assert told.code == 0
    assert told.document["feed"]["ran_as"] is not None
    assert told.document["feed"]["ran_as"] in command(*words).out


def test_names_are_those_of_the_date(command: Command) -> None:
    told = command.json("route", "逗子・葉山", "金沢八景", "--date", "2019-07-01", "--at", "8:00")
    assert told.document["query"]["from"] == "新逗子"
    assert told.document["journeys"][0]["legs"][0]["from"] == "新逗子"


def test_a_station_that_is_not_open_yet_is_an_error(command: Command) -> None:
    told = command.json("route", "羽沢横浜国大", "横浜", "--date", "2014-07-01", "--at", "8:00")
    assert (told.code, told.document["error"]["code"]) == (2, "not_open")


@pytest.mark.parametrize("spelling", ["よこはま", "Yokohama", "YOKOHAMA", "横浜駅", "JT05"])
def test_any_spelling_is_understood(command: Command, spelling: str) -> None:
    told = command.json("route", spelling, "ﾌｼﾞｻﾜ", *MONDAY, "--at", "8:00")
    assert (told.document["query"]["from"], told.document["query"]["to"]) == ("横浜", "藤沢")


def at(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    clock = dt.datetime.fromisoformat(text).replace(tzinfo=JAPAN)
    monkeypatch.setattr(cli_clock, "now", lambda: clock)


@pytest.mark.parametrize(
    ("date", "time", "service_date", "service_time"),
    [
        ("2026-12-01", "0:05", "2026-11-30", "24:05"),
        ("2026-11-30", "24:05", "2026-11-30", "24:05"),
        ("2026-12-01", "02:59", "2026-11-30", "26:59"),
        ("2026-12-01", "03:00", "2026-12-01", "03:00"),
        ("2026-12-01", "２３：４０", "2026-12-01", "23:40"),
        ("2026-12-02", "", "2026-12-02", "03:00"),
        ("2026-11-30", "", "2026-11-30", "17:31"),
        ("", "", "2026-11-30", "17:31"),
        ("", "0:10", "2026-11-29", "24:10"),
    ],
)
def test_the_small_hours_belong_to_the_service_day_before(
    monkeypatch: pytest.MonkeyPatch, date: str, time: str, service_date: str, service_time: str
) -> None:
    at(monkeypatch, "2026-11-30T17:31:45")
    found = moment(date, time)
    assert found.service_date.isoformat() == service_date
    assert found.time == parse_time(service_time)


def test_at_half_past_midnight_now_is_yesterdays_service_day(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at(monkeypatch, "2026-12-01T00:31:00")
    found = moment("", "")
    assert (found.service_date.isoformat(), found.time) == ("2026-11-30", parse_time("24:31"))
    assert moment("", "", whole_day=True).time == parse_time("3:00")


def test_no_service_day_ends_after_27_o_clock_or_before_the_calendar() -> None:
    with pytest.raises(BadTime):
        moment("2026-11-30", "27:00")
    with pytest.raises(BadDate):
        moment("0001-01-01", "0:05")


def test_a_journey_before_all_tariffs_says_why_it_has_no_price(command: Command) -> None:
    words = ("route", "横浜", "藤沢", "--date", "2013-01-01", "--at", "9:00", "--as-if", "weekday")
    assert "they begin on 2014-04-01" in command(*words).out


def test_a_ticket_of_unknown_price_says_why(command: Command) -> None:
    words = ("route", "海老名", "小田原", "--ic", *MONDAY, "--at", "9:00")
    assert "(the IC price is not known)" in command(*words).out
    (ticket,) = command.json(*words).document["journeys"][0]["tickets"]
    assert (ticket["yen"], ticket["unknown_because"]) == (None, "ic")


def test_a_count_limits_a_day_and_asks_for_the_trains_before_the_last() -> None:
    planner = Planner.open(date=dt.date(2026, 11, 30))
    whole = planner.day("横浜", "藤沢", parse_time("20:00"), parse_time("26:59")).journeys
    day = planner.day(
        "横浜", "藤沢", parse_time("20:00"), parse_time("26:59"), Wish(count=2)
    ).journeys
    assert [j.departs for j in day] == [j.departs for j in whole[:2]]
    late = planner.last_train("横浜", "藤沢", 0, Wish(count=3)).journeys
    assert [j.departs for j in late] == [j.departs for j in reversed(whole[-3:])]
    (last,) = planner.last_train("横浜", "藤沢").journeys
    assert last.departs == late[0].departs
