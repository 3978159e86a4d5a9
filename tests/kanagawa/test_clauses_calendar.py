"""Part C of the rules: rest days, the game's length, the winner."""

import pytest

from planner.cli.game_pages import Page
from planner.rulebooks.kanagawa.calendar import is_holiday
from planner.rulebooks.kanagawa.rules import date_number, date_text, make_game
from tests.kanagawa.story import number, story

# July 2014: the 1st is a Tuesday, the 21st (Mon) Marine Day.

DEBT = """
1 19:00 A rides 16
1 19:00 B rides 16
1 19:10 A plans a 400/2400 鴨宮@20:40
1 19:10 B plans b 400/1400 新川崎@20:40
1 21:00 A reports a
1 21:00 B reports b
"""

# R12


@pytest.mark.parametrize(
    ("day", "stands"),
    [(1, True), (3, True), (4, False), (5, False), (6, True), (20, False), (21, True),
     (27, True), (28, False), (29, False), (30, False), (31, False)],
)  # fmt: skip
def test_r12_sunday_to_thursday_not_before_a_holiday_not_in_the_last_days(
    day: int, stands: bool
) -> None:
    told = story(f"{day} 21:00 A rests")
    assert told.refused == ({} if stands else {"e1": "R12"})
    assert told.ledger.rest_days == ([number(day + 1)] if stands else [])


@pytest.mark.parametrize(
    ("date", "holiday"),
    [("2026-05-06", True), ("2026-09-22", True), ("2026-09-23", True), ("2014-12-23", True),
     ("2014-12-31", False), ("2014-08-11", False), ("2016-08-11", True)],
)  # fmt: skip
def test_r12_substitute_and_sandwiched_holidays_are_national_holidays(
    date: str, holiday: bool
) -> None:
    assert is_holiday(date_number(date)) == holiday


def test_r12_once_a_game_and_two_declarers_of_one_day_both_spend_theirs() -> None:
    told = story(
        "1 20:00 A rests\n1 21:00 B rests\n6 20:00 A rests\n7 20:00 B rests\n8 20:00 C rests"
    )
    assert told.refused == {"e3": "R12", "e4": "R12"}
    assert told.ledger.rest_days == [number(2), number(9)]


def test_r12_not_on_a_rest_day() -> None:
    told = story("1 20:00 A rests\n2 20:00 B rests\n3 20:00 B rests")
    assert told.refused == {"e2": "R12"}


def test_r12_a_refused_declaration_is_not_spent() -> None:
    assert story("4 20:00 A rests\n6 20:00 A rests").refused == {"e1": "R12"}


def test_r12_a_night_post_declares_the_day_just_begun_a_rest_day() -> None:
    told = story("2 02:30 A rests")
    assert told.ledger.rest_days == [number(2)]


def test_r12_no_allowance_and_no_repayment_on_a_rest_day() -> None:
    told = story(DEBT + "1 22:00 C rests\n2 12:00 A rides 225\n2 12:01 A repays 1000")
    assert told.refused == {"e8": "R12", "e9": "R12"}


def test_r12_movement_is_allowed_once_and_r8_does_not_apply() -> None:
    told = story(
        "1 12:00 A rides 49\n1 12:10 A plans p1 140 鴨宮@13:00\n1 20:00 B rests\n"
        "2 12:00 A plans p2 300 久里浜@13:00 鴨宮@15:00\n2 16:00 A plans p3 0 大磯@17:00"
    )
    assert told.refused == {"p3": "R4a"}
    assert told.money(2) == (460, 0)


def test_r12_no_control_changes_and_controlled_places_pay_nothing() -> None:
    told = story(
        "1 12:00 A rides 49\n1 12:10 A plans p1 140 久里浜@13:00 衣笠@14:00\n1 20:00 C rests\n"
        "2 12:00 B plans p2 0 久里浜@13:00 三崎口@15:00"
    )
    assert told.owner(2, "久里浜") == "A"
    assert told.owner(2, "三崎口") is None
    assert [told.points(day) for day in (1, 2, 3)] == [{}, {}, {"station": 1}]


def test_r12_sprint_arrivals_do_not_count_and_the_day_is_not_in_the_age() -> None:
    told = story(
        "1 20:00 C rests\n2 12:00 A plans p1 0 大船@13:00\n3 12:00 A plans p2 0 鴨宮@13:00"
    )
    assert [told.sprint(day) for day in (1, 2, 3)] == [
        ("大船", 1, None),
        ("大船", 1, None),
        ("大船", 2, None),
    ]


def test_r12_a_rest_days_page_promises_no_points_for_its_sprint_point() -> None:
    told = story("1 12:00 A rests")
    page = Page(told.ledger, [], "en")
    days = [next(line for line in page.day_lines(told.view(day)) if "sprint" in line)
            for day in (1, 2, 3)]  # fmt: skip
    assert days == ["  sprint point: 大船 (day 1, 2 points)",
                    "  sprint point: 大船 (arrivals do not count today)",
                    "  sprint point: 大船 (day 2, 3 points)"]  # fmt: skip


def test_r12_debts_do_not_grow_except_the_declarers() -> None:
    told = story(DEBT + "1 22:00 B rests")
    assert (told.money(2, "A"), told.money(2, "B")) == ((0, 2000), (0, 1100))
    assert (told.money(3, "A"), told.money(3, "B")) == ((0, 2200), (0, 1210))


def test_r12_with_two_declarers_both_debts_grow() -> None:
    told = story(DEBT + "1 22:00 B rests\n1 22:01 A rests")
    assert (told.money(2, "A"), told.money(2, "B")) == ((0, 2200), (0, 1100))


def test_r12_the_boarding_point_is_paid_on_a_rest_day_unless_the_game_decides_otherwise() -> None:
    text = "1 20:00 C rests\n2 12:00 A plans p1 0 新横浜@13:00 shinkansen=1"
    assert story(text).points(2) == {"line_ride": 1}
    assert story(text).owner(2, "東海道新幹線") is None
    assert story(text, options={"rest_day_boarding_point": False}).points(2) == {}


def test_r12_a_loan_found_on_a_rest_day_annuls_its_boarding_point() -> None:
    told = story(
        "1 12:00 A plans p0 0/100 鴨宮@13:00\n1 20:00 C rests\n"
        "2 12:00 A plans p1 0 新横浜@13:00 shinkansen=1\n2 13:00 B reports p0"
    )
    assert told.money(1) == (900, 1000)
    assert told.points(2) == {"line_ride": 1}  # 900 in hand pay the double of 200: no loan that day
    told = story(
        "1 12:00 A plans p0 0/600 鴨宮@13:00\n1 20:00 C rests\n"
        "2 12:00 A plans p1 0 新横浜@13:00 shinkansen=1\n2 13:00 B reports p0"
    )
    assert told.points(2) == {}


# R13


def test_r13_the_game_lasts_a_month() -> None:
    given = {"players": ["A"], "start": {"A": "小田原"}}
    for first, last in (("2014-07-01", "2014-07-31"), ("2014-07-19", "2014-08-18"),
                        ("2014-12-15", "2015-01-14"), ("2015-01-31", "2015-02-28")):  # fmt: skip
        assert date_text(make_game({**given, "first_day": first}).last_day) == last


def test_r13_all_players_may_agree_on_another_last_day_in_mid_game() -> None:
    agreed = "2 12:00 A agrees 2014-07-02\n2 12:01 B agrees 2014-07-02\n"
    bonus = "1 12:00 C plans p1 0 久里浜@13:00\n"
    assert story(bonus + agreed).view(2).ended
    assert story(bonus + agreed).points(2, "C") == {"station": 1}
    told = story(bonus + agreed + "2 12:02 C agrees 2014-07-02\n3 12:00 A rides 16")
    assert told.points(2, "C") == {"station": 1, "bonus": 1}
    assert told.refused == {"e5": "R13"}
    assert max(told.ledger.days) == number(2)


def test_r13_one_who_names_another_day_has_not_agreed() -> None:
    told = story(
        "2 12:00 A agrees 2014-07-02\n2 12:01 B agrees 2014-07-03\n2 12:02 C agrees 2014-07-02\n"
        "2 12:03 B agrees 2014-07-02"
    )
    assert told.ledger.last_day == number(2)


def test_r13_the_game_can_grow_longer_and_the_last_days_move_with_it() -> None:
    agreed = "".join(f"28 12:0{n} {p} agrees 2014-08-10\n" for n, p in enumerate("ABC"))
    assert story("28 20:00 A rests").refused == {"e1": "R12"}
    assert story(agreed + "28 20:00 A rests").refused == {}


def test_r13_a_day_that_is_over_cannot_be_the_last_and_an_ended_game_stays_ended() -> None:
    assert story("5 12:00 A agrees 2014-07-04").refused == {"e1": "R13"}
    assert story("5 12:00 A agrees 2014-08-04", last=4).refused == {"e1": "R13"}


LONGER = "2 12:00 A agrees 2014-07-05\n2 12:01 B agrees 2014-07-05\n2 12:02 C agrees 2014-07-05\n"


def test_r13_a_consent_is_not_taken_back_while_a_post_on_a_day_it_added_stands() -> None:
    told = story(LONGER + "5 10:00 A rides 16\n5 10:05 A voids e2", last=3)
    assert (told.refused, told.ledger.last_day) == ({"e5": "void"}, number(5))
    assert told.money(5) == (0, 0)  # it stood still on the last day (R8)
    assert "allowance" in told.kinds
    in_order = LONGER + "5 10:00 A rides 16\n5 10:05 A voids e4\n5 10:06 A voids e2"
    assert story(in_order, last=3).ledger.last_day == number(3)
    assert story(LONGER + "5 10:05 A voids e2", last=3).ledger.last_day == number(3)


def test_r13_consents_entered_late_do_not_end_the_game_before_a_post_that_stands() -> None:
    shorter = "3 12:00 A agrees 2014-07-03\n3 12:01 B agrees 2014-07-03\n"
    late = "3 12:02 C agrees 2014-07-03"
    told = story(f"{shorter}4 10:00 A rides 16\n{late}", last=5)
    assert (told.refused, told.ledger.last_day) == ({"e4": "R13"}, number(5))
    ruling = told.ledger.rulings["e4"]
    assert "e3 of 2014-07-04 stands" in ruling.message
    assert not ruling.malformed  # a post that was made: it is kept, refused
    assert story(f"{shorter}4 10:00 A rides x\n{late}", last=5).ledger.last_day == number(3)


@pytest.mark.parametrize("when", ["1 02:00", "4 03:00"])
def test_r13_posts_outside_the_game_are_refused(when: str) -> None:
    told = story(
        f"{when} A rides 16\n{when} A plans p1 0 鴨宮@13:00\n{when} A rests\n{when} A repays 1000",
        last=3,
    )
    assert told.refused == {"e1": "R13", "p1": "R13", "e3": "R13", "e4": "R13"}


# R14


def test_r14_most_points_wins_and_equal_points_share() -> None:
    told = story("1 12:00 A plans p1 0 久里浜@13:00\n1 12:00 B plans p2 0 三崎口@13:00", last=2)
    assert told.ledger.totals == {"A": 1 + 2 - 1, "B": 2, "C": 0}
    assert list(told.ledger.winners) == ["A", "B"]
    assert told.ledger.finished
