"""The library's API: open a day's timetable, ask, get typed journeys.

    from planner.search.query import Planner
    planner = Planner.open(date=dt.date(2026, 11, 30), rules="kanagawa")
    answer = planner.route("横浜", "藤沢", parse_time("8:00"), Wish(by="fare", budget=500))
    for journey in answer.journeys: print(journey.fare, journey.legs)

Stations are names in any spelling; times are service seconds (24:05 is 86,700).
"""

import contextlib
import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Literal

from planner.errors import BadValue, OutsideValidity, PlannerError
from planner.fares.quote import How
from planner.feed.registry import FeedHandle, open_feed
from planner.journey import Journey
from planner.search import by_time, renamed
from planner.search.answers import Answer, Departure, NoneBecause, Reached
from planner.search.derived import Detour, derive, detour
from planner.search.earliest import earliest
from planner.search.in_time import in_time
from planner.search.labels import DAY_STARTS, day_end
from planner.search.pair import Pair
from planner.search.prices import Prices
from planner.search.stations import Named, Names
from planner.timetable.model import NEVER, Timetable
from planner.timetable.movement import MovementRules, movement_rules
from planner.timetable.opening import Opened, open_timetable
from planner.timetable.via import copies_in, goal_in, origin_in
from planner.units import Yen

By = Literal["time", "fare", "changes", "all"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of a journey. ``budget`` and fares in yen; ``arrive_by`` in service seconds.

    ``stops``: stations to get off at, in this order unless ``any_order`` (the ticket ends there).
    ``via``: stations to pass through on the way. ``avoid``: stations or lines not to touch.
    """

    by: By = "time"
    budget: int | None = None
    arrive_by: int | None = None
    count: int | None = None
    stops: Sequence[str] = ()
    any_order: bool = False
    via: Sequence[str] = ()
    avoid: Sequence[str] = ()
    ic: bool = False
    split: bool = False
    discounts: bool = False


DEFAULT = Wish()
MOST_DETOURS = 4
"""Timetables with vias or without avoided places that are kept for the next question."""


class Planner:
    """One service day of one feed under one set of movement rules."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.timetable: Timetable = opened.timetable
        self.date = opened.service_date
        self.rules = opened.rules
        self._runs = self.timetable.connections > 0
        self._detours: dict[Detour, Planner] = {}

    @classmethod
    def open(
        cls,
        feed: str | FeedHandle | None = None,
        date: dt.date | None = None,
        rules: str | MovementRules = "kanagawa",
        as_if: str | None = None,
    ) -> "Planner":
        """Open a service day.

        Raises:
            UnknownName: no such feed or rules. OutsideValidity: the feed does not cover the date.
            FeedUnreadable: the feed cannot be read.
        """
        handle = feed if isinstance(feed, FeedHandle) else open_feed(feed)
        chosen = rules if isinstance(rules, MovementRules) else movement_rules(rules)
        day = date or handle.valid_from
        if day is None:
            raise ValueError("a feed without dates needs a date")
        return cls(open_timetable(handle, day, chosen, as_if))

    @cached_property
    def names(self) -> Names:
        """The station names of the timetable."""
        return Names(self.timetable)

    @cached_property
    def prices(self) -> Prices | None:
        """The prices of the service date; None before 2014-04-01, when none are known."""
        with contextlib.suppress(OutsideValidity):
            return Prices(self.opened)
        return None

    def station(self, text: str) -> Named:
        """The station of that name (see ``Names.find`` for what is raised)."""
        return self.names.find(text, self.date)

    def route(self, origin: str, goal: str, time: int, wish: Wish = DEFAULT) -> Answer:
        """Journeys from a station to another that depart at or after a time.

        With ``arrive_by`` those that arrive by then, the latest departure in the place of the
        earliest arrival: see ``planner.search.in_time``.

        Raises:
            BadValue: start, stops, vias and goal are one station. UnknownName: no such station, or
            to be avoided no such station or line. See ``Planner.station`` for more.
        """
        asked = self._asked(origin, goal, wish.stops, wish)
        if asked is None:
            return self._never()
        ground, ends = asked
        until = self._until(time, wish)
        if len(ends) > 2:
            found = ground._over_stops(ends, time, until, wish)
        else:
            found = ground._direct(ground._pair(*ground._through(ends), wish), time, until, wish)
        return ground._answer(found, ends, time, until, wish)

    def last_train(self, origin: str, goal: str, time: int = 0, wish: Wish = DEFAULT) -> Answer:
        """The journey that departs latest and still arrives before the service day ends."""
        asked = self._asked(origin, goal, wish.stops, wish)
        if asked is None:
            return self._never()
        ground, ends = asked
        since = max(time, DAY_STARTS)
        until = self._until(since, wish)
        if len(ends) > 2:
            late = ground._latest_over_stops(ends, since, until, wish)
            found = ground._over_stops(ends, late, until, replace(wish, by="time", count=1))
            return ground._answer(found, ends, since, until, wish)
        journey = ground._pair(*ground._through(ends), wish).last(since, until)
        return ground._answer([journey] if journey else [], ends, since, until, wish)

    def day(self, origin: str, goal: str, since: int, until: int, wish: Wish = DEFAULT) -> Answer:
        """Every journey of the day that no later one arrives as early as, by departure."""
        asked = self._asked(origin, goal, wish.stops, wish)
        if asked is None:
            return self._never()
        from planner.search.profile import day_profile

        ground, ends = asked
        if len(ends) > 2:
            whole = ground._day_over_stops(ends, since, until, wish)
            return ground._answer(whole, ends, since, until, wish)
        pair = ground._pair(*ground._through(ends), wish)
        if wish.budget is None:
            pairs = day_profile(pair.timetable, pair.origin, pair.goal, since, until)
            found = [pair.soonest(departs, arrives) for departs, arrives in pairs]
        else:
            found = list(_one_after_another(pair.soonest, since, until, None))
        journeys = [journey for journey in found if journey is not None]
        return ground._answer(journeys, ends, since, until, wish)

    def _never(self) -> Answer:
        """The answer where a place cannot be reached at all, or nothing runs that day."""
        return Answer(none_because="not_reachable" if self._runs else "no_service")

    def reach(
        self, origin: str, time: int, budget: int | None = None, until: int | None = None
    ) -> Sequence[Reached]:
        """Every station that can be reached within a budget, the start first, then by fare."""
        from planner.search.reach import reach  # what a verb does not need it does not load

        index = self.station(origin).index
        if index is None or not self._inside(index):
            return ()
        end = min(day_end(time), day_end(time) if until is None else until)
        view = self.prices.paper if self.prices else None
        found = reach(self.timetable, self.date, view, index, time, end, budget)
        old = self.names.differing(self.date)
        return [replace(r, station=old.get(r.station, r.station)) for r in found]

    def board(self, station: str, time: int, count: int = 20) -> Sequence[Departure]:
        """The next departures of a station."""
        from planner.search.boards import departures

        index = self.station(station).index
        if index is None:
            return ()
        found = departures(self.timetable, index, time, count)
        return [renamed.board_on_date(d, self.names, self.date) for d in found]

    def _inside(self, *stations: int) -> bool:
        return all(self.timetable.station_inside[s] for s in stations)

    def _until(self, time: int, wish: Wish) -> int:
        end = day_end(time)
        return end if wish.arrive_by is None else min(end, wish.arrive_by)

    def _asked(
        self, origin: str, goal: str, stops: Sequence[str], wish: Wish
    ) -> "tuple[Planner, list[int]] | None":
        """The planner of what vias and avoided places leave, and start, stops and goal in the
        numbers of this one; None where one of them may never be reached."""
        wanted = detour(self.names, self.date, wish.via, wish.avoid)
        found = [self.station(text).index for text in (origin, *stops, goal)]
        ends = [index for index in found if index is not None]
        if wanted.impossible or len(ends) < len(found):
            return None
        ground = self._under(wanted)
        if not ground._inside(*ends):
            return None
        if len({*ends, *wanted.vias}) == 1:
            raise BadValue(
                f"{origin!r} and {goal!r} are the same station",
                f"出発駅「{origin}」と到着駅「{goal}」が同じです",
            )
        return ground, ends

    def _under(self, wanted: Detour) -> "Planner":
        """The planner of what vias and avoided places leave; the last few are kept."""
        if wanted == Detour():
            return self
        if wanted not in self._detours:
            made = Planner(derive(self.opened, wanted))
            made.names, made._runs = self.names, self._runs
            self._detours[wanted] = made
            for oldest in list(self._detours)[:-MOST_DETOURS]:
                del self._detours[oldest]
        return self._detours[wanted]

    def _through(self, ends: Sequence[int]) -> tuple[int, int]:
        """Start and goal in the numbers of a timetable with vias."""
        if "passing" not in self.timetable.meta:
            return ends[0], ends[-1]
        return origin_in(self.timetable, ends[0]), goal_in(self.timetable, ends[-1])

    def _stages(self, ends: Sequence[int]) -> list[Sequence[int]]:
        """Start, stops and goal in those numbers; a stop may come before or after a via."""
        ends = [end for end, _ in groupby(ends)]
        a, b = self._through(ends)
        return [[a], *(copies_in(self.timetable, stop) for stop in ends[1:-1]), [b]]

    def _pair(self, a: int, b: int, wish: Wish) -> Pair:
        prices = self.prices
        view = None if prices is None else (prices.card if wish.ic else prices.paper)
        how = How(ic=wish.ic, discounts=wish.discounts, split=wish.split)
        return Pair(self.timetable, self.date, view, a, b, wish.budget, how)

    def _direct(self, pair: Pair, time: int, until: int, wish: Wish) -> list[Journey]:
        if wish.arrive_by is not None:
            return in_time(pair, time, until, wish.by, wish.count or 1)
        if wish.by == "all":
            return pair.every(time, until)
        find = {
            "time": pair.soonest, "fare": pair.cheapest, "changes": pair.fewest_changes,
        }[wish.by]  # fmt: skip
        return list(_one_after_another(find, time, until, wish.count or 1))

    def _over_stops(self, ends: list[int], time: int, until: int, wish: Wish) -> list[Journey]:
        """Journeys that get off at the stops; the best of every order that is allowed."""
        from planner.search import stops

        found: list[Journey] = []
        for order in stops.orders(ends[1:-1], wish.any_order):
            stages = self._stages([ends[0], *order, ends[-1]])
            found += stops.over_stops(lambda a, b: self._pair(a, b, wish), stages, time, until)
        found = stops.unbeaten(found)
        keys: dict[str, Callable[[Journey], Any]] = {
            "time": lambda j: (j.arrives, j.changes, _dear(j)),
            "fare": lambda j: (_dear(j), j.arrives, j.changes),
            "changes": lambda j: (j.changes, j.arrives, _dear(j)),
            "all": lambda j: (j.arrives, _dear(j), j.changes),
        }
        found.sort(key=keys[wish.by])
        return found if wish.by == "all" else found[: wish.count or 1]

    def _latest_over_stops(self, ends: list[int], since: int, until: int, wish: Wish) -> int:
        """The latest start from which all stops can be made, by bisection; ``since`` if none can:
        whoever may start later can do no more than whoever starts earlier."""
        low, high = since, until
        while low < high:
            middle = (low + high + 1) // 2
            if self._can_make(ends, middle, until, wish):
                low = middle
            else:
                high = middle - 1
        return low

    def _can_make(self, ends: list[int], time: int, until: int, wish: Wish) -> bool:
        """Whether all stops can be made from a start on, within the budget."""
        if wish.budget is not None:
            return bool(self._over_stops(ends, time, until, replace(wish, by="time", count=1)))
        from planner.search.stops import orders

        return any(
            self._arrivals(self._stages([ends[0], *order, ends[-1]]), time, until)
            for order in orders(ends[1:-1], wish.any_order)
        )

    def _day_over_stops(self, ends: list[int], since: int, until: int, wish: Wish) -> list[Journey]:
        """Every journey over the stops that no later one arrives as early as, by departure."""
        soonest = replace(wish, by="time", count=1)
        found: list[Journey] = []
        while journeys := self._over_stops(ends, since, until, soonest):
            (journey,) = journeys
            late = since
            if wish.budget is None:
                late = self._latest_over_stops(ends, since, int(journey.arrives), soonest)
                (journey,) = self._over_stops(ends, late, int(journey.arrives), soonest)
            since = max(late, int(journey.departs)) + 1
            if found and found[-1].arrives >= journey.arrives:
                found.pop()
            found.append(journey)
        return found

    def _answer(
        self, found: Sequence[Journey], ends: list[int], time: int, until: int, wish: Wish
    ) -> Answer:
        if found:
            return Answer(self._finished(found))
        why = self._why_none(ends, time, until)
        if why == "out_of_budget":
            least = self._least_yen(ends, time, until, wish)
            return Answer(none_because=why, cheapest_fare=None if least is None else Yen(least))
        return Answer(none_because=why, next_day_first=self._next_morning(why, ends, wish))

    def _least_yen(self, ends: list[int], time: int, until: int, wish: Wish) -> int | None:
        """The least that would do, whatever the budget; None where no price is known."""
        if len(ends) == 2:
            return self._pair(*self._through(ends), wish).least_yen(time, until)
        cheapest = replace(wish, budget=None, by="fare", count=1)
        found = self._over_stops(ends, time, until, cheapest)
        return None if not found or found[0].fare is None else int(found[0].fare)

    def _next_morning(self, why: NoneBecause, ends: list[int], wish: Wish) -> Journey | None:
        """The first journey of the next day, for ordinary travel when none is left today."""
        if why != "no_train_left" or self.rules.inside:
            return None
        names = [self.timetable.station_name[end] for end in (ends[0], ends[-1])]
        tomorrow = self.date + dt.timedelta(days=1)
        try:
            opened = open_timetable(self.opened.feed, tomorrow, self.rules)
            same = Wish(via=wish.via, avoid=wish.avoid)
            answer = Planner(opened).route(names[0], names[1], DAY_STARTS, same)
        except PlannerError:  # the feed ends tonight, or a name is none tomorrow
            return None
        return answer.journeys[0] if answer.journeys else None

    def _why_none(self, ends: list[int], time: int, until: int) -> NoneBecause:
        t = self.timetable
        if not self._runs:
            return "no_service"
        stages = self._stages(ends)
        reached = set(stages[0])
        for stage in stages[1:]:
            reached = {b for b in stage if any(by_time.reachable_at_all(t, a, b) for a in reached)}
        if not reached:
            return "not_reachable"
        return "out_of_budget" if self._arrivals(stages, time, until) else "no_train_left"

    def _arrivals(self, stages: Sequence[Sequence[int]], time: int, until: int) -> dict[int, int]:
        """Where the last stage can be reached, and when at the earliest, over all the others."""
        t = self.timetable
        times = dict.fromkeys(stages[0], time)
        for number, stage in enumerate(stages[1:]):
            if number:
                from planner.search.stops import rest_at

                times = {a: arrives + rest_at(t, a) for a, arrives in times.items()}
            soonest = {
                b: min(earliest(t, a, b, times[a], until).best[0] for a in times) for b in stage
            }
            times = {b: arrives for b, arrives in soonest.items() if arrives < NEVER}
            if not times:
                break
        return times

    def _finished(self, journeys: Sequence[Journey]) -> list[Journey]:
        return [renamed.on_date(journey, self.names, self.date) for journey in journeys]


def _one_after_another(
    find: Callable[[int, int], Journey | None], time: int, until: int, count: int | None
) -> Iterator[Journey]:
    """The best journey, then the best that leaves after it, and so on."""
    while count is None or count > 0:
        journey = find(time, until)
        if journey is None:
            return
        yield journey
        time = int(journey.departs) + 1
        count = None if count is None else count - 1


def _dear(journey: Journey) -> int:
    """The fare; what is unknown is never ranked as cheap."""
    return 1 << 60 if journey.fare is None else int(journey.fare)
