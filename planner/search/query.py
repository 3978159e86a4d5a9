"""The library's API: open a day's timetable, ask, get typed journeys.

    from planner.search.query import Planner
    planner = Planner.open(date=dt.date(2026, 11, 30), rules="kanagawa")
    answer = planner.route("横浜", "藤沢", parse_time("8:00"), Wish(by="fare", budget=500))
    for journey in answer.journeys: print(journey.fare, journey.legs)

Stations are names in any spelling; times are service seconds (24:05 is 86,700).
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from planner.feed.registry import FeedHandle, open_feed
from planner.journey import Journey
from planner.search import by_time, renamed
from planner.search.answers import Answer, Departure, Reached
from planner.search.boards import departures
from planner.search.labels import DAY_STARTS, day_end
from planner.search.profile import day_profile
from planner.search.stations import Named, Names
from planner.timetable.model import Timetable
from planner.timetable.movement import MovementRules, movement_rules
from planner.timetable.opening import Opened, open_timetable

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


class Planner:
    """One service day of one feed under one set of movement rules."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.timetable: Timetable = opened.timetable
        self.date = opened.service_date
        self.rules = opened.rules

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

    def station(self, text: str) -> Named:
        """The station of that name (see ``Names.find`` for what is raised)."""
        return self.names.find(text, self.date)

    def route(self, origin: str, goal: str, time: int, wish: Wish = DEFAULT) -> Answer:
        """Journeys from a station to another that depart at or after a time."""
        a, b = self.station(origin).index, self.station(goal).index
        if a is None or b is None or not self._inside(a, b):
            return Answer(none_because="not_reachable")
        found = self._by_time(a, b, time, wish)
        if found:
            return Answer(self._finished(found))
        return Answer(none_because=self._why_none(a, b))

    def last_train(self, origin: str, goal: str, time: int = 0, wish: Wish = DEFAULT) -> Answer:
        """The journey that departs latest and still arrives before the service day ends."""
        a, b = self.station(origin).index, self.station(goal).index
        if a is None or b is None or not self._inside(a, b):
            return Answer(none_because="not_reachable")
        since = max(time, DAY_STARTS)
        journey = by_time.last(self.timetable, self.date, a, b, since, self._until(since, wish))
        if journey is None:
            return Answer(none_because=self._why_none(a, b))
        return Answer(self._finished([journey]))

    def day(self, origin: str, goal: str, since: int, until: int, wish: Wish = DEFAULT) -> Answer:
        """Every journey of the day that no later one arrives as early as, by departure."""
        a, b = self.station(origin).index, self.station(goal).index
        if a is None or b is None or not self._inside(a, b):
            return Answer(none_because="not_reachable")
        pairs = day_profile(self.timetable, a, b, since, until)
        found = [
            by_time.soonest(self.timetable, self.date, a, b, departs, arrives)
            for departs, arrives in pairs
        ]
        journeys = [journey for journey in found if journey is not None]
        if not journeys:
            return Answer(none_because=self._why_none(a, b))
        return Answer(self._finished(journeys))

    def reach(
        self, origin: str, time: int, budget: int | None = None, until: int | None = None
    ) -> Sequence[Reached]:
        """Every station that can be reached within a budget."""
        raise NotImplementedError

    def board(self, station: str, time: int, count: int = 20) -> Sequence[Departure]:
        """The next departures of a station."""
        index = self.station(station).index
        if index is None:
            return ()
        return departures(self.timetable, index, time, count)

    def _inside(self, *stations: int) -> bool:
        return all(self.timetable.station_inside[s] for s in stations)

    def _until(self, time: int, wish: Wish) -> int:
        end = day_end(time)
        return end if wish.arrive_by is None else min(end, wish.arrive_by)

    def _by_time(self, a: int, b: int, time: int, wish: Wish) -> list[Journey]:
        until = self._until(time, wish)
        t, date = self.timetable, self.date
        if wish.by == "all":
            return by_time.every(t, date, a, b, time, until)
        find = by_time.fewest_changes if wish.by == "changes" else by_time.soonest
        if wish.arrive_by is not None:
            last = by_time.last(t, date, a, b, time, until)
            return [last] if last else []
        found: list[Journey] = []
        while len(found) < (wish.count or 1):
            journey = find(t, date, a, b, time, until)
            if journey is None:
                break
            found.append(journey)
            time = journey.departs + 1
        return found

    def _why_none(self, a: int, b: int) -> Literal["not_reachable", "no_train_left", "no_service"]:
        if self.timetable.connections == 0:
            return "no_service"
        if not by_time.reachable_at_all(self.timetable, a, b):
            return "not_reachable"
        return "no_train_left"

    def _finished(self, journeys: Sequence[Journey]) -> list[Journey]:
        return [renamed.on_date(journey, self.names, self.date) for journey in journeys]
