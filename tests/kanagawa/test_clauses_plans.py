"""Part B of the rules, as far as fares, arrivals and boardings are given: R4a-R4i, R7, R8, R11."""

import pytest

from planner.referee.ledger import overdrawn
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.draft import check_names, too_near
from planner.rulebooks.kanagawa.oddities import impossible_times
from planner.rulebooks.kanagawa.rules import standard
from planner.rulebooks.kanagawa.words import sentence
from tests.kanagawa.story import book_of_story, number, story

# Game day and identity


def test_the_game_day_runs_from_3_to_27_hours_for_every_kind_of_post() -> None:
    told = story("1 20:00 A rides 16\n2 02:59 A plans p1 140 鴨宮@27:30\n2 03:00 A rides 16")
    assert told.refused == {}
    assert told.money(1) == (260, 0)


def test_a_night_post_may_say_that_it_is_for_the_day_just_begun() -> None:
    told = story("1 20:00 A rides 16\n2 01:00 A rides 25 for=2\n2 01:30 A plans p1 140 鴨宮@25:40")
    assert told.refused == {}
    assert told.money(1) == (260, 0)
    assert told.ledger.rulings["e2"].amount == 500


def test_another_day_boundary_is_an_option() -> None:
    told = story("1 20:00 A rides 16\n2 03:30 A rides 16", options={"day_boundary": "04:00"})
    assert told.refused == {"e2": "R3"}


@pytest.mark.parametrize("name", ["逗子・葉山", "新逗子", "新逗子駅"])
def test_names_of_one_station_are_one_place(name: str) -> None:
    told = story(f"1 12:00 A rides 16\n1 12:10 A plans p1 100 {name}@14:00 衣笠@15:00")
    assert told.owner(1, "新逗子") == "A"


def test_spellings_of_one_name_are_one_sprint_point() -> None:
    told = story("1 12:00 A rides 16\n1 12:10 A plans p1 100 茅ケ崎@14:00", sprint_start="茅ヶ崎")
    assert told.sprint(1) == ("茅ヶ崎", 1, "A")


# R4a


def test_r4a_one_plan_before_and_one_after_the_allowance() -> None:
    told = story(
        "1 12:00 A plans p1 0 鴨宮@12:20\n1 12:30 A plans p2 0 大磯@13:00\n"
        "1 19:00 A rides 16\n1 19:10 A plans p3 0 国府津@20:00\n1 19:20 A plans p4 0 大磯@21:00"
    )
    assert told.refused == {"p2": "R4a", "p4": "R4a"}


def test_r4a_without_an_allowance_there_is_one_plan() -> None:
    told = story("1 12:00 A plans p1 0 鴨宮@12:20\n1 20:30 A plans p2 0 大磯@21:00")
    assert told.refused == {"p2": "R4a"}


def test_r4a_a_refused_plan_does_not_use_up_its_slot() -> None:
    told = story("1 12:00 A plans p1 10 鴨宮@12:20\n1 20:30 A plans p2 0 大磯@21:00")
    assert told.refused == {"p1": "R4c"}


def test_r4a_a_plan_with_no_train_left_uses_its_slot_moves_nothing_and_costs_nothing() -> None:
    told = story("1 20:00 A rides 16\n2 00:50 A plans p1 300\n2 00:55 A plans p2 300 鴨宮@25:00")
    assert told.refused == {"p2": "R4a"}
    assert told.money(1) == (0, 0)  # stayed: R8
    assert "no_train" in told.kinds


def test_r4a_the_slots_of_one_player_are_not_those_of_another() -> None:
    assert story("1 12:00 A plans p1 0 鴨宮@12:20\n1 12:01 B plans p2 0 鶴見@13:00").refused == {}


def test_r4a_neither_plan_is_compulsory() -> None:
    assert story("").refused == {}


# R4b


def test_r4b_a_post_between_0_and_3_hours_belongs_to_the_day_before() -> None:
    told = story("1 20:00 A rides 16\n2 02:59 A plans p1 140 久里浜@27:20")
    assert told.owner(1, "久里浜") == "A"


def test_r4b_a_time_before_the_post_is_noticed_and_so_is_one_before_the_first_plans_end() -> None:
    def times(text: str) -> list[tuple[str, str]]:
        return [(clause, plan.id) for clause, plan in impossible_times(book_of_story(text))]

    assert times("1 12:00 A plans p1 0 鴨宮@12:00\n2 01:00 B plans p2 0 鶴見@25:00") == []
    assert times("1 12:01 A plans p1 0 鴨宮@12:00") == [("R4b", "p1")]
    second = "1 12:00 A plans p1 0 鴨宮@15:00\n1 13:00 A rides 1\n1 13:10 A plans p2 0 大磯@{}"
    assert times(second.format("14:59")) == [("R4a", "p2")]
    assert times(second.format("15:00")) == []


# R4c


def test_r4c_the_declared_fare_must_fit_the_purse_to_the_yen() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 401 鴨宮@13:00\n1 12:20 A plans p2 400 鴨宮@13:00"
    )
    assert told.refused == {"p1": "R4c"}


def test_r4c_tests_the_declared_fare_not_the_right_one() -> None:
    assert story("1 12:00 A rides 16\n1 12:10 A plans p1 400/9000 鴨宮@13:00").refused == {}


def test_r4c_a_later_correction_does_not_refuse_a_plan() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 100/300 大磯@13:00\n"
        "2 12:00 A plans p2 300 鴨宮@13:00\n"
        "3 12:00 A reports p1"
    )
    assert told.refused == {}
    assert told.money(2) == (800, 1000)  # 100 in hand in hindsight, 200 short


def test_r4c_a_later_correction_does_not_revive_a_refused_plan() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 300/100 大磯@13:00\n"
        "2 12:00 A plans p2 300 鴨宮@13:00\n"
        "2 13:00 A claims p1\n2 14:00 A plans p3 300 国府津@15:00"
    )
    assert told.refused == {"p2": "R4c"}
    assert told.money(1) == (300, 0)
    assert told.money(2) == (0, 0)


def test_r4c_an_earlier_correction_is_known() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 100/300 大磯@13:00\n2 11:00 A reports p1\n"
        "2 12:00 A plans p2 300 鴨宮@13:00"
    )
    assert told.refused == {"p2": "R4c"}


# R4d, R4f (with the outcome given)


def test_r4d_an_arrival_after_midnight_is_of_the_plans_day() -> None:
    told = story("1 20:00 A rides 16\n1 23:50 A plans p1 140 久里浜@25:10")
    assert told.owner(1, "久里浜") == "A"
    assert told.money(1) == (260, 0)


CUT_OFF = "1 20:00 A rides 16\n1 21:00 A plans p1 {fare} 久里浜@25:00 charged=150\n"


def test_r4f_after_a_cut_off_the_fare_to_the_stopping_place_is_paid_and_it_is_an_arrival() -> None:
    told = story(CUT_OFF.format(fare="300"))
    assert told.money(1) == (250, 0)
    assert told.owner(1, "久里浜") == "A"
    assert "cut" in told.kinds


def test_r4f_the_error_and_the_double_are_judged_on_the_declared_path() -> None:
    told = story(CUT_OFF.format(fare="300/350") + "2 12:00 B reports p1")
    assert told.money(1) == (250, 0)  # no difference: the fare to the stopping place was right
    assert told.money(2) == (0, 1000)  # 700 with 250 in hand; stays and loses the surplus
    assert story(CUT_OFF.format(fare="300/350") + "2 12:00 A reports p1").money(1) == (250, 0)


def test_r4f_the_refund_is_automatic_and_not_claimed_again() -> None:
    told = story(CUT_OFF.format(fare="300/200") + "2 12:00 A claims p1")
    assert told.money(1) == (250, 0)


def test_r4g_a_ruling_puts_another_outcome_in_the_plans_place() -> None:
    from planner.rulebooks.kanagawa.replay import ledger_of
    from planner.rulebooks.kanagawa.rules import make_game

    game = make_game({"players": ["A"], "first_day": "2014-07-01", "last_day": "2014-07-02",
                      "start": {"A": "小田原"}})  # fmt: skip
    plan = {
        "id": "p1",
        "t": "2014-07-01 20:10",
        "type": "plan",
        "player": "A",
        "declared": 300,
        "right": 300,
        "charged": 200,
        "arrivals": [{"station": "久里浜", "time": "25:00"}],
    }
    ride = {"id": "r", "t": "2014-07-01 20:00", "type": "allowance", "player": "A", "km": "16"}
    waiver = {"id": "w", "t": "2014-07-01 21:00", "type": "ruling", "plan": "p1", "charged": 120,
              "arrivals": [{"station": "大船", "time": "23:00"}]}  # fmt: skip
    ledger = ledger_of([ride, plan, waiver], game)
    day = ledger.days[game.first_day]
    assert day.standings["A"].purse == 280
    assert day.control["久里浜"] is None


# R4h

WRONG = "1 12:00 A rides 81\n1 12:10 A plans p1 200/350 大磯@13:00\n"


def test_r4h_found_by_the_player_the_difference_is_charged_at_the_plans_moment() -> None:
    told = story(WRONG + "3 12:00 A reports p1")
    assert told.money(1) == (950, 0)
    assert told.money(3) == (0, 0)  # stayed on day 2


def test_r4h_found_by_another_twice_the_right_fare_is_charged_at_the_reports_moment() -> None:
    told = story(WRONG + "2 10:00 A plans p2 0 鴨宮@11:00\n2 12:00 B reports p1")
    assert told.money(1) == (950, 0)
    assert told.money(2) == (250, 0)


def test_r4h_one_error_is_charged_once() -> None:
    text = WRONG + "2 10:00 A plans p2 0 鴨宮@11:00\n2 12:00 B reports p1\n2 12:01 C reports p1\n"
    assert story(text + "2 12:02 B reports p1\n2 12:03 A reports p1").money(2) == (250, 0)


def test_r4h_the_players_own_correction_first_bars_the_double() -> None:
    told = story(
        WRONG + "2 10:00 A plans p2 0 鴨宮@11:00\n2 12:00 A reports p1\n2 12:01 B reports p1"
    )
    assert told.money(2) == (950, 0)
    assert told.refused == {}


def test_r4h_a_report_of_a_fare_that_is_not_too_low_changes_nothing() -> None:
    for fare in ("350", "400/350"):
        told = story(WRONG.replace("200/350", fare) + "1 20:00 B reports p1")
        assert told.money(1) == (1300 - int(fare[:3]), 0)
        assert told.refused == {}


def test_r4h_two_errors_are_two() -> None:
    told = story(
        WRONG + "2 10:00 A plans p2 100/200 鴨宮@11:00\n2 12:00 B reports p1\n2 12:01 B reports p2"
    )
    assert told.money(2) == (1300 - 350 - 200 - 700 + 1000 - 400, 1000)


def test_r4h_the_route_stands_and_a_loan_is_deemed_taken_where_money_was_missing() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 400/900 久里浜@13:00\n2 12:00 A reports p1"
    )
    assert told.money(1) == (500, 1000)
    assert told.ledger.days[told.view(1).day].standings["A"].place == "久里浜"
    assert told.owner(1, "久里浜") is None  # D6


def test_r4h_a_correction_works_its_way_through_all_that_follows() -> None:
    """Less on day 1, so day 3's interest cannot be paid, and day 2's repayment shrinks."""
    text = """
1 12:00 A rides 64
1 12:10 A plans p1 200/1200 大磯@13:00
1 12:20 A plans x 0 大磯@14:00
2 08:00 A plans p2 0/1100 鴨宮@09:00
2 09:00 A reports p2
2 18:00 A rides 0
2 18:10 A plans p3 0 国府津@19:00
3 18:00 A rides 0
3 18:10 A plans p4 0 鴨宮@19:00
"""
    assert story(text).money(2) == (900, 1000)
    assert story(text).money(3) == (800, 1000)
    told = story(text + "3 19:00 A reports p1")
    assert told.money(1) == (0, 0)
    assert told.money(2) == (900, 2000)
    assert told.money(3) == (700, 2000)


def test_r4h_reports_are_taken_until_the_final_settlement() -> None:
    assert story(WRONG + "4 02:59 B reports p1", last=3).refused == {}
    assert story(WRONG + "4 03:00 B reports p1", last=3).refused == {"e3": "R4h"}
    told = story(WRONG + "4 03:00 B reports p1", last=3, options={"report_after_end": "accepted"})
    assert told.refused == {}
    assert told.money(3) == (300, 1000)  # 700 with nothing in hand, after R8 took the purse


def test_r4h_what_is_corrected_after_the_end_is_booked_at_it_after_r8_and_annuls_nothing() -> None:
    there = "3 10:00 A plans p1 0/200 久里浜@11:00\n3 12:00 A rides 0\n"
    back = "3 12:01 A plans p2 0 小田原@13:00\n4 12:00 B reports p1"
    told = story(there + back, last=3, options={"report_after_end": "accepted"})
    kinds = [row.kind for row in told.ledger.rows if row.day == number(3) and row.player == "A"]
    assert kinds[kinds.index("stayed") :] == ["stayed", "loan", "fine", "final_debt"]
    assert told.money(3) == (600, 2000)
    assert not list(overdrawn(told.ledger.rows, "purse:"))
    late = "3 09:00 A rides 16\n3 10:00 A plans p1 300/400 久里浜@11:00\n4 12:00 B reports p1"
    told = story(late, last=3, options={"report_after_end": "accepted"})
    assert told.money(3) == (200, 1000)
    assert told.owner(3, "久里浜") == "A"


@pytest.mark.parametrize(("factor", "fine", "told_en"), [(0, None, ""), (3, 1050, "3 times")])
def test_r4h_the_group_may_fine_otherwise_or_not_at_all(
    factor: int, fine: int | None, told_en: str
) -> None:
    told = story(WRONG + "1 20:00 B reports p1", options={"wrong_fare_factor": factor})
    rows = [row for row in told.ledger.rows if row.kind == "fine"]
    assert [row.values["amount"] for row in rows] == ([] if fine is None else [fine])
    assert all(row.values["right"] == 350 for row in rows)
    assert all(told_en in sentence(row, "en") and "3 倍" in sentence(row, "ja") for row in rows)
    assert [row.values["amount"] for row in told.ledger.rows if row.kind == "difference"] == [150]


def test_r4h_a_report_of_a_plan_that_was_refused_or_never_posted_is_refused() -> None:
    told = story(
        "1 12:00 A plans p1 100/200 大磯@13:00\n1 13:00 B reports p1\n1 13:01 B reports p7"
    )
    assert told.refused == {"p1": "R4c", "e2": "R4h", "e3": "R4h"}


def test_r4h_an_error_in_a_plan_without_a_train_costs_only_the_double() -> None:
    told = story("1 20:00 A rides 16\n1 23:50 A plans p1 100/150\n1 23:55 B reports p1")
    assert told.money(1) == (0, 0)  # 400 - 300, lost by R8
    rows = [row for row in told.ledger.rows if row.clause == "R4h"]
    assert [row.values["amount"] for row in rows] == [300]


def test_r4h_and_r4i_a_correction_that_finds_nothing_stands_unless_the_group_refuses_it() -> None:
    told = WRONG + "1 20:00 B reports p1\n1 20:01 C reports p1\n1 20:02 A claims p1"
    assert (story(told).refused, story(told).money(1)) == ({}, (250, 0))
    strict = {"options": {"idle_correction": "refused"}}
    assert story(told, **strict).refused == {"e4": "R4h", "e5": "R4i"}
    right = WRONG.replace("200/350", "350") + "1 20:00 B reports p1\n1 20:02 A claims p1"
    assert story(right).refused == {}
    assert story(right, **strict).refused == {"e3": "R4h", "e4": "R4i"}
    no_train = "1 20:00 A rides 16\n1 23:50 A plans p1 100/150\n1 23:55 B reports p1"
    assert story(no_train, **strict).refused == {}  # it costs the fine


def test_r4i_anyone_may_correct_a_fare_too_high_unless_the_group_leaves_it_to_the_player() -> None:
    text = WRONG.replace("200/350", "350/200") + "1 20:00 B claims p1"
    assert (story(text).refused, story(text).money(1)) == ({}, (1100, 0))
    own = story(text, options={"refund_claimant": "player"})
    assert (own.refused, own.money(1)) == ({"e3": "R4i"}, (950, 0))


def test_r4h_a_fare_that_is_not_known_is_no_error_and_cannot_be_reported() -> None:
    told = story(WRONG.replace("200/350", "200/?") + "1 20:00 B reports p1")
    assert told.money(1) == (1100, 0)
    assert list(told.refused.values()) == ["R4h"]


# R4i

OVER = "1 12:00 A rides 49\n1 12:10 A plans p1 600/450 大磯@13:00\n"


def test_r4i_too_much_is_no_error() -> None:
    assert story(OVER + "1 13:00 B reports p1").money(1) == (300, 0)


@pytest.mark.parametrize(
    ("when", "stands"),
    [("1 13:00", True), ("2 13:00", True), ("3 02:59", True), ("3 03:00", False)],
)
def test_r4i_it_may_be_corrected_today_or_tomorrow_later_never(when: str, stands: bool) -> None:
    told = story(f"{OVER}{when} A claims p1")
    assert told.refused == ({} if stands else {"e3": "R4i"})
    assert told.money(1) == (450 if stands else 300, 0)


def test_r4i_the_refund_is_booked_at_the_plans_moment_or_at_the_correction() -> None:
    text = OVER + "2 08:00 A plans p2 0 鴨宮@09:00\n2 13:00 A claims p1"
    assert (story(text).money(1), story(text).money(2)) == ((450, 0), (450, 0))
    told = story(text, options={"refund_booked": "correction"})
    assert (told.money(1), told.money(2)) == ((300, 0), (450, 0))


def test_r4i_a_fare_that_is_not_known_cannot_be_claimed_back() -> None:
    told = story(OVER.replace("/450", "/?") + "1 13:00 A claims p1")
    assert (told.money(1), list(told.refused.values())) == ((300, 0), ["R4i"])


def test_r4i_a_second_claim_gives_nothing_more() -> None:
    assert story(OVER + "1 13:00 A claims p1\n1 13:01 A claims p1").money(1) == (450, 0)


def test_r4i_a_refund_may_undo_a_loan_and_give_an_arrival_back() -> None:
    text = OVER + "2 08:00 A plans p2 300/400 久里浜@09:00\n2 09:00 A reports p2\n"
    assert story(text).money(2) == (900, 1000)
    assert story(text).owner(2, "久里浜") is None
    told = story(text + "2 13:00 A claims p1")
    assert told.money(2) == (50, 0)
    assert told.owner(2, "久里浜") == "A"


def test_r4i_no_claim_after_the_final_settlement() -> None:
    assert story(OVER + "2 02:59 A claims p1", last=1).refused == {}
    assert story(OVER + "2 03:00 A claims p1", last=1).refused == {"e3": "R4i"}


# R7


def test_r7_a_change_on_one_ticket_is_no_arrival_unless_every_alighting_counts() -> None:
    text = "1 12:00 A rides 16\n1 12:10 A plans p1 300 ~久里浜@13:00 衣笠@14:00"
    assert story(text).owner(1, "久里浜") is None
    assert story(text, options={"arrival": "every_alighting"}).owner(1, "久里浜") == "A"


def test_r7_every_station_where_the_player_gets_off_is_an_arrival() -> None:
    told = story("1 12:00 A rides 16\n1 12:10 A plans p1 300 久里浜@13:00 三崎口@14:00 衣笠@15:00")
    assert told.owner(1, "久里浜") == told.owner(1, "三崎口") == "A"


# R8


def test_r8_whoever_ends_where_the_day_began_loses_the_whole_purse_but_no_arrival() -> None:
    told = story("1 12:00 A rides 49\n1 12:10 A plans p1 300 久里浜@13:00 小田原@15:00")
    assert told.money(1) == (0, 0)
    assert told.owner(1, "久里浜") == "A"


def test_r8_looks_at_both_plans_of_the_day() -> None:
    told = story(
        "1 12:00 A plans p1 0 鴨宮@12:10\n1 19:00 A rides 49\n1 19:10 A plans p2 140 小田原@20:00"
    )
    assert told.money(1) == (0, 0)


def test_r8_where_the_day_began_is_where_the_last_one_ended() -> None:
    text = "1 12:00 A rides 49\n1 12:10 A plans p1 140 鴨宮@13:00\n2 12:00 A plans p2 140 {}@13:00"
    assert story(text.format("小田原")).money(2) == (620, 0)
    assert story(text.format("鴨宮")).money(2) == (0, 0)


def test_r8_the_same_station_under_another_name_is_the_same() -> None:
    text = "1 12:00 A rides 49\n1 12:10 A plans p1 140 {}@13:00\n"
    told = story(text.format("新逗子") + "2 12:00 A plans p2 0 鴨宮@13:00 逗子・葉山@14:00")
    assert told.money(2) == (0, 0)


def test_r8_forfeits_the_purse_and_leaves_the_debt() -> None:
    told = story(
        "1 12:00 A rides 16\n1 12:10 A plans p1 400/900 小田原@13:00\n1 13:00 A reports p1"
    )
    assert told.money(1) == (0, 1000)


# R11


def test_r11_players_plus_one_stations_none_barred_none_twice() -> None:
    rules = standard()
    check_names(["小田原", "川崎", "橋本", "逗子"], 3, rules)
    for names in (
        ["小田原", "川崎", "橋本"],
        ["小田原", "川崎", "橋本", "小田原駅"],
        ["小田原", "川崎", "橋本", "藤野"],
        ["小田原", "川崎", "橋本", "駒ケ岳山頂"],
    ):
        with pytest.raises(Refused, match="R11"):
            check_names(names, 3, rules)


def test_r11_any_two_are_at_least_400_yen_apart() -> None:
    fares = {("A", "B"): 400, ("A", "C"): 399, ("B", "C"): None}
    near = too_near(["A", "B", "C"], lambda one, other: fares[one, other], standard())
    assert [(n.one, n.other, n.fare) for n in near] == [("A", "C", 399), ("B", "C", None)]


DRAFT = """
1 03:10 B names 小田原 川崎 橋本 逗子
1 03:11 B chooses 逗子
1 03:12 C chooses 小田原
1 03:13 A chooses 小田原
1 03:14 A chooses 横浜
1 03:15 A chooses 川崎
1 03:16 A chooses 橋本
1 03:17 B chooses 逗子
1 12:00 A plans p1 0 川崎@13:00
"""


def test_r11_the_others_choose_first_the_namer_last_each_once_a_free_station() -> None:
    told = story(DRAFT, start={})
    assert told.refused == {"e2": "R11", "e4": "R11", "e5": "R11", "e7": "R11"}
    assert told.ledger.start == {"C": "小田原", "A": "川崎", "B": "逗子"}


def test_r11_the_chosen_station_is_where_the_first_day_begins() -> None:
    told = story(DRAFT + "1 19:00 A rides 16", start={})
    assert told.money(1) == (0, 0)  # ended at 川崎, where it began


def test_r11_nobody_moves_before_the_start_is_settled() -> None:
    assert story("1 12:00 A plans p1 0 川崎@13:00", start={}).refused == {"p1": "R11"}


# The order of the tests


def test_the_first_test_that_fails_gives_the_clause() -> None:
    rest = "1 12:00 B rests\n"
    told = story(
        rest
        + "2 12:00 A rides -1\n2 12:01 A rides 16\n2 12:02 A repays 0\n2 12:03 A repays 1000\n"
        + "2 12:04 A plans p1 0 鴨宮@13:00\n2 12:05 A plans p2 999 大磯@13:00"
    )
    assert told.refused == {"e2": "R2", "e3": "R12", "e4": "D3", "e5": "R12", "p2": "R4a"}
