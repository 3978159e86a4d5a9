"""The prices of a service day: its tariff, and the timetable's view of it, from the cache."""

import zlib
from functools import cached_property

from planner.fares.matrix import FareBook, fares_on
from planner.fares.store import state as tariff_state
from planner.search.fare_view import FareView, fare_view
from planner.timetable.opening import Opened

FORMAT = 2
"""Part of the cache key: raise it when a column of the view changes its meaning."""


class Prices:
    """Prices of one service day.

    Raises:
        OutsideValidity: a date for which no prices are known (before 2014-04-01).
    """

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.book: FareBook = fares_on(opened.service_date)

    @cached_property
    def paper(self) -> FareView:
        """The timetable seen with the prices of paper tickets."""
        return self._view(ic=False)

    @cached_property
    def card(self) -> FareView:
        """The timetable seen with the prices by IC card."""
        return self._view(ic=True)

    def _view(self, ic: bool) -> FareView:
        path = self._opened.cached_at
        if path is not None:
            state = zlib.crc32(f"{tariff_state()} {FORMAT}".encode())
            kind = "ic" if ic else "paper"
            path = path.with_name(f"{path.stem}-{self.book.period}-{kind}-{state:08x}.fv")
        return fare_view(self._opened.timetable, self.book, ic, path)
