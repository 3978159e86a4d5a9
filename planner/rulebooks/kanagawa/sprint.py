"""The sprint point: how far it moves on (S3, S4) and who came first (S2)."""

import re
from collections.abc import Sequence
from unicodedata import normalize

from planner.feed.stations import identity

_CLOSE = re.compile(r"\d{1,9}(?:\.\d{1,6})?", re.ASCII)


def steps(close: str | None, otherwise: int) -> int:
    """How many stations on, from a Nikkei close such as "15326.20" (S3).

    The units digit; if 0 the first decimal; then the second decimal, the tens, the hundreds digit;
    ``otherwise`` without a close or when all are 0.
    """
    digits = close_digits(close) if close is not None else None
    return next((d for d in digits or () if d), otherwise)


def close_digits(close: str) -> tuple[int, ...] | None:
    """Units, first and second decimal, tens, hundreds of a close; None for what is no close."""
    plain = normalize("NFKC", close).strip().replace(",", "")
    if not _CLOSE.fullmatch(plain):
        return None
    whole, _, cents = plain.partition(".")
    units = [int(digit) for digit in f"{whole:0>3}"[-3:]]
    first, second, *_ = (int(digit) for digit in f"{cents}00")
    return units[2], first, second, units[1], units[0]


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
