"""Answers that turn out dearer than the scan said must not hide what is truly cheaper."""

import datetime as dt
from pathlib import Path

import pytest

from planner.errors import TooMuch
from planner.fares.matrix import fares_on
from planner.search import cheapest, watched
from planner.search.fare_view import FareView, fare_view
from planner.search.pair import Pair
from planner.search.query import Planner, Wish
from planner.timetable.assemble import assemble
from planner.timetable.movement import movement_rules
from planner.units import parse_time
from tests.worlds import world

LONG_WAY = [
    ("橋本 8:00 茅ヶ崎 8:50", "JR-East.Sagami"),
    ("茅ヶ崎 8:51 横浜 9:20", "JR-East.Tokaido"),
    ("横浜 9:21 新横浜 9:33", "JR-East.Yokohama"),
    ("新横浜 9:35 小田原 9:50", "JR-Central.TokaidoShinkansen"),
]
SHORT_WAY = [
    ("橋本 8:00 新横浜 9:40", "JR-East.Yokohama"),
    ("新横浜 10:00 小田原 10:15", "JR-Central.TokaidoShinkansen"),
]
FROM, UNTIL = 7 * 3600, 27 * 3600 - 1


def view_of(trips: list[tuple[str, str]], date: dt.date) -> FareView:
    made = world(*[trip for trip, _ in trips])
    made.routes, made.trip_route = [route for _, route in trips], list(range(len(trips)))
    return fare_view(assemble(made.draft(), movement_rules("kanagawa")), fares_on(date))


def pair(view: FareView, date: dt.date, start: str, goal: str, budget: int | None = None) -> Pair:
    t = view.timetable
    names = [t.station_name[i] for i in range(t.stations)]
    return Pair(t, date, view, names.index(start), names.index(goal), budget)


@pytest.mark.parametrize(
    ("date", "yen"), [(dt.date(2026, 11, 30), 2530), (dt.date(2025, 11, 30), 2510)]
)
def test_a_long_way_to_the_shinkansen_does_not_hide_a_short_one(date: dt.date, yen: int) -> None:
    view = view_of(LONG_WAY + SHORT_WAY, date)
    found = pair(view, date, "橋本", "小田原").cheapest(FROM, UNTIL)
    assert found is not None
    assert (found.fare, found.changes) == (yen, 1)
    menu = pair(view, date, "橋本", "小田原").every(FROM, UNTIL)
    assert [(j.changes, j.fare == yen) for j in menu] == [(3, False), (1, True)]
    within = pair(view, date, "橋本", "小田原", yen).soonest(FROM, UNTIL)
    assert within is not None
    assert within.fare == yen


def test_a_stretch_ridden_out_and_back_on_the_way_to_the_shinkansen_is_not_charged() -> None:
    """鶴見 to 東神奈川's line by way of 横浜 (区間外乗車): charged as if one had changed before."""
    date = dt.date(2026, 11, 30)
    to_and_fro = [
        ("鶴見 8:00 横浜 8:09", "JR-East.Tokaido"),
        ("横浜 8:10 新横浜 8:22", "JR-East.Yokohama"),
        ("新横浜 8:30 小田原 8:45", "JR-Central.TokaidoShinkansen"),
    ]
    late = [("鶴見 8:10 東神奈川 8:15", "JR-East.KeihinTohoku"),
            ("東神奈川 8:16 新横浜 8:26", "JR-East.Yokohama"),
            ("新横浜 9:30 小田原 9:45", "JR-Central.TokaidoShinkansen")]  # fmt: skip
    view = view_of(LONG_WAY + to_and_fro + late, date)
    search = pair(view, date, "鶴見", "小田原")._search
    assert search is not None
    for by_km in (False, True):
        scanned = search.scan(FROM, cheapest.Limits(UNTIL), watched.Refined([], by_km))
        for answer in search._answers(scanned):
            assert search._exact(answer, cheapest.Limits(UNTIL)).yen == answer.yen
        assert scanned.answers[0] == parse_time("8:45")


def test_more_stations_than_can_be_watched_is_an_error_not_an_answer(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planner = Planner.open("model", dt.date(2026, 11, 30))
    asked = ("鶴見", "橋本", parse_time("9:00"), Wish(by="all"))
    assert (39000, 720, 2) in [
        (j.arrives, j.fare, j.changes) for j in planner.route(*asked).journeys
    ]
    monkeypatch.setattr(watched, "MOST_WATCHED", 0)
    with pytest.raises(TooMuch, match="more than 0 stations"):
        planner.route(*asked)
