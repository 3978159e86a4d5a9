"""The state of one game of Tokaido: travellers, spaces, piles, and what is under way."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from planner.rulebooks.tokaido.rules import PANORAMAS, Board, Rules, completes

NEUTRAL = "neutral"


@dataclass(frozen=True)
class Meal:
    """A meal held."""

    name: str
    price: int
    paid: int


@dataclass(frozen=True)
class Player:
    """One traveller on the road, TK-2.1."""

    name: str
    traveller: str = "novice"
    coins: int = 0
    place: int = 0
    rear: bool = False  # on the second place of a space
    given: int = 0  # to the temples
    panoramas: Mapping[str, int] = field(default_factory=dict)  # kind -> cards
    souvenirs: tuple[str, ...] = ()  # types in the order gained; legendary2 among them
    treasures: tuple[int, ...] = ()  # prices
    meals: tuple[Meal, ...] = ()
    springs: tuple[int, ...] = ()
    bathhouses: int = 0
    encounters: tuple[str, ...] = ()
    scrolls: tuple[str, ...] = ()
    cherries: int = 0
    amulets: tuple[str, ...] = ()
    achievements: tuple[str, ...] = ()
    fasted: int = 0  # inns where no meal was gained
    log: tuple[tuple[str, int], ...] = ()  # (reason, points)

    @property
    def points(self) -> int:
        """The sum of the log, TK-9.2."""
        return sum(points for _, points in self.log)

    def complete(self, panorama: str) -> bool:
        """Whether a panorama is complete."""
        return self.panoramas.get(panorama, 0) >= completes(panorama)

    @property
    def plain_souvenirs(self) -> int:
        """Souvenirs without the two-coin treasures, which count as treasures (8.10)."""
        return sum(kind != "legendary2" for kind in self.souvenirs)


@dataclass(frozen=True)
class Game:
    """One state between two events. ``pending``: a move that awaits chance or a choice."""

    rules: Rules
    board: Board
    players: tuple[Player, ...]  # in turn order, the neutral traveller last
    arrivals: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # inn -> names
    laid: Mapping[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)  # inn -> meals
    firsts: tuple[str, ...] = ()  # panoramas whose achievement is taken
    cherries: int = 0  # left
    treasures: Mapping[int, int] = field(default_factory=dict)  # price -> copies left
    piles: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # limited piles: cards left
    discards: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    again: str = ""  # who has one more turn by the vitality amulet
    scored: bool = False  # the end has been scored
    pending: Mapping[str, Any] = field(default_factory=dict)
    dealt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # player -> travellers
    seed: int = 0
    draws: int = 0  # how often chance has spoken: the next one's place in the seed's stream

    def player(self, name: str) -> Player:
        """The player of that name."""
        for player in self.players:
            if player.name == name:
                return player
        raise KeyError(name)

    @property
    def people(self) -> tuple[Player, ...]:
        """The players without the neutral traveller."""
        return tuple(p for p in self.players if p.name != NEUTRAL)

    @property
    def crossroads(self) -> bool:
        """Whether the expansion is in play, TK-8."""
        return self.rules.on("crossroads")

    def kind(self, place: int) -> str:
        """The kind of a space."""
        return self.board.kinds[place]


def with_player(game: Game, player: Player) -> Game:
    """The game with one player's new state."""
    players = tuple(player if p.name == player.name else p for p in game.players)
    return replace(game, players=players)


def change(game: Game, name: str, **fields: Any) -> Game:
    """The game with some fields of one player changed."""
    return with_player(game, replace(game.player(name), **fields))


def gain(game: Game, name: str, reason: str, points: int) -> Game:
    """Book points with their reason; nothing is booked for nothing."""
    if not points:
        return game
    return change(game, name, log=(*game.player(name).log, (reason, points)))


def pay(game: Game, name: str, coins: int) -> Game:
    """Take coins out of a purse (or, negative, put some in); the caller has tested the purse."""
    return change(game, name, coins=game.player(name).coins - coins)


def finished(game: Game) -> bool:
    """All are at the last inn, TK-7.1."""
    return all(p.place == game.board.last for p in game.players)


def unfinished_panoramas(player: Player) -> tuple[str, ...]:
    """The panoramas a player has not completed."""
    return tuple(kind for kind in PANORAMAS if not player.complete(kind))
