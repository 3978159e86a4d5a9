"""Our earliest arrivals against Dijkstra's algorithm on the time-expanded graph (networkx)."""

import sys
from pathlib import Path

import pytest

from benchmarks.conftest import DATE, Measured
from benchmarks.peer_feed import derive, questions
from planner.feed.registry import embedded_path
from planner.search import earliest
from planner.search.query import Planner
from planner.timetable.model import NEVER
from planner.timetable.movement import movement_rules

QUESTIONS = 25


def test_earliest_arrivals_equal_the_time_expanded_graph(
    measured: Measured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "peers" / "engines"))
    from with_networkx import Expanded

    feed = embedded_path() if measured.name == "embedded" else Path(measured.feed)
    derive(feed, tmp_path / "feed", DATE)
    judge = Expanded(str(tmp_path / "feed"))
    rules = movement_rules("none").but(walk_near=False)
    t = Planner.open(str(tmp_path / "feed"), DATE, rules).timetable
    at = {t.station_name[s]: s for s in range(t.stations)}
    for asked in questions(tmp_path / "feed", QUESTIONS):
        found = earliest.earliest(t, at[asked.origin], at[asked.goal], asked.time).best[0]
        expected = judge.earliest((asked.origin, asked.goal, asked.time))
        assert found == (NEVER if expected is None else expected["arrival"]), asked
    sys.modules.pop("with_networkx")
