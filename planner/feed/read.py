"""A feed: read from a folder or a zip to tables, with what was wrong in it as notices."""

from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from planner.feed import calls, container, references
from planner.feed.frequencies import expanded
from planner.feed.notices import Notice
from planner.feed.parse import Parsed, empty_frame, parse_table
from planner.feed.tables import TABLES, TIMETABLE

__all__ = ["TIMETABLE", "Feed", "read_feed"]


@dataclass(frozen=True)
class Feed:
    """Tables of a feed whose keys are single and whose references hold.

    Every table has a column ``row`` (record of its file, header = 1), ids as pandas Categoricals,
    empty ids and texts as "", missing ints, times and dates as -1. ``stop_times`` has int32
    seconds ``arrival`` and ``departure`` and is sorted by (position of its trip in ``trips``,
    stop_sequence). ``digest`` is SHA-256 over the contents of all known files.
    """

    source: Path
    digest: str
    tables: Mapping[str, pd.DataFrame]
    notices: tuple[Notice, ...]

    def table(self, name: str) -> pd.DataFrame:
        """The table of the file ``name`` (without ``.txt``); no rows if the feed has not got it."""
        if name in self.tables:
            return self.tables[name]
        return empty_frame(TABLES[name])

    def positions(self, name: str, column: str, key: str = "") -> NDArray[np.int32]:
        """For each row of a table the position of the row it refers to, -1 where it is empty.

        ``positions("stop_times", "trip_id")`` are positions in ``table("trips")``. ``key`` names
        the table referred to where the format does not (``"stops"``).
        """
        asked = (name, column, key)
        if asked not in self._positions:
            found = self._found(*asked)
            found.setflags(write=False)
            self._positions[asked] = found
        return self._positions[asked]

    @cached_property
    def _positions(self) -> dict[tuple[str, str, str], NDArray[np.int32]]:
        return {}

    def _found(self, name: str, column: str, key: str) -> NDArray[np.int32]:
        refers_to = TABLES[name].column(column).refers_to
        target = key or (refers_to[0] if refers_to else name)
        keys = self.table(target)[TABLES[target].key[0]]
        return references.positions(self.table(name)[column], keys)


def read_feed(
    source: Path,
    tables: Collection[str] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Feed:
    """Read a feed from a folder or a zip; ``tables`` are those wanted (default: all known).

    Rows that cannot be used are left out, each with a Notice; frequencies.txt becomes trips.
    ``files`` are what ``container.read_files`` gave where that has been done already.

    Raises:
        FeedUnreadable: nothing there, not a zip, not GTFS, not UTF-8, or too large.
    """
    source = Path(source)
    files = container.read_files(source) if files is None else files
    wanted = [t for t in TABLES if t in files and (tables is None or t in tables)]
    with ThreadPoolExecutor(1) as beside:
        digest = beside.submit(container.digest, files)
        parsed = {name: parse_table(TABLES[name], files[name], source) for name in wanted}
        kept, found = _linked(parsed)
        return Feed(source, digest.result(), kept, tuple(found))


def _linked(parsed: Mapping[str, Parsed]) -> tuple[dict[str, pd.DataFrame], list[Notice]]:
    """The tables without doubles and dangling references, calls in order and timed."""
    found = [n for p in parsed.values() for n in p.notices]
    raw = {name: p.frame for name, p in parsed.items()}
    for name in TIMETABLE:
        raw.setdefault(name, empty_frame(TABLES[name]))
    kept: dict[str, pd.DataFrame] = {}
    for name in sorted(raw, key=_ORDER.index):
        table, frame = TABLES[name], raw[name]
        if name == "stop_times":
            frame, more = references.without_dangling(table, frame, raw, kept)
            frame, double = calls.in_order(frame, kept["trips"])
            frame, untimed = calls.timed(frame, kept["trips"], kept["stops"])
            kept[name] = frame
            found += more + double + untimed
            continue
        frame, double = references.without_doubles(table, frame)
        if name == "trips":
            frame, more = references.services_known(frame, raw["calendar"], raw["calendar_dates"])
            found += more
        kept[name], more = references.without_dangling(table, frame, raw, kept)
        found += double + more
    kept, more = expanded(kept)
    return kept, found + more


# what is referred to comes before what refers to it
_ORDER = sorted(
    TABLES, key=lambda n: (n == "transfers", TIMETABLE.index(n) if n in TIMETABLE else 99)
)
