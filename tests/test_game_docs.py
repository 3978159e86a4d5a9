"""What the documents show of the two games is what the referee says today."""

from pathlib import Path

from planner.referee.random_player import play
from planner.rulebooks.ashita_tabi.rules import components as ashita
from planner.rulebooks.kanagawa.calendar import has_close
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.rules import date_number
from planner.rulebooks.tokaido.rulebook import RULEBOOK as TOKAIDO
from planner.rulebooks.tokaido.rules import components as tokaido

DOCS = Path(__file__).resolve().parent.parent / "docs"


def test_the_standing_of_tokaido_is_the_game_of_its_seed() -> None:
    game = play(TOKAIDO, {"crossroads": "yes"}, list("ABCD"), 8).state
    text = (DOCS / "tokaido.md").read_text(encoding="utf-8")
    page = TOKAIDO.show(game, "en").split("\n\nThe game")[0]
    assert page in text
    assert (DOCS / "tokaido.svg").read_text(encoding="utf-8") == TOKAIDO.svg(game)


def test_every_decision_is_in_its_document_with_its_choices() -> None:
    for name, data in (("tokaido.md", tokaido()), ("ashita_tabi.md", ashita())):
        text = (DOCS / name).read_text(encoding="utf-8")
        for decision, choices in data["decisions"].items():
            told = ", ".join(f"`{choice}`" for choice in choices)
            assert any(
                line.startswith(f"| `{decision}` |") and told in line for line in text.splitlines()
            ), decision
        for clause, (least, most) in data["bounds"].items():
            assert f"| {clause} | {least} | {most} |" in text


def test_the_demo_has_a_close_on_exactly_the_days_on_which_the_exchange_is_open() -> None:
    text = (DOCS / "demo.md").read_text(encoding="utf-8")
    rules, seen = rules_with({}), {True: 0, False: 0}
    for page in text.split("■ ")[1:]:
        date = page.split()[1].rstrip(",")
        if "the next sprint point" in page:
            open_then = has_close(date_number(date), rules)
            assert ("a day without a close" not in page) == open_then, date
            seen[open_then] += 1
    assert all(seen.values())
