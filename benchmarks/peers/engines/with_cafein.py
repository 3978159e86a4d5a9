"""cafein (Rust, MIT): journeys none beats in (arrival, rides), stop to stop without streets.

It boards at the stop that was named only, not at a sibling after a walk.
"""

from typing import Any

import cafein
from worker import Answer, Ask, Question, front, rows, serve, version


def load(order: dict[str, Any]) -> tuple[str, dict[str, Ask]]:
    folder = order["feed"]
    net = cafein.TransportNetwork.from_gtfs(folder, trip_distances=False, leg_geometries=False)
    walks = [
        (r["from_stop_id"], r["to_stop_id"], int(r["min_transfer_time"]), 0.0)
        for r in rows(folder, "transfers.txt")
        if r["from_stop_id"] != r["to_stop_id"]
    ]
    net.set_transfers(walks)
    date = order["date"]

    def ask(question: Question) -> Answer:
        origin, goal, time = question
        moment = f"{date} {time // 3600:02d}:{time // 60 % 60:02d}:{time % 60:02d}"
        found = net.route_between_stops(origin, goal, moment, max_rides=9, geometries=False)
        return front(
            [
                (int(j["arrival_s"]), sum(leg["type"] == "transit" for leg in j["legs"]) - 1)
                for j in found or ()
            ]
        )

    return version("cafein"), {"front": ask}


serve(load)
