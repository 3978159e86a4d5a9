"""Slow, obvious twins of the Ashita-tabi rules that match pawns with cards."""

from itertools import permutations

from planner.rulebooks.ashita_tabi.table import Table


def naive_earns(table: Table, suit: str) -> bool:
    """Whether every pawn can be given a card of the suit of its own, by trying all ways (7.1)."""
    pawns = [table.white, *table.black]
    laid = [
        (day, card)
        for rows in (table.row, table.upper)
        for day, cards in enumerate(rows, 1)
        for card in cards
        if card[0] == suit
    ]
    return any(
        all(day == pawn for pawn, (day, _) in zip(pawns, chosen, strict=True))
        for chosen in permutations(laid, len(pawns))
    )


def naive_ghosts_on(table: Table, suit: str) -> int:
    """Black pawns that find a card: white takes one first, then one by one (10.2)."""
    left = {
        day: [card for card in table.row[day - 1] + table.upper[day - 1] if card[0] == suit]
        for day in range(1, 8)
    }
    if left[table.white]:
        left[table.white].pop()
    standing = 0
    for day in table.black:
        if left[day]:
            left[day].pop()
            standing += 1
    return standing
