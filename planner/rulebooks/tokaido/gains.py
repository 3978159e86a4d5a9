"""What cards are worth when they are gained, and gifts to the temples."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from planner.referee.rulebook import Refused
from planner.rulebooks.tokaido.rules import completes, in_japanese, number, numbers
from planner.rulebooks.tokaido.state import Game, change, gain


def souvenir_points(held: Sequence[str], kind: str) -> int:
    """The points of one more souvenir: 1, 3, 5, 7 (9) as it stands in the earliest set without it.

    Source: TK-4.13. The k-th set is the kinds held at least k times, so the new one joins the set
    numbered by the copies already held, after the kinds that have more copies.
    """
    counts = Counter(held)
    size = sum(count > counts[kind] for count in counts.values())
    return numbers("souvenir_points")[size]


def gain_souvenir(game: Game, name: str, kind: str) -> Game:
    """A souvenir, bought or free, and what one-coin treasures add to it (8.9)."""
    points = souvenir_points(game.player(name).souvenirs, kind)
    game = gain(game, name, f"souvenir {kind}", points)
    game = change(game, name, souvenirs=(*game.player(name).souvenirs, kind))
    return _later_gain(game, name)


def _later_gain(game: Game, name: str) -> Game:
    for _ in range(game.player(name).treasures.count(1)):
        game = gain(game, name, "legendary-1", number("treasure1_points"))
    return game


def gain_treasure(game: Game, name: str, price: int) -> Game:
    """A treasure: one coin (8.9), two coins (8.10) or three coins (8.11)."""
    player = game.player(name)
    if game.rules["x.leg1_later"] == "all":
        game = _later_gain(game, name)
    if price == 1:
        held = player.plain_souvenirs + len(player.treasures) + game.rules.on("x.leg1_self")
        game = gain(game, name, "legendary-1 held", held * number("treasure1_points"))
    elif price == 2:
        points = souvenir_points(player.souvenirs, "legendary2")
        game = gain(game, name, "legendary-2", points)
        game = change(game, name, souvenirs=(*player.souvenirs, "legendary2"))
    else:
        game = gain(game, name, "legendary-3", number("treasure3_points"))
    return change(game, name, treasures=(*player.treasures, price))


def gain_panorama(game: Game, name: str, kind: str) -> Game:
    """The next card of a panorama, and the achievement of the first to complete it (4.20, 4.21).

    Raises:
        Refused: TK-4.20 the panorama is complete.
    """
    player = game.player(name)
    if player.complete(kind):
        raise Refused(
            "TK-4.20",
            f"{name}: the {kind} is complete",
            f"{name} は{in_japanese(kind)}をもう完成させています",
        )
    count = player.panoramas.get(kind, 0) + 1
    game = gain(game, name, kind, count)
    game = change(game, name, panoramas={**player.panoramas, kind: count})
    if count == completes(kind) and kind not in game.firsts:
        game = replace(game, firsts=(*game.firsts, kind))
        game = gain_achievement(game, name, f"panorama-{kind}")
    return game


def gain_achievement(game: Game, name: str, achievement: str) -> Game:
    """Three points (7.3), and Mitsukuni's one (6.5)."""
    player = game.player(name)
    game = gain(game, name, f"ach {achievement}", number("achievement_points"))
    if player.traveller == "Mitsukuni":
        game = gain(game, name, "Mitsukuni", number("mitsukuni_points"))
    return change(game, name, achievements=(*player.achievements, achievement))


def give(game: Game, name: str, coins: int, reason: str, points: int | None = None) -> Game:
    """Count coins as given to the temples, with a point each unless told otherwise."""
    game = gain(game, name, reason, coins if points is None else points)
    return change(game, name, given=game.player(name).given + coins)
