"""Japanese refusals of the small games are whole sentences in the words of the game."""

from collections.abc import Callable
from typing import Any

import pytest

from planner.referee.rulebook import Event, Refused
from planner.rulebooks.ashita_tabi.rulebook import RULEBOOK as ASHITA
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK as INK
from planner.rulebooks.tokaido.pending import Want, awaited_ja, next_want
from planner.rulebooks.tokaido.rulebook import RULEBOOK as TOKAIDO
from planner.rulebooks.tokaido.rules import components
from planner.rulebooks.tokaido.state import Game
from tests.tokaido_world import at, holds, road


def refusal(apply: Callable[[Any, Event], Any], state: Any, **event: Any) -> str:
    with pytest.raises(Refused) as told:
        apply(state, event)
    return told.value.message_ja


def going(place: int) -> Game:
    return TOKAIDO.apply(road(), {"type": "go", "player": "A", "to": place})


def test_what_a_move_waits_for_is_a_sentence() -> None:
    told = refusal(TOKAIDO.apply, going(3), type="choose", player="A", buy=[])
    assert told == "TK-1.6: A が寄付の額(donate)を決めるのを待っています"
    told = refusal(TOKAIDO.apply, going(5), type="choose", player="A", donate=1)
    assert told == "TK-1.6: 温泉カード(card)が決まるのを待っています"
    told = refusal(TOKAIDO.apply, road(), type="choose", player="A", donate=1)
    assert told == "TK-1.6: 一手(go か move)を待っています"


def test_everything_that_can_be_asked_has_a_japanese_name() -> None:
    assert next_want(going(3)) == Want("A", "donate")
    for field in components()["asked"]:
        assert field in awaited_ja(Want("A", field))


def test_a_complete_panorama_is_named_in_japanese() -> None:
    game = holds(at(road(crossroads="no"), A=1, B=6, C=7), "A", panoramas={"sea": 5})
    told = refusal(TOKAIDO.apply, game, type="go", player="A", to=4)
    assert told == "TK-3.7: A は海をもう完成させています"


def test_a_die_that_does_not_exist_is_not_called_a_wrong_shape() -> None:
    table = INK.start({}, ["A"])
    told = refusal(INK.apply, table, type="draw", player="A", die=9, cell="A2", tile="H.H.-")
    assert told.startswith("RI-4.2: die=9: ダイスは 0〜3 番です")
    told = refusal(INK.apply, table, type="roll", roll=None)
    assert told.startswith("RI-1.3: roll: ロールはルートダイス3個と交差ダイス1個です")


def test_a_step_that_is_not_due_tells_what_can_be_done() -> None:
    told = refusal(ASHITA.apply, ASHITA.start({}, ["A"]), type="key", player="A", suit="R")
    assert told == "AT-3: 今は「key」はできません。次にできるのは items です"
