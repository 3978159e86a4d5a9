"""ferrobus (Rust): earliest arrival between two places on a street map, changes by walking there.

It must have streets, so a map is made of one short footway at every stop and paths between the
stops of a station; times differ by what the walking takes, so its answers are not compared.
"""

import datetime as dt
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import ferrobus
from worker import Answer, Ask, Question, rows, serve, version


def street_map(folder: str, path: Path) -> None:
    """One way through three points at each stop, all joined to one another in a row."""
    import osmium

    writer = osmium.SimpleWriter(str(path))
    ways: list[list[int]] = []
    number = 1
    for stop in rows(folder, "stops.txt"):
        lat, lon = float(stop["stop_lat"]), float(stop["stop_lon"])
        ids = []
        for shift in (-0.0006, 0.0, 0.0006):
            node = osmium.osm.mutable.Node(id=number, location=(lon + shift, lat), version=1)
            writer.add_node(node)
            ids.append(number)
            number += 1
        ways.append(ids)
    joins = [[a[2], b[0]] for a, b in pairwise(ways)]
    for at, nodes in enumerate([*ways, *joins], 1):
        way = osmium.osm.mutable.Way(id=at, nodes=nodes, tags={"highway": "footway"}, version=1)
        writer.add_way(way)
    writer.close()


def load(order: dict[str, Any]) -> tuple[str, dict[str, Ask]]:
    folder = order["feed"]
    path = Path(order["scratch"]) / "streets.osm.pbf"
    if not path.exists():
        street_map(folder, path)
    date = dt.date.fromisoformat(order["date"])
    model = ferrobus.create_transit_model(str(path), [os.path.abspath(folder)], date, 300)
    at = {
        s["stop_id"]: (float(s["stop_lat"]), float(s["stop_lon"]))
        for s in rows(folder, "stops.txt")
    }
    points: dict[str, Any] = {}
    for stop in {stop for a, b, _ in order["questions"] for stop in (a, b)}:
        try:
            points[stop] = ferrobus.create_transit_point(*at[stop], model, 300, 12)
        except Exception:  # whatever it raises: the stop has no street it knows of
            points[stop] = None

    def ask(question: Question) -> Answer:
        origin, goal, time = question
        if points[origin] is None or points[goal] is None:
            return None
        found = ferrobus.find_route(model, points[origin], points[goal], time, 8)
        if not found or found.get("travel_time_seconds") is None:
            return None
        return {"arrival": time + int(found["travel_time_seconds"])}

    return version("ferrobus"), {"earliest": ask}


serve(load)
