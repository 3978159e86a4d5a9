"""A timetable seen with prices: which fare system every hop is in, price tables, and bounds.

Made once for a timetable and a tariff period and kept in the cache beside the timetable.
"""

import contextlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from planner.fares.matrix import FareBook
from planner.search import kernels_fare, kernels_passed, kernels_trains, trains
from planner.search.footpaths import walks_to
from planner.search.pool import bits_of, pool_of
from planner.timetable import store
from planner.timetable.model import NEVER, Ints, Timetable

NOT_BY_KM = kernels_fare.ByKm((array("Q"),) * 4, (array("i"),) * 2)
"""For scans that price tickets by entry and exit alone."""
KEPT = 1024
"""Goals whose bounds are kept ready."""
COLUMNS = (
    # hops: kinds of (route, surcharge, from node, to node), as numbers of distinct ones
    "hop",  # connection -> hop
    "system",  # hop -> fare system, -1 where no price is known
    "frm",  # hop -> fare node of departure, -1 where nobody may board
    "to",  # hop -> fare node of arrival, -1 where nobody may alight
    "exit_at",  # hop -> number of the arrival station in its system (its count: not in it)
    "entry_at",  # hop -> entry of a ticket that begins at the departure
    "border",  # hop -> fare node of the departure, whether or not boarding is allowed
    "hop_group",  # hop, system come from by the same train -> number of the discounts, -1: none
    "rails",  # hop -> 1 on the Shinkansen
    "hop_route",  # hop -> route
    "hop_from",  # hop -> station of departure
    "hop_to",  # hop -> station of arrival
    "pass_first",  # hop -> first of the stations it passes after its start (one more at the end)
    "pass_number",  # numbers of those stations in the fare book
    # fare nodes: a node of the timetable in one fare system
    "node",  # fare node -> node of the timetable
    "node_system",  # fare node -> fare system
    "node_exit",  # fare node -> number of its station in the system
    "onward_group",  # way on -> number of the discounts there are at it, -1: none
    "fresh_least",  # fare node -> the entry of the most discounts there
    "fresh",  # fare node -> entry of a ticket that begins there
    "onward_first",  # fare node -> its first way on (one more at the end)
    "onward_to",  # way on -> fare node; the node itself first, those on the same ticket next
    "onward_time",  # way on -> seconds
    "onward_keep",  # way on -> 1 where the ticket stays open
    # entries: where a ticket began, and whether the Shinkansen has been ridden on it
    "fare_row",  # entry -> first cell of its row of fares
    "fares",  # yen by entry and exit; UNKNOWN where there is no price
    "row",  # entry -> first cell of its row of worst
    "local",  # entry -> its number among the entries of its system
    "worst",  # MD: the most that one entry can cost more than another
    "same",  # entry -> 1 where two tickets of its system may cost less than one
    "joint",  # entry -> the entry once the Shinkansen is ridden
    "base",  # entry -> the entry at its station without a discount
    "cheaper",  # entry, number of discounts -> the entry that follows, -1: that of no discount
    "express",  # express charge by numbers of two stations; UNKNOWN where there is none
    "system_first",  # system -> its first entry (one more at the end)
    "system_number",  # system, local number -> number of the station in the fare book
    "system_stations",  # system -> its first place in system_number (one more at the end)
    # bounds, a row for each station that is a goal
    "goal_row",  # station -> row of the two tables below, -1 where there is none
    "least_fare",  # goal row, entry -> least yen still to be paid
    "least_loose",  # the same where tickets may be split
    "least_time",  # goal row, fare node -> least seconds still to be travelled
)


@dataclass(frozen=True)
class Bounds:
    """What is still to be paid and travelled to one goal, at least: a row of the columns below."""

    least_fare: Ints
    least_loose: Ints
    least_time: Ints


@dataclass(frozen=True)
class FareView:
    """Columns by the names of ``COLUMNS``; ``systems`` are names of the fare book's systems.

    ``work_out``: station -> its bounds where the columns have none yet.
    """

    timetable: Timetable
    book: FareBook
    ic: bool
    systems: Sequence[str]
    columns: Mapping[str, Ints]
    work_out: Callable[[int], Bounds | None] | None = None
    discounts: bool = False

    @cached_property
    def entries(self) -> int:
        """How many entries."""
        return len(self.columns["fare_row"])

    @cached_property
    def fare_nodes(self) -> int:
        """How many fare nodes."""
        return len(self.columns["node"])

    @cached_property
    def rail_width(self) -> int:
        """Width of the table of express charges."""
        return int(len(self.columns["express"]) ** 0.5)

    @cached_property
    def stations(self) -> "array[int]":
        """Fare node -> station."""
        return array("i", [self.timetable.node_station[node] for node in self.columns["node"]])

    def bounds(self, goal: int) -> Bounds | None:
        """The bounds of a goal; None where no price is known."""
        if self.work_out is not None:
            if goal not in self._worked_out:
                self._worked_out[goal] = self.work_out(goal)
                if len(self._worked_out) > KEPT:
                    del self._worked_out[next(iter(self._worked_out))]
            return self._worked_out[goal]
        c, entries, nodes = self.columns, self.entries, self.fare_nodes
        row = c["goal_row"][goal]
        if row < 0:
            return None
        return Bounds(
            c["least_fare"][row * entries : (row + 1) * entries],
            c["least_loose"][row * entries : (row + 1) * entries],
            c["least_time"][row * nodes : (row + 1) * nodes],
        )

    @cached_property
    def _worked_out(self) -> dict[int, Bounds | None]:
        return {}

    @cached_property
    def least_step(self) -> "array[int]":
        """Entry -> the least yen its ticket can cost, whatever the exit."""
        c = self.columns
        ends = [*c["fare_row"][1:], len(c["fares"])] if self.entries else []
        least = [min(c["fares"][a:b]) for a, b in zip(c["fare_row"], ends, strict=True)]
        return array("i", [min(yen, least[j]) for yen, j in zip(least, c["joint"], strict=True)])

    @cached_property
    def no_trains(self) -> "array[int]":
        """Fare node -> 0: where trains are not counted."""
        return array("i", [0]) * self.fare_nodes

    @cached_property
    def no_bits(self) -> "array[int]":
        """Watched stations by hop or by fare node, where none is watched."""
        return array("Q", bytes(16 * max(len(self.columns["system"]), self.fare_nodes, 1)))

    @cached_property
    def tables(self) -> kernels_fare.Tables:
        """The columns that the scans read."""
        t = self.timetable
        own = {"dep": t.dep, "arr": t.arr, "run": t.run, "station": self.stations}
        ends = (t.call_conn[end - 2] for end in t.run_first_call[1:])
        columns = {**self.columns, **own, "run_end": array("i", ends)}
        return kernels_fare.Tables(columns, self.rail_width)

    def room(self, size: int, watched: bool, owner: str = "") -> kernels_fare.Room:
        """Room for so many labels, and for the bits of watched stations; used again and again."""
        key = size, watched, owner
        if key not in self._rooms:
            bits = bits_of(size) if watched else self.no_bits
            lists = (self.heads, *self._lists)
            self._rooms[key] = kernels_fare.Room(pool_of(size, owner), bits, lists, self.fare_nodes)
        return self._rooms[key]

    @cached_property
    def _rooms(self) -> dict[tuple[int, bool, str], kernels_fare.Room]:
        return {}

    @cached_property
    def loops(self) -> "array[int]":
        """Run -> 1 where it passes a station twice without leaving the system between."""
        t, found = self.timetable, array("B", bytes(self.timetable.runs))
        kernels_passed.loops(self.passing, self.columns["border"], t.run_first_call, found)
        return found

    @cached_property
    def heads(self) -> "array[int]":
        """Fare node, then run -> its first label; all -1 between two scans."""
        return array("i", [-1]) * (self.fare_nodes + self.timetable.runs)

    @cached_property
    def _lists(self) -> tuple["array[int]", ...]:
        """Runs' systems and last stations, runs with labels and whether a run is one of them."""
        blank = array("i", bytes(4 * self.timetable.runs))
        return blank[:], blank[:], blank[:], array("B", bytes(len(blank)))

    @cached_property
    def node_number(self) -> "array[int]":
        """Fare node -> the number of its station in the fare book."""
        c = self.columns
        ends = zip(c["node_system"], c["node_exit"], strict=True)
        return array("i", [c["system_number"][c["system_stations"][s] + n] for s, n in ends])

    @cached_property
    def numbers(self) -> int:
        """One more than the highest number of a station that is called at or passed."""
        c = self.columns
        return max(max(c["system_number"], default=0), max(c["pass_number"], default=0)) + 1

    @cached_property
    def passing(self) -> kernels_passed.Passing:
        """What rides pass, as the kernels read it."""
        c, t = self.columns, self.timetable
        return kernels_passed.Passing(
            (t.conn_call, t.call_conn), (c["hop"], c["system"], c["rails"]),
            (c["pass_first"], c["pass_number"]), self.node_number,
            array("i", bytes(4 * (self.numbers + 1))),
        )  # fmt: skip

    @cached_property
    def by_km(self) -> tuple[kernels_fare.ByKm, "array[int]"]:
        """What prices tickets with the Shinkansen on them by the km ridden."""
        from planner.search.by_km import by_km  # few answers need it

        return by_km(self)

    def _on_foot(self, station: int) -> "array[int]":
        """Fare node -> seconds on foot to a station: 0 at it, NEVER where there is no footpath."""
        found = array("i", [NEVER]) * self.fare_nodes
        for node, seconds in walks_to(self.timetable, station).items():
            for fare_node in self.nodes_at.get(node, ()):
                found[fare_node] = seconds
        return found

    def goal(self, station: int, loose: bool, origin: int | None) -> kernels_fare.Goal:
        """What a scan to a station of known prices knows of it.

        ``loose``: for tickets that may be split; ``origin``: None where trains are not counted.
        """
        key, least = (station, loose, origin is not None), None
        if origin is not None:
            least = trains.to_goal(self.timetable, station, origin)
        kept = self._goals.get(key)
        if kept is None or kept[0] is not least:
            kept = self._goals[key] = least, self._goal(station, loose, least)
            if len(self._goals) > KEPT:
                del self._goals[next(iter(self._goals))]
        return kept[1]

    def _goal(self, station: int, loose: bool, least: "array[int] | None") -> kernels_fare.Goal:
        bounds, counted = self.bounds(station), self.no_trains
        assert bounds is not None
        if least is not None:
            counted = counted[:]
            kernels_trains.spread(least, self.stations, counted)
        on_foot = self._on_foot(station)
        fares = bounds.least_loose if loose else bounds.least_fare
        return kernels_fare.Goal(on_foot, fares, bounds.least_time, counted)

    @cached_property
    def _goals(
        self,
    ) -> dict[tuple[int, bool, bool], tuple["array[int] | None", kernels_fare.Goal]]:
        return {}

    @cached_property
    def nodes_at(self) -> dict[int, list[int]]:
        """Node of the timetable -> its fare nodes."""
        found: dict[int, list[int]] = {}
        for fare_node, node in enumerate(self.columns["node"]):
            found.setdefault(node, []).append(fare_node)
        return found


def fare_view(
    timetable: Timetable,
    book: FareBook,
    ic: bool = False,
    path: Path | None = None,
    discounts: bool = False,
) -> FareView:
    """The view of a timetable under a fare book, from the file ``path`` if it is there and whole.

    Args:
        ic: prices by IC card instead of paper tickets.
        path: None where the view is of use for a few questions only: then the bounds of a goal are
            worked out when it is asked for.
        discounts: with transfer discounts.
    """
    if path is not None:
        with contextlib.suppress(OSError, store.Damaged):
            columns, meta = store.read_columns(path, COLUMNS)
            systems = tuple(meta["systems"])
            return FareView(timetable, book, ic, systems, columns, discounts=discounts)
    from planner.search.fare_columns import FareColumns  # not loaded where the file is there

    view = FareColumns(timetable, book, ic, discounts).view(whole=path is not None)
    if path is not None:
        with contextlib.suppress(OSError):
            store.write_columns(path, view.columns, {"systems": list(view.systems)})
    return view
