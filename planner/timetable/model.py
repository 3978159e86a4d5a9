"""The compiled timetable of one service day: columns of whole numbers in scan order."""

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

NEVER = 2**31 - 1
"""The time of what does not happen (int32 max)."""

Ints = memoryview  # of int32
"""A column: any buffer of int32, usually a part of a memory-mapped file."""

COLUMNS = {
    # places. A node is where trains meet with one change time; a station is one or several nodes.
    "node_station": "node -> station",
    "change": "node -> seconds to change trains there (and two 0 for the nodes of frm and to)",
    "station_first_node": "station -> its first place in station_nodes (one more at the end)",
    "station_nodes": "-> node",
    "walk_first": "node -> its first footpath (three more at the end)",
    "walk_to": "footpath -> node it leads to",
    "walk_time": "footpath -> seconds, change time included",
    "back_first": "node -> its first footpath by where it leads to (three more at the end)",
    "back_from": "such a footpath -> node it comes from",
    "back_time": "such a footpath -> seconds",
    "station_lat": "station -> latitude, 1e-6 degrees",
    "station_lon": "station -> longitude, 1e-6 degrees",
    "station_inside": "station -> 1 where the rules allow to be there",
    # connections, by departure; those of no duration first, each before what it makes possible
    "dep": "connection -> departure, service seconds",
    "arr": "connection -> arrival, service seconds",
    "frm": "connection -> node of departure (the node count where boarding is forbidden)",
    "to": "connection -> node of arrival (the node count + 1 where alighting is forbidden)",
    "run": "connection -> run",
    "conn_call": "connection -> call it departs from",
    "minute_first": "minute of the service day -> first connection at or after it",
    # regions: see regions.py
    "node_region": "node -> region (and two 0 as in change)",
    "early_order": "connections by minute, then by the region they depart from: -> connection",
    "early_first": "minute * regions + region -> its first place in early_order (one more)",
    "late_order": "connections by minute, then by the region they lead to: -> connection",
    "late_first": "minute * regions + region -> its first place in late_order (one more)",
    # runs: a train from end to end, its through sections joined. Calls of a run lie side by side.
    "run_first_call": "run -> its first call (one more at the end)",
    "call_node": "call -> node of departure",
    "call_arr": "call -> arrival, service seconds (departure at the first call)",
    "call_dep": "call -> departure, service seconds (arrival at the last call)",
    "call_trip": "call -> trip of the hop that departs there (of the last hop at the last call)",
    "call_conn": "call -> connection that departs there (-1 at the last call)",
    # trips and routes as the feed has them
    "trip_route": "trip -> route",
    "trip_charged": "trip -> 1 where a surcharge is needed",
}
TEXTS = {
    "station_name": "station -> Japanese name",
    "station_place": "station -> id in the station book, or empty",
    "station_en": "station -> English name, or empty",
    "station_kana": "station -> kana, or empty",
    "trip_id": "trip -> trip_id of the feed",
    "trip_train": "trip -> train type and name",
    "trip_headsign": "trip -> headsign",
    "route_id": "route -> route_id of the feed",
    "route_name": "route -> Japanese name",
    "route_en": "route -> English name, or empty",
    "route_operator": "route -> Japanese name of the company",
    "route_color": "route -> six hexadecimal digits, or empty",
}


class Texts:
    """A list of strings that lie in one buffer; each is decoded when it is asked for."""

    def __init__(self, offsets: Ints, blob: memoryview) -> None:
        self._offsets = offsets
        self._blob = blob

    @property
    def parts(self) -> tuple[Ints, memoryview]:
        """Where each begins and the last one ends, and all of them as UTF-8."""
        return self._offsets, self._blob

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __getitem__(self, index: int) -> str:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return str(self._blob[self._offsets[index] : self._offsets[index + 1]], "utf-8")

    def repeated(self, times: int) -> "Texts":
        """The same list so many times, end to end."""
        ends, size = self._offsets[1:].tolist(), len(self._blob)
        offsets = array("i", [0, *(end + turn * size for turn in range(times) for end in ends)])
        return Texts(memoryview(offsets), memoryview(bytes(self._blob) * times))


@dataclass(frozen=True, eq=False)  # one is itself: what is made of it is kept by it
class Timetable:
    """Columns by the names of ``COLUMNS`` and texts by those of ``TEXTS``.

    ``min_trips[a * stations + b]`` is the least number of trains from station a to b, times ignored
    (255: never; the empty buffer: not known). ``meta`` says where it comes from.
    """

    columns: Mapping[str, Ints]
    texts: Mapping[str, Texts]
    min_trips: memoryview
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        for parts in (self.__dict__["columns"], self.__dict__["texts"]):
            if name in parts:
                self.__dict__[name] = found = parts[name]  # not asked for again
                return found
        raise AttributeError(name)

    def __repr__(self) -> str:
        return (
            f"<Timetable {self.meta.get('feed', '?')} {self.meta.get('day', '?')}: "
            f"{self.stations} stations, {self.runs} runs, {self.connections} connections>"
        )

    @cached_property
    def stations(self) -> int:
        """How many stations."""
        return len(self.columns["station_first_node"]) - 1

    @cached_property
    def nodes(self) -> int:
        """How many nodes."""
        return len(self.columns["node_station"])

    @cached_property
    def runs(self) -> int:
        """How many runs."""
        return len(self.columns["run_first_call"]) - 1

    @cached_property
    def connections(self) -> int:
        """How many connections."""
        return len(self.columns["dep"])

    @cached_property
    def regions(self) -> int:
        """How many regions, region 0 counted."""
        return int(max(self.columns["node_region"])) + 1

    def nodes_of(self, station: int) -> list[int]:
        """The nodes of a station."""
        first = self.columns["station_first_node"]
        return self.columns["station_nodes"][first[station] : first[station + 1]].tolist()

    def first_departing(self, time: int) -> int:
        """The first connection that departs at or after a time (service seconds)."""
        dep, minutes = self.columns["dep"], self.columns["minute_first"]
        minute = max(time, 0) // 60
        if minute >= len(minutes):
            return len(dep)
        index = minutes[minute]
        while index < len(dep) and dep[index] < time:
            index += 1
        return int(index)
