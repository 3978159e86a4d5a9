"""The timetable of a feed on a date: from the cache, else compiled and put there."""

import contextlib
import datetime as dt
import json
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner.errors import OutsideValidity
from planner.feed.registry import FeedHandle, require_date
from planner.resources import cache_folder
from planner.timetable import store
from planner.timetable.model import Timetable
from planner.timetable.movement import MovementRules

if TYPE_CHECKING:
    from planner.feed.read import Feed

DAYS_FORMAT = 1
LONGEST_PERIOD = 1_500  # days of a feed that are looked at, about four years


@dataclass(frozen=True)
class Opened:
    """A compiled timetable and the service date it was asked for.

    ``ran_as`` is the date whose trains run instead where the feed does not cover the date;
    ``cached_at`` the file of the timetable; ``as_if`` what was asked for.
    """

    timetable: Timetable
    feed: FeedHandle
    service_date: dt.date
    rules: MovementRules
    ran_as: dt.date | None = None
    cached_at: Path | None = None
    as_if: str | None = None


def open_timetable(
    feed: FeedHandle, date: dt.date, rules: MovementRules, as_if: str | None = None
) -> Opened:
    """The compiled timetable of a service date.

    Args:
        as_if: "weekday" or "holiday" runs a day of that kind whatever the date. A model feed runs
            outside its validity by the kind of day.

    Raises:
        OutsideValidity: the feed does not cover the date and no ``as_if`` is given.
        FeedUnreadable: the feed cannot be read (any more).
    """
    folder = cache_folder() / "timetables" / feed.digest[:20]
    days = _days(feed, folder)
    ran_as = None
    if as_if is not None or (feed.kind == "model" and date.isoformat() not in days["dates"]):
        ran_as = _stand_in(feed, date, as_if)
    else:
        require_date(feed, date)
    running = (ran_as or date).isoformat()
    if running not in days["dates"]:
        raise OutsideValidity(
            f"{running}: the feed {feed.name!r} says nothing of that day",
            f"{running}: 時刻表「{feed.name}」にこの日のデータがありません",
        )
    key = days["dates"][running]
    path = folder / f"{key}-{zlib.crc32(rules.key.encode()):08x}-{store.FORMAT}.tt"
    timetable = _cached(path)
    if timetable is None:
        timetable = compile_day(feed, days["classes"][key], rules)
        _keep(path, timetable)
    return Opened(timetable, feed, date, rules, ran_as, path, as_if)


def _stand_in(feed: FeedHandle, date: dt.date, as_if: str | None) -> dt.date:
    """The date of the feed whose trains run instead."""
    from planner.feed.services import day_type, representative_date

    if feed.valid_from is None or feed.valid_to is None:
        raise OutsideValidity(
            f"{date}: feed {feed.name!r} has no dates at all",
            f"{date}: 時刻表「{feed.name}」には運行日がありません",
        )
    wanted = as_if or day_type(date)
    kind: Any = wanted
    return representative_date(feed.valid_from, feed.valid_to, kind, near=date)


def _cached(path: Path) -> Timetable | None:
    try:
        return store.read(path)
    except (OSError, store.Damaged):
        return None


def _keep(path: Path, timetable: Timetable) -> None:
    """Write to the cache; a full or read-only disk costs the next run time, nothing else."""
    try:
        store.write(path, timetable)
    except OSError:
        return


def _days(feed: FeedHandle, folder: Path) -> Any:
    """dates: ISO date -> class of service day; classes: class -> services today and yesterday."""
    path = folder / "days.json"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        days = json.loads(path.read_bytes())
        if days["format"] == DAYS_FORMAT:
            return days
    days = _day_classes(_read(feed), feed)
    from planner.feed.manifest import CannotSave, write_whole

    with contextlib.suppress(CannotSave):
        write_whole(path, json.dumps(days, ensure_ascii=False).encode())
    return days


_READ: dict[str, "Feed"] = {}


def _read(feed: FeedHandle) -> "Feed":
    """The feed's tables, kept until another feed is read: compiling two days reads it once."""
    if feed.digest not in _READ:
        from concurrent.futures import ThreadPoolExecutor

        from planner.feed import container

        with ThreadPoolExecutor(1) as beside:  # unpacking takes about as long as loading pandas
            files = beside.submit(container.read_files, feed.path)
            from planner.feed.read import TIMETABLE, read_feed

        _READ.clear()
        _READ[feed.digest] = read_feed(feed.path, [*TIMETABLE, "translations"], files.result())
    return _READ[feed.digest]


def _day_classes(feed: "Feed", handle: FeedHandle) -> dict[str, Any]:
    """Days with the same services, today and (past midnight) yesterday, are of one class."""
    from planner.timetable.day import past_midnight, service_days

    dates: dict[str, str] = {}
    classes: dict[str, list[list[str]]] = {}
    if handle.valid_from is not None and handle.valid_to is not None:
        last = min(handle.valid_to, handle.valid_from + dt.timedelta(days=LONGEST_PERIOD))
        before = handle.valid_from - dt.timedelta(days=1)
        late = past_midnight(feed)
        services = service_days(feed, before, last)
        for date, today in services.items():
            yesterday = services.get(date - dt.timedelta(days=1))
            if yesterday is None:
                continue
            pair = [sorted(today), sorted(yesterday & late)]
            key = f"{zlib.crc32(json.dumps(pair).encode()):08x}"
            dates[date.isoformat()] = key
            classes[key] = pair
    return {"format": DAYS_FORMAT, "dates": dates, "classes": classes}


def compile_day(handle: FeedHandle, services: list[list[str]], rules: MovementRules) -> Timetable:
    """Compile the day of these services (of the day itself, and of the day before)."""
    from planner.timetable.assemble import assemble
    from planner.timetable.day import Days, draft_of_day

    days = Days(frozenset(services[0]), frozenset(services[1]))
    draft = draft_of_day(_read(handle), days, rules)
    meta = {"feed": handle.name, "digest": handle.digest, "trains": len(draft.trips.trip_id)}
    return assemble(replace(draft, meta=meta), rules)
