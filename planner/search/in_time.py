"""Journeys that arrive by a deadline: the latest departure stands where else the arrival does."""

from dataclasses import replace
from typing import TYPE_CHECKING

from planner.journey import Journey
from planner.search.cheapest import ENDLESS, MOST_TRAINS
from planner.search.pair import Pair

if TYPE_CHECKING:
    from planner.search.over_stops import OverStops


def in_time(pair: "Pair | OverStops", since: int, until: int, by: str, count: int) -> list[Journey]:
    """The journeys that arrive by ``until``, best first.

    Args:
        by: "time": latest departure; "fare": least yen, then latest departure; "changes": fewest
            changes, then latest departure; "all": every journey that none beats in (departure,
            yen, changes), by departure. since, until: service seconds.
        count: how many; each next one arrives earlier than the one before. Of "all" no limit.
    """
    if by == "all":
        return _menu(pair, since, until)
    found: list[Journey] = []
    while len(found) < count:
        journey = _best(pair, since, until, by)
        if journey is None:
            break
        found.append(journey)
        until = int(journey.arrives) - 1
    return found


def _best(pair: "Pair | OverStops", since: int, until: int, by: str) -> Journey | None:
    if by == "fare":
        cheapest = pair.cheapest(since, until)
        if cheapest is not None and cheapest.fare is not None:
            return replace(pair, budget=int(cheapest.fare)).last(since, until) or cheapest
        return cheapest
    if by == "changes":
        few = pair.fewest_changes(since, until)
        return few and (pair.last_of_few(since, until, len(few.rides)) or few)
    return pair.last(since, until)


def _menu(pair: "Pair | OverStops", since: int, until: int) -> list[Journey]:
    """For every number of trains the latest departure, then that of each lower price."""
    few = pair.fewest_changes(since, until)
    if few is None:
        return []
    found = _falling(pair, since, until, MOST_TRAINS)
    most = max((len(journey.rides) for journey in found), default=0)
    for trains in range(len(few.rides), most):
        found += _falling(pair, since, until, trains)
    return _unbeaten(found)


def _falling(pair: "Pair | OverStops", since: int, until: int, trains: int) -> list[Journey]:
    """The latest departure with so many trains, then that of each lower price."""
    found: list[Journey] = []
    budget = pair.budget
    while journey := replace(pair, budget=budget).last_of_few(since, until, trains):
        found.append(journey)
        if journey.fare == 0:
            break
        # what is unknown is dearer than all that is known
        budget = ENDLESS if journey.fare is None else int(journey.fare) - 1
    return found


def _unbeaten(journeys: list[Journey]) -> list[Journey]:
    """Those that no other beats in (departure, yen, changes), latest first."""

    def key(j: Journey) -> tuple[int, int, int]:
        return (-j.departs, 1 << 60 if j.fare is None else int(j.fare), len(j.rides))

    kept: list[Journey] = []
    for journey in sorted(journeys, key=key):
        if not any(all(a <= b for a, b in zip(key(k), key(journey), strict=True)) for k in kept):
            kept.append(journey)
    return kept
