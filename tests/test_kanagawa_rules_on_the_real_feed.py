"""What the game's movement rules mean on the real timetable of a weekday."""

import datetime as dt
import itertools
from pathlib import Path

import pytest

from planner.feed.registry import open_feed
from planner.feed.stations import book
from planner.journey import Ride
from planner.search.earliest import earliest
from planner.search.query import Planner, Wish
from planner.search.service_day import DAY_ENDS, DAY_STARTS
from planner.timetable.model import NEVER
from planner.timetable.movement import movement_rules
from planner.units import parse_time

MONDAY = dt.date(2026, 11, 30)


@pytest.fixture(scope="module")
def planner(real_feed_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Planner:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KANAGAWA_PLANNER_HOME", str(tmp_path_factory.mktemp("home")))
        return Planner.open(open_feed(real_feed_path), MONDAY)


def reached_from(planner: Planner, name: str) -> set[str]:
    t = planner.timetable
    index = planner.station(name).index
    assert index is not None
    labels = earliest(t, index, None, DAY_STARTS)
    return {t.station_name[t.node_station[n]] for n in range(t.nodes) if labels.arrive[n] < NEVER}


def test_from_yokohama_a_day_reaches_all_names_but_four(planner: Planner) -> None:
    names = {p.name for p in book() if p.in_kanagawa}
    cable = {s.name for s in planner_less_stops(planner)}
    missing = names - cable - reached_from(planner, "横浜")
    assert missing == {"京王稲田堤", "若葉台", "藤野", "相模湖"}
    assert len(names - cable) == 340


def planner_less_stops(planner: Planner):
    """Places of Kanagawa that the real feed does not serve at all: the cable cars."""
    served = {planner.timetable.station_name[s] for s in range(planner.timetable.stations)}
    return [p for p in book() if p.in_kanagawa and p.name not in served]


def test_nobody_leaves_the_prefecture(planner: Planner) -> None:
    inside = {p.name for p in book() if p.in_kanagawa}
    assert reached_from(planner, "横浜") <= inside


def test_fujino_reaches_only_sagamiko(planner: Planner) -> None:
    assert reached_from(planner, "藤野") == {"藤野", "相模湖"}


@pytest.mark.parametrize(("a", "b"), [("川崎", "京急川崎"), ("溝の口", "武蔵溝ノ口")])
def test_stations_of_two_names_are_no_change(planner: Planner, a: str, b: str) -> None:
    for journey in planner.day(a, b, DAY_STARTS, DAY_ENDS - 1).journeys:
        for before, after in zip(journey.legs, journey.legs[1:], strict=False):
            assert before.alight == after.board
        assert len(journey.rides) >= 2
    last = planner.route(a, b, parse_time("08:00"), Wish(by="all")).journeys
    assert last, "there is a way round"


def test_kawasaki_to_keikyu_kawasaki_goes_by_hatchonawate(planner: Planner) -> None:
    ways = planner.route("川崎", "京急川崎", parse_time("08:00"), Wish(by="fare")).journeys
    stations = [leg.board for leg in ways[0].legs] + ["京急川崎"]
    assert stations == ["川崎", "尻手", "八丁畷", "京急川崎"]


def test_both_gumyoji_are_one_station(planner: Planner) -> None:
    t = planner.timetable
    found = [s for s in range(t.stations) if t.station_name[s] == "弘明寺"]
    assert len(found) == 1
    routes = {
        t.route_id[t.trip_route[t.call_trip[c]]]
        for c in range(len(t.call_node))
        if t.node_station[t.call_node[c]] == found[0]
    }
    assert any(r.startswith("Keikyu") for r in routes)
    assert any(r.startswith("YokohamaMunicipal") for r in routes)


def test_kobuchi_to_nagatsuta_goes_by_hashimoto_never_by_machida(planner: Planner) -> None:
    journeys = planner.day("古淵", "長津田", DAY_STARTS, DAY_ENDS - 1).journeys
    assert len(journeys) > 20
    for journey in journeys:
        stops = [call.station for ride in journey.rides for call in ride.calls]
        assert "橋本" in stops
        assert "町田" not in stops


def test_kobuchi_to_nagatsuta_at_eight_arrives_at_0950(planner: Planner) -> None:
    (journey,) = planner.route("古淵", "長津田", parse_time("08:00")).journeys
    assert journey.arrives == parse_time("09:50")
    stops = [call.station for ride in journey.rides for call in ride.calls]
    assert [s for s in stops if s in {"海老名", "西谷", "新横浜"}]
    assert {"海老名", "西谷", "新横浜"} <= set(stops)


def test_the_cheapest_way_to_nagatsuta_is_210_yen_round_the_prefecture(planner: Planner) -> None:
    wish = Wish(by="fare")
    (journey,) = planner.route("古淵", "長津田", parse_time("08:00"), wish).journeys
    assert journey.fare == 210
    assert [leg.board for leg in journey.legs] == ["古淵", "橋本", "茅ケ崎", "横浜"]
    short = planner.route("古淵", "長津田", parse_time("08:00"), Wish(by="fare", budget=209))
    assert not short.journeys
    assert (short.none_because, short.cheapest_fare) == ("out_of_budget", 210)
    exact = planner.route("古淵", "長津田", parse_time("08:00"), Wish(by="fare", budget=210))
    assert exact.journeys[0].fare == 210


def test_zushi_and_zushi_hayama_are_two_places(planner: Planner) -> None:
    assert planner.station("逗子").index != planner.station("逗子・葉山").index
    assert planner.station("新逗子").index == planner.station("逗子・葉山").index


def test_limited_expresses_that_pass_machida_are_cut_there(real_feed_path: Path) -> None:
    rules = movement_rules("kanagawa").but(charged="include")
    planner = Planner.open(open_feed(real_feed_path), MONDAY, rules)
    t = planner.timetable
    odakyu = [
        r for r in range(t.runs)
        if any(t.route_id[t.trip_route[t.call_trip[c]]] == "Odakyu.Odawara" and
               t.trip_charged[t.call_trip[c]] for c in calls(t, r))
    ]  # fmt: skip
    assert odakyu
    west, east = {"相模大野", "海老名", "本厚木", "小田原"}, {"新百合ヶ丘", "向ヶ丘遊園", "登戸"}
    for r in odakyu:
        names = {t.station_name[t.node_station[t.call_node[c]]] for c in calls(t, r)}
        assert not (names & west and names & east)


def calls(t, run: int) -> range:
    return range(t.run_first_call[run], t.run_first_call[run + 1])


def test_five_past_midnight_finds_the_last_trains_and_nobody_waits_for_morning(
    planner: Planner,
) -> None:
    (journey,) = planner.route("横浜", "藤沢", parse_time("24:05")).journeys
    assert parse_time("24:05") <= journey.departs < parse_time("25:00")
    late = planner.route("横浜", "小田原", parse_time("25:30"))
    assert (late.journeys, late.none_because) == ((), "no_train_left")


def test_yesterdays_trains_run_on_after_midnight(real_feed_path: Path) -> None:
    tuesday = Planner.open(open_feed(real_feed_path), MONDAY + dt.timedelta(days=1))
    (journey,) = tuesday.route("横浜", "藤沢", parse_time("00:05")).journeys
    monday = Planner.open(open_feed(real_feed_path), MONDAY)
    (late,) = monday.route("横浜", "藤沢", parse_time("24:05")).journeys
    assert journey.departs + 24 * 3600 == late.departs
    assert journey.arrives + 24 * 3600 == late.arrives


def test_ordinary_travel_without_a_train_left_is_told_the_first_of_the_morning(
    real_feed_path: Path,
) -> None:
    ordinary = Planner.open(open_feed(real_feed_path), MONDAY, "none")
    answer = ordinary.route("横浜", "小田原", parse_time("25:30"))
    assert answer.none_because == "no_train_left"
    assert answer.next_day_first is not None
    assert answer.next_day_first.service_date == dt.date(2026, 12, 1)
    assert answer.next_day_first.departs >= parse_time("04:00")


def test_every_price_is_the_sum_of_its_tickets(planner: Planner) -> None:
    from planner.fares.quote import quote

    pairs = [
        ("川崎", "箱根湯本"),
        ("三崎口", "橋本"),
        ("大雄山", "元町・中華街"),
        ("久里浜", "谷峨"),
    ]
    for a, b in pairs:
        journeys = planner.route(a, b, parse_time("09:00"), Wish(by="all")).journeys
        assert journeys
        for journey in journeys:
            assert journey.fare == quote(journey).total
            assert all(isinstance(leg, Ride) for leg in journey.legs)
        times = [j.arrives for j in journeys]
        assert times == sorted(times)


def test_reach_is_the_menu_of_the_purse(planner: Planner) -> None:
    found = planner.reach("藤沢", parse_time("18:00"), 300)
    assert found[0].station == "藤沢"
    assert all(r.fare is not None and r.fare <= 300 for r in found)
    for reached in found[1:12]:
        (cheap,) = planner.route(
            "藤沢", reached.station, parse_time("18:00"), Wish(by="fare")
        ).journeys
        assert (cheap.fare, cheap.arrives) == (reached.fare, reached.arrives)


def test_the_last_train_over_a_stop_leaves_a_later_minute_no_way(planner: Planner) -> None:
    wish = Wish(stops=["藤沢"])
    (journey,) = planner.last_train("横浜", "小田原", 0, wish).journeys
    assert [t.board for t in journey.tickets] == ["横浜", "藤沢"]
    assert not planner.route("横浜", "小田原", journey.departs + 1, wish).journeys
    poor = planner.last_train("横浜", "小田原", 0, Wish(stops=["藤沢"], budget=1059))
    assert (poor.none_because, poor.cheapest_fare) == ("out_of_budget", 1060)


def test_a_day_over_a_stop_rises_in_departure_and_arrival(planner: Planner) -> None:
    journeys = planner.day(
        "横浜", "藤沢", parse_time("10:00"), parse_time("14:00"), Wish(stops=["鎌倉"])
    ).journeys
    assert len(journeys) > 5
    for before, after in itertools.pairwise(journeys):
        assert before.departs < after.departs
        assert before.arrives < after.arrives
