"""The time-expanded graph in networkx with Dijkstra's algorithm: slow, plain, and the judge.

Nodes are events (a train leaves, a train arrives, one waits at a stop until a moment); every edge
takes its time. ``earliest`` may walk to a sibling stop first, ``earliest_here`` boards only at the
stop that was named; both may arrive at a sibling of the goal and walk.
"""

import heapq
from bisect import bisect_left
from collections import defaultdict
from itertools import pairwise
from typing import Any

import networkx as nx
from worker import Answer, Ask, Question, rows, serve, version

DAY_ENDS = 27 * 3600 - 1


def seconds(text: str) -> int:
    hours, minutes, rest = text.split(":")
    return 3600 * int(hours) + 60 * int(minutes) + int(rest)


class Expanded:
    """The graph of one feed whose trips all run every day."""

    def __init__(self, folder: str) -> None:
        self.graph: Any = nx.DiGraph()
        self.walks: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for r in rows(folder, "transfers.txt"):
            if r["from_stop_id"] != r["to_stop_id"]:
                self.walks[r["from_stop_id"]].append((r["to_stop_id"], int(r["min_transfer_time"])))
        trips: dict[str, list[tuple[int, str, int, int]]] = defaultdict(list)
        for r in rows(folder, "stop_times.txt"):
            times = seconds(r["arrival_time"]), seconds(r["departure_time"])
            trips[r["trip_id"]].append((int(r["stop_sequence"]), r["stop_id"], *times))
        leaving: dict[str, set[int]] = defaultdict(set)
        for calls in trips.values():
            calls.sort()
            for _, stop, _, departs in calls[:-1]:
                leaving[stop].add(departs)
        self.leaving = {stop: sorted(times) for stop, times in leaving.items()}
        for stop, times in self.leaving.items():
            for a, b in pairwise(times):
                self.graph.add_edge(("wait", stop, a), ("wait", stop, b), seconds=b - a)
        for trip, calls in trips.items():
            self._ride(trip, calls)

    def _ride(self, trip: str, calls: list[tuple[int, str, int, int]]) -> None:
        add = self.graph.add_edge
        for k, (_, stop, arrives, departs) in enumerate(calls):
            here, there = ("arrives", trip, k, stop, arrives), ("leaves", trip, k)
            if k:
                add(("leaves", trip, k - 1), here, seconds=arrives - calls[k - 1][3])
                for other, walk in [(stop, 0), *self.walks.get(stop, ())]:
                    event = self.wait(other, arrives + walk)
                    if event:
                        add(here, event, seconds=event[2] - arrives)
            if k < len(calls) - 1:
                add(("wait", stop, departs), there, seconds=0)
                if k:
                    add(here, there, seconds=departs - arrives)

    def wait(self, stop: str, time: int) -> tuple[str, str, int] | None:
        """The first moment at or after ``time`` at which a train leaves there."""
        times = self.leaving.get(stop, [])
        at = bisect_left(times, time)
        return ("wait", stop, times[at]) if at < len(times) else None

    def earliest(self, question: Question, walk_first: bool = True) -> Answer:
        """Dijkstra by hand over the graph, so that it may stop at the goal."""
        origin, goal, time = question
        ends = {goal: 0, **{a: s for a in self.walks for b, s in self.walks[a] if b == goal}}
        starts = [(origin, 0), *(self.walks.get(origin, ()) if walk_first else ())]
        queue: list[tuple[int, Any]] = []
        for stop, walk in starts:
            event = self.wait(stop, time + walk)
            if event:
                queue.append((event[2], event))
        heapq.heapify(queue)
        best = DAY_ENDS + 1
        seen: set[Any] = set()
        neighbours = self.graph.adj
        while queue and queue[0][0] < best:
            now, event = heapq.heappop(queue)
            if event in seen:
                continue
            seen.add(event)
            if event[0] == "arrives" and event[3] in ends:
                best = min(best, now + ends[event[3]])
            if event in neighbours:
                for onward, edge in neighbours[event].items():
                    if onward not in seen:
                        heapq.heappush(queue, (now + edge["seconds"], onward))
        return {"arrival": best} if best <= DAY_ENDS else None


def load(order: dict[str, Any]) -> tuple[str, dict[str, Ask]]:
    expanded = Expanded(order["feed"])
    return version("networkx"), {
        "earliest": expanded.earliest,
        "earliest_here": lambda question: expanded.earliest(question, walk_first=False),
    }


if __name__ == "__main__":
    serve(load)
