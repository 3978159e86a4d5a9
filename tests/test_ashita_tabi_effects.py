"""Effects, keys, the end and the variants of Ashita-tabi: AT-6, 7, 8, 10."""

from random import Random
from typing import Any

import pytest

from planner.rulebooks.ashita_tabi.effects import ghosts_on
from planner.rulebooks.ashita_tabi.keys import earns, final_score, parts, score_lines
from planner.rulebooks.ashita_tabi.rules import all_cards, read_rules, suits
from planner.rulebooks.ashita_tabi.table import Table
from tests.ashita_world import lost, refused, turn, week
from tests.naive_ashita import naive_earns, naive_ghosts_on

AT_2 = {"kind": "location", "at": 2}
RED = {"suit": "R", "pawn": 0, "step": 1}
VP = {"suit": "W", "take": "vp"}
ALL = ["R", "B", "Y", "G", "W"]


def on_four(cards: list[str], play: str = "G3", option: object = None, **fields: Any) -> Table:
    """White will play from day 1 to day 4, where the cards lie; ghosts end on 3 and 2."""
    return week(option, hand=[play], row={4: cards}, **fields)


def test_only_suits_at_whites_location_are_applied() -> None:
    refused("AT-6.1", on_four([]), effects=[RED])
    refused("AT-6.1", on_four([]), effects=[{"suit": "Q"}])


def test_each_suit_is_applied_once_however_many_cards() -> None:
    green = {"suit": "G", "pawn": 0}
    refused("AT-6.2", on_four(["G1", "G2"]), effects=[green, green])


def test_the_lantern_applies_a_suit_once_a_card() -> None:
    green = {"suit": "G", "pawn": 0}
    table = on_four(["G1"], items=["lantern"])
    assert turn(table, "G3", [1, 3], effects=[green, green]).black == (5, 2)
    refused("AT-6.2", table, effects=[green, green, green])


def test_red_and_white_must_be_applied() -> None:
    for cards in (["R1"], ["W1"]):
        refused("AT-6.3", on_four(cards))
        refused("AT-6.3", on_four(cards), effects=[{"suit": cards[0][0], "pass": True}])


def test_with_the_lantern_red_is_applied_exactly_as_often_as_its_cards() -> None:
    table = on_four(["R1", "R2"], items=["lantern"])
    refused("AT-6.3", table, effects=[RED])
    assert turn(table, "G3", [1, 3], effects=[RED, RED]).black == (5, 2)
    refused("AT-6.2", table, effects=[RED, RED, RED])


def test_blue_yellow_and_green_may_be_passed() -> None:
    passes: list[dict[str, Any]] = [
        {"suit": "B", "swap": "pass"},
        {"suit": "Y", "pass": True},
        {"suit": "G", "pawn": "pass"},
    ]
    after = turn(on_four(["B1", "Y4"]), "G3", [1, 3], effects=passes)
    assert after.black == (3, 2)
    assert after.hand == ("Y1",)


def test_red_moves_a_ghost_one_step_either_way_around_the_ring() -> None:
    back = {"suit": "R", "pawn": 0, "step": -1}
    table = on_four(["R1"], black=[7, 6])
    assert turn(table, "G3", [1, 3], effects=[back]).black == (7, 2)
    stopped = on_four(["R1"], option="red.wrap=stop", black=[7, 6])
    refused("AT-6.4", stopped, effects=[back])
    for wrong in ({"suit": "R", "pawn": 0, "step": 2}, {"suit": "R", "pawn": 2, "step": 1}):
        refused("AT-6.4", table, effects=[wrong])


def test_blue_swaps_two_laid_events_of_one_number() -> None:
    table = week(hand=["G3"], row={4: ["B1"], 2: ["R5", "G1"], 6: ["W5"]})
    after = turn(table, "G3", [1, 3], effects=[{"suit": "B", "swap": ["R5", "W5"]}])
    assert after.row[1] == ("W5", "G1")
    assert after.row[5] == ("R5",)
    for pair in (["R5", "G1"], ["R5", "Y5"], ["R5", "R5"], ["R5"], []):
        refused("AT-6.5", table, effects=[{"suit": "B", "swap": pair}])


def test_blue_swaps_within_one_location_too() -> None:
    table = week(hand=["G3"], row={4: ["B1", "R1"]})
    effects = [{"suit": "B", "swap": ["B1", "R1"]}, RED]
    assert turn(table, "G3", [1, 3], effects=effects).row[3] == ("G3", "R1", "B1")


def test_blue_reaches_upper_cards_only_by_decision() -> None:
    fields = {"hand": ["G3"], "row": {4: ["B1"], 2: ["R5"]}, "upper": {3: ["W5"]}}
    swap = [{"suit": "B", "swap": ["R5", "W5"]}]
    refused("AT-6.5", week(**fields), effects=swap)
    assert turn(week("upper.swap=yes", **fields), "G3", [1, 3], effects=swap).upper[2] == ("R5",)


@pytest.mark.parametrize("option", ["snapshot", "live"])
def test_the_suits_are_fixed_before_the_first_effect_or_live(option: str) -> None:
    table = week(f"effects.set={option}", hand=["G3"], row={4: ["B5"], 2: ["Y5"]})
    effects = [{"suit": "B", "swap": ["B5", "Y5"]}, {"suit": "Y"}]
    if option == "live":
        assert len(turn(table, "G3", [1, 3], effects=effects).hand) == 2
    else:
        refused("AT-6.1", table, effects=effects)


def test_yellow_draws_one_more() -> None:
    assert turn(on_four(["Y4"]), "G3", [1, 3], effects=[{"suit": "Y"}]).hand == ("Y1", "Y2")


def test_yellow_may_bring_the_reshuffle() -> None:
    table = on_four(["Y4"], deck=["Y1"], discard=["R1", "R2", "R3", "R4"])
    order = ["R1", "R2", "R3", "R4"]
    after = turn(table, "G3", [1, 3], effects=[{"suit": "Y"}], reshuffles=[order])
    assert after.hand == ("Y1", "R4")
    refused("AT-5.5", table, effects=[{"suit": "Y"}])


def test_green_moves_a_ghost_forward() -> None:
    assert turn(
        on_four([], black=[6, 1]), "G3", [1, 3], effects=[{"suit": "G", "pawn": 0}]
    ).black == (
        1,
        4,
    )
    refused("AT-6.7", on_four([]), effects=[{"suit": "G", "pawn": 3}])


def test_white_takes_a_point_or_lifts_a_discard_onto_the_deck() -> None:
    table = on_four(["W1"], discard=["R2"])
    assert turn(table, "G3", [1, 3], effects=[VP]).vp == 1
    lifted = turn(table, "G3", [1, 3], effects=[{"suit": "W", "take": "R2"}])
    assert lifted.deck[0] == "R2"
    assert lifted.discard == ()
    refused("AT-6.8", table, effects=[{"suit": "W", "take": "R3"}])


def test_a_key_needs_as_many_cards_as_pawns_on_every_day() -> None:
    table = week(hand=["R1"], white=2, black=[2, 6], row={3: ["R4"], 5: ["R2"]})
    # white 3; ghosts 2 + 1 = 3 and 6 + 5 = 4, and the second one by red to 5
    stay = [{"suit": "R", "pawn": 1, "step": 1}]
    assert turn(table, "R1", [1, 5], effects=stay, keys=["R"]).keys == ("R",)
    leave = [{"suit": "R", "pawn": 1, "step": -1}]  # to 3: three pawns, two reds
    refused("AT-7.1", table, "R1", (1, 5), effects=leave, keys=["R"])
    nowhere = [{"suit": "R", "pawn": 0, "step": 1}]  # to 4, where no red lies
    refused("AT-7.1", table, "R1", (1, 5), effects=nowhere, keys=["R"])


def test_a_pawn_on_day_7_blocks_every_key() -> None:
    table = week(hand=["R1"], white=2, black=[2, 1], row={3: ["R4", "R5"]})
    effects = [{"suit": "R", "pawn": 1, "step": 1}]  # 1 + 5 = 6, on to 7
    refused("AT-7.1", table, "R1", (1, 5), effects=effects, keys=["R"])


def test_keys_agree_with_a_slow_twin_on_random_weeks() -> None:
    random = Random(2)
    found = 0
    for _ in range(400):
        cards = random.sample(all_cards(), 18)
        row = {day: cards[3 * day - 3 : 3 * day] for day in range(1, 7)}
        pawns = [random.choice([1, 1, 2, 3, 7]) for _ in range(3)]
        table = week(white=pawns[0], black=pawns[1:], row=row)
        for suit in suits():
            assert earns(table, suit) == naive_earns(table, suit)
            assert ghosts_on(table, suit) == naive_ghosts_on(table, suit)
            found += earns(table, suit)
    assert found > 10


READY = {"hand": ["R1"], "white": 2, "black": [1, 7], "row": {3: ["R4", "R5"]}}
STAY = {"effects": [{"suit": "R", "pawn": 1, "step": -1}]}  # ghosts 1+2 and 7+4 -> 3, 4-1


def test_a_key_is_won_once() -> None:
    refused("AT-7.3", week(**READY, keys=["R"]), "R1", (2, 4), keys=["R"], **STAY)
    refused("AT-7.1", week(**READY), "R1", (2, 4), keys=["Q"], **STAY)


@pytest.mark.parametrize(("option", "keys"), [("optional", ()), ("automatic", ("R",))])
def test_keys_are_claimed_or_automatic(option: str, keys: tuple[str, ...]) -> None:
    table = week(f"key.claim={option}", **READY)
    assert turn(table, "R1", [2, 4], **STAY).keys == keys


def test_several_keys_in_one_phase_by_decision() -> None:
    fields = {"hand": ["R1"], "white": 2, "black": [1, 7]}
    upper = {3: ["R2", "R3", "B1", "B2", "B3"]}
    effects = [*STAY["effects"], {"suit": "B", "pass": True}]
    both = turn(week(**fields, upper=upper), "R1", [2, 4], keys=["R", "B"], effects=effects)
    assert both.keys == ("R", "B")
    one = week("key.many=no", **fields, upper=upper)
    refused("AT-7.2", one, "R1", (2, 4), keys=["R", "B"], effects=effects)


def test_the_hand_is_cut_to_the_limit_exactly() -> None:
    full = week(hand=["G3", "B1", "B2", "B3", "B4", "B5"])
    refused("AT-7.5", full)
    refused("AT-7.5", full, discard=["B1", "B2"])
    refused("AT-7.5", full, discard=["R1"])
    refused("AT-7.5", week(), discard=["B1"])
    after = turn(full, "G3", [1, 3], discard=["B5"])
    assert len(after.hand) == 5
    assert after.discard == ("B5",)


def test_the_backpack_holds_six() -> None:
    hand = ["G3", "B1", "B2", "B3", "B4", "B5"]
    assert len(turn(week(hand=hand, items=["backpack"]), "G3", [1, 3]).hand) == 6


def clear(option: object = None, variant: str = "body", **fields: Any) -> Table:
    """A turn that brings all three pawns to day 7 with five keys."""
    told = {"white": 4, "black": [6, 4], "hand": ["W3"], "keys": ALL, "supply": 3, **fields}
    return turn(week(option, variant, **told), "W3", [1, 3], letter=AT_2)


def test_five_keys_and_three_pawns_on_day_7_clear_the_game() -> None:
    table = clear(vp=3, items=["camera", "map"])
    assert table.result == "won"
    assert parts(table) == {"cubes": 12, "white_vp": 3, "camera": 6}
    assert final_score(table) == 21
    assert [line.points for line in score_lines(table)] == [12, 3, 6, 21]
    assert clear(keys=ALL[:4]).running


def test_at_most_four_cubes_can_remain() -> None:
    assert parts(clear(supply=5))["cubes"] == 24


def test_the_last_cube_is_lost_on_the_arrival_that_would_clear() -> None:
    lost("AT-8.2", week(white=4, black=[6, 4], hand=["W3"], keys=ALL, supply=0), "W3", (1, 3))


def test_a_defeat_has_no_score() -> None:
    table = turn(week(hand=[]), "G3", [1, 3])
    assert final_score(table) is None
    assert score_lines(table) == []


@pytest.mark.parametrize(
    ("option", "cubes"),
    [
        (None, 12),
        ("memory.day7=scored", 18),
        ("score.cubes=any_on_day7", 18),
    ],
)
def test_a_letter_on_day_7_scores_by_decision(option: object, cubes: int) -> None:
    table = clear(option, memory=[{"at": 7, "since": 0}])
    assert parts(table)["cubes"] == cubes


def test_keys_on_day_7_score_where_any_cube_does() -> None:
    assert parts(clear("score.cubes=any_on_day7", "KEY-ON-SEVEN"))["cubes"] == 12 + 30
    assert parts(clear(None, "KEY-ON-SEVEN"))["cubes"] == 12


def test_ghost_score_replaces_the_effect_of_a_won_suit() -> None:
    table = on_four(["R1", "R2"], option=None, black=[3, 1], keys=["R"])
    ghost = week(None, "GHOST-SCORE", hand=["G3"], row={4: ["R1", "R2"]}, black=[3, 1], keys=["R"])
    refused("AT-6.3", table)  # in the body red must still be applied
    after = turn(ghost, "G3", [1, 3])  # ghosts 4 and 4, white 4: two reds, white first
    assert after.ghost_vp == 1
    refused("AT-10.2", ghost, effects=[RED])
    refused("AT-10.2", ghost, effects=[{"suit": "R"}, {"suit": "R"}])


def test_ghost_score_may_be_timed_before_a_ghost_moves() -> None:
    fields = {"hand": ["G3"], "row": {4: ["R1", "R2"]}, "black": [3, 2], "keys": ["R"]}
    table = week(None, "GHOST-SCORE", **fields)
    leave = {"suit": "G", "pawn": 0}
    assert turn(table, "G3", [1, 3], effects=[{"suit": "R"}, leave]).ghost_vp == 1
    assert turn(table, "G3", [1, 3], effects=[leave, {"suit": "R"}]).ghost_vp == 0


def test_a_key_of_this_turn_scores_from_the_next_one_on() -> None:
    table = turn(week(None, "GHOST-SCORE", **READY), "R1", [2, 4], keys=["R"], **STAY)
    assert table.keys == ("R",)
    assert table.ghost_vp == 0


@pytest.mark.parametrize(("option", "vp"), [("after_first_key", 0), ("always", 1)])
def test_under_ghost_score_no_point_comes_before_the_first_key(option: str, vp: int) -> None:
    table = week(f"ghost.white_vp={option}", "GHOST-SCORE", hand=["G3"], row={4: ["W1"]})
    assert turn(table, "G3", [1, 3], effects=[VP]).vp == vp


def test_the_deck_clock_ends_on_a_draw_from_nothing() -> None:
    fields = {"hand": ["G3"], "deck": [], "discard": ["R1", "R2", "R3", "R4"]}
    lost("AT-10.3", week(None, "DECK-CLOCK", **fields))


def test_the_deck_clock_of_day_7_gives_nothing_and_ends_there() -> None:
    fields = {"hand": ["G3", "B1"], "deck": [], "discard": ["R1", "R2", "R3", "R4"]}
    after = turn(week(None, "DECK-CLOCK(at=day7)", **fields), "G3", [1, 3])
    assert after.hand == ("B1",)
    lost("AT-10.3", week(None, "DECK-CLOCK(at=day7)", white=5, **fields), letter=AT_2)


def test_bottom_puts_the_excess_under_the_deck() -> None:
    hand = ["G3", "B1", "B2", "B3", "B4", "B5", "B6"]
    after = turn(week(None, "BOTTOM", hand=hand), "G3", [1, 3], discard=["B6", "B5"])
    assert after.deck == ("Y2", "W3", "B6", "B5")
    assert after.discard == ()


def test_lap_burn_takes_the_top_card_before_the_draws() -> None:
    after = turn(week(None, "LAP-BURN", white=5), "G3", [1, 3], letter=AT_2)
    assert after.removed == ("Y1",)
    assert after.hand == ("R6", "B1", "Y2")
    assert turn(week(None, "LAP-BURN"), "G3", [1, 3]).removed == ()


def test_endless_takes_no_cube_and_never_loses_on_day_7() -> None:
    after = turn(week(None, "ENDLESS", white=5, supply=0), "G3", [1, 3])
    assert after.running
    refused("AT-4.4", week(None, "ENDLESS", white=5), letter=AT_2)


def test_letter_on_key_takes_and_uses_a_cube_with_the_key() -> None:
    table = week(None, "ENDLESS + LETTER-ON-KEY", **READY)
    refused("AT-4.4", table, "R1", (2, 4), keys=["R"], **STAY)
    after = turn(table, "R1", [2, 4], keys=["R"], letter=AT_2, **STAY)
    assert after.supply == 4
    assert [letter.at for letter in after.memory] == [2]
    refused("AT-4.4", table, "R1", (2, 4), letter=AT_2, **STAY)


def test_the_bundle_new_is_all_of_its_parts() -> None:
    rules = read_rules(None, "NEW")
    assert set(rules.variants) == {
        "KEY-ON-SEVEN",
        "GHOST-SCORE",
        "DECK-CLOCK",
        "BOTTOM",
        "LAP-BURN",
        "ENDLESS",
        "LETTER-ON-KEY",
    }
    assert rules.argument("DECK-CLOCK", "at") == "empty_draw"


def test_the_new_bundle_scores_no_cubes_unless_chosen() -> None:
    fields = {"white": 4, "black": [6, 4], "hand": ["W3"], "keys": ALL, "supply": 1, "vp": 2}
    table = turn(week(None, "NEW", **fields, ghost_vp=7), "W3", [1, 3])
    assert parts(table) == {"cubes": 0, "white_vp": 2, "camera": 0, "ghosts": 7}
    chosen = turn(week("score.cubes=any_on_day7", "NEW", **fields), "W3", [1, 3])
    assert parts(chosen)["cubes"] == 6 * (1 + 5)


def test_hurry_loses_its_amount_each_lap() -> None:
    table = clear(None, "HURRY(start=40, per_lap=5)", laps=2)
    assert parts(table)["hurry"] == 40 - 3 * 5


@pytest.mark.parametrize("seed", range(20))
def test_the_walks_of_a_turn_are_seven_days_in_all(seed: int) -> None:
    """AT-16, on random cards and splits, before letters and effects."""
    random = Random(seed)
    card = random.choice(all_cards())
    n = int(card[1])
    first = random.randint(1, 7 - n - 1) if n < 6 else random.randint(0, 1)
    table = week(hand=[card], white=1, black=[1, 1])
    letter = {"letter": AT_2} if n == 6 else {}
    effects = {"R": [{"suit": "R", "pawn": 0, "step": 1}], "W": [VP]}.get(card[0], [])
    told = {} if n == 6 else {"effects": effects}
    after = turn(table, card, [first, 7 - n - first], **letter, **told)
    moved_by_red = 1 if card[0] == "R" and n != 6 else 0
    assert (after.white - 1) + sum(day - 1 for day in after.black) == 7 + moved_by_red
