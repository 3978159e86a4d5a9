"""The cheapest chain of tickets the slow way: every ticket from everywhere, round after round."""

from planner.fares.chain import inside_kanagawa
from planner.fares.discounts import discount
from planner.fares.matrix import FareBook
from planner.fares.tickets import ticket_of_cell
from planner.journey import Ticket

ROUNDS = 5  # more tickets than any cheapest chain here has

State = tuple[str, str, str, bool]  # place, last system, where its ticket began, discount used


def cheapest_yen(
    book: FareBook, start: str, target: str, legal: bool = False, discounts: bool = False
) -> int | None:
    """The least sum of a chain of tickets of changing systems; None where there is none."""
    best: dict[State, int] = {(start, "", "", False): 0}
    last: dict[State, Ticket | None] = {(start, "", "", False): None}
    fresh = dict(best)
    for _ in range(ROUNDS):
        found: dict[State, int] = {}
        for (place, system, board, used), yen in fresh.items():
            state = place, system, board, used
            for name, number in book.at.get(place, ()):
                if name == system:
                    continue
                fares = book.systems[name]
                part = inside_kanagawa(fares)
                for other, there in enumerate(fares.places):
                    price = fares.main.yen[number * fares.count + other]
                    if other == number or price < 0:
                        continue
                    if legal and not (part[number] == part[other] >= 0):
                        continue
                    if len(book.at[there]) == 1 and there != target:
                        continue  # nothing leads on from there
                    options = [(price, False)]
                    ticket = ticket_of_cell(fares, fares.main, (number, other))
                    before = last[state]
                    if discounts and before is not None and not used:
                        row = discount(book, before, ticket)
                        if row is not None:
                            options.append((price - row.yen, True))
                    for cost, uses in options:
                        after = there, name, place if discounts else "", uses
                        if yen + cost < min(best.get(after, 10**9), found.get(after, 10**9)):
                            found[after] = yen + cost
                            last[after] = ticket
        best |= found
        fresh = found
    return min((yen for (place, *_), yen in best.items() if place == target), default=None)
