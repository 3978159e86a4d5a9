"""Journeys between two stations, by whatever is wanted: time, changes, price."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from planner.fares.quote import PAPER, How, priced
from planner.journey import Journey
from planner.search import by_fare, by_time
from planner.search.cheapest import ENDLESS, FareSearch, Found, Limits
from planner.search.earliest import earliest, front, pareto
from planner.search.fare_view import FareView
from planner.search.latest import NOT, latest_departure, latest_departures
from planner.timetable.model import NEVER, Timetable


@dataclass(frozen=True)
class Pair:
    """Two stations of a timetable; ``view`` None: no prices are known that day.

    ``budget`` in yen or None; ``how``: by IC card, split tickets, with transfer discounts.
    """

    timetable: Timetable
    date: dt.date
    view: FareView | None
    origin: int
    goal: int
    budget: int | None = None
    how: How = PAPER

    @cached_property
    def _search(self) -> FareSearch | None:
        return FareSearch(self.view, self.date, self.origin, self.goal) if self.view else None

    def _limits(self, until: int) -> Limits:
        budget = ENDLESS if self.budget is None else min(self.budget, ENDLESS)
        return Limits(until, budget, split=self.how.split)

    def soonest(self, time: int, until: int) -> Journey | None:
        """Least (arrival, changes, yen), leaving latest."""
        if self.budget is not None:
            return self._within(by_fare.soonest, time, until)
        return self._of_front(time, until, -1)

    def fewest_changes(self, time: int, until: int) -> Journey | None:
        """Least (changes, arrival, yen), leaving latest."""
        if self.budget is not None:
            return self._within(by_fare.fewest_changes, time, until)
        return self._of_front(time, until, 0)

    def cheapest(self, time: int, until: int) -> Journey | None:
        """Least (yen, arrival, changes), leaving latest; of unknown price only if none is known."""
        found = self._within(by_fare.cheapest, time, until)
        if found is None and self.budget is None:
            return self._of_front(time, until, -1)
        return found

    def every(self, time: int, until: int) -> list[Journey]:
        """All that none beats in (arrival, yen, changes), by arrival; unknown prices are dear."""
        search, limits = self._search, self._limits(until)
        known = by_fare.every(search, time, limits) if search else []
        journeys = [self._told(f.journey) for f in known]
        if self.budget is None:
            labels = pareto(self.timetable, self.origin, self.goal, time, until)
            for arrival, trains in front(labels):
                if not any(f.arrival <= arrival and f.trains <= trains for f in known):
                    journey = by_time.leaving_late(labels, self.date, arrival, trains)
                    journeys.append(self._told(journey))
        return sorted(journeys, key=lambda j: j.arrives)

    def last(self, since: int, until: int) -> Journey | None:
        """The one that leaves latest, then least (arrival, changes, yen)."""
        if self.budget is not None:
            search = self._search
            found = by_fare.last(search, since, self._limits(until)) if search else None
            return self._told(found.journey) if found else None
        departs = latest_departure(self.timetable, self.origin, self.goal, until, since)
        return None if departs == NOT else self.soonest(departs, until)

    def last_of_few(self, since: int, until: int, trains: int) -> Journey | None:
        """The one of at most so many trains that leaves latest, then least (arrival, yen)."""
        if self.budget is not None:
            search = self._search
            limits = replace(self._limits(until), most_trains=trains)
            found = by_fare.last(search, since, limits) if search else None
            return self._told(found.journey) if found else None
        within = latest_departures(self.timetable, self.origin, self.goal, until, since)
        departs = within[min(trains, len(within) - 1)]
        return None if departs == NOT else self.fewest_changes(departs, until)

    def least_yen(self, time: int, until: int) -> int | None:
        """The least that a journey costs, whatever the budget; None where no price is known."""
        journey = replace(self, budget=None).cheapest(time, until)
        return None if journey is None or journey.fare is None else int(journey.fare)

    def reachable_at_all(self) -> bool:
        """Whether trains lead to the goal, whatever the hour."""
        return by_time.reachable_at_all(self.timetable, self.origin, self.goal)

    def in_time(self, time: int, until: int) -> bool:
        """Whether the goal can be reached between two times, whatever it costs."""
        return earliest(self.timetable, self.origin, self.goal, time, until).best[0] < NEVER

    def _within(
        self, find: Callable[[FareSearch, int, Limits], Found | None], time: int, until: int
    ) -> Journey | None:
        search = self._search
        found = find(search, time, self._limits(until)) if search else None
        return self._told(found.journey) if found else None

    def _of_front(self, time: int, until: int, which: int) -> Journey | None:
        """The first or last of (arrival, trains), at its least price."""
        labels = pareto(self.timetable, self.origin, self.goal, time, until)
        pairs = front(labels)
        if not pairs:
            return None
        arrival, trains = pairs[which]
        search = self._search
        if search and trains:
            found = by_fare.priced_like(search, time, arrival, trains, self._limits(until))
            if found:
                return self._told(found.journey)
        return self._told(by_time.leaving_late(labels, self.date, arrival, trains))

    def _told(self, journey: Journey) -> Journey:
        """With tickets; the search has priced it already, but not with discounts."""
        if self.view is None or (journey.tickets and not self.how.discounts):
            return journey
        return priced(journey, self.date, self.how, self.view.book)
