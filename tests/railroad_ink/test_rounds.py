"""Rounds, dice, specials, meteors and closing: RI-2, 3, 5, 9.1, 9.7, 10.2."""

import pytest

from planner.referee.rulebook import Refused
from planner.rulebooks.railroad_ink.notation import Sheet, square_name
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK
from planner.rulebooks.railroad_ink.state import State
from tests.railroad_ink.ink import any_roll, clause, do, draw, game, rolled, sheet


def refusal(state: State, **event: object) -> str:
    with pytest.raises(Refused) as caught:
        RULEBOOK.apply(state, event)
    return caught.value.clause


def craters(drawn: Sheet) -> dict[str, str]:
    return {square_name(n): tile for n, tile in enumerate(drawn) if tile[4] in "*odD"}


def test_a_lava_game_starts_with_a_volcano_in_the_middle() -> None:
    assert game("lava").tables[0].sheet == sheet(D4="VVVV^")
    assert game("meteor").tables[0].sheet == sheet()


def test_one_expansion_at_a_time_unless_the_decision_says_more() -> None:
    with pytest.raises(Refused, match=r"RI-2\.2"):
        game("river+lake")
    assert game("river+lake", "expansions.max=2").expansions == ("river", "lake")


@pytest.mark.parametrize(("expansion", "rounds"), [("none", 7), ("river", 6), ("lava", 6)])
def test_the_game_has_seven_rounds_or_six_with_an_expansion(expansion: str, rounds: int) -> None:
    assert game(expansion).rounds == rounds


def test_a_roll_is_three_route_dice_and_a_junction() -> None:
    before = game()
    for roll in (["HI"], ["HI", "HI", "HI", "HI"], ["HI", "HI", "ZZ", "XI"], None, "HIHI"):
        assert refusal(before, type="roll", roll=roll) == "RI-1.3"
    assert rolled(before, "XX", "HI", "HI", "RT").round == 1


def test_a_second_roll_waits_until_all_have_closed() -> None:
    assert refusal(rolled(game()), type="roll", roll=["HI", "HI", "HI", "XI"]) == "RI-3.1"


def test_no_roll_follows_the_last_round() -> None:
    state = game(option="leftover.check=none")
    for _ in range(7):
        assert not RULEBOOK.finished(state)
        state = do(rolled(state), "close")
    assert RULEBOOK.finished(state)
    assert not list(RULEBOOK.legal(state))
    assert refusal(state, type="roll", roll=["HI", "HI", "HI", "XI"]) == "RI-3.1"


def test_extra_dice_must_belong_to_the_expansion() -> None:
    for extra in (["L...-"], ["~.~.-"] * 3, ["VVVV^"], ["sea"], 5):
        event = {"type": "roll", "roll": ["HI", "HI", "HI", "XI"], "extra": extra}
        assert refusal(game("river"), **event) == "RI-1.6"


def test_all_players_use_one_roll_and_are_judged_alone() -> None:
    state = rolled(RULEBOOK.start({"leftover.check": "none"}, ["A", "B"], 1))
    state = draw(state, "HI", "A2", "H.H.-")
    assert state.table("B").sheet == sheet()
    state = do(state, "close")
    assert not state.roll_due
    assert RULEBOOK.apply(state, {"type": "close", "player": "B"}).roll_due


def test_a_drawing_may_lean_on_one_of_the_same_round() -> None:
    state = draw(rolled(game()), "HI", "A2", "H.H.-")
    assert draw(state, "HL", "B2", "HH..-").tables[0].sheet == sheet(A2="H.H.-", B2="HH..-")


def test_a_die_is_drawn_once() -> None:
    state = do(rolled(game()), "draw", die=0, cell="A2", tile="H.H.-")
    assert clause(state, "draw", die=0, cell="A6", tile="H.H.-") == "RI-3.4"
    assert clause(state, "draw", source="HI", cell="A6", tile="H.H.-") == "RI-3.4"


def test_two_dice_of_one_face_are_two_dice() -> None:
    state = draw(rolled(game(), "HI", "HI", "RI", "XI"), "HI", "A2", "H.H.-")
    assert clause(state, "draw", source="HI", cell="A6", tile="H.H.-") is None


def test_a_face_that_was_not_rolled_is_not_drawn() -> None:
    assert clause(rolled(game()), "draw", source="RT", cell="A4", tile="RRR.-") == "RI-4.2"
    for die in (4, -1, "0", True):
        assert clause(rolled(game()), "draw", die=die, cell="A2", tile="H.H.-") == "RI-4.2"


def test_a_round_is_not_closed_while_a_base_die_fits() -> None:
    assert clause(rolled(game()), "close") == "RI-3.5"
    assert clause(rolled(game(option="leftover.check=none")), "close") is None


def test_a_die_that_fits_nowhere_is_left_out_without_penalty() -> None:
    full = {f"{row}{column}": "....-" for row in "ABCDEFG" for column in range(1, 8)}
    blocked = any_roll(game(**{**full, "D4": "....."}), "HI", "RI")
    assert clause(blocked, "close") is None


def test_nobody_has_to_look_for_an_order_that_fits_more_dice() -> None:
    border = ["A2", "A4", "A6", "G2", "G4", "G6", "B1", "D1", "F1", "B7", "D7", "F7"]
    closed = dict.fromkeys(border, "....-")
    state = any_roll(game(**{**closed, "A2": "....."}), "HI", "HI")
    # The only open exit takes the first straight across; the second could have hung on it.
    state = draw(state, "HI", "A2", "H.H.-")
    assert clause(state, "close") == "RI-3.5"
    assert clause(draw(state, "HI", "B2", "H.H.-"), "close") is None


def test_nothing_is_drawn_after_closing() -> None:
    state = do(rolled(game(option="leftover.check=none")), "close")
    assert clause(state, "draw", source="S3", cell="A2", tile="HHHH-") == "RI-3.8"
    assert clause(state, "close") == "RI-3.8"


def test_a_special_is_drawn_under_the_same_tests() -> None:
    state = rolled(game())
    assert clause(state, "draw", special="S3", cell="A2", tile="HHHH-") is None
    assert clause(state, "draw", special="S3", cell="D4", tile="HHHH-") == "RI-4.4"
    assert clause(state, "draw", special="S4", cell="A2", tile="RRRR-") == "RI-4.5"
    assert clause(state, "draw", special="S9", cell="A2", tile="HHHH-") == "RI-4.2"


def _rounds_with_specials(state: State, *specials: tuple[str, str, str]) -> State:
    """One special a round, each round closed."""
    for name, cell, tile in specials:
        state = do(draw(rolled(state), name, cell, tile), "close")
    return state


def test_one_special_a_round_three_a_game_and_each_once() -> None:
    state = game(option="leftover.check=none")
    used = _rounds_with_specials(state, ("S3", "A2", "HHHH-"), ("S4", "A4", "RRRR-"))
    now = rolled(used)
    assert clause(now, "draw", source="S3", cell="A6", tile="HHHH-") == "RI-5.4"
    now = draw(now, "S1", "A6", "HHHR+")
    assert clause(now, "draw", source="S2", cell="G4", tile="RRRH+") == "RI-5.2"
    later = rolled(do(now, "close"))
    assert clause(later, "draw", source="S5", cell="D1", tile="RRHH+") == "RI-5.3"


def test_specials_may_be_forbidden_in_the_last_round() -> None:
    for option, expected in (("allowed", None), ("forbidden", "RI-5.5")):
        state = game(option=f"leftover.check=none special.last_round={option}")
        for _ in range(6):
            state = do(rolled(state), "close")
        event = {"source": "S3", "cell": "A2", "tile": "HHHH-"}
        assert clause(rolled(state), "draw", **event) == expected


def test_river_dice_are_optional_and_at_most_two() -> None:
    state = rolled(game("river", "leftover.check=none"), extra=("~.~.-", "~~..-"))
    assert clause(state, "close") is None
    state = draw(draw(state, "river", "D4", "~.~.-"), "river", "C3", "~~..-")
    assert clause(state, "draw", source="river", cell="E5", tile="~.~.-") == "RI-3.7"
    assert clause(state, "draw", extra=1, cell="E5", tile="~~..-") == "RI-3.4"


def test_an_extra_die_whose_face_was_rolled_shows_that_face() -> None:
    state = rolled(game("river"), extra=("~.~.-", "~H~H-"))
    assert clause(state, "draw", extra=0, cell="D4", tile="~~..-") == "RI-4.2"
    assert clause(state, "draw", source="river", cell="D4", tile="R~R~-") == "RI-4.2"
    assert clause(state, "draw", source="river", cell="D4", tile="H~H~-") is None


def test_one_lava_die_has_to_be_drawn() -> None:
    state = rolled(game("lava", "leftover.check=none"), extra=("V.V.-", "VV..-"))
    assert clause(state, "close") == "RI-10.2"
    assert clause(draw(state, "lava", "D3", ".V.V-"), "close") is None


def test_lava_that_fits_nowhere_need_not_be_drawn() -> None:
    sealed = {"D4": "VVVV^", "C4": "..V.-", "E4": "V...-", "D3": ".V..-", "D5": "...V-"}
    state = game("lava", "leftover.check=none", **sealed)
    assert clause(rolled(state, extra=("V.V.-", "VV..-")), "close") is None


def test_a_lava_die_that_only_fits_over_a_route_has_to_be_drawn() -> None:
    sealed = {"D4": "VVVV^", "C4": "..V.-", "E4": "V...-", "D3": ".V..-", "D5": "H.H.-"}
    state = game("lava", "leftover.check=none", **sealed)
    assert clause(rolled(state, extra=("V.V.-", "V.V.-")), "close") == "RI-10.2"


def test_one_volcano_a_round() -> None:
    state = draw(rolled(game("lava")), "volcano", "A1", "VVVV^")
    assert clause(state, "draw", volcano=True, cell="G7", tile="VVVV^") == "RI-10.4"


def test_lava_may_cover_what_was_drawn_this_round() -> None:
    state = game("lava", D1=".H.H-", D2=".H.H-", D4="VVVV^")
    state = draw(rolled(state), "HI", "D3", ".H.H-")
    state = draw(state, "lava", "D3", ".V.V-")
    assert state.tables[0].sheet == sheet(D1=".H.H-", D2=".H.H-", D3=".V.V-", D4="VVVV^")
    assert clause(state, "draw", source="HI", cell="A2", tile="H.H.-") == "RI-3.4"


def test_the_meteor_comes_before_any_drawing() -> None:
    state = rolled(game("meteor"), extra=(2, "N"))
    assert clause(state, "draw", source="HI", cell="A2", tile="H.H.-") == "RI-9.1"
    assert clause(state, "close") == "RI-9.1"
    state = do(state, "meteor")
    assert craters(state.tables[0].sheet) == {"B4": "....*"}
    assert clause(state, "draw", source="HI", cell="A2", tile="H.H.-") is None
    assert clause(state, "meteor") == "RI-9.1"


def test_a_meteor_game_needs_its_two_dice() -> None:
    for extra in ([], [2], ["N"], [4, "N"], [2, "N", "E"], [1, 2, "N"]):
        event = {"type": "roll", "roll": ["HI", "HI", "HI", "XI"], "extra": extra}
        assert refusal(game("meteor"), **event) == "RI-1.6"


def test_a_free_face_needs_a_direction_and_others_keep_theirs() -> None:
    free = rolled(game("meteor"), extra=(1, "free"))
    assert clause(free, "meteor") == "RI-9.1"
    assert clause(free, "meteor", direction="Q") == "RI-9.1"
    assert craters(do(free, "meteor", direction="W").tables[0].sheet) == {"D3": "....*"}
    fixed = rolled(game("meteor"), extra=(1, "E"))
    assert clause(fixed, "meteor", direction="W") == "RI-9.1"


def test_a_cancelled_meteor_ticks_a_special_and_is_the_special_of_the_round() -> None:
    state = do(rolled(game("meteor"), extra=(2, "N")), "cancel", special="S3")
    assert state.tables[0].sheet == sheet()
    assert state.tables[0].specials == ("S3",)
    assert clause(state, "draw", source="S4", cell="A4", tile="RRRR-") == "RI-9.7"
    assert clause(state, "draw", source="HI", cell="A2", tile="H.H.-") is None
    assert clause(state, "cancel", special="S1") == "RI-9.7"


def test_a_meteor_is_cancelled_only_before_it_falls() -> None:
    fallen = do(rolled(game("meteor"), extra=(2, "N")), "meteor")
    assert clause(fallen, "cancel", special="S3") == "RI-9.7"
    assert clause(rolled(game("meteor"), extra=(2, "N")), "cancel", special="S7") == "RI-9.7"


def _three_cancelled(option: str) -> State:
    state = game("meteor", f"leftover.check=none {option}")
    for name in ("S1", "S2", "S3"):
        state = do(do(rolled(state, extra=(2, "N")), "cancel", special=name), "close")
    return rolled(state, extra=(2, "N"))


def test_cancelling_counts_among_the_three_specials_of_the_game() -> None:
    state = _three_cancelled("cancel.counts=yes")
    assert clause(state, "cancel", special="S4") == "RI-5.3"
    state = do(state, "meteor")
    assert clause(state, "draw", source="S4", cell="A4", tile="RRRR-") == "RI-5.3"


def test_cancelling_may_be_free_of_the_three_but_ticks_the_special() -> None:
    state = _three_cancelled("cancel.counts=no")
    assert clause(state, "cancel", special="S1") == "RI-5.4"
    assert clause(state, "cancel", special="S4") is None
    fallen = do(state, "meteor")
    assert clause(fallen, "draw", source="S4", cell="A4", tile="RRRR-") is None
    assert clause(fallen, "draw", source="S2", cell="A4", tile="RRRH+") == "RI-5.4"


def test_a_refused_event_changes_nothing() -> None:
    state = rolled(game())
    before = state.tables
    assert clause(state, "draw", source="HI", cell="D4", tile="H.H.-") == "RI-4.4"
    assert state.tables == before


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"type": "draw"},
        {"type": "draw", "player": "Z", "cell": "A2"},
        {"type": "sing", "player": "A"},
        {"type": 3, "player": "A"},
    ],
)
def test_an_event_that_cannot_be_read_is_refused_as_such(event: dict[str, object]) -> None:
    assert refusal(rolled(game()), **event) == "RI-11.1"


def test_a_drawing_that_names_no_die_is_refused() -> None:
    assert refusal(rolled(game()), type="draw", player="A", cell="A2", tile="H.H.-") == "RI-4.2"


def test_wrong_players_are_refused() -> None:
    for players in ([], ["A", "A"], ["chance"]):
        with pytest.raises(Refused, match=r"RI-11\.1"):
            RULEBOOK.start({}, players)


def test_an_unknown_option_is_refused_with_near_names() -> None:
    with pytest.raises(Refused, match=r"lake\.flod") as caught:
        RULEBOOK.start({"lake.flod": "facing"}, ["A"])
    assert "lake.flood" in caught.value.did_you_mean
    with pytest.raises(Refused, match="volcanoes"):
        RULEBOOK.start({"expansion": "volcanoes"}, ["A"])
    with pytest.raises(Refused, match="sideways"):
        RULEBOOK.start({"lake.flood": "sideways"}, ["A"])
