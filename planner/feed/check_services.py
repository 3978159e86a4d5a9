"""Rules about days: calendars, services, and the dates a feed is valid on."""

import datetime as dt
from collections import Counter
from dataclasses import dataclass

from planner.feed.notices import Notice, notice, notices
from planner.feed.read import Feed
from planner.feed.services import ADDED, REMOVED, WEEKDAYS, from_int


def some_day(feed: Feed) -> list[Notice]:
    """There is a calendar."""
    if feed.table("calendar").empty and feed.table("calendar_dates").empty:
        return [notice("no_calendar", "calendar.txt")]
    return []


def some_train(feed: Feed) -> list[Notice]:
    """There is a train."""
    trips = feed.positions("stop_times", "trip_id")
    if (trips[1:] == trips[:-1]).any():  # calls of one trip lie side by side
        return []
    return [notice("no_train", "stop_times.txt")]


def dates_in_order(feed: Feed) -> list[Notice]:
    """What begins also ends, in that order."""
    calendar, info = feed.table("calendar"), feed.table("feed_info")
    bad = calendar[calendar["start_date"] > calendar["end_date"]]
    values = bad["service_id"].astype("str").to_list()
    rows = bad["row"].to_list()
    found = notices("dates_out_of_order", "calendar.txt", "end_date", rows, values)
    both = (info["feed_start_date"] > 0) & (info["feed_end_date"] > 0)
    bad = info[both & (info["feed_start_date"] > info["feed_end_date"])]
    rows, feeds = bad["row"].to_list(), ["the feed"] * len(bad)
    return found + notices("dates_out_of_order", "feed_info.txt", "feed_end_date", rows, feeds)


def services_run(feed: Feed) -> list[Notice]:
    """Every service has a day."""
    idle = []
    calendar, dates = feed.table("calendar"), feed.table("calendar_dates")
    first_row: dict[str, tuple[str, int]] = {}
    for file, frame in (("calendar.txt", calendar), ("calendar_dates.txt", dates)):
        ids = frame["service_id"].astype("str")
        for service, row in zip(ids, frame["row"], strict=True):
            first_row.setdefault(service, (file, int(row)))
    running = set(days_of(feed))
    for service, (file, row) in first_row.items():
        if service not in running:
            idle.append(notice("service_never_runs", file, row, "service_id", value=service))
    return idle


def services_have_trips(feed: Feed) -> list[Notice]:
    """Every service of calendar.txt is some trip's."""
    calendar = feed.table("calendar")
    idle = ~calendar["service_id"].isin(set(feed.table("trips")["service_id"])).to_numpy()
    bad = calendar[idle]
    values = bad["service_id"].astype("str").to_list()
    rows = bad["row"].to_list()
    return notices("service_without_trips", "calendar.txt", "service_id", rows, values)


def services_inside_feed(feed: Feed) -> list[Notice]:
    """No service runs before or after the dates of feed_info.txt."""
    info, calendar = feed.table("feed_info"), feed.table("calendar")
    if info.empty:
        return []
    start, end = int(info["feed_start_date"].iloc[0]), int(info["feed_end_date"].iloc[0])
    early = (start > 0) & (calendar["start_date"] < start)
    late = (end > 0) & (calendar["end_date"] > end)
    bad = calendar[early | late]
    values = bad["service_id"].astype("str").to_list()
    wanted = f"{start if start > 0 else ''}..{end if end > 0 else ''}"
    rows = bad["row"].to_list()
    return notices(
        "service_outside_feed", "calendar.txt", "service_id", rows, values, wanted=wanted
    )


def days_of(feed: Feed) -> dict[str, int]:
    """Service -> how many days it runs on; services without a day are not there."""
    days: Counter[str] = Counter()
    periods: dict[str, _Period] = {}
    for row in feed.table("calendar").to_dict("records"):
        runs = tuple(bool(row[weekday]) for weekday in WEEKDAYS)
        period = _Period(from_int(row["start_date"]), from_int(row["end_date"]), runs)
        periods[str(row["service_id"])] = period
        days[str(row["service_id"])] = period.days()
    for row in feed.table("calendar_dates").to_dict("records"):
        service, kind = str(row["service_id"]), row["exception_type"]
        runs_anyway = service in periods and periods[service].has(from_int(row["date"]))
        if kind == ADDED and not runs_anyway:
            days[service] += 1
        elif kind == REMOVED and runs_anyway:
            days[service] -= 1
    return {service: count for service, count in days.items() if count > 0}


@dataclass(frozen=True)
class _Period:
    """One row of calendar.txt."""

    first: dt.date
    last: dt.date
    runs: tuple[bool, ...]  # Monday to Sunday

    def has(self, date: dt.date) -> bool:
        """Whether the service runs on a date."""
        return self.first <= date <= self.last and self.runs[date.weekday()]

    def days(self) -> int:
        """How many days there are, without walking through centuries that a slip has made."""
        weeks, rest = divmod(max((self.last - self.first).days + 1, 0), 7)
        start = self.first.weekday()
        return weeks * sum(self.runs) + sum(self.runs[(start + i) % 7] for i in range(rest))


CHECKS = (
    some_day,
    some_train,
    dates_in_order,
    services_run,
    services_have_trips,
    services_inside_feed,
)
