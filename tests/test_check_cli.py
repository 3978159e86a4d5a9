"""``planner check`` on the embedded feed: its document, its text and its exit statuses."""

import json

import pytest

from tests.cli_runs import MONDAY, Command

pytestmark = pytest.mark.usefixtures("own_home")
ROUTE = "横浜 -東海道線-> 藤沢[下車] -江ノ島電鉄線-> 鎌倉 750円"
KEYS = {
    "schema",
    "legal",
    "refused",
    "right_fare",
    "declared_fare",
    "fare_error",
    "charged_fare",
    "departs",
    "arrives",
    "stops_at",
    "completed",
    "cut_off",
    "arrivals",
    "boardings",
    "journey",
}


def test_the_document_of_a_legal_route(command: Command) -> None:
    told = command.json("check", ROUTE, *MONDAY, "--at", "20:00")
    found = told.document
    assert told.code == 0
    assert found.keys() >= KEYS
    assert (found["legal"], found["refused"], found["completed"]) == (True, None, True)
    assert (found["right_fare"], found["declared_fare"], found["fare_error"]) == (750, 750, 0)
    assert (found["charged_fare"], found["stops_at"], found["cut_off"]) == (750, "鎌倉", None)
    assert [stop["station"] for stop in found["arrivals"]] == ["藤沢", "鎌倉"]
    assert {stop["clause"] for stop in found["arrivals"]} == {"R7"}
    assert found["boardings"] == {"東海道新幹線": 0}
    assert found["journey"]["fare"] == 750
    assert found["departs"] == found["journey"]["departs"] >= "20:00"


def test_the_document_has_the_same_keys_when_the_route_is_refused(command: Command) -> None:
    legal = command.json("check", ROUTE, *MONDAY, "--at", "20:00").document
    told = command.json("check", "橋本 -横浜線-> 長津田 330円", *MONDAY, "--at", "20:00")
    assert told.code == 1
    assert told.document.keys() == legal.keys()
    assert told.document["refused"]["clause"] == "R10"
    assert told.document["refused"]["message"]
    assert told.document["legal"] is False


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        ((ROUTE, "--purse", "700"), "R4c"),
        ((ROUTE, "--from", "川崎"), "R4a"),
        (("川崎 -京急本線-> 横浜 230円",), "R9"),
        (("横浜 -東海道線-> 東京 500円",), "R10"),
        (("横浜 -東海道線-> 藤沢 フリーパス",), "R6"),
        (("横浜 -京急本線 快特-> 弘明寺",), "R4d"),
    ],
)
def test_each_way_to_be_refused(command: Command, words: tuple[str, ...], clause: str) -> None:
    told = command.json("check", *words, *MONDAY, "--at", "20:00")
    assert (told.code, told.document["refused"]["clause"]) == (1, clause)


def test_nothing_moved_is_exit_1_and_legal(command: Command) -> None:
    told = command.json("check", ROUTE, *MONDAY, "--at", "26:50")
    found = told.document
    assert (told.code, found["legal"], found["completed"]) == (1, True, False)
    assert (found["charged_fare"], found["arrivals"], found["journey"]) == (0, [], None)
    assert (found["stops_at"], found["right_fare"]) == ("横浜", 750)
    assert found["cut_off"]["clause"] == "R4d"


def test_a_cut_off_is_exit_0(command: Command) -> None:
    told = command.json("check", ROUTE, *MONDAY, "--at", "23:30")
    found = told.document
    assert (told.code, found["completed"], found["right_fare"]) == (0, False, 750)
    assert found["cut_off"]["clause"] == "R4f"
    assert found["cut_off"]["station"] == found["stops_at"] == found["arrivals"][-1]["station"]
    assert found["charged_fare"] < 750


def test_five_past_midnight_is_of_the_day_before(command: Command) -> None:
    route = "横浜 -京浜東北線-> 東神奈川"
    one = command.json("check", route, "--date", "2026-12-01", "--at", "00:05").document
    other = command.json("check", route, "--date", "2026-11-30", "--at", "24:05").document
    assert one["query"]["service_date"] == "2026-11-30"
    assert one["arrivals"] == other["arrivals"]
    assert one["departs"] >= "24:05"


@pytest.mark.parametrize(
    ("route", "code"),
    [
        ("", "bad_route"),
        ("横浜", "bad_route"),
        ("{", "bad_route"),
        ("横浜 -東海道線-> ほげほげ", "unknown_name"),
        ("足柄 -> 小田原", "ambiguous_name"),
        ("-東海道線-> 藤沢", "unknown_name"),
    ],
)
def test_bad_input_is_exit_2(command: Command, route: str, code: str) -> None:
    told = command.json("check", route, *MONDAY)
    assert (told.code, told.document["error"]["code"]) == (2, code)


def test_an_ambiguous_name_comes_with_candidates_and_a_line_settles_it(command: Command) -> None:
    told = command.json("check", "足柄 -> 小田原", *MONDAY)
    assert "足柄(小田急)" in told.document["error"]["did_you_mean"]
    settled = command.json("check", "足柄 -小田急-> 小田原", *MONDAY, "--at", "8:00")
    assert settled.document["legal"] is True


def test_a_station_not_open_yet_is_an_error(command: Command) -> None:
    told = command.json("check", "日吉 -> 新綱島", "--date", "2020-01-06", "--at", "8:00")
    assert (told.code, told.document["error"]["code"]) == (2, "not_open")


def test_old_names_are_understood_and_told_as_on_the_date(command: Command) -> None:
    now = command.json("check", "金沢八景 -京急-> 新逗子", *MONDAY, "--at", "8:00").document
    assert now["stops_at"] == "逗子・葉山"
    old = command.json(
        "check", "金沢八景 -京急-> 逗子・葉山", "--date", "2019-12-02", "--at", "8:00"
    ).document
    assert old["stops_at"] == "新逗子"


def test_the_text_can_be_pasted_back(command: Command) -> None:
    told = command("check", ROUTE, *MONDAY, "--at", "20:00")
    first = told.out.splitlines()[0]
    again = command("check", first.partition("   [")[0], *MONDAY, "--at", "20:00")
    assert (told.code, again.code) == (0, 0)
    assert again.out == told.out


def test_json_of_a_journey_that_route_printed_is_a_declared_route(command: Command) -> None:
    told = command.json("route", "海老名", "三崎口", *MONDAY, "--at", "10:00")
    journey = told.document["journeys"][0]
    found = command.json("check", json.dumps(journey), *MONDAY, "--at", journey["departs"]).document
    assert (found["legal"], found["right_fare"]) == (True, journey["fare"])
    assert found["fare_error"] == 0


def test_a_stop_that_the_named_boarding_decides(command: Command) -> None:
    route = "横浜 -京急本線-> 金沢文庫"
    slow = command.json("check", route, *MONDAY, "--at", "10:00").document
    fast = command.json(
        "check", route, *MONDAY, "--at", "10:00", "--boarding", "earliest_arrival"
    ).document
    assert fast["arrives"] <= slow["arrives"]
    assert slow["departs"] <= fast["departs"]


@pytest.mark.parametrize(
    "words",
    [("--purse", "-1"), ("--at", "27:00"), ("--boarding", "fast"), ("--rules", "some")],
)
def test_options_that_make_no_sense_are_mistakes(command: Command, words: tuple[str, str]) -> None:
    told = command.json("check", ROUTE, "--date", "2026-11-30", *words)
    assert (told.code, "error" in told.document) == (2, True)


def test_the_ways_of_boarding_are_offered_as_they_are_written(command: Command) -> None:
    told = command.json("check", "横浜 -東海道線-> 藤沢", "--boarding", "foo")
    assert told.code == 2
    assert told.document["error"]["did_you_mean"] == ["next_departure", "earliest_arrival"]
    for how in ("earliest_arrival", "earliest-arrival"):
        words = ("--boarding", how, "--date", "2026-12-01", "--at", "9:00")
        assert command("check", "横浜 -東海道線-> 藤沢", *words).code == 0


def test_without_the_games_rules_a_route_may_leave_the_prefecture(command: Command) -> None:
    when = ("--date", "2026-12-01", "--at", "9:00")
    route = "橋本 -横浜線-> 長津田 400円"
    inside = command.json("check", route, *when).document
    anywhere = command.json("check", route, "--rules", "none", *when)
    assert inside["refused"]["clause"] == "R10"
    assert (anywhere.code, anywhere.document["legal"]) == (0, True)
    wrong = command.json("check", route, "--rules", "foo", *when)
    assert (wrong.code, wrong.document["error"]["code"]) == (2, "unknown_name")


@pytest.mark.parametrize("route", ["横浜 -横浜線-> 東神奈川", "東神奈川 -横浜線-> 横浜"])
def test_a_station_that_trains_reach_as_another_line_is_told_with_that_line(
    command: Command, route: str
) -> None:
    told = command.json("check", route, *MONDAY, "--at", "20:00", "--lang", "en")
    refused = told.document["refused"]
    assert (told.code, refused["clause"]) == (1, "R9")
    assert refused["message"].endswith(
        "come to 横浜 as trains of 京浜東北線・根岸線: declare -京浜東北線・根岸線->"
    )
    assert command("check", "新横浜 -横浜線-> 横浜", *MONDAY, "--at", "20:00").code == 0


def test_a_station_that_no_train_of_a_line_reaches_is_told_without_one(command: Command) -> None:
    told = command.json("check", "横浜 -江ノ電-> 鎌倉", *MONDAY, "--at", "20:00", "--lang", "en")
    assert told.document["refused"]["message"] == "横浜 is not a station of 江ノ電"
