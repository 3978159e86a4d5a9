"""Tickets with the Shinkansen on them, charged by the km ridden: what the kernel needs for it.

Outside the suburban rule a jr ticket with a Shinkansen ride on it costs what the km of its way cost
(``planner.fares.tickets``), so entry and exit alone do not price it. A scan takes the shortest way
for the one ridden, until an answer turns out dearer; then it counts the km.
"""

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from planner.fares.matrix import SystemFares
from planner.fares.walks import km_along, neighbours, shortest, turnbacks
from planner.search import kernels_fare
from planner.search.records import UNKNOWN

if TYPE_CHECKING:
    from planner.search.fare_view import FareView

_NO_YEN = array("i")


def by_km(view: "FareView") -> tuple[kernels_fare.ByKm, "array[int]"]:
    """The prices by km of a view, and the bits of fare nodes where a ticket may begin."""
    c = view.columns
    hops, nodes = len(c["system"]), view.fare_nodes
    hop_km, hop_turn = array("Q", bytes(8 * hops)), array("Q", bytes(8 * hops))
    node_turn, turn_km = array("Q", bytes(8 * nodes)), array("Q")
    yen = _NO_YEN, _NO_YEN
    for number, name in enumerate(view.systems):
        fares = view.book.systems[name]
        if len(fares.classes) < 2:
            continue
        yen = _prices(fares.rules["joint"])
        beginnings, lengths = _turns(fares)
        turn_km.extend(lengths)
        for node in range(nodes):
            if c["node_system"][node] == number:
                node_turn[node] = beginnings.get(view.node_number[node], 0)
        for hop in range(hops):
            if c["system"][hop] == number:
                walk = _walk(view, hop)
                hop_km[hop] = _word(
                    *km_along(fares, walk, [bool(c["rails"][hop])] * (len(walk) - 1))
                )
                for station in walk[1:]:
                    hop_turn[hop] |= beginnings.get(station, 0)
        break
    return kernels_fare.ByKm((hop_km, hop_turn, node_turn, turn_km), yen), node_turn


def _word(total: int, east: int) -> int:
    return total << 32 | east


def _walk(view: "FareView", hop: int) -> Sequence[int]:
    """The stations a hop runs along, its start first; none where they are not known."""
    c = view.columns
    passed = c["pass_number"][c["pass_first"][hop] : c["pass_first"][hop + 1]]
    return [view.node_number[c["border"][hop]], *passed] if len(passed) else []


def _turns(fares: SystemFares) -> tuple[dict[int, int], list[int]]:
    """Station where a stretch begins that may be ridden out and back -> its bit, and what riding
    it so takes off."""
    bits: dict[int, int] = {}
    lengths: list[int] = []
    for (start, end), _ in turnbacks(fares):
        stretch = shortest(neighbours(fares, None), start, end) or ()
        total, east = km_along(fares, stretch, [False] * (len(stretch) - 1))
        bits[start] = bits.get(start, 0) | 1 << len(lengths)
        lengths.append(2 * _word(total, east))
    return bits, lengths


def _prices(tables: dict[str, list[list[Any]]]) -> tuple["array[int]", "array[int]"]:
    """Yen by whole km: for all of them, and for those on JR East."""
    whole = "kansen" if "kansen" in tables else "basis"
    return _by_whole_km(tables[whole]), _by_whole_km(tables.get("addon", [[1 << 10, {"yen": 0}]]))


def _by_whole_km(bands: list[list[Any]]) -> "array[int]":
    found = array("i", [0])
    for most, item in bands:
        yen = UNKNOWN if item["yen"] is None else item["yen"]
        found.extend([yen] * (most + 1 - len(found)))
    return found
