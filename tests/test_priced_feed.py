"""The feed and the checks that searches by price are compared with (benchmarks)."""

import datetime as dt
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from benchmarks import priced_feed
from benchmarks.peer_feed import Question, rows_of
from benchmarks.peers import price_answers
from benchmarks.peers.price_answers import Judge, Own
from benchmarks.priced_feed import Layout, MadeUp, Ride, door
from planner.fares.gtfs.read import book_at
from planner.units import parse_time

DATE = dt.date(2026, 11, 30)

# JR runs A - D (platform d1) - B and, from B at once, back over D (platform d2) to E; who gets off
# at D misses that train by two minutes. Keikyu has a platform of its own at D and runs to F.
TIMES = {
    "there": ("JR", "a 10:00 d1 10:12 b 10:13"),
    "back": ("JR", "b 10:13 d2 10:14 e 10:20"),
    "late": ("JR", "d2 10:30 e 10:40"),
    "other": ("Keikyu", "d3 10:20 f 10:30"),
    "night": ("Keikyu", "f 23:00 d3 27:30"),
}
STATIONS = {"A": (35.30, "a"), "D": (35.40, "d1 d2 d3"), "B": (35.44, "b"), "E": (35.50, "e"),
            "F": (35.60, "f")}  # fmt: skip


def write(folder: Path, times: dict[str, tuple[str, str]]) -> Path:
    folder.mkdir()
    stops = [f"P{name},{name},{lat},139.5,1," for name, (lat, _) in STATIONS.items()]
    stops += [
        f"{stop},{name},{lat},139.5,0,P{name}"
        for name, (lat, own) in STATIONS.items()
        for stop in own.split()
    ]
    calls = [
        f"{trip},{words[i + 1]}:00,{words[i + 1]}:00,{words[i]},{i}"
        for trip, (_, text) in times.items()
        for words in [text.split()]
        for i in range(0, len(words), 2)
    ]
    files = {
        "agency": ["agency_id,agency_name,agency_url,agency_timezone",
                   *(f"{a},{a},http://a.test,Asia/Tokyo" for a in ("JR", "Keikyu"))],
        "stops": ["stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station", *stops],
        "routes": ["route_id,agency_id,route_type", "RJR,JR,2", "RKeikyu,Keikyu,2"],
        "trips": ["route_id,service_id,trip_id",
                  *(f"R{agency},d,{trip}" for trip, (agency, _) in times.items())],
        "stop_times": ["trip_id,arrival_time,departure_time,stop_id,stop_sequence", *calls],
        "calendar": ["service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,"
                     "start_date,end_date", "d,1,1,1,1,1,1,1,20261101,20261231"],
    }  # fmt: skip
    for name, lines in files.items():
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def common(tmp_path: Path) -> tuple[Path, Layout]:
    source = write(tmp_path / "feed", TIMES)
    _, layout = priced_feed.make(source, tmp_path / "common", DATE)
    return tmp_path / "common", layout


@pytest.fixture
def names(common: tuple[Path, Layout]) -> dict[str, str]:
    """Station of the small world -> its name in the common feed, where stops are sorted."""
    return dict(zip("ABDEF", common[1].stations, strict=True))


@pytest.fixture
def judge(common: tuple[Path, Layout], own_home: Path, tmp_path: Path) -> Judge:
    planner, view = priced_feed.priced_planner(common[0], DATE, tmp_path / "prices.fv")
    return Judge(planner, view, common[1])


def test_every_price_of_the_feed_is_that_of_the_formula(common: tuple[Path, Layout]) -> None:
    folder, layout = common
    book = book_at(folder)
    assert sorted(book.systems) == ["JR", "Keikyu"]
    seen = 0
    for company, system in book.systems.items():
        for a, b in permutations(system.stations, 2):
            yen = system.main.yen[system.index[a] * system.count + system.index[b]]
            assert yen == layout.made_up.ticket(company, a, b), (company, a, b)
            seen += 1
    assert seen == len(rows_of(folder, "fare_rules.txt")) == 4 * 3 + 2 * 1


def test_the_formula_counts_three_kilometres_a_step(names: dict[str, str]) -> None:
    prices = MadeUp({"x": ("35.0", "139.0"), "y": ("35.1", "139.0")}, ["JR", "Keikyu"])
    assert prices.ticket("JR", "x", "y") == 150 + 20 * 3  # 11.1 km
    assert prices.ticket("Keikyu", "y", "x") == 150 + 10 + 30 * 3


def test_neighbouring_rides_of_a_company_are_one_ticket(
    common: tuple[Path, Layout], names: dict[str, str]
) -> None:
    prices = common[1].made_up
    a, b, d, f = (names[n] for n in "ABDF")
    jr, keikyu = Ride("JR", a, b), Ride("Keikyu", d, f)
    assert prices.journey([jr, Ride("JR", b, d), keikyu]) == (
        prices.ticket("JR", a, d) + prices.ticket("Keikyu", d, f)
    )
    assert prices.journey([jr, Ride("JR", b, a)]) is None


def test_platforms_of_a_station_are_one_station_with_a_zone_for_each_company(
    common: tuple[Path, Layout], names: dict[str, str]
) -> None:
    folder, layout = common
    assert len(layout.stops_at(names["D"])) == 3
    zones = {r["stop_id"]: r["zone_id"] for r in rows_of(folder, "stops.txt")}
    at = [zones[s] for s in layout.stops_at(names["D"])]
    assert at == [f"JR:{names['D']}"] * 2 + [f"Keikyu:{names['D']}"]


def test_a_stop_of_two_companies_is_refused(tmp_path: Path) -> None:
    source = write(tmp_path / "feed", {**TIMES, "shared": ("Keikyu", "d1 11:00 f 11:30")})
    with pytest.raises(ValueError, match=r"is of (JR|Keikyu) and of"):
        priced_feed.make(source, tmp_path / "common", DATE)


def test_a_door_leads_to_every_platform_in_no_time(
    common: tuple[Path, Layout], names: dict[str, str], tmp_path: Path
) -> None:
    folder, layout = common
    priced_feed.with_doors(folder, tmp_path / "doors", layout, [names["D"]])
    walks = {
        (r["from_stop_id"], r["to_stop_id"]): r["min_transfer_time"]
        for r in rows_of(tmp_path / "doors", "transfers.txt")
    }
    for stop in layout.stops_at(names["D"]):
        assert walks[door(names["D"]), stop] == walks[stop, door(names["D"])] == "0"
    assert len(rows_of(tmp_path / "doors", "stops.txt")) == 8
    assert rows_of(tmp_path / "doors", "trips.txt") == rows_of(folder, "trips.txt")


def test_questions_are_seeded_and_go_from_station_to_station(common: tuple[Path, Layout]) -> None:
    layout = common[1]
    asked = priced_feed.questions(layout, 20)
    assert asked == priced_feed.questions(layout, 20) != priced_feed.questions(layout, 20, seed=6)
    assert all(q.origin != q.goal and {q.origin, q.goal} <= set(layout.stations) for q in asked)
    alone = priced_feed.questions(layout, 20, single=True)
    assert {len(layout.stops_at(s)) for q in alone for s in (q.origin, q.goal)} == {1}
    assert {len(layout.stops_at(s)) for q in asked for s in (q.origin, q.goal)} == {1, 3}


def test_turning_back_on_one_ticket_is_told_from_a_real_miss(
    judge: Judge, names: dict[str, str]
) -> None:
    question = (names["A"], names["E"], parse_time("9:50"))
    price = judge.layout.made_up.ticket
    whole = price("JR", names["A"], names["E"])
    cut = price("JR", names["A"], names["B"]) + price("JR", names["B"], names["E"])
    ours = [(f.arrival, f.yen) for f in judge.journeys(question)]
    assert ours == [(parse_time("10:20"), cut), (parse_time("10:40"), whole)]
    assert judge.turning_back(question) == [[parse_time("10:20"), whole]]
    theirs = [parse_time("10:20"), whole]
    assert not price_answers.as_good(ours, theirs)
    assert judge.of_theirs(question, theirs, None) == price_answers.TURNS_BACK
    cheaper = [parse_time("10:20"), whole - 10]
    assert judge.of_theirs(question, cheaper, None) == price_answers.UNEXPLAINED


def test_a_price_that_its_own_rides_do_not_cost_is_named(
    judge: Judge, names: dict[str, str]
) -> None:
    question = (names["D"], names["F"], parse_time("9:50"))
    stops = [judge.layout.stops_at(names["D"])[2], judge.layout.stops_at(names["F"])[0]]
    yen = judge.layout.made_up.ticket("Keikyu", names["D"], names["F"])
    rides = [["RKeikyu", *stops]]
    assert judge.formula(rides) == yen
    point = [parse_time("10:30"), yen - 10]
    assert judge.of_theirs(question, point, rides) == price_answers.OTHER_PRICE


def test_an_arrival_after_the_service_day_is_named(judge: Judge, names: dict[str, str]) -> None:
    question = (names["F"], names["D"], parse_time("22:50"))
    assert judge.journeys(question) == []
    assert judge.of_theirs(question, [parse_time("27:30"), 200], None) == (
        price_answers.AFTER_THE_DAY
    )


def test_what_a_rival_cannot_have_is_named(judge: Judge) -> None:
    ours = Own([1000, 300], rides=3, departs=500, asked=400)
    seen: dict[str, Any] = {"candidates": [[-500, 900, 3]]}
    unseen: dict[str, Any] = {"candidates": [[-400, 900, 3], [-500, 1001, 3], [-500, 900, 4]]}
    why = judge.of_ours
    assert why("yen", "cafein", ours, seen) == price_answers.TIME_FIRST
    assert why("yen", "cafein", ours, unseen) == price_answers.UNEXPLAINED
    assert why("yen", "prototype", ours, None) == price_answers.UNEXPLAINED
    assert why("yen", "prototype", replace(ours, rides=10), None) == price_answers.MANY_RIDES
    assert why("yen", "prototype", ours, {"lost": 1}) == price_answers.FULL_BAGS
    late = replace(ours, departs=400 + price_answers.WINDOW_SECONDS)
    assert why("yen_window", "cafein", late, seen) == price_answers.TOO_LATE


def test_two_engines_are_compared_point_by_point(judge: Judge, names: dict[str, str]) -> None:
    asked = [Question(names["A"], names["E"], parse_time("9:50")),
             Question(names["D"], names["F"], parse_time("9:50"))]  # fmt: skip
    questions = [(q.origin, q.goal, q.time) for q in asked]
    fronts = [[[f.arrival, f.yen] for f in judge.journeys(q)] for q in questions]
    (soon, _), (late, whole) = fronts[0]
    ours = [{"front": front} for front in fronts]
    theirs = [{"front": [[soon, whole]]}, {"front": [[fronts[1][0][0], fronts[1][0][1] + 40]]}]
    found = {
        "questions": questions,
        "engines": {
            "planner": {"modes": {"yen": {"answers": ours}}},
            "prototype": {"modes": {"yen": {"answers": theirs}}},
        },
    }
    (compared,) = price_answers.compare(found, judge)
    assert (compared.equal, compared.questions, compared.points) == (0, 2, 2)
    assert compared.better == {price_answers.TURNS_BACK: 1}
    assert compared.lacking == {price_answers.UNEXPLAINED: 1}
    assert (compared.cheapest_dearer, compared.cheapest_cheaper, compared.mean_dearer) == (1, 0, 40)
    assert compared.unexplained == 1
    text = price_answers.table([compared], judge, questions)
    assert "Journeys of ours that cost by the formula what we say: 2 of 3." in text
    assert late == parse_time("10:40")
