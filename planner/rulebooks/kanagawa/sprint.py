"""The sprint point: how far it moves on (S3, S4) and who came first (S2)."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation

from planner.feed.stations import identity


def steps(close: str | None, otherwise: int) -> int:
    """How many stations on, from a Nikkei close such as "15326.20" (S3).

    The units digit; if 0 the first decimal; then the second decimal, the tens, the hundreds digit;
    ``otherwise`` without a close or when all are 0.
    """
    digits = close_digits(close) if close is not None else None
    return next((d for d in digits or () if d), otherwise)


def close_digits(close: str) -> tuple[int, ...] | None:
    """Units, first and second decimal, tens, hundreds of a close; None for what is no close."""
    try:
        value = Decimal(close.strip().replace(",", "").replace("，", ""))
    except InvalidOperation:
        return None
    if not value.is_finite() or value < 0:
        return None
    whole = int(value)
    cents = int(value * 100) % 100
    return whole % 10, cents // 10, cents % 10, whole // 10 % 10, whole // 100 % 10


def onward(
    names: Sequence[str],
    at: int,
    count: int,
    unreachable: frozenset[str],
    cycle: str = "landing",
) -> int:
    """The index ``count`` stations on from ``at`` in the circular list.

    S4: an unreachable station is skipped by going ``count`` on again; if that cycles, 1 on. When no
    station at all can be reached, the first landing stands. ``cycle``: "landing", it cycles when
    it comes to a station skipped before; "origin", also when it comes back to where it set out.
    """
    size = len(names)
    landing = here = (at + count) % size
    seen: set[int] = set()
    while unreachable and identity(names[here]) in unreachable:
        if len(seen) == size:
            return landing
        if here in seen:
            here = (here + 1) % size
            continue
        seen.add(here)
        here = (here + count) % size
        if cycle == "origin" and here == at:
            here = (here + 1) % size
    return here
