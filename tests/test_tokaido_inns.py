"""Inns, meals and the travellers' powers there: TK-5 and TK-6."""

from dataclasses import replace

import pytest

from planner.rulebooks.tokaido.state import Meal
from tests.tokaido_world import DISHES, at, holds, move, moved, refused, road


def near(place: int = 7, traveller: str = "novice", coins: int = 7, **option: str):  # type: ignore[no-untyped-def]
    """A before the inn 8 and furthest back; the others far ahead."""
    game = at(road(**option), A=place, B=9, C=10)
    return holds(game, "A", traveller=traveller, coins=coins)


def test_the_first_to_arrive_lays_out_one_meal_more_than_players() -> None:
    refused("TK-5.2", near(), "A", 8, meals=DISHES[:3])
    refused("TK-5.2", near(), "A", 8)
    assert moved(near(), "A", 8, meals=DISHES, buy=["tofu", 2]).points == 6


def test_with_gastronomy_as_many_meals_as_players() -> None:
    game = near(gastronomy="yes")
    refused("TK-5.2", game, "A", 8, meals=DISHES)
    assert moved(game, "A", 8, meals=DISHES[:3], buy=["fugu", 3]).coins == 4


def test_a_later_arrival_lays_out_nothing_and_finds_what_is_left() -> None:
    game = move(near(), "A", 8, meals=DISHES, buy=["miso", 1])
    game = at(game, B=7)
    refused("TK-5.2", game, "B", 8, meals=DISHES)
    refused("TK-5.3", game, "B", 8, buy=["miso", 1])
    assert moved(game, "B", 8, buy=["dango", 1]).coins == 6


def test_only_a_meal_that_is_laid_out_may_be_bought_at_its_price() -> None:
    refused("TK-5.3", near(), "A", 8, meals=DISHES, buy=["soba", 1])
    refused("TK-5.3", near(), "A", 8, meals=DISHES, buy=["miso", 2])


def test_buying_a_meal_is_optional_and_going_without_is_counted() -> None:
    player = moved(near(), "A", 8, meals=DISHES)
    assert (player.points, player.fasted) == (0, 1)


def test_at_most_one_meal_an_inn() -> None:
    refused("TK-5.4", near(), "A", 8, meals=DISHES, buy=[["miso", 1], ["tofu", 2]])


def test_no_meal_of_a_name_already_held() -> None:
    game = holds(near(), "A", meals=(Meal("tofu", 2, 2),))
    refused("TK-5.5", game, "A", 8, meals=DISHES, buy=["tofu", 2])


def test_a_meal_costs_one_to_three_coins() -> None:
    for price in (0, 4):
        refused("TK-5.6", near(), "A", 8, meals=[*DISHES[:3], ["tea", price]])


def test_a_meal_needs_its_price_in_the_purse() -> None:
    refused("TK-4.1", near(coins=2), "A", 8, meals=DISHES, buy=["fugu", 3])


def test_the_last_inn_serves_meals_like_the_others() -> None:
    game = at(road(), A=12, B=9, C=10)
    game = at(game, B=13, C=13)
    game = replace(game, laid={})
    assert moved(game, "A", 13, meals=DISHES, buy=["tofu", 2]).points >= 6


def test_remaining_meals_leave_play_when_all_have_arrived() -> None:
    game = at(road(), A=7, B=8, C=8)
    game = replace(game, laid={8: (("tofu", 2), ("miso", 1))})
    assert move(game, "A", 8, buy=["miso", 1]).laid[8] == ()


def test_hiroshige_paints_before_the_meal_except_at_the_last_inn() -> None:
    game = near(traveller="Hiroshige")
    player = moved(game, "A", 8, meals=DISHES, panorama="sea")
    assert player.log == (("sea", 1),)
    refused("TK-6.2", game, "A", 8, meals=DISHES)
    refused("TK-6.2", near(), "A", 8, meals=DISHES, panorama="sea")
    last = replace(at(holds(road(), "A", traveller="Hiroshige"), A=12, B=13, C=13), laid={})
    refused("TK-6.2", last, "A", 13, meals=DISHES, panorama="sea")
    assert moved(last, "A", 13, meals=DISHES).panoramas == {}


def test_hiroshige_may_complete_a_panorama_first_but_not_pass_its_end() -> None:
    game = holds(near(traveller="Hiroshige"), "A", panoramas={"sea": 4})
    player = moved(game, "A", 8, meals=DISHES, panorama="sea")
    assert player.achievements == ("panorama-sea",)
    done = holds(game, "A", panoramas={"sea": 5})
    refused("TK-4.20", done, "A", 8, meals=DISHES, panorama="sea")


def test_chuubei_meets_somebody_before_the_meal_except_at_the_last_inn() -> None:
    game = near(traveller="Chuubei", coins=0)
    met = {"card": "noble"}
    player = moved(game, "A", 8, meals=DISHES, encounter=met, buy=["fugu", 3])
    assert (player.coins, player.points) == (0, 6)
    assert player.encounters == ("noble",)
    refused("TK-6.6", game, "A", 8, meals=DISHES)
    refused("TK-6.6", near(), "A", 8, meals=DISHES, encounter=met)
    last = replace(at(holds(road(), "A", traveller="Chuubei"), A=12, B=13, C=13), laid={})
    refused("TK-6.6", last, "A", 13, meals=DISHES, encounter=met)


def test_satsuki_takes_a_drawn_meal_free_or_buys_normally() -> None:
    game = near(traveller="Satsuki", coins=2)
    free = moved(game, "A", 8, meals=DISHES, free_meal=["soba", 2])
    assert (free.coins, free.points, free.meals[0].paid) == (2, 6, 0)
    assert moved(game, "A", 8, meals=DISHES, buy=["tofu", 2]).coins == 0
    refused("TK-5.4", game, "A", 8, meals=DISHES, free_meal=["soba", 2], buy=["miso", 1])
    refused("TK-6.4", near(), "A", 8, meals=DISHES, free_meal=["soba", 2])


def test_satsuki_may_not_take_a_drawn_meal_she_holds() -> None:
    game = holds(near(traveller="Satsuki"), "A", meals=(Meal("soba", 2, 0),))
    refused("TK-5.5", game, "A", 8, meals=DISHES, free_meal=["soba", 2])


@pytest.mark.parametrize("option", ["yes", "no"])
def test_satsuki_at_the_last_inn_is_a_decision(option: str) -> None:
    game = road(satsuki__last_inn=option)
    game = replace(at(holds(game, "A", traveller="Satsuki"), A=12, B=13, C=13), laid={})
    if option == "yes":
        assert moved(game, "A", 13, meals=DISHES, free_meal=["soba", 2]).meals
    else:
        refused("TK-6.4", game, "A", 13, meals=DISHES, free_meal=["soba", 2])


def test_an_inn_has_no_second_choice() -> None:
    refused("TK-8.1", near(), "A", 8, meals=DISHES, do="x")
