"""The end of the road: temple ranks, achievements, scrolls, winners: TK-7 and TK-8.14."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from planner.rulebooks.tokaido.gains import gain_achievement
from planner.rulebooks.tokaido.rules import PANORAMAS, Rules, components, numbers
from planner.rulebooks.tokaido.state import NEUTRAL, Game, Player, gain

ACHIEVEMENTS = ("gourmet", "collector", "bather", "chatterbox")  # TK-7.3, in the order booked


def score_end(game: Game) -> Game:
    """Book the end in its order: temple, achievements, scrolls (7.5)."""
    ranks = temple_ranks({p.name: p.given for p in game.players}, game.rules)
    for person in game.people:
        game = gain(game, person.name, "temple rank", ranks[person.name])
    totals = {p.name: achievement_totals(p, game.rules) for p in game.people}
    for achievement in ACHIEVEMENTS:
        best = first_in({name: total[achievement] for name, total in totals.items()}, game.rules)
        for name in best:
            game = gain_achievement(game, name, achievement)
    for person in game.people:
        game = _score_scrolls(game, person.name)
    return replace(game, scored=True)


def temple_ranks(given: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """name -> points by what was given; equals share, nothing given wins nothing (7.2)."""
    values = numbers("temple_ranks")
    points = {}
    for name, total in given.items():
        above = [other for other in given.values() if other > total]
        rank = len(set(above)) if rules["temple.tie"] == "dense" else len(above)
        points[name] = values[rank] if total > 0 and rank < len(values) else 0
    return points


def achievement_totals(player: Player, rules: Rules) -> dict[str, int]:
    """achievement -> what is compared for it (7.3, 7.4)."""
    paid = rules["gourmet.basis"] == "paid"
    return {
        "gourmet": sum(meal.paid if paid else meal.price for meal in player.meals),
        "collector": player.plain_souvenirs + len(player.treasures),
        "bather": len(player.springs) + player.bathhouses,
        "chatterbox": len(player.encounters) + len(player.scrolls),
    }


def first_in(totals: Mapping[str, int], rules: Rules) -> tuple[str, ...]:
    """All who are first; nobody where the best is zero, unless by option all (7.3)."""
    best = max(totals.values(), default=0)
    if best == 0 and rules["ach.zero"] == "none":
        return ()
    return tuple(name for name, total in totals.items() if total == best)


@dataclass(frozen=True)
class Harvest:
    """What the scrolls count at the end."""

    scrolls: tuple[str, ...] = ()
    souvenirs: int = 0  # without two-coin treasures
    treasures: int = 0
    achievements: int = 0
    coins: int = 0
    cherries: int = 0
    panoramas: int = 0  # complete
    fasted: int = 0  # inns where no meal was gained
    behind: int = 99  # travellers who arrived later


def scroll_points(scroll: str, harvest: Harvest) -> int:
    """The points of one scroll: patience by arrival, the others by what they count (8.14)."""
    if scroll == "patience":
        values = numbers("patience")
        return values[harvest.behind] if harvest.behind < len(values) else 0
    counts = {**vars(harvest), "scrolls": len(harvest.scrolls)}
    worth: Mapping[str, int] = components()["scrolls"][scroll]
    return sum(points * counts[thing] for thing, points in worth.items())


def _score_scrolls(game: Game, name: str) -> Game:
    player = game.player(name)
    arrived = [person for person in game.arrivals[game.board.last] if person != NEUTRAL]
    harvest = Harvest(
        scrolls=player.scrolls,
        souvenirs=player.plain_souvenirs,
        treasures=len(player.treasures),
        achievements=len(player.achievements),
        coins=player.coins,
        cherries=player.cherries,
        panoramas=sum(player.complete(kind) for kind in PANORAMAS),
        fasted=player.fasted,
        behind=len(arrived) - 1 - arrived.index(name),
    )
    for scroll in player.scrolls:
        game = gain(game, name, scroll, scroll_points(scroll, harvest))
    return game


def winners(final: Sequence[tuple[str, int, int]]) -> tuple[str, ...]:
    """The names with most points, then most achievements, then shared (7.6).

    ``final`` holds (name, points, achievements).
    """
    best = max((points, achievements) for _, points, achievements in final)
    return tuple(name for name, *rest in final if tuple(rest) == best)


def ranking(game: Game) -> list[tuple[int, Player]]:
    """(rank, player), best first; equals share a rank."""
    key = {p.name: (p.points, len(p.achievements)) for p in game.people}
    order = sorted(game.people, key=lambda p: key[p.name], reverse=True)
    return [(1 + sum(other > key[p.name] for other in key.values()), p) for p in order]
