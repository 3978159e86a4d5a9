"""A score sheet as text and as JSON."""

from collections.abc import Sequence
from typing import Any

from planner.cli.lang import say
from planner.referee.rulebook import ScoreLine


def _row(line: ScoreLine) -> dict[str, Any]:
    label = say(line.label_ja or line.label, line.label)
    return {"player": line.player, "clause": line.clause, "points": line.points, "label": label}


def score_rows(lines: Sequence[ScoreLine]) -> list[dict[str, Any]]:
    """The score sheet for JSON."""
    return [_row(line) for line in lines]


def print_score(lines: Sequence[ScoreLine]) -> None:
    """The score sheet as text, players apart."""
    before = None
    for line in lines:
        if line.player != before:
            print(("" if before is None else "\n") + line.player)
            before = line.player
        print(f"  {line.clause:8} {line.points:5}  {say(line.label_ja or line.label, line.label)}")
