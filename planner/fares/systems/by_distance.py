"""Prices by distance, zone or stops, with surcharges, special sections and annexed lines.

Keikyu, Odakyu, Tokyu, Sotetsu, Keio, the Yokohama subway and the small lines: the shortest way
over the system's own lines, rounded up to whole km and looked up in a table. An *annex* (the
Kodomonokuni line at 長津田, the cable car at 強羅) has a table of its own, added at its joint.
"""

import datetime as dt
from functools import partial
from typing import TYPE_CHECKING, Any

from planner.fares.distance import FAR, Edge, KmGraph, all_pairs
from planner.fares.sheet import NOTHING, Items, Sheet, by_table, note
from planner.fares.tariff import Item, Surcharge, Tariff

if TYPE_CHECKING:
    from planner.fares.distance import Matrix


def sheets(tariff: Tariff, net: KmGraph, date: dt.date) -> dict[str, Sheet]:
    """The one fare class of the system, ``"base"``."""
    items = Items()
    annexes = tariff.more.get("annex", [])
    annexed = {
        n for n, line in enumerate(net.lines) if any(line.name in a["lines"] for a in annexes)
    }
    km = all_pairs(net, lambda edge: True)
    main = all_pairs(net, lambda edge: edge.line not in annexed)
    asked = main if tariff.by == "km" else _stops(net, annexed)
    sheet = Sheet(items, km)
    if annexes:
        _joined(sheet, tariff, net, main, date)
    else:
        sheet.put(by_table(items, asked, tariff.table("base", date)))
    for surcharge in tariff.surcharges:
        if surcharge.table.span.covers(date):
            _add_surcharge(sheet, surcharge, net)
    specials(sheet, tariff, net, km, date)
    for rule in tariff.more.get("annex_discount", []):
        _discount(sheet, rule, net, date)
    for rule in tariff.more.get("shared_track", []):
        _shared_track(sheet, rule, net, tariff, date)
    doubts(sheet, tariff, net)
    for rule in tariff.more.get("priced_as", []):
        _priced_as(sheet, rule, net)
    return {"base": sheet}


def _stops(net: KmGraph, left_out: set[int]) -> "Matrix":
    """Distances in stops, as tenths like km."""
    return all_pairs(net, lambda edge: edge.line not in left_out, lambda edge: 10)


def _on_lines(lines: set[int], edge: Edge) -> bool:
    return edge.line in lines


def _joined(sheet: Sheet, tariff: Tariff, net: KmGraph, main: "Matrix", date: dt.date) -> None:
    """Main lines by their table; an annex by its own; both added at the joint."""
    import numpy as np

    nodes = net.index
    base = by_table(sheet.items, np.where(main < FAR, main, 0), tariff.table("base", date))
    layers = [np.where(main < FAR, base, NOTHING)]
    for annex in tariff.more["annex"]:
        own = {n for n, line in enumerate(net.lines) if line.name in annex["lines"]}
        by_stops = annex.get("by") == "stops"
        side = (
            _stops(net, set(range(len(net.lines))) - own)
            if by_stops
            else all_pairs(net, partial(_on_lines, own))
        )
        table = tariff.table(annex["class"], date)
        joint = nodes[annex["at"]]
        inside = side[joint] < FAR
        inside[joint] = False
        within = (inside[:, None] | (np.arange(len(inside)) == joint)[:, None]) & inside[None, :]
        within |= within.T
        across = inside[:, None] & (main[joint] < FAR)[None, :]
        span = np.where(within, side, 0)
        span = np.where(across, side[:, joint][:, None], span)
        span = np.where(across.T, side[joint][None, :], span)
        layers[0] = np.where(across, base[joint][None, :], layers[0])
        layers[0] = np.where(across.T, base[:, joint][:, None], layers[0])
        layers[0] = np.where(within, NOTHING, layers[0])
        layers.append(by_table(sheet.items, span.astype(np.int32), table))
    for layer in layers:
        sheet.put(layer.astype(np.int32))


def _add_surcharge(sheet: Sheet, surcharge: Surcharge, net: KmGraph) -> None:
    """Add the surcharge for the km ridden inside its section.

    Sections lie on branches, so the km inside are told by how far each station lies along it:
    half of (length + km to the start - km to the end).
    """
    import numpy as np

    nodes = net.index
    start, end = surcharge.between
    if start not in nodes or end not in nodes:
        return
    a, b = nodes[start], nodes[end]
    length = int(sheet.km[a, b])
    along = (length + sheet.km[a] - sheet.km[b]) // 2
    inside = np.abs(along[:, None] - along[None, :]).astype(np.int32)
    if surcharge.free_inside:
        whole = sheet.km == inside
        inside = np.where(whole, 0, inside)
    sheet.put(by_table(sheet.items, inside, surcharge.table))


def specials(sheet: Sheet, tariff: Tariff, net: KmGraph, km: "Matrix", date: dt.date) -> None:
    """Special-section fares: no pair inside the way of a listed pair costs more than it."""
    import numpy as np

    nodes = net.index
    found = [s for s in tariff.specials if s.span.covers(date)]
    for special in sorted(found, key=lambda s: -s.item.yen):
        if not set(special.between) <= nodes.keys():
            continue
        a, b = (nodes[name] for name in special.between)
        mask = np.zeros(km.shape, dtype=bool)
        for on in ways(tariff, net, km, a, b):
            mask |= on[:, None] & on[None, :]
        mask &= (sheet.yen() > special.item.yen) & (km > 0)
        if mask.any():
            sheet.set_where(mask, special.item)


def ways(tariff: Tariff, net: KmGraph, km: "Matrix", a: int, b: int) -> list[Any]:
    """The stations on the shortest way of a pair; a second way where a rule makes two sides one."""
    on = km[a] + km[b] == km[a, b]
    result = [on]
    for rule in tariff.more.get("two_ways", []):
        ends = [net.index[name] for name in rule["between"]]
        if not all(on[end] for end in ends):
            continue
        line = next(n for n in net.lines if n.name == rule["line"])
        low, high = (line.stations.index(name) for name in rule["between"])
        other = km[ends[0]] + km[ends[1]] == km[ends[0], ends[1]]
        second = on & ~other
        second[ends] = True
        second[[net.index[name] for name in line.stations[low : high + 1]]] = True
        result.append(second)
    return result


def _discount(sheet: Sheet, rule: dict[str, Any], net: KmGraph, date: dt.date) -> None:
    import numpy as np

    nodes = net.index
    mask = np.zeros(sheet.km.shape, dtype=bool)
    for near in rule["stations"]:
        for far in rule["others"]:
            mask[nodes[near], nodes[far]] = mask[nodes[far], nodes[near]] = True
    item = Item("discount", -rule["yen"], -rule["yen"], rule["in_force_from"],
                rule["source"], rule["confidence"], rule["confidence"])  # fmt: skip
    sheet.put_where(mask, item)


def _priced_as(sheet: Sheet, rule: dict[str, Any], net: KmGraph) -> None:
    """Give a station the prices of its twin, but to the stations named by their own km."""
    import numpy as np

    nodes = net.index
    if rule["station"] not in nodes:
        return
    own, twin = nodes[rule["station"]], nodes[rule["twin"]]
    targets = np.ones(len(nodes), dtype=bool)
    targets[[nodes[name] for name in [*rule["but_by_km"], rule["station"]]]] = False
    twins = Sheet(sheet.items, sheet.km.copy(), [layer.copy() for layer in sheet.layers])
    for array in [twins.km, *twins.layers]:
        array[own, :], array[:, own] = array[twin, :].copy(), array[:, twin].copy()
    mask = np.zeros(sheet.km.shape, dtype=bool)
    mask[own, targets] = mask[targets, own] = True
    sheet.replace_where(mask, twins)
    what = f"{rule['station']}は{rule['twin']}と同額"
    sheet.put_where(mask, note(what, rule["source"], rule["confidence"]))


def _shared_track(
    sheet: Sheet, rule: dict[str, Any], net: KmGraph, tariff: Tariff, date: dt.date
) -> None:
    """Doubt the pairs whose band would change if track used twice were not counted."""
    import numpy as np

    nodes = net.index
    at, a, b = (nodes[rule[key]] for key in ("at", "beyond_a", "beyond_b"))
    km = sheet.km
    side_a = km[at] == km[at, a] + km[a]
    side_b = km[at] == km[at, b] + km[b]
    pair = side_a[:, None] & side_b[None, :]
    pair |= pair.T
    shorter = np.where(pair, km - rule["km"], km)
    table = tariff.table("base", date)
    differs = by_table(sheet.items, shorter, table) != by_table(sheet.items, km, table)
    sheet.put_where(pair & differs, note(f"{rule['at']}の共用区間", rule["source"], "assumed"))


def doubts(sheet: Sheet, tariff: Tariff, net: KmGraph) -> None:
    """Mark what rests on doubtful km, or on lines that are only remembered."""
    import numpy as np

    levels = {name: level for name, level in tariff.doubtful.items() if name in net.index}
    for level in sorted(set(levels.values())):
        mask = np.zeros(sheet.km.shape, dtype=bool)
        for name, own in levels.items():
            if own == level:
                mask[net.index[name], :] = mask[:, net.index[name]] = True
        np.fill_diagonal(mask, False)
        sheet.put_where(mask, note("営業キロ", "km not sourced", level))
    if any(line.confidence != "sourced" for line in net.lines):
        sure = all_pairs(net, lambda edge: _sure(net, edge))
        mask = (sure > sheet.km) & (sheet.km < FAR)
        sheet.put_where(mask, note("営業キロ", "km from memory", "assumed"))


def _sure(net: KmGraph, edge: Edge) -> bool:
    line = net.lines[edge.line]
    return not line.shinkansen and line.confidence == "sourced"
