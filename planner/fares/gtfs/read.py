"""Read the prices of any feed: V2 where it has fare_leg_rules.txt, else V1."""

from planner.fares.gtfs import v1, v2
from planner.fares.gtfs.model import FeedFares
from planner.feed.read import Feed


def read_fares(feed: Feed) -> FeedFares:
    """The prices a feed states; what cannot be represented is a notice and an unknown price."""
    if len(feed.table("fare_leg_rules")):
        return v2.read(feed)
    if len(feed.table("fare_attributes")):
        return v1.read(feed)
    return FeedFares({}, {}, ())
