"""What a wrong fare, a fact without a timetable and a setting out of range lead to."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner.cli.game_folder import plan_fact
from planner.errors import BadValue
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.sprint import onward
from tests.kanagawa.story import story
from tests.kanagawa.test_game_cli import NEW, Game

AT = ["--date", "2014-07-01", "--at"]


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Game:
    found = Game(tmp_path / "game", capsys)
    assert found(*NEW)[0] == 0
    assert found("ride", "A", "16", *AT, "18:00")[0] == 0
    return found


def plan(declared: int, right: int, name: str = "大磯", time: str = "20:00", **more: Any) -> str:
    fact = plan_fact("A", declared, right, [(name, time)], **more)
    return json.dumps(fact, ensure_ascii=False)


def test_r4f_a_cut_off_costs_the_right_fare_to_the_stopping_place_whatever_was_declared() -> None:
    cut = "1 18:00 A rides 16\n1 19:00 A plans p1 300/900 大磯@20:00 charged=400\n"
    assert story(cut).money(1) == (0, 0)
    assert story(cut + "1 21:00 A reports p1").money(1) == (0, 0)
    assert story(cut + "1 21:00 B reports p1").money(1) == (200, 2000)


def test_r4f_what_the_purse_lacks_to_the_stopping_place_is_lent() -> None:
    cut = "1 18:00 A rides 16\n1 19:00 A plans p1 300/900 大磯@20:00 charged=500\n"
    assert "loan" in story(cut).kinds


def test_a_group_may_let_a_cut_off_cost_no_more_than_was_declared_until_it_is_reported() -> None:
    cut = "1 18:00 A rides 16\n1 19:00 A plans p1 300/900 大磯@20:00 charged=400\n"
    usual = {"options": {"cut_off_pays": "at_most_declared"}}
    assert story(cut, **usual).money(1) == (100, 0)
    assert "loan" not in story(cut, **usual).kinds
    assert story(cut + "1 21:00 A reports p1", **usual).money(1) == (0, 0)
    # the difference to the stopping place, and twice the right fare of the declared path
    assert story(cut + "1 21:00 B reports p1", **usual).money(1) == (200, 2000)


def test_a_cut_off_fare_above_the_right_one_is_bad_input(game: Game) -> None:
    document = game.json("fact", plan(100, 100, charged=9999), *AT, "19:00")
    assert document["exit"] == 2
    assert "9999" in document["error"]["message"]


def test_the_answer_to_a_report_tells_what_the_ledger_charges(game: Game) -> None:
    assert game("fact", plan(200, 900, charged=150), *AT, "19:00", "--id", "p1")[0] == 0
    told = game("report", "p1", "--by", "B", *AT, "21:00")[1]
    assert "difference 0 yen, and twice the right fare: 1,800 yen" in told
    again = game.json("report", "p1", "--by", "B", *AT, "21:01")
    assert (again["amount"], again["fine"]) == (0, 0)
    rows = game.json("ledger")["rows"]
    assert [row["values"]["amount"] for row in rows if row["kind"] == "fine"] == [1800]


@pytest.mark.parametrize(
    ("declared", "right", "verb", "code", "words"),
    [
        (300, 200, "report", "no_error", "300 yen were declared and 200 yen are right"),
        (200, 200, "report", "no_error", "nothing is charged (R4h)"),
        (200, 200, "refund", "not_too_much", "nothing comes back (R4i)"),
        (200, 250, "refund", "not_too_much", "nothing comes back (R4i)"),
    ],
)
def test_a_report_or_claim_that_changes_nothing_says_why(
    game: Game, declared: int, right: int, verb: str, code: str, words: str
) -> None:
    assert game("fact", plan(declared, right), *AT, "19:00", "--id", "p1")[0] == 0
    told = game.json(verb, "p1", "--by", "A", *AT, "21:00")
    assert (told["accepted"], told["amount"], told["followed"]["code"]) == (True, 0, code)
    assert words in told["followed"]["message"]


def test_a_report_of_too_much_tells_how_long_its_player_may_correct_it(game: Game) -> None:
    assert game("fact", plan(300, 200), *AT, "19:00", "--id", "p1")[0] == 0
    code, told, _ = game("report", "p1", "--by", "B", *AT, "21:00")
    assert code == 0
    assert "too much is none (R4i); nothing is charged; A may correct it until 2014-07-02" in told


def test_a_second_report_names_the_first(game: Game) -> None:
    assert game("fact", plan(200, 250), *AT, "19:00", "--id", "p1")[0] == 0
    assert game.json("report", "p1", "--by", "A", *AT, "21:00", "--id", "r1")["followed"] is None
    again = game.json("report", "p1", "--by", "B", *AT, "21:01")
    assert again["followed"]["code"] == "found_already"
    assert "r1" in again["followed"]["message"]


@pytest.mark.parametrize(
    ("factor", "said"), [("0", "difference 50 yen\n"), ("3", "3 times the right fare: 750 yen")]
)
def test_the_answer_to_a_report_counts_the_fine_as_the_group_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], factor: str, said: str
) -> None:
    game = Game(tmp_path / "other", capsys)
    game(*NEW, "--option", f"wrong_fare_factor={factor}")
    game("ride", "A", "16", *AT, "18:00")
    game("fact", plan(200, 250), *AT, "19:00", "--id", "p1")
    assert said in game("report", "p1", "--by", "B", *AT, "21:00")[1]
    assert game("audit")[0] == 0


def test_the_answer_to_the_players_own_report_has_no_fine(game: Game) -> None:
    assert game("fact", plan(200, 250), *AT, "19:00", "--id", "p1")[0] == 0
    told = game.json("report", "p1", "--by", "A", *AT, "21:00")
    assert (told["amount"], told["fine"]) == (50, 0)


def test_a_fact_with_a_station_that_is_none_is_told_with_names_that_are(game: Game) -> None:
    code, _, err = game("fact", plan(100, 100, "三崎ロ"), *AT, "19:00")
    assert code == 0
    assert "三崎ロ" in err
    assert "三崎口" in err
    assert game("fact", plan(100, 100, "三崎口"), *AT, "19:10")[2] == ""


def test_a_fact_with_an_impossible_time_is_bad_input(game: Game) -> None:
    before = game.journal.read_bytes()
    document = game.json("fact", plan(100, 100, time="99:10"), *AT, "19:00")
    assert (document["exit"], document["error"]["code"]) == (2, "bad_time")
    assert game.journal.read_bytes() == before


def test_nobody_loses_a_purse_for_staying_before_there_is_a_start() -> None:
    assert story("1 18:00 A rides 16", start={}).money(3) == (400, 0)


def test_a_purse_lost_by_staying_cites_the_ride_it_came_from() -> None:
    told = story("1 18:00 A rides 16\n1 19:00 A plans p1 100 大磯@20:00\n2 18:00 A rides 4")
    lost = [row for row in told.ledger.rows if row.kind == "stayed"]
    assert [list(row.events) for row in lost] == [["e1", "p1", "e3"]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("loan_unit", 0),
        ("interest_divisor", 0),
        ("penalty_divisor", -1),
        ("refund_window", "x"),
        ("refund_window", True),
        ("opening_purse", -1),
        ("allowance", [["1", -100]]),
        ("allowance", [["NaN", 100]]),
        ("allowance", 5),
        ("weekdays", [9]),
        ("sprint_points", [2, -3]),
        ("controllable", ["ほげ"]),
        ("controllable", "横浜"),
        ("controllable_line", 3),
        ("controllable_line", "ほげ線"),
        ("day_boundary", "25:00"),
        ("voluntary_loans", "no"),
        ("arrival", ["x"]),
    ],
)
def test_a_setting_out_of_range_is_told_with_its_name_and_what_would_do(
    name: str, value: object
) -> None:
    with pytest.raises(BadValue, match=f"{name} = .* write "):
        rules_with({name: value})


RACE = """
    1 18:00 A rides 16
    1 18:00 B rides 16
    1 19:00 A plans pA 200 茅ヶ崎@20:00
    2 18:00 A rides 16
"""


def test_a_plan_entered_after_its_day_does_not_move_the_sprint_point() -> None:
    late = story(RACE + "1 19:05 B plans pB 200 大船@20:30")
    assert late.points(1, "B") == {"sprint": 2}  # it was first, in hindsight
    assert late.sprint(2)[:2] == ("大船", 2)  # but the chain is fixed by what was known (S5)
    in_time = story(RACE.rsplit("2 18", 1)[0] + "1 19:05 B plans pB 200 大船@20:30")
    assert in_time.sprint(2)[1] == 1


def test_a_plan_entered_late_but_on_its_day_moves_the_sprint_point() -> None:
    told = story("1 18:00 B rides 16\n1 20:00 A rides 16\n1 19:05 B plans pB 200 大船@20:30")
    assert told.sprint(2)[1] == 1


def test_a_close_of_a_day_that_can_have_none_is_told(game: Game) -> None:
    at = ["--at", "2014-07-01 20:00"]
    assert "S3" in game("nikkei", "2014-07-05", "15326.20", *at)[2]
    assert "no day of this game" in game("nikkei", "2014-08-01", "15326.20", *at)[2]
    assert "still to come" in game("nikkei", "2014-07-02", "15326.20", *at)[2]
    code, _, err = game("nikkei", "２０１４-０７-０１", "１５３２６．２０", *at)
    assert (code, err) == (0, "")


def test_a_draft_keeps_the_name_of_the_station_and_names_one_outside(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from planner.cli import game_new

    monkeypatch.setattr(game_new, "legal_price", lambda *_: lambda a, b: 500)
    game = Game(tmp_path / "draft", capsys)
    game("new", "--players", "A,B", "--first-day", "2014-07-01")
    at = ["--at", "2014-06-30 12:00"]
    code, _, err = game("draft", "A", "渋谷", "よこはま", "小田原", *at)
    assert (code, "渋谷" in err, "R10" in err) == (2, True, True)
    told = game.json("draft", "A", "よこはま", "小田原", "橋本", *at)
    assert told["event"]["stations"] == ["横浜", "小田原", "橋本"]


def test_a_sprint_list_without_a_first_point_begins_at_its_head_with_a_notice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(tmp_path / "sprint", capsys)
    words = ["new", "--players", "A", "--first-day", "2014-07-01", "--sprint-list", "大船,平塚",
             "--unreachable", "平塚"]  # fmt: skip
    code, _, err = game(*words)
    assert (code, "大船" in err, "--sprint-close" in err) == (0, True, True)


def test_the_help_of_a_small_games_verb_needs_no_game(game: Game) -> None:
    assert "legal" in game("move", "--help")[1]


def test_coming_back_to_where_it_set_out_is_a_cycle_where_the_group_says_so() -> None:
    names = ["大船", "平塚", "鎌倉", "逗子"]
    assert onward(names, 0, 2, frozenset({"鎌倉"})) == 0
    assert onward(names, 0, 2, frozenset({"鎌倉"}), "origin") == 1
    text = "1 18:00 A rides 4\n1 19:00 A plans p1 100 大船@20:00"
    settings = {"sprint_list": names, "unreachable": ["鎌倉"], "closes": {"2014-07-01": "15322.00"}}
    assert story(text, **settings).sprint(2)[0] == "大船"
    told = story(text, **settings, options={"sprint_cycle": "origin"})
    assert told.sprint(2)[0] == "平塚"


def test_a_line_that_cannot_be_read_is_left_out_by_a_reseal(game: Game) -> None:
    whole = game.journal.read_bytes()
    game.journal.write_bytes(b"garbage\n" + whole)
    assert game("ledger")[0] == 2
    assert game("audit", "--reseal")[0] == 0
    assert game.journal.read_bytes() == whole
    assert (game.path / "journal.jsonl.before").read_bytes() == b"garbage\n" + whole
    assert game("ride", "B", "1e3", *AT, "19:00")[0] == 0
    rides = [row["values"]["km"] for row in game.json("ledger")["rows"] if row["clause"] == "R2"]
    assert rides == ["16", "1000"]
