"""May it be drawn there: RI-1.5, RI-4, and the expansions' own clauses."""

import pytest

from planner.rulebooks.railroad_ink.notation import orientations, sheet_lines
from planner.rulebooks.railroad_ink.tables import base_faces, exits, special_faces
from tests.railroad_ink.ink import any_roll, draw, game, refused


def test_a_face_is_turned_and_mirrored_into_all_its_shapes() -> None:
    shapes = {face: len(orientations(tile)) for face, tile in base_faces().items()}
    assert shapes["HI"] == 2
    assert shapes["HL"] == shapes["HT"] == 4
    assert shapes["XI"] == 4
    assert shapes["XL"] == 8  # a mirrored corner station is no turned one
    assert shapes["XX"] == 2


def test_specials_with_like_kinds_adjacent_or_opposite_are_two_shapes() -> None:
    assert len(orientations(special_faces()["S5"])) == 4
    assert set(orientations(special_faces()["S6"])) == {"HRHR+", "RHRH+"}


def test_twelve_exits_stand_on_the_border() -> None:
    assert len({(way.square, way.side) for way in exits("standard")}) == 12
    assert sum(way.kind == "H" for way in exits("standard")) == 6


@pytest.mark.parametrize("cell", ["H1", "A8", "A0", "", "A", "D44"])
def test_a_square_beyond_the_sheet_is_refused(cell: str) -> None:
    assert refused("HI", cell, "H.H.-") == "RI-4.1"


def test_the_square_is_tested_before_the_shape() -> None:
    assert refused("HI", "A9", "HH..-") == "RI-4.1"


def test_a_corner_is_no_straight() -> None:
    assert refused("HI", "A2", "HH..-") == "RI-4.2"


def test_a_station_is_no_plain_tile() -> None:
    assert refused("XI", "A2", "H.R.-") == "RI-4.2"


def test_the_shape_is_tested_before_the_square_is_free() -> None:
    assert refused("HI", "A2", "HH..-", A2="H.H.-") == "RI-4.2"


def test_a_drawn_square_is_not_drawn_again() -> None:
    assert refused("HI", "A2", "H.H.-", A2="H.H.-") == "RI-4.3"


def test_an_occupied_square_is_told_before_a_bad_contact() -> None:
    assert refused("RI", "A2", "R.R.-", A2="H.H.-") == "RI-4.3"


def test_rail_may_not_meet_the_road_of_a_neighbour() -> None:
    assert refused("RI", "B2", "R.R.-", A2="H.H.-") == "RI-4.5"


def test_road_may_not_meet_the_rail_of_a_neighbour() -> None:
    assert refused("HI", "B4", "H.H.-", A4="R.R.-") == "RI-4.5"


def test_a_bad_contact_is_told_before_a_missing_good_one() -> None:
    assert refused("RI", "B2", "R.R.-", A2="..H.-") == "RI-4.5"


def test_one_bad_contact_forbids_a_drawing_that_also_has_a_good_one() -> None:
    assert refused("HL", "B2", "H..H-", A2="H.H.-", B1=".R.R-") == "RI-4.5"


def test_a_drawing_without_contact_is_refused() -> None:
    assert refused("HI", "D4", "H.H.-") == "RI-4.4"


def test_touching_a_blank_side_is_no_contact() -> None:
    assert refused("HI", "B3", ".H.H-", B2="H.H.-") == "RI-4.4"


def test_touching_only_water_or_lava_is_no_contact() -> None:
    assert refused("HI", "B3", ".H.H-", expansion="lake", B2=".L..-") == "RI-4.4"
    assert refused("HI", "B3", ".H.H-", expansion="lava", B2=".V..-") == "RI-4.4"


def test_a_side_may_face_plain_border_and_blank_sides() -> None:
    assert refused("HT", "A2", "HH.H-", A3="R.R.-") is None


def test_a_wrong_exit_blocks_unless_it_is_plain_border() -> None:
    tiles = {"A3": ".H.H-"}
    assert refused("HL", "A4", "H..H-", **tiles) == "RI-4.5"
    assert refused("HL", "A4", "H..H-", option="exit.mismatch=blank_border", **tiles) is None


def test_a_wrong_exit_that_is_plain_border_is_no_contact_either() -> None:
    assert refused("HI", "A4", "H.H.-", option="exit.mismatch=blank_border") == "RI-4.4"


def test_a_route_that_reaches_no_exit_can_be_continued() -> None:
    tiles = {"D4": "~H~H-"}
    assert refused("HI", "D5", ".H.H-", expansion="river", **tiles) is None


def test_support_can_be_asked_to_reach_an_exit() -> None:
    alone = {"D4": "~H~H-"}
    option = "support=exit_linked"
    assert refused("HI", "D5", ".H.H-", expansion="river", option=option, **alone) == "RI-4.7"
    linked = {"D1": ".H.H-", "D2": ".H.H-"}
    assert refused("HI", "D3", ".H.H-", option=option, **linked) is None
    assert refused("HI", "D1", ".H.H-", option=option) is None


def test_a_station_carries_support_from_rail_to_road() -> None:
    tiles = {"A4": "R.H.+"}
    assert refused("HI", "B4", "H.H.-", option="support=exit_linked", **tiles) is None


def test_an_overpass_does_not_carry_support_across() -> None:
    tiles = {"D2": ".H.H-", "D1": "RHRH-", "C1": "..R.-"}
    option = "support=exit_linked"
    assert refused("RI", "E1", "R.R.-", option=option, **tiles) == "RI-4.7"


def test_a_river_square_may_stand_alone() -> None:
    assert refused("river", "D4", "~.~.-", expansion="river") is None


def test_later_river_squares_may_be_asked_for_contact() -> None:
    option = "river.free=first_only"
    assert refused("river", "D4", "~.~.-", expansion="river", option=option) is None
    tiles = {"A1": ".~~.-"}
    how = {"expansion": "river", "option": option}
    assert refused("river", "D4", "~.~.-", **how, **tiles) == "RI-7.2"
    assert refused("river", "A2", ".~.~-", **how, **tiles) is None
    assert refused("river", "D1", "~H~H-", **how, **tiles) is None  # the exit is a contact


@pytest.mark.parametrize(("tile", "cell"), [("~.~.-", "B2"), ("~~..-", "B2")])
def test_a_river_may_not_meet_a_route(tile: str, cell: str) -> None:
    assert refused("river", cell, tile, expansion="river", A2="H.H.-") == "RI-7.3"


def test_a_route_may_not_meet_a_river() -> None:
    tiles = {"B2": "~.~.-"}
    assert refused("HI", "A2", "H.H.-", expansion="river", **tiles) == "RI-7.3"


def test_a_river_may_not_run_into_an_exit_unless_it_is_border() -> None:
    assert refused("river", "A2", "~.~.-", expansion="river") == "RI-7.3"
    option = "river.exit=border"
    assert refused("river", "A2", "~.~.-", expansion="river", option=option) is None


def test_a_river_may_face_blank_sides_and_plain_border() -> None:
    assert refused("river", "A1", "~..~-", expansion="river", B1=".H.H-") is None


def test_the_road_of_a_bridge_may_not_meet_rail() -> None:
    assert refused("river", "D4", "~H~H-", expansion="river", D3=".R.R-") == "RI-4.5"


def test_a_river_die_does_not_draw_over_anything() -> None:
    assert refused("river", "D4", "~.~.-", expansion="river", D4="H.H.-") == "RI-4.3"


def test_an_expansion_die_needs_its_own_letter_and_no_foreign_one() -> None:
    assert refused("river", "D4", "H.H.-", expansion="river") == "RI-4.2"
    assert refused("river", "D4", "~.L.-", expansion="river") == "RI-4.2"
    assert refused("river", "D4", "~~~~-", expansion="river") is None


def test_strict_faces_allow_only_shapes_of_the_table() -> None:
    option = "faces.strict=on"
    assert refused("river", "D4", "~~~~-", expansion="river", option=option) == "RI-4.2"
    assert refused("river", "D4", ".~.~-", expansion="river", option=option) is None
    assert refused("lake", "D4", "RHLL+", expansion="lake", option=option) is None
    assert refused("lake", "D4", "L.L.-", expansion="lake", option=option) == "RI-4.2"


def test_a_lake_may_stand_alone_and_face_routes_and_exits() -> None:
    assert refused("lake", "D4", "LL..-", expansion="lake", D5="H..H-") is None
    assert refused("lake", "A2", "L...-", expansion="lake") is None


def test_the_road_of_a_lake_may_not_meet_rail() -> None:
    assert refused("lake", "B4", "H.L.+", expansion="lake", A4="R.R.-") == "RI-4.5"


def test_lava_must_continue_lava() -> None:
    how = {"expansion": "lava", "D4": "VVVV^"}
    assert refused("lava", "D3", ".V.V-", **how) is None
    assert refused("lava", "D3", "V.V.-", **how) == "RI-10.3"
    assert refused("lava", "A1", ".V.V-", **how) == "RI-10.3"


def test_lava_covers_routes_but_never_lava() -> None:
    how = {"expansion": "lava", "D4": "VVVV^", "D3": "H.H.-", "D2": ".V.V-"}
    assert refused("lava", "D3", ".V.V-", **how) is None
    assert refused("lava", "D2", ".V.V-", **how) == "RI-10.5"
    assert refused("lava", "D4", ".V.V-", **how) == "RI-10.5"


def test_the_road_of_a_lava_face_may_not_meet_rail() -> None:
    how = {"expansion": "lava", "D4": "VVVV^", "B4": "..R.-"}
    assert refused("lava", "C4", "H.V.-", **how) == "RI-4.5"


def test_base_dice_never_cover_lava() -> None:
    assert refused("HI", "A2", "H.H.-", expansion="lava", A2="VVVV^") == "RI-4.3"


def test_lava_beside_a_route_end_is_a_decision() -> None:
    how = {"expansion": "lava", "D4": "VVVV^", "D2": ".H.H-"}
    assert refused("lava", "D3", ".V.V-", **how) is None
    option = "lava.meets_route=illegal"
    assert refused("lava", "D3", ".V.V-", option=option, **how) == "RI-10.1"
    road = {"expansion": "lava", "D4": "VVVV^", "D2": ".H.H-"}
    assert refused("HI", "D3", ".H.H-", option=option, **road) == "RI-10.1"


def test_a_volcano_needs_a_blank_square_without_lava_beside_it() -> None:
    how = {"expansion": "lava", "D4": "VVVV^", "B2": "H.H.-"}
    assert refused("volcano", "E5", "VVVV^", **how) is None
    assert refused("volcano", "D3", "VVVV^", **how) == "RI-10.4"
    assert refused("volcano", "D4", "VVVV^", **how) == "RI-10.4"
    assert refused("volcano", "B2", "VVVV^", **how) == "RI-10.4"
    assert refused("volcano", "E5", "VVVV-", **how) == "RI-4.2"
    assert refused("volcano", "E9", "VVVV^", **how) == "RI-4.1"


def test_a_volcano_may_be_allowed_on_routes_but_never_on_lava() -> None:
    how = {"expansion": "lava", "D4": "VVVV^", "B2": "H.H.-"}
    option = "lava.volcano_on=routes_too"
    assert refused("volcano", "B2", "VVVV^", option=option, **how) is None
    assert refused("volcano", "D4", "VVVV^", option=option, **how) == "RI-10.4"


def test_a_crater_is_drawn_on_like_a_blank_square_and_its_dot_stays() -> None:
    plain, dotted = {"A2": "....o"}, {"A2": "....*", "A1": "....o"}
    for tiles, expected in ((plain, "H.H.-"), (dotted, "H.H.d")):
        state = draw(_meteor_round(**tiles), "HI", "A2", "H.H.-")
        assert sheet_lines(state.tables[0].sheet)[0].split()[1] == expected


def test_a_station_on_a_dotted_crater_keeps_the_dot_too() -> None:
    state = draw(_meteor_round(A2="....*"), "XI", "A2", "H.R.+")
    assert sheet_lines(state.tables[0].sheet)[0].split()[1] == "H.R.D"


def _meteor_round(**tiles: str):  # type: ignore[no-untyped-def]
    return any_roll(game("meteor", **tiles), "HI", "XI")


def test_an_expansion_that_is_not_in_play_is_refused() -> None:
    assert refused("river", "D4", "~.~.-") == "RI-2.2"
    assert refused("volcano", "D4", "VVVV^", expansion="river") == "RI-2.2"
