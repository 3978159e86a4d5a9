"""The ledger: what follows from a journal, in rows whose postings sum to zero.

A ledger is derived from a journal each time it is asked for, and never stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Posting(NamedTuple):
    """An amount put on an account: yen, points, or one place of that name."""

    account: str  # such as "purse:A", "points:A:sprint", "control:A", "railway"
    commodity: str  # "yen", "points" or "place:NAME"
    amount: int


class Row(NamedTuple):
    """One line of a ledger."""

    day: int  # ordinal of the game day
    at: int  # seconds of the moment in the journal's clock; order within the day
    player: str  # "" where it concerns all
    clause: str  # the rule that it follows from
    kind: str  # key of the sentence that tells it
    events: Sequence[str]  # ids: its own event first, then those that led to it
    values: Mapping[str, Any]  # what the sentence needs
    postings: Sequence[Posting]


class Unbalanced(NamedTuple):
    """A row whose postings do not sum to zero, or an account that does not fit a claim."""

    row: int  # number of the row, from 1; 0 for an account
    what: str
    expected: int
    got: int


def balances(rows: Iterable[Row]) -> dict[tuple[str, str], int]:
    """(account, commodity) -> the sum of its postings; zero sums are left out."""
    sums: dict[tuple[str, str], int] = {}
    for row in rows:
        for account, commodity, amount in row.postings:
            key = account, commodity
            sums[key] = sums.get(key, 0) + amount
    return {key: amount for key, amount in sums.items() if amount}


def unbalanced(rows: Iterable[Row]) -> list[Unbalanced]:
    """Every row and commodity whose postings do not sum to zero."""
    faults = []
    for number, row in enumerate(rows, 1):
        sums: dict[str, int] = {}
        for _, commodity, amount in row.postings:
            sums[commodity] = sums.get(commodity, 0) + amount
        faults += [Unbalanced(number, name, 0, amount) for name, amount in sums.items() if amount]
    return faults


def overdrawn(rows: Iterable[Row], prefix: str) -> list[Unbalanced]:
    """Every row after which an account whose name begins with ``prefix`` is below zero."""
    sums: dict[tuple[str, str], int] = {}
    faults = []
    for number, row in enumerate(rows, 1):
        for account, commodity, amount in row.postings:
            if account.startswith(prefix):
                key = account, commodity
                sums[key] = sums.get(key, 0) + amount
        faults += [
            Unbalanced(number, account, 0, sums[account, commodity])
            for account, commodity, _ in row.postings
            if sums.get((account, commodity), 0) < 0
        ]
    return faults
