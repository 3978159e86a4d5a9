"""Declared routes carried out with nothing but the files: CSV of a GTFS feed, TOML of the tariffs.

No search, no compiled timetable, no names but those written here: what the lines of the worked
routes are called is put down by hand. Trips joined by a block or a transfer of type 4 are one run.
"""

import csv
import datetime as dt
import io
import re
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import NamedTuple

KANAGAWA = "神奈川県"
ROUTES = {
    "東海道線": "JR-East.Tokaido",
    "横須賀線": "JR-East.Yokosuka",
    "根岸線": "JR-East.KeihinTohokuNegishi",
    "京浜東北線": "JR-East.KeihinTohokuNegishi",
    "南武線": "JR-East.Nambu",
    "相模線": "JR-East.Sagami",
    "鶴見線": "JR-East.Tsurumi JR-East.TsurumiUmiShibauraBranch JR-East.TsurumiOkawaBranch",
    "新幹線": "JR-Central.TokaidoShinkansen",
    "こだま": "JR-Central.TokaidoShinkansen",
    "江ノ電": "Enoden.Enoden",
    "大雄山線": "IzuHakone.Daiyuzan",
    "箱根登山鉄道": "OdakyuHakone.HakoneTozan",
    "小田急": "Odakyu.Odawara Odakyu.Enoshima Odakyu.Tama",
    "小田急多摩線": "Odakyu.Tama",
    "京急本線": "Keikyu.Main",
    "京急": "Keikyu.Main Keikyu.Kurihama Keikyu.Zushi Keikyu.Daishi",
    "ブルーライン": "YokohamaMunicipal.Blue",
    "相鉄線": "Sotetsu.Main Sotetsu.Izumino Sotetsu.SotetsuShinYokohama",
    "相鉄本線": "Sotetsu.Main",
    "相鉄新横浜線": "Sotetsu.SotetsuShinYokohama",
    "東急新横浜線": "Tokyu.TokyuShinYokohama",
    "東横線": "Tokyu.Toyoko",
}
TODAY = {"新逗子": "逗子・葉山", "茅ヶ崎": "茅ケ崎"}


class Call(NamedTuple):
    """A stop of a run; ``route``, ``train`` and ``charged`` are those of the way on from it."""

    station: str
    arrives: int
    departs: int
    inside: bool
    route: str
    train: str
    charged: bool


Run = list[Call]


def seconds(text: str) -> int:
    hours, minutes = map(int, text.split(":")[:2])
    return hours * 3600 + minutes * 60 + (int(text.split(":")[2]) if text.count(":") > 1 else 0)


def clock(time: int) -> str:
    return f"{time // 3600:02d}:{time // 60 % 60:02d}"


def rows(feed: zipfile.ZipFile, name: str) -> Iterator[dict[str, str]]:
    if name in feed.namelist():
        with feed.open(name) as file:
            yield from csv.DictReader(io.TextIOWrapper(file, "utf-8-sig"))


def runs_of(path: Path, date: dt.date) -> list[Run]:
    """The trains of a day, trips that go on as another joined."""
    with zipfile.ZipFile(path) as feed:
        weekday = date.strftime("%A").lower()
        day = date.strftime("%Y%m%d")
        services = set()
        for row in rows(feed, "calendar.txt"):
            if row[weekday] == "1" and row["start_date"] <= day <= row["end_date"]:
                services.add(row["service_id"])
        for row in rows(feed, "calendar_dates.txt"):
            if row["date"] == day:
                change = services.add if row["exception_type"] == "1" else services.discard
                change(row["service_id"])
        trips = {row["trip_id"]: row for row in rows(feed, "trips.txt")
                 if row["service_id"] in services}  # fmt: skip
        stops = {row["stop_id"]: row for row in rows(feed, "stops.txt")}
        calls: dict[str, list[tuple[int, Call]]] = {}
        for row in rows(feed, "stop_times.txt"):
            trip = trips.get(row["trip_id"])
            if trip is not None:
                stop = stops[row["stop_id"]]
                call = Call(
                    stop["stop_name"], seconds(row["arrival_time"]), seconds(row["departure_time"]),
                    stop.get("prefecture", KANAGAWA) == KANAGAWA, trip["route_id"],
                    trip["trip_short_name"], trip["charged"] == "1",
                )  # fmt: skip
                calls.setdefault(row["trip_id"], []).append((int(row["stop_sequence"]), call))
        plain = {trip: [call for _, call in sorted(found)] for trip, found in calls.items()}
        after = {row["from_trip_id"]: row["to_trip_id"] for row in rows(feed, "transfers.txt")
                 if row["transfer_type"] == "4"}  # fmt: skip
    blocks: dict[str, list[str]] = {}
    for trip, row in trips.items():
        if row["block_id"]:
            blocks.setdefault(row["service_id"] + row["block_id"], []).append(trip)
    for block in blocks.values():
        block.sort(key=lambda trip: plain[trip][0].departs)
        for one, other in pairwise(block):
            if plain[one][-1].station == plain[other][0].station:
                after.setdefault(one, other)
    later = set(after.values())
    found = []
    for trip in plain:
        if trip not in later:
            run: Run = []
            at: str | None = trip
            while at is not None and at in plain:
                begin = plain[at]
                if run:  # the stop where it goes on as another train is one stop
                    begin = [begin[0]._replace(arrives=run.pop().arrives), *begin[1:]]
                run += begin
                at = after.get(at)
            found.append(run)
    return found


class Leg(NamedTuple):
    start: str
    lines: tuple[str, ...]  # as written; none: any line
    train: str
    end: str
    off: bool


@dataclass
class Declared:
    legs: list[Leg]
    fare: int | None
    waived: bool


def read(text: str) -> Declared:
    """A worked route: ``A -line train-> B[下車] -line-> C [権利] 440円``."""
    waived = "[権利]" in text
    text = text.replace("[権利]", "").strip()
    price = re.search(r"\s(\d+)円$", text)
    text = text[: price.start()] if price else text
    parts = re.split(r"\s*-(?:([^>]*)-)?>\s*", text.strip())
    legs = []
    for start, said, end in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
        words = (said or "").split()
        lines = tuple(words[0].split("〜")) if words else ()
        train = " ".join(words[1:])
        legs.append(Leg(_today(start), lines, train, _today(end), "[下車]" in end))
    return Declared(legs, int(price[1]) if price else None, waived)


def _today(name: str) -> str:
    plain = name.replace("[下車]", "")
    return TODAY.get(plain, plain)


class Ride(NamedTuple):
    run: int
    board: int
    alight: int


@dataclass
class Outcome:
    """The rides with the leg each ends in; ``broke``: the leg that could not be finished."""

    rides: list[tuple[Ride, int]] = field(default_factory=list)
    broke: int | None = None
    clause: str = ""


class Referee:
    """The trains of one day, and what becomes of declared routes on them."""

    def __init__(self, runs: list[Run]) -> None:
        self.runs = runs
        self.calling: dict[str, list[tuple[int, int]]] = {}
        for number, run in enumerate(runs):
            for at, call in enumerate(run[:-1]):
                self.calling.setdefault(call.station, []).append((number, at))

    def routes(self, leg: Leg) -> set[str]:
        return {route for line in leg.lines for route in ROUTES[line].split()}

    def rides(self, leg: Leg, start: str, end: str, since: int) -> list[Ride]:
        """Every ride of one train on the declared line that stops at both."""
        found = []
        for number, board in self.calling.get(start, ()):
            run = self.runs[number]
            if run[board].departs < since or not self.may_board(leg, run[board]):
                continue
            for alight in range(board + 1, len(run)):
                way = run[board:alight]
                if not run[alight].inside or not self.may_stay(leg, way[-1]):
                    break
                if run[alight].station == end:
                    if run[alight].arrives < 27 * 3600 and self.comes_to(leg, way):
                        found.append(Ride(number, board, alight))
                    break
        return found

    def may_board(self, leg: Leg, call: Call) -> bool:
        if leg.train and leg.train not in call.train:
            return False
        named = any(mark in leg.train for mark in ("号",))
        return not leg.lines or named or call.route in self.routes(leg)

    def may_stay(self, leg: Leg, call: Call) -> bool:
        """A train with a surcharge only if it is named; 新幹線 and 特急 name theirs."""
        fast = call.route == ROUTES["新幹線"]
        return not call.charged or (fast and bool(leg.lines)) or bool(leg.train)

    def comes_to(self, leg: Leg, way: list[Call]) -> bool:
        wanted = list(leg.lines) if len(leg.lines) > 1 else []
        for call in way:
            while wanted and call.route in ROUTES[wanted[0]].split():
                wanted.pop(0)
        return not wanted

    def carry_out(self, path: Declared, since: int, boarding: str = "next_departure") -> Outcome:
        out = Outcome()
        time, aboard = since, (-1, -1)
        for number, leg in enumerate(path.legs):
            ways = self.rides(leg, leg.start, leg.end, time)
            if not ways:
                on = self.on_the_line(leg, time)
                out.rides += [(ride, number) for ride in on]
                end = self.runs[on[-1].run][on[-1].alight] if on else None
                if end is None or end.station != leg.end:
                    out.broke, out.clause = number, "R4f" if out.rides else "R4d"
                    return out
                time, aboard = end.arrives, (on[-1].run, on[-1].alight)
                continue
            best = min(ways, key=lambda way: self.order(way, boarding, aboard))
            if (best.run, best.board) == aboard:
                last, _ = out.rides.pop()
                best = Ride(best.run, last.board, best.alight)
            out.rides.append((best, number))
            time = self.runs[best.run][best.alight].arrives
            aboard = (-1, -1) if leg.off else (best.run, best.alight)
        return out

    def order(self, way: Ride, boarding: str, aboard: tuple[int, int]) -> tuple[int, bool, int]:
        run = self.runs[way.run]
        departs, arrives = run[way.board].departs, run[way.alight].arrives
        stays = (way.run, way.board) != aboard
        if boarding == "earliest_arrival":
            return arrives, stays, departs
        return departs, stays, arrives

    def on_the_line(self, leg: Leg, since: int) -> list[Ride]:
        """R4f: the soonest way, with changes, to the farthest of its stops still reached."""
        routes = self.routes(leg)
        way = self.stops_between(leg)
        best: dict[str, tuple[int, Ride | None]] = {leg.start: (since, None)}
        better = True
        while better:
            better = False
            for start in [one for one in way if one in best]:
                for number, board in self.calling[start]:
                    run = self.runs[number]
                    if run[board].departs < best[start][0]:
                        continue
                    for alight in range(board + 1, len(run)):
                        before, call = run[alight - 1], run[alight]
                        off_line = before.route not in routes or not self.may_board(leg, before)
                        if off_line or before.charged or call.arrives >= 27 * 3600:
                            break
                        known = best.get(call.station)
                        if call.station in way and (known is None or call.arrives < known[0]):
                            best[call.station] = (call.arrives, Ride(number, board, alight))
                            better = True
        end = next((one for one in reversed(way) if one in best), leg.start)
        rides: list[Ride] = []
        while (ride := best[end][1]) is not None:
            rides.append(ride)
            end = self.runs[ride.run][ride.board].station
        return rides[::-1]

    def stops_between(self, leg: Leg) -> list[str]:
        """The stops from a leg's start to its end, of the train that makes most of them."""
        direct = [
            [call.station for call in self.runs[ride.run][ride.board : ride.alight + 1]]
            for ride in self.rides(leg, leg.start, leg.end, 0)
        ]
        if direct:
            return max(direct, key=len)
        routes = self.routes(leg)  # no train runs the whole way: all stops, by the trains' order
        parts = [[call.station for call in run if call.route in routes] for run in self.runs]
        longest = sorted({tuple(part) for part in parts if len(part) > 1}, key=len, reverse=True)
        for one in longest:
            for other in longest:
                for middle in one:
                    if leg.start in one and leg.end in other and middle in other:
                        head = one[one.index(leg.start) : one.index(middle) + 1]
                        tail = other[other.index(middle) + 1 : other.index(leg.end) + 1]
                        if head and tail:
                            return [*head, *tail]
        return [leg.start]

    def entry(self, path: Declared, out: Outcome) -> tuple[list[tuple[Ride, int]], str, int] | None:
        """R4g: the rides up to where the company in which the path breaks was entered."""
        if not out.broke:
            return None
        whole = [ride for ride in out.rides if ride[1] < out.broke]
        company = self.routes(path.legs[out.broke]).pop().split(".")[0]
        inside = [self.runs[r.run][r.board].route.split(".")[0] == company for r, _ in whole]
        if not inside or not inside[-1] or all(inside):
            return None
        first = len(inside) - inside[::-1].index(False)
        last = whole[first - 1][0]
        end = self.runs[last.run][last.alight]
        return whole[:first], end.station, end.arrives

    def told(self, out: Outcome) -> list[list[str]]:
        found = []
        for ride, _ in out.rides:
            board, alight = self.runs[ride.run][ride.board], self.runs[ride.run][ride.alight]
            found.append([board.station, clock(board.departs), alight.station,
                          clock(alight.arrives), board.train.rstrip("?")])  # fmt: skip
        return found


class Tariff:
    """One operator's table: shortest km over its lines, rounded up, in the band; pairs with a
    fare of their own. Surcharges are not known here."""

    def __init__(self, folder: Path, name: str, date: dt.date) -> None:
        found = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        self.near: dict[str, list[tuple[str, int]]] = {}
        for line in found["line"]:
            ends = zip(line["stations"], line["km"], strict=True)
            for (a, x), (b, y) in pairwise(ends):
                self.near.setdefault(a, []).append((b, abs(y - x)))
                self.near.setdefault(b, []).append((a, abs(y - x)))
        kind = "east" if name == "jr" else "base"
        (table,) = [t for t in found["table"] if self.holds(t, date) and t["class"] == kind]
        self.bands = table["bands"]
        self.special = {frozenset(one["between"]): one["yen"] for one in found.get("special", ())
                        if self.holds(one, date)}  # fmt: skip

    @staticmethod
    def holds(one: dict[str, dt.date], date: dt.date) -> bool:
        return one["in_force_from"] <= date <= one.get("in_force_to", dt.date.max)

    def km(self, start: str, end: str) -> int:
        done: set[str] = set()
        ready = {start: 0}
        while end not in done:
            here = min((one for one in ready if one not in done), key=lambda one: ready[one])
            done.add(here)
            for there, km in self.near[here]:
                ready[there] = min(ready.get(there, 10**9), ready[here] + km)
        return ready[end]

    def yen(self, start: str, end: str) -> int:
        if (pair := frozenset((start, end))) in self.special:
            return int(self.special[pair])
        whole = ceil(self.km(start, end) / 10)
        return int(next(band["yen"] for band in self.bands if whole <= band["to"]))


PLAIN = {
    "JR-East": "jr", "Enoden": "enoden", "IzuHakone": "daiyuzan", "Odakyu": "odakyu",
    "Keikyu": "keikyu", "YokohamaMunicipal": "yokohama-subway", "OdakyuHakone": "hakone-tozan",
    "Minatomirai": "minatomirai",
}  # fmt: skip
"""Companies whose tickets follow from km and band alone, by the beginning of their route ids."""


def tickets(runs: list[Run], rides: list[Ride], leaves: set[int]) -> list[tuple[str, str, str]]:
    """(company, from, to) of each ticket; ``leaves``: rides after which a station is left."""
    found: list[tuple[str, str, str]] = []
    fresh = True
    for number, ride in enumerate(rides):
        run = runs[ride.run]
        for at in range(ride.board, ride.alight):
            company, end = run[at].route.split(".")[0], run[at + 1].station
            if fresh or not found or found[-1][0] != company:
                found.append((company, run[at].station, end))
            found[-1] = (company, found[-1][1], end)
            fresh = False
        fresh = number in leaves
    return found


def price(folder: Path, date: dt.date, sold: list[tuple[str, str, str]]) -> int | None:
    """The sum of tickets; None where one has surcharges or an express charge."""
    total = 0
    for company, start, end in sold:
        if company not in PLAIN:
            return None
        total += Tariff(folder, PLAIN[company], date).yen(start, end)
    return total
