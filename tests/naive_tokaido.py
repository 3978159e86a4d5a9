"""Slow, obvious twins of the Tokaido rules that count something."""

from planner.rulebooks.tokaido.state import Game


def naive_next(game: Game) -> str:
    """Who is furthest back: compare everybody with everybody, in words of TK-3.1 and 3.8."""

    def behind(one: str, other: str) -> bool:
        a, b = game.player(one), game.player(other)
        if a.place != b.place:
            return a.place < b.place
        if game.kind(a.place) == "inn":
            arrived = game.arrivals[a.place]
            return arrived.index(one) > arrived.index(other)
        if a.rear != b.rear:
            return a.rear
        names = [player.name for player in game.players]
        return names.index(one) < names.index(other)

    travelling = [p.name for p in game.players if p.place < game.board.last]
    for name in travelling:
        if all(behind(name, other) for other in travelling if other != name):
            return name
    return ""


def naive_souvenirs(sequence: list[str]) -> list[int]:
    """Points of each souvenir: put it in the earliest set that lacks its type (TK-4.13)."""
    sets: list[set[str]] = []
    points = []
    for kind in sequence:
        home = next((held for held in sets if kind not in held), None)
        if home is None:
            home = set()
            sets.append(home)
        home.add(kind)
        points.append([1, 3, 5, 7, 9][len(home) - 1])
    assert sum(points) == sum(len(held) ** 2 for held in sets)
    return points


def naive_ranks(given: dict[str, int], dense: bool) -> dict[str, int]:
    """Temple ranks by handing the values out from the top (TK-7.2)."""
    values = [10, 7, 4, 2, 2]
    result = dict.fromkeys(given, 0)
    place = 0
    for total in sorted(set(given.values()) - {0}, reverse=True):
        tied = [name for name, gift in given.items() if gift == total]
        for name in tied:
            result[name] = values[place] if place < len(values) else 0
        place += 1 if dense else len(tied)
    return result
