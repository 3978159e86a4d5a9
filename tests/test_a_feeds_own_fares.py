"""A feed of other railways is searched by the prices its own files state."""

import datetime as dt
from pathlib import Path

import pytest

from planner.search.query import Planner, Wish
from planner.units import parse_time

FILES = {
    "agency": "agency_id,agency_name,agency_url,agency_timezone\nN,North,http://n.test,Asia/Tokyo\n"
    "S,South,http://s.test,Asia/Tokyo\n",
    "stops": "stop_id,stop_name,stop_lat,stop_lon,zone_id\n"
    "a,Alpha,30.0,130.0,za\nb,Beta,30.1,130.0,zb\nc,Gamma,30.2,130.0,zc\n",
    "routes": "route_id,agency_id,route_long_name,route_type\nfast,N,Fast,2\nslow,S,Slow,2\n",
    "trips": "route_id,service_id,trip_id\nfast,d,f\nslow,d,s1\nslow,d,s2\n",
    "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    "f,08:00:00,08:00:00,a,1\nf,08:20:00,08:20:00,c,2\n"
    "s1,08:00:00,08:00:00,a,1\ns1,08:15:00,08:15:00,b,2\n"
    "s2,08:20:00,08:20:00,b,1\ns2,08:40:00,08:40:00,c,2\n",
    "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,"
    "end_date\nd,1,1,1,1,1,1,1,20260101,20261231\n",
    "fare_attributes": "fare_id,price,currency_type,payment_method,transfers,agency_id\n"
    "f,900,JPY,1,,N\ns100,100,JPY,1,,S\ns150,150,JPY,1,,S\n",
    "fare_rules": "fare_id,route_id,origin_id,destination_id\nf,fast,,\n"
    "s100,slow,za,zb\ns100,slow,zb,zc\ns150,slow,za,zc\n",
}


@pytest.fixture
def planner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planner:
    return opened(tmp_path, monkeypatch)


def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Planner:
    monkeypatch.setenv("KANAGAWA_PLANNER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("KANAGAWA_PLANNER_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "feed"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return Planner.open(str(folder), dt.date(2026, 6, 1), "none")


def test_a_through_ticket_of_its_own_fares_beats_the_dear_fast_train(planner: Planner) -> None:
    answer = planner.route("Alpha", "Gamma", parse_time("7:50"), Wish(by="all"))
    menu = [(j.arrives, j.fare, j.changes) for j in answer.journeys]
    assert menu == [(parse_time("8:20"), 900, 0), (parse_time("8:40"), 150, 1)]


def test_a_budget_below_its_own_fares_says_what_would_do(planner: Planner) -> None:
    answer = planner.route("Alpha", "Gamma", parse_time("7:50"), Wish(by="fare", budget=149))
    assert (answer.none_because, answer.cheapest_fare) == ("out_of_budget", 150)


FLAT = "fare_id,price,currency_type,payment_method,transfers,agency_id\nflat,200,JPY,1,{},S\n"


@pytest.mark.parametrize(
    ("transfers", "menu"),
    [("", [200]), ("0", [400]), ("1", [None])],
)
def test_a_change_costs_what_the_feed_says_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, transfers: str, menu: list[int | None]
) -> None:
    """One ticket, a new one for each train, or nobody knows (so many changes, so much time)."""
    monkeypatch.setitem(FILES, "fare_attributes", FLAT.format(transfers))
    monkeypatch.setitem(FILES, "fare_rules", "fare_id,route_id,origin_id,destination_id\n")
    planner = opened(tmp_path, monkeypatch)
    wish = Wish(by="all", avoid=["Fast"])
    journeys = planner.route("Alpha", "Gamma", parse_time("7:50"), wish).journeys
    assert [j.fare for j in journeys] == menu
    alone = planner.route("Alpha", "Beta", parse_time("7:50"), wish).journeys
    assert [j.fare for j in alone] == [200]
