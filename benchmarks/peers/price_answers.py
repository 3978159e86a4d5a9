"""Answers of searches by price laid side by side: who has what, and why they differ.

A point is (arrival, yen) or (arrival, yen, changes). For every point of another engine: have we one
that is as good? For every point of ours: has it? Each that is not matched is put into a class, and
every class is settled by a check of its own, never by the difference alone.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from benchmarks.priced_feed import Layout, Ride
from planner.search.cheapest import FareSearch, Found, Limits
from planner.search.fare_view import FareView
from planner.search.query import Planner
from planner.search.records import ANSWER
from planner.search.service_day import day_end
from planner.search.watched import chain_of, may_cost_more

Point = Sequence[int]
Question = tuple[str, str, int]
MOST_RIDES_OF_PROTOTYPE = 9
WINDOW_SECONDS = 7200

AFTER_THE_DAY = "it goes on after 03:00, when our service day has ended"
TURNS_BACK = "a ticket that passes a station twice (ours, without that rule, finds it too)"
OTHER_PRICE = "its price is not that of the formula for its own rides"
MANY_RIDES = "it counts nine trains at most, ours is of more"
FULL_BAGS = "its bags were full and it dropped labels, as it counts itself"
TIME_FIRST = "beaten in (departure, arrival, rides) by another of its own, so never priced"
TOO_LATE = "it leaves after the two hours it looks at"
UNEXPLAINED = "unexplained"
REASONS = (
    AFTER_THE_DAY,
    TURNS_BACK,
    OTHER_PRICE,
    MANY_RIDES,
    FULL_BAGS,
    TIME_FIRST,
    TOO_LATE,
    UNEXPLAINED,
)


@dataclass(frozen=True)
class Compared:
    """One engine's answers beside ours, in numbers of questions and points.

    ``better``: reason -> points of theirs that none of ours is as good as; ``lacking``: reason ->
    points of ours that none of theirs is as good as. ``cheapest_dearer``: questions where their
    least price is more than ours, and by how many yen on average.
    """

    engine: str
    mode: str
    questions: int
    equal: int
    points: int
    better: dict[str, int] = field(default_factory=dict)
    lacking: dict[str, int] = field(default_factory=dict)
    cheapest_dearer: int = 0
    cheapest_cheaper: int = 0
    mean_dearer: float = 0.0

    @property
    def unexplained(self) -> int:
        """Points without a reason."""
        return self.better.get(UNEXPLAINED, 0) + self.lacking.get(UNEXPLAINED, 0)


def as_good(points: Sequence[Point], point: Point) -> bool:
    """Whether one of the points is no worse in anything."""
    return any(all(a <= b for a, b in zip(p, point, strict=True)) for p in points)


class Judge:
    """Our own searches, asked again to settle differences; and the prices as a formula."""

    def __init__(self, planner: Planner, view: FareView, layout: Layout) -> None:
        self.planner = planner
        self.view = view
        self.layout = layout

    @cached_property
    def _at(self) -> dict[str, int]:
        t = self.planner.timetable
        return {t.station_name[s]: s for s in range(t.stations)}

    def search(self, question: Question) -> FareSearch:
        """A new search between the stations of a question."""
        origin, goal, _ = question
        return FareSearch(self.view, self.planner.date, self._at[origin], self._at[goal])

    def journeys(self, question: Question, trains: bool = False) -> list[Found]:
        """Our journeys that none beats, with their legs."""
        time = question[2]
        return self.search(question).journeys(time, Limits(day_end(time), trains=trains))

    def turning_back(self, question: Question, trains: bool = False) -> list[Point]:
        """Our points where tickets may pass a station twice, of those that do so."""
        time = question[2]
        found = self.search(question).scan(time, Limits(day_end(time), trains=trains))
        points: list[Point] = []
        for i in range(found.count):
            record = found.answers[i * ANSWER : (i + 1) * ANSWER]
            arrival, yen, rides, parent, on, off = record
            if may_cost_more(self.view, chain_of(found.pool, (parent, on, off))):
                points.append([arrival, yen, *([max(rides - 1, 0)] if trains else [])])
        return points

    def of_theirs(self, question: Question, point: Point, rides: Sequence[Any] | None) -> str:
        """Why a point of theirs is better than all of ours."""
        if point[0] >= day_end(question[2]):
            return AFTER_THE_DAY
        if rides is not None and self.formula(rides) != point[1]:
            return OTHER_PRICE
        if as_good(self.turning_back(question, trains=len(point) > 2), point):
            return TURNS_BACK
        return UNEXPLAINED

    def of_ours(self, mode: str, engine: str, ours: "Own", answer: dict[str, Any] | None) -> str:
        """Why they have nothing as good as a point of ours."""
        if engine == "prototype" and ours.rides > MOST_RIDES_OF_PROTOTYPE:
            return MANY_RIDES
        if answer and answer.get("lost"):
            return FULL_BAGS
        if mode == "yen_window" and ours.departs >= ours.asked + WINDOW_SECONDS:
            return TOO_LATE
        measured = (-ours.departs, ours.point[0], ours.rides)
        if answer and as_good(answer.get("candidates", ()), measured):
            return TIME_FIRST
        return UNEXPLAINED

    def formula(self, rides: Sequence[Any]) -> int | None:
        """What rides of theirs cost: (route, stop boarded at, stop left at)."""
        station, company = self.layout.station, self.layout.company
        return self.layout.made_up.journey(
            [Ride(company[board], station[board], station[alight]) for _, board, alight in rides]
        )

    def formula_of(self, found: Found) -> int | None:
        """What a journey of ours costs by the formula, every chain of rides on one ticket."""
        agency = self.view.book.line
        rides = []
        for ride in found.journey.rides:
            line = agency(ride.sections[0].route_id)
            rides.append(Ride(line.system if line else "", ride.board, ride.alight))
        return self.layout.made_up.journey(rides)


@dataclass(frozen=True)
class Own:
    """A point of ours, and of a journey that has it the rides, the departure, the time asked."""

    point: Point
    rides: int
    departs: int
    asked: int


def compare(found: dict[str, Any], judge: Judge) -> list[Compared]:
    """Every mode of every other engine beside our answers to the same question."""
    asked: list[Question] = [(a, b, t) for a, b, t in found["questions"]]
    compared = []
    for name, engine in found["engines"].items():
        if name == "planner":
            continue
        for mode, measured in engine["modes"].items():
            own = "yen_changes" if mode == "yen_changes" else "yen"
            ours = found["engines"]["planner"]["modes"][own]["answers"]
            compared.append(_one(name, mode, asked, ours, measured["answers"], judge))
    return compared


def _one(
    name: str, mode: str, asked: list[Question], ours: Any, theirs: Any, judge: Judge
) -> Compared:
    better: Counter[str] = Counter()
    lacking: Counter[str] = Counter()
    dearer: list[int] = []
    equal = points = cheaper = 0
    for question, own, other in zip(asked, ours, theirs, strict=True):
        mine: list[Point] = own["front"] if own else []
        front: list[Point] = other["front"] if other else []
        points += len(front)
        equal += sorted(map(tuple, mine)) == sorted(map(tuple, front))
        chains = other.get("rides") if other else None
        for i, point in enumerate(front):
            if not as_good(mine, point):
                better[judge.of_theirs(question, point, chains[i] if chains else None)] += 1
        missing = [p for p in mine if not as_good(front, p)]
        for one in _with_rides(missing, question, judge):
            lacking[judge.of_ours(mode, name, one, other)] += 1
        if mine and front:
            more = min(p[1] for p in front) - min(p[1] for p in mine)
            dearer += [more] if more > 0 else []
            cheaper += more < 0
    mean = sum(dearer) / len(dearer) if dearer else 0.0
    return Compared(
        name, mode, len(asked), equal, points, dict(better), dict(lacking),
        len(dearer), cheaper, mean,
    )  # fmt: skip


def _with_rides(points: list[Point], question: Question, judge: Judge) -> list[Own]:
    """Points of ours with what a journey of each is like."""
    if not points:
        return []
    found = judge.journeys(question, trains=len(points[0]) > 2)
    by_point = {(f.arrival, f.yen, f.trains - 1)[: len(points[0])]: f for f in found}
    own = []
    for point in points:
        journey = by_point[tuple(point)]
        departs = int(journey.journey.departs)
        own.append(Own(point, journey.trains, departs, question[2]))
    return own


def repriced(asked: Sequence[Question], judge: Judge) -> tuple[int, int]:
    """How many journeys of ours there are, and how many cost by the formula what we say."""
    journeys = [f for q in asked for f in judge.journeys(q)]
    return len(journeys), sum(judge.formula_of(f) == f.yen for f in journeys)


def table(compared: Sequence[Compared], judge: Judge, asked: Sequence[Question] = ()) -> str:
    """The Markdown table of who has what, and the reasons."""
    lines = [
        "| engine | same front | points of theirs | of them better than all of ours "
        "| points of ours they have nothing as good as | cheapest dearer than ours | cheaper |",
        "|---|--:|--:|---|---|--:|--:|",
    ]
    for c in compared:
        dearer = f"{c.cheapest_dearer}" + (
            f" (by {c.mean_dearer:.0f} yen)" if c.mean_dearer else ""
        )
        lines.append(
            f"| {c.engine}, {c.mode} | {c.equal} of {c.questions} | {c.points} "
            f"| {_reasons(c.better)} | {_reasons(c.lacking)} | {dearer} | {c.cheapest_cheaper} |"
        )
    if asked:
        total, same = repriced(asked, judge)
        lines += ["", f"Journeys of ours that cost by the formula what we say: {same} of {total}."]
    return "\n".join(lines) + "\n"


def _reasons(found: dict[str, int]) -> str:
    words = [f"{found[r]} {r}" for r in REASONS if r in found]
    return "; ".join(words) or "none"
