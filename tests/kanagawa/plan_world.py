"""Small timetables of real stations and lines, to rule plans on.

    plans = plan_world(\"\"\"
        JR-East.Tokaido 普通: 横浜 8:00 戸塚 8:10 藤沢 8:20
        Sotetsu.SotetsuShinYokohama 普通: 西谷 8:00 新横浜 8:07
        + Tokyu.TokyuShinYokohama 普通: 新横浜 8:08 日吉 8:15
    \"\"\")
    plans("横浜 -東海道線-> 藤沢 440円", "7:55").right

Each line is a train: route id, type, stations with times (arrival/departure). ``+``: the train of
the line before goes on as it. A ``*`` after the type: it needs a surcharge.
"""

import csv
import datetime as dt
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from planner.feed.line_names import line_names
from planner.feed.registry import FeedHandle
from planner.feed.stations import book
from planner.resources import data_path
from planner.rulebooks.kanagawa.field import Day, Field
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.verdict import Post, Verdict, rule
from planner.search.declared_text import read_declared
from planner.timetable.assemble import assemble
from planner.timetable.draft import Draft, Places, Routes, Trips
from planner.timetable.movement import MovementRules
from planner.timetable.opening import Opened
from planner.units import parse_time

DATE = dt.date(2026, 12, 1)
HANDLE = FeedHandle("small", "real", Path("small"), "0" * 64, 0, 0, None, None, "", "")


class WorldField(Field):
    """A field whose days all have the trains of one text."""

    def __init__(self, text: str, pass_outside: bool = False) -> None:
        super().__init__(HANDLE, pass_outside)
        self.text = text

    def _day(self, date: dt.date, rules: MovementRules) -> Day:
        key = date, rules.key
        if key not in self._opened:
            timetable = assemble(draft(self.text, bool(rules.inside)), rules)
            self._opened[key] = Day(Opened(timetable, self.feed, date, rules))
        return self._opened[key]


class Plans:
    """``plans(route, at)`` rules on a route posted at a time of 1 December 2026."""

    def __init__(self, text: str, pass_outside: bool = False, **options: Any) -> None:
        self.field = WorldField(text, pass_outside)
        self.rules = rules_with(options)

    def __call__(self, route: str, at: str = "8:00", **more: Any) -> Verdict:
        post = Post(read_declared(route), DATE, parse_time(at))
        return rule(replace(post, **more), self.field, self.rules)


plan_world = Plans


@cache
def operators() -> dict[str, str]:
    with data_path("operators.csv").open(encoding="utf-8", newline="") as file:
        return {row["agency_id"]: row["name"] for row in csv.DictReader(file)}


def line_name(route: str) -> str:
    own = frozenset((route,))
    return next((one.name for one in line_names().values() if one.routes == own), route)


def draft(text: str, bounded: bool) -> Draft:
    trains = [line.strip() for line in text.strip().splitlines() if line.strip()]
    heads = [line.removeprefix("+").split(":", 1)[0].split() for line in trains]
    bodies = [line.split(":", 1)[1].split() for line in trains]
    names = sorted({name for words in bodies for name in words[::2]})
    places = [book().find(name) for name in names]
    routes = sorted({head[0] for head in heads})
    calls = [
        (trip, names.index(name), *_times(times))
        for trip, words in enumerate(bodies)
        for name, times in zip(words[::2], words[1::2], strict=True)
    ]
    ints = lambda values: np.array(list(values), np.int32)  # noqa: E731
    yes = np.ones(len(calls), np.bool_)
    return Draft(
        Places(
            [place.name for place in places],
            ints(range(len(names))),
            ints([0] * len(names)),
            inside=np.array([not bounded or place.in_kanagawa for place in places], np.bool_),
            station_place=[place.id for place in places],
            station_lat=ints(place.lat * 1e6 for place in places),
            station_lon=ints(place.lon * 1e6 for place in places),
        ),
        Trips(
            ints(call[0] for call in calls),
            ints(call[1] for call in calls),
            ints(call[2] for call in calls),
            ints(call[3] for call in calls),
            yes,
            yes,
            ints(routes.index(head[0]) for head in heads),
            np.array([head[1].endswith("*") for head in heads], np.bool_),
            [f"t{trip}" for trip in range(len(trains))],
            [head[1].rstrip("*") for head in heads],
            [words[-2] for words in bodies],
            [(trip - 1, trip) for trip, line in enumerate(trains) if line.startswith("+")],
        ),
        Routes(
            routes,
            [line_name(route) for route in routes],
            [operators()[route.split(".")[0]] for route in routes],
        ),
    )


def _times(text: str) -> tuple[int, int]:
    arrives, _, departs = text.partition("/")
    return parse_time(arrives), parse_time(departs or arrives)
