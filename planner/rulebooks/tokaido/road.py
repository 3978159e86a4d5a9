"""Whose turn it is, and where a traveller may stop: TK-3."""

from dataclasses import replace

from planner.referee.rulebook import MalformedEvent, Refused
from planner.rulebooks.tokaido.rules import PANORAMAS, in_japanese, number
from planner.rulebooks.tokaido.state import Game, Player, change


def departure_order(game: Game) -> tuple[str, ...]:
    """The travellers not yet at the goal, the furthest back first (3.1, 3.8, 2.3)."""
    moving = [p for p in game.players if p.place < game.board.last]
    order = sorted(moving, key=lambda p: (p.place, standing_within(game, p)))
    return tuple(p.name for p in order)


def standing_within(game: Game, player: Player) -> int:
    """The order of those on one space, the furthest back least: rear before front; by arrival."""
    if game.kind(player.place) != "inn":
        return 0 if player.rear else 1
    arrived = game.arrivals.get(player.place, ())
    if player.place == 0 or player.name not in arrived:
        return [p.name for p in game.players].index(player.name)
    at = arrived.index(player.name)
    return -at if game.rules["inn.depart"] == "last_first" else at


def next_player(game: Game) -> str:
    """Who moves next, empty when all have arrived."""
    if game.again:
        return game.again
    order = departure_order(game)
    return order[0] if order else ""


def check_turn(game: Game, name: str) -> None:
    """Raises Refused TK-3.1 (3.9 at the goal) where another traveller moves next."""
    if name not in [p.name for p in game.players]:
        raise MalformedEvent(
            "TK-3.1", f"{name!r} does not travel", f"「{name}」という旅人はいません"
        )
    due = next_player(game)
    if game.player(name).place == game.board.last and name != due:
        raise Refused("TK-3.9", f"{name} has arrived", f"{name} はもう着いています")
    if name != due:
        raise Refused(
            "TK-3.1", f"{due} is furthest back and moves", f"いちばん後ろにいる {due} の番です"
        )


def check_stop(game: Game, name: str, to: int, amulet: str = "") -> None:
    """Test a move in the order of TK-9.1: 3.2, 3.5, 3.3, 3.6, 3.7.

    Raises:
        Refused: the first of these clauses that fails.
    """
    player = game.player(name)
    if to <= player.place:
        raise Refused(
            "TK-3.2",
            f"from {player.place} forward, not to {to}",
            f"今いるのは {player.place} なので、{to} へは進めません",
        )
    inn = next(i for i in range(player.place + 1, game.board.last + 1) if game.kind(i) == "inn")
    if to > inn:
        raise Refused(
            "TK-3.5", f"the inn {inn} may not be passed", f"宿場 {inn} は通り過ぎられません"
        )
    if game.kind(to) == "inn":
        return
    _check_room(game, to, amulet)
    if player.name != "neutral":
        _check_open(game, player, to)


def occupants(game: Game, place: int) -> tuple[Player, ...]:
    """Who stands on a space."""
    return tuple(p for p in game.players if p.place == place)


def _check_room(game: Game, to: int, amulet: str) -> None:
    there = len(occupants(game, to))
    double = to in game.board.double and len(game.players) >= number("doubles_from")
    room = 2 if double or amulet == "friendship" else 1
    if there >= room:
        raise Refused("TK-3.3", f"space {to} is full", f"マス {to} は空いていません")


def _check_open(game: Game, player: Player, to: int) -> None:
    kind = game.kind(to)
    if kind in {"temple", "village"} and player.coins < 1:
        raise Refused(
            "TK-3.6",
            f"the {kind} is closed without a coin",
            f"{in_japanese(kind)}に止まるには1金以上要ります",
        )
    if kind in PANORAMAS and player.complete(kind):
        cherry = game.rules["x.full_panorama"] == "cherry_opens" and game.cherries > 0
        if not (game.crossroads and cherry):
            raise Refused(
                "TK-3.7",
                f"{player.name} has completed the {kind}",
                f"{player.name} は{in_japanese(kind)}をもう完成させています",
            )


def stop(game: Game, name: str, to: int) -> Game:
    """Put a traveller on a space: the front place if it is free, else the rear (3.4)."""
    if game.kind(to) == "inn":
        arrived = (*game.arrivals.get(to, ()), name)
        game = replace(game, arrivals={**game.arrivals, to: arrived})
        return change(game, name, place=to, rear=False)
    front_taken = any(not p.rear for p in occupants(game, to))
    return change(game, name, place=to, rear=front_taken)


def foremost(game: Game, name: str) -> bool:
    """Whether a traveller is strictly ahead of all others (8.6, vitality)."""
    place = game.player(name).place
    return all(p.place < place for p in game.players if p.name != name)
