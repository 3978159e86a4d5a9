"""The page about the game says what the program says."""

from pathlib import Path

from planner.referee.random_player import play
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK
from planner.rulebooks.railroad_ink.tables import tables

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "railroad_ink.md").read_text(encoding="utf-8")


def test_the_drawn_sheet_and_its_score_are_those_of_the_named_game() -> None:
    state = play(RULEBOOK, {}, ["A"], 1834).state
    drawing, *_ = RULEBOOK.show(state, "en").split("\n\nwinner")
    assert drawing in PAGE
    for line in RULEBOOK.score(state):
        assert f"{line.clause:8} {line.points:5}  {line.label}" in PAGE
    assert (DOCS / "railroad_ink.svg").read_text(encoding="utf-8") == RULEBOOK.svg(state)


def test_every_decision_and_bound_is_on_the_page() -> None:
    for name, row in tables()["decisions"].items():
        assert f"| `{name}` | {row['clause']} | `{row['choices'][0]}`" in PAGE
    for clause, (least, most) in tables()["bounds"].items():
        assert f"{tables()['clauses'][clause]['en']} | {least} | {most} |" in PAGE
