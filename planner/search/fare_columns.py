"""The columns of a fare view, built from a timetable and a fare book."""

from array import array
from collections.abc import Mapping

from planner.fares.book import NOT_READ, ONE_TICKET
from planner.fares.matrix import FareBook, FareMatrix, find_station
from planner.fares.tickets import SHINKANSEN
from planner.search import kernels_bounds
from planner.search.fare_bounds import FareBounds
from planner.search.fare_view import COLUMNS, FareView
from planner.search.passes import passes
from planner.search.records import UNKNOWN
from planner.search.reductions import Reductions, fill, reductions
from planner.timetable.model import Timetable

Hop = tuple[int, int, int, int, int, int]
"""route, surcharge, node of departure and arrival, may one board, may one alight."""


class FareColumns:
    """Builds a view; the steps in the order they are called."""

    def __init__(
        self, timetable: Timetable, book: FareBook, ic: bool, discounts: bool = False
    ) -> None:
        self.t = timetable
        self.book = book
        self.ic = ic
        self.discounts = discounts
        self.less = Reductions()
        self.columns: dict[str, array[int]] = {name: array("i") for name in COLUMNS}
        self.systems: list[str] = []
        self.number_at: list[dict[int, int]] = []  # system: station -> number in the fare book
        self.local_of: list[dict[int, int]] = []  # system: number in the fare book -> local number
        self.fare_node: dict[tuple[int, int], int] = {}  # (node, system) -> fare node
        self.rides: dict[tuple[int, int], int] = {}  # (to node, from node) -> least seconds

    def view(self, whole: bool) -> FareView:
        """The view; ``whole``: with the bounds of every goal."""
        hops = self._hops()
        self._stations(hops)
        if self.discounts:
            self.less = reductions(self.book, self.systems, self.local_of)
        self._entries(self._rideable(hops))
        self._fare_nodes(hops)
        fill(
            self.less, self.columns, [len(local_of) for local_of in self.local_of],
            [len(self._tables(s)) for s in range(len(self.systems))],
        )  # fmt: skip
        self._hop_columns(hops)
        self._onward()
        self._hop_groups()
        self._express()
        self._worst()
        self._passes()
        bounds = FareBounds(
            self.t, self.columns, self.fare_node, self.rides, self._express_systems()
        )
        if whole:
            bounds.fill()
        views = {name: memoryview(column) for name, column in self.columns.items()}
        work_out = None if whole else bounds.of
        return FareView(
            self.t, self.book, self.ic, tuple(self.systems), views, work_out, self.discounts
        )

    def _express_systems(self) -> list[bool]:
        """system -> has it a table of its own for tickets with the Shinkansen."""
        return [len(self._tables(s)) > 1 for s in range(len(self.systems))]

    def _hops(self) -> list[Hop]:
        """Distinct (route, charged, from call's node, to call's node, board?, alight?).

        Also the least seconds of each pair of nodes, in ``rides``.
        """
        t = self.t
        numbers: dict[int, int] = {}  # kind of hop as one whole number -> its number
        hop, quickest = self.columns["hop"], list[int]()
        nodes, call_node = t.nodes, t.call_node.tolist()
        line = [2 * r + c for r, c in zip(t.trip_route, t.trip_charged, strict=True)]
        begin = [line[trip] * nodes + n for trip, n in zip(t.call_trip, call_node, strict=True)]
        whole = (t.conn_call, t.frm, t.to, t.dep, t.arr)
        for call, frm, to, dep, arr in zip(*whole, strict=True):
            end = to if to < nodes else call_node[call + 1]
            kind = (begin[call] * nodes + end) * 4 + 2 * (frm < nodes) + (to < nodes)
            number = numbers.setdefault(kind, len(quickest))
            hop.append(number)
            if number == len(quickest):
                quickest.append(arr - dep)
            elif arr - dep < quickest[number]:
                quickest[number] = arr - dep
        hops = [_hop(kind, nodes) for kind in numbers]
        for (_, _, a, b, _, _), seconds in zip(hops, quickest, strict=True):
            self.rides[b, a] = min(seconds, self.rides.get((b, a), seconds))
        return hops

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
            tables, more = self._tables(system), self.less.more(system)
            first = len(c["fare_row"])
            for kind, table in enumerate(tables):
                prices = table.ic if self.ic else table.yen
                for a, less in [
                    *((a, {}) for a in numbers),
                    *((numbers[local], less) for local, less in more),
                ]:
                    entry = len(c["fare_row"])
                    c["local"].append(entry - first)
                    c["fare_row"].append(len(c["fares"]))
                    leads_to = rideable[system].get(local_of[a], set(range(len(numbers))))
                    cells = (prices[a * table.count + b] for b in numbers)
                    c["fares"].extend(
                        UNKNOWN if yen < 0 or n not in leads_to else yen - less.get(n, 0)
                        for n, yen in enumerate(cells)
                    )
                    c["fares"][-len(numbers) + local_of[a]] = UNKNOWN  # to where it began: none
                    c["fares"].extend([UNKNOWN] * (len(more) + 1))  # no exits
                    has_joint = kind == 0 and len(tables) > 1
                    c["joint"].append(entry + len(numbers) + len(more) if has_joint else entry)
            saves = _two_may_be_cheaper(c, first, len(numbers))
            c["same"].extend([saves] * (len(c["fare_row"]) - first))
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
            means = self.book.change_means(self.systems[system])
            own = int(means == ONE_TICKET)
            ways = [(n, t.change[node], own * int(n == fare_node)) for n in at[node]]
            for e in range(t.walk_first[node], t.walk_first[node + 1]):
                other = t.walk_to[e]
                inside = t.node_station[other] == t.node_station[node]
                ways += [
                    (n, t.walk_time[e], own * int(inside and c["node_system"][n] == system))
                    for n in at.get(other, ())
                    if not (means == NOT_READ and inside and c["node_system"][n] == system)
                ]
            if means == NOT_READ:  # nobody knows what going on in the system costs
                ways = [way for way in ways if way[0] != fare_node]
            ways.sort(key=lambda way: (way[0] != fare_node, not way[2]))
            c["onward_first"].append(len(c["onward_to"]))
            c["onward_to"].extend(n for n, _, _ in ways)
            c["onward_time"].extend(seconds for _, seconds, _ in ways)
            c["onward_keep"].extend(keep for _, _, keep in ways)
            c["onward_group"].extend(self._group(fare_node, n) for n, _, _ in ways)
        c["onward_first"].append(len(c["onward_to"]))

    def _hop_groups(self) -> None:
        """The discounts at a border that a train runs over."""
        c = self.columns
        for border in c["border"] if self.less.groups else ():
            node = -1 if border < 0 else c["node"][border]
            for system in range(len(self.systems)):
                before = self.fare_node.get((node, system))
                c["hop_group"].append(-1 if before is None else self._group(before, border))

    def _group(self, before: int, after: int) -> int:
        """The number of the discounts at a change of systems, -1 where there are none."""
        c = self.columns
        ends = [(c["node_system"][n], c["node_exit"][n]) for n in (before, after)]
        change = (*ends[0], *ends[1])
        return self.less.groups.index(change) if change in self.less.groups else -1

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

    def _passes(self) -> None:
        c = self.columns
        c["pass_first"], c["pass_number"] = passes(self.t, self.book, self.systems, c)

    def _worst(self) -> None:
        c = self.columns
        fares = memoryview(c["fares"])
        saves_at = {n for (n, s) in self.fare_node if c["same"][c["system_first"][s]]}
        for system, local_of in enumerate(self.local_of):
            first = c["system_first"][system]
            stations = len(local_of) + len(self.less.more(system))
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


def _reached_from(start: int, onward: Mapping[int, set[int]]) -> set[int]:
    found: set[int] = set()
    todo = [start]
    while todo:
        for end in onward.get(todo.pop(), ()):
            if end not in found:
                found.add(end)
                todo.append(end)
    return found


def _hop(kind: int, nodes: int) -> Hop:
    """A hop out of the whole number that ``_hops`` makes of it."""
    ends, flags = divmod(kind, 4)
    begin, end = divmod(ends, nodes)
    line, start = divmod(begin, nodes)
    return line // 2, line % 2, start, end, flags // 2, flags % 2


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
