"""Events typed as JSON: keys of their type only; old journals stay readable."""

import json
from pathlib import Path

import pytest

from planner.cli.options import now
from planner.errors import BadValue
from planner.referee.journal import writing
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import make_game
from tests.kanagawa.test_game_cli import NEW, Game

AT = ["--at", "2014-07-01 19:00"]
PLAN = {"type": "plan", "player": "A", "declared": 0, "right": 0, "arrivals": []}


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Game:
    found = Game(tmp_path / "game", capsys)
    assert found(*NEW)[0] == 0
    return found


@pytest.mark.parametrize(
    ("event", "named"),
    [
        ({"type": "allowance", "player": "A", "km": "16", "stations": None}, "stations"),
        ({"type": "allowance", "player": "A", "km": None}, "km"),
        ({"type": "allowance", "player": ["A"], "km": "16"}, "player"),
        ({**PLAN, "cut": "R4f"}, "cut"),
        ({**PLAN, "arivals": []}, "arivals"),
        ({**PLAN, "shinkasen": 1}, "shinkasen"),
        ({**PLAN, "arrivals": [{"station": "大船"}]}, "arrivals"),
        ({**PLAN, "arrivals": None}, "arrivals"),
        ({**PLAN, "text": None}, "text"),
        ({"type": "balance", "player": "A", "purse": "abc"}, "purse"),
        ({"type": "balance", "player": "A", "points": 1.5}, "points"),
        ({"type": "note", "text": {"a": 1}}, "text"),
        ({"type": "alowance", "player": "A", "km": "16"}, "alowance"),
        ({"player": "A", "km": "16"}, "type"),
    ],
)
def test_a_key_that_is_none_or_of_another_kind_is_bad_input_and_nothing_is_kept(
    game: Game, event: dict[str, object], named: str
) -> None:
    document = game.json("fact", json.dumps(event, ensure_ascii=False), *AT)
    assert document["exit"] == 2
    assert named in document["error"]["message"]
    assert not game.journal.exists() or not game.journal.read_bytes()


def test_a_misspelt_key_is_answered_with_the_one_that_was_meant(game: Game) -> None:
    document = game.json("fact", json.dumps({**PLAN, "shinkasen": 1}), *AT)
    assert document["error"]["did_you_mean"] == ["shinkansen"]


@pytest.mark.parametrize(
    "text", ['{"type":"note","text":"x","t":NaN}', '{"type":"note","a":-Infinity}']
)
def test_a_number_that_is_none_is_no_json(game: Game, text: str) -> None:
    document = game.json("fact", text)
    assert document["exit"] == 2
    assert "JSON" in document["error"]["message"]


def test_a_plan_without_a_cut_off_may_say_so_by_null(game: Game) -> None:
    event = {
        **PLAN,
        "arrivals": [{"station": "大磯", "time": "20:00"}],
        "charged": None,
        "cut": None,
    }
    assert game("fact", json.dumps(event), *AT)[0] == 0
    assert game("explain", "1")[0] == 0


def test_a_journal_with_keys_that_nothing_reads_stays_readable(game: Game) -> None:
    odd = [
        {"id": "e1", "t": "2014-07-01 18:00", "type": "allowance", "player": "A", "km": "16",
         "stations": 5},
        {**PLAN, "id": "e2", "t": "2014-07-01 18:05", "shinkasen": 1},
        {"id": "e3", "t": "2014-07-01 18:06", "type": "balance", "player": "A", "purse": "abc"},
    ]  # fmt: skip
    with writing(game.journal) as pen:
        for event in odd:
            pen.append(event, now())
    for verb in (["ledger"], ["day", "--date", "2014-07-01"], ["explain", "1"]):
        assert game(*verb)[0] == 0
    assert [f["code"] for f in game.json("audit")["findings"]] == ["assertion"]
    assert game.json("void", "e3", "--at", "2014-07-01 18:10")["accepted"]
    assert game.json("audit")["sound"]  # what was taken back asserts nothing


def test_a_cut_that_is_none_is_told_by_the_rules_too() -> None:
    game = make_game({"players": ["A"], "first_day": "2014-07-01", "start": {"A": "横浜"}})
    with pytest.raises(BadValue, match="cut"):
        book_of([{**PLAN, "id": "p", "t": "2014-07-01 12:00", "cut": "R4f"}], game)


@pytest.mark.parametrize("km", ["１６ｋｍ", "16㎞", " 16 km ", "16.0", "１６"])
def test_a_distance_is_read_in_full_width_and_with_its_unit(game: Game, km: str) -> None:
    assert game.json("ride", "A", km, *AT)["amount"] == 400
    assert game("fact", json.dumps({"type": "allowance", "player": "B", "km": km}), *AT)[0] == 0


@pytest.mark.parametrize(
    "words",
    [
        ["ride", "A", "1_0"],
        ["repay", "A", "1_000"],
        ["nikkei", "2014-07-01", "1_5000.00"],
        ["nikkei", "20140701", "15000.00"],
        ["consent", "A", "20140710"],
        ["fact", '{"type":"allowance","player":"A","km":"1_6"}'],
        ["fact", '{"type":"close","date":"2014-W27-2","close":"15000.00"}'],
    ],
)
def test_numbers_and_dates_that_only_python_reads_are_bad_input(
    game: Game, words: list[str]
) -> None:
    code, out, _ = game(*words, *AT, "--json")
    assert code == 2
    assert set(json.loads(out)["error"]) >= {"code", "message"}
    assert not game.journal.exists() or not game.journal.read_bytes()


def test_a_journal_with_numbers_that_only_python_reads_keeps_its_rulings(game: Game) -> None:
    with writing(game.journal) as pen:
        pen.append({"id": "e1", "t": "2014-07-01 18:00", "type": "allowance", "player": "A",
                    "km": "1_6"}, now())  # fmt: skip
        pen.append({"id": "e2", "t": "2014-07-01 20:00", "type": "close", "date": "20140701",
                    "close": "1_5326.00"}, now())  # fmt: skip
    assert game.json("ledger")["rows"][0]["values"]["amount"] == 400
