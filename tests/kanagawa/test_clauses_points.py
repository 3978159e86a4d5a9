"""Parts D, E and F of the rules: sprint points, control, the bonus; and the variants of G."""

import pytest

from planner.feed.stations import identity
from planner.rulebooks.kanagawa.calendar import has_close
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.rules import date_number, make_game, standard
from planner.rulebooks.kanagawa.sprint import close_digits, onward, steps
from tests.kanagawa.story import SPRINTS, story

LINE = "東海道新幹線"

# S0


@pytest.mark.parametrize(("close", "first"), [("15326.20", "逗子"), ("15320.00", "茅ヶ崎")])
def test_s0_the_first_point_is_counted_from_before_the_first_entry(close: str, first: str) -> None:
    game = make_game({"players": ["A"], "first_day": "2014-07-01", "sprint_list": SPRINTS,
                      "sprint_first_close": close})  # fmt: skip
    assert game.sprint_list[game.sprint_first] == first


def test_s0_an_unreachable_first_point_is_skipped() -> None:
    game = make_game({"players": ["A"], "first_day": "2014-07-01", "sprint_list": SPRINTS,
                      "sprint_first_close": "15326.20", "unreachable": ["逗子"]})  # fmt: skip
    assert game.sprint_list[game.sprint_first] == "海老名"


# S1


@pytest.mark.parametrize(
    ("age", "points"),
    [(1, 2), (2, 3), (3, 5), (4, 8), (5, 12), (6, 17), (7, 23), (8, 30), (9, 30), (20, 30)],
)
def test_s1_the_first_to_arrive_scores_by_its_age(age: int, points: int) -> None:
    told = story(f"{age} 12:00 A plans p1 0 大船@13:00\n{age} 12:00 B plans p2 0 大船@13:01")
    assert told.sprint(age) == ("大船", age, "A")
    assert told.points(age) == {"sprint": points}
    assert told.points(age, "B") == {}


def test_s1_there_is_always_one_point_and_a_new_one_begins_at_age_1() -> None:
    told = story("2 12:00 A plans p1 0 大船@13:00", closes={"2014-07-02": "15369.97"})
    assert [told.sprint(day) for day in (1, 2, 3, 4)] == [
        ("大船", 1, None),
        ("大船", 2, "A"),
        ("磯子", 1, None),
        ("磯子", 2, None),
    ]


def test_s1_a_point_won_before_a_rest_day_is_of_age_1_after_it() -> None:
    told = story(
        "1 12:00 A plans p1 0 大船@13:00\n1 20:00 C rests\n3 12:00 B plans p2 0 逗子@13:00"
    )
    assert told.sprint(3) == ("逗子", 1, "B")


# S2


def test_s2_the_earlier_arrival_wins_whatever_the_post() -> None:
    told = story("1 12:00 A plans p1 0 大船@20:01\n1 18:00 B plans p2 0 大船@20:00")
    assert told.sprint(1)[2] == "B"


def test_s2_after_midnight_is_later_than_before() -> None:
    told = story("1 12:00 A plans p1 0 大船@24:10\n1 18:00 B plans p2 0 大船@23:59")
    assert told.sprint(1)[2] == "B"


def test_s2_equal_arrivals_go_to_the_earlier_post_then_to_the_order_of_posting() -> None:
    told = story("1 12:01 B plans p2 0 大船@20:00\n1 12:01 A plans p1 0 大船@20:00")
    assert told.sprint(1)[2] == "B"
    told = story("1 12:00 A plans p1 0 大船@20:00\n1 12:01 B plans p2 0 大船@20:00")
    assert told.sprint(1)[2] == "A"


def test_s2_a_station_on_the_way_counts_with_its_own_time() -> None:
    told = story(
        "1 12:00 A plans p1 0 大船@13:00 鎌倉@14:00 大船@15:00\n1 12:00 B plans p2 0 大船@13:30"
    )
    assert told.sprint(1)[2] == "A"


# S3


@pytest.mark.parametrize(
    ("close", "n"),
    [("15326.20", 6), ("15320.70", 7), ("15320.09", 9), ("15340.00", 4), ("15300.00", 3),
     ("15000.00", 5), ("15,326.20", 6), ("15320", 2), ("15320.5", 5), (None, 5),
     ("NaN", 5), ("Infinity", 5), ("-15326", 5), ("closed", 5)],
)  # fmt: skip
def test_s3_units_first_decimal_second_decimal_tens_hundreds_then_5(
    close: str | None, n: int
) -> None:
    assert steps(close, 5) == n


@pytest.mark.parametrize(("day", "place"), [(5, "逗子"), (6, "逗子"), (21, "逗子"), (22, "平塚")])
def test_s3_saturday_sunday_and_holidays_are_5_whatever_close_is_noted(
    day: int, place: str
) -> None:
    closes = {f"2014-07-{day:02d}": "15322.00"}
    told = story(f"{day} 12:00 A plans p1 0 大船@13:00", closes=closes)
    assert told.sprint(day + 1)[0] == place


def test_s3_the_exchange_is_closed_at_the_turn_of_the_year() -> None:
    rules = rules_with({})
    for date, has in (("2026-12-30", True), ("2026-12-31", False), ("2027-01-02", False),
                      ("2027-01-04", True)):  # fmt: skip
        assert has_close(date_number(date), rules) is has
    always = rules_with({"exchange_closed": []})
    assert has_close(date_number("2026-12-31"), always)


def test_s3_the_close_is_that_of_the_day_of_arrival() -> None:
    told = story(
        "2 00:30 A plans p1 0 大船@25:00", closes={"2014-07-01": "1.00", "2014-07-02": "2.00"}
    )
    assert told.sprint(2)[0] == "茅ヶ崎"


def test_s3_a_close_may_be_noted_later_and_the_last_note_holds() -> None:
    text = "1 12:00 A plans p1 0 大船@13:00\n"
    assert story(text + "2 09:00 A notes 2014-07-01 15321.00").sprint(2)[0] == "茅ヶ崎"
    twice = "2 09:00 A notes 2014-07-01 15321.00\n2 09:01 A notes 2014-07-01 15322.00"
    assert story(text + twice).sprint(2)[0] == "平塚"


# S4


def test_s4_an_unreachable_point_is_skipped_by_going_as_far_again() -> None:
    told = story(
        "1 12:00 A plans p1 0 大船@13:00", closes={"2014-07-01": "15323.00"},
        unreachable=["国府津", "横須賀駅"],
    )  # fmt: skip
    assert told.sprint(2)[0] == "磯子"


def test_s4_where_that_cycles_one_goes_1_on() -> None:
    names = SPRINTS[:6]
    assert onward(names, -1, 3, frozenset({names[2], names[5]})) == 3
    assert onward(names, -1, 3, frozenset({names[2], names[5], names[3], names[0]})) == 4
    assert onward(names, 0, 6, frozenset()) == 0
    assert (
        onward(names, 0, 2, frozenset(map(identity, names))) == 2
    )  # none can be reached: let it stand


# S5

RACE = """
1 12:00 A rides 16
1 12:10 A plans p1 400/500 大船@13:00
1 12:20 B plans p2 0 {b}@13:30
"""


def test_s5_a_later_annulment_moves_no_sprint_point_and_passes_the_points_on() -> None:
    text = RACE.format(b="大船")
    assert story(text).points(1) == {"sprint": 2}
    told = story(text + "5 12:00 A reports p1")
    assert (told.points(1), told.points(1, "B")) == ({}, {"sprint": 2})
    assert told.sprint(2) == story(text).sprint(2) == ("逗子", 1, None)


def test_s5_an_annulment_without_another_arrival_leaves_no_winner_and_the_chain_as_it_was() -> None:
    told = story(RACE.format(b="鎌倉") + "5 12:00 A reports p1")
    assert told.sprint(1) == ("大船", 1, None)
    assert told.sprint(2) == ("逗子", 1, None)


def test_s5_an_annulment_known_before_the_days_end_leaves_the_point_where_it_is() -> None:
    told = story(RACE.format(b="鎌倉") + "2 02:59 A reports p1")
    assert told.sprint(1) == ("大船", 1, None)
    assert told.sprint(2) == ("大船", 2, None)


def test_s5_an_arrival_given_back_later_moves_no_point_either() -> None:
    text = """
1 18:00 A rides 36
1 18:10 A plans p0 0 大磯@19:00
2 08:00 A plans p1 600/100 鴨宮@09:00
2 18:00 A rides 1
2 18:10 A plans p2 300/400 大船@19:00
2 19:00 A reports p2
"""
    assert story(text).sprint(2) == ("大船", 2, None)
    told = story(text + "2 20:00 A claims p1")  # known that evening
    assert told.sprint(2) == ("大船", 2, "A")
    assert told.sprint(3) == ("逗子", 1, None)
    told = story(text + "3 12:00 A claims p1")  # known too late for the chain
    assert told.sprint(2) == ("大船", 2, "A")
    assert told.sprint(3) == ("大船", 3, None)


def test_s5_points_are_not_passed_on_where_the_game_decides_so() -> None:
    text = RACE.format(b="大船") + "5 12:00 A reports p1"
    told = story(text, options={"sprint_pass_on": False})
    assert told.sprint(1) == ("大船", 1, None)


def test_s5_what_passes_on_goes_by_order_of_arrival() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 400/500 大船@13:00\n"
        "1 12:20 B plans p2 0 大船@13:30\n1 12:30 C plans p3 0 大船@13:20\n5 12:00 A reports p1"
    )
    assert told.sprint(1)[2] == "C"


# C1


def test_c1_seventeen_stations_and_the_line() -> None:
    rules = standard()
    assert len(rules.controllable) == 17
    assert rules.controllable_line == LINE


# C2


def test_c2_whoever_arrives_controls_from_that_days_end_and_is_paid_from_the_next_day() -> None:
    told = story("1 12:00 A plans p1 0 久里浜@13:00")
    assert [told.owner(day, "久里浜") for day in (1, 2, 31)] == ["A", "A", "A"]
    assert [told.points(day) for day in (1, 2, 3)] == [{}, {"station": 1}, {"station": 1}]


def test_c2_an_unlisted_station_is_nobodys() -> None:
    told = story("1 12:00 A plans p1 0 京急久里浜@13:00")
    assert "京急久里浜" not in told.view(1).control
    assert told.points(2) == {}


# C3

OWNED = "1 12:00 A plans p1 0 久里浜@13:00 衣笠@14:00\n"


@pytest.mark.parametrize(
    ("arrivers", "owner"),
    [("B", "B"), ("BC", None), ("A", "A"), ("AB", "A"), ("ABC", "A")],
)
def test_c3_who_holds_it_after_arrivals_at_an_owned_place(arrivers: str, owner: str | None) -> None:
    more = "".join(f"2 12:00 {p} plans q{p} 0 久里浜@13:00\n" for p in arrivers)
    told = story(OWNED + more)
    assert told.owner(2, "久里浜") == owner
    assert told.points(2) == ({"station": 1} if owner == "A" else {})
    assert told.points(2, "B") == {}


@pytest.mark.parametrize(("arrivers", "owner"), [("A", "A"), ("AB", None), ("ABC", None)])
def test_c3_nobodys_stays_nobodys_when_several_arrive(arrivers: str, owner: str | None) -> None:
    told = story("".join(f"1 12:00 {p} plans q{p} 0 久里浜@13:00\n" for p in arrivers))
    assert told.owner(1, "久里浜") == owner


def test_c3_one_player_arriving_twice_is_one_arriver() -> None:
    told = story(
        "1 12:00 A plans p1 0 久里浜@13:00 衣笠@14:00\n1 19:00 A rides 1\n"
        "1 19:10 A plans p2 0 久里浜@20:00"
    )
    assert told.owner(1, "久里浜") == "A"


def test_c3_control_is_derived_anew_after_corrections() -> None:
    text = OWNED + "2 11:00 B rides 16\n2 12:00 B plans p2 400/500 久里浜@13:00\n"
    assert story(text).owner(2, "久里浜") == "B"
    told = story(text + "5 12:00 B reports p2")
    assert told.owner(2, "久里浜") == "A"
    assert told.points(5) == {"station": 1}
    assert story(text + "5 12:00 B reports p2", known="5 11:00").owner(4, "久里浜") == "B"


def test_c3_a_taker_whose_arrival_is_annulled_leaves_it_to_the_other() -> None:
    text = (
        "1 12:00 A rides 16\n1 12:10 A plans p1 400/500 久里浜@13:00\n"
        "1 12:20 B plans p2 0 久里浜@13:30\n"
    )
    assert story(text).owner(1, "久里浜") is None
    assert story(text + "5 12:00 A reports p1").owner(1, "久里浜") == "B"


# C4


def test_c4_each_boarding_gives_a_point_at_once_and_control_pays_from_the_first_day() -> None:
    text = "1 12:00 A plans p1 0 新横浜@13:00 小田原@14:00 鴨宮@15:00 shinkansen=2"
    assert story(text).points(1) == {"line_ride": 2, "line_control": 1}
    assert story(text).points(2) == {"line_control": 1}
    options = {"line_point": "per_day", "line_pays_first_day": False}
    assert story(text, options=options).points(1) == {"line_ride": 1}
    assert story(text, options=options).points(2) == {"line_control": 1}


def test_c4_per_day_counts_two_plans_once() -> None:
    text = (
        "1 12:00 A plans p1 0 新横浜@13:00 shinkansen=1\n1 18:00 A rides 1\n"
        "1 18:10 A plans p2 0 鴨宮@19:00 shinkansen=1"
    )
    assert story(text).points(1)["line_ride"] == 2
    assert story(text, options={"line_point": "per_day"}).points(1)["line_ride"] == 1


def test_c4_the_line_is_taken_over_and_lost_like_a_station() -> None:
    ride = "{day} 12:00 {who} plans {who}{day} 0 新横浜@13:00 shinkansen=1\n"
    first = ride.format(day=1, who="A")
    told = story(first + ride.format(day=2, who="B"))
    assert told.owner(2, LINE) == "B"
    told = story(first + ride.format(day=2, who="B") + ride.format(day=2, who="C"))
    assert told.owner(2, LINE) is None
    assert told.points(2, "B") == {"line_ride": 1}
    told = story(first + ride.format(day=2, who="B") + ride.format(day=2, who="A"))
    assert told.owner(2, LINE) == "A"


def test_c4_passing_without_a_train_is_no_boarding() -> None:
    assert story("1 12:00 A plans p1 0 shinkansen=1").points(1) == {}


# C5


@pytest.mark.parametrize(
    ("places", "bonus"),
    [(1, 1), (2, 2), (3, 5), (4, 8), (5, 13), (6, 18), (7, 25), (8, 32), (9, 41), (10, 50),
     (11, 61), (12, 72), (13, 85), (14, 98), (15, 100), (17, 100)],
)  # fmt: skip
def test_c5_the_last_day_pays_by_places_controlled(places: int, bonus: int) -> None:
    stops = " ".join(f"{name}@13:00" for name in standard().controllable[:places])
    told = story(f"1 12:00 A plans p1 0 {stops}", last=1)
    assert told.points(1) == {"bonus": bonus}


def test_c5_the_line_is_a_place_and_the_bonus_comes_after_the_ordinary_points() -> None:
    told = story("1 12:00 A plans p1 0 新横浜@13:00 久里浜@15:00 shinkansen=1", last=1)
    assert told.points(1) == {"line_ride": 1, "line_control": 1, "bonus": 2}
    clauses = [row.clause for row in told.ledger.rows if row.postings]
    assert clauses == ["C4", "C2", "C2", "C4", "C5"]


def test_c5_no_place_no_bonus() -> None:
    assert story("", last=1).points(1) == {}


# F


def test_f_the_order_of_a_day() -> None:
    told = story(
        "1 18:00 A rides 16\n1 18:10 A plans p0 400/1400 鴨宮@19:00\n1 19:00 A reports p0\n"
        "2 08:00 A plans p1 0 久里浜@09:00 鴨宮@10:00\n2 18:00 A rides 100\n2 18:01 A repays 1000\n"
        "2 18:10 A plans p2 100 鴨宮@19:00",
        last=2,
    )
    told_kinds = [row.kind for row in told.ledger.rows if row.day == told.view(2).day]
    assert told_kinds == ["interest_grows", "fare", "allowance", "interest_paid", "repaid", "fare",
                          "stayed", "control_taken", "bonus"]  # fmt: skip


# G


def test_v1_the_bonus_counts_places_and_sprint_wins() -> None:
    text = "1 12:00 A plans p1 0 大船@13:00 久里浜@15:00"
    assert story(text, last=1).points(1)["bonus"] == 1
    told = story(text, last=1, options={"bonus_counts_sprint_wins": True})
    assert told.points(1)["bonus"] == 2
    told = story(
        "1 12:00 A plans p1 0 大船@13:00", last=1, options={"bonus_counts_sprint_wins": True}
    )
    assert told.points(1)["bonus"] == 1


def test_v1_an_annulled_win_does_not_count() -> None:
    text = "1 12:00 A rides 16\n1 12:10 A plans p1 400/500 大船@13:00\n1 20:00 A reports p1"
    told = story(text, last=1, options={"bonus_counts_sprint_wins": True})
    assert "bonus" not in told.points(1)


def test_v2_is_a_matter_of_movement_and_changes_no_ledger() -> None:
    text = "1 12:00 A plans p1 0 大船@13:00 久里浜@15:00"
    told = story(text, options={"pass_outside": True})
    assert told.ledger.game.rules.pass_outside
    assert told.points(1) == story(text).points(1)


def test_v3_another_list_of_places() -> None:
    told = story("1 12:00 A plans p1 0 久里浜@13:00 戸塚@15:00", options={"controllable": ["戸塚"]})
    assert dict(told.view(1).control) == {"戸塚": "A", LINE: None}


def test_d6_and_s5_an_arrival_whose_loan_a_refund_undoes_scores_and_the_chain_stays() -> None:
    text = """1 10:00 A plans p0 1500/100 鴨宮@11:00
1 12:00 A rides 16
1 13:00 A plans p1 300/400 大船@14:00
1 15:00 B reports p1
2 10:00 B plans p2 0 大船@11:00"""
    purse = {"options": {"opening_purse": 1600}}
    told = story(text, **purse)
    assert (told.points(1, "A"), told.points(2, "B")) == ({}, {"sprint": 3})
    told = story(text + "\n2 12:00 A claims p0", **purse)
    assert "loan" not in told.kinds  # D6 speaks of loans in hindsight: there is none any more
    assert (told.points(1, "A"), told.points(2, "B")) == ({"sprint": 2}, {"sprint": 3})
    assert [told.sprint(day)[:2] for day in (1, 2)] == [("大船", 1), ("大船", 2)]


@pytest.mark.parametrize("said", ["1e999999999", "5e4", ".5", "1e-9", "nan", "-50251.91", "1_0"])
def test_s3_what_is_written_unlike_a_close_is_none(said: str) -> None:
    assert close_digits(said) is None


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("15326.20", (6, 2, 0, 2, 3)),
        ("50,251.9", (1, 9, 0, 5, 2)),
        ("７.05", (7, 0, 5, 0, 0)),
        ("8", (8, 0, 0, 0, 0)),
    ],
)
def test_s3_the_digits_of_a_close_in_the_order_they_are_asked(
    said: str, digits: tuple[int, ...]
) -> None:
    assert close_digits(said) == digits
