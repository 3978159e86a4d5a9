"""This project: the scans by themselves, and whole journeys as ``Planner.route`` gives them."""

import datetime as dt
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from worker import Answer, Ask, Question, front, serve

from planner import __version__
from planner.search import earliest, latest, profile
from planner.search.labels import compiled
from planner.search.query import Planner, Wish
from planner.timetable.model import NEVER
from planner.timetable.movement import movement_rules

RULES = movement_rules("none").but(walk_near=False)


def load(order: dict[str, Any]) -> tuple[str, dict[str, Ask]]:
    planner = Planner.open(order["feed"], dt.date.fromisoformat(order["date"]), RULES)
    t = planner.timetable
    at = {t.station_name[s]: s for s in range(t.stations)}

    def soonest(question: Question) -> Answer:
        origin, goal, time = question
        best = earliest.earliest(t, at[origin], at[goal], time).best[0]
        return {"arrival": best} if best < NEVER else None

    def pareto(question: Question) -> Answer:
        origin, goal, time = question
        pairs = earliest.front(earliest.pareto(t, at[origin], at[goal], time))
        return front([(arrival, max(trains - 1, 0)) for arrival, trains in pairs])

    def last(question: Question) -> Answer:
        departs = latest.latest_departure(t, at[question[0]], at[question[1]])
        return {"departs": departs} if departs != latest.NOT else None

    def day(question: Question) -> Answer:
        return {"pairs": len(profile.day_profile(t, at[question[0]], at[question[1]]))}

    def journeys(question: Question) -> Answer:
        found = planner.route(*question, Wish(by="all")).journeys
        return front([(j.arrives, max(len(j.rides) - 1, 0)) for j in found])

    asks = {"earliest": soonest, "front": pareto, "last": last, "day": day, "journeys": journeys}
    return f"{__version__}{'' if compiled() else ' uncompiled'}", asks


if __name__ == "__main__":
    serve(load)
