"""Setting up a game: board, travellers, purses, piles, order at the start inn: TK-1, TK-2."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from planner.errors import BadValue
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.rules import (
    Board,
    Rules,
    components,
    number,
    numbers,
    reversed_board,
    traveller_coins,
)
from planner.rulebooks.tokaido.state import NEUTRAL, Game, Player


@dataclass(frozen=True)
class Seat:
    """A player and the traveller kept; empty until chosen."""

    name: str
    traveller: str = ""


def set_up(rules: Rules, board: Board, seats: Sequence[Seat], dealt: object = None) -> Game:
    """The game at the start inn, players in turn order (2.3).

    Raises:
        BadValue: a wrong number of players (1.1), a name twice, or two players where the neutral
            third is not switched on (2.7).
    """
    check_seats(rules, seats)
    players = []
    for index, seat in enumerate(seats):
        coins = opening_coins(rules, seat.traveller, index, len(seats)) if seat.traveller else 0
        players.append(Player(seat.name, seat.traveller, coins))
    if len(seats) == 2:
        players.append(Player(NEUTRAL, NEUTRAL))
    return Game(
        rules=rules,
        board=reversed_board(board) if rules.on("return") else board,
        players=tuple(players),
        arrivals={0: tuple(p.name for p in players)},
        cherries=number("cherries") if rules.on("crossroads") else 0,
        treasures={price: number("treasure_copies") for price in numbers("treasure_prices")},
        piles=_piles(rules),
        dealt={k: tuple(v) for k, v in dealt.items()} if isinstance(dealt, Mapping) else {},
    )


def check_seats(rules: Rules, seats: Sequence[Seat]) -> None:
    """Raises BadValue for seats that no game has."""
    names = [seat.name for seat in seats]
    fewest, most = numbers("players")
    if not fewest <= len(names) <= most:
        raise BadValue(
            f"TK-1.1: {fewest} to {most} players, not {len(names)}",
            f"TK-1.1: {fewest}〜{most}人用のゲームです({len(names)}人では遊べません)",
        )
    if len(set(names)) != len(names) or {NEUTRAL, "chance", ""} & set(names):
        raise BadValue(
            f"the names {', '.join(names)}: each once, none of them {NEUTRAL} or chance",
            f"名前は1人ずつ別にし、neutral と chance は使わないでください({'、'.join(names)})",
        )
    if len(names) == 2 and rules["neutral"] == "unsupported":
        raise BadValue(
            "TK-2.7: two players need the neutral traveller; set neutral=leader_moves",
            "TK-2.7: 2人の場合は中立の旅人が要ります。neutral=leader_moves を指定してください",
        )


def opening_coins(rules: Rules, traveller: str, index: int, players: int) -> int:
    """A traveller's purse, changed by the place in turn order with ``preparation`` (2.4)."""
    added = 0
    if rules.on("preparation"):
        added = components()["preparation"][str(players)][index]
    return int(traveller_coins(traveller) + added)


def _piles(rules: Rules) -> dict[str, tuple[object, ...]]:
    if rules["piles"] == "unlimited":
        return {}
    return {pile: piles.published(pile) for pile in piles.NAMES}
