"""Part B of the rules by the timetable: R4a-R4i, R5, R6, R7, R9, R10, on small timetables."""

import pytest

from planner.fares.matrix import fares_on
from planner.rulebooks.kanagawa.ever_reached import never_reached
from planner.rulebooks.kanagawa.field import Field
from planner.timetable.movement import movement_rules
from planner.units import format_clock
from tests.kanagawa.plan_world import DATE, WorldField, plan_world

SHONAN = """
JR-East.Tokaido 普通: 横浜 8:00 戸塚 8:10 大船 8:15 藤沢 8:20 辻堂 8:24
JR-East.Tokaido 普通: 横浜 23:00 戸塚 23:10 大船 23:15 藤沢 23:20 辻堂 23:24
JR-East.Tokaido 普通: 横浜 23:30 戸塚 23:40 大船 23:45 藤沢 23:50
JR-East.Tokaido 普通: 横浜 24:10 戸塚 24:20 大船 24:25
JR-East.Yokosuka 普通: 大船 8:20 鎌倉 8:28 逗子 8:33
JR-East.Yokosuka 普通: 大船 23:00 鎌倉 23:08 逗子 23:13
JR-East.Yokosuka 普通: 大船 23:50 鎌倉 23:58
Enoden.Enoden 普通: 藤沢 8:20 江ノ島 8:30 鎌倉 8:55
Enoden.Enoden 普通: 藤沢 23:20 江ノ島 23:30 鎌倉 23:55
Enoden.Enoden 普通: 藤沢 23:50 江ノ島 24:00
"""
BORDER = """
Sotetsu.Main 急行: 海老名 8:00 大和 8:08 西谷 8:20
+ Sotetsu.SotetsuShinYokohama 急行: 西谷 8:21 新横浜 8:28
+ Tokyu.TokyuShinYokohama 急行: 新横浜 8:30 日吉 8:37
Tokyu.TokyuShinYokohama 各駅停車: 新横浜 8:29 新綱島 8:33 日吉 8:38
Tokyu.Toyoko 各駅停車: 日吉 8:40 菊名 8:48
"""


def arrivals(verdict):  # type: ignore[no-untyped-def]
    return [(stop.station, format_clock(stop.time), stop.clause) for stop in verdict.arrivals]


def cell(start: str, end: str) -> int:
    jr = fares_on(DATE).systems["jr"]
    return jr.index[start] * jr.count + jr.index[end]


# R4a


def test_r4a_a_plan_begins_where_the_player_is() -> None:
    plans = plan_world(SHONAN)
    there = plans("戸塚 -東海道線-> 藤沢 240円", place="横浜")
    assert there.refused is not None
    assert there.refused.clause == "R4a"
    assert plans("横浜 -東海道線-> 藤沢 440円", place="横浜").legal


def test_r4a_the_first_station_may_be_left_out() -> None:
    verdict = plan_world(SHONAN)("-東海道線-> 藤沢 440円", place="よこはま")
    assert (verdict.start, verdict.stops_at, verdict.right) == ("横浜", "藤沢", 440)


def test_r4a_the_second_plan_waits_for_the_end_of_the_first() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 藤沢", "8:00", since=9 * 3600)
    assert arrivals(verdict) == [("藤沢", "23:20", "R7")]


# R4b


@pytest.mark.parametrize(("at", "arrives"), [("8:00", "08:20"), ("8:01", "23:20")])
def test_r4b_only_trains_that_leave_at_or_after_the_post(at: str, arrives: str) -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 藤沢", at)
    assert arrivals(verdict) == [("藤沢", arrives, "R7")]


def test_r4b_a_post_at_five_past_midnight_may_take_the_train_of_ten_past() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 大船", "24:05")
    assert arrivals(verdict) == [("大船", "24:25", "R7")]


# R4c


def test_r4c_the_declared_fare_must_fit_the_purse() -> None:
    plans = plan_world(SHONAN)
    assert plans("横浜 -東海道線-> 藤沢 440円", purse=440).legal
    refused = plans("横浜 -東海道線-> 藤沢 440円", purse=439)
    assert refused.refused is not None
    assert refused.refused.clause == "R4c"
    assert (refused.right, refused.charged, refused.arrivals) == (440, 0, ())


def test_r4c_the_right_fare_need_not_fit_it() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 藤沢 100円", purse=100)
    assert (verdict.legal, verdict.fare_error, verdict.charged) == (True, -340, 100)


# R4d


def test_r4d_the_next_departure_that_stops_there_although_a_later_one_overtakes_it() -> None:
    world = """
    Keikyu.Main 普通: 横浜 8:00 上大岡 8:20 金沢文庫 8:45
    Keikyu.Main 快特: 横浜 8:05 上大岡 8:13 金沢文庫 8:22
    Keikyu.Main 特急: 横浜 7:58 金沢文庫 8:15
    """
    route = "横浜 -京急本線-> 金沢文庫"
    assert arrivals(plan_world(world)(route)) == [("金沢文庫", "08:45", "R7")]
    early = plan_world(world, boarding="earliest_arrival")(route)
    assert arrivals(early) == [("金沢文庫", "08:22", "R7")]
    named = plan_world(world)("横浜 -京急本線 快特-> 金沢文庫")
    assert arrivals(named) == [("金沢文庫", "08:22", "R7")]


def test_r4d_the_next_departure_that_does_not_stop_there_is_let_go() -> None:
    world = """
    Keikyu.Main 快特: 横浜 8:00 上大岡 8:08
    Keikyu.Main 普通: 横浜 8:04 弘明寺 8:18 上大岡 8:20
    """
    assert arrivals(plan_world(world)("横浜 -京急-> 弘明寺")) == [("弘明寺", "08:18", "R7")]


def test_r4d_a_train_with_a_surcharge_only_if_the_plan_names_it() -> None:
    world = """
    Odakyu.Odawara 特急はこね1号*: 本厚木 8:00 小田原 8:30
    Odakyu.Odawara 急行: 本厚木 8:10 小田原 8:50
    """
    plans = plan_world(world)
    assert arrivals(plans("本厚木 -小田急-> 小田原")) == [("小田原", "08:50", "R7")]
    named = plans("本厚木 -小田急 はこね1号-> 小田原")
    assert arrivals(named) == [("小田原", "08:30", "R7")]
    assert named.right is None  # the price of its surcharge is not known
    assert arrivals(plans("本厚木 -ロマンスカー-> 小田原")) == [("小田原", "08:30", "R7")]
    base = plan_world(world, express_charge="base_only")("本厚木 -ロマンスカー-> 小田原")
    assert base.right == plans("本厚木 -小田急-> 小田原").right


def test_r4d_no_train_left_nothing_moves_and_nothing_is_paid() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 藤沢 440円", "24:11")
    assert (verdict.legal, verdict.moved, verdict.charged) == (True, False, 0)
    assert (verdict.right, verdict.stops_at, verdict.arrivals) == (440, "横浜", ())
    assert verdict.cut is not None
    assert verdict.cut.clause == "R4d"


def test_r4d_no_journey_crosses_three_in_the_morning() -> None:
    world = """
    JR-East.Tokaido 普通: 横浜 8:00 戸塚 8:10 大船 8:15
    JR-East.Tokaido 普通: 横浜 26:40 戸塚 26:50 大船 27:05
    """
    verdict = plan_world(world)("横浜 -東海道線-> 大船", "26:00")
    assert arrivals(verdict) == [("戸塚", "26:50", "R4f")]


THROUGH = """
Sotetsu.Main 快速: 海老名 8:10 二俣川 8:20 西谷 8:24 横浜 8:40
Sotetsu.Main 特急: 海老名 8:50 二俣川 9:00 西谷 9:04
+ Sotetsu.SotetsuShinYokohama 特急: 西谷 9:05 新横浜 9:12
+ Tokyu.TokyuShinYokohama 特急: 新横浜 9:14 日吉 9:20
+ Tokyu.Meguro 急行: 日吉 9:21 武蔵小杉 9:25
Sotetsu.Main 各停: 海老名 20:00 二俣川 20:20 西谷 20:26
Sotetsu.SotetsuShinYokohama 各停: 西谷 20:27 新横浜 20:34
Tokyu.TokyuShinYokohama 各停: 新横浜 20:40 日吉 20:48
Sotetsu.Izumino 各停: 二俣川 8:22 湘南台 8:40
Sotetsu.Main 各停: 横浜 9:00 二俣川 9:20
+ Sotetsu.Izumino 各停: 二俣川 9:21 湘南台 9:40
Minatomirai.Minatomirai 各停: 元町・中華街 8:00 横浜 8:08
+ Tokyu.Toyoko 各停: 横浜 8:10 菊名 8:20 日吉 8:30
Tokyu.Toyoko 急行: 横浜 8:45 日吉 8:58
"""


def refused(route: str, world: str = THROUGH) -> tuple[str, str]:
    verdict = plan_world(world)(route, "7:00")
    assert verdict.refused is not None, route
    assert (verdict.journey, verdict.arrivals) == (None, ())
    return verdict.refused.clause, verdict.refused.message


def test_r4d_a_through_train_over_a_border_that_does_not_run_is_refused_not_changed() -> None:
    clause, message = refused("海老名 -相鉄本線〜東横線-> 日吉 560円")
    assert clause == "R4d"
    assert "海老名 -相鉄本線〜相鉄新横浜線〜東急新横浜線-> 日吉" in message
    assert "海老名 -相鉄本線-> 横浜 -東急東横線-> 日吉" in message
    for right in (
        "海老名 -相鉄本線〜相鉄新横浜線〜東急新横浜線-> 日吉",
        "海老名 -相鉄本線-> 横浜 -東急東横線-> 日吉",
    ):
        assert plan_world(THROUGH)(right, "7:00").legal


def test_r4d_lines_of_one_company_joined_are_one_train_too() -> None:
    assert plan_world(THROUGH)("横浜 -相鉄本線〜いずみ野線-> 湘南台", "7:00").legal
    clause, message = refused("海老名 -相鉄本線〜いずみ野線-> 湘南台 400円")
    assert clause == "R4d"
    assert "海老名 -相鉄本線-> 二俣川 -相鉄いずみ野線-> 湘南台" in message


def test_r4d_the_lines_of_a_through_train_are_said_in_the_order_ridden() -> None:
    assert plan_world(THROUGH)("元町・中華街 -みなとみらい線〜東横線-> 日吉", "7:00").legal
    clause, message = refused("元町・中華街 -東横線〜みなとみらい線-> 日吉")
    assert clause == "R4d"
    assert "元町・中華街 -みなとみらい線〜東急東横線-> 日吉" in message


@pytest.mark.parametrize(
    ("route", "arrives"),
    [
        ("海老名 -相鉄本線〜東急新横浜線-> 日吉", "09:20"),  # the line between is not said
        ("海老名 -相鉄本線-> 日吉", "09:20"),  # the line is that of boarding
        ("海老名 -相鉄〜東急-> 武蔵小杉", "09:25"),  # companies
        ("海老名 -相鉄〜東急新横浜線〜目黒線-> 日吉", "09:20"),  # left before its last line
        ("横浜 -みなとみらい線〜東横線-> 菊名", "08:20"),  # boarded after its first line
        ("横浜 -みなとみらい線〜東横線-> 日吉", "08:30"),
    ],
)
def test_r4d_a_through_train_that_runs_may_be_declared_in_short(route: str, arrives: str) -> None:
    assert arrivals(plan_world(THROUGH)(route, "7:00"))[-1][1:] == (arrives, "R7")


def test_r4d_a_ride_off_the_declared_lines_is_not_excused_by_where_the_train_goes_on_to() -> None:
    assert refused("海老名 -相鉄本線〜目黒線-> 日吉 650円")[0] == "R4d"


def test_r9_no_station_of_a_through_trains_lines() -> None:
    assert refused("海老名 -相鉄本線〜東急新横浜線-> 菊名 650円")[0] == "R9"


def test_r4f_after_the_last_through_train_no_change_is_invented() -> None:
    plans = plan_world(THROUGH)
    for route in (
        "海老名 -相鉄本線〜東急新横浜線-> 日吉",
        "海老名 -相鉄本線-> 日吉",
        "海老名 -> 日吉",
    ):
        cut = plans(route, "20:00")
        assert arrivals(cut) == [("西谷", "20:26", "R4f")], route
        assert cut.journey is not None
        assert len(cut.journey.rides) == 1
    assert plans("西谷 -相鉄新横浜線〜東急新横浜線-> 日吉", "20:00").stops_at == "新横浜"


def test_r4f_a_train_of_another_line_is_no_part_of_the_declared_path() -> None:
    world = (
        THROUGH
        + """
    Sotetsu.Main 特急: 海老名 7:00 西谷 7:14
    + Sotetsu.SotetsuShinYokohama 特急: 西谷 7:15 新横浜 7:22
    + Tokyu.TokyuShinYokohama 特急: 新横浜 7:24 日吉 7:30
    + Tokyu.Toyoko 急行: 日吉 7:31 武蔵小杉 7:35
    """
    )
    cut = plan_world(world)("海老名 -相鉄〜東急新横浜線〜東横線-> 武蔵小杉", "8:00")
    assert arrivals(cut) == [("日吉", "09:20", "R4f")]


def test_r7_a_border_crossed_aboard_is_no_arrival_also_where_the_path_is_cut_off_after_it() -> None:
    world = BORDER + "Tokyu.Toyoko 各駅停車: 日吉 7:00 武蔵小杉 7:08\n"
    world += "Sotetsu.SotetsuShinYokohama 各停: 西谷 6:00 新横浜 6:05\n"
    world += "+ Tokyu.TokyuShinYokohama 各停: 新横浜 6:06 日吉 6:10\n+ Tokyu.Toyoko 各停: "
    world += "日吉 6:11 武蔵小杉 6:15\n"
    route = "海老名 -相鉄線-> 新横浜 -東急新横浜線 急行-> 武蔵小杉"
    cut = plan_world(world.replace("各停", "急行"))(route, "7:30")
    assert arrivals(cut) == [("日吉", "08:37", "R4f")]


# R4e


def test_r4e_a_change_takes_no_time() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 藤沢 -江ノ電-> 鎌倉 750円", "23:00")
    assert arrivals(verdict) == [("藤沢", "23:20", "R7"), ("鎌倉", "23:55", "R7")]
    assert verdict.completed


# R4f


def test_r4f_cut_off_at_the_change_where_no_train_is_left() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 大船 -横須賀線-> 逗子 1000円", "24:00")
    assert arrivals(verdict) == [("大船", "24:25", "R4f")]
    assert (verdict.charged, verdict.right) == (350, 440)
    assert verdict.fare_error == 560


def test_r4f_cut_off_at_the_farthest_stop_of_a_train_that_ends_short() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 辻堂 620円", "23:30")
    assert arrivals(verdict) == [("藤沢", "23:50", "R4f")]
    assert verdict.charged == 440
    assert not verdict.completed


def test_r4f_after_a_change_the_next_line_is_ridden_as_far_as_it_goes() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 藤沢 -江ノ電-> 鎌倉 750円", "23:30")
    assert arrivals(verdict) == [("藤沢", "23:50", "R7"), ("江ノ島", "24:00", "R4f")]
    assert verdict.charged == 440 + 220
    assert verdict.right == 750


def test_r4f_a_line_whose_trains_must_be_changed_is_ridden_with_the_change() -> None:
    world = """
    OdakyuHakone.HakoneTozan 各駅停車: 小田原 8:00 入生田 8:08 箱根湯本 8:15
    OdakyuHakone.HakoneTozan 各駅停車: 箱根湯本 8:20 宮ノ下 8:45 強羅 9:00
    OdakyuHakone.HakoneTozan 各駅停車: 小田原 22:00 入生田 22:08 箱根湯本 22:15
    OdakyuHakone.HakoneTozan 各駅停車: 箱根湯本 22:20 宮ノ下 22:45
    """
    plans = plan_world(world)
    whole = plans("小田原 -箱根登山鉄道-> 強羅")
    assert (arrivals(whole), whole.completed) == ([("強羅", "09:00", "R7")], True)
    cut = plans("小田原 -箱根登山鉄道-> 強羅", "21:00")
    assert arrivals(cut) == [("宮ノ下", "22:45", "R4f")]


# R4g

RIGHT = """
Enoden.Enoden 普通: 江ノ島 23:00 藤沢 23:12
JR-East.Tokaido 普通: 藤沢 23:20 大船 23:25
JR-East.Yokosuka 普通: 大船 9:00 鎌倉 9:08
JR-East.Tokaido 普通: 藤沢 9:20 大船 9:25
"""
BROKEN = "江ノ島 -江ノ電-> 藤沢 -東海道線-> 大船 -横須賀線-> 鎌倉 1000円"


def test_r4g_the_player_may_stop_where_the_company_was_entered() -> None:
    plans = plan_world(RIGHT)
    plain = plans(BROKEN, "23:00")
    assert arrivals(plain)[-1] == ("大船", "23:25", "R4f")
    assert plain.right_of_way is not None
    assert plain.right_of_way.station == "藤沢"
    with_right = plans(BROKEN + " [権利行使]", "23:00")
    assert arrivals(with_right) == [("藤沢", "23:12", "R4g")]
    assert with_right.charged == 220


@pytest.mark.parametrize(("minute", "clause"), [(11, "R4g"), (12, "R4f"), (20, "R4f")])
def test_r4g_it_must_be_declared_before_the_arrival_there(minute: int, clause: str) -> None:
    verdict = plan_world(RIGHT)(BROKEN, "23:00", waived_at=(23 * 60 + minute) * 60)
    assert verdict.cut is not None
    assert verdict.cut.clause == clause


def test_r4g_not_for_a_path_that_began_in_that_company() -> None:
    verdict = plan_world(RIGHT)("藤沢 -東海道線-> 大船 -横須賀線-> 鎌倉 [権利]", "23:00")
    assert verdict.right_of_way is None
    assert arrivals(verdict) == [("大船", "23:25", "R4f")]


def test_r4g_not_where_the_path_breaks_between_companies() -> None:
    world = """
    Enoden.Enoden 普通: 鎌倉 22:00 江ノ島 22:20
    Enoden.Enoden 普通: 江ノ島 23:00 藤沢 23:12
    Odakyu.Enoshima 普通: 藤沢 9:00 大和 9:20
    """
    verdict = plan_world(world)("江ノ島 -江ノ電-> 藤沢 -小田急-> 大和 [権利]", "23:00")
    assert verdict.right_of_way is None
    assert arrivals(verdict) == [("藤沢", "23:12", "R4f")]


def test_r4g_the_company_may_be_entered_aboard_a_through_train() -> None:
    verdict = plan_world(BORDER)(
        "海老名 -相鉄線-> 新横浜 -東急新横浜線-> 日吉 -東横線-> 菊名 [権利]", "8:00"
    )
    assert verdict.completed
    late = BORDER.replace("日吉 8:40 菊名 8:48", "日吉 8:10 菊名 8:18")
    cut = plan_world(late)("海老名 -相鉄線〜東急新横浜線-> 日吉 -東横線-> 菊名 [権利]", "8:00")
    assert arrivals(cut) == [("新横浜", "08:28", "R4g")]


# R4h, R4i


@pytest.mark.parametrize(("fare", "error"), [(430, -10), (440, 0), (450, 10)])
def test_r4h_and_r4i_the_declared_fare_against_the_right_one(fare: int, error: int) -> None:
    verdict = plan_world(SHONAN)(f"横浜 -東海道線-> 藤沢 {fare}円")
    assert (verdict.fare_error, verdict.charged, verdict.right) == (error, fare, 440)


def test_r4h_after_a_cut_off_the_error_is_judged_on_the_declared_path() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 辻堂 440円", "23:30")
    assert (verdict.charged, verdict.right, verdict.fare_error) == (440, 530, -90)


# R5


def test_r5_jr_costs_its_cheapest_way_whatever_the_path() -> None:
    world = """
    JR-East.Yokohama 普通: 新横浜 8:00 東神奈川 8:08
    JR-East.KeihinTohokuNegishi 普通: 東神奈川 8:10 川崎 8:18
    JR-East.Nambu 普通: 川崎 8:20 武蔵小杉 8:30
    JR-East.Nambu 普通: 川崎 8:20 尻手 8:22
    JR-East.Yokosuka 普通: 東神奈川 9:00 横浜 9:02
    JR-East.Yokosuka 普通: 横浜 9:05 武蔵小杉 9:15
    """
    plans = plan_world(world)
    one = plans("新横浜 -横浜線-> 東神奈川 -京浜東北線-> 川崎 -南武線-> 武蔵小杉")
    other = plans("横浜 -横須賀線-> 武蔵小杉")
    assert one.journey is not None
    assert len(one.journey.tickets) == 1
    assert one.right == fares_on(DATE).systems["jr"].main.yen[cell("新横浜", "武蔵小杉")]
    assert other.right == fares_on(DATE).systems["jr"].main.yen[cell("横浜", "武蔵小杉")]


def test_r5_two_tickets_where_the_player_leaves_the_station() -> None:
    plans = plan_world(SHONAN)
    one = plans("横浜 -東海道線-> 戸塚 -東海道線-> 藤沢")
    two = plans("横浜 -東海道線-> 戸塚[下車] -東海道線-> 藤沢")
    assert one.right == 440
    assert two.journey is not None
    assert [ticket.alight for ticket in two.journey.tickets] == ["戸塚", "藤沢"]
    assert two.right == sum(ticket.yen or 0 for ticket in two.journey.tickets)


def test_r5_the_shinkansen_costs_base_fare_and_express_charge() -> None:
    world = "JR-Central.TokaidoShinkansen こだま*: 新横浜 8:07 小田原 8:23"
    full = plan_world(world)("新横浜 -新幹線-> 小田原")
    base = plan_world(world, express_charge="base_only")("新横浜 -新幹線-> 小田原")
    assert full.right is not None
    assert base.right is not None
    assert full.right > base.right
    assert (full.boardings, base.boardings) == (1, 1)


def test_r5_transfer_discounts_where_the_game_takes_them() -> None:
    world = """
    Odakyu.Enoshima 各駅停車: 南林間 8:00 大和 8:06
    Sotetsu.Main 各駅停車: 大和 8:06 瀬谷 8:09
    """
    route = "南林間 -小田急-> 大和 -相鉄線-> 瀬谷"
    plain = plan_world(world)(route)
    less = plan_world(world, transfer_discounts="on")(route)
    assert plain.right is not None
    assert less.journey is not None
    taken = sum(discount.yen for discount in less.journey.discounts)
    assert taken > 0
    assert less.right == plain.right - taken


# R6


@pytest.mark.parametrize("ticket", ["フリーパス", "一日乗車券", "青春18", "回数券"])
def test_r6_no_special_tickets(ticket: str) -> None:
    refused = plan_world(SHONAN)(f"横浜 -東海道線-> 藤沢 {ticket} 440円").refused
    assert refused is not None
    assert refused.clause == "R6"
    assert ticket in refused.message


# R7


def test_r7_arrivals_are_the_end_declared_stops_and_changes_between_companies() -> None:
    verdict = plan_world(SHONAN)(
        "横浜 -東海道線-> 戸塚[下車] -東海道線-> 藤沢 -江ノ電-> 鎌倉", "8:00"
    )
    assert [stop.station for stop in verdict.arrivals] == ["戸塚", "藤沢", "鎌倉"]


def test_r7_a_change_on_one_ticket_is_no_arrival() -> None:
    verdict = plan_world(SHONAN)("横浜 -東海道線-> 大船 -横須賀線-> 鎌倉", "8:00")
    assert arrivals(verdict) == [("鎌倉", "08:28", "R7")]
    assert [stop.station for stop in verdict.changes] == ["大船"]


def test_r7_a_border_crossed_aboard_a_through_train_is_no_arrival() -> None:
    verdict = plan_world(BORDER)("海老名 -相鉄線〜東急新横浜線-> 日吉")
    assert arrivals(verdict) == [("日吉", "08:37", "R7")]
    assert verdict.journey is not None
    assert len(verdict.journey.tickets) == 2


def test_r7_another_train_at_the_border_is_a_change_on_foot_and_an_arrival() -> None:
    verdict = plan_world(BORDER)("海老名 -相鉄線-> 新横浜 -東急新横浜線-> 日吉")
    # the train of 8:29 leaves before the through train does
    assert arrivals(verdict) == [("新横浜", "08:28", "R7"), ("日吉", "08:38", "R7")]
    aboard = plan_world(BORDER)("海老名 -相鉄線-> 新横浜 -東急新横浜線 急行-> 日吉")
    assert arrivals(aboard) == [("日吉", "08:37", "R7")]


def test_r7_a_station_declared_as_left_is_an_arrival_also_at_the_border() -> None:
    verdict = plan_world(BORDER)("海老名 -相鉄線-> 新横浜[下車] -東急新横浜線 急行-> 日吉")
    assert [stop.station for stop in verdict.arrivals] == ["新横浜", "日吉"]


# R9


@pytest.mark.parametrize(
    ("route", "near"),
    [
        ("横浜 -JR-> 川崎 -京急大師線-> 川崎大師", "京急川崎"),
        ("二子新地 -田園都市線-> 溝の口 -南武線-> 登戸", "武蔵溝ノ口"),
    ],
)
def test_r9_nobody_walks_to_a_station_of_another_name(route: str, near: str) -> None:
    world = """
    JR-East.Tokaido 普通: 横浜 8:00 川崎 8:08
    Keikyu.Daishi 普通: 京急川崎 8:10 川崎大師 8:15
    Tokyu.DenEnToshi 各駅停車: 二子新地 8:00 溝の口 8:05
    JR-East.Nambu 普通: 武蔵溝ノ口 8:10 登戸 8:18
    """
    refused = plan_world(world)(route).refused
    assert refused is not None
    assert refused.clause == "R9"
    assert near in refused.message


def test_r9_a_change_within_one_name_whatever_the_company_and_both_gumyoji() -> None:
    world = """
    Keikyu.Main 普通: 横浜 8:00 弘明寺 8:12
    YokohamaMunicipal.Blue 普通: 弘明寺 8:12 上大岡 8:15
    JR-East.Sagami 普通: 茅ケ崎 8:00 海老名 8:30
    Odakyu.Odawara 急行: 海老名 8:30 本厚木 8:35
    """
    plans = plan_world(world)
    gumyoji = plans("横浜 -京急-> 弘明寺 -ブルーライン-> 上大岡")
    assert [stop.station for stop in gumyoji.arrivals] == ["弘明寺", "上大岡"]
    ebina = plans("茅ヶ崎 -相模線-> 海老名 -小田急-> 本厚木")
    assert [stop.station for stop in ebina.arrivals] == ["海老名", "本厚木"]


@pytest.mark.parametrize("how", ["徒歩", "バス", "箱根ロープウェイ", "タクシー"])
def test_r9_rail_only(how: str) -> None:
    refused = plan_world(SHONAN)(f"横浜 -東海道線-> 藤沢 -{how}-> 鎌倉").refused
    assert refused is not None
    assert refused.clause == "R9"


@pytest.mark.parametrize("station", ["大涌谷", "桃源台", "駒ヶ岳山頂"])
def test_r9_a_station_of_a_ropeway_is_refused_not_unknown(station: str) -> None:
    for route in (f"横浜 -東海道線-> {station} 440円", f"{station} -> 藤沢 440円"):
        assert refused(route, SHONAN)[0] == "R9"
    document = f'{{"from":"横浜","legs":[{{"line":"東海道線","to":"{station}"}}]}}'
    assert refused(document, SHONAN)[0] == "R9"


# R10

OUTSIDE = """
JR-East.Yokohama 普通: 橋本 8:00 相模原 8:03 古淵 8:11 町田 8:15 成瀬 8:18 長津田 8:23
Odakyu.Odawara 急行: 新百合ヶ丘 8:00 町田 8:08 相模大野 8:11
Odakyu.Odawara 快速急行: 新百合ヶ丘 8:05 相模大野 8:14
"""


@pytest.mark.parametrize(
    "route", ["橋本 -横浜線-> 町田", "町田 -横浜線-> 橋本", "橋本 -横浜線-> 長津田"]
)
def test_r10_no_station_outside_is_left_at_or_passed(route: str) -> None:
    refused = plan_world(OUTSIDE)(route).refused
    assert refused is not None
    assert refused.clause == "R10"
    assert "町田" in refused.message


def test_r10_a_train_that_passes_outside_without_stopping_is_barred_too() -> None:
    refused = plan_world(OUTSIDE)("新百合ヶ丘 -小田急 快速急行-> 相模大野").refused
    assert refused is not None
    assert refused.clause == "R10"


def test_r10_inside_the_same_line_is_free_and_variant_v2_lets_pass() -> None:
    assert plan_world(OUTSIDE)("橋本 -横浜線-> 古淵").legal
    assert plan_world(OUTSIDE, pass_outside=True)("橋本 -横浜線-> 長津田").legal
    assert not plan_world(OUTSIDE, pass_outside=True)("橋本 -横浜線-> 町田").legal


# C4: boardings


def test_c4_each_boarding_of_the_shinkansen_is_counted() -> None:
    world = """
    JR-Central.TokaidoShinkansen こだま*: 新横浜 8:07 小田原 8:23
    JR-Central.TokaidoShinkansen こだま*: 小田原 8:40 新横浜 8:56
    """
    verdict = plan_world(world)("新横浜 -新幹線-> 小田原[下車] -新幹線-> 新横浜")
    assert verdict.boardings == 2


def test_c4_and_v3_boardings_are_of_the_line_that_the_group_may_control() -> None:
    world = "Enoden.Enoden 普通: 鎌倉 8:07 江ノ島 8:30\nJR-East.Tokaido 普通: 藤沢 9:00 大船 9:05"
    plans = plan_world(world, controllable_line="江ノ電")
    assert plans("鎌倉 -江ノ電-> 江ノ島").boardings == 1
    assert plans("藤沢 -東海道線-> 大船", "8:50").boardings == 0
    assert plan_world(world)("鎌倉 -江ノ電-> 江ノ島").boardings == 0


def test_r9_the_distance_of_a_station_that_is_told_is_data() -> None:
    assert movement_rules("kanagawa").near_metres == 1000


# S4


def test_s4_what_the_movement_rules_cut_off_can_never_be_reached() -> None:
    field = Field.open("model")
    names = [
        "大船",
        "町田",
        "藤野",
        "相模湖",
        "下社",
        "京王稲田堤",
        "若葉台",
        "強羅",
        "古淵",
        "新逗子",
    ]
    found = never_reached(names, ["横浜", "小田原"], field, DATE)
    assert found == ["町田", "藤野", "相模湖", "下社", "京王稲田堤", "若葉台"]


def test_s4_a_station_with_a_few_trains_a_day_can_be_reached() -> None:
    world = """
    JR-East.TsurumiOkawaBranch 普通: 武蔵白石 7:00 大川 7:03
    JR-East.Tsurumi 普通: 鶴見 8:00 武蔵白石 8:12
    """
    found = never_reached(["大川", "扇町"], ["鶴見"], WorldField(world), DATE)
    assert found == ["扇町"]
