"""A game's settings: what is read, and what is a mistake, from game.toml and the command line."""

import math
import tomllib
from pathlib import Path
from typing import Any

import pytest

from planner.errors import BadValue
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.rules import make_game
from tests.kanagawa.test_game_cli import NEW, Game

GIVEN: dict[str, Any] = {"players": ["A", "B"], "first_day": "2014-07-01"}


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Game:
    return Game(tmp_path / "game", capsys)


def add(game: Game, text: str, *, before: bool = False) -> None:
    file = game.path / "game.toml"
    old = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n{old}" if before else f"{old}\n{text}\n", encoding="utf-8")


def test_tables_of_rules_in_a_games_settings_override_those_of_the_rule_file(game: Game) -> None:
    assert game(*NEW)[0] == 0
    add(game, '[money]\nopening_purse = 777\n[decisions]\nday_boundary = "00:00"')
    assert game("ride", "A", "16", "--at", "2014-07-02 00:30")[0] == 0
    days = game.json("ledger")["days"]
    assert days["2014-07-01"]["players"]["B"]["purse"] == 0  # 777 forfeited by R8
    rows = game.json("ledger")["rows"]
    assert [row["values"]["amount"] for row in rows if row["kind"] == "opening"] == [777] * 3
    assert [row["date"] for row in rows if row["kind"] == "allowance"] == ["2014-07-02"]


@pytest.mark.parametrize(
    ("more", "named", "near"),
    [
        ({"decisions": {"opening_purse": 5}}, "opening_purse", ()),
        ({"decisions": {"day_bondary": "00:00"}}, "day_bondary", ("day_boundary",)),
        ({"money": 5}, "money", ()),
        ({"options": [1]}, "options", ()),
        ({"sprint_lst": ["大船"]}, "sprint_lst", ("sprint_list",)),
        ({"options": {"loan_unit": 500}, "money": {"loan_unit": 100}}, "loan_unit", ()),
        ({"sprint_list": "大船"}, "sprint_list", ()),
        ({"unreachable": "大船"}, "unreachable", ()),
        ({"players": "AB"}, "players", ()),
        ({"players": [1, 2]}, "players", ()),
        ({"closes": {"2014-07-01": "abc"}}, "abc", ()),
        ({"sprint_first_close": math.inf}, "inf", ()),
        ({"sprint_first_close": "abc"}, "abc", ()),
        ({"first_day": "9999-12-15"}, "9999-12-15", ()),
        ({"last_day": "9999-12-31"}, "9999-12-31", ()),
        ({"options": {"loan_unit": math.inf}}, "loan_unit", ()),
        ({"options": {"sprint_points": [math.inf]}}, "sprint_points", ()),
    ],
)
def test_a_setting_that_is_none_is_a_mistake_that_names_it(
    more: dict[str, Any], named: str, near: tuple[str, ...]
) -> None:
    with pytest.raises(BadValue, match=named) as caught:
        make_game({**GIVEN, **more})
    assert caught.value.did_you_mean[:1] == near


def test_a_setting_that_is_none_is_bad_input_of_every_verb_and_no_crash(game: Game) -> None:
    assert game(*NEW)[0] == 0
    add(game, "sprint_lst = 5", before=True)
    document = game.json("ledger")
    assert (document["exit"], document["error"]["did_you_mean"][0]) == (2, "sprint_list")


@pytest.mark.parametrize(
    "words",
    [
        ["--sprint-close", "abc"],
        ["--first-day", "9999-12-15"],
        ["--option", "loan_unit=²"],
        ["--unreachable", "ほげ"],
        ["--sprint-list", "大船,平塚", "--unreachable", "ほげほげ"],
    ],
)
def test_a_mistake_on_the_command_line_makes_no_game(game: Game, words: list[str]) -> None:
    code, out, err = game("new", "--players", "A,B", "--first-day", "2014-07-01", *words)
    assert (code, "internal" in out + err) == (2, False)
    assert not game.path.exists()


def test_options_that_are_lists_take_one_name_or_several(game: Game) -> None:
    words = ["--option", "controllable=箱根湯本", "--option", "sprint_points=2,4",
             "--option", "weekdays=6", "--sprint-close", "５０２５３．９１"]  # fmt: skip
    assert game("new", "--players", "A", "--first-day", "2014-07-01", *words)[0] == 0
    settings = tomllib.loads((game.path / "game.toml").read_text(encoding="utf-8"))
    rules = rules_with(settings["options"])
    assert (rules.controllable, rules.sprint_points, rules.weekdays) == (
        ("箱根湯本",),
        (2, 4),
        (6,),
    )
    assert settings["sprint_first_close"] == "50253.91"


TWO = ["new", "--players", "A,B", "--first-day", "2014-07-01"]


@pytest.mark.parametrize(
    ("starts", "told"),
    [
        (["A=新宿", "B=横浜"], "R10"),
        (["A=藤野", "B=横浜"], "R11"),
        (["A=新逗子", "B=逗子・葉山"], "R11"),
        (["A=小田原", "A=川崎"], "A twice"),
        (["A=小田原"], "B"),
    ],
)
def test_a_start_that_the_draft_would_refuse_makes_no_game(
    game: Game, starts: list[str], told: str
) -> None:
    code, _, err = game(*TWO, *(word for one in starts for word in ("--start", one)))
    assert (code, told in err) == (2, True)
    assert not game.path.exists()


def test_starts_nearer_than_the_rules_have_them_are_told(game: Game) -> None:
    code, _, err = game(*TWO, "--start", "A=横浜", "--start", "B=戸塚")
    assert (code, "R11" in err, "戸塚" in err) == (0, True, True)


def test_starts_far_enough_apart_are_told_nothing_of(game: Game) -> None:
    assert game(*TWO, "--start", "A=小田原", "--start", "B=川崎")[::2] == (0, "")


def test_a_start_for_some_only_in_an_older_game_is_told_with_the_way_out(game: Game) -> None:
    assert game(*TWO)[0] == 0
    file = game.path / "game.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("[start]\n", '[start]\nA = "小田原"\n'), encoding="utf-8")
    document = game.json("draft", "A", "小田原", "川崎", "橋本", "--at", "2014-06-30 12:00")
    assert (document["exit"], document["refused"]["clause"]) == (1, "R11")
    assert "[start] of game.toml" in document["refused"]["message"]
    assert "nothing of B" in document["refused"]["message"]
