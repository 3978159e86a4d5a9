"""The JR fare of one given way by its own km: what holds outside the suburban area.

A ticket machine sells the cheapest way of the suburban area (``planner.fares.systems.jr``); a
ticket that names its way, or leaves the area, is charged by the km and the class of that way.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from planner.fares.distance import Edge, KmGraph, edges_of_parts, graph
from planner.fares.tariff import Item, Tariff, load
from planner.units import km_rounded_up


@dataclass(frozen=True, slots=True)
class WayPrice:
    """Price, IC price and km (tenths) of a way, and the items it is made of; None: unknown."""

    yen: int | None
    ic: int | None
    km: int
    items: tuple[Item, ...]


def price_along(parts: Sequence[tuple[str, str, str]], date: dt.date) -> WayPrice:
    """Price a way told as stretches (line, from, to), each beginning where the last one ended.

    Raises:
        KeyError: a line that the network does not have.
        ValueError: a station that its line does not have.
    """
    tariff = load("jr")
    net = graph(tariff, date)
    edges = [edge for part in parts for edge in edges_of_parts(net, [part])]
    items = _items(tariff, net, edges, date)
    km = sum(edge.length for edge in edges)
    known = [item for item in items if item is not None]
    if len(known) < len(items):
        return WayPrice(None, None, km, tuple(known))
    cards = [item.ic for item in known if item.ic is not None]
    ic = sum(cards) if len(cards) == len(known) else None
    return WayPrice(sum(item.yen for item in known), ic, km, tuple(known))


def _items(tariff: Tariff, net: KmGraph, edges: Sequence[Edge], date: dt.date) -> list[Item | None]:
    """The table rows that make the price: of one class, or basis and add-on."""
    areas = {a["name"]: edges_of_parts(net, a["parts"]) for a in tariff.more["area"]}
    rails = {n for n, line in enumerate(net.lines) if line.shinkansen}
    east = [e for e in edges if e.line not in rails and e not in areas["central"]]
    whole = sum(edge.length for edge in edges)
    if tariff.table("east", date) is not None:
        if len(east) == len(edges):
            return [_row(tariff, "east", whole, date)]
        found = [_row(tariff, "basis", whole, date)]
        own = sum(edge.length for edge in east)
        return [*found, _row(tariff, "addon", own, date)] if own else found
    for name in ("yamanote", "tokutei"):
        if areas[name] >= set(edges):
            return [_row(tariff, name, whole, date)]
    return [_row(tariff, "kansen", whole, date)]


def _row(tariff: Tariff, name: str, km: int, date: dt.date) -> Item | None:
    table = tariff.table(name, date)
    band = table.band(km_rounded_up(km)) if table else None
    return band.item if band else None
