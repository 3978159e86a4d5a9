"""The timetable of a feed on a date: from the cache, else compiled and put there."""

import contextlib
import datetime as dt
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner.errors import OutsideValidity
from planner.feed.registry import FeedHandle, require_date
from planner.resources import cache_folder, data_path
from planner.timetable import store
from planner.timetable.model import Timetable
from planner.timetable.movement import MovementRules

if TYPE_CHECKING:
    from planner.feed.read import Feed

STATION_DATA = (
    *("stations.csv", "stations_outside.csv", "station_names.csv", "near_stations.csv"),
)
DAYS_FORMAT = 2
LOOKED_AT = 750
"""Days before and after a date that are put into classes at once: a calendar may be for ever."""


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
    ran_as = None
    if as_if is not None or (feed.kind == "model" and not _covers(feed, date)):
        ran_as = _stand_in(feed, date, as_if)
    else:
        require_date(feed, date)
    running = (ran_as or date).isoformat()
    days = _days(feed, folder, ran_as or date)
    if running not in days["dates"]:
        raise OutsideValidity(
            f"{running}: the feed {feed.name!r} says nothing of that day",
            f"{running}: 時刻表「{feed.name}」にこの日のデータがありません",
        )
    key = days["dates"][running]
    path = folder / f"{key}-{_hashed(rules.key)}-{_state()}-{store.FORMAT}.tt"

    def compiled() -> Timetable:
        made = compile_day(feed, days["classes"][key], rules)
        _keep(path, made)
        return made

    timetable = _cached(path, compiled) or compiled()
    return Opened(timetable, feed, date, rules, ran_as, path, as_if)


def _covers(feed: FeedHandle, date: dt.date) -> bool:
    if feed.valid_from is None or feed.valid_to is None:
        return False
    return feed.valid_from <= date <= feed.valid_to


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


def _cached(path: Path, compiled: Callable[[], Timetable]) -> Timetable | None:
    try:
        return store.read(path, compiled)
    except (OSError, store.Damaged):
        return None


def _keep(path: Path, timetable: Timetable) -> None:
    """Write to the cache; a full or read-only disk costs the next run time, nothing else."""
    try:
        store.write(path, timetable)
    except OSError:
        return


def _days(feed: FeedHandle, folder: Path, date: dt.date) -> Any:
    """dates: ISO date -> class of service day; classes: class -> services today, yesterday and
    tomorrow. Of a very long calendar the years around the date."""
    path = folder / "days.json"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        days = json.loads(path.read_bytes())
        if days["format"] == DAYS_FORMAT and (days["whole"] or date.isoformat() in days["dates"]):
            return days
    days = _day_classes(_read(feed), feed, date)
    from planner.feed.manifest import CannotSave, write_whole

    with contextlib.suppress(CannotSave):
        write_whole(path, json.dumps(days, ensure_ascii=False).encode())
    return days


def _hashed(text: str) -> str:
    """A short name for a text in file names: 64 bits."""
    data = text.encode()
    return f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}"


def _state() -> str:
    """Changes with what else makes a timetable: the station data, and the code that reads and
    compiles it."""
    files = [data_path(name) for name in STATION_DATA]
    told = []
    here = Path(__file__).parent
    for path in (*files, *sorted([*here.glob("*.py"), *here.parent.joinpath("feed").glob("*.py")])):
        with contextlib.suppress(OSError):
            stat = path.stat()
            told.append(f"{path} {stat.st_size} {stat.st_mtime_ns}")
    return _hashed("\n".join(told))


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


def _day_classes(feed: "Feed", handle: FeedHandle, around: dt.date) -> dict[str, Any]:
    """Days with the same services are of one class: today's, of yesterday those past midnight, and
    of tomorrow those before 03:00."""
    from planner.timetable.day import before_three, past_midnight, service_days

    dates: dict[str, str] = {}
    classes: dict[str, list[list[str]]] = {}
    first, last = _looked_at(handle, around)
    late, early = past_midnight(feed), before_three(feed)
    services = service_days(feed, _moved(first, -1), _moved(last, 1))
    for date, today in services.items():
        if first <= date <= last:
            yesterday = services.get(_moved(date, -1), frozenset())
            tomorrow = services.get(_moved(date, 1), frozenset())
            kinds = [sorted(today), sorted(yesterday & late), sorted(tomorrow & early)]
            key = _hashed(json.dumps(kinds))
            dates[date.isoformat()] = key
            classes[key] = kinds
    whole = handle.valid_from is None or (first, last) == (handle.valid_from, handle.valid_to)
    return {"format": DAYS_FORMAT, "whole": whole, "dates": dates, "classes": classes}


def _looked_at(handle: FeedHandle, around: dt.date) -> tuple[dt.date, dt.date]:
    """The whole validity, or the years around a date; the empty period of a feed without dates."""
    if handle.valid_from is None or handle.valid_to is None:
        return dt.date.max, dt.date.min
    if (handle.valid_to - handle.valid_from).days <= 2 * LOOKED_AT:
        return handle.valid_from, handle.valid_to
    first = max(handle.valid_from, _moved(around, -LOOKED_AT))
    return first, min(handle.valid_to, _moved(around, LOOKED_AT))


def _moved(date: dt.date, days: int) -> dt.date:
    """So many days later, within what a date can be."""
    number = min(max(date.toordinal() + days, 1), dt.date.max.toordinal())
    return dt.date.fromordinal(number)


def compile_day(handle: FeedHandle, services: list[list[str]], rules: MovementRules) -> Timetable:
    """Compile the day of these services (of the day itself, the one before, the one after)."""
    from planner.timetable.assemble import assemble
    from planner.timetable.day import Days, draft_of_day

    days = Days(*map(frozenset, services))
    draft = draft_of_day(_read(handle), days, rules)
    meta = {"feed": handle.name, "digest": handle.digest, "trains": len(draft.trips.trip_id)}
    return assemble(replace(draft, meta=meta), rules)
