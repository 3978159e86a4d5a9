"""Room for the labels of a fare search: it grows, and it is used again by the next search."""

from array import array
from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import ParamSpec, TypeVar

from planner.errors import TooMuch
from planner.search.records import BITS, WIDTH

FIRST_POOL = 1 << 15
MOST_LABELS = 1 << 23
"""More would take gigabytes and minutes."""
Asked = ParamSpec("Asked")
Found = TypeVar("Found")
_LOCK = RLock()


def one_at_a_time(verb: Callable[Asked, Found]) -> Callable[Asked, Found]:
    """Let no thread ask while another one's question is answered: searches share their room."""

    @wraps(verb)
    def alone(*args: Asked.args, **kwargs: Asked.kwargs) -> Found:
        with _LOCK:
            return verb(*args, **kwargs)

    return alone


told_of_growth: list[Callable[[int], None]] = []
"""Called with the labels made so far, whenever there must be room for more."""


def larger(size: int) -> int:
    """The next size of a pool that was too small; whoever wants to know of it is told.

    Raises:
        TooMuch: more labels than memory should hold.
    """
    if size >= MOST_LABELS:
        raise TooMuch(
            f"the search made more than {size} labels; set a budget or a deadline",
            f"探索のラベルが {size} を超えました。予算か到着時刻を指定してください",
        )
    for tell in told_of_growth:
        tell(size)
    return min(4 * size, MOST_LABELS)


_POOLS: dict[tuple[int, str], "array[int]"] = {}


def pool_of(size: int, owner: str = "") -> "array[int]":
    """Room for so many labels, used again by the owner's next scan: only what is written is read.

    Whoever goes on reading their labels while others search needs a room of their own.
    """
    if (size, owner) not in _POOLS:
        _POOLS[size, owner] = array("i", bytes(4 * WIDTH * size))
    return _POOLS[size, owner]


_BITS: dict[int, "array[int]"] = {}


def bits_of(size: int) -> "array[int]":
    """Bits for so many labels, used again as the labels are."""
    if size not in _BITS:
        _BITS[size] = array("Q", bytes(8 * BITS * size))
    return _BITS[size]
