"""Random worlds with prices: several systems, tables of every kind, lines with expresses."""

import datetime as dt
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest import mock

import numpy as np

from planner.fares import quote as quote_module
from planner.fares.lines import FareLine, Stretch
from planner.fares.matrix import FareBook, FareMatrix, SystemFares
from planner.fares.walks import SHINKANSEN, shortest
from tests.worlds import Stop, World

DATE = dt.date(2026, 11, 30)


class Priced:
    """A world, its lines (route -> stations in order) and its fare book."""

    def __init__(
        self,
        world: World,
        lines: list[list[int]],
        systems: list[int],
        book: FareBook,
        fast: int | None = None,
    ):
        self.world = world
        self.stated = False
        self.discounts = False
        self.lines = lines
        self.systems = systems
        fare_lines = {
            world.routes[r]: FareLine(world.routes[r], f"s{systems[r]}", (Stretch(f"line{r}"),))
            for r in range(len(lines))
            if systems[r] >= 0
        }
        if fast is not None:  # this line is a Shinkansen
            route = world.routes[fast]
            fare_lines[route] = replace(
                fare_lines[route], stretches=(Stretch(SHINKANSEN),), shinkansen=True
            )
        self.book = replace(book, lines=fare_lines)

    @contextmanager
    def prices(self) -> Iterator[None]:
        """Quotes and searches take this world's prices."""
        with mock.patch.object(quote_module, "fares_on", return_value=self.book):
            yield


def random_priced(seed: int) -> Priced:
    """Lines with locals and expresses in both directions, loops, through trains over borders."""
    r = random.Random(seed)
    stations = r.randint(3, 6)
    names = [chr(65 + s) for s in range(stations)]
    lines = [
        r.sample(range(stations), r.randint(2, min(stations, 4))) for _ in range(r.randint(2, 4))
    ]
    count = r.randint(1, 3)
    systems = [r.choice([*range(count), *range(count), -1] if r.random() < 0.2 else range(count))
               for _ in lines]  # fmt: skip
    plain = r.random() < 0.6
    change = [0 if plain else r.choice([0, 60]) for _ in names]
    world = World(names, list(range(stations)), change, routes=[f"r{i}" for i in range(len(lines))])
    if not plain:
        for _ in range(r.randint(0, 2)):
            a, b = r.sample(range(stations), 2)
            world.walks.append((a, b, r.choice([60, 120])))
        world.walks = _closed_walks(world.walks)
    for _ in range(r.randint(3, 8)):
        route = r.randrange(len(lines))
        _add_trip(r, world, route, lines[route])
    for _ in range(r.randint(0, 3)):
        _go_on(r, world, lines)
    return Priced(world, lines, systems, _book(r, world, lines, systems, count))


def _closed_walks(walks: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """With walking on from one to the next, as feeds are compiled."""
    least = {(a, b): s for a, b, s in sorted(walks, reverse=True)}
    for _ in range(3):
        for (a, b), s in list(least.items()):
            for (c, d), t in list(least.items()):
                if b == c and a != d:
                    least[a, d] = min(s + t, least.get((a, d), s + t))
    return [(a, b, s) for (a, b), s in sorted(least.items())]


def _add_trip(r: random.Random, world: World, route: int, line: list[int]) -> None:
    way = line if r.random() < 0.5 else line[::-1]
    start = r.randrange(len(way) - 1)
    end = r.randint(start + 1, len(way) - 1)
    calls = [s for i, s in enumerate(way[start : end + 1])
             if i in {0, end - start} or r.random() < 0.6]  # fmt: skip
    time, stops = 60 * r.randint(0, 20), []
    for s in calls:
        dep = time + 60 * r.choice([0, 0, 1])
        stops.append(Stop(s, time, dep))
        time = dep + 60 * r.choice([0, 1, 1, 2, 3])
    world.trips.append(stops)
    world.trip_route.append(route)


def _go_on(r: random.Random, world: World, lines: list[list[int]]) -> None:
    """A train that goes on over another line (or back over its own) from where it ends."""
    before = r.randrange(len(world.trips))
    end = world.trips[before][-1]
    options = [(n, line) for n, line in enumerate(lines) if end.node in line]
    route, line = r.choice(options)
    at = line.index(end.node)
    way = r.choice([w for w in (line[at:], line[at::-1]) if len(w) > 1] or [[]])
    if not way:
        return
    time, stops = end.arr + 60 * r.choice([0, 1]), []
    for s in way[: r.randint(2, len(way))]:
        stops.append(Stop(s, time, time))
        time += 60 * r.choice([0, 1, 2])
    world.stays.append((before, len(world.trips)))
    world.trips.append(stops)
    world.trip_route.append(route)


def _book(
    r: random.Random, world: World, lines: list[list[int]], systems: list[int], count: int
) -> FareBook:
    made = {}
    for s in range(count):
        own = [n for n, system in enumerate(systems) if system == s]
        stations = sorted({x for n in own for x in lines[n]})
        number = {x: i for i, x in enumerate(stations)}
        edges = [
            [number[a], number[b], 10 * r.randint(1, 3), k, 0]
            for k, n in enumerate(own)
            for a, b in zip(lines[n], lines[n][1:], strict=False)
        ]
        table = _table(r, edges, len(stations))
        made[f"s{s}"] = SystemFares(
            f"s{s}", f"s{s}", f"s{s}",
            tuple(world.stations[x] for x in stations), tuple(world.stations[x] for x in stations),
            b"\1" * len(stations), False, {}, [], edges, [f"line{n}" for n in own], {},
            {"base": FareMatrix("base", len(stations), table, table,
                                memoryview(np.zeros(len(stations) ** 2, np.int16)),
                                memoryview(np.zeros(len(stations) ** 2, np.uint16)), [[]])},
        )  # fmt: skip
    return FareBook("2026-03-14", made, [0, 0], [0, 0], memoryview(b""))


def _table(r: random.Random, edges: list[list[int]], size: int) -> memoryview:
    """By distance; or with specials, holes, asymmetry, pairs for which two tickets cost less."""
    graph: dict[int, list[tuple[int, int, int]]] = {}
    for a, b, km, _, _ in edges:
        graph.setdefault(a, []).append((b, km, 0))
        graph.setdefault(b, []).append((a, km, 0))
    kind = r.choice(["distance", "distance", "wild", "specials"])
    yen = np.full((size, size), -1, np.int32)
    for a in range(size):
        for b in range(size):
            found = shortest(graph, a, b)
            if a == b:
                yen[a, b] = 0
            elif found:
                steps = len(found) - 1
                yen[a, b] = 100 + 40 * steps if kind != "wild" else 10 * r.randint(5, 40)
                if kind == "specials" and r.random() < 0.3:
                    yen[a, b] += r.choice([-60, -30, 50, 120])
                if r.random() < 0.04:
                    yen[a, b] = -1
    return memoryview(yen.reshape(-1)).cast("B").cast("i")


def random_stated(seed: int) -> Priced:
    """Such a world in which a change inside a system is charged as a feed's own fares may say."""
    priced = random_priced(seed)
    r = random.Random(-1 - seed)
    systems = {
        name: replace(system, rules={"changes": r.choice(["new ticket", "unknown", "one ticket"])})
        for name, system in priced.book.systems.items()
    }
    book = replace(priced.book, systems=systems)
    made = Priced(priced.world, priced.lines, priced.systems, book)
    made.stated = True  # nobody gets off a train and on again for another ticket
    return made


def random_discounted(seed: int) -> Priced:
    """Such a world with transfer discounts between its systems."""
    priced = random_priced(seed)
    r = random.Random(-1 - seed)
    names = list(priced.book.systems)
    rows = []
    for _ in range(r.randint(1, 3) if len(names) > 1 else 0):
        one, other = r.sample(names, 2)
        a, b = (priced.book.systems[name].places for name in (one, other))
        shared = sorted(set(a) & set(b))
        if shared:
            rows.append({
                "systems": [one, other], "at": r.choice(shared), "yen": 20, "source": "",
                "stations_a": r.sample(a, r.randint(1, len(a))),
                "stations_b": r.sample(b, r.randint(1, len(b))),
            })  # fmt: skip
    book = replace(priced.book)
    book.__dict__["discounts"] = rows
    made = Priced(priced.world, priced.lines, priced.systems, book)
    made.book.__dict__["discounts"] = rows
    made.discounts = True
    return made


def random_fast(seed: int) -> Priced:
    """Such a world in which one line of the first system is a Shinkansen: a ticket with a ride on
    it costs what its km cost, and each ride an express charge."""
    priced = random_priced(seed)
    r = random.Random(-1 - seed)
    world, lines, systems = priced.world, priced.lines, priced.systems
    own = [n for n, system in enumerate(systems) if system == 0]
    if not own:
        return priced
    fast = r.choice(own)
    routes = world.trip_route
    world.stays = [(a, b) for a, b in world.stays if (routes[a] == fast) == (routes[b] == fast)]
    old = priced.book.systems["s0"]
    names = [SHINKANSEN if n == fast else f"line{n}" for n in own]
    edges = [[a, b, 5 * r.randint(1, 9), k, r.choice([0, 0, 1])] for a, b, _, k, _ in old.edges]
    tables = {"basis": _bands(r, 60), "addon": _bands(r, 15)}
    if r.random() < 0.3:
        tables = {"kansen": tables["basis"]}
    least = _least_by_km(edges, old.count, names.index(SHINKANSEN), tables)
    if r.random() < 0.3:  # the bound need not be tight
        least -= np.where(least > 60, r.choice([10, 30, 50]), 0).astype(np.int32)
    joint = _matrix("joint", least)
    jr = replace(
        old, edges=edges, lines=names, rules={"joint": tables},
        classes={**old.classes, "joint": joint},
    )  # fmt: skip
    stops = tuple(world.stations[n] for n in lines[fast])
    charge = np.array([[r.choice([60, 100, 100, 150, -1]) for _ in stops] for _ in stops], np.int32)
    rails = replace(
        old, name="shinkansen", stations=stops, places=stops, kanagawa=b"\1" * len(stops),
        edges=[], lines=[], classes={"shinkansen": _matrix("a", charge),
                                     "express": _matrix("express", charge)},
    )  # fmt: skip
    book = replace(priced.book, systems={**priced.book.systems, "s0": jr, "shinkansen": rails})
    return Priced(world, lines, systems, book, fast)


def _bands(r: random.Random, step: int) -> list:
    """Yen by km, the further the dearer; beyond the last band there is no price."""
    yen, bands = 0, []
    for km in range(1, r.choice([6, 12, 12])):
        yen += step * r.randint(0, 2)
        item = {"yen": yen, "ic": None, "what": "", "since": "", "source": "",
                "confidence": "sourced", "ic_confidence": "sourced"}  # fmt: skip
        bands.append([km, item])
    return bands


def _least_by_km(edges: list, size: int, fast: int, tables: dict) -> np.ndarray:
    """The least price of any way without a repeated station that rides the Shinkansen; -1: none."""
    steps: dict[tuple[int, int, bool], tuple[int, int]] = {}
    for a, b, km, line, central in edges:
        for one, other in ((a, b), (b, a)):
            key = one, other, line == fast
            steps[key] = min(steps.get(key, (km, central)), (km, central))
    yen = np.full((size, size), -1, np.int32)

    def cost(total: int, east: int) -> int | None:
        price = 0
        for name, km in (("kansen", total), ("basis", total), ("addon", east)):
            if name in tables and km:
                found = [item["yen"] for to, item in tables[name] if -(-km // 10) <= to]
                if not found:
                    return None
                price += found[0]
        return price

    def go(walk: list[int], total: int, east: int, rode: bool) -> None:
        price = cost(total, east)
        start, end = walk[0], walk[-1]
        if rode and price is not None and (yen[start, end] < 0 or price < yen[start, end]):
            yen[start, end] = price
        for (a, b, on_rails), (km, central) in steps.items():
            if a == end and b not in walk:
                more = 0 if central or on_rails else km
                go([*walk, b], total + km, east + more, rode or on_rails)

    for a in range(size):
        go([a], 0, 0, False)
    return yen


def _matrix(name: str, yen: np.ndarray) -> FareMatrix:
    cells = memoryview(np.ascontiguousarray(yen, np.int32).reshape(-1)).cast("B").cast("i")
    count = len(yen)
    return FareMatrix(
        name, count, cells, cells, memoryview(np.zeros(count**2, np.int16)),
        memoryview(np.zeros(count**2, np.uint16)), [[]],
    )  # fmt: skip
