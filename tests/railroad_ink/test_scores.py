"""What a sheet is worth: RI-6 and the expansions' scores."""

import pytest

from planner.rulebooks.railroad_ink.decisions import decide
from planner.rulebooks.railroad_ink.notation import BadSheet, read_sheet, sheet_lines, square_name
from planner.rulebooks.railroad_ink.scoring import exit_points, ranking
from tests.railroad_ink.ink import scored, sheet

ROAD_ACROSS = {f"D{column}": ".H.H-" for column in range(1, 8)}


@pytest.mark.parametrize(
    ("sizes", "points"),
    [([], 0), ([0], 0), ([1, 1], 0), ([2], 4), ([3], 8), ([11], 40), ([12], 45), ([6, 6], 40)],
)
def test_exits_score_four_for_each_beyond_the_first_and_45_for_all(
    sizes: list[int], points: int
) -> None:
    assert exit_points(sizes) == points


def test_a_road_across_the_sheet_joins_two_exits() -> None:
    found = scored(**ROAD_ACROSS)
    assert found.networks == (("ED", "WD"),)
    assert (found.exits, found.road_points, found.rail_points) == (4, 7, 0)
    assert (found.centre_points, found.errors, found.total) == (3, 0, 14)


def test_an_exit_is_not_joined_to_a_side_of_the_other_kind() -> None:
    assert scored(A2="R.R.-").networks == ()


def test_a_road_never_continues_over_rail() -> None:
    found = scored(D1=".H.H-", D2=".R.H+", D3=".R.R-", D4=".H.R+", D5=".H.H-")
    assert (found.road_points, found.rail_points) == (2, 3)


def test_a_branch_and_the_rest_of_a_loop_are_left_out() -> None:
    loop = {"B2": ".HH.-", "B3": "..HH-", "C2": "HH..-", "C3": "H..H-"}
    assert scored(**loop).road_points == 4
    tailed = {**loop, "C3": "H.HH-", "D3": "H.H.-", "E3": "H.H.-"}
    assert scored(**tailed).road_points == 6
    two_tails = {**tailed, "B3": "H.HH-", "A3": "..H.-"}
    assert scored(**two_tails).road_points == 7  # A3 B3 B2 C2 C3 D3 E3


def test_a_longest_trail_may_pass_a_square_twice() -> None:
    eight = {"B2": ".HH.-", "B3": "..HH-", "C2": "HH..-", "C3": "HHHH-"}
    eight |= {"C4": "..HH-", "D3": "HH..-", "D4": "H..H-"}
    assert scored(**eight).road_points == 7
    assert scored(option="longest.path=trail", **eight).road_points == 7
    # From B1 a path has to leave out one side of either loop, a trail goes round both.
    tailed = {**eight, "B2": ".HHH-", "B1": ".H..-", "D4": "HH.H-", "D5": "...H-"}
    assert scored(**tailed).road_points == 7
    assert scored(option="longest.path=trail", **tailed).road_points == 8


def test_the_witness_is_a_line_of_linked_squares() -> None:
    found = scored(**ROAD_ACROSS)
    assert [square_name(square) for square in found.road] in (
        list(ROAD_ACROSS),
        list(ROAD_ACROSS)[::-1],
    )


def test_each_centre_square_with_a_drawing_scores() -> None:
    tiles = {"C3": "H.H.-", "D4": "....o", "E5": "~.~.-", "B3": "H.H.-"}
    assert scored(**tiles).centre_points == 2
    assert scored(option="centre.fill=marks", **tiles).centre_points == 3
    assert scored(option="centre.fill=routes", **tiles).centre_points == 1


def test_both_sides_of_a_gap_are_errors() -> None:
    assert scored(B2=".H..-", B3="...R-").error_ends == ("B2E", "B3W")


def test_a_side_on_the_border_is_no_error_with_or_without_an_exit() -> None:
    assert scored(A1="H..H-", A4="H...-").errors == 0


def test_a_side_facing_water_lava_or_a_blank_side_is_an_error() -> None:
    tiles = {"B2": ".H..-", "B3": "...L-", "C2": ".R..-", "C3": "...V-", "D2": ".H..-"}
    found = scored(expansion="lake", **tiles, D3="H...-", C5="H.H.-")
    assert {"B2E", "C2E", "D2E", "D3N"} <= set(found.error_ends)
    assert "B3W" not in found.error_ends


def test_a_river_scores_its_squares_and_three_for_both_ends_on_the_border() -> None:
    short = {"A1": "~..~-"}
    assert scored("river", **short).expansion == 4
    assert scored("river", A1="~~..-").expansion == 1
    across = {f"C{column}": ".~.~-" for column in range(1, 8)}
    assert scored("river", **across).expansion == 10
    one_end = {f"C{column}": ".~.~-" for column in range(1, 7)}
    assert (scored("river", **one_end).expansion, scored("river", **one_end).errors) == (6, -1)


def test_the_best_river_counts_even_if_another_is_longer() -> None:
    tiles = {"A1": "~..~-", "C2": ".~.~-", "C3": ".~.~-", "C4": ".~.~-"}
    found = scored("river", **tiles)
    assert (found.expansion, found.errors) == (4, -2)


def test_a_river_in_a_ring_has_no_ends() -> None:
    ring = {"B2": ".~~.-", "B3": "..~~-", "C2": "~~..-", "C3": "~..~-"}
    assert (scored("river", **ring).expansion, scored("river", **ring).errors) == (4, 0)
    assert scored("river", "river.ring=bonus", **ring).expansion == 7


def test_a_bridge_joins_neither_road_nor_river_to_the_other() -> None:
    tiles = {"D1": ".H.H-", "D2": "~H~H-", "C2": "~.~.-"}
    found = scored("river", **tiles)
    assert (found.networks, found.road_points, found.expansion) == ((("WD",),), 2, 2)


def test_no_lake_scores_nothing_and_one_lake_its_squares() -> None:
    assert scored("lake").expansion == 0
    assert scored("lake", D4=".L..-", D5="...L-").expansion == 2
    assert scored("lake", D4="LL..-", D5="...L-", A1="L...-").expansion == 1


def test_water_of_two_lakes_back_to_back_is_not_linked() -> None:
    assert scored("lake", D4="...L-", D5=".L..-", D3=".L..-").expansion == 1


def test_unclosed_water_costs_nothing() -> None:
    assert scored("lake", D4="LLLL-").errors == 0


def test_stations_on_one_lake_are_one_network() -> None:
    tiles = {"A2": "H.L.+", "B2": "L.L.-", "C2": "L..R+"}
    found = scored("lake", **tiles, C1=".R..-", B1="R..R-")
    assert found.networks == (("N2",), ("WB",))
    joined = scored("lake", **{**tiles, "C1": "RR..-", "B1": "..RR-"})
    assert joined.networks == (("N2", "WB"),)
    assert (joined.exits, joined.road_points, joined.rail_points) == (4, 1, 3)


def test_a_lake_face_without_a_station_is_no_pier() -> None:
    tiles = {"A2": "H.L.-", "B2": "L..R+", "B1": ".R.R-"}
    assert scored("lake", **tiles).networks == (("N2",), ("WB",))
    assert scored("lake", "lake.pier=any_route", **tiles).networks == (("N2", "WB"),)


def test_every_end_facing_a_crater_scores_two_and_is_no_error() -> None:
    tiles = {"D4": "....o", "D3": ".H.H-", "C4": "R.R.-", "D1": ".H.H-", "D2": ".H.H-"}
    found = scored("meteor", **tiles)
    assert (found.expansion, found.error_ends) == (4, ("C4N",))


def test_exits_facing_a_crater_score_nothing() -> None:
    assert scored("meteor", A2="....*").total == 0


def test_a_drawing_on_a_dotted_crater_is_no_crater_any_more() -> None:
    found = scored("meteor", D4=".H.Hd", D3=".H.H-")
    assert (found.expansion, found.road_points, found.errors) == (0, 2, -2)


def test_a_dotted_station_is_a_station() -> None:
    tiles = {"A2": "H.R.D", "B2": "R..R-", "B1": ".R.R-"}
    assert scored("meteor", **tiles).networks == (("N2", "WB"),)


def test_lava_scores_closed_lakes_and_the_largest() -> None:
    assert (scored("lava", D4="VVVV^").expansion, scored("lava", D4="VVVV^").errors) == (1, -4)
    sealed = {"D4": "VVVV^", "C4": "..V.-", "E4": "V...-", "D3": ".V..-", "D5": "...V-"}
    assert (scored("lava", **sealed).expansion, scored("lava", **sealed).errors) == (10, 0)
    assert scored("lava", **sealed, A1="VV..-").expansion == 10
    corner = {"A1": "V..V-"}
    assert scored("lava", **sealed, **corner).expansion == 15


def test_a_lava_side_facing_a_route_is_open() -> None:
    assert scored("lava", D4=".V..-", D5="...H-").error_ends == ("D4E", "D5W")


def test_expansions_together_add_their_scores() -> None:
    found = scored("river+lake", A1="~..~-", D4="L...-")
    assert found.expansions == {"river": 4, "lake": 1}


def row(player: str, total: int, errors: int) -> dict[str, object]:
    return {"player": player, "total": total, "errors": errors}


def test_equal_totals_are_ranked_by_fewer_penalty_points_and_then_shared() -> None:
    rows = [row("a", 41, -3), row("b", 41, -1), row("c", 41, -1), row("d", 50, -9)]
    assert ranking(rows, decide()) == [["d"], ["b", "c"], ["a"]]
    assert ranking(rows, decide("ties=shared")) == [["d"], ["a", "b", "c"]]


def test_a_sheet_is_read_back_as_it_was_written() -> None:
    drawn = sheet(A2="H.H.-", D4="....*", G7="HHHRD")
    assert read_sheet(sheet_lines(drawn)) == drawn


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["....."] * 7,
        [" ".join(["....."] * 7)] * 6,
        [" ".join(["....."] * 6 + ["H.H."])] * 7,
        [" ".join(["....."] * 6 + ["Q.H.-"])] * 7,
        [" ".join(["....."] * 6 + ["....x"])] * 7,
        "a string",
        [1, 2, 3, 4, 5, 6, 7],
    ],
)
def test_what_is_no_sheet_is_told_so(lines: object) -> None:
    with pytest.raises(BadSheet):
        read_sheet(lines)  # type: ignore[arg-type]
