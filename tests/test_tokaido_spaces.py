"""Spaces and encounters of Tokaido, TK-4, and the travellers' powers there, TK-6."""

from random import Random

import pytest

from planner.rulebooks.tokaido.gains import souvenir_points
from tests.naive_tokaido import naive_souvenirs
from tests.tokaido_world import at, holds, move, moved, refused, road

WARES = [["food", 1], ["cloth", 2], ["art", 3]]
KINDS = ["food", "cloth", "art", "small", "legendary2"]


def test_a_farm_gives_three_coins() -> None:
    assert moved(road(), "A", 1).coins == 10


@pytest.mark.parametrize("card", [2, 3])
def test_a_hot_spring_is_worth_its_card(card: int) -> None:
    player = moved(road(), "A", 5, card=card)
    assert player.points == card
    assert player.springs == (card,)


@pytest.mark.parametrize("card", [0, 1, 4, None, "3"])
def test_no_other_hot_spring_card_exists(card: object) -> None:
    refused("TK-4.5", road(), "A", 5, card=card)


@pytest.mark.parametrize("gift", [1, 2, 3])
def test_a_gift_is_a_point_a_coin(gift: int) -> None:
    player = moved(road(), "A", 3, donate=gift)
    assert (player.points, player.given, player.coins) == (gift, gift, 7 - gift)


@pytest.mark.parametrize("gift", [0, 4, -1, None, True, "2"])
def test_a_gift_is_one_to_three_coins(gift: object) -> None:
    refused("TK-4.7", road(), "A", 3, donate=gift)


def test_a_gift_needs_its_coins() -> None:
    refused("TK-4.1", holds(road(), "A", coins=1), "A", 3, donate=2)


def test_hirotada_adds_one_from_the_bank_to_a_gift_of_his_own() -> None:
    game = holds(road(), "A", traveller="Hirotada")
    player = moved(game, "A", 3, donate=2)
    assert (player.points, player.given, player.coins) == (3, 3, 5)
    refused("TK-4.7", game, "A", 3, donate=0)


def test_hirotada_adds_nothing_when_he_buys_an_amulet() -> None:
    game = holds(road(), "A", traveller="Hirotada")
    assert moved(game, "A", 3, do="x", amulet="health").given == 0


def test_a_village_sells_what_it_offers() -> None:
    player = moved(road(), "A", 2, offer=WARES, buy=[["art", 3], ["food", 1]])
    assert (player.coins, player.points) == (3, 4)
    assert player.souvenirs == ("art", "food")


def test_only_what_is_offered_may_be_bought_and_each_once() -> None:
    refused("TK-4.11", road(), "A", 2, offer=WARES, buy=[["small", 1]])
    refused("TK-4.11", road(), "A", 2, offer=WARES, buy=[["food", 2]])
    refused("TK-4.11", road(), "A", 2, offer=WARES, buy=[["food", 1], ["food", 1]])


def test_the_purse_must_cover_the_total() -> None:
    refused("TK-4.12", holds(road(), "A", coins=4), "A", 2, offer=WARES, buy=WARES[1:])


def test_three_souvenirs_are_offered_unless_any_number_may_be() -> None:
    refused("TK-4.10", road(), "A", 2, offer=WARES[:2], buy=[])
    assert moved(road(village__offer="any"), "A", 2, offer=WARES[:1], buy=[]).coins == 7


@pytest.mark.parametrize("ware", [["tea", 1], ["food", 0], ["food", 4], ["food"], "food", 3])
def test_an_offer_holds_souvenirs_of_one_to_three_coins(ware: object) -> None:
    refused("TK-4.10", road(), "A", 2, offer=[*WARES[:2], ware])


def test_buying_nothing_is_allowed_unless_one_must_be_bought() -> None:
    assert moved(road(), "A", 2, offer=WARES, buy=[]).souvenirs == ()
    must = road(village__min_buy="1")
    refused("TK-4.10", must, "A", 2, offer=WARES, buy=[])
    dear = [["art", 3], ["art", 3], ["art", 2]]
    assert moved(holds(must, "A", coins=1), "A", 2, offer=dear, buy=[]).coins == 1


def test_sasayakko_gets_the_cheapest_of_several_free() -> None:
    game = holds(road(), "A", traveller="Sasayakko", coins=5)
    assert moved(game, "A", 2, offer=WARES, buy=[["cloth", 2], ["art", 3]]).coins == 2
    assert moved(game, "A", 2, offer=WARES, buy=[["cloth", 2]]).coins == 3


def test_sasayakko_must_hold_the_full_price_of_several() -> None:
    game = holds(road(), "A", traveller="Sasayakko", coins=4)
    refused("TK-6.9", game, "A", 2, offer=WARES, buy=[["cloth", 2], ["art", 3]])
    low = holds(game, "A", coins=2)
    refused("TK-4.12", low, "A", 2, offer=WARES, buy=[["art", 3]])


def test_souvenirs_score_like_a_slow_twin_on_random_sequences() -> None:
    random = Random(7)
    for _ in range(300):
        sequence: list[str] = []
        for _ in range(random.randint(1, 20)):
            kind = random.choice(KINDS)
            if kind != "legendary2" or sequence.count(kind) < 2:
                sequence.append(kind)
        points = [souvenir_points(sequence[:i], kind) for i, kind in enumerate(sequence)]
        assert points == naive_souvenirs(sequence)


def test_panorama_cards_are_worth_their_number() -> None:
    game = holds(road(), "A", panoramas={"sea": 2})
    player = moved(game, "A", 4)
    assert player.points == 3
    assert player.panoramas["sea"] == 3


def test_the_first_to_complete_a_panorama_takes_its_achievement_at_once() -> None:
    game = holds(road(), "A", panoramas={"sea": 4})
    game = move(game, "A", 4)
    assert game.player("A").log == (("sea", 5), ("ach panorama-sea", 3))
    later = holds(at(game, A=5), "B", panoramas={"sea": 4})
    player = moved(later, "B", 4)
    assert player.points == 5
    assert player.achievements == ()


def test_an_encounter_is_counted_and_must_be_declared() -> None:
    refused("TK-4.24", road(), "A", 7)
    refused("TK-4.25", road(), "A", 7, encounter={"card": "ninja"})
    refused("TK-4.25", road(), "A", 7, encounter={"card": "guide"})
    assert moved(road(), "A", 7, encounter={"card": "noble"}).encounters == ("noble",)


def test_the_samurai_is_three_points_and_the_noble_three_coins() -> None:
    assert moved(road(), "A", 7, encounter={"card": "samurai"}).points == 3
    assert moved(road(), "A", 7, encounter={"card": "noble"}).coins == 10


@pytest.mark.parametrize("word", ["shrine maiden", "miko", "shrine_maiden"])
def test_the_shrine_maiden_gives_one_of_the_bank_in_ones_name(word: str) -> None:
    player = moved(road(), "A", 7, encounter={"card": word})
    assert (player.points, player.given, player.coins) == (1, 1, 7)


def test_the_artisan_gives_a_souvenir_scored_like_a_bought_one() -> None:
    game = holds(road(), "A", souvenirs=("food", "art"))
    player = moved(game, "A", 7, encounter={"card": "artisan", "souvenir": "cloth"})
    assert (player.points, player.coins) == (5, 7)
    refused("TK-4.25", game, "A", 7, encounter={"card": "artisan", "souvenir": "tea"})


def test_the_guide_gives_the_next_card_of_that_panorama() -> None:
    for card in ({"card": "guide-sea"}, {"card": "guide", "kind": "sea"}):
        assert moved(holds(road(), "A", panoramas={"sea": 1}), "A", 7, encounter=card).points == 2


def test_a_guide_to_a_complete_panorama_leads_to_another_unfinished_one() -> None:
    game = holds(road(), "A", panoramas={"sea": 5, "paddy": 1})
    refused("TK-4.25", game, "A", 7, encounter={"card": "guide-sea"})
    guided = {"card": "guide-sea", "instead": "paddy"}
    assert moved(game, "A", 7, encounter=guided).points == 2
    full = holds(road(), "A", panoramas={"sea": 5, "paddy": 3, "mountain": 4})
    assert moved(full, "A", 7, encounter={"card": "guide-sea"}).points == 0


def test_mitsukuni_gains_one_more_for_each_hot_spring_and_achievement() -> None:
    game = holds(road(), "A", traveller="Mitsukuni", panoramas={"sea": 4})
    assert moved(game, "A", 5, card=3).points == 4
    assert moved(game, "A", 4).points == 5 + 3 + 1


def test_yoshiyasu_draws_two_and_keeps_one_at_an_encounter_space() -> None:
    game = holds(road(), "A", traveller="Yoshiyasu")
    met = {"card": "noble", "refused": "samurai"}
    assert moved(game, "A", 7, encounter=met).encounters == ("noble",)
    refused("TK-6.7", game, "A", 7, encounter={"card": "noble"})
    refused("TK-6.7", road(), "A", 7, encounter=met)


def test_yoshiyasus_refused_card_goes_under_the_pile() -> None:
    game = holds(road(piles="published"), "A", traveller="Yoshiyasu")
    after = move(game, "A", 7, encounter={"card": "noble", "refused": "samurai"})
    assert after.piles["encounter"][-1] == "samurai"
    assert len(after.piles["encounter"]) == len(game.piles["encounter"]) - 1


def test_an_exhausted_pile_gives_nothing_or_is_reshuffled() -> None:
    game = road(piles="published")
    empty = game.__class__(**{**game.__dict__, "piles": {**game.piles, "hot": ()}})
    assert moved(empty, "A", 5).points == 0
    refused("TK-4.5", empty, "A", 5, card=3)
    again = road(piles="published", pile__empty="reshuffle")
    again = again.__class__(
        **{**again.__dict__, "piles": {**again.piles, "hot": ()}, "discards": {"hot": (3,)}}
    )
    assert moved(again, "A", 5, card=3).points == 3


def test_souvenirs_that_nobody_bought_are_laid_off() -> None:
    game = move(road(piles="published"), "A", 2, offer=WARES, buy=WARES[:1])
    assert sorted(game.discards["souvenir"]) == [("art", 3), ("cloth", 2)]
    assert len(game.piles["souvenir"]) == 21
