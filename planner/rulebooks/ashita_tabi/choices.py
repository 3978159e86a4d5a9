"""Every event that may come next, and the one that the seed gives where chance speaks."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from planner.referee.rulebook import CHANCE, Event, Refused
from planner.rulebooks.ashita_tabi.effects import FORCED, allowed_now, apply_effect, replaced
from planner.rulebooks.ashita_tabi.keys import claimable, excess
from planner.rulebooks.ashita_tabi.letters import use_letter
from planner.rulebooks.ashita_tabi.rules import all_cards, components, number
from planner.rulebooks.ashita_tabi.steps import can_spend, open_effects
from planner.rulebooks.ashita_tabi.table import MOMENTS, Table, value
from planner.rulebooks.ashita_tabi.walking import number_range

Choice = dict[str, Any]


def choices(table: Table) -> Iterator[Event]:
    """The legal steps of a phase; for a reshuffle or the deal the one of the seed."""
    if table.phase in MOMENTS and can_spend(table):
        yield from _spendings(table)
    if table.phase in _BY_PHASE:
        yield from _BY_PHASE[table.phase](table)


def _items(table: Table) -> Iterator[Choice]:
    for pair in combinations(components()["items"], number("items_chosen")):
        yield {"type": "items", "items": list(pair)}


def _shuffled(table: Table, cards: list[str], what: str) -> list[str]:
    Random(f"{table.seed}:{what}:{table.shuffles}").shuffle(cards)
    return cards


def _deal(table: Table) -> Iterator[Choice]:
    deck = _shuffled(table, list(all_cards()), "deck")
    locations = _shuffled(table, list(components()["locations"]), "locations")
    yield {"type": "deal", "player": CHANCE, "locations": locations, "deck": deck}


def _reshuffle(table: Table) -> Iterator[Choice]:
    order = _shuffled(table, sorted(table.discard), "discards")
    yield {"type": "reshuffle", "player": CHANCE, "order": order}


def _spendings(table: Table) -> Iterator[Choice]:
    for day in sorted({letter.at for letter in table.memory if letter.since < table.turn}):
        for pawn in (0, 1):
            yield {"type": "memory", "pawn": pawn, "at": day}
    if "stamp" in table.items:
        days = [letter.at for letter in table.memory]
        pairs = {(a, b) for i, a in enumerate(days) for j, b in enumerate(days) if i != j}
        for remove, restore in sorted(pairs):
            yield {"type": "stamp", "remove": remove, "restore": restore}


def _play(table: Table) -> Iterator[Choice]:
    for card in table.hand:
        yield {"type": "play", "play": card}
        if "map" in table.items and not table.map_used and value(card) < max(number_range()):
            yield {"type": "play", "play": card, "map": True}


def _letter(table: Table) -> Iterator[Choice]:
    every = [{"kind": "location", "at": day} for day in range(1, number("days") + 1)]
    every += [{"kind": "event", "card": card} for cards in table.row for card in cards]
    for letter in every:
        if _allowed(use_letter, table, letter):
            yield {"type": "letter", **letter}


def _ghosts(table: Table) -> Iterator[Choice]:
    total = number("steps_per_turn") - table.mid.number
    least = 1 if total >= 2 else 0
    for first in range(least, total - least + 1):
        yield {"type": "ghosts", "black": [first, total - first]}


def _on(table: Table) -> Iterator[Choice]:
    yield {"type": "on"}


def _effects(table: Table) -> Iterator[Choice]:
    suits = open_effects(table)
    for suit in suits:
        for effect in [{}] if replaced(table, suit) else _effects_of(table, suit):
            event = {"type": "effect", "suit": suit, **effect}
            if _allowed(apply_effect, table, event):
                yield event
    due = (suit for suit in suits if suit in FORCED and not replaced(table, suit))
    if not any(allowed_now(table)[suit] for suit in due):
        yield {"type": "on"}


def _effects_of(table: Table, suit: str) -> list[Choice]:
    if suit == "R":
        return [{"pawn": pawn, "step": step} for pawn in (0, 1) for step in (1, -1)]
    if suit == "G":
        return [{"pawn": 0}, {"pawn": 1}]
    if suit == "W":
        return [{"take": take} for take in ("vp", *table.discard)]
    if suit == "B":
        rows = table.row + (table.upper if table.rules["upper.swap"] == "yes" else ())
        laid = sorted(card for cards in rows for card in cards)
        pairs = combinations(laid, 2)
        return [{"swap": list(pair)} for pair in pairs if value(pair[0]) == value(pair[1])]
    return [{}]


def _keys(table: Table) -> Iterator[Choice]:
    for suit in claimable(table):
        yield {"type": "key", "suit": suit}
    if table.rules["key.claim"] == "optional" or not claimable(table):
        yield {"type": "on"}


def _end(table: Table) -> Iterator[Choice]:
    for discards in combinations(table.hand, excess(table)):
        yield {"type": "end", "discard": list(discards)}


def _allowed(step: Callable[[Table, Event], Table], table: Table, event: Event) -> bool:
    try:
        step(table, event)
    except Refused:
        return False
    return True


_BY_PHASE: dict[str, Callable[[Table], Iterator[Choice]]] = {
    "items": _items,
    "deal": _deal,
    "reshuffle": _reshuffle,
    "start": _play,
    "letter": _letter,
    "key-letter": _letter,
    "ghosts": _ghosts,
    "after-move": _on,
    "after-place": _on,
    "effects": _effects,
    "before-keys": _keys,
    "end": _end,
}
