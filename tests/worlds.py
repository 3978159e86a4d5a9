"""Small worlds: timetables in a mini-language, and random ones rich enough to break a search.

    world("A 8:00 B 8:05/8:06 C 8:20", "B 8:10 C 8:12", walks="A C 4", change={"B": 3})

Each text is a trip: stations and times (arrival/departure); ``8:05|`` no boarding there, ``|8:05``
no alighting. ``+`` before a trip: the train goes on as it from the trip before.
"""

import random
from dataclasses import dataclass, field

import numpy as np

from planner.timetable.draft import Draft, Places, Routes, Trips
from planner.units import parse_time


@dataclass
class Stop:
    node: int
    arr: int
    dep: int
    board: bool = True
    alight: bool = True


@dataclass
class World:
    """Plain lists that the slow twins read, and that ``draft`` turns into arrays."""

    stations: list[str]
    node_station: list[int]
    change: list[int]
    walks: list[tuple[int, int, int]] = field(default_factory=list)
    trips: list[list[Stop]] = field(default_factory=list)
    stays: list[tuple[int, int]] = field(default_factory=list)
    routes: list[str] = field(default_factory=lambda: ["L"])
    trip_route: list[int] = field(default_factory=list)
    charged: list[bool] = field(default_factory=list)
    inside: list[bool] | None = None

    def nodes_of(self, station: int) -> list[int]:
        return [n for n, s in enumerate(self.node_station) if s == station]

    def route_of(self, trip: int) -> int:
        return self.trip_route[trip] if self.trip_route else 0

    def draft(self) -> Draft:
        calls = [(t, stop) for t, trip in enumerate(self.trips) for stop in trip]
        ints = lambda values: np.array(list(values), np.int32)  # noqa: E731
        flags = lambda values: np.array(list(values), np.bool_)  # noqa: E731
        count = len(self.trips)
        inside = None if self.inside is None else flags(self.inside)
        return Draft(
            Places(self.stations, ints(self.node_station), ints(self.change), self.walks, inside),
            Trips(
                ints(t for t, _ in calls),
                ints(s.node for _, s in calls),
                ints(s.arr for _, s in calls),
                ints(s.dep for _, s in calls),
                flags(s.board for _, s in calls),
                flags(s.alight for _, s in calls),
                ints(self.trip_route or [0] * count),
                flags(self.charged or [False] * count),
                [f"t{t}" for t in range(count)],
                ["local"] * count,
                [self.stations[self.node_station[t[-1].node]] if t else "" for t in self.trips],
                self.stays,
            ),
            Routes(self.routes, self.routes, ["R"] * len(self.routes)),
        )


def world(*trips: str, walks: str = "", change: dict[str, int] | None = None) -> World:
    """A world from texts: see the module's docstring. Walks and change times in minutes."""
    names = sorted({word for trip in trips for word in trip.removeprefix("+").split()[::2]})
    names += [n for n in walks.split() if n not in names and not n.isdigit()]
    at = {name: i for i, name in enumerate(names)}
    seconds = [60 * (change or {}).get(name, 0) for name in names]
    made = World(names, list(range(len(names))), seconds)
    words = walks.split()
    for a, b, minutes in zip(words[::3], words[1::3], words[2::3], strict=True):
        made.walks += [(at[a], at[b], 60 * int(minutes)), (at[b], at[a], 60 * int(minutes))]
    for text in trips:
        words = text.removeprefix("+").split()
        stops = []
        for name, times in zip(words[::2], words[1::2], strict=True):
            arr, _, dep = times.strip("|").partition("/")
            stops.append(
                Stop(
                    at[name],
                    parse_time(arr),
                    parse_time(dep or arr),
                    board=not times.endswith("|"),
                    alight=not times.startswith("|"),
                )
            )
        if text.startswith("+"):
            made.stays.append((len(made.trips) - 1, len(made.trips)))
        made.trips.append(stops)
    return made


def random_world(seed: int) -> World:
    """Equal minutes, overtaking, loops, zero-minute hops, splits, walks, several nodes."""
    r = random.Random(seed)
    stations = r.randint(2, 7)
    node_station = [s for s in range(stations) for _ in range(r.choice([1, 1, 1, 2]))]
    nodes = len(node_station)
    plain = r.random() < 0.4  # the game's rules: one node a station, no change time, no walks
    if plain:
        node_station, nodes = list(range(stations)), stations
    change = [0 if plain else r.choice([0, 0, 60, 180]) for _ in range(nodes)]
    made = World([chr(65 + s) for s in range(stations)], node_station, change)
    if not plain:
        pairs = {(a, b) for a in range(nodes) for b in range(nodes) if a != b}
        for a, b in r.sample(sorted(pairs), min(len(pairs), r.randint(0, 6))):
            made.walks.append((a, b, r.choice([0, 60, 60, 120, 300])))
    span = r.choice([5, 12, 30])
    for _ in range(r.randint(1, 12)):
        made.trips.append(_random_trip(r, nodes, span))
    for _ in range(r.randint(0, 4)):
        _random_stay(r, made, span)
    return made


def _random_trip(r: random.Random, nodes: int, span: int, start: int | None = None) -> list[Stop]:
    length = r.randint(2, 5)
    at = r.randrange(nodes) if start is None else start
    time = 60 * r.randint(0, span)
    stops = []
    for _ in range(length):
        arr = time
        dep = arr + 60 * r.choice([0, 0, 0, 1])
        free = r.random() < 0.93
        stops.append(Stop(at, arr, dep, free or r.random() < 0.5, free or r.random() < 0.5))
        time = dep + 60 * r.choice([0, 0, 1, 1, 2, 4])
        at = r.choice([n for n in range(nodes) if n != at] or [at])
    return stops


def _random_stay(r: random.Random, made: World, span: int) -> None:
    before = r.randrange(len(made.trips))
    last = made.trips[before][-1]
    same = made.nodes_of(made.node_station[last.node])
    after = _random_trip(r, len(made.node_station), span, start=r.choice(same))
    shift = last.arr + 60 * r.choice([0, 0, 1]) - after[0].dep
    for stop in after:
        stop.arr += shift
        stop.dep += shift
    after[0].arr = after[0].dep
    made.stays.append((before, len(made.trips)))
    made.trips.append(after)
    if r.random() < 0.3 and len(made.trips) > 2:  # another part joins here too
        other = r.randrange(len(made.trips) - 1)
        end = made.trips[other][-1]
        if made.node_station[end.node] == made.node_station[after[0].node]:
            made.stays.append((other, len(made.trips) - 1))
