"""The library's API: open a day's timetable, ask, get typed journeys.

    from planner.search.query import Planner
    planner = Planner.open(date=dt.date(2026, 11, 30), rules="kanagawa")
    answer = planner.route("横浜", "藤沢", parse_time("8:00"), Wish(by="fare", budget=500))
    for journey in answer.journeys: print(journey.fare, journey.legs)

Stations are names in any spelling; times are service seconds (24:05 is 86,700). A planner may be
asked by several threads: their questions are answered one after another, in every planner of the
process, for searches share their room. Processes do not wait for each other.
"""

import contextlib
import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from planner.errors import BadValue, OutsideValidity, PlannerError
from planner.fares.quote import How
from planner.feed.registry import FeedHandle, open_feed
from planner.journey import Journey
from planner.search import renamed
from planner.search.answers import Answer, Departure, NoneBecause, Reached
from planner.search.derived import Detour, derive, detour
from planner.search.in_time import in_time
from planner.search.pair import Pair
from planner.search.pool import one_at_a_time
from planner.search.prices import Prices
from planner.search.service_day import DAY_STARTS, day_end
from planner.search.stations import Named, Names
from planner.timetable.model import Timetable
from planner.timetable.movement import MovementRules, movement_rules
from planner.timetable.opening import Opened, open_timetable
from planner.timetable.via import copies_in, goal_in, origin_in
from planner.units import Yen

if TYPE_CHECKING:
    from planner.search.over_stops import OverStops

    Between = Pair | OverStops

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

    @one_at_a_time
    def route(self, origin: str, goal: str, time: int, wish: Wish = DEFAULT) -> Answer:
        """Journeys from a station to another that depart at or after a time.

        With ``arrive_by`` those that arrive by then, the latest departure in the place of the
        earliest arrival: see ``planner.search.in_time``.

        Raises:
            BadValue: start, stops, vias and goal are one station. UnknownName: no such station, or
            to be avoided no such station or line. See ``Planner.station`` for more.
        """
        answer = self._today(origin, goal, time, wish)
        return self._or_next_morning(answer, origin, goal, wish)

    def _today(self, origin: str, goal: str, time: int, wish: Wish) -> Answer:
        """``route`` within the service day."""
        asked = self._asked(origin, goal, wish.stops, wish)
        if asked is None:
            return self._never()
        ground, ends = asked
        until = self._until(time, wish)
        between = ground._between(ends, wish)
        found = ground._found(between, time, until, wish)
        return ground._answer(found, between, time, until)

    @one_at_a_time
    def last_train(self, origin: str, goal: str, time: int = 0, wish: Wish = DEFAULT) -> Answer:
        """The journey that departs latest and still arrives before the service day ends.

        With ``count`` the latest ones of the day that no later one arrives as early as, the last
        one first.
        """
        asked = self._asked(origin, goal, wish.stops, wish)
        if asked is None:
            return self._never()
        ground, ends = asked
        since = max(time, DAY_STARTS)
        until = self._until(since, wish)
        between = ground._between(ends, wish)
        if wish.count is None or wish.count == 1:
            last = between.last(since, until)
            found = [last] if last else []
        else:
            found = ground._whole_day(between, since, until)[::-1][: wish.count]
        answer = ground._answer(found, between, since, until)
        return self._or_next_morning(answer, origin, goal, wish)

    @one_at_a_time
    def day(self, origin: str, goal: str, since: int, until: int, wish: Wish = DEFAULT) -> Answer:
        """Every journey of the day that no later one arrives as early as, by departure.

        With ``count`` the first so many of them.
        """
        asked = self._asked(origin, goal, wish.stops, wish)
        if asked is None:
            return self._never()
        ground, ends = asked
        between = ground._between(ends, wish)
        found = ground._whole_day(between, since, until)[: wish.count]
        answer = ground._answer(found, between, since, until)
        return self._or_next_morning(answer, origin, goal, wish)

    def _never(self) -> Answer:
        """The answer where a place cannot be reached at all, or nothing runs that day."""
        return Answer(none_because="not_reachable" if self._runs else "no_service")

    @one_at_a_time
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

    @one_at_a_time
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

    def _between(self, ends: Sequence[int], wish: Wish) -> "Between":
        """What is asked for journeys: two stations, or the stops between them as well."""
        prices = self.prices
        how = How(ic=wish.ic, discounts=wish.discounts, split=wish.split)
        view = None if prices is None else prices.seen(how)

        @cache  # the same pairs come again and again over stops
        def pair(a: int, b: int, budget: int | None) -> Pair:
            return Pair(self.timetable, self.date, view, a, b, budget, how)

        if len(ends) == 2:
            return pair(*self._through(ends), wish.budget)
        from planner.search.over_stops import OverStops
        from planner.search.stops import orders

        allowed = orders(ends[1:-1], wish.any_order)
        stages = [self._stages([ends[0], *order, ends[-1]]) for order in allowed]
        return OverStops(self.timetable, pair, stages, wish.budget)

    def _found(self, between: "Between", time: int, until: int, wish: Wish) -> list[Journey]:
        if wish.arrive_by is not None:
            return in_time(between, time, until, wish.by, wish.count or 1)
        if wish.by == "all":
            return between.every(time, until)
        find = {
            "time": between.soonest, "fare": between.cheapest, "changes": between.fewest_changes,
        }[wish.by]  # fmt: skip
        return list(_one_after_another(find, time, until, wish.count or 1))

    def _whole_day(self, between: "Between", since: int, until: int) -> list[Journey]:
        """Every journey that no later one arrives as early as, by departure."""
        if not isinstance(between, Pair) or between.budget is not None:
            return _undominated(_one_after_another(between.soonest, since, until, None))
        from planner.search.profile import day_profile

        pairs = day_profile(self.timetable, between.origin, between.goal, since, until)
        every = (between.soonest(departs, arrives) for departs, arrives in pairs)
        return [journey for journey in every if journey is not None]

    def _answer(
        self, found: Sequence[Journey], between: "Between", time: int, until: int
    ) -> Answer:
        if found:
            return Answer(self._finished(found))
        why = self._why_none(between, time, until)
        if why == "out_of_budget":
            least = between.least_yen(time, until)
            return Answer(none_because=why, cheapest_fare=None if least is None else Yen(least))
        return Answer(none_because=why)

    def _or_next_morning(self, today: Answer, origin: str, goal: str, wish: Wish) -> Answer:
        """For ordinary travel, when no train is left today, with the first journey of tomorrow."""
        if today.none_because != "no_train_left" or self.rules.inside:
            return today
        tomorrow = self.date + dt.timedelta(days=1)
        same = replace(wish, by="time", count=1, arrive_by=None)
        try:
            opened = open_timetable(self.opened.feed, tomorrow, self.rules, self.opened.as_if)
            found = Planner(opened)._today(origin, goal, DAY_STARTS, same).journeys
        except PlannerError:  # the feed ends tonight, or a name is none tomorrow
            return today
        return replace(today, next_day_first=found[0]) if found else today

    def _why_none(self, between: "Between", time: int, until: int) -> NoneBecause:
        if not self._runs:
            return "no_service"
        if not between.reachable_at_all():
            return "not_reachable"
        return "out_of_budget" if between.in_time(time, until) else "no_train_left"

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


def _undominated(rising: Iterable[Journey]) -> list[Journey]:
    """Of journeys by departure, those that no later one arrives as early as."""
    found: list[Journey] = []
    for journey in rising:
        while found and found[-1].arrives >= journey.arrives:
            found.pop()
        found.append(journey)
    return found
