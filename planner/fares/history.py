"""What a ticket cost over the years: one span of days for each change of its price."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from planner.errors import NotOpen
from planner.fares.matrix import periods
from planner.fares.pair import PLAIN, PairPrice, Terms, pair_price


@dataclass(frozen=True, slots=True)
class PriceSpan:
    """A price and the days it holds: from ``start`` to ``end``, None: until further notice."""

    start: dt.date
    end: dt.date | None
    price: PairPrice


def price_history(
    start: str,
    target: str,
    terms: Terms = PLAIN,
    advance: Callable[[int, int | None], None] | None = None,
) -> list[PriceSpan]:
    """The spans in order of time; days on which a station was not open are left out.

    ``advance`` is told after each tariff period how many are done, and of how many.

    Raises:
        UnknownName, AmbiguousName, BadValue: as they say.
        NotOpen: one of the stations was never open.
    """
    days = [dt.date.fromisoformat(day) for day in periods()]
    spans: list[PriceSpan] = []
    closed: NotOpen | None = None
    for number, day in enumerate(days):
        if advance is not None:
            advance(number, len(days))
        last = days[number + 1] - dt.timedelta(days=1) if number + 1 < len(days) else None
        try:
            price = pair_price(start, target, day, terms)
        except NotOpen as error:
            closed = error
            continue
        joins = bool(spans) and spans[-1].end == day - dt.timedelta(days=1)
        if joins and _same(spans[-1].price, price):
            spans[-1] = PriceSpan(spans[-1].start, last, spans[-1].price)
        else:
            spans.append(PriceSpan(day, last, price))
    if not spans and closed is not None:
        raise closed
    return spans


def _same(one: PairPrice, other: PairPrice) -> bool:
    return [(t.system, t.board, t.alight, t.yen, t.confidence) for t in one.quote.tickets] == [
        (t.system, t.board, t.alight, t.yen, t.confidence) for t in other.quote.tickets
    ]
