"""docs/feeds.md names every rule with its severity, and every verb of ``planner feed``."""

import re
from pathlib import Path

from typer.main import get_command

from planner.cli.feed import app
from planner.feed.notices import RULES

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "feeds.md").read_text(encoding="utf-8")


def test_every_rule_is_in_the_table() -> None:
    told = dict(re.findall(r"^\| `(\w+)` \| (error|warning|info) \|", PAGE, re.MULTILINE))
    assert told == {code: severity for code, (severity, _, _) in RULES.items()}


def test_every_verb_is_explained() -> None:
    for verb in get_command(app).commands:  # type: ignore[attr-defined]
        assert f"`planner feed {verb}" in PAGE
