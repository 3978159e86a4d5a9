"""Laying the played card, drawing and the reshuffle, AT-5 and AT-10.3."""

from collections.abc import Sequence
from dataclasses import replace

from planner.referee.rulebook import Refused
from planner.rulebooks.ashita_tabi.rules import number
from planner.rulebooks.ashita_tabi.table import Table, lose, put, suit_counts


def lay(table: Table) -> Table:
    """Lay the played card at white's location, or discard it on day 7 (5.1, 5.2)."""
    day, card = table.white, table.mid.card
    table = replace(table, mid=replace(table.mid, card=""))
    if day == number("days"):
        return replace(table, discard=(*table.discard, card), phase="after-place")
    cards = (card, *table.row[day - 1])
    limit = number("below_limit")
    pushed_out = tuple(reversed(cards[limit:]))  # the outermost goes first
    return replace(
        table,
        row=put(table.row, day, cards[:limit]),
        discard=table.discard + pushed_out,
        phase="after-place",
    )


def refill(table: Table) -> Table:
    """Draw as many cards as the largest count of one suit at white's location (5.4)."""
    counts = suit_counts(table, table.white)
    most = max(counts.values(), default=0) if table.white != number("days") else 0
    once = dict.fromkeys(counts, 1)
    allowed = dict(counts) if "lantern" in table.items else once
    mid = replace(table.mid, allowed=allowed)
    return draw(replace(table, mid=mid, phase="effects"), most)


def draw(table: Table, count: int) -> Table:
    """Draw cards; the table stops in the phase ``reshuffle`` where an order is needed (5.5)."""
    return _pull(replace(table, mid=replace(table.mid, due=table.mid.due + count)))


def _pull(table: Table) -> Table:
    while table.mid.due:
        if not table.deck:
            return _draw_from_nothing(table)
        mid = replace(table.mid, due=table.mid.due - 1)
        table = replace(table, hand=(*table.hand, table.deck[0]), deck=table.deck[1:], mid=mid)
        table = emptied(table)
        if table.phase in {"reshuffle", "over"}:
            return table
    return table


def _draw_from_nothing(table: Table) -> Table:
    clock = table.rules.argument("DECK-CLOCK", "at")
    if clock == "empty_draw":
        return lose(table, "AT-10.3")
    if clock == "day7":
        return replace(table, mid=replace(table.mid, due=0))
    return _ask_for_shuffle(table)


def emptied(table: Table) -> Table:
    """An emptied deck is reshuffled at once under ``deck.exhaust=immediate``."""
    at_once = table.rules["deck.exhaust"] == "immediate" and not table.rules.has("DECK-CLOCK")
    return _ask_for_shuffle(table) if at_once and not table.deck else table


def shuffle_cost(table: Table) -> int:
    """How many cards a reshuffle removes: three, with the notebook one (9.4)."""
    return number("notebook_cost" if "notebook" in table.items else "reshuffle_cost")


def _ask_for_shuffle(table: Table) -> Table:
    if len(table.discard) < shuffle_cost(table):
        return lose(table, "AT-8.3")
    mid = replace(table.mid, resume=table.phase)
    return replace(table, phase="reshuffle", mid=mid)


def reshuffle(table: Table, order: Sequence[str]) -> Table:
    """Shuffle the discards into a new deck of the declared order, and go on drawing (5.5).

    Raises:
        Refused: AT-5.5 the order is not one of the discard pile.
    """
    if sorted(order) != sorted(table.discard):
        raise Refused(
            "AT-5.5",
            f"a reshuffle declares the {len(table.discard)} discarded cards in a new order",
            f"捨て札{len(table.discard)}枚をシャッフルした順序(order)を書いてください",
        )
    cost = shuffle_cost(table)
    shuffled = replace(
        table,
        deck=tuple(order[cost:]),
        removed=table.removed + tuple(order[:cost]),
        discard=(),
        phase=table.mid.resume,
        shuffles=table.shuffles + 1,
    )
    if shuffled.mid.due and not shuffled.deck:
        return lose(shuffled, "AT-8.3")
    return _pull(shuffled)
