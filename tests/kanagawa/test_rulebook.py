"""The Kanagawa game through the door that all games share."""

import pytest

from planner.referee.rulebook import Refused, Rulebook, replay
from planner.rulebooks import rulebook
from planner.rulebooks.kanagawa.rulebook import RULEBOOK, State

OPTIONS = {
    "first_day": "2014-07-01",
    "last_day": "2014-07-02",
    "start": {"A": "小田原", "B": "川崎"},
}
RIDE = {"id": "r", "type": "allowance", "player": "A", "km": "16", "t": "2014-07-01 18:00"}
PLAN = {"id": "p", "type": "plan", "player": "A", "declared": 300, "right": 300,
        "arrivals": [{"station": "久里浜", "time": "20:00"}], "t": "2014-07-01 18:10"}  # fmt: skip
LATE = {"id": "n", "type": "note", "text": "x", "t": "2014-07-03 03:00"}


def test_it_satisfies_the_protocol() -> None:
    book: Rulebook[State] = RULEBOOK
    assert rulebook("kanagawa") is book


def test_a_state_is_left_alone_by_what_comes_after_it() -> None:
    start = RULEBOOK.start(OPTIONS, ["A", "B"])
    ridden = RULEBOOK.apply(start, RIDE)
    planned = RULEBOOK.apply(ridden, PLAN)
    assert (len(start.events), len(ridden.events), len(planned.events)) == (0, 1, 2)
    with pytest.raises(Refused, match="R3"):
        RULEBOOK.apply(ridden, {**RIDE, "id": "again"})
    assert "久里浜" in RULEBOOK.show(planned, "ja")
    assert "allowance" in RULEBOOK.show(planned, "en")


def test_the_score_and_the_end() -> None:
    state = replay(RULEBOOK, [RIDE, PLAN], OPTIONS, ["A", "B"])
    assert not RULEBOOK.finished(state)
    assert RULEBOOK.score(state) == []
    state = RULEBOOK.apply(state, LATE)
    assert RULEBOOK.finished(state)
    assert [(line.clause, line.points) for line in RULEBOOK.score(state)] == [("C2", 1), ("C5", 1)]


def test_what_is_legal_stands() -> None:
    state = replay(RULEBOOK, [RIDE], OPTIONS, ["A", "B"])
    kinds = [(event["type"], event["player"]) for event in RULEBOOK.legal(state)]
    assert kinds == [("plan", "A"), ("allowance", "B"), ("plan", "B")]
    for event in RULEBOOK.legal(state):
        RULEBOOK.apply(state, event)
