"""Posts with a wrong moment: what is turned away, and what the journal's clock makes of it."""

import datetime as dt
from pathlib import Path

import pytest

from planner.cli import game_folder
from planner.units import JAPAN
from tests.kanagawa.test_game_cli import NEW, Game


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Game:
    found = Game(tmp_path / "game", capsys)
    assert found(*NEW)[0] == 0
    assert found("ride", "A", "16", "--at", "2014-07-01 18:00")[0] == 0
    return found


def clock(monkeypatch: pytest.MonkeyPatch, *at: int) -> None:
    monkeypatch.setattr(game_folder, "now", lambda: dt.datetime(*at, tzinfo=JAPAN))  # type: ignore


@pytest.mark.parametrize(
    "words",
    [
        ["ride", "A", "9"],
        ["rest", "A"],
        ["repay", "A", "1000"],
        ["fact", '{"type":"plan","player":"A","declared":0,"right":0,"arrivals":[]}'],
        ["nikkei", "2014-07-01", "15326.20"],
        ["balance", "A", "--purse", "400"],
        ["void", "e1"],
    ],
)
def test_a_moment_outside_the_game_is_bad_input_and_nothing_is_kept(
    game: Game, words: list[str]
) -> None:
    before = game.journal.read_bytes()
    document = game.json(*words, "--at", "2099-12-01 10:00")
    assert (document["exit"], document["error"]["code"]) == (2, "outside_game")
    assert "2099-12-01" in document["error"]["message"]
    assert game.journal.read_bytes() == before


def test_a_moment_to_come_inside_the_game_is_taken(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock(monkeypatch, 2014, 6, 29, 12, 0)
    assert game("ride", "A", "16", "--at", "2014-07-02 18:00")[0] == 0


def test_a_refused_post_does_not_move_the_journals_clock(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock(monkeypatch, 2014, 7, 1, 20, 0)
    plan = '{"type":"plan","player":"A","declared":9999,"right":0,"arrivals":[]}'
    assert game("fact", plan, "--at", "2014-07-03 18:00")[0] == 1
    assert not game.json("day", "--date", "2014-07-01")["ended"]
    code, _, err = game("ride", "B", "9")
    assert (code, err) == (0, "")
    assert game.json("ledger", "--as-known-at", "2014-07-01 20:00")["rows"][-1]["events"] == ["e3"]
    assert set(game.json("ledger")["days"]) == {"2014-07-01"}


def test_a_post_of_a_wrong_day_is_taken_back_and_the_clock_with_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock(monkeypatch, 2014, 7, 1, 20, 0)
    assert game("ride", "B", "9", "--at", "2014-07-03 19:00")[0] == 0
    assert game("ride", "C", "9", "--at", "2014-07-01 19:00")[0] == 0
    assert game.json("void", "e2")["accepted"]
    assert game.json("ride", "B", "9")["event"]["t"] == "2014-07-01 20:00"
    document = game.json("ledger", "--as-known-at", "2014-07-01 20:00")
    assert [row["events"] for row in document["rows"]] == [["e1"], ["e3"], ["e5"]]
    assert game.json("ledger")["rows"] == document["rows"]
    assert game.json("audit")["sound"]


def test_a_refused_post_cannot_be_taken_back_and_the_answer_says_why(game: Game) -> None:
    assert game("ride", "A", "9", "--at", "2014-07-01 19:00")[0] == 1
    document = game.json("void", "e2", "--at", "2014-07-01 19:30")
    assert document["exit"] == 2
    assert "R3" in document["error"]["message"]


def test_a_consent_that_a_later_post_depends_on_is_not_taken_back_and_nothing_is_kept(
    game: Game,
) -> None:
    for name in "ABC":
        assert game("consent", name, "2014-07-05", "--at", "2014-07-02 12:00")[0] == 0
    assert game("ride", "A", "9", "--at", "2014-07-05 10:00")[0] == 0
    before = game.journal.read_bytes()
    document = game.json("void", "e3", "--at", "2014-07-05 10:05")
    assert document["exit"] == 2
    assert "R13" in document["error"]["message"]
    assert "e5 of 2014-07-05" in document["error"]["message"]
    assert game.journal.read_bytes() == before
