"""cafein (Rust, MIT): what it can do about prices by entry and exit of each company.

Its exact search by price, ``fare_frontier``, refuses such prices; so journeys that none beats in
(arrival, rides) are found first and priced by its own pricer afterwards: once those that leave at
the moment asked for, once those that leave in the two hours from it.
"""

import math
from pathlib import Path
from typing import Any

import cafein
from cafein import fares
from worker import Answer, Ask, Order, Question, rows, serve, version

WINDOW_MINUTES = 120


def load(order: Order) -> tuple[str, dict[str, Ask]]:
    folder, date = order["doors"], order["date"]
    net = cafein.TransportNetwork.from_gtfs(folder, trip_distances=False, leg_geometries=False)
    net.set_transfers([
        (r["from_stop_id"], r["to_stop_id"], int(r["min_transfer_time"]), 0.0)
        for r in rows(folder, "transfers.txt")
        if r["from_stop_id"] != r["to_stop_id"]
    ])  # fmt: skip
    structure = fares.zone_fare_structure(order["zip"])
    refusal = refused(net, structure, order)
    (Path(order["scratch"]) / "cafein-refuses.txt").write_text(refusal, encoding="utf-8")
    price = structure._pricer()  # what its annotate_fares makes anew for each call

    def by(**window: int) -> Ask:
        def ask(question: Question) -> Answer:
            origin, goal, time = question
            moment = f"{date} {time // 3600:02d}:{time // 60 % 60:02d}:{time % 60:02d}"
            found: list[dict[str, Any]] = []
            for start in order["members"][origin]:
                found += (
                    net.route_between_stops(
                        start, order["ends"][goal], moment, max_rides=12, geometries=False, **window
                    )
                    or ()
                )
            best: dict[tuple[int, int], list[Any]] = {}
            # where no window is asked for, all leave at the same moment: none leaves later
            leaves = (lambda j: -int(j["departure_s"])) if window else (lambda j: -(10**6))
            counts = [(leaves(j), int(j["arrival_s"]), rides_of(j)) for j in found]
            for journey in found:
                yen = price(journey)
                if not math.isnan(yen):
                    rides = [leg for leg in journey["legs"] if leg["type"] == "transit"]
                    chain = [[r["route_id"], r["board_stop"], r["alight_stop"]] for r in rides]
                    best[int(journey["arrival_s"]), int(yen)] = chain
            kept = unbeaten(list(best))
            if not kept:
                return None
            chains = [best[a, y] for a, y in kept]
            return {"front": kept, "rides": chains, "candidates": counts}

        return ask

    ways = {"yen": by(), "yen_window": by(departure_time_window=WINDOW_MINUTES)}
    return version("cafein"), ways


def refused(net: Any, structure: Any, order: Order) -> str:
    """What its exact search by price says to these prices; empty if it takes them."""
    origin, goal, _ = order["questions"][0]
    try:
        cafein.fare_frontier(
            net, order["members"][origin][:1], order["members"][goal][:1],
            f"{order['date']} 08:00", 1, structure, cutoffs=[500.0],
        )  # fmt: skip
    except ValueError as error:
        return str(error)
    return ""


def rides_of(journey: dict[str, Any]) -> int:
    """How many trains a journey rides."""
    return sum(leg["type"] == "transit" for leg in journey["legs"])


def unbeaten(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The (arrival, yen) that no other one beats, by arrival."""
    kept: list[tuple[int, int]] = []
    for arrival, yen in sorted(pairs):
        if not kept or yen < kept[-1][1]:
            kept.append((arrival, yen))
    return kept


serve(load)
