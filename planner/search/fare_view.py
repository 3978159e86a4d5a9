"""A timetable seen with prices: which fare system every hop is in, price tables, and bounds.

Made once for a timetable and a tariff period and kept in the cache beside the timetable.
"""

import contextlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from planner.fares.matrix import FareBook, FareMatrix, find_station
from planner.search import kernels_bounds
from planner.search.records import UNKNOWN
from planner.timetable import store
from planner.timetable.model import NEVER, Ints, Timetable

SHINKANSEN = "shinkansen"
Hop = tuple[int, int, int, int, int, int]
"""route, surcharge, node of departure and arrival, may one board, may one alight."""
COLUMNS = (
    # hops: kinds of (route, surcharge, from node, to node), as numbers of distinct ones
    "hop",  # connection -> hop
    "system",  # hop -> fare system, -1 where no price is known
    "frm",  # hop -> fare node of departure, -1 where nobody may board
    "to",  # hop -> fare node of arrival, -1 where nobody may alight
    "exit_at",  # hop -> number of the arrival station in its system (its count: not in it)
    "entry_at",  # hop -> entry of a ticket that begins at the departure
    "border",  # hop -> fare node of the departure, whether or not boarding is allowed
    "rails",  # hop -> 1 on the Shinkansen
    "hop_route",  # hop -> route
    "hop_from",  # hop -> station of departure
    "hop_to",  # hop -> station of arrival
    # fare nodes: a node of the timetable in one fare system
    "node",  # fare node -> node of the timetable
    "node_system",  # fare node -> fare system
    "node_exit",  # fare node -> number of its station in the system
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


@dataclass(frozen=True, slots=True)
class RunLabels:
    """run -> its list of labels, the system it is in, the last station it called at."""

    head: "array[int]"
    system: "array[int]"
    exit: "array[int]"


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
    def no_trains(self) -> "array[int]":
        """Fare node -> 0: where trains are not counted."""
        return array("i", [0]) * self.fare_nodes

    @cached_property
    def no_bits(self) -> tuple["array[int]", "array[int]"]:
        """Watched stations by hop and by fare node, where none is watched."""
        return (
            array("Q", bytes(16 * max(len(self.columns["system"]), 1))),
            array("Q", bytes(16 * max(self.fare_nodes, 1))),
        )

    @cached_property
    def runs(self) -> "RunLabels":
        """Labels of runs: the lists are empty, the rest is written before it is read."""
        count = self.timetable.runs
        return RunLabels(*(array("i", [-1]) * count for _ in range(3)))

    @cached_property
    def _goals(self) -> dict[int, tuple["array[int]", "array[int]"]]:
        return {}

    def _of_goal(self, station: int) -> tuple["array[int]", "array[int]"]:
        if station not in self._goals:
            t = self.timetable
            trains = self.no_trains
            if len(t.min_trips):
                found = (t.min_trips[s * t.stations + station] for s in self.stations)
                trains = array("i", found)
            on_foot = goal_times(t, self.columns["node"], station)
            self._goals[station] = (on_foot, trains)
        return self._goals[station]

    def goal_times(self, station: int) -> "array[int]":
        """Fare node -> seconds on foot to a station: 0 at it, NEVER where there is no footpath."""
        return self._of_goal(station)[0]

    def goal_trains(self, station: int) -> "array[int]":
        """Fare node -> least trains to a station, 0 where that is not known."""
        return self._of_goal(station)[1]

    @cached_property
    def nodes_at(self) -> dict[int, list[int]]:
        """Node of the timetable -> its fare nodes."""
        found: dict[int, list[int]] = {}
        for fare_node, node in enumerate(self.columns["node"]):
            found.setdefault(node, []).append(fare_node)
        return found


def fare_view(
    timetable: Timetable, book: FareBook, ic: bool = False, path: Path | None = None
) -> FareView:
    """The view of a timetable under a fare book, from the file ``path`` if it is there and whole.

    Args:
        ic: prices by IC card instead of paper tickets.
        path: None where the view is of use for a few questions only: then the bounds of a goal are
            worked out when it is asked for.
    """
    if path is None:
        return _Builder(timetable, book, ic).view(whole=False)
    with contextlib.suppress(OSError, store.Damaged):
        columns, meta = store.read_columns(path, COLUMNS)
        return FareView(timetable, book, ic, tuple(meta["systems"]), columns)
    view = _Builder(timetable, book, ic).view(whole=True)
    with contextlib.suppress(OSError):
        store.write_columns(path, view.columns, {"systems": list(view.systems)})
    return view


class _Builder:
    """Builds a view; the steps in the order they are called."""

    def __init__(self, timetable: Timetable, book: FareBook, ic: bool) -> None:
        self.t = timetable
        self.book = book
        self.ic = ic
        self.columns: dict[str, array[int]] = {name: array("i") for name in COLUMNS}
        self.systems: list[str] = []
        self.number_at: list[dict[int, int]] = []  # system: station -> number in the fare book
        self.local_of: list[dict[int, int]] = []  # system: number in the fare book -> local number
        self.fare_node: dict[tuple[int, int], int] = {}  # (node, system) -> fare node

    def view(self, whole: bool) -> FareView:
        """The view; ``whole``: with the bounds of every goal."""
        hops = self._hops()
        self._stations(hops)
        self._entries(self._rideable(hops))
        self._fare_nodes(hops)
        self._hop_columns(hops)
        self._onward()
        self._express()
        self._worst()
        if whole:
            self._bounds()
        views = {name: memoryview(column) for name, column in self.columns.items()}
        work_out = None if whole else self._bounds_of
        return FareView(self.t, self.book, self.ic, tuple(self.systems), views, work_out)

    def _hops(self) -> list[Hop]:
        """Distinct (route, charged, from call's node, to call's node, board?, alight?)."""
        t = self.t
        kinds: dict[Hop, int] = {}
        hop = self.columns["hop"]
        route_of, charged_of = t.trip_route.tolist(), t.trip_charged.tolist()
        call_trip, call_node = t.call_trip.tolist(), t.call_node.tolist()
        frm, to, nodes = t.frm.tolist(), t.to.tolist(), t.nodes
        for i, call in enumerate(t.conn_call.tolist()):
            trip = call_trip[call]
            arrives_at = to[i] if to[i] < nodes else call_node[call + 1]
            key = (route_of[trip], charged_of[trip], call_node[call], arrives_at,
                   int(frm[i] < nodes), int(to[i] < nodes))  # fmt: skip
            hop.append(kinds.setdefault(key, len(kinds)))
        return list(kinds)

    def _system(self, route: int, charged: int) -> tuple[int, bool]:
        """The system of a route (-1: no price is known) and whether it is the Shinkansen."""
        line = self.book.line(self.t.route_id[route])
        if line is None or line.system not in self.book.systems:
            return -1, False
        if (charged and not line.shinkansen) or self.book.systems[line.system].closed:
            return -1, False
        if line.system not in self.systems:
            self.systems.append(line.system)
            self.number_at.append({})
            self.local_of.append({})
        return self.systems.index(line.system), line.shinkansen

    def _stations(self, hops: list[Hop]) -> None:
        """Which stations each system has in this timetable."""
        for route, charged, a, b, _, _ in hops:
            system, _ = self._system(route, charged)
            if system < 0:
                continue
            line = self.book.line(self.t.route_id[route])
            fares = self.book.systems[self.systems[system]]
            for node in (a, b):
                station = self.t.node_station[node]
                key = (route << 32) | station
                if key in self.number_at[system]:
                    continue
                name = self.t.station_name[station]
                place = self.t.station_place[station]
                alias = line.aliases.get(name, "") if line else ""
                number = find_station(fares, alias or place or name)
                if number is None:
                    number = find_station(fares, name)
                self.number_at[system][key] = -1 if number is None else number
        for system, numbers in enumerate(self.number_at):
            for number in sorted({n for n in numbers.values() if n >= 0}):
                self.local_of[system][number] = len(self.local_of[system])

    def _tables(self, system: int) -> list[FareMatrix]:
        """The tables of a system: the ordinary one, then that with the Shinkansen."""
        return list(self.book.systems[self.systems[system]].classes.values())

    def _rideable(self, hops: list[Hop]) -> list[dict[int, set[int]]]:
        """system: local number -> those that trains of the system alone lead to.

        Elsewhere no ticket leads, whatever the fare table says (小田急 is cut at 町田 under the
        game's rules), and bounds that know it are far sharper.
        """
        onward: list[dict[int, set[int]]] = [{} for _ in self.systems]
        for route, charged, a, b, _, _ in hops:
            system, _ = self._system(route, charged)
            start, end = self._local(system, route, a), self._local(system, route, b)
            if start is not None and end is not None:
                onward[system].setdefault(start, set()).add(end)
            elif system >= 0:  # a call that the system lacks is ridden through: anything may follow
                return [{} for _ in self.systems]
        return [{n: _reached_from(n, graph) for n in graph} for graph in onward]

    def _entries(self, rideable: list[dict[int, set[int]]]) -> None:
        """Entries and their rows of prices, over the stations of this timetable."""
        c = self.columns
        for system, local_of in enumerate(self.local_of):
            c["system_first"].append(len(c["fare_row"]))
            c["system_stations"].append(len(c["system_number"]))
            c["system_number"].extend(local_of)
            numbers = list(local_of)
            tables = self._tables(system)
            first = len(c["fare_row"])
            for kind, table in enumerate(tables):
                prices = table.ic if self.ic else table.yen
                for a in numbers:
                    entry = len(c["fare_row"])
                    c["local"].append(entry - first)
                    c["fare_row"].append(len(c["fares"]))
                    leads_to = rideable[system].get(local_of[a], set(range(len(numbers))))
                    cells = (prices[a * table.count + b] for b in numbers)
                    c["fares"].extend(
                        UNKNOWN if yen < 0 or n not in leads_to else yen
                        for n, yen in enumerate(cells)
                    )
                    c["fares"][-len(numbers) + local_of[a]] = UNKNOWN  # to where it began: none
                    c["fares"].append(UNKNOWN)
                    has_joint = kind == 0 and len(tables) > 1
                    c["joint"].append(entry + len(numbers) if has_joint else entry)
            saves = _two_may_be_cheaper(c, first, len(numbers))
            c["same"].extend([saves] * (len(numbers) * len(tables)))
        c["system_first"].append(len(c["fare_row"]))
        c["system_stations"].append(len(c["system_number"]))

    def _fare_nodes(self, hops: list[Hop]) -> None:
        c = self.columns
        for route, charged, a, b, _, _ in hops:
            system, _ = self._system(route, charged)
            for node in (a, b):
                local = self._local(system, route, node)
                if local is None or (node, system) in self.fare_node:
                    continue
                self.fare_node[node, system] = len(c["node"])
                c["node"].append(node)
                c["node_system"].append(system)
                c["node_exit"].append(local)
                c["fresh"].append(c["system_first"][system] + local)

    def _local(self, system: int, route: int, node: int) -> int | None:
        """The local number of a node's station in a system, as the route calls it."""
        if system < 0:
            return None
        number = self.number_at[system][(route << 32) | self.t.node_station[node]]
        return self.local_of[system].get(number)

    def _hop_columns(self, hops: list[Hop]) -> None:
        c = self.columns
        for route, charged, a, b, board, alight in hops:
            system, fast = self._system(route, charged)
            start, end = self._local(system, route, a), self._local(system, route, b)
            border = self.fare_node.get((a, system), -1)
            reached = self.fare_node.get((b, system), -1)
            c["system"].append(system)
            c["frm"].append(border if board else -1)
            c["to"].append(reached if alight else -1)
            count = len(self.local_of[system]) if system >= 0 else 0
            c["exit_at"].append(count if end is None else end)
            c["entry_at"].append(-1 if start is None else c["system_first"][system] + start)
            c["border"].append(border)
            c["rails"].append(int(fast))
            c["hop_route"].append(route)
            c["hop_from"].append(self.t.node_station[a])
            c["hop_to"].append(self.t.node_station[b])

    def _onward(self) -> None:
        """What an arrival at a fare node leads to: other systems close the ticket, walks too."""
        t, c = self.t, self.columns
        at: dict[int, list[int]] = {}
        for (node, _), fare_node in self.fare_node.items():
            at.setdefault(node, []).append(fare_node)
        for (node, system), fare_node in self.fare_node.items():
            ways = [(n, t.change[node], int(n == fare_node)) for n in at[node]]
            for e in range(t.walk_first[node], t.walk_first[node + 1]):
                other = t.walk_to[e]
                inside = t.node_station[other] == t.node_station[node]
                ways += [
                    (n, t.walk_time[e], int(inside and c["node_system"][n] == system))
                    for n in at.get(other, ())
                ]
            ways.sort(key=lambda way: (way[0] != fare_node, not way[2]))
            c["onward_first"].append(len(c["onward_to"]))
            c["onward_to"].extend(n for n, _, _ in ways)
            c["onward_time"].extend(seconds for _, seconds, _ in ways)
            c["onward_keep"].extend(keep for _, _, keep in ways)
        c["onward_first"].append(len(c["onward_to"]))

    def _express(self) -> None:
        """Express charges between the stations of the system that has two tables (jr)."""
        c = self.columns
        system = next((s for s in range(len(self.systems)) if len(self._tables(s)) > 1), None)
        if system is None or SHINKANSEN not in self.book.systems:
            c["express"].append(UNKNOWN)
            return
        rails = self.book.systems[SHINKANSEN]
        table = rails.classes["express"]
        places = self.book.systems[self.systems[system]].places
        numbers = [rails.index.get(places[n]) for n in self.local_of[system]]
        prices = table.ic if self.ic else table.yen
        for a in numbers:
            for b in numbers:
                cell = -1 if a is None or b is None or a == b else prices[a * table.count + b]
                c["express"].append(UNKNOWN if cell < 0 else cell)

    def _worst(self) -> None:
        c = self.columns
        fares = memoryview(c["fares"])
        saves_at = {n for (n, s) in self.fare_node if c["same"][c["system_first"][s]]}
        for system, local_of in enumerate(self.local_of):
            stations, first = len(local_of), c["system_first"][system]
            entries = c["system_first"][system + 1] - first
            start = len(c["worst"])
            c["row"].extend(start + e * entries for e in range(entries))
            c["worst"].extend([0] * (entries * entries))
            # who must pass somewhere first may well come back to where the ticket began
            reentry = array("i", [int("passing" in self.t.meta)]) * stations
            for node, s in self.fare_node:
                if s == system and self._others_save(node, system, saves_at):
                    reentry[c["node_exit"][self.fare_node[node, s]]] = 1
            rows = memoryview(c["fare_row"])[first : first + entries]
            kinds = entries // stations if stations else 1
            whole = memoryview(c["worst"])
            kernels_bounds.differences(fares, rows, stations, kinds, reentry, whole, start)
            whole.release()

    def _others_save(self, node: int, system: int, saves_at: set[int]) -> bool:
        """Whether another system there has pairs for which two tickets cost less than one."""
        c = self.columns
        return node in saves_at and any(
            s != system and n == node and c["same"][c["system_first"][s]] for n, s in self.fare_node
        )

    def _bounds(self) -> None:
        """Least fares and times to every station, one row each."""
        c = self.columns
        goals = 0
        for station in range(self.t.stations):
            bounds = self._bounds_of(station)
            c["goal_row"].append(-1 if bounds is None else goals)
            if bounds is not None:
                goals += 1
                c["least_fare"].extend(bounds.least_fare)
                c["least_loose"].extend(bounds.least_loose)
                c["least_time"].extend(bounds.least_time)

    def _bounds_of(self, station: int) -> Bounds | None:
        """Least fares and times to a station; None where no train of known price leads."""
        if station not in self._served:
            return None
        views = self._read_by_bounds
        goal = goal_times(self.t, views["node"], station)
        rows = []
        for loose in (0, 1):
            least = array("i", [0]) * len(views["fare_row"])
            work = array("i", [0]) * len(goal), array("i", [0]) * len(goal)
            kernels_bounds.least_fares(
                views["fares"], views["fare_row"], views["fresh"], views["node_exit"],
                views["node_system"], views["system_first"], self._cheapest_express,
                views["joint"], *self._into, goal, *work, least, loose,
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
                for other in range(len(self.systems)):
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
        return array(
            "i", [least if len(self._tables(s)) > 1 else 0 for s in range(len(self.systems))]
        )

    @cached_property
    def _least_rides(self) -> tuple["array[int]", "array[int]", "array[int]"]:
        """node -> (nodes a hop or footpath comes from, least seconds): three columns."""
        t = self.t
        least: dict[tuple[int, int], int] = {}
        dep, arr = t.dep.tolist(), t.arr.tolist()
        calls, node = t.conn_call.tolist(), t.call_node.tolist()
        to, nodes = t.to.tolist(), t.nodes
        for i, call in enumerate(calls):
            key = (to[i] if to[i] < nodes else node[call + 1], node[call])
            if arr[i] - dep[i] < least.get(key, NEVER):
                least[key] = arr[i] - dep[i]
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
        goal = array("i", [int(s == station) for s in t.node_station])
        queue, queued, least = (array("i", [0]) * t.nodes for _ in range(3))
        kernels_bounds.least_times(*self._least_rides, goal, queue, queued, least)
        return array("i", [least[node] for node in self.columns["node"]])


_READ_BY_BOUNDS = (
    "fares", "fare_row", "fresh", "node_exit", "node_system", "system_first", "joint", "node",
)  # fmt: skip


def _reached_from(start: int, onward: Mapping[int, set[int]]) -> set[int]:
    found: set[int] = set()
    todo = [start]
    while todo:
        for end in onward.get(todo.pop(), ()):
            if end not in found:
                found.add(end)
                todo.append(end)
    return found


def goal_times(t: Timetable, node: Sequence[int] | Ints, station: int) -> "array[int]":
    """fare node -> seconds on foot to a station: 0 at it, NEVER where there is no footpath."""
    on_foot = dict.fromkeys(t.nodes_of(station), 0)
    for end in t.nodes_of(station):
        for e in range(t.back_first[end], t.back_first[end + 1]):
            begin = t.back_from[e]
            on_foot[begin] = min(on_foot.get(begin, NEVER), t.back_time[e])
    return array("i", [on_foot.get(n, NEVER) for n in node])


def _two_may_be_cheaper(c: Mapping[str, "array[int]"], first: int, stations: int) -> int:
    """Whether some ticket costs more than two over a station between (not sub-additive)."""
    cells = c["fares"]
    rows = [cells[c["fare_row"][e] :][:stations] for e in range(first, first + stations)]
    for a in range(stations):
        for m in range(stations):
            half = rows[a][m]
            if m == a or half >= UNKNOWN:
                continue
            for b in range(stations):
                if b not in {a, m} and half + rows[m][b] < rows[a][b]:
                    return 1
    return 0
