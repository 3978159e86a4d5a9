"""Floods (RI-8.3) and falling meteors (RI-9.2 to 9.5)."""

from planner.rulebooks.railroad_ink.decisions import decide
from planner.rulebooks.railroad_ink.drawing import draw
from planner.rulebooks.railroad_ink.meteor import impact, start_square, strike
from planner.rulebooks.railroad_ink.notation import (
    SIDES,
    Sheet,
    has_dot,
    read_square,
    square_name,
)
from planner.rulebooks.railroad_ink.water import flood
from tests.railroad_ink.ink import sheet

THREE_SHORES = {"C4": "..L.-", "D3": ".L..-", "E4": "L...-"}


def names(squares: list[int]) -> list[str]:
    return [square_name(square) for square in squares]


def test_water_on_three_sides_floods_a_blank_square() -> None:
    after, filled = flood(sheet(**THREE_SHORES), decide())
    assert names(filled) == ["D4"]
    assert after == sheet(**THREE_SHORES, D4="LLLL-")


def test_two_shores_do_not_flood() -> None:
    assert flood(sheet(C4="..L.-", D3=".L..-"), decide())[1] == []


def test_the_border_is_no_shore() -> None:
    assert flood(sheet(A2="...L-", B1="L...-"), decide())[1] == []


def test_a_closed_shore_counts_only_if_any_lake_square_does() -> None:
    tiles = {**THREE_SHORES, "D3": "L...-"}
    assert flood(sheet(**tiles), decide())[1] == []
    assert names(flood(sheet(**tiles), decide("lake.flood=adjacent"))[1]) == ["D4"]


def test_only_a_blank_square_floods() -> None:
    assert flood(sheet(**THREE_SHORES, D4="H.H.-"), decide())[1] == []
    assert flood(sheet(**THREE_SHORES, D4="....o"), decide())[1] == []


def test_a_flood_can_start_the_next_in_any_direction() -> None:
    tiles = {**THREE_SHORES, "C5": "..L.-", "E5": "L...-", "C3": "....-", "B6": "....-"}
    assert names(flood(sheet(**tiles), decide())[1]) == ["D4", "D5"]
    backwards = {"D6": "...L-", "C5": "..L.-", "E5": "L...-", "C4": "..L.-", "E4": "L...-"}
    assert names(flood(sheet(**backwards), decide())[1]) == ["D5", "D4"]


def test_a_lake_that_is_drawn_floods_at_once() -> None:
    before = sheet(C4="..L.-", D3=".L..-")
    square = read_square("E4")
    assert square is not None
    assert draw(before, square, "L...-", decide()) == sheet(**THREE_SHORES, D4="LLLL-")


def falls(drawn: Sheet, start: str, distance: int, direction: str) -> str | None:
    square = read_square(start)
    assert square is not None
    target = impact(drawn, square, distance, SIDES.index(direction))
    return None if target is None else square_name(target)


def test_a_meteor_counts_from_the_middle_until_there_is_a_dot() -> None:
    assert square_name(start_square(sheet(A1="....o"))) == "D4"
    assert square_name(start_square(sheet(A1="....*"))) == "A1"
    assert square_name(start_square(sheet(B2="H.H.d"))) == "B2"


def test_the_start_is_not_counted() -> None:
    assert falls(sheet(), "D4", 1, "W") == "D3"
    assert falls(sheet(), "D4", 3, "S") == "G4"


def test_craters_are_stepped_over() -> None:
    assert falls(sheet(D5="....o"), "D4", 1, "E") == "D6"
    assert falls(sheet(D5="....o", D6="....*"), "D4", 1, "E") == "D7"


def test_a_route_with_the_dot_is_no_crater_and_counts() -> None:
    assert falls(sheet(B6=".H.Hd"), "B6", 3, "E") == "B6"
    assert falls(sheet(B6="....*"), "B6", 3, "E") == "B5"


def test_at_the_border_the_meteor_turns_and_counts_the_border_square_again() -> None:
    assert falls(sheet(), "D6", 2, "E") == "D7"
    assert falls(sheet(), "D6", 3, "E") == "D6"
    assert falls(sheet(D6="....*", D7="....o"), "D6", 1, "E") == "D5"


def test_a_meteor_that_starts_on_the_border_turns_there() -> None:
    assert falls(sheet(A4="....*"), "A4", 1, "N") == "B4"
    assert falls(sheet(A4="H.H.d"), "A4", 1, "N") == "A4"


def test_a_row_full_of_craters_has_no_target() -> None:
    assert falls(sheet(**{f"D{n}": "....o" for n in range(1, 8)}), "D4", 1, "E") is None


def test_a_meteor_erases_what_it_hits_and_takes_the_dot_with_it() -> None:
    square = read_square("B2")
    assert square is not None
    for old, left in (("....*", "....o"), ("H.H.d", "H.H.-"), ("H.R.D", "H.R.+")):
        after = strike(sheet(D4=old, B2="HHH.-"), square)
        assert after == sheet(D4=left, B2="....*")
        assert sum(map(has_dot, after)) == 1
