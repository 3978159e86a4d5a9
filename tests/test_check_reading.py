"""Declared routes as people write them, read; and what cannot be read, told apart."""

import json

import pytest

from planner.errors import PlannerError, UnknownName
from planner.feed.line_names import line_named, line_names
from planner.search.declared import Unreadable
from planner.search.declared_text import read_declared, read_text

GOOD = "横浜 -東海道線-> 藤沢[下車] -江ノ島電鉄線-> 鎌倉 750円"
SPELLINGS = [
    GOOD,
    "横浜 -JR東海道本線-> 藤沢（下車） -江ノ電-> 鎌倉 ７５０円",
    "横浜→(東海道線)→藤沢 下車→(江ノ電)→鎌倉 750円",
    "横浜 → 東海道線 → 藤沢【下車】 → 江ノ電 → 鎌倉　運賃７５０円",
    "横浜 ＝ＪＲ東海道線＝＞ 藤沢で下車 ＝江ノ電＝＞ 鎌倉 ￥750",
    "横浜\n↓東海道線\n藤沢[下車]\n↓江ノ電\n鎌倉\n計750円",
    "横浜(東海道線)藤沢[下車](江ノ電)鎌倉 750円",
    "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 440円+310円=750円",
    "横浜 -東海道線 440円-> 藤沢[下車] -江ノ電 310円-> 鎌倉",
    "よこはま ー東海道線ー> ふじさわ[途中下車] ー江ノ電ー> かまくら 750円",
    "Yokohama -Tokaido Line-> Fujisawa[off] -Enoden-> Kamakura 750 yen",
    "横浜東海道線→藤沢[下車] 江ノ電→鎌倉 750円",
    "横浜駅 -上野東京ライン-> 藤沢駅[下車] -江ノ電-> 鎌倉駅 750",
    "横浜発 ⇒東海道線⇒ 藤沢[下車] ⇒江ノ電⇒ 鎌倉着／750円",
]


@pytest.mark.parametrize("text", SPELLINGS)
def test_one_route_in_many_spellings(text: str) -> None:
    from planner.feed.stations import identity

    read = read_text(text)
    assert [identity(name) for name in read.stations] == ["横浜", "藤沢", "鎌倉"]
    assert [hop.lines[0].name for hop in read.hops] == ["東海道線", "江ノ島電鉄線"]
    assert read.get_off == (False, True, False)
    assert read.fare == 750


def test_json_says_the_same_as_text() -> None:
    document = {
        "from": "横浜",
        "legs": [
            {"line": "東海道線", "to": "藤沢", "get_off": True},
            {"line": "江ノ電", "to": "鎌倉"},
        ],
        "fare": 750,
    }
    read, text = read_declared(json.dumps(document)), read_text(GOOD)
    assert (read.stations, read.get_off, read.fare) == (text.stations, text.get_off, text.fare)
    assert [hop.lines for hop in read.hops] == [hop.lines for hop in text.hops]


def test_lines_may_be_left_out_and_so_may_the_first_station() -> None:
    assert read_text("横浜 -> 藤沢").hops[0].lines == ()
    assert read_text("-東海道線-> 藤沢").stations == ("", "藤沢")


def test_a_train_beside_a_line() -> None:
    for text in ("小田急 はこね1号", "小田急(特急はこね1号)", "特急はこね1号"):
        hop = read_text(f"小田原 -{text}-> 箱根湯本").hops[0]
        assert hop.trains[0].endswith("はこね1号")
    assert read_text("新横浜 -こだま-> 小田原").hops[0].lines[0].routes == {
        "JR-Central.TokaidoShinkansen"
    }


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("小田原 -ロマンスカー-> 本厚木", "ロマンスカー"),
        ("小田原 -小田急 ロマンスカー-> 本厚木", "小田急 ロマンスカー"),
        ("小田原 -(小田急)(ロマンスカー)-> 本厚木", "小田急 ロマンスカー"),
        ("小田原ーロマンスカーー>本厚木", "ロマンスカー"),
        ("小田原ー小田急ー>本厚木", "小田急"),
        ("小田原 -小田急 で-> 本厚木", "小田急"),
        ("小田原 -小田急線 利用-> 本厚木", "小田急線"),
        ("小田原→小田急 →本厚木", "小田急"),
    ],
)
def test_a_line_is_told_as_written_without_what_is_around_it(text: str, read: str) -> None:
    found = read_text(text)
    assert [hop.text for hop in found.hops] == [read]
    assert found.stations == ("小田原", "本厚木")


@pytest.mark.parametrize(
    "text",
    [
        "横浜 -東海道線-> 藤沢 440円 550円",
        "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 440円 310円",
        "横浜 440円 -東海道線-> 藤沢 550円",
    ],
)
def test_fares_of_which_none_is_the_total_are_asked_about_not_added_up(text: str) -> None:
    with pytest.raises(Unreadable, match=r"440円 \d+円.*440円\+"):
        read_text(text)


@pytest.mark.parametrize(
    ("text", "fare"),
    [
        ("横浜 -東海道線-> 藤沢[下車] 440円 -江ノ電-> 鎌倉 310円", 750),
        ("横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 440円+310円", 750),
        ("横浜 -東海道線-> 藤沢[下車] 440円 -江ノ電-> 鎌倉 310円 計750円", 750),
        ("横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 440円+310円=750円", 750),
    ],
)
def test_the_tickets_fares_are_added_up_where_that_is_what_is_written(text: str, fare: int) -> None:
    assert read_text(text).fare == fare


def test_a_dash_after_kana_is_no_part_of_the_name() -> None:
    assert read_text("横浜 -バスー> 藤沢").hops[0].not_rail
    assert read_text("センター北 -ブルーラインー> あざみ野").hops[0].lines


def test_the_lines_of_a_through_train() -> None:
    hop = read_text("二俣川 -相鉄本線〜相鉄新横浜線〜東急新横浜線-> 日吉").hops[0]
    assert [line.name for line in hop.lines] == ["相鉄本線", "相鉄新横浜線", "東急新横浜線"]


WHOLE = {
    "足柄(小田急) -小田急線-> 小田原": "足柄(小田急)",
    "元町・中華街 -> 横浜": "元町・中華街",
    "YRP野比 -> 三崎口": "YRP野比",
    "逗子・葉山 -> 横浜": "逗子・葉山",
    "センター南 -> センター北": "センター南",
}


@pytest.mark.parametrize("text", WHOLE)
def test_names_with_signs_in_them_stay_whole(text: str) -> None:
    assert read_text(text).stations[0] == WHOLE[text]


NO_ROUTES = [
    *("", "   ", "750円", "横浜", "-->", "横浜 -東海道線->", "東海道線", "→→→", "{", "{}", "[]"),
    '{"legs": []}',
    '{"legs": [1]}',
    '{"legs": [{"line": "東海道線"}]}',
    '{"from": 3, "legs": [{"to": "藤沢"}]}',
    '{"from": "横浜", "legs": [{"to": "藤沢"}], "fare": -1}',
]


@pytest.mark.parametrize("text", NO_ROUTES)
def test_what_is_no_route_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_declared(text)
    assert "横浜" in caught.value.message_ja or "JSON" in caught.value.message


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("横浜 -東海道線-> 藤沢市", "藤沢"),
        ("横浜 -東海堂線-> 藤沢", "東海道線"),
        ("横濱市 -> 藤沢", None),
    ],
)
def test_a_word_that_is_neither_is_told_with_near_names(text: str, near: str | None) -> None:
    with pytest.raises(UnknownName) as caught:
        read_text(text)
    if near:
        assert near in caught.value.did_you_mean


def test_far_too_long_texts_are_refused() -> None:
    with pytest.raises(Unreadable):
        read_text("横浜 -> 藤沢 " * 5_000)
    with pytest.raises(Unreadable):
        read_text("横浜" + " -> 藤沢 -> 横浜" * 200)


@pytest.mark.parametrize("seed", range(200))
def test_garbled_routes_never_end_in_anything_but_a_named_mistake(seed: int) -> None:
    import random

    chance = random.Random(seed)
    letters = list(GOOD + '[]()（）→->=〜ー 0123円¥\n{}":,下車abc徒歩')
    text = list(GOOD)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(len(text))
        text[at : at + chance.randint(0, 2)] = chance.choices(letters, k=chance.randint(0, 3))
        text = text or ["横"]
    try:
        read = read_declared("".join(text))
    except PlannerError:
        return
    assert len(read.hops) == len(read.stations) - 1 >= 1


def test_every_name_of_a_line_is_read_as_that_line() -> None:
    for key, line in line_names().items():
        assert line_named(key) is not None, key
        assert line.routes


@pytest.mark.parametrize("digits", [13, 4_600])
def test_a_fare_of_more_digits_than_any_purse_is_asked_about(digits: int) -> None:
    with pytest.raises(Unreadable, match=f"{digits} digits"):
        read_text(f"横浜 -東海道線-> 藤沢 {'9' * digits}円")


@pytest.mark.parametrize("fare", ["-440円", "−440円", "－４４０円", "-440", "￥-440", "-¥440"])
def test_a_negative_fare_is_refused_not_read_without_its_sign(fare: str) -> None:
    with pytest.raises(Unreadable, match="below nothing"):
        read_text(f"横浜 -東海道線-> 藤沢 {fare}")


@pytest.mark.parametrize("text", ["横浜 -440円-> 藤沢", "横浜 -東海道線-> 藤沢 - 440円"])
def test_a_dash_of_an_arrow_or_apart_is_no_sign_of_a_fare(text: str) -> None:
    assert read_text(text).fare == 440


@pytest.mark.parametrize("wrapped", [True, False])
def test_of_several_journeys_one_is_asked_for(wrapped: bool) -> None:
    one = {"from": "横浜", "legs": [{"line": "東海道線", "to": "藤沢"}]}
    for journeys, said in (([one, one], "2 journeys"), ([], "no journey")):
        if wrapped or journeys:
            document = {"journeys": journeys} if wrapped else journeys
            with pytest.raises(Unreadable, match=said):
                read_declared(json.dumps(document))


def test_a_station_named_like_a_company_is_where_the_route_begins() -> None:
    read = read_text("みなとみらい -みなとみらい線 各駅停車-> 横浜 -横須賀線-> 衣笠 920円")
    assert read.stations == ("みなとみらい", "横浜", "衣笠")
    assert [hop.text for hop in read.hops] == ["みなとみらい線 各駅停車", "横須賀線"]
