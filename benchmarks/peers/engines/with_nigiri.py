"""nigiri (C++, MIT), the core of MOTIS, through pynigiri: (arrival, changes).

It counts whole minutes, boards at sibling stops after a walk, and goes on into the next day.
"""

import datetime as dt
import os
import zoneinfo
from typing import Any

os.environ["TZ"] = "UTC"

import pynigiri as ng
from worker import Answer, Ask, Question, front, rows, serve, version


def load(order: dict[str, Any]) -> tuple[str, dict[str, Ask]]:
    folder = order["feed"]
    date = dt.date.fromisoformat(order["date"])
    zone = zoneinfo.ZoneInfo(rows(folder, "agency.txt")[0]["agency_timezone"])
    first, last = date - dt.timedelta(days=1), date + dt.timedelta(days=2)
    source = ng.TimetableSource("g", os.path.abspath(folder))
    config = ng.LoaderConfig()
    config.link_stop_distance = 0  # else it walks between stops 100 m apart that nobody joined
    source.loader_config = config
    table = ng.load_timetable([source], first.isoformat(), last.isoformat())
    at = {stop: table.find_location(stop) for stop in order["stops"]}
    midnight = dt.datetime(date.year, date.month, date.day, tzinfo=zone)
    base = int(midnight.timestamp()) // 60

    def ask(question: Question) -> Answer:
        origin, goal, time = question
        query = ng.Query()
        query.start_time = base + -(-time // 60)
        query.start = [ng.Offset(at[origin], 0, 0)]
        query.destination = [ng.Offset(at[goal], 0, 0)]
        query.max_transfers = 8
        query.max_travel_time = 1440
        query.start_match_mode = ng.LocationMatchMode.EXACT
        query.dest_match_mode = ng.LocationMatchMode.EXACT
        query.use_start_footpaths = True
        found = ng.route(table, query)
        return front([(60 * (minutes(j.dest_time) - base), int(j.transfers)) for j in found])

    return version("pynigiri"), {"front": ask}


def minutes(moment: Any) -> int:
    return int(moment.count() if hasattr(moment, "count") else moment)


serve(load)
