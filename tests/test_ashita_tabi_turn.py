"""The move phase, letters, laying and drawing of Ashita-tabi: AT-1 to AT-5, AT-9."""

import pytest

from planner.errors import BadValue
from planner.referee.decisions import BadOption
from planner.referee.rulebook import Refused
from planner.rulebooks.ashita_tabi.rulebook import RULEBOOK
from planner.rulebooks.ashita_tabi.rules import all_cards, read_rules
from planner.rulebooks.ashita_tabi.setup import choose_items, deal
from planner.rulebooks.ashita_tabi.table import Letter, Table
from tests.ashita_world import lost, refused, turn, week

AT_2 = {"kind": "location", "at": 2}
RED = {"suit": "R", "pawn": 0, "step": 1}
WHITE = {"suit": "W", "take": "vp"}


def test_there_are_thirty_cards() -> None:
    assert len(set(all_cards())) == 30


def test_two_different_items_of_the_six_are_chosen() -> None:
    for chosen in (["map"], ["map", "map"], ["map", "tent"], ["map", "camera", "stamp"], []):
        with pytest.raises(Refused, match=r"AT-2\.1"):
            choose_items(Table(read_rules()), chosen)


def test_the_first_two_cards_send_the_ghosts_out() -> None:
    table = deal(Table(read_rules()), ["R4", "B6", "W2", "G1"])
    assert table.black == (5, 7)
    assert table.hand == ("R4", "B6", "W2")
    assert table.deck == ("G1",)
    assert table.supply == 5


def test_a_deal_holds_each_location_and_card_once() -> None:
    for deck, places, clause in (
        (["R4", "R4", "W2"], [], "AT-1.2"),
        (["R4", "Q1", "W2"], [], "AT-1.2"),
        (["R4", "B1"], [], "AT-2.4"),
        (["R4", "B1", "W2"], ["beach"] * 7, "AT-1.1"),
    ):
        with pytest.raises(Refused) as caught:
            deal(Table(read_rules()), deck, places)
        assert caught.value.clause == clause


def test_the_strict_check_demands_all_thirty_cards() -> None:
    refused("AT-1.6", week("cards.check=on"))
    with pytest.raises(Refused, match=r"AT-1\.6"):
        deal(Table(read_rules("cards.check=on")), ["R4", "B6", "W2"])


def test_a_card_of_the_hand_is_played() -> None:
    refused("AT-4.1", week(), "Y5")
    refused("AT-4.1", week(), None)


def test_white_walks_the_number_of_the_card() -> None:
    assert turn(week(), "G3", [1, 3]).white == 4
    after = turn(week(white=6), "G3", [1, 3], letter=AT_2)
    assert after.white == 2


def test_reaching_or_passing_day_7_takes_a_cube_used_at_once() -> None:
    for white in (4, 5, 6):
        table = week(white=white)
        assert turn(table, "G3", [1, 3], letter=AT_2).supply == 4
        refused("AT-4.4", table)
    refused("AT-4.4", week(), letter=AT_2)


def test_leaving_day_7_is_free_unless_it_pays() -> None:
    assert turn(week(white=7), "G3", [1, 3]).supply == 5
    pays = week("letter.depart=pay", white=7)
    refused("AT-4.4", pays)
    assert turn(pays, "G3", [1, 3], letter=AT_2).supply == 4
    lost("AT-8.2", week("letter.depart=pay", white=7, supply=0))


def test_no_cube_left_on_day_7_is_defeat() -> None:
    lost("AT-8.2", week(white=5, supply=0))


def test_black_pawns_take_no_cubes() -> None:
    assert turn(week(black=[6, 6]), "G3", [2, 2]).supply == 5


def test_a_location_letter_lies_anywhere_day_7_by_decision() -> None:
    after = turn(week(white=5), "G3", [1, 3], letter={"kind": "location", "at": 7})
    assert after.memory == (Letter(7, 1),)
    day_7 = {"kind": "location", "at": 7}
    refused("AT-4.6", week("memory.day7=forbidden", white=5), letter=day_7)
    refused("AT-4.6", week(white=5), letter={"kind": "location", "at": 8})
    refused("AT-4.4", week(white=5), letter={"kind": "bottle", "at": 3})


def test_an_event_letter_lifts_a_card_that_lies_below() -> None:
    table = week(white=5, row={3: ["R1", "R5"]})
    after = turn(table, "G3", [1, 3], letter={"kind": "event", "card": "R5"})
    assert after.row[2] == ("R1",)
    assert after.upper[2] == ("R5",)
    refused("AT-4.7", table, letter={"kind": "event", "card": "G3"})
    refused("AT-4.7", week(white=5), letter={"kind": "event", "card": "R5"})


def test_an_upper_card_frees_its_place_below() -> None:
    table = week(white=4, hand=["R2"], row={5: ["B1", "B2"]}, upper={5: ["B3"]})
    table = Table(**{**table.__dict__, "white": 3})
    after = turn(table, "R2", [1, 4], effects=[RED, {"suit": "B", "pass": True}])
    assert after.row[4] == ("R2", "B1", "B2")
    assert after.upper[4] == ("B3",)


def test_upper_cards_count_by_decision() -> None:
    fields = {"hand": ["G3"], "upper": {4: ["G1", "G2"]}}
    assert len(turn(week(**fields), "G3", [1, 3]).hand) == 3
    assert len(turn(week("upper.counts=no", **fields), "G3", [1, 3]).hand) == 1


def test_a_letter_is_spent_from_the_following_turn_on() -> None:
    spend = [{"when": "start", "pawn": 1, "at": 3}]
    table = week(turn=4, supply=4, memory=[{"at": 3, "since": 3}])
    after = turn(table, "G3", [1, 3], memory_moves=spend)
    assert after.black == (3, 6)
    assert after.memory == ()
    assert after.spent == 1
    refused("AT-4.8", week(turn=4, memory=[{"at": 3, "since": 4}]), memory_moves=spend)
    refused("AT-4.8", week(turn=4, memory=[{"at": 2, "since": 1}]), memory_moves=spend)
    wrong = [{"when": "start", "pawn": 2, "at": 3}]
    refused("AT-4.8", table, memory_moves=wrong)


@pytest.mark.parametrize(
    ("when", "black"),
    [
        ("start", (4, 7)),  # 3, then its step to 4
        ("after-move", (3, 7)),
        ("after-place", (3, 7)),
        ("before-keys", (3, 7)),
        ("end", (3, 7)),
    ],
)
def test_a_letter_may_be_spent_at_every_moment(when: str, black: tuple[int, int]) -> None:
    table = week(turn=4, hand=["Y5"], white=1, black=[1, 6], memory=[{"at": 3, "since": 1}])
    after = turn(table, "Y5", [1, 1], memory_moves=[{"when": when, "pawn": 0, "at": 3}])
    assert after.black == black


def test_other_moments_do_not_exist() -> None:
    table = week(turn=4, memory=[{"at": 3, "since": 1}])
    refused("AT-1.5", table, memory_moves=[{"when": "tea", "pawn": 0, "at": 3}])


def test_the_ghosts_share_seven_less_the_number() -> None:
    for steps in ([1, 2], [2, 3], [5, -1], [4], [1, 1, 2], [], ["1", 3]):
        refused("AT-4.9", week(), "G3", steps)


def test_each_ghost_moves_at_least_one_step_when_it_can() -> None:
    refused("AT-4.10", week(), "G3", [0, 4])
    assert turn(week(), "R6", [0, 1], letter=AT_2).black == (2, 7)


def test_ghosts_wrap_around_the_week() -> None:
    assert turn(week(), "G3", [1, 3]).black == (3, 2)


def test_the_played_card_lies_nearest_and_the_outermost_goes() -> None:
    after = turn(week(row={4: ["G1", "G2", "B5"]}), "G3", [1, 3])
    assert after.row[3] == ("G3", "G1", "G2")
    assert after.discard == ("B5",)


def test_on_day_7_the_card_is_discarded_and_nothing_is_drawn() -> None:
    after = turn(week(white=4), "G3", [1, 3], letter=AT_2)
    assert after.discard == ("G3",)
    assert after.hand == ("R6", "B1")
    refused("AT-6.1", week(white=4), letter=AT_2, effects=[{"suit": "G", "pawn": 0}])


def test_the_refill_is_the_largest_count_of_one_suit() -> None:
    after = turn(week(hand=["G3"], row={4: ["G1", "Y4"]}), "G3", [1, 3])
    assert after.hand == ("Y1", "Y2")


def test_an_empty_deck_is_reshuffled_and_pays_three_cards() -> None:
    discards = ["R1", "R2", "R3", "R4", "R5"]
    table = week(hand=["G3"], deck=[], discard=discards)
    order = ["R5", "R4", "R3", "R2", "R1"]
    after = turn(table, "G3", [1, 3], reshuffles=[order])
    assert after.removed == ("R5", "R4", "R3")
    assert after.hand == ("R2",)
    assert after.deck == ("R1",)
    refused("AT-5.5", table)
    refused("AT-5.5", table, reshuffles=[order[1:]])
    refused("AT-5.5", table, reshuffles=[["R1"] * 5])


def test_a_reshuffle_that_cannot_pay_is_defeat() -> None:
    lost("AT-8.3", week(hand=["G3"], deck=[], discard=["R1", "R2"]))
    exact = week(hand=["G3"], deck=[], discard=["R1", "R2", "R3"])
    lost("AT-8.3", exact, reshuffles=[["R1", "R2", "R3"]])


def test_the_notebook_pays_one_card() -> None:
    table = week(hand=["G3"], deck=[], discard=["R1", "R2"], items=["notebook"])
    after = turn(table, "G3", [1, 3], reshuffles=[["R2", "R1"]])
    assert after.removed == ("R2",)
    assert after.hand == ("R1",)


def test_an_emptied_deck_waits_or_is_reshuffled_at_once() -> None:
    fields = {"hand": ["G3"], "deck": ["Y1"], "discard": ["R1", "R2", "R3", "R4"]}
    assert turn(week(**fields), "G3", [1, 3]).deck == ()
    at_once = week("deck.exhaust=immediate", **fields)
    after = turn(at_once, "G3", [1, 3], reshuffles=[["R4", "R3", "R2", "R1"]])
    assert after.deck == ("R1",)
    assert after.discard == ()
    few = week("deck.exhaust=immediate", hand=["G3"], deck=["Y1"], discard=["R1"])
    lost("AT-8.3", few)


def test_an_empty_hand_is_lost_or_draws_one() -> None:
    lost("AT-8.4", week(hand=[]))
    after = turn(week("hand.empty=draw_one", hand=[], deck=["Y3", "Y1"]), "Y3", [1, 3])
    assert after.hand == ("Y1",)


def test_the_map_counts_one_more_once_a_lap_up_to_six() -> None:
    table = week(items=["map"])
    after = turn(table, "G3", [1, 2], map=True)
    assert after.white == 5
    assert after.map_used
    refused("AT-9.2", week(), map=True)
    refused("AT-9.2", week(items=["map"], map_used=True), map=True)
    refused("AT-9.2", table, "R6", [0, 0], map=True)
    refused("AT-4.9", table, map=True)


def test_a_new_lap_of_the_map_begins_on_day_7() -> None:
    table = week(white=5, items=["map"], map_used=True)
    assert not turn(table, "G3", [1, 3], letter=AT_2).map_used


def test_the_map_does_not_change_the_card_laid() -> None:
    assert turn(week(items=["map"]), "G3", [1, 2], map=True).row[4] == ("G3",)


def test_the_stamp_trades_two_letters_for_one_cube() -> None:
    letters = [{"at": 3, "since": 1}, {"at": 5, "since": 2}]
    stamp = [{"when": "start", "remove": 3, "restore": 5}]
    table = week(turn=4, supply=3, memory=letters, items=["stamp"])
    after = turn(table, "G3", [1, 3], stamp=stamp)
    assert (after.supply, after.memory, after.spent) == (4, (), 1)
    refused("AT-9.6", week(turn=4, memory=letters), stamp=stamp)
    refused("AT-9.6", week(turn=4, memory=letters[:1], items=["stamp"]), stamp=stamp)
    twice = [{"when": "end", "remove": 3, "restore": 3}]
    refused("AT-9.6", table, stamp=twice)


def test_the_stamp_may_save_the_last_arrival() -> None:
    letters = [{"at": 3, "since": 1}, {"at": 5, "since": 2}]
    table = week(turn=4, white=5, supply=0, memory=letters, items=["stamp"])
    stamp = [{"when": "start", "remove": 3, "restore": 5}]
    assert turn(table, "G3", [1, 3], stamp=stamp, letter=AT_2).supply == 0


def test_a_refused_turn_leaves_the_table_before_it() -> None:
    table = week(white=5)
    refused("AT-4.9", table, "G3", [3, 3], letter=AT_2)
    assert table == week(white=5)


def test_one_player_known_options_and_variants() -> None:
    with pytest.raises(BadValue, match=r"AT-1\.1"):
        RULEBOOK.start({}, ["A", "B"])
    with pytest.raises(BadOption):
        RULEBOOK.start({"red.wrap": "bounce"}, ["A"])
    for variant in ("SLOW", "LETTER-ON-KEY", "HURRY", "HURRY(start=x,per_lap=1)", "BOTTOM BOTTOM"):
        with pytest.raises(BadValue):
            RULEBOOK.start({"variant": variant}, ["A"])
    with pytest.raises(BadValue):
        RULEBOOK.start({"variant": "DECK-CLOCK(at=noon)"}, ["A"])


@pytest.mark.parametrize("value", ["--5", "²", "5.0", "", "9" * 10, "１"])
def test_hurry_wants_whole_numbers(value: str) -> None:
    for variant in (f"HURRY(start={value},per_lap=1)", f"HURRY(start=9,per_lap={value})"):
        with pytest.raises(BadValue, match="HURRY") as told:
            RULEBOOK.start({"variant": variant}, ["A"])
        assert "整数" in told.value.message_ja
    assert RULEBOOK.start({"variant": "HURRY(start=-5,per_lap=0)"}, ["A"]).running


@pytest.mark.parametrize("variant", [5, {"a": 1}, True])
def test_a_variant_is_a_text(variant: object) -> None:
    with pytest.raises(BadValue, match="variant"):
        RULEBOOK.start({"variant": variant}, ["A"])
