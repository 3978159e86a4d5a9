"""The prices of a service day: its tariff, and the timetable's view of it, from the cache.

A feed of other railways is priced by its own fare files (Fares V1 or V2), if it has any.
"""

import zlib
from functools import cached_property

from planner.fares.lines import fare_lines
from planner.fares.matrix import FareBook, fares_on
from planner.fares.quote import How
from planner.fares.store import state as tariff_state
from planner.search.fare_view import FareView, fare_view
from planner.timetable.opening import Opened

FORMAT = 5
"""Part of the cache key: raise it when a column of the view changes its meaning."""


class Prices:
    """Prices of one service day.

    Raises:
        OutsideValidity: a date for which no prices are known (before 2014-04-01).
    """

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.book: FareBook = self._book()

    def _book(self) -> FareBook:
        """Our tariffs where they know any of the feed's lines, else the prices the feed states."""
        routes = self._opened.timetable.route_id
        if any(routes[i] in fare_lines() for i in range(len(routes))):
            return fares_on(self._opened.service_date)
        from planner.fares.gtfs.read import book_at

        return book_at(self._opened.feed.path)

    @cached_property
    def paper(self) -> FareView:
        """The timetable seen with the prices of paper tickets."""
        return self._view(ic=False)

    @cached_property
    def card(self) -> FareView:
        """The timetable seen with the prices by IC card."""
        return self._view(ic=True)

    @cached_property
    def paper_less(self) -> FareView:
        """The timetable seen with the prices of paper tickets and transfer discounts."""
        return self._view(ic=False, discounts=True)

    @cached_property
    def card_less(self) -> FareView:
        """The timetable seen with the prices by IC card and transfer discounts."""
        return self._view(ic=True, discounts=True)

    def seen(self, how: How) -> FareView:
        """The view that searches of such prices take; discounts do not steer split tickets."""
        if how.discounts and not how.split:
            return self.card_less if how.ic else self.paper_less
        return self.card if how.ic else self.paper

    def _view(self, ic: bool, discounts: bool = False) -> FareView:
        path = self._opened.cached_at
        if path is not None:
            state = zlib.crc32(f"{tariff_state()} {FORMAT}".encode())
            kind = ("ic" if ic else "paper") + ("-less" if discounts else "")
            path = path.with_name(f"{path.stem}-{self.book.period}-{kind}-{state:08x}.fv")
        return fare_view(self._opened.timetable, self.book, ic, path, discounts)
