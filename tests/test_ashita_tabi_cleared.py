"""A whole game that is cleared, replayed from its events alone."""

import json
from pathlib import Path

from planner.referee.rulebook import replay
from planner.rulebooks.ashita_tabi.rulebook import RULEBOOK
from planner.rulebooks.ashita_tabi.table import Table
from tests.test_ashita_tabi_play import check_invariants

HERE = Path(__file__).resolve().parent
GAME = json.loads((HERE / "data" / "ashita_tabi_cleared.json").read_text(encoding="utf-8"))
EVENTS = GAME["events"]
DOCUMENT = (HERE.parent / "docs" / "ashita_tabi.md").read_text(encoding="utf-8")


def after(count: int) -> Table:
    return replay(RULEBOOK, EVENTS[:count], GAME["options"], ["A"])


def test_the_game_is_cleared_with_five_points() -> None:
    table = after(len(EVENTS))
    assert table.result == "won"
    assert table.clause == "AT-7.6"
    assert [line.points for line in RULEBOOK.score(table)] == [0, 5, 0, 5]


def test_every_step_was_among_the_legal_ones_and_kept_the_invariants() -> None:
    table = after(0)
    for event in EVENTS:
        assert table.phase in {"deal", "reshuffle"} or event in list(RULEBOOK.legal(table))
        table = RULEBOOK.apply(table, event)
        check_invariants(table)


def test_the_shuffles_of_the_journal_need_no_seed() -> None:
    assert replay(RULEBOOK, EVENTS, {}, ["A"], 99).deck == after(len(EVENTS)).deck


def test_the_weeks_of_the_document_are_the_weeks_of_this_game() -> None:
    last = max(i for i, event in enumerate(EVENTS) if event["type"] == "play")
    for count in (last, len(EVENTS)):
        assert RULEBOOK.show(after(count), "en") in DOCUMENT
    drawn = (HERE.parent / "docs" / "ashita_tabi.svg").read_text(encoding="utf-8")
    assert drawn == RULEBOOK.svg(after(last))


def test_every_table_on_the_way_can_be_shown_and_drawn() -> None:
    table = after(0)
    for event in EVENTS:
        assert RULEBOOK.svg(table).endswith("</svg>\n")
        assert RULEBOOK.show(table, "ja") != RULEBOOK.show(table, "en")
        table = RULEBOOK.apply(table, event)
