"""Piles of cards: unlimited unless the game was set up with published sizes, TK-1.5."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.referee.rulebook import Refused
from planner.rulebooks.tokaido.rules import components
from planner.rulebooks.tokaido.state import Game

NAMES = ("hot", "encounter", "souvenir", "meal")


def published(pile: str) -> tuple[Any, ...]:
    """Every card of a pile in its published number: one value, or (name, price)."""
    found: list[Any] = []
    for entry in components()["piles"][pile]:
        *card, copies = entry
        found += [card[0] if len(card) == 1 else tuple(card)] * copies
    return tuple(found)


def limited(game: Game, pile: str) -> bool:
    """Whether the pile can run out."""
    return pile in game.piles


def empty(game: Game, pile: str) -> bool:
    """Whether a limited pile has nothing left, its discards included where they are reshuffled."""
    return limited(game, pile) and not available(game, pile)


def available(game: Game, pile: str) -> tuple[Any, ...]:
    """The cards that may be drawn next from a limited pile."""
    cards = game.piles.get(pile, ())
    if not cards and game.rules["pile.empty"] == "reshuffle":
        return game.discards.get(pile, ())
    return cards


def at_most(game: Game, pile: str, count: int) -> int:
    """How many cards a draw of so many really gives."""
    if not limited(game, pile):
        return count
    left = len(game.piles[pile])
    if game.rules["pile.empty"] == "reshuffle":
        left += len(game.discards.get(pile, ()))
    return min(count, left)


def take(game: Game, pile: str, card: Any, clause: str) -> Game:
    """Draw a declared card out of a pile.

    Raises:
        Refused: with the caller's clause, where no such card is left.
    """
    if not limited(game, pile):
        return game
    cards, discards = game.piles[pile], game.discards.get(pile, ())
    if not cards and game.rules["pile.empty"] == "reshuffle":
        cards, discards = discards, ()
    if card not in cards:
        named = " ".join(map(str, card)) if isinstance(card, tuple) else str(card)
        raise Refused(
            clause, f"no {named!r} is left in the pile", f"「{named}」は山に残っていません"
        )
    at = cards.index(card)
    return replace(
        game,
        piles={**game.piles, pile: cards[:at] + cards[at + 1 :]},
        discards={**game.discards, pile: discards},
    )


def lay_off(game: Game, pile: str, cards: Sequence[Any]) -> Game:
    """Put cards that nobody took on the discards of a limited pile."""
    if not limited(game, pile) or not cards:
        return game
    discards = game.discards.get(pile, ()) + tuple(cards)
    return replace(game, discards={**game.discards, pile: discards})


def put_under(game: Game, pile: str, card: Any) -> Game:
    """Put a card back under a limited pile (6.7)."""
    if not limited(game, pile):
        return game
    return replace(game, piles={**game.piles, pile: (*game.piles[pile], card)})
