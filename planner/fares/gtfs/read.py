"""Read the prices of any feed: V2 where it has fare_leg_rules.txt, else V1."""

from pathlib import Path

from planner.fares.book import FareBook
from planner.fares.gtfs import v1, v2
from planner.fares.gtfs.model import FeedFares, book_of
from planner.feed.read import Feed, read_feed


def read_fares(feed: Feed) -> FeedFares:
    """The prices a feed states; what cannot be represented is a notice and an unknown price."""
    if len(feed.table("fare_leg_rules")):
        return v2.read(feed)
    if len(feed.table("fare_attributes")):
        return v1.read(feed)
    return FeedFares({}, {}, ())


def book_at(path: Path) -> FareBook:
    """The fare book of the feed at a path; without systems where it states no prices.

    Raises:
        FeedUnreadable: no feed there.
    """
    return book_of(read_fares(read_feed(path)))
