"""Turn order and movement, TK-3, and setting up, TK-1 and TK-2."""

from random import Random

import pytest

from planner.errors import BadValue
from planner.referee.decisions import BadOption
from planner.rulebooks.tokaido.moves import mover
from planner.rulebooks.tokaido.road import departure_order, next_player
from planner.rulebooks.tokaido.rulebook import RULEBOOK
from planner.rulebooks.tokaido.rules import components, make_board, named_board
from planner.rulebooks.tokaido.state import finished
from tests.naive_tokaido import naive_next
from tests.tokaido_world import DISHES, at, holds, move, moved, refused, road

FOUR = {"players": "ABCD", "double": (4,)}


def test_the_furthest_back_moves_next() -> None:
    game = at(road(), A=3, B=7, C=5)
    assert next_player(game) == "A"
    refused("TK-3.1", game, "B", 8)


def test_the_rear_of_a_double_space_is_further_back_than_its_front() -> None:
    game = holds(at(road(**FOUR), A=4, B=4, C=5, D=6), "B", rear=True)
    assert next_player(game) == "B"


def test_the_second_arrival_takes_the_rear_place() -> None:
    game = at(road(**FOUR), A=0, B=4, C=5, D=6)
    assert moved(game, "A", 4).rear
    assert not moved(at(game, B=5), "A", 4).rear


def test_turn_order_agrees_with_a_slow_twin_on_random_places() -> None:
    random = Random(1)
    for _ in range(300):
        game = road("ABCD", double=(2, 4, 6))
        for name in random.sample("ABCD", 4):
            game = at(game, **{name: random.choice([1, 2, 4, 5, 6, 8, 13])})
            game = holds(game, name, rear=random.random() < 0.3)
        assert next_player(game) == naive_next(game)


def test_the_first_in_turn_order_departs_first_from_the_start_inn() -> None:
    assert departure_order(road()) == ("A", "B", "C")


@pytest.mark.parametrize(
    ("option", "order"), [("last_first", ("B", "A", "C")), ("first_first", ("C", "A", "B"))]
)
def test_an_inn_is_left_in_the_order_of_the_option(option: str, order: tuple[str, ...]) -> None:
    game = at(road(inn__depart=option), C=8, A=8, B=8)
    assert departure_order(game) == order


def test_nobody_leaves_an_inn_before_all_have_arrived() -> None:
    game = at(road(), A=8, B=8, C=7)
    refused("TK-3.1", game, "B", 9)


def test_a_move_goes_forward() -> None:
    game = at(road(), A=3, B=7, C=5)
    refused("TK-3.2", game, "A", 3)
    refused("TK-3.2", game, "A", 1)


def test_an_inn_may_not_be_passed() -> None:
    refused("TK-3.5", at(road(), A=7, B=8, C=8), "A", 9)


def test_the_last_inn_is_the_end_of_the_road() -> None:
    refused("TK-3.5", at(road(), A=12, B=13, C=13), "A", 14)


def test_a_place_holds_one_traveller() -> None:
    refused("TK-3.3", at(road(), A=1, B=5, C=7), "A", 5, card=2)


def test_double_spaces_are_single_with_three_travellers() -> None:
    refused("TK-3.3", at(road(double=(4,)), A=1, B=4, C=7), "A", 4)


def test_double_spaces_hold_two_with_four_travellers_and_not_three() -> None:
    game = at(road(**FOUR), A=1, B=4, C=6, D=7)
    assert moved(game, "A", 4).place == 4
    refused("TK-3.3", at(game, C=4), "A", 4)


def test_an_inn_holds_everybody() -> None:
    game = at(road("ABCDE"), A=7, B=8, C=8, D=8, E=8)
    assert moved(game, "A", 8).place == 8


def test_temple_and_village_are_closed_without_a_coin() -> None:
    game = holds(at(road(), A=1, B=6, C=7), "A", coins=0)
    refused("TK-3.6", game, "A", 3, donate=1)
    refused("TK-3.6", game, "A", 2)
    refused("TK-3.6", game, "A", 2, do="x", legendary=1)


def test_a_complete_panorama_closes_its_spaces() -> None:
    game = holds(at(road(crossroads="no"), A=1, B=6, C=7), "A", panoramas={"sea": 5})
    refused("TK-3.7", game, "A", 4)


def test_with_crossroads_a_cherry_keeps_a_complete_panorama_open() -> None:
    game = holds(at(road(), A=1, B=6, C=7), "A", panoramas={"sea": 5})
    assert moved(game, "A", 4, do="x").cherries == 1
    refused("TK-4.20", game, "A", 4)


def test_without_cherries_or_by_option_a_complete_panorama_is_closed() -> None:
    game = holds(at(road(), A=1, B=6, C=7), "A", panoramas={"sea": 5})
    for closed in (
        holds(at(road(x__full_panorama="closed"), A=1, B=6, C=7), "A", panoramas={"sea": 5}),
        game.__class__(**{**game.__dict__, "cherries": 0}),
    ):
        refused("TK-3.7", closed, "A", 4, do="x")


def test_the_tests_come_in_the_order_of_the_clause() -> None:
    """TK-9.1: 3.1, amulet held, 3.2, 3.5, 3.3, 3.6, 3.7, the space."""
    game = holds(at(road(), A=7, B=9, C=11), "A", coins=0, panoramas={"mountain": 4})
    refused("TK-3.1", game, "B", 3, amulet="fortune")
    refused("TK-8.6", game, "A", 3, amulet="fortune")
    refused("TK-3.5", game, "A", 11, donate=9)
    game = at(game, A=8)
    refused("TK-3.2", game, "A", 8)
    refused("TK-3.3", game, "A", 11, donate=9)
    refused("TK-3.6", at(game, C=12), "A", 11, donate=9)


def test_nobody_moves_after_the_last_inn() -> None:
    game = at(road(), A=13, B=12, C=13)
    refused("TK-3.9", game, "A", 13)
    assert finished(move(at(game, A=13, C=13), "B", 13))


def test_a_name_that_does_not_travel_is_refused() -> None:
    refused("TK-3.1", road(), "Z", 1)


def test_three_to_five_players_or_two_with_the_neutral_one() -> None:
    for names in (["A"], list("ABCDEF"), ["A", "A", "B"], ["A", "B", "chance"]):
        with pytest.raises(BadValue):
            RULEBOOK.start({}, names)
    with pytest.raises(BadValue, match=r"TK-2\.7"):
        RULEBOOK.start({}, ["A", "B"])
    assert len(RULEBOOK.start({"neutral": "leader_moves"}, ["A", "B"]).players) == 3


def test_the_neutral_traveller_occupies_and_takes_nothing() -> None:
    game = at(road("AB"), A=3, B=7)
    assert next_player(game) == "neutral"
    game = move(game, "neutral", 5)
    assert game.player("neutral").log == ()
    refused("TK-3.3", game, "A", 5, card=3)
    refused("TK-2.7", at(game, neutral=1), "neutral", 4, donate=1)
    assert move(at(game, neutral=1, A=4), "neutral", 3, donate=2).player("neutral").given == 2


def test_the_neutral_traveller_is_moved_by_the_player_further_ahead() -> None:
    game = at(road("AB"), A=1, B=5)
    assert mover(game) == "B"
    refused("TK-2.7", game, "neutral", 3, by="A")
    assert move(game, "neutral", 3, by="B").player("neutral").place == 3


def test_at_an_inn_the_first_to_arrive_is_further_ahead() -> None:
    assert mover(at(road("AB"), B=8, A=8)) == "B"
    assert mover(at(road("AB", inn__depart="first_first"), B=8, A=8)) == "A"
    assert mover(at(road("AB"), A=8, B=8)) == "A"


def test_two_players_read_the_row_of_three_for_preparation() -> None:
    game = RULEBOOK.start(
        {"neutral": "leader_moves", "preparation": "yes", "novice": "yes"}, ["A", "B"]
    )
    assert [player.coins for player in game.people] == [7, 8]


@pytest.mark.parametrize(
    ("players", "coins"), [("ABC", [7, 8, 9]), ("ABCD", [6, 7, 8, 9]), ("ABCDE", [6, 6, 7, 8, 9])]
)
def test_preparation_changes_the_purses_in_turn_order(players: str, coins: list[int]) -> None:
    game = RULEBOOK.start({"preparation": "yes", "novice": "yes"}, list(players))
    assert [player.coins for player in game.people] == coins


def test_each_player_keeps_one_of_two_dealt_travellers() -> None:
    game = RULEBOOK.start({}, list("ABC"), seed=2)
    [deal] = RULEBOOK.legal(game)
    game = RULEBOOK.apply(game, deal)
    offered = [event for event in RULEBOOK.legal(game) if event["player"] == "A"]
    assert [event["traveller"] for event in offered] == list(deal["travellers"]["A"])
    game = RULEBOOK.apply(game, offered[1])
    kept = game.player("A")
    assert kept.coins == components()["travellers"][kept.traveller]["coins"]


def test_the_dealt_order_is_the_order_of_departure() -> None:
    game = RULEBOOK.start({}, list("ABC"), seed=2)
    [deal] = RULEBOOK.legal(game)
    game = RULEBOOK.apply(game, {**deal, "order": ["C", "A", "B"]})
    assert departure_order(game) == ("C", "A", "B")


def test_the_way_back_reverses_the_board_and_its_double_spaces() -> None:
    there = RULEBOOK.start({"novice": "yes"}, list("ABC")).board
    back = RULEBOOK.start({"novice": "yes", "return": "yes"}, list("ABC")).board
    assert back.kinds == there.kinds[::-1]
    assert {back.last - place for place in back.double} == there.double


def test_a_board_begins_and_ends_with_an_inn() -> None:
    for kinds in (["farm", "inn"], ["inn", "farm"], ["inn", "tavern", "inn"], []):
        with pytest.raises(BadValue):
            make_board(kinds)
    with pytest.raises(BadValue):
        make_board(["inn", "farm", "inn"], [2])


def test_the_board_edo_has_four_legs() -> None:
    board = named_board("edo")
    assert [i for i, kind in enumerate(board.kinds) if kind == "inn"] == [0, 14, 27, 41, 53]
    assert board.kinds[1] == "village"
    assert 1 in board.double
    assert 2 not in board.double
    assert len(named_board("edo-farm").kinds) == len(board.kinds) + 1


def test_unknown_options_are_told_with_what_would_be_right() -> None:
    with pytest.raises(BadOption) as caught:
        RULEBOOK.start({"temple.tie": "shared"}, list("ABC"))
    assert caught.value.did_you_mean == ("dense", "skip")
    with pytest.raises(BadOption):
        RULEBOOK.start({"temple.tea": "dense"}, list("ABC"))
    with pytest.raises(BadValue, match="new_encounters"):
        RULEBOOK.start({"new_encounters": "yes"}, list("ABC"))
    with pytest.raises(BadValue, match="Kinko"):
        RULEBOOK.start({"travellers": "A:Kinko,B:Satsuki,C:Chuubei"}, list("ABC"))
    with pytest.raises(BadValue, match="board"):
        RULEBOOK.start({"board": "osaka"}, list("ABC"))


def test_travellers_may_be_named_for_each_player() -> None:
    game = RULEBOOK.start({"travellers": "B:Satsuki,A:Chuubei,C:Hirotada"}, list("ABC"))
    assert [player.traveller for player in game.people] == ["Chuubei", "Satsuki", "Hirotada"]
    assert [player.coins for player in game.people] == [4, 2, 8]


def test_the_first_arrival_at_the_last_inn_still_eats() -> None:
    game = at(road(), A=12, B=13, C=13)
    game = game.__class__(**{**game.__dict__, "laid": {}})
    assert moved(game, "A", 13, meals=DISHES, buy=["miso", 1]).meals[0].name == "miso"
