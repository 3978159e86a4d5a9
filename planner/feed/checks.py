"""Every rule a feed is checked by: one small function each, from a feed to its faults."""

from collections.abc import Callable

from planner.feed import check_services, check_stops, check_through, check_trips
from planner.feed.notices import Notice
from planner.feed.read import Feed

Check = Callable[[Feed], list[Notice]]

CHECKS: tuple[Check, ...] = (
    *check_stops.CHECKS,
    *check_services.CHECKS,
    *check_trips.CHECKS,
    *check_through.CHECKS,
)
_RANK = {"error": 0, "warning": 1, "info": 2}


def check(feed: Feed) -> tuple[Notice, ...]:
    """All faults of a feed, those met while reading it included; errors first, then by place."""
    found = [*feed.notices]
    for rule in CHECKS:
        found += rule(feed)
    return tuple(sorted(found, key=lambda n: (_RANK[n.severity], n.file, n.row, n.code)))
