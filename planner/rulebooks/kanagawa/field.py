"""The timetables that posts are ruled on: one feed, opened day by day and kept."""

import datetime as dt
from dataclasses import dataclass, field, replace

from planner.feed.registry import FeedHandle, open_feed
from planner.search.stations import Named, Names
from planner.timetable.movement import MovementRules, movement_rules
from planner.timetable.opening import Opened, open_timetable


class Day:
    """A service day of the feed: what a ruling asks of it, without the searches."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.timetable = opened.timetable
        self.date = opened.service_date
        self.names = Names(opened.timetable)
        self.bounded = bool(opened.rules.inside)  # R10

    def station(self, text: str) -> Named:
        """The station of that name (see ``Names.find`` for what is raised)."""
        return self.names.find(text, self.date)

    def name(self, station: int) -> str:
        """The name of a station that was valid on the date."""
        return self.names.name_on(station, self.date)


@dataclass
class Field:
    """A feed under the movement rules of the game. ``pass_outside``: variant V2. ``anywhere``:
    without the prefecture's border (no R10)."""

    feed: FeedHandle
    pass_outside: bool = False
    as_if: str | None = None
    anywhere: bool = False
    _opened: dict[tuple[dt.date, str], Day] = field(default_factory=dict)

    @classmethod
    def open(
        cls,
        feed: str | None = None,
        pass_outside: bool = False,
        as_if: str | None = None,
        anywhere: bool = False,
    ) -> "Field":
        """The feed of that name or path; None: the chosen one. Raises as ``open_feed`` does."""
        return cls(open_feed(feed), pass_outside, as_if, anywhere)

    @property
    def rules(self) -> MovementRules:
        """The game's movement rules, with its variant."""
        rules = movement_rules("kanagawa").but(pass_outside=self.pass_outside or self.anywhere)
        return rules.but(inside="") if self.anywhere else rules

    def day(self, date: dt.date, charged: bool = False) -> Day:
        """A service day; ``charged``: with the trains that need a surcharge.

        Raises:
            OutsideValidity: the feed does not cover the date.
        """
        rules = self.rules.but(charged="include") if charged else self.rules
        return self._day(date, rules)

    def wide(self, date: dt.date) -> Day:
        """The day without the prefecture's border, to tell what R10 forbids."""
        return self._day(date, self.rules.but(inside="", charged="include"))

    def _day(self, date: dt.date, rules: MovementRules) -> Day:
        key = date, rules.key
        if key not in self._opened:
            self._opened[key] = Day(
                self._shared(open_timetable(self.feed, date, rules, self.as_if))
            )
        return self._opened[key]

    def _shared(self, opened: Opened) -> Opened:
        """The same day with the timetable of an earlier one that has the same trains."""
        for day in self._opened.values():
            if opened.cached_at is not None and day.opened.cached_at == opened.cached_at:
                return replace(opened, timetable=day.timetable)
        return opened
