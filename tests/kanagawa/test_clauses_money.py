"""Part A of the rules: allowance, loans, interest, repayment, and what debts do to points."""

import pytest

from planner.rulebooks.kanagawa.rules import standard
from tests.kanagawa.story import story

LOAN = """
1 19:00 A rides 16
1 19:10 A plans p1 400/{right} 鴨宮@20:40
1 21:00 A reports p1
"""
TABLE = {1: 100, 4: 200, 9: 300, 16: 400, 25: 500, 36: 800, 49: 900, 64: 1200, 81: 1300, 100: 1600,
         121: 1900, 144: 2000, 169: 2300, 196: 2600, 225: 2900, 256: 3200, 289: 3500, 324: 3800,
         361: 4300, 400: 4600}  # fmt: skip


def loan(more: str, right: int = 2400) -> str:
    return LOAN.format(right=right) + more


# R1/R2


@pytest.mark.parametrize(("km", "yen"), TABLE.items())
def test_r2_each_threshold_pays_from_exactly_its_distance_on(km: int, yen: int) -> None:
    just_below = max([0, *(y for k, y in TABLE.items() if k < km)])
    told = story(f"1 19:00 A rides {km}\n1 19:00 B rides {km - 1}.999999\n1 19:01 C rides {km}.0")
    amounts = [told.ledger.rulings[name].amount for name in ("e1", "e2", "e3")]
    assert amounts == [yen, just_below, yen]


@pytest.mark.parametrize(
    ("km", "yen"), [("0", 0), ("0.999", 0), ("35.9", 500), ("48.999", 800), ("400.1", 4600),
                    ("99999", 4600), ("３６", 800), ("1e2", 1600)]
)  # fmt: skip
def test_r2_decimal_distances_and_the_ends_of_the_table(km: str, yen: int) -> None:
    assert story(f"1 19:00 A rides {km}").ledger.rulings["e1"].amount == yen


@pytest.mark.parametrize("km", ["-1", "-0.001", "NaN", "Infinity", "-Infinity", "abc", "1,5"])
def test_r2_no_distance_is_refused_and_does_not_use_up_the_day(km: str) -> None:
    told = story(f"1 19:00 A rides {km}\n1 19:01 A rides 16")
    assert told.refused == {"e1": "R2"}
    assert told.ledger.rulings["e2"].amount == 400


def test_r2_the_purse_starts_at_nothing() -> None:
    assert story("").money(1) == (0, 0)


# R3


def test_r3_one_allowance_a_game_day_also_across_midnight() -> None:
    told = story("1 19:00 A rides 16\n2 02:59 A rides 16\n2 03:00 A rides 16")
    assert told.refused == {"e2": "R3"}


def test_r3_a_ride_of_nothing_counts_as_paid_and_makes_interest_due() -> None:
    told = story(loan("2 19:00 A rides 0.5\n"))
    assert told.money(2) == (0, 2000)
    assert told.points(2) == {"interest_penalty": -20}


def test_r3_a_ride_of_nothing_is_no_allowance_where_the_game_decides_so() -> None:
    told = story(
        loan(
            "2 19:00 A rides 0.5\n2 19:01 A plans p2 0 小田原@20:00\n"
            "2 19:02 A plans p3 0 鴨宮@21:00\n"
        ),
        options={"zero_ride_pays_interest": False},
    )
    assert told.money(2) == (0, 2200)
    assert told.refused == {"p3": "R4a"}


# D1


@pytest.mark.parametrize(
    ("short", "lent", "left"), [(1, 1000, 999), (1000, 1000, 0), (1001, 2000, 999)]
)
def test_d1_a_shortfall_makes_a_loan_of_whole_thousands_and_the_surplus_stays(
    short: int, lent: int, left: int
) -> None:
    assert story(loan("", 400 + short)).money(1) == (left, lent)


def test_d1_no_loan_can_be_asked_for() -> None:
    told = story("1 19:00 A borrows 1000")
    assert told.refused == {"e1": "D1"}


def test_d1_a_game_may_allow_voluntary_loans_in_thousands() -> None:
    told = story(
        "1 19:00 A borrows 1000\n1 19:01 A borrows 500\n1 19:10 A plans p1 600 久里浜@20:00",
        options={"voluntary_loans": True},
    )
    assert told.refused == {"e2": "D1"}
    assert told.money(1) == (400, 1000)
    assert told.owner(1, "久里浜") is None  # D6


def test_d1_a_plan_above_the_purse_makes_no_loan() -> None:
    assert story("1 19:00 A plans p1 140 鴨宮@20:00").refused == {"p1": "R4c"}


# D2


def test_d2_the_example_of_the_rules() -> None:
    """P=2000 on day 1; allowance on day 2: 200 due. None on 2 and 3: 200, 420, 662 due on day 4."""
    assert story(loan("2 20:00 A rides 25\n2 20:10 A plans p2 0 小田原@21:00")).money(2) == (
        300,
        2000,
    )
    told = story(loan("4 20:00 A rides 64\n4 20:10 A plans p2 0 小田原@21:00"))
    assert [told.money(day)[1] for day in (1, 2, 3, 4)] == [2000, 2200, 2420, 2000]
    assert told.money(4)[0] == 1200 - 662


def test_d2_a_second_loan_bears_no_interest_on_its_own_day_and_the_total_is_rounded_once() -> None:
    told = story(
        loan(
            "2 08:00 A plans p2 0/1 大磯@09:00\n2 09:00 A reports p2\n"
            "3 08:00 A plans p3 0/1000 鴨宮@09:00\n3 09:00 A reports p3\n",
            1400,
        )
    )
    # day 2: 1000 + 100 + a loan of 1000 for 1 yen; day 3: 210, and 999 in hand are 1 short of 1000
    assert told.money(1) == (0, 1000)
    assert told.money(2) == (999, 2100)
    assert told.money(3) == (999, 3310)


def test_d2_interest_is_rounded_up_on_the_total() -> None:
    told = story(loan("", 1400))
    debts = [told.money(day)[1] for day in range(1, 8)]
    assert debts == [1000, 1100, 1210, 1331, 1465, 1612, 1774]


def test_d2_interest_on_the_loan_day_where_the_game_decides_so() -> None:
    options = {"interest_on_loan_day": True}
    assert story(loan(""), options=options).money(1) == (0, 2200)
    early = "1 08:00 A plans p1 0/1000 鴨宮@09:00\n1 09:00 A reports p1\n1 19:00 A rides 16"
    assert story(early, options=options).money(1) == (300, 1000)


# D3


def repay(more: str, km: str = "225", right: int = 3400) -> dict[str, str]:
    return story(loan(f"2 20:00 A rides {km}\n{more}", right)).refused


@pytest.mark.parametrize("amount", [0, -1000])
def test_d3_what_is_no_amount_is_refused(amount: int) -> None:
    assert repay(f"2 20:05 A repays {amount}") == {"e5": "D3"}


@pytest.mark.parametrize(
    ("amount", "stands"), [(1000, True), (2000, True), (500, False), (1500, False), (3000, False)]
)
def test_d3_repayment_goes_in_thousands_that_the_purse_holds(amount: int, stands: bool) -> None:
    assert (repay(f"2 20:05 A repays {amount}") == {}) == stands  # purse 2900 - 300, debt 3000


def test_d3_no_more_than_the_debt_is_repaid() -> None:
    assert repay("2 20:05 A repays 2000", right=1400) == {"e5": "D3"}


def test_d3_any_amount_that_clears_the_debt_and_not_a_yen_more() -> None:
    # day 2: nothing for 200 of interest, capitalised; day 3: 220 paid, 2200 left
    text = loan("2 20:00 A rides 0\n3 20:00 A rides 225\n3 20:05 A repays {}\n").format
    options = {"unpaid_interest": "capitalised"}
    assert story(text(2220), options=options).refused == {"e6": "D3"}
    assert story(text(2100), options=options).refused == {"e6": "D3"}
    assert story(text(2200), options=options).money(3)[1] == 0


CUT = """
1 18:00 A rides 16
1 18:10 A plans p1 400/1400 大磯@19:00
1 18:20 A reports p1
2 18:00 A rides 225
2 18:10 A plans p2 100/2560 鴨宮@19:00
3 18:00 A rides 1
3 18:01 A repays 1000
3 18:10 A plans p3 0 国府津@19:00
"""


def test_d3_a_past_repayment_is_cut_to_what_the_purse_then_allows() -> None:
    assert story(CUT).money(3) == (2700 + 100 - 100 - 1000, 0)
    told = story(CUT + "3 19:00 A reports p2")
    assert told.refused == {}
    assert told.money(2) == (2900 - 100 - 2560, 1100 - 100)
    assert told.money(3) == (0, 1000 - 240)
    assert "repaid_less" in told.kinds
    assert told.points(3) == {}


def test_d3_any_amount_while_the_debt_is_below_1000() -> None:
    day_4 = "4 20:00 A rides 100\n4 20:01 A repays {}\n4 20:02 A plans p9 0 小田原@21:00"
    told = story(CUT + "3 19:00 A reports p2\n" + day_4.format(130))
    assert told.refused == {}
    assert told.money(4) == (1600 - 76 - 130, 760 - 130)
    assert story(CUT + "3 19:00 A reports p2\n" + day_4.format(761)).refused == {"e11": "D3"}


def test_d3_a_repayment_in_the_past_never_exceeds_the_debt_that_is_left() -> None:
    """The loan itself vanishes: a refund claimed later leaves nothing to repay."""
    text = """
1 18:00 A rides 36
1 18:10 A plans p1 500/100 大磯@19:00
1 18:20 A plans none 0 大磯@19:00
2 08:00 A plans p2 300/700 国府津@09:00
2 09:00 A reports p2
2 18:00 A rides 225
2 18:01 A repays 1000
"""
    assert story(text).money(1) == (300, 0)
    assert story(text).money(2) == (300 - 700 + 1000 + 2900 - 1000, 0)
    told = story(text + "2 19:00 A claims p1")
    assert told.money(1) == (700, 0)
    assert told.money(2) == (2900, 0)


def test_d3_repayment_needs_an_allowance_and_comes_before_the_second_plan() -> None:
    told = story(
        loan(
            "2 08:00 A repays 1000\n2 08:10 A plans p2 0 大磯@09:00\n2 20:00 A rides 225\n"
            "2 20:01 A repays 1000\n2 20:10 A plans p3 140 国府津@21:00\n2 20:11 A repays 1000\n"
        )
    )
    assert told.refused == {"e4": "D3", "e9": "D3"}
    assert told.money(2) == (2900 - 200 - 1000 - 140, 1000)


def test_d3_a_first_plan_before_the_allowance_does_not_bar_repayment() -> None:
    told = story(
        loan("2 08:10 A plans p2 0 大磯@09:00\n2 20:00 A rides 225\n2 20:01 A repays 2000")
    )
    assert told.refused == {}
    assert told.money(2) == (2900 - 200 - 2000, 0)


# D4


@pytest.mark.parametrize(("km", "lost"), [("0", 20), ("1", 10), ("4", 0)])
def test_d4_the_whole_purse_is_forfeited_and_a_point_lost_for_every_10_yen(
    km: str, lost: int
) -> None:
    told = story(loan(f"2 20:00 A rides {km}\n"))
    assert told.money(2) == (0, 2000)
    assert told.points(2).get("interest_penalty", 0) == -lost


def test_d4_what_is_missing_is_rounded_up_to_10_yen() -> None:
    told = story(loan("3 20:00 A rides 1\n", 1450))  # 950 in hand lost on day 2 (R8), 420 due
    assert told.points(3) == {"interest_penalty": -32}
    odd = story(loan("4 20:00 A rides 1\n", 1400))  # 100 + 110 + 121 = 331 due
    assert odd.points(4) == {"interest_penalty": -24}  # 231 missing


def test_d4_settled_interest_is_gone_and_capitalised_interest_is_owed() -> None:
    text = loan("2 20:00 A rides 1\n")
    assert [story(text).money(day)[1] for day in (2, 3)] == [2000, 2200]
    told = story(text, options={"unpaid_interest": "capitalised"})
    assert [told.money(day)[1] for day in (2, 3)] == [2100, 2310]
    assert told.points(2) == {"interest_penalty": -10}


# D5


def test_d5_the_last_day_loses_a_point_for_every_yen_of_debt_above_the_purse() -> None:
    told = story(loan("3 20:00 A rides 64\n3 20:10 A plans p2 140 小田原@21:00"), last=3)
    assert told.points(3) == {"final_debt": -(2000 - (1200 - 420 - 140))}
    assert told.money(3) == (640, 2000)


def test_d5_a_purse_that_covers_the_debt_loses_nothing() -> None:
    told = story(loan("2 20:00 A rides 225\n2 20:10 A plans p2 0 小田原@21:00"), last=2)
    assert told.points(2) == {}
    assert told.money(2) == (2700, 2000)


def test_d5_comes_after_r8() -> None:
    told = story(loan("2 20:00 A rides 225"), last=2)
    assert told.points(2) == {"final_debt": -2000}


# D6


def test_d6_nothing_reached_on_the_day_of_a_loan_counts_and_points_are_taken_back() -> None:
    text = """
1 12:00 A rides 225
1 12:10 A plans p1 2900/3000 新横浜@13:00 大船@14:00 久里浜@16:00 衣笠@17:00 shinkansen=1
"""
    assert story(text).points(1) == {"line_ride": 1, "line_control": 1, "sprint": 2}
    assert story(text).owner(1, "久里浜") == "A"
    told = story(text + "9 12:00 A reports p1")
    assert told.points(1) == {}
    assert told.owner(1, "久里浜") is None
    assert told.owner(1, "東海道新幹線") is None
    assert told.sprint(1)[2] is None
    assert {"ride_annulled", "sprint_annulled", "arrival_annulled"} <= set(told.kinds)


def test_d6_a_loan_in_the_evening_annuls_the_morning_too() -> None:
    text = """
1 12:00 A rides 16
1 12:10 A plans p1 100/200 大磯@12:30
2 08:00 A plans p2 300 久里浜@10:00
"""
    assert story(text).owner(2, "久里浜") == "A"
    told = story(text + "2 23:00 B reports p1")  # 100 + 400 with 0 in hand
    assert told.owner(2, "久里浜") is None


def test_d6_another_day_is_not_touched() -> None:
    told = story(loan("2 08:00 A plans p2 0 久里浜@10:00"))
    assert told.owner(2, "久里浜") == "A"


def test_the_rule_file_holds_the_amounts() -> None:
    rules = standard()
    assert [(int(km), yen) for km, yen in rules.allowance] == list(TABLE.items())
