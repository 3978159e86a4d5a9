"""GTFS Fares V1: fare_attributes.txt and fare_rules.txt, with zones, read into matrices.

A rule without a route, an origin or a destination matches any; a fare without rules matches every
ride of its agency. Where several fares match, the cheapest is paid. Feeds of GTFS-JP give every
stop a zone of its own and a rule for every pair. Routes under the same rules make one system.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from planner.fares.gtfs.model import (
    FeedFares,
    column_pairs,
    served,
    system_of_prices,
    texts,
    yen_of,
)
from planner.fares.matrix import SystemFares
from planner.feed.notices import Notice, notice
from planner.feed.read import Feed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a fare: where it holds, and its price; None: a price that cannot be read."""

    fare: str
    route: str
    origin: str
    destination: str
    yen: int | None
    agency: str
    transfers: str


@dataclass
class _Reading:
    feed: Feed
    notices: list[Notice] = field(default_factory=list)


def read(feed: Feed) -> FeedFares:
    """The prices of a feed's routes."""
    reading = _Reading(feed)
    rules = _rules(reading)
    groups: dict[frozenset[int], list[str]] = {}
    agencies = column_pairs(feed, "routes", "route_id", "agency_id")
    alone = len(feed.table("agency")) <= 1
    stops_of = served(feed)
    numbers: dict[tuple[str, str], list[int]] = {}  # rules of one route and agency are alike here
    for number, rule in enumerate(rules):
        numbers.setdefault((rule.route, "" if alone else rule.agency), []).append(number)
    for route in sorted(stops_of):
        keys = {(r, a) for r in ("", route) for a in ("", agencies.get(route, ""))}
        own = frozenset(number for key in keys for number in numbers.get(key, ()))
        if own:
            groups.setdefault(own, []).append(route)
    systems: dict[str, SystemFares] = {}
    routes: dict[str, str] = {}
    for own, members in groups.items():
        name = _name(members, agencies, systems)
        stops = sorted(set().union(*(stops_of[route] for route in members)))
        systems[name] = _system(reading, name, stops, [rules[number] for number in sorted(own)])
        routes |= dict.fromkeys(members, name)
    return FeedFares(systems, routes, tuple(reading.notices))


def _name(members: list[str], agencies: dict[str, str], taken: dict[str, SystemFares]) -> str:
    """The agency of the routes, or the first route where that name is taken or unclear."""
    own = {agencies.get(route, "") for route in members}
    agency = next(iter(own)) if len(own) == 1 else ""
    return agency if agency and agency not in taken else members[0]


def _rules(reading: _Reading) -> list[Rule]:
    fares = {}
    columns = (
        "row", "fare_id", "price", "currency_type", "agency_id", "transfers", "transfer_duration",
    )  # fmt: skip
    for row, fare, price, currency, agency, transfers, duration in texts(
        reading.feed, "fare_attributes", *columns
    ):
        yen = yen_of(price, currency)
        if yen is None:
            value = f"{price} {currency}"
            reading.notices.append(notice("fare_amount", "fare_attributes", int(row), value=value))
        limited = transfers not in ("", "-1", "0") or duration not in ("", "-1")
        if limited:
            reading.notices.append(notice("fare_transfers", "fare_attributes", int(row)))
        fares[fare] = yen, agency, "unknown" if limited else transfers
    found, ruled = [], set()
    for row, fare, route, origin, destination, contains in texts(
        reading.feed, "fare_rules",
        "row", "fare_id", "route_id", "origin_id", "destination_id", "contains_id",
    ):  # fmt: skip
        yen, agency, transfers = fares[fare]
        if contains:
            reading.notices.append(notice("fare_contains", "fare_rules", int(row), value=contains))
            yen = None
        ruled.add(fare)
        found.append(Rule(fare, route, origin, destination, yen, agency, transfers))
    for fare, (yen, agency, transfers) in fares.items():
        if fare not in ruled:
            found.append(Rule(fare, "", "", "", yen, agency, transfers))
    return found


def _system(reading: _Reading, name: str, stops: list[int], rules: list[Rule]) -> SystemFares:
    """The matrix of some routes over their stop names."""
    import numpy as np

    table = reading.feed.table("stops")
    shown, zones = table["stop_name"].astype(str).tolist(), table["zone_id"].astype(str).tolist()
    at: dict[str, set[str]] = {}
    for stop in stops:
        at.setdefault(shown[stop], set()).add(zones[stop])
    names, of = list(at), list(at.values())
    prices = _prices(rules, of)
    for index, (stop_name, own) in enumerate(at.items()):
        if len(own) > 1 and not _alike(rules, own):
            reading.notices.append(notice("fare_stops_differ", "stops", value=stop_name))
            prices[index, :] = prices[:, index] = -1
    np.fill_diagonal(prices, 0)
    kinds = {rule.transfers for rule in rules}
    changes = "new ticket" if kinds == {"0"} else "one ticket" if kinds <= {"", "-1"} else "unknown"
    card = np.full_like(prices, -1)
    np.fill_diagonal(card, 0)
    return system_of_prices(name, names, (prices, card), changes, "GTFS Fares V1")


def _alike(rules: list[Rule], zones: set[str]) -> bool:
    """Whether no rule tells some zones apart."""
    return not any(rule.origin in zones or rule.destination in zones for rule in rules)


def _prices(rules: list[Rule], of: list[set[str]]) -> "NDArray[np.int32]":
    import numpy as np

    inside: dict[str, list[int]] = {"": list(range(len(of)))}
    for index, own in enumerate(of):
        for zone in own - {""}:
            inside.setdefault(zone, []).append(index)
    far, unread = np.int32(2**30), np.int32(-2)
    best = np.full((len(of), len(of)), far, dtype=np.int32)
    for rule in rules:
        rows, columns = inside.get(rule.origin, []), inside.get(rule.destination, [])
        # one unreadable price makes the least one unknown, whatever else matches
        price = unread if rule.yen is None else rule.yen
        if len(rows) == len(columns) == 1:  # a rule for one pair of stops, as nearly all are
            cell = rows[0], columns[0]
            best[cell] = min(best[cell], price)
        elif rows and columns:
            cells = np.ix_(rows, columns)
            best[cells] = np.minimum(best[cells], np.int32(price))
    best[(best == far) | (best < 0)] = -1
    return best
