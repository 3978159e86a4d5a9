"""GTFS Fares V2: networks, areas, leg rules and products, read into matrices.

A leg rule matches a ride inside its network from a stop of one area to a stop of another. An empty
field matches what no other rule names, or, where the feed has rule_priority, anything; the highest
priority wins. Where several products match, the traveller takes the cheapest. Products on a transit
card (fare media type 2) are the price by IC card, all others that of a paper ticket.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
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

CARD = "2"
NO_NETWORK = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One row of fare_leg_rules.txt."""

    row: int
    network: str
    start: str
    target: str
    product: str
    priority: int
    timed: bool


@dataclass
class _Reading:
    feed: Feed
    notices: list[Notice] = field(default_factory=list)
    paper: dict[str, int | None] = field(default_factory=dict)  # product -> yen, None unreadable
    card: dict[str, int | None] = field(default_factory=dict)


def read(feed: Feed) -> FeedFares:
    """The prices of a feed's networks."""
    reading = _Reading(feed)
    _products(reading)
    rules = _rules(feed)
    networks = _networks(feed)
    if any(rule.timed for rule in rules):
        row = next(rule.row for rule in rules if rule.timed)
        reading.notices.append(notice("fare_timeframe", "fare_leg_rules", row))
    stops_of = served(feed)
    by_network: dict[str, set[int]] = {}
    for route, stops in stops_of.items():
        by_network.setdefault(networks.get(route, NO_NETWORK), set()).update(stops)
    areas = _areas(feed)
    joined = _joined(reading)
    systems = {}
    for network, stops in sorted(by_network.items()):
        own = list(_matching(rules, network))
        if own:
            systems[network] = _system(reading, network, sorted(stops), areas, own, joined, rules)
    routes = {r: n for r in stops_of if (n := networks.get(r, NO_NETWORK)) in systems}
    return FeedFares(systems, routes, tuple(reading.notices))


def _products(reading: _Reading) -> None:
    media = column_pairs(reading.feed, "fare_media", "fare_media_id", "fare_media_type")
    columns = ("row", "fare_product_id", "fare_media_id", "amount", "currency", "rider_category_id")
    for row, product, medium, amount, currency, rider in texts(
        reading.feed, "fare_products", *columns
    ):
        if rider:
            reading.notices.append(notice("fare_rider", "fare_products", int(row), value=rider))
            continue
        yen = yen_of(amount, currency)
        if yen is None:
            value = f"{amount} {currency}"
            reading.notices.append(notice("fare_amount", "fare_products", int(row), value=value))
        prices = reading.card if media.get(medium) == CARD else reading.paper
        known = prices.get(product, yen)
        prices[product] = None if yen is None or known is None else min(known, yen)


def _rules(feed: Feed) -> list[Rule]:
    columns = (
        "row", "network_id", "from_area_id", "to_area_id", "fare_product_id", "rule_priority",
        "from_timeframe_group_id", "to_timeframe_group_id",
    )  # fmt: skip
    rules = [
        Rule(int(row), network, start, target, product, int(priority or -1), bool(since or until))
        for row, network, start, target, product, priority, since, until in texts(
            feed, "fare_leg_rules", *columns
        )
    ]
    if any(rule.priority >= 0 for rule in rules):  # an empty one is 0 where others are given
        rules = [replace(rule, priority=max(rule.priority, 0)) for rule in rules]
    return rules


def _networks(feed: Feed) -> dict[str, str]:
    """Route -> network, of route_networks.txt or of routes.txt."""
    found = column_pairs(feed, "route_networks", "route_id", "network_id")
    for route, network in texts(feed, "routes", "route_id", "network_id"):
        if network:
            found.setdefault(route, network)
    return found


def _areas(feed: Feed) -> dict[int, set[str]]:
    """Position of a stop -> its areas, its station's included."""
    ids = feed.table("stops")["stop_id"].astype(str).tolist()
    parents = feed.table("stops")["parent_station"].astype(str).tolist()
    at: dict[str, set[str]] = {}
    for area, stop in texts(feed, "stop_areas", "area_id", "stop_id"):
        at.setdefault(stop, set()).add(area)
    return {
        position: at.get(stop, set()) | (at.get(parent, set()) if parent else set())
        for position, (stop, parent) in enumerate(zip(ids, parents, strict=True))
    }


def _joined(reading: _Reading) -> dict[str, str]:
    """Network -> what a change inside it means, where the feed says so."""
    found = {
        a: "one ticket"
        for a, b, start, end in texts(
            reading.feed, "fare_leg_join_rules",
            "from_network_id", "to_network_id", "from_stop_id", "to_stop_id",
        )
        if a == b and not start and not end
    }  # fmt: skip
    if len(reading.feed.table("fare_transfer_rules")):
        reading.notices.append(notice("fare_transfers", "fare_transfer_rules"))
        found |= dict.fromkeys(_networks(reading.feed).values(), "unknown")
        found.setdefault(NO_NETWORK, "unknown")
    return found


def _matching(rules: list[Rule], network: str) -> Iterator[Rule]:
    """The rules for a network; an empty network_id matches what no rule names."""
    named = {rule.network for rule in rules}
    prioritised = any(rule.priority >= 0 for rule in rules)
    for rule in rules:
        general = rule.network == NO_NETWORK and (prioritised or network not in named)
        if rule.network == network or general:
            yield rule


def _system(
    reading: _Reading,
    network: str,
    stops: list[int],
    areas: dict[int, set[str]],
    rules: list[Rule],
    joined: dict[str, str],
    all_rules: list[Rule],
) -> SystemFares:
    """The matrix of one network over its stop names."""
    import numpy as np

    shown = reading.feed.table("stops")["stop_name"].astype(str).tolist()
    at: dict[str, list[int]] = {}
    for stop in stops:
        at.setdefault(shown[stop], []).append(stop)
    names = list(at)
    differing = [n for n, own in at.items() if len({frozenset(areas[s]) for s in own}) > 1]
    for name in differing:
        reading.notices.append(notice("fare_stops_differ", "stop_areas", value=name))
    of = [areas[own[0]] for own in at.values()]
    paper = _prices(rules, all_rules, of, reading.paper)
    card = _prices(rules, all_rules, of, reading.card)
    unclear = np.array([name in differing for name in names])
    for prices in (paper, card):
        prices[unclear, :] = prices[:, unclear] = -1
    np.fill_diagonal(paper, 0)
    np.fill_diagonal(card, 0)
    changes = joined.get(network, "new ticket")
    return system_of_prices(network, names, (paper, card), changes, "GTFS Fares V2")


def _prices(
    rules: list[Rule], all_rules: list[Rule], of: list[set[str]], yen: dict[str, int | None]
) -> "NDArray[np.int32]":
    """Apply the rules in order of their priority; a higher one replaces a lower one."""
    import numpy as np

    prioritised = any(rule.priority >= 0 for rule in all_rules)
    starts, targets = {r.start for r in all_rules}, {r.target for r in all_rules}
    inside: dict[str, list[int]] = {}
    for index, own in enumerate(of):
        for area in own:
            inside.setdefault(area, []).append(index)
    anywhere = [
        [index for index, own in enumerate(of) if prioritised or not (own & named)]
        for named in (starts, targets)
    ]
    best: dict[tuple[int, int], tuple[int, int | None]] = {}  # cell -> priority, yen
    for rule in sorted(rules, key=lambda r: r.priority):
        if rule.product not in yen:
            continue
        price = None if rule.timed else yen[rule.product]
        for a in inside.get(rule.start, []) if rule.start else anywhere[0]:
            for b in inside.get(rule.target, []) if rule.target else anywhere[1]:
                best[a, b] = _cheaper(best.get((a, b)), rule.priority, price)
    table = np.full((len(of), len(of)), -1, dtype=np.int32)
    for (a, b), (_, least) in best.items():
        table[a, b] = -1 if least is None else least
    return table


def _cheaper(
    known: tuple[int, int | None] | None, priority: int, price: int | None
) -> tuple[int, int | None]:
    """The price that holds after one more rule: of one priority the cheapest, unknown if any is."""
    if known is None or known[0] < priority:
        return priority, price
    if known[1] is None or price is None:
        return priority, None
    return priority, min(known[1], price)
