"""Which timetable is asked, and checks of what is asked of it."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from planner.cli.lang import say
from planner.cli.output import warn
from planner.cli.parameters import Given, one_of
from planner.errors import BadValue

if TYPE_CHECKING:
    from planner.search.query import Planner

DAY_TYPES = ("weekday", "holiday")


@dataclass(frozen=True, slots=True)
class Where:
    """Feed, movement rules and kind of day, as they were typed."""

    feed: str = ""
    rules: str = "kanagawa"
    as_if: str = ""

    def open(self, date: dt.date, quiet: bool = False) -> "Planner":
        """The planner of a service date; unless ``quiet`` it tells of slow search kernels.

        Raises:
            UnknownName: no such feed, rules or kind of day.
            OutsideValidity, FeedUnreadable: as for ``Planner.open``.
        """
        from planner.search.query import Planner

        planner = Planner.open(self.feed or None, date, self.rules, self._kind())
        if not quiet:
            tell_of_slow_kernels()
        return planner

    def check(self) -> None:
        """Look at the names before long work begins.

        Raises:
            UnknownName, FeedUnreadable: as for ``open``.
        """
        from planner.feed.registry import open_feed
        from planner.timetable.movement import movement_rules

        open_feed(self.feed or None)
        movement_rules(self.rules)
        self._kind()

    def _kind(self) -> str | None:
        return one_of(self.as_if, "--as-if", DAY_TYPES) if self.as_if else None


def where_of(given: Given) -> Where:
    """Feed, rules and kind of day among the given values."""
    return Where(given["feed"], given["rules"], given["as_if"])


def tell_of_slow_kernels() -> None:
    """One line where the compiled search kernels are missing or older than their source."""
    from planner.search.built import state

    kernels = state()
    if kernels == "uncompiled":
        warn(
            say(
                "注意: 検索カーネルが未コンパイルで低速です(C コンパイラを入れて再インストール)",
                "note: the search kernels are not compiled and slow"
                " (install again with a C compiler)",
            )
        )
    if kernels == "stale":
        warn(
            say(
                "注意: 検索カーネルがソースより古いままです(再インストールしてください)",
                "note: the compiled search kernels are older than their source (install again)",
            )
        )


def need_other_places(planner: "Planner", names: Sequence[str], any_order: bool = False) -> None:
    """Let start, stops and goal pass where each leads to another place.

    Raises:
        BadValue: two that follow each other (in any order: any two but start and goal) are one
            place. UnknownName, AmbiguousName, NotOpen: see ``Planner.station``.
    """
    places = [planner.station(text) for text in names]
    pairs = list(pairwise(range(len(names))))
    if any_order:
        ends = (0, len(names) - 1)
        pairs += [pair for pair in combinations(range(len(names)), 2) if pair != ends]
    for i, j in pairs:
        if places[i] == places[j]:
            raise BadValue(
                f"{names[i]!r} and {names[j]!r} are the same station {places[j].name}",
                f"「{names[i]}」と「{names[j]}」は同じ駅です: {places[j].name}",
            )


def need_time(at: str, option: str) -> None:
    """Let a written time pass.

    Raises:
        BadValue: ``--at`` is missing although ``option`` needs it.
    """
    if not at.strip():
        raise BadValue(
            f"{option} needs a time: add --at HH:MM", f"{option} には --at HH:MM が必要です"
        )
