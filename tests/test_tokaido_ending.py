"""The end of the road and its score: TK-7, TK-8.14, TK-9.2."""

from dataclasses import replace
from random import Random

import pytest

from planner.rulebooks.tokaido.ending import (
    Harvest,
    achievement_totals,
    first_in,
    ranking,
    scroll_points,
    temple_ranks,
    winners,
)
from planner.rulebooks.tokaido.rulebook import RULEBOOK
from planner.rulebooks.tokaido.rules import read_rules
from planner.rulebooks.tokaido.state import Game, Meal, Player
from tests.naive_tokaido import naive_ranks
from tests.tokaido_world import at, holds, move, road


def ended(game: Game) -> Game:
    """A and B are there; C arrives and buys nothing."""
    return move(at(game, C=12, A=13, B=13), "C", 13)


def test_equal_gifts_share_a_rank_and_the_next_is_dense_or_skipped() -> None:
    given = {"A": 6, "B": 6, "C": 3, "D": 1, "E": 0}
    dense, skip = read_rules(), read_rules("temple.tie=skip")
    assert list(temple_ranks(given, dense).values()) == [10, 10, 7, 4, 0]
    assert list(temple_ranks(given, skip).values()) == [10, 10, 4, 2, 0]


def test_temple_ranks_agree_with_a_slow_twin() -> None:
    random = Random(4)
    for _ in range(300):
        given = {name: random.randint(0, 5) for name in "ABCDE"[: random.randint(2, 5)]}
        for tie in ("dense", "skip"):
            rules = read_rules({"temple.tie": tie})
            assert temple_ranks(given, rules) == naive_ranks(given, tie == "dense")


def test_nobody_is_first_where_the_best_is_zero_unless_all_are() -> None:
    zero = {"A": 0, "B": 0}
    assert first_in(zero, read_rules()) == ()
    assert first_in(zero, read_rules("ach.zero=all")) == ("A", "B")
    assert first_in({"A": 2, "B": 2, "C": 1}, read_rules()) == ("A", "B")


def test_the_gourmet_counts_what_was_paid_or_what_is_printed() -> None:
    player = Player("A", meals=(Meal("fugu", 3, 0), Meal("tofu", 2, 2)))
    assert achievement_totals(player, read_rules())["gourmet"] == 2
    assert achievement_totals(player, read_rules("gourmet.basis=printed"))["gourmet"] == 5


def test_treasures_bathhouses_and_scrolls_count_for_the_achievements() -> None:
    player = Player(
        "A",
        souvenirs=("food", "legendary2"),
        treasures=(2, 3),
        springs=(2,),
        bathhouses=2,
        encounters=("noble",),
        scrolls=("fasting",),
    )
    totals = achievement_totals(player, read_rules())
    assert totals == {"gourmet": 0, "collector": 3, "bather": 3, "chatterbox": 2}


def test_temple_then_achievements_then_scrolls() -> None:
    game = holds(road(), "A", given=3, springs=(3,), scrolls=("perfection",))
    log = ended(game).player("A").log
    assert log == (
        ("temple rank", 10),
        ("ach bather", 3),
        ("ach chatterbox", 3),
        ("perfection", 5),
    )


def test_mitsukuni_gains_one_more_for_each_achievement_at_the_end() -> None:
    game = holds(road(), "B", traveller="Mitsukuni", springs=(3,))
    assert ended(game).player("B").points == 4


@pytest.mark.parametrize(
    ("scroll", "harvest", "points"),
    [
        ("nostalgia", Harvest(souvenirs=5, treasures=2), 9),
        ("patience", Harvest(behind=0), 6),
        ("patience", Harvest(behind=1), 4),
        ("patience", Harvest(behind=2), 2),
        ("patience", Harvest(behind=3), 0),
        ("perfection", Harvest(scrolls=("perfection", "fasting"), achievements=3), 8),
        ("foresight", Harvest(coins=4), 8),
        ("contemplation", Harvest(cherries=2, panoramas=3), 11),
        ("fasting", Harvest(fasted=2), 6),
    ],
)
def test_scrolls_are_worth_their_harvest(scroll: str, harvest: Harvest, points: int) -> None:
    assert scroll_points(scroll, harvest) == points


def test_patience_pays_the_last_to_arrive_most() -> None:
    game = road()
    for name in "ABC":
        game = holds(game, name, scrolls=("patience",), given=0)
    points = {p.name: dict(p.log)["patience"] for p in ended(game).people}
    assert points == {"A": 2, "B": 4, "C": 6}


def test_a_free_meal_is_a_meal_for_the_fasting_scroll() -> None:
    game = holds(road(), "C", scrolls=("fasting",), traveller="Satsuki")
    game = at(game, C=12, A=13, B=13)
    free = move(game, "C", 13, free_meal=["soba", 2])
    assert "fasting" not in dict(free.player("C").log)
    assert dict(move(game, "C", 13).player("C").log)["fasting"] == 3


def test_most_points_then_most_achievements_then_shared() -> None:
    assert winners([("A", 61, 2), ("B", 61, 3), ("C", 60, 4)]) == ("B",)
    assert winners([("A", 61, 2), ("B", 61, 2)]) == ("A", "B")


def test_the_standing_shares_a_rank_between_equals() -> None:
    game = ended(holds(road(), "B", log=(("sea", 1),)))
    assert [(rank, player.name) for rank, player in ranking(game)] == [(1, "B"), (2, "A"), (2, "C")]


def test_the_end_is_scored_once_and_nothing_moves_after_it() -> None:
    game = ended(holds(road(), "A", given=3))
    assert game.scored
    assert RULEBOOK.finished(game)
    assert list(RULEBOOK.legal(game)) == []


def test_the_neutral_traveller_holds_a_temple_rank_of_its_own_gifts() -> None:
    game = holds(holds(road("AB"), "neutral", given=5), "A", given=3)
    game = move(at(game, A=13, neutral=13, B=12), "B", 13)
    assert dict(game.player("A").log)["temple rank"] == 7


def test_the_sheet_sums_to_the_points_line_by_line() -> None:
    game = holds(road(), "A", given=3, springs=(3, 2), log=(("hot spring", 3), ("hot spring", 2)))
    lines = RULEBOOK.score(ended(game))
    mine = [line for line in lines if line.player == "A"]
    assert [(line.clause, line.points) for line in mine] == [
        ("TK-4.5", 5),
        ("TK-7.2", 10),
        ("TK-7.3", 3),
        ("TK-9.2", 18),
    ]
    assert all(line.label and line.label_ja for line in lines)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_page_and_the_drawing_show_everybody(lang: str) -> None:
    game = ended(replace(holds(road(), "A", cherries=2), laid={}))
    page, picture = RULEBOOK.show(game, lang), RULEBOOK.svg(game)
    assert picture.startswith("<svg")
    for player in game.people:
        assert f"1. {player.name}" in page or f"2. {player.name}" in page
        assert f">{player.name}<" in picture
