"""Written records of whole games (RI-11) and the rarer fields of worked cases."""

from typing import Any

from planner.rulebooks.railroad_ink.cases import run_case
from planner.rulebooks.railroad_ink.record import judge_record

BLANK = ["..... ..... ..... ..... ..... ..... ....."] * 7
FREE = {"leftover.check": "none"}
ROLL = ["HI", "RI", "HL", "XI"]
STRAIGHT = {"die": 0, "cell": "A2", "tile": "H.H.-"}


def case(kind: str, expect: dict[str, Any], **fields: Any) -> list[Any]:
    return run_case({"id": "own", "kind": kind, "expect": expect, **fields})


def test_players_are_judged_alone_and_a_refusal_stops_only_its_player() -> None:
    wrong = {"die": 1, "cell": "A2", "tile": "R.R.-"}
    rounds = [
        {"roll": ROLL, "play": {"a": [STRAIGHT], "b": [STRAIGHT, wrong, STRAIGHT]}},
        {"roll": ROLL, "play": {"a": [{**STRAIGHT, "cell": "B2"}]}},
    ]
    found = judge_record({"options": FREE, "players": ["a", "b"], "rounds": rounds})
    assert found["a"].refused is None
    assert found["a"].state.round == 2
    refused = found["b"].refused
    assert refused is not None
    assert (refused.clause, found["b"].round, found["b"].index) == ("RI-4.3", 1, 1)
    assert found["b"].table.sheet.count("H.H.-") == 1  # the sheet before the refusal stands


def test_a_record_tells_meteors_cancels_and_directions_by_player() -> None:
    rounds = [
        {"roll": ROLL, "extra": [2, "free"], "direction": {"a": "E", "b": "W"}, "play": {}},
        {"roll": ROLL, "extra": [1, "N"], "cancel": {"b": "S2"}, "play": {}},
    ]
    record = {"expansion": "meteor", "options": FREE, "players": ["a", "b"], "rounds": rounds}
    found = judge_record(record)
    a, b = (found[name].table for name in "ab")
    assert (a.sheet[26], b.sheet[22]) == ("....o", "....*")
    assert a.sheet[19] == "....*"
    assert b.specials == ("S2",)


def test_a_free_direction_that_is_not_told_refuses_the_round() -> None:
    rounds = [{"roll": ROLL, "extra": [2, "free"], "play": {}}]
    record = {"expansion": "meteor", "options": FREE, "players": ["a"], "rounds": rounds}
    refused = judge_record(record)["a"].refused
    assert refused is not None
    assert refused.clause == "RI-9.1"


def test_a_journal_case_tells_every_player() -> None:
    rounds = [{"roll": ROLL, "play": {"a": [STRAIGHT], "b": []}}]
    fields = {"players": ["a", "b"], "rounds": rounds, "option": "leftover.check=none"}
    expect = {"a": {"road": 1, "errors": -1, "total": 0}, "b": {"total": 0, "finished": False}}
    assert case("journal", expect, **fields) == []
    assert len(case("journal", {**expect, "b": {"total": 1}}, **fields)) == 1


def test_the_closing_is_the_entry_after_the_last() -> None:
    expect = {"legal": False, "clause": "RI-3.5", "at": 1}
    assert case("round", expect, sheet=BLANK, roll=ROLL, moves=[STRAIGHT]) == []


def test_a_round_case_may_cancel_its_meteor() -> None:
    special = {"cell": "A2", "tile": "HHHH-", "source": "S3"}
    fields = {"expansion": "meteor", "sheet": BLANK, "roll": ROLL, "moves": [special]}
    expect = {"legal": False, "clause": "RI-9.7", "at": 0}
    assert case("round", expect, cancel="S1", **fields) == []


def test_a_round_case_may_drop_its_meteor_first() -> None:
    fields = {"expansion": "meteor", "sheet": BLANK, "roll": ROLL, "moves": []}
    row_d = "..... ..... ..... ..... ..... ....* ....."
    sheet = [*BLANK[:3], row_d, *BLANK[4:]]
    expect = {"clause": "RI-3.5", "at": 0, "sheet": sheet}
    assert case("round", expect, extra=[2, "E"], **fields) == []


def test_a_lava_round_without_told_faces_still_needs_a_lava_die() -> None:
    row_d = "..... ..... ..... VVVV^ ..... ..... ....."
    fields = {
        "expansion": "lava",
        "sheet": [*BLANK[:3], row_d, *BLANK[4:]],
        "roll": ROLL,
        "option": "leftover.check=none",
    }
    assert case("round", {"legal": False, "clause": "RI-10.2", "at": 0}, moves=[], **fields) == []
    lava = {"cell": "D3", "tile": ".V.V-", "source": "lava"}
    assert case("round", {"legal": True, "at": None}, moves=[lava], **fields) == []


def test_cancelling_is_limited_like_specials() -> None:
    none = {"legal": False, "at": None}
    used = ["S1", "S2", "S4"]
    told = {"cancel": "S3", "specials_already_used": used, "moves": []}
    assert case("meteor_cancel", {**none, "clause": "RI-5.3"}, **told) == []
    told = {"cancel": "S1", "specials_already_used": ["S1"], "moves": []}
    assert case("meteor_cancel", {**none, "clause": "RI-5.4"}, **told) == []


def test_dice_may_be_drawn_after_a_cancel() -> None:
    move = {"cell": "A2", "tile": "H.H.-", "source": "HI"}
    expect = {"legal": True, "clause": None, "specials_used": ["S3"]}
    assert case("meteor_cancel", expect, cancel="S3", moves=[move]) == []


def test_a_place_case_knows_what_was_used_before() -> None:
    special = {"cell": "A2", "tile": "HHHH-", "source": "S3"}
    fields = {"sheet": BLANK, "move": special}
    assert case("place", {"clause": "RI-5.4"}, specials_already_used=["S3"], **fields) == []
    assert case("place", {"clause": "RI-5.2"}, special_used_this_round=True, **fields) == []


def test_a_meteor_without_a_start_counts_from_the_dot() -> None:
    row_b = "..... ..... ..... ..... ..... ....* ....."
    fields = {"sheet": [BLANK[0], row_b, *BLANK[2:]], "distance": 1, "direction": "S"}
    assert case("meteor", {"impact": "C6"}, **fields) == []


def test_shared_victory_is_told_in_any_order() -> None:
    rows = [{"player": name, "total": 9, "errors": -1} for name in "ab"]
    assert case("rank", {"order": ["b", "a"], "shared": True}, sheets=rows) == []
    assert len(case("rank", {"order": ["a"], "shared": False}, sheets=rows)) == 2
