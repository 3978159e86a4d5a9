"""The cheapest legal fare between two stations: what a game asks when a start is drafted (R11)."""

import datetime as dt
from collections.abc import Callable

from planner.fares.matrix import period_of
from planner.fares.pair import Terms, pair_price

LEGAL = Terms(legal=True)


def legal_price(date: dt.date | str) -> Callable[[str, str], int | None]:
    """A function that prices a pair of station names on a date, riding inside Kanagawa alone.

    It gives yen, 0 from a station to itself, None where no legal way leads or no price is known,
    and raises what ``pair_price`` raises for names that are none.

    Raises:
        OutsideValidity: a date before 2014-04-01.
        ValueError: the text is no ISO date.
    """
    day = dt.date.fromisoformat(date) if isinstance(date, str) else date
    period_of(day)

    def price(start: str, target: str) -> int | None:
        if start == target:
            return 0
        found = pair_price(start, target, day, LEGAL)
        return None if found.none_because else found.quote.total

    return price
