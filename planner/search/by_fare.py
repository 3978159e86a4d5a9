"""Journeys chosen by price, exactly: cheapest, soonest within a budget, all that none beats."""

from dataclasses import replace

from planner.search import latest
from planner.search.cheapest import MOST_TRAINS, FareSearch, Found, Limits


def cheapest(search: FareSearch, time: int, limits: Limits) -> Found | None:
    """The journey of least (yen, arrival, changes) that leaves latest; None where none is priced.

    First with the static minimum as the budget, which nearly always is the answer; else with more,
    until there is one.
    """
    least = search.least_yen(limits.split)
    plain = replace(limits, trains=False, first=False)
    found = []
    if least <= limits.budget:
        found = search.journeys(time, replace(plain, budget=least, first=True))
    if not found:
        found = search.journeys(time, replace(plain, cheapest=True))
    if not found:
        return None
    best = min(found, key=lambda f: (f.yen, f.arrival))
    return _settled(search, time, best, limits)


def soonest(search: FareSearch, time: int, limits: Limits) -> Found | None:
    """The journey of least (arrival, changes, yen) within the budget that leaves latest."""
    counted = limits.most_trains < MOST_TRAINS
    found = search.journeys(time, replace(limits, trains=counted, first=True))
    if not found:
        return None
    best = min(found, key=lambda f: (f.arrival, f.yen))
    tight = replace(limits, until=best.arrival, trains=True, first=False)
    candidates = search.journeys(time, tight)
    best = min(candidates, key=lambda f: (f.arrival, f.trains, f.yen), default=best)
    return _late(search, time, best, limits)


def fewest_changes(search: FareSearch, time: int, limits: Limits) -> Found | None:
    """The journey of least (changes, arrival, yen) within the budget that leaves latest."""
    found = search.journeys(time, replace(limits, trains=True, first=False))
    if not found:
        return None
    best = min(found, key=lambda f: (f.trains, f.arrival, f.yen))
    return _late(search, time, best, limits)


def every(search: FareSearch, time: int, limits: Limits) -> list[Found]:
    """All journeys none of which is beaten in (arrival, yen, changes), by arrival."""
    found = search.journeys(time, replace(limits, trains=True, first=False))
    return [_late(search, time, f, limits) for f in found]


def priced_like(
    search: FareSearch, time: int, arrival: int, trains: int, limits: Limits
) -> Found | None:
    """The least yen for an arrival and a number of trains, leaving latest; None: no price known."""
    tight = replace(limits, until=arrival, most_trains=trains, trains=True, first=False)
    found = search.journeys(time, tight)
    if not found:
        return None
    best = min(found, key=lambda f: (f.arrival, f.trains, f.yen))
    if (best.arrival, best.trains) != (arrival, trains):
        return None
    return _late(search, time, best, limits)


def last(search: FareSearch, since: int, limits: Limits) -> Found | None:
    """The journey within the budget that leaves latest: whoever starts later can do no more."""
    t = search.view.timetable
    high = latest.latest_departure(t, search.origin, search.goal, limits.until, since)
    if high == latest.NOT:
        return None
    quick = replace(limits, trains=limits.most_trains < MOST_TRAINS, first=True)
    found = search.journeys(high, quick)
    low = since - 1
    while not found and low < high - 1:
        middle = (low + high) // 2
        now = search.journeys(middle, quick)
        if now:
            low = min(int(f.journey.departs) for f in now)
            low = max(low, middle)
        else:
            high = middle
    if not found:
        if low < since:
            return None
        high = low
    return soonest(search, high, limits)


def _settled(search: FareSearch, time: int, best: Found, limits: Limits) -> Found:
    """Fewest trains for the same arrival and yen, leaving latest."""
    tight = replace(limits, until=best.arrival, budget=best.yen, trains=True, first=False)
    same = [f for f in search.journeys(time, tight) if f.yen <= best.yen]
    best = min(same, key=lambda f: (f.yen, f.arrival, f.trains), default=best)
    return _late(search, time, best, limits)


def _late(search: FareSearch, time: int, best: Found, limits: Limits) -> Found:
    t = search.view.timetable
    if not best.journey.rides:
        return best
    within = latest.latest_departures(t, search.origin, search.goal, best.arrival, time)
    upper = within[min(best.trains, len(within) - 1)]
    return leaving_late(search, best, time, upper, limits)


def leaving_late(search: FareSearch, found: Found, time: int, latest: int, limits: Limits) -> Found:
    """The journey of the same arrival, fare and trains that leaves latest: by bisection, because
    whoever may start later can do no more than whoever starts earlier.

    Args:
        latest: nobody who starts later arrives in time (service seconds).
    """
    tight = replace(
        limits, until=found.arrival, budget=found.yen, most_trains=found.trains, trains=True,
        first=True,
    )  # fmt: skip
    best, low, high = found, max(time, int(found.journey.departs)), latest
    middle = high  # often nobody need leave earlier than the clock alone demands
    while low < high:
        again = [f for f in search.journeys(middle, tight) if f.yen <= found.yen]
        if again:
            best = again[0]
            low = max(middle, int(best.journey.departs))
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return best
