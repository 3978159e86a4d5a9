"""What a journey still has to pay and to travel at least, goal by goal, the timetable ignored."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property

from planner.search import kernels_bounds
from planner.search.fare_view import Bounds
from planner.search.footpaths import walks_to
from planner.search.records import UNKNOWN
from planner.timetable.model import NEVER, Timetable

_READ_BY_BOUNDS = (
    "fares", "fare_row", "fresh_least", "node_exit", "node_system", "system_first", "joint", "node",
)  # fmt: skip


class FareBounds:
    """Works out the bounds of a view whose other columns are there.

    ``fare_node``: (node, system) -> fare node; ``rides``: (to node, from node) -> least seconds
    of a train from call to call; ``has_express``: system -> may the Shinkansen be
    ridden on its tickets.
    """

    def __init__(
        self,
        timetable: Timetable,
        columns: Mapping[str, "array[int]"],
        fare_node: Mapping[tuple[int, int], int],
        rides: Mapping[tuple[int, int], int],
        has_express: Sequence[bool],
    ) -> None:
        self.t = timetable
        self.columns = columns
        self.fare_node = fare_node
        self.rides = rides
        self.has_express = has_express

    def fill(self) -> None:
        """Least fares and times to every station, one row each."""
        c = self.columns
        goals = 0
        for station in range(self.t.stations):
            bounds = self.of(station)
            c["goal_row"].append(-1 if bounds is None else goals)
            if bounds is not None:
                goals += 1
                c["least_fare"].extend(bounds.least_fare)
                c["least_loose"].extend(bounds.least_loose)
                c["least_time"].extend(bounds.least_time)

    def of(self, station: int) -> Bounds | None:
        """Least fares and times to a station; None where no train of known price leads."""
        if station not in self._served:
            return None
        views = self._read_by_bounds
        walks = walks_to(self.t, station)
        goal = array("i", [walks.get(node, NEVER) for node in views["node"]])
        rows = []
        for loose in (0, 1):
            least = array("i", [0]) * len(views["fare_row"])
            after, heap, place = (array("i", bytes(4 * len(goal))) for _ in range(3))
            kernels_bounds.least_fares(
                views["fares"], views["fare_row"], views["fresh_least"], views["node_exit"],
                views["node_system"], views["system_first"], self._cheapest_express,
                views["joint"], *self._members, *self._into, goal, after, heap, place,
                least, loose,
            )  # fmt: skip
            rows.append(memoryview(least))
        return Bounds(rows[0], rows[1], memoryview(self._least_times(station)))

    @cached_property
    def _served(self) -> set[int]:
        """Stations where a train of known price calls, or that are walked to."""
        t = self.t
        found = {t.node_station[node] for node, _ in self.fare_node}
        return found | {t.node_station[node] for node in t.walk_to}

    @cached_property
    def _read_by_bounds(self) -> dict[str, memoryview]:
        return {name: memoryview(self.columns[name]) for name in _READ_BY_BOUNDS}

    @cached_property
    def _members(self) -> tuple["array[int]", "array[int]"]:
        """system -> its fare nodes."""
        found: list[list[int]] = [[] for _ in self.has_express]
        for node, system in enumerate(self.columns["node_system"]):
            found[system].append(node)
        first = array("i", [0])
        for nodes in found:
            first.append(first[-1] + len(nodes))
        return first, array("i", [node for nodes in found for node in nodes])

    @cached_property
    def _into(self) -> tuple["array[int]", "array[int]"]:
        """fare node -> fare nodes whose leaving travellers may begin a ticket there."""
        c = self.columns
        sources: list[list[int]] = [[] for _ in c["node"]]
        for node in range(len(c["node"])):
            for j in range(c["onward_first"][node], c["onward_first"][node + 1]):
                if not c["onward_keep"][j]:
                    sources[c["onward_to"][j]].append(node)
        # who stays aboard over a company border begins a ticket at the border, whatever the rules
        for hop, system in enumerate(c["system"]):
            if system >= 0 and c["border"][hop] >= 0:
                timetable_node = c["node"][c["border"][hop]]
                for other in range(len(self.has_express)):
                    source = self.fare_node.get((timetable_node, other))
                    if source is not None and other != system:
                        sources[c["border"][hop]].append(source)
        first = array("i", [0])
        for found in sources:
            first.append(first[-1] + len(set(found)))
        return first, array("i", [n for found in sources for n in sorted(set(found))])

    @cached_property
    def _cheapest_express(self) -> "array[int]":
        """system -> the least express charge there is on it."""
        least = min(self.columns["express"], default=UNKNOWN)
        return array("i", [least if express else 0 for express in self.has_express])

    @cached_property
    def _least_rides(self) -> tuple["array[int]", "array[int]", "array[int]"]:
        """node -> (nodes a hop or footpath comes from, least seconds): three columns."""
        t, least = self.t, dict(self.rides)
        for end in range(t.nodes):
            for e in range(t.back_first[end], t.back_first[end + 1]):
                key = (end, t.back_from[e])
                least[key] = min(least.get(key, NEVER), t.back_time[e])
        for station in range(t.stations):  # trains may be left and boarded at any node of a station
            for a in t.nodes_of(station):
                for b in t.nodes_of(station):
                    if a != b:
                        least[a, b] = 0
        first, origin, seconds = array("i", [0]), array("i"), array("i")
        for (end, begin), time in sorted(least.items()):
            while len(first) <= end:
                first.append(len(origin))
            origin.append(begin)
            seconds.append(time)
        while len(first) <= t.nodes:
            first.append(len(origin))
        return first, origin, seconds

    def _least_times(self, station: int) -> "array[int]":
        """fare node -> least seconds to the station."""
        t = self.t
        goal = array("i", bytes(4 * t.nodes))
        for node in t.nodes_of(station):
            goal[node] = 1
        queue, queued, least = (array("i", [0]) * t.nodes for _ in range(3))
        kernels_bounds.least_times(*self._least_rides, goal, queue, queued, least)
        return array("i", [least[node] for node in self.columns["node"]])
