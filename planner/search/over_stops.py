"""Two stations and the stops between: asked like a ``Pair``, over each order that is allowed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planner.journey import Journey
from planner.search import by_time
from planner.search.earliest import earliest
from planner.search.pair import Pair
from planner.search.stops import Stages, over_stops, rest_at, unbeaten
from planner.timetable.model import NEVER, Timetable
from planner.units import Yen

UNKNOWN = 1 << 60
"""What is not known is never ranked as cheap."""


@dataclass(frozen=True)
class OverStops:
    """Start, stops and goal of a journey.

    ``orders``: the stations of each stage, for each order in which the stops may be made.
    ``pair``: two stations, asked without a budget. ``budget``: yen for the whole journey, or None.
    """

    timetable: Timetable
    pair: Callable[[int, int, int | None], Pair]
    orders: Sequence[Stages]
    budget: int | None = None

    def soonest(self, time: int, until: int) -> Journey | None:
        """Least (arrival, changes, yen), leaving latest."""
        return self._best(time, until, lambda j: (j.arrives, j.changes, dear(j)))

    def fewest_changes(self, time: int, until: int) -> Journey | None:
        """Least (changes, arrival, yen), leaving latest."""
        return self._best(time, until, lambda j: (j.changes, j.arrives, dear(j)))

    def cheapest(self, time: int, until: int) -> Journey | None:
        """Least (yen, arrival, changes), leaving latest; of unknown price only if none is known."""
        return self._best(time, until, lambda j: (dear(j), j.arrives, j.changes))

    def every(self, time: int, until: int) -> list[Journey]:
        """All that none beats in (arrival, yen, changes), by arrival, each leaving latest."""
        return [self._leaving_late(journey) for journey in self._front(time, until)]

    def last(self, since: int, until: int) -> Journey | None:
        """The one that leaves latest, then least (arrival, changes, yen)."""
        late = _latest(since, until, lambda time: self._made(time, until))
        return self.soonest(late, until)

    def last_of_few(self, since: int, until: int, trains: int) -> Journey | None:
        """The one of at most so many trains that leaves latest, then least (arrival, yen)."""

        def few(time: int) -> list[Journey]:
            return [j for j in self._front(time, until) if len(j.rides) <= trains]

        found = few(_latest(since, until, lambda time: bool(few(time))))
        best = min(found, key=lambda j: (j.arrives, dear(j)), default=None)
        return best and self._leaving_late(best)

    def least_yen(self, time: int, until: int) -> Yen | None:
        """The least that a journey costs, whatever the budget; None where no price is known."""
        fares = [j.fare for j in self._front(time, until, unlimited=True) if j.fare is not None]
        return min(fares, default=None)

    def reachable_at_all(self) -> bool:
        """Whether trains lead from each stage to the next in some order, whatever the hour."""
        return any(self._linked(stages) for stages in self.orders)

    def in_time(self, time: int, until: int) -> bool:
        """Whether all stops can be made between two times, whatever it costs."""
        return any(self._arrives(stages, time, until) for stages in self.orders)

    def _front(self, time: int, until: int, unlimited: bool = False) -> list[Journey]:
        budget = None if unlimited else self.budget
        found: list[Journey] = []
        for stages in self.orders:
            found += over_stops(lambda a, b: self.pair(a, b, budget), stages, time, until)
        return unbeaten(found)

    def _best(
        self, time: int, until: int, key: Callable[[Journey], tuple[int, int, int]]
    ) -> Journey | None:
        best = min(self._front(time, until), key=key, default=None)
        return best and self._leaving_late(best)

    def _leaving_late(self, journey: Journey) -> Journey:
        """The latest start among the journeys that are as good in (arrival, yen, changes)."""
        goal = (journey.arrives, dear(journey), len(journey.rides))
        while True:
            later = self._front(int(journey.departs) + 1, int(journey.arrives))
            same = [j for j in later if (j.arrives, dear(j), len(j.rides)) == goal]
            if not same:
                return journey
            journey = same[0]

    def _made(self, time: int, until: int) -> bool:
        if self.budget is None:
            return self.in_time(time, until)
        return bool(self._front(time, until))

    def _linked(self, stages: Stages) -> bool:
        reached = set(stages[0])
        for stage in stages[1:]:
            leads = by_time.reachable_at_all
            reached = {b for b in stage if any(leads(self.timetable, a, b) for a in reached)}
        return bool(reached)

    def _arrives(self, stages: Stages, time: int, until: int) -> bool:
        t = self.timetable
        times = dict.fromkeys(stages[0], time)
        for number, stage in enumerate(stages[1:]):
            if number:
                times = {a: arrives + rest_at(t, a) for a, arrives in times.items()}
            soonest = {
                b: min(earliest(t, a, b, times[a], until).best[0] for a in times) for b in stage
            }
            times = {b: arrives for b, arrives in soonest.items() if arrives < NEVER}
            if not times:
                return False
        return True


def dear(journey: Journey) -> int:
    """The fare; what is unknown is dearer than all that is known."""
    return UNKNOWN if journey.fare is None else int(journey.fare)


def _latest(low: int, high: int, can: Callable[[int], bool]) -> int:
    """The latest time at which something can be done, by bisection; ``low`` if never: whoever may
    start later can do no more than whoever starts earlier."""
    while low < high:
        middle = (low + high + 1) // 2
        if can(middle):
            low = middle
        else:
            high = middle - 1
    return low
