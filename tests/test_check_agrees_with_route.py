"""A route that the search printed, declared back as text, is legal, as dear, and no later.

PLANNER_AGREE=2000 compares 2,000 random journeys instead of a few; PLANNER_AGREE_FEED names another
feed than the embedded one.
"""

import datetime as dt
import os
import random

import pytest

from planner.journey import Journey
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.options import rules_with
from planner.rulebooks.kanagawa.verdict import Post, Verdict, rule
from planner.search.declared_form import declared_text
from planner.search.declared_text import read_text
from planner.search.query import By, Planner, Wish

COUNT = int(os.environ.get("PLANNER_AGREE", "40"))
FEED = os.environ.get("PLANNER_AGREE_FEED") or "model"
DATES = (dt.date(2026, 11, 30), dt.date(2026, 12, 5))
ORDERS: tuple[By, ...] = ("time", "time", "fare", "changes")
pytestmark = pytest.mark.usefixtures("own_home")


def journeys(count: int, seed: int) -> list[Journey]:
    chance = random.Random(seed)
    planners = [Planner.open(FEED, date) for date in DATES]
    found: list[Journey] = []
    while len(found) < count:
        planner = chance.choice(planners)
        t = planner.timetable
        inside = [s for s in range(t.stations) if t.station_inside[s] and t.station_place[s]]
        start, end = (t.station_place[s] for s in chance.sample(inside, 2))
        at = chance.randrange(5 * 3600, 24 * 3600, 60)
        stops = (t.station_place[chance.choice(inside)],) if chance.random() < 0.1 else ()
        if {start, end} & set(stops):
            continue
        wish = Wish(by=chance.choice(ORDERS), stops=stops)
        found += planner.route(start, end, at, wish).journeys[:1]
    return found


def declared_back(journey: Journey, field: Field, boarding: str) -> Verdict:
    text = declared_text(journey, journey.fare)
    minute = journey.departs // 60 * 60
    post = Post(read_text(text), journey.service_date, minute, purse=journey.fare)
    return rule(post, field, rules_with({"boarding": boarding}))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> list[Journey]:
    folder = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KANAGAWA_PLANNER_HOME", str(folder / "planner-home"))
        patch.setenv("KANAGAWA_PLANNER_CACHE", str(folder / "planner-cache"))
        return journeys(COUNT, 7)


def test_a_printed_route_is_legal_as_dear_and_no_later_by_earliest_arrival(
    sample: list[Journey],
) -> None:
    field = Field.open(FEED)
    for journey in sample:
        verdict = declared_back(journey, field, "earliest_arrival")
        assert verdict.legal, declared_text(journey)
        assert verdict.completed
        assert (verdict.right, verdict.fare_error) == (journey.fare, 0), declared_text(journey)
        assert verdict.journey is not None
        assert verdict.journey.arrives <= journey.arrives, declared_text(journey)


def test_by_next_departure_it_is_later_only_where_an_earlier_train_is_overtaken(
    sample: list[Journey],
) -> None:
    field = Field.open(FEED)
    later = 0
    for journey in sample:
        verdict = declared_back(journey, field, "next_departure")
        assert verdict.legal, declared_text(journey)
        if not verdict.completed:
            continue  # an overtaken train may miss the last one
        assert verdict.right == journey.fare, declared_text(journey)
        assert verdict.journey is not None
        if verdict.journey.arrives > journey.arrives:
            later += 1
            assert overtaken(verdict.journey, journey), declared_text(journey)
    assert later <= len(sample) / 20


def overtaken(taken: Journey, printed: Journey) -> bool:
    """Whether some train taken left no later than the printed one and arrived after it."""
    return any(
        one.departs <= other.departs and one.arrives > other.arrives
        for one, other in zip(taken.rides, printed.rides, strict=False)
    )
