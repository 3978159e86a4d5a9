"""How a system's prices are worked out, one module where a rule is more than a table."""

import datetime as dt

from planner.fares.distance import KmGraph, graph
from planner.fares.sheet import Sheet
from planner.fares.tariff import Tariff


def price(tariff: Tariff, date: dt.date) -> tuple[KmGraph, dict[str, Sheet]]:
    """The sheets of every fare class of a system on a date, and the network they are for."""
    from planner.fares.systems import by_distance, jr

    net = graph(tariff, date)
    module = jr if tariff.system == "jr" else by_distance
    return net, module.sheets(tariff, net, date)
