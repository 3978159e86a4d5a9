"""Part H of the rules: events are facts, the ledger is derived, and known as of any moment."""

import pytest

from planner.errors import BadValue, UnknownName
from planner.referee.ledger import Posting, Row, balances, overdrawn, unbalanced
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.replay import ledger_of
from planner.rulebooks.kanagawa.rules import make_game, standard
from planner.rulebooks.kanagawa.words import SENTENCES, clauses, post_words, sentence
from tests.kanagawa.story import story

LATE = """
1 18:00 A rides 16
1 18:10 A plans p1 400/500 大船@20:30
1 18:11 B plans p2 0 大船@20:40
3 12:00 B reports p1
3 20:00 A rides 1
"""


def test_h_a_late_event_changes_the_past_and_not_what_was_known() -> None:
    assert story(LATE, last=3).money(1) == (900, 1000)
    known = story(LATE, last=3, known="3 11:59")
    assert known.money(1) == (0, 0)
    assert known.points(1) == {"sprint": 2}
    assert story(LATE, last=3, known="3 12:00").money(1) == (900, 1000)


def test_h_as_known_shows_ended_days_closed_and_the_day_that_lasts_as_it_stands() -> None:
    known = story("1 18:00 A rides 16\n2 18:00 A rides 16", known="2 18:30")
    assert (known.view(1).ended, known.view(2).ended) == (True, False)
    assert known.money(1) == (0, 0)
    assert known.money(2) == (400, 0)  # R8 strikes at the day's end only
    assert not known.ledger.finished


def test_h_every_row_cites_a_clause_and_its_events() -> None:
    ledger = story(LATE, last=3).ledger
    assert all(row.clause in clauses() for row in ledger.rows)
    idle = {"stayed"}  # whoever posts nothing has no post to cite
    assert all(row.events for row in ledger.rows if row.kind not in idle)


def test_h_points_and_moves_cite_the_plans_and_closes_they_come_from() -> None:
    told = story(
        "1 12:00 A plans p1 0 大船@13:00 久里浜@14:00 小田原@15:00 shinkansen=1\n"
        "1 12:30 A rides 1\n"
        "1 20:00 B notes 2014-07-01 15321.00 id=n\n2 12:00 A plans p2 0 三崎口@13:00",
        last=2,
        options={"bonus_counts_sprint_wins": True},
    )
    cited = {row.kind: tuple(row.events) for row in told.ledger.rows}
    assert cited["stayed"] == ("p1",)
    assert cited["sprint_moves"] == ("p1", "n")
    assert cited["station_points"] == ("p1",)
    assert cited["line_control"] == ("p1",)
    assert cited["bonus"] == ("p2", "p1")


def test_h_every_kind_of_row_and_post_has_a_sentence_in_both_languages() -> None:
    from tests.kanagawa.worlds import world

    kinds = set()
    for seed in range(30):
        given, events = world(seed, days=9)
        for event in events:
            assert post_words(event, "ja")
            assert post_words(event, "en")
        for row in ledger_of(events, make_game(given)).rows:
            kinds.add(row.kind)
            for lang in ("ja", "en"):
                text = sentence(row, lang)
                assert "{" not in text
                assert row.player in text
    assert len(kinds) > 20
    assert kinds <= set(SENTENCES)


def test_h_an_empty_journal_is_a_game_in_which_nothing_happened() -> None:
    ledger = story("").ledger
    assert len(ledger.days) == 31
    assert list(ledger.rows) == []
    assert ledger.totals == {"A": 0, "B": 0, "C": 0}


# Posts taken back


def test_a_post_taken_back_is_as_if_it_had_never_been() -> None:
    text = """
1 18:00 A rides 160 id=typo
1 18:10 A plans p1 300/500 久里浜@20:00
2 10:00 A reports p1
2 11:00 A voids typo
1 18:05 A rides 16
"""
    told = story(text)
    assert told.refused == {"typo": "void"}
    assert told.money(1) == (900, 1000)  # 400 - 500: the correction now makes a loan
    assert story(text, known="2 10:30").money(1) == (2000 - 500, 0)


def test_taking_a_plan_back_frees_its_slot_and_ends_its_reports() -> None:
    text = """
1 18:00 A rides 16
1 18:10 A plans p1 300/500 久里浜@20:00
1 19:00 B reports p1
1 20:00 A voids p1
1 20:10 A plans p2 200 三崎口@22:00
"""
    told = story(text)
    assert told.refused == {"p1": "void"}
    assert told.money(1) == (200, 0)
    assert told.owner(1, "久里浜") is None
    assert told.owner(1, "三崎口") == "A"


def test_what_does_not_stand_cannot_be_taken_back() -> None:
    told = story("1 18:00 A rides -1\n1 18:01 A voids e1\n1 18:02 A voids e9\n1 18:03 A voids e2")
    assert told.refused == {"e1": "R2", "e2": "void", "e3": "void", "e4": "void"}


# Postings


def row(*postings: Posting) -> Row:
    return Row(1, 1, "A", "R4", "fare", (), {}, postings)


def test_postings_that_do_not_sum_to_zero_are_found() -> None:
    good = row(Posting("purse:A", "yen", -5), Posting("railway", "yen", 5))
    bad = row(Posting("purse:A", "yen", -5), Posting("railway", "points", 5))
    assert unbalanced([good]) == []
    assert [(f.row, f.what, f.got) for f in unbalanced([good, bad])] == [
        (2, "yen", -5),
        (2, "points", 5),
    ]
    assert [(f.row, f.got) for f in overdrawn([good, bad], "purse:")] == [(1, -5), (2, -10)]
    assert balances([good, good])["railway", "yen"] == 10


# Options


def test_any_amount_table_list_or_decision_can_be_overridden() -> None:
    rules = rules_with(
        {"money": {"loan_unit": 500}, "sprint_points": [1], "unpaid_interest": "capitalised"}
    )
    assert (rules.loan_unit, rules.sprint_points, rules.unpaid_interest) == (
        500,
        (1,),
        "capitalised",
    )
    assert rules_with({}) is standard()


@pytest.mark.parametrize(
    ("options", "near"),
    [
        ({"unpaid_intrest": "settled"}, ("unpaid_interest",)),
        ({"unpaid_interest": "forgiven"}, ()),
        ({"sprint_pass_on": "yes"}, ()),
        ({"loan_unit": 0.5}, ()),
        ({"controllable": "久里浜"}, ()),
        ({"allowance": [["x", 1]]}, ()),
        ({"sprint_points": []}, ()),
    ],
)
def test_an_unknown_option_or_value_is_a_mistake_with_near_names(
    options: dict, near: tuple
) -> None:
    with pytest.raises(BadValue) as caught:
        rules_with(options)
    assert caught.value.did_you_mean == near


GAME = {"players": ["A", "B"], "first_day": "2014-07-01"}


@pytest.mark.parametrize(
    "change",
    [
        {"players": []},
        {"players": ["A", "A"]},
        {"first_day": "1 July"},
        {"last_day": "2014-06-30"},
        {"start": {"Z": "小田原"}},
        {"sprint_list": ["大船"], "sprint_start": "小田原"},
    ],
)
def test_settings_that_make_no_game_are_refused(change: dict) -> None:
    with pytest.raises(BadValue):
        make_game({**GAME, **change})


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ({"type": "allowance", "player": "Z", "km": "1"}, UnknownName),
        ({"type": "dance", "player": "A"}, BadValue),
        ({"type": "plan", "player": "A", "declared": 1}, BadValue),
        ({"type": "plan", "player": "A", "declared": -1, "right": 1, "arrivals": []}, BadValue),
        ({"type": "plan", "player": "A", "declared": True, "right": 1}, BadValue),
        ({"type": "plan", "player": "A", "declared": 0, "right": 0, "arrivals": [{}]}, BadValue),
        ({"type": "rest", "player": "A", "t": "yesterday"}, BadValue),
        ({"type": "rest", "player": "A", "for_day": "2014-07-09"}, BadValue),
        ({"type": "consent", "player": "A"}, BadValue),
    ],
)
def test_an_event_that_cannot_be_read_is_a_mistake_that_names_it(event: dict, error: type) -> None:
    with pytest.raises(error):
        ledger_of([{"id": "x", "t": "2014-07-01 12:00", **event}], make_game(GAME))


def test_two_events_of_one_name_are_a_mistake() -> None:
    post = {"id": "x", "t": "2014-07-01 12:00", "type": "rest", "player": "A"}
    with pytest.raises(BadValue, match="'x'"):
        ledger_of([post, post], make_game(GAME))


def test_h_a_day_is_over_exactly_at_its_boundary() -> None:
    text = "1 18:00 A rides 16\n2 02:59 B rides 1\n2 03:00 C rides 1"
    assert not story(text, known="2 02:59").view(1).ended
    assert story(text, known="2 03:00").view(1).ended


def test_h_control_rows_cite_the_clause_that_moved_the_place() -> None:
    told = story(
        "1 12:00 A plans p1 0 久里浜@13:00\n2 12:00 B plans p2 0 久里浜@13:00\n"
        "3 12:00 A plans p3 0 久里浜@13:00\n3 12:00 C plans p4 0 久里浜@13:00"
    )
    cited = [(r.kind, r.clause) for r in told.ledger.rows if r.kind.startswith("control")]
    assert cited == [("control_taken", "C2"), ("control_over", "C3"), ("control_lost", "C3")]


def test_a_plan_without_a_cut_off_may_say_so() -> None:
    plan = {"id": "p", "t": "2014-07-01 12:00", "type": "plan", "player": "A", "declared": 0,
            "right": 0, "charged": None, "arrivals": []}  # fmt: skip
    assert ledger_of([plan], make_game({**GAME, "start": {"A": "小田原"}})).rulings["p"].stands
