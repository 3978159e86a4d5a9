"""A game's settings: what is read, and what is a mistake, from game.toml and the command line."""

import math
import tomllib
from pathlib import Path
from typing import Any

import pytest

from planner.errors import BadValue
from planner.rulebooks.kanagawa.rules import make_game, rules_with
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
