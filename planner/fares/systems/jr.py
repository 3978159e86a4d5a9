"""JR East and JR Central: fare classes, special sections, the Shinkansen.

Until 2026-03-13: three classes. A way wholly inside the loop costs the yamanote table, wholly
inside the 電車特定区間 the tokutei table, any other the kansen table; in the suburban area
(大都市近郊区間) the cheapest way is charged whatever is ridden. JR Central's km count alike.
From 2026-03-14: JR East has one table; with JR Central the basis table holds for all km and an
add-on for the JR East km alone; the Shinkansen is a line of its own, ridden on the same ticket.
(``confidence`` and source of each table stand in ``data/tariffs/jr.toml``.)
"""

import datetime as dt
from typing import TYPE_CHECKING, Any

from planner.fares.distance import FAR, KmGraph, all_pairs, edges_of_parts
from planner.fares.sheet import Items, Sheet, by_table, note, unpriced
from planner.fares.systems.by_distance import doubts, specials
from planner.fares.tariff import Item, Table, Tariff

if TYPE_CHECKING:
    from planner.fares.distance import Matrix

CONVENTIONAL = "jr"
WITH_SHINKANSEN = "jr+shinkansen"
SHINKANSEN_ALONE = "shinkansen"
EXPRESS = "express"
UNPRICED = 1 << 28
BEYOND = 9_999
"""Tenths of a km: more than any band has."""


class Ways:
    """The shortest ways of one date over parts of the network, int32[n, n] in tenths of a km."""

    def __init__(self, tariff: Tariff, net: KmGraph) -> None:
        parts = {area["name"]: area["parts"] for area in tariff.more["area"]}
        self.tokutei_edges = edges_of_parts(net, parts["tokutei"])
        self.yamanote_edges = edges_of_parts(net, parts["yamanote"])
        self.central_edges = edges_of_parts(net, parts["central"])
        fast = {n for n, line in enumerate(net.lines) if line.shinkansen}
        self.east = all_pairs(net, lambda e: e.line not in fast and e not in self.central_edges)
        self.central = all_pairs(net, lambda e: e in self.central_edges)
        self.tokutei = all_pairs(net, lambda e: e in self.tokutei_edges)
        self.yamanote = all_pairs(net, lambda e: e in self.yamanote_edges)
        self.fast = all_pairs(net, lambda e: e.line in fast)
        self.all, self.east_part = self._joined(net)

    def _joined(self, net: KmGraph) -> "tuple[Matrix, Matrix]":
        """Shortest ways over both companies, and the JR East km on them."""
        import numpy as np

        joints = [net.index[name] for name in ("国府津", "熱海")]
        best, part = self.east.copy(), self.east.copy()
        for own, other in ((0, self.central), *((j, None) for j in joints)):
            if other is not None:
                self._take(best, part, other, np.zeros_like(other))
                continue
            way = self.east[:, own][:, None] + self.central[own][None, :]
            east = np.broadcast_to(self.east[:, own][:, None], way.shape)
            self._take(best, part, way, east)
            self._take(best, part, way.T, east.T)
        a, b = joints
        for first, last in ((a, b), (b, a)):
            way = self.central[:, first][:, None] + self.central[last][None, :] + self.east[a, b]
            self._take(best, part, way, np.full_like(way, self.east[a, b]))
        best[best > FAR] = FAR
        return best, part

    @staticmethod
    def _take(best: "Matrix", part: "Matrix", way: "Matrix", east: "Matrix") -> None:
        shorter = way < best
        best[shorter] = way[shorter]
        part[shorter] = east[shorter]


def sheets(tariff: Tariff, net: KmGraph, date: dt.date) -> dict[str, Sheet]:
    """The classes: jr, jr+shinkansen (base fare of a ticket with a Shinkansen ride on it),
    shinkansen (base fare of the ride alone) and express (the charge of one ride).
    """
    items, ways = Items(), Ways(tariff, net)
    united = tariff.table("east", date) is None
    plain = _until_2026(tariff, net, ways, items, date) if united else _since_2026(
        tariff, net, ways, items, date
    )  # fmt: skip
    specials(plain, tariff, net, ways.east, date)
    _doubt(plain, tariff, net, ways)
    fast = Sheet(items, ways.fast)
    name = "kansen" if united else "basis"
    fast.put(by_table(items, ways.fast, _without_ic(tariff, name, date)))
    return {
        CONVENTIONAL: plain,
        WITH_SHINKANSEN: _with_shinkansen(tariff, net, ways, items, date),
        SHINKANSEN_ALONE: fast,
        EXPRESS: _express(tariff, net, items, date),
    }


def _until_2026(tariff: Tariff, net: KmGraph, ways: Ways, items: Items, date: dt.date) -> Sheet:
    """The cheapest of the three classes; JR Central's km count alike, but not by IC card."""
    import numpy as np

    km, centred = _centred(tariff, net, ways)
    best = Sheet(items, km, [by_table(items, km, tariff.table("kansen", date))])
    touches = ways.all < ways.east
    by_card = by_table(items, km, _without_ic(tariff, "kansen", date))
    best.layers[0] = np.where(touches, by_card, best.layers[0])
    best.put_where(centred, note("東京山手線内", "旅客営業規則 87条", "assumed"))
    for name, way in (("tokutei", ways.tokutei), ("yamanote", ways.yamanote)):
        near = np.where(way < FAR, way, 0)
        other = Sheet(items, way, [by_table(items, near, tariff.table(name, date))])
        prices, own = other.yen(), best.yen()
        best.replace_where((prices >= 0) & ((own < 0) | (prices <= own)), other)
    mixed = touches & (ways.east_part > 0)
    best.put_where(mixed, note("最短経路とみなす", "the way by the Gotemba line", "assumed"))
    return best


def _since_2026(tariff: Tariff, net: KmGraph, ways: Ways, items: Items, date: dt.date) -> Sheet:
    """One table for JR East; basis and add-on where JR Central is ridden too."""
    import numpy as np

    km, centred = _centred(tariff, net, ways)
    touches = ways.all < ways.east
    basis = by_table(items, km, tariff.table("basis", date))
    east = by_table(items, km, tariff.table("east", date))
    sheet = Sheet(items, km, [np.where(touches, basis, east).astype(np.int32)])
    part = np.where(touches, ways.east_part, 0).astype(np.int32)
    sheet.put(by_table(items, part, tariff.table("addon", date)))
    sheet.put_where(centred, note("東京山手線内", "旅客営業規則 87条", "assumed"))
    mixed = touches & (part > 0)
    sheet.put_where(mixed, note("最短経路とみなす", "the way by the Gotemba line", "assumed"))
    return sheet


def _centred(tariff: Tariff, net: KmGraph, ways: Ways) -> "tuple[Matrix, Any]":
    """Beyond 100 km the stations of the loop count as 東京; the km, and where that was applied."""
    import numpy as np

    km = ways.all.copy()
    applied = np.zeros(km.shape, dtype=bool)
    for rule in tariff.more.get("centre", []):
        centre = net.index[rule["station"]]
        inside = ways.yamanote[centre] < FAR
        far = (ways.all[centre] > rule["over_km"] * 10) & (
            ways.all[centre] <= rule["up_to_km"] * 10
        )
        pair = inside[:, None] & (far & ~inside)[None, :]
        from_centre = np.broadcast_to(ways.all[centre][None, :], km.shape)
        km = np.where(pair, from_centre, km)
        km = np.where(pair.T, from_centre.T, km)
        applied |= (pair | pair.T) & (km != ways.all)
    return km, applied


def _without_ic(tariff: Tariff, name: str, date: dt.date) -> Any:
    """A table without its IC column: cards cannot be used across JR Central or the Shinkansen."""
    from dataclasses import replace

    table = tariff.table(name, date)
    if table is None:
        return None
    bands = tuple(replace(b, item=replace(b.item, ic=None)) for b in table.bands)
    return replace(table, bands=bands)


def _doubt(sheet: Sheet, tariff: Tariff, net: KmGraph, ways: Ways) -> None:
    """Pairs for which a special fare or a shorter way is known to be missing here."""
    import numpy as np

    km = ways.east
    for rule in tariff.more.get("doubt", []):
        a, b = (net.index[name] for name in rule.get("between") or rule["through"])
        if "through" in rule:
            mask = km[:, a][:, None] + rule["km"] + km[b][None, :] < km
            mask |= mask.T
        else:
            on = km[a] + km[b] == km[a, b]
            mask = on[:, None] & on[None, :] & ~np.eye(len(on), dtype=bool)
        if unknown := rule.get("unpriced"):
            sheet.put_where(mask, unpriced(f"unpriced {unknown}", rule["source"]))
        else:
            sheet.put_where(mask, note("特定区間不明", rule["source"], "assumed"))
    doubts(sheet, tariff, net)


def _with_shinkansen(
    tariff: Tariff, net: KmGraph, ways: Ways, items: Items, date: dt.date
) -> Sheet:
    """The least base fare of a ticket that holds one Shinkansen ride, its express charge not in it.

    The km are those of the cheapest way that rides the Shinkansen between some two of its stations
    and the shortest ways to and from them: since 2026 fewer km on JR East cost less, not only fewer
    in all. A traveller who takes a longer way pays by its km (``planner.fares.quote``).
    """
    import numpy as np

    united = tariff.table("east", date) is None
    whole = _yen_by_km(tariff.table("kansen" if united else "basis", date))
    addon = np.zeros_like(whole) if united else _yen_by_km(tariff.table("addon", date))
    stops = [n for n in range(len(net.names)) if (ways.fast[n] < FAR).sum() > 1]
    best = np.full_like(ways.all, FAR)
    part = np.zeros_like(ways.all)
    least = np.full(best.shape, 2 * UNPRICED + 1, np.int32)
    for on in stops:
        for off in stops:
            if on == off:
                continue
            way = ways.all[:, on][:, None] + ways.fast[on, off] + ways.all[off][None, :]
            east = ways.east_part[:, on][:, None] + ways.east_part[off][None, :]
            yen = whole[np.minimum(way, BEYOND)] + addon[np.minimum(east, BEYOND)]
            cheaper = (way < FAR) & ((yen < least) | ((yen == least) & (way < best)))
            least[cheaper] = yen[cheaper]
            best[cheaper] = way[cheaper]
            part[cheaper] = east[cheaper]
    np.fill_diagonal(best, 0)
    np.fill_diagonal(part, 0)
    sheet = Sheet(items, best)
    if united:
        sheet.put(by_table(items, best, _without_ic(tariff, "kansen", date)))
    else:
        sheet.put(by_table(items, best, tariff.table("basis", date)))
        sheet.put(by_table(items, np.minimum(part, FAR), tariff.table("addon", date)))
    return sheet


def _yen_by_km(table: "Table | None") -> "Matrix":
    """Yen of a band table by tenths of a km; beyond its bands ``UNPRICED``."""
    import numpy as np

    found = np.full(BEYOND + 1, UNPRICED, np.int32)
    found[0] = 0
    low = 1
    for band in table.bands if table else ():
        if band.item.yen is not None:
            found[low : 10 * band.to + 1] = band.item.yen
        low = 10 * band.to + 1
    return found


def _express(tariff: Tariff, net: KmGraph, items: Items, date: dt.date) -> Sheet:
    """The express charges (tokkyu ryokin, 特急料金, non-reserved) known on the date."""
    import numpy as np

    from planner.fares.tariff import Span

    number = np.ones((len(net.names), len(net.names)), dtype=np.int32)
    np.fill_diagonal(number, 0)
    for row in tariff.more.get("express", []):
        if Span(row["in_force_from"], row.get("in_force_to")).covers(date):
            a, b = (net.index[name] for name in row["between"])
            level = row["confidence"]
            what = f"特急料金(自由席) {net.names[a]}-{net.names[b]}"
            item = Item(what, row["yen"], None, row["in_force_from"], row["source"], level, level)
            number[a, b] = number[b, a] = items.add(item)
    return Sheet(items, np.zeros_like(number), [number])
