"""Crossroads: the second choices, amulets and treasures of TK-8."""

from dataclasses import replace

import pytest

from planner.rulebooks.tokaido.road import next_player
from planner.rulebooks.tokaido.state import Meal
from tests.tokaido_world import DISHES, at, holds, move, moved, refused, road

WARES = [["food", 1], ["cloth", 2], ["art", 3]]


def test_without_the_expansion_there_is_no_second_choice_and_no_amulet() -> None:
    plain = holds(road(crossroads="no"), "A", amulets=("fortune",))
    refused("TK-8.1", plain, "A", 1, do="x", roll=3)
    refused("TK-8.1", plain, "A", 1, amulet="fortune", fortune_roll=3)


def test_a_choice_has_a_name() -> None:
    refused("TK-8.1", road(), "A", 1, do="y")


@pytest.mark.parametrize(("roll", "coins"), [(0, 5), (1, 7), (2, 9), (3, 11), (4, 13)])
def test_a_bet_pays_two_and_returns_twice_the_face(roll: int, coins: int) -> None:
    assert moved(road(), "A", 1, do="x", roll=roll).coins == coins


def test_a_bet_is_refused_with_fewer_than_two_coins_or_a_false_face() -> None:
    refused("TK-8.3", holds(road(), "A", coins=1), "A", 1, do="x", roll=4)
    for face in (5, None, "3", True):
        refused("TK-8.3", road(), "A", 1, do="x", roll=face)


def test_a_bathhouse_is_four_points_for_one_coin() -> None:
    player = moved(road(), "A", 5, do="x")
    assert (player.coins, player.points, player.bathhouses) == (6, 4, 1)
    refused("TK-8.2", holds(road(), "A", coins=0), "A", 5, do="x")


@pytest.mark.parametrize(("option", "points"), [("no", 4), ("yes", 5)])
def test_a_bathhouse_is_a_hot_spring_for_mitsukuni_by_option(option: str, points: int) -> None:
    game = road(x__bath_is_hot_spring_for_mitsukuni=option)
    assert moved(holds(game, "A", traveller="Mitsukuni"), "A", 5, do="x").points == points


def test_an_amulet_costs_one_coin_and_is_no_gift() -> None:
    player = moved(road(), "A", 3, do="x", amulet="health")
    assert (player.coins, player.given, player.amulets) == (6, 0, ("health",))
    refused("TK-8.5", road(), "A", 3, do="x", amulet="luck")


def test_an_amulet_bought_in_this_turn_does_not_work_in_it() -> None:
    refused("TK-8.6", road(), "A", 3, do="x", amulet="devotion", use="devotion")


def test_using_an_amulet_that_is_not_held_is_refused() -> None:
    refused("TK-8.6", road(), "A", 1, amulet="fortune", fortune_roll=3)


def test_an_amulet_is_spent_by_its_use_and_only_one_copy() -> None:
    game = holds(road(), "A", amulets=("fortune", "fortune"))
    player = moved(game, "A", 1, amulet="fortune", fortune_roll=4)
    assert player.coins == 7 + 4 + 3
    assert player.amulets == ("fortune",)


def test_fortune_fills_the_purse_before_the_move_is_judged() -> None:
    game = holds(road(), "A", amulets=("fortune",), coins=0)
    assert moved(game, "A", 3, amulet="fortune", fortune_roll=2, donate=2).given == 2
    refused("TK-3.6", game, "A", 3, amulet="fortune", fortune_roll=0, donate=1)
    refused("TK-8.6", game, "A", 3, amulet="fortune", fortune_roll=6, donate=1)


def test_friendship_stops_beside_another_in_the_rear_place() -> None:
    game = holds(at(road(), A=1, B=5, C=7), "A", amulets=("friendship",))
    player = moved(game, "A", 5, amulet="friendship", card=2)
    assert player.rear
    assert player.amulets == ()


def test_friendship_opens_no_space_that_holds_two() -> None:
    game = at(road("ABCD", double=(4,)), A=1, B=4, C=4, D=7)
    refused("TK-3.3", holds(game, "A", amulets=("friendship",)), "A", 4, amulet="friendship")


def test_vitality_gives_the_new_leader_another_turn_at_once() -> None:
    game = holds(at(road(), A=1, B=3, C=4), "A", amulets=("vitality",))
    after = move(game, "A", 5, amulet="vitality", card=2)
    assert next_player(after) == "A"
    after = move(after, "A", 6)
    assert next_player(after) == "B"
    assert after.player("A").amulets == ()


def test_vitality_needs_a_move_into_the_lead() -> None:
    game = holds(at(road(), A=1, B=3, C=6), "A", amulets=("vitality",))
    refused("TK-8.6", game, "A", 5, amulet="vitality", card=2)
    level = holds(at(road("ABCD", double=(6,)), A=1, B=3, C=6, D=2), "A", amulets=("vitality",))
    refused("TK-8.6", level, "A", 6, amulet="vitality")


def test_vitality_has_no_effect_at_an_inn() -> None:
    game = holds(at(road(), A=1, B=3, C=4), "A", amulets=("vitality",))
    after = move(game, "A", 8, amulet="vitality", meals=DISHES)
    assert next_player(after) == "B"


def test_hospitality_makes_the_meal_free() -> None:
    game = holds(at(road(), A=7, B=9, C=10), "A", amulets=("hospitality",), coins=0)
    player = moved(game, "A", 8, amulet="hospitality", meals=DISHES, buy=["fugu", 3])
    assert (player.coins, player.points) == (0, 6)
    assert player.meals == (Meal("fugu", 3, 0),)
    assert player.amulets == ()


def test_an_amulet_whose_action_did_not_happen_is_kept() -> None:
    game = holds(at(road(), A=7, B=9, C=10), "A", amulets=("hospitality", "devotion"))
    assert "hospitality" in moved(game, "A", 8, amulet="hospitality", meals=DISHES).amulets
    assert "devotion" in moved(game, "A", 8, amulet="devotion", meals=DISHES).amulets


def test_health_does_both_actions_in_the_chosen_order() -> None:
    game = holds(road(), "A", amulets=("health",), coins=1)
    base_first = [{"do": "base"}, {"do": "x", "roll": 0}]
    assert moved(game, "A", 1, amulet="health", both=base_first).coins == 2
    bet_first = [{"do": "x", "roll": 4}, {"do": "base"}]
    refused("TK-8.3", game, "A", 1, amulet="health", both=bet_first)


def test_health_takes_each_action_once() -> None:
    game = holds(road(), "A", amulets=("health",))
    for both in ([{"do": "base"}, {"do": "base"}], [{"do": "x"}], None, [{}, {}]):
        refused("TK-8.6", game, "A", 4, amulet="health", both=both)


def test_health_at_a_temple_gives_and_buys() -> None:
    game = holds(road(), "A", amulets=("health",))
    both = [{"do": "base", "donate": 2}, {"do": "x", "amulet": "fortune"}]
    player = moved(game, "A", 3, amulet="health", both=both)
    assert (player.coins, player.given, player.amulets) == (4, 2, ("fortune",))


@pytest.mark.parametrize(("option", "points"), [("yes", 4 + 3), ("no", 4)])
def test_devotion_counts_the_coins_of_cards_as_a_gift(option: str, points: int) -> None:
    game = holds(road(x__devotion_points=option), "A", amulets=("devotion",))
    bought = [["food", 1], ["cloth", 2]]
    player = moved(game, "A", 2, amulet="devotion", offer=WARES, buy=bought)
    assert (player.given, player.points) == (3, points)
    assert player.amulets == ()


def test_devotion_knows_every_kind_of_card() -> None:
    game = holds(road(), "A", amulets=("devotion",))
    for to, fields, coins in (
        (2, {"do": "x", "legendary": 3}, 3),
        (3, {"do": "x", "amulet": "health", "use": "devotion"}, 1),
        (5, {"do": "x", "amulet": "devotion"}, 1),
        (7, {"do": "x", "calligraphy": "fasting", "amulet": "devotion"}, 1),
        (8, {"meals": DISHES, "buy": ["tofu", 2], "amulet": "devotion"}, 2),
    ):
        assert moved(game, "A", to, **{"use": "devotion", **fields}).given == coins


def test_devotion_counts_no_bet_and_no_gift_twice() -> None:
    game = holds(road(), "A", amulets=("devotion",))
    assert moved(game, "A", 1, do="x", roll=0, use="devotion").given == 0
    assert moved(game, "A", 3, donate=2, use="devotion").given == 2


def test_a_treasure_costs_its_price_and_two_copies_exist() -> None:
    game = road()
    for name in ("A", "B"):
        game = at(move(game, name, 2, do="x", legendary=3), **{name: 5})
    assert game.player("A").points == 8
    assert game.player("A").coins == 4
    refused("TK-8.8", game, "C", 2, do="x", legendary=3)
    refused("TK-8.8", game, "C", 2, do="x", legendary=4)
    refused("TK-8.2", holds(game, "C", coins=1), "C", 2, do="x", legendary=2)


@pytest.mark.parametrize(("option", "points"), [("no", 3), ("yes", 4)])
def test_the_one_coin_treasure_counts_what_is_held(option: str, points: int) -> None:
    game = holds(road(x__leg1_self=option), "A", souvenirs=("food", "food"), treasures=(3,))
    assert moved(game, "A", 2, do="x", legendary=1).points == points


@pytest.mark.parametrize(("option", "points"), [("souvenirs_only", 8), ("all", 9)])
def test_the_one_coin_treasure_adds_one_for_later_gains(option: str, points: int) -> None:
    game = holds(road(x__leg1_later=option), "A", treasures=(1,))
    assert moved(game, "A", 2, offer=WARES, buy=[["food", 1]]).points == 2
    assert moved(game, "A", 2, do="x", legendary=3).points == points


def test_an_artisans_souvenir_counts_for_the_one_coin_treasure() -> None:
    game = holds(road(), "A", treasures=(1, 1))
    met = {"card": "artisan", "souvenir": "food"}
    assert moved(game, "A", 7, encounter=met).points == 3


def test_the_two_coin_treasure_is_a_fifth_kind_worth_nine() -> None:
    game = holds(road(), "A", souvenirs=("food", "cloth", "art", "small"))
    player = moved(game, "A", 2, do="x", legendary=2)
    assert player.points == 9
    assert player.plain_souvenirs == 4


def test_the_two_coin_treasure_counts_as_a_treasure_for_the_one_coin_one() -> None:
    game = holds(road(), "A", souvenirs=("legendary2",), treasures=(2,))
    assert moved(game, "A", 2, do="x", legendary=1).points == 1
    later = holds(road(), "A", treasures=(1,))
    assert moved(later, "A", 2, do="x", legendary=2).points == 1


def test_a_cherry_is_two_points_and_a_coin_and_there_are_six() -> None:
    game = road()
    player = moved(game, "A", 4, do="x")
    assert (player.points, player.coins, player.cherries) == (2, 8, 1)
    assert move(game, "A", 4, do="x").cherries == 5
    refused("TK-8.12", replace(game, cherries=0), "A", 4, do="x")


@pytest.mark.parametrize("scroll", ["nostalgia", "fasting"])
def test_a_scroll_costs_one_coin(scroll: str) -> None:
    player = moved(road(), "A", 7, do="x", calligraphy=scroll)
    assert (player.coins, player.scrolls) == (6, (scroll,))
    refused("TK-8.2", holds(road(), "A", coins=0), "A", 7, do="x", calligraphy=scroll)
    refused("TK-8.13", road(), "A", 7, do="x", calligraphy="patience of a saint")
