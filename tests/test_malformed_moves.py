"""A word that no game has is bad input; a move that is only not legal now is refused."""

from typing import Any

import pytest

from planner.referee.rulebook import MalformedEvent, Refused
from planner.rulebooks.ashita_tabi.rulebook import RULEBOOK as ASHITA
from planner.rulebooks.tokaido.rulebook import RULEBOOK as TOKAIDO

ON_THE_ROAD = {"novice": "yes", "crossroads": "yes", "board": "short"}


def road(event: dict[str, Any]) -> None:
    TOKAIDO.apply(TOKAIDO.start(ON_THE_ROAD, ["A", "B", "C"]), {"player": "A", **event})


def week(event: dict[str, Any]) -> None:
    table = ASHITA.start({}, ["A"])
    deck = ["G3", "R6", "B1", "Y1", "Y2", "W3"]
    table = ASHITA.apply(table, {"type": "items", "items": ["map", "stamp"]})
    table = ASHITA.apply(table, {"type": "deal", "player": "chance", "deck": deck})
    ASHITA.apply(table, {"player": "A", **event})


@pytest.mark.parametrize(
    "event",
    [
        {"type": "go", "player": "Z", "to": 1},
        {"type": "go", "to": 1, "use": "luck"},
        {"type": "go", "to": 1, "do": "y"},
        {"to": 1, "do": "x", "roll": 9},
        {"to": 2, "offer": [["tea", 1], ["food", 1], ["art", 2]]},
        {"to": 3, "do": "x", "amulet": "luck"},
        {"to": 5, "card": 7},
        {"to": 7, "encounter": {"card": "dragon"}},
        {"to": 7, "encounter": {"card": "artisan", "souvenir": "tea"}},
        {"to": 7, "do": "x", "calligraphy": "war"},
        {"to": 8, "meals": ["soup", "soup", "soup", "soup"]},
        {"to": 8, "meals": [["soup", 9]] * 4},
    ],
)
def test_a_name_or_figure_that_the_road_does_not_have_is_bad_input(event: dict[str, Any]) -> None:
    with pytest.raises(MalformedEvent):
        road(event)


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        ({"type": "go", "player": "B", "to": 1}, "TK-3.1"),
        ({"type": "go", "to": 9}, "TK-3.5"),
        ({"type": "go", "to": 1, "use": "fortune"}, "TK-8.6"),
        ({"to": 3, "donate": 0}, "TK-4.7"),
    ],
)
def test_a_move_that_the_road_does_not_allow_is_refused(event: dict[str, Any], clause: str) -> None:
    with pytest.raises(Refused, match=clause) as told:
        road(event)
    assert not isinstance(told.value, MalformedEvent)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "play", "play": "Q9"},
        {"play": "G3", "black": [2, 2], "effects": [{"suit": "Q"}]},
        {"play": "G3", "black": [2, 2], "effects": [{"suit": "G", "pawn": 2}]},
        {"play": "R6", "black": [1, 0], "letter": {"kind": "song"}},
        {"play": "R6", "black": [1, 0], "letter": {"kind": "location", "at": 8}},
        {"play": "G3", "black": [2, 2], "effects": [{"suit": "G", "pass": True}], "keys": ["Q"]},
        {"play": "G3", "black": [2, 2], "memory_moves": [{"when": "noon", "pawn": 0, "at": 3}]},
    ],
)
def test_a_name_or_figure_that_the_week_does_not_have_is_bad_input(event: dict[str, Any]) -> None:
    with pytest.raises(MalformedEvent):
        week(event)


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        ({"type": "play", "play": "W3"}, "AT-4.1"),
        ({"play": "G3", "black": [2, 2], "effects": [{"suit": "R"}]}, "AT-6.1"),
        ({"play": "R6", "black": [1, 0]}, "AT-4.4"),
        ({"type": "key", "suit": "R"}, "AT-3"),
    ],
)
def test_a_turn_that_the_week_does_not_allow_is_refused(event: dict[str, Any], clause: str) -> None:
    with pytest.raises(Refused, match=clause) as told:
        week(event)
    assert not isinstance(told.value, MalformedEvent)
