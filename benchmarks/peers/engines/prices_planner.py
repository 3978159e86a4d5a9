"""This project: journeys that none beats in (arrival, yen) and in (arrival, yen, changes)."""

import datetime as dt
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from worker import Answer, Ask, Order, Question, serve

from benchmarks.priced_feed import priced_planner
from planner import __version__
from planner.search.cheapest import FareSearch, Limits
from planner.search.labels import compiled
from planner.search.service_day import day_end


def load(order: Order) -> tuple[str, dict[str, Ask]]:
    prices = Path(order["scratch"]) / "prices.fv"
    planner, view = priced_planner(
        Path(order["feed"]), dt.date.fromisoformat(order["date"]), prices
    )
    t = planner.timetable
    at = {t.station_name[s]: s for s in range(t.stations)}

    def by(trains: bool) -> Ask:
        def ask(question: Question) -> Answer:
            origin, goal, time = question
            search = FareSearch(view, planner.date, at[origin], at[goal])
            found = search.front(time, Limits(day_end(time), trains=trains))
            if not found:
                return None
            changes = [[max(f.trains - 1, 0)] if trains else [] for f in found]
            front = [[f.arrival, f.yen, *c] for f, c in zip(found, changes, strict=True)]
            return {"front": sorted(front)}

        return ask

    name = f"{__version__}{'' if compiled() else ' uncompiled'}"
    return name, {"yen": by(False), "yen_changes": by(True)}


if __name__ == "__main__":
    serve(load)
