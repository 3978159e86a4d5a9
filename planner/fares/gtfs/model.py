"""The prices a feed states, as the same matrices that our own tariffs are compiled to."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.fares.book import HEAD, FareBook
from planner.fares.lines import FareLine
from planner.fares.matrix import FareMatrix, SystemFares
from planner.feed.notices import Notice
from planner.feed.read import Feed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Prices = NDArray[np.int32]

YEN = re.compile(r"(\d{1,7})(?:\.0*)?")


@dataclass(frozen=True)
class FeedFares:
    """Fare systems of a feed: a V2 network, or the routes that share V1 rules.

    A system's ``stations`` and ``places`` are stop names. ``rules["changes"]`` tells what a change
    inside it means: ``"one ticket"`` (legs are joined), ``"new ticket"`` (each leg is paid) or
    ``"unknown"`` (the feed says it in a way that is not read; see the notices).
    """

    systems: Mapping[str, SystemFares]
    routes: Mapping[str, str]  # route id -> name of its system
    notices: tuple[Notice, ...]

    def price(self, system: str, start: str, target: str, ic: bool = False) -> int | None:
        """The price of one ticket between two stops, by name; None where it is unknown."""
        fares = self.systems[system]
        a, b = fares.index.get(start), fares.index.get(target)
        if a is None or b is None:
            return None
        yen = (fares.main.ic if ic else fares.main.yen)[a * fares.count + b]
        return yen if yen >= 0 else None


def book_of(fares: FeedFares) -> FareBook:
    """A fare book of a feed's own prices, for quotes and searches on that feed."""
    lines = {
        route: FareLine(route, system, ())
        for route, system in fares.routes.items()
        if system in fares.systems
    }
    nothing = memoryview(bytes(HEAD) + b"{}[]")
    return FareBook("feed", fares.systems, [0, 2], [2, 4], nothing, lines)


def system_of_prices(
    name: str,
    stations: Sequence[str],
    prices: "tuple[Prices, Prices]",
    changes: str,
    source: str,
) -> SystemFares:
    """A fare system of price arrays int32[n, n] (paper, IC); -1 unknown."""
    import numpy as np

    count = len(stations)
    yen, ic = (np.ascontiguousarray(p, dtype=np.int32) for p in prices)
    item = {
        "what": source, "yen": None, "ic": None, "since": None, "source": source,
        "confidence": "sourced", "ic_confidence": "sourced",
    }  # fmt: skip
    matrix = FareMatrix(
        "base",
        count,
        yen=memoryview(yen.tobytes()).cast("i"),
        ic=memoryview(ic.tobytes()).cast("i"),
        km=memoryview(np.full(count * count, -1, dtype=np.int16).tobytes()).cast("h"),
        reason=memoryview(np.zeros(count * count, dtype=np.uint16).tobytes()).cast("H"),
        reasons=[[0]],
    )
    rules: dict[str, Any] = {"changes": changes}
    return SystemFares(
        name, name, name, tuple(stations), tuple(stations), bytes(count), False, {}, [item], [], [],
        rules, {"base": matrix},
    )  # fmt: skip


def yen_of(amount: str, currency: str) -> int | None:
    """An amount in whole yen; None for another currency or a broken amount."""
    match = YEN.fullmatch(amount.strip())
    return int(match[1]) if match and currency.strip().upper() == "JPY" else None


def served(feed: Feed) -> dict[str, set[int]]:
    """For each route the stops its trips serve, as positions in ``feed.table("stops")``."""
    import numpy as np

    calls = feed.table("stop_times")
    if calls.empty:
        return {}
    trips = feed.positions("stop_times", "trip_id")
    routes = feed.positions("trips", "route_id")[trips]
    stops = feed.positions("stop_times", "stop_id")
    names = feed.table("routes")["route_id"].astype(str).to_numpy()
    found: dict[str, set[int]] = {}
    for route, stop in np.unique(np.stack([routes, stops], axis=1), axis=0):
        if route >= 0 and stop >= 0:
            found.setdefault(names[route], set()).add(int(stop))
    return found


def column_pairs(feed: Feed, table: str, key: str, value: str) -> dict[str, str]:
    """One column of a table by another, as texts."""
    return {row[0]: row[1] for row in texts(feed, table, key, value)}


def texts(feed: Feed, table: str, *columns: str) -> list[tuple[str, ...]]:
    """Rows of a table as texts, those columns only; a missing column is empty."""
    frame = feed.table(table)
    chosen = [
        frame[c].astype(str).tolist() if c in frame.columns else [""] * len(frame) for c in columns
    ]
    return list(zip(*chosen, strict=True)) if columns else []
