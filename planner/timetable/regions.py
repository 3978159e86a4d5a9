"""Stations in regions, so that a scan passes over the trains of where nobody has come yet.

The connections of a minute lie by region. One of them can only be used by someone who is at the
station it departs from, or sits in its train and so has come through there: while no label of a
region is set, its connections of the minute are skipped at once. Region 0 is always looked at; in
it are hops that take no time, and those after a station where nobody may get off. For scans
backwards the connections lie by the region they lead to.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from planner.timetable.draft import Bools

Numbers = NDArray[np.integer[Any]]
Columns = Mapping[str, Numbers]
STATIONS_A_REGION = 64
"""Fewer make more regions to step through, more are skipped less often."""


def of_stations(lat: Numbers, lon: Numbers, weight: Numbers) -> Numbers:
    """station -> region, from 1: halved across the longer side until few are together."""
    region = np.ones(len(lat), np.int32)
    parts: list[Numbers] = [np.arange(len(lat))]
    while parts and max(map(len, parts)) > 1 and len(parts) * STATIONS_A_REGION < len(lat):
        parts = [half for part in parts for half in _halves(part, lat, lon, weight) if len(half)]
    for number, part in enumerate(parts, 1):
        region[part] = number
    return region


def _halves(part: Numbers, lat: Numbers, lon: Numbers, weight: Numbers) -> list[Numbers]:
    """Two parts with about as many departures each."""
    if len(part) < 2:
        return [part]
    tall = 1.2 * np.ptp(lat[part]) > np.ptp(lon[part])
    order = part[np.argsort((lat if tall else lon)[part], kind="stable")]
    so_far = np.cumsum(weight[order])
    middle = int(np.clip(np.searchsorted(so_far, so_far[-1] / 2), 1, len(order) - 1))
    return [order[:middle], order[middle:]]


def possible(dep: Numbers, arr: Numbers) -> bool:
    """Whether every hop departs at a whole minute and takes none or a minute at least.

    Else the order inside a minute matters, and all stations are one region.
    """
    takes = arr - dep
    return not (np.any(dep % 60) or np.any((takes != 0) & (takes < 60)))


def orders(columns: Columns, node_region: Numbers) -> dict[str, Numbers]:
    """The columns of regions, made from all the others."""
    dep, nodes = columns["dep"], len(columns["node_station"])
    regions = int(node_region.max(initial=0)) + 1
    lasting: Bools = columns["arr"] > dep
    begins = columns["conn_call"]
    before = np.where(begins > 0, columns["call_conn"][begins - 1], -1)  # -1 too after a last call
    onward = columns["call_conn"][begins + 1]
    shut: Bools = (before >= 0) & (columns["to"][before] == nodes + 1)
    barred: Bools = (onward >= 0) & (columns["frm"][onward] == nodes)
    region = node_region[columns["call_node"]]
    minutes = len(columns["minute_first"]) - 1
    made: dict[str, Numbers] = {"node_region": np.append(node_region, [0, 0])}
    for name, group in (
        ("early", region[begins] * (lasting & ~shut)),
        ("late", region[begins + 1] * (lasting & ~barred)),
    ):
        key = dep.astype(np.int64) // 60 * regions + group
        order = np.argsort(key, kind="stable")
        blocks = np.searchsorted(key[order], np.arange(regions * minutes + 1))
        made |= {f"{name}_order": order, f"{name}_first": blocks}
    return made
