"""Operating kilometres (eigyo kiro, 営業キロ) of one system as a graph of its stations.

Nodes are station names, edges neighbouring stations of a line; lengths are tenths of a kilometre.
Stations not yet opened on the date are left out, the km of their neighbours stay.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from planner.fares.tariff import Line, Tariff

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix = NDArray[np.int32]

FAR = 1 << 28
"""The distance of stations that no way joins; more than any sum of real distances."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Two neighbouring stations of a line, ``length`` tenths of a kilometre apart."""

    a: int
    b: int
    length: int
    line: int


@dataclass(frozen=True)
class KmGraph:
    """The stations open on one date, in order of the lines, and the edges between them."""

    names: tuple[str, ...]
    lines: tuple[Line, ...]
    edges: tuple[Edge, ...]

    @property
    def index(self) -> dict[str, int]:
        """Station name -> number."""
        return {name: number for number, name in enumerate(self.names)}


def graph(tariff: Tariff, date: dt.date) -> KmGraph:
    """The km graph of a system on a date."""
    index: dict[str, int] = {}
    edges = []
    for number, line in enumerate(tariff.lines):
        last: tuple[int, int] | None = None
        for name, km in zip(line.stations, line.km, strict=True):
            if not tariff.is_open(name, date):
                continue
            node = index.setdefault(name, len(index))
            if last is not None:
                edges.append(Edge(last[0], node, km - last[1], number))
            last = node, km
    return KmGraph(tuple(index), tariff.lines, tuple(edges))


def all_pairs(
    net: KmGraph, keep: Callable[[Edge], bool], length: Callable[[Edge], int] | None = None
) -> "Matrix":
    """Shortest ways between all stations over the edges kept, int32[n, n]; FAR where none.

    Floyd and Warshall's recurrence, one numpy step a station.
    """
    import numpy as np

    count = len(net.names)
    best = np.full((count, count), FAR, dtype=np.int32)
    np.fill_diagonal(best, 0)
    for edge in net.edges:
        if keep(edge):
            span = edge.length if length is None else length(edge)
            if span < best[edge.a, edge.b]:
                best[edge.a, edge.b] = best[edge.b, edge.a] = span
    joined = np.flatnonzero((best < FAR).sum(axis=1) > 1)
    part = np.ascontiguousarray(best[np.ix_(joined, joined)])  # stations that have an edge kept
    for middle in range(len(joined)):
        row = part[middle]
        np.minimum(part, row[:, None] + row[None, :], out=part)
    best[np.ix_(joined, joined)] = np.minimum(part, FAR)
    return best


def edges_of_parts(net: KmGraph, parts: Sequence[Sequence[str]]) -> frozenset[Edge]:
    """The edges of stretches of lines, each told as (line, from, to).

    Raises:
        KeyError: a line that the system does not have.
    """
    by_name = {line.name: number for number, line in enumerate(net.lines)}
    chosen = set()
    for name, start, end in parts:
        number = by_name[name]
        line = net.lines[number]
        low, high = sorted((line.stations.index(start), line.stations.index(end)))
        inside = set(line.stations[low : high + 1])
        for edge in net.edges:
            if edge.line == number and {net.names[edge.a], net.names[edge.b]} <= inside:
                chosen.add(edge)
    return frozenset(chosen)
