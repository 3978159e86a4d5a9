"""From one station to another: the cheapest chain of tickets, by whatever names."""

import datetime as dt
import random
from itertools import pairwise

import pytest

from planner.errors import AmbiguousName, BadValue, NotOpen, OutsideValidity, UnknownName
from planner.fares.board import boards
from planner.fares.cheapest import legal_price
from planner.fares.history import price_history
from planner.fares.matrix import fares_on
from planner.fares.pair import PairPrice, Terms, pair_price
from planner.fares.splits import splits_of, splits_on
from tests.fares.naive_chain import cheapest_yen

NOW = dt.date(2026, 11, 30)
THEN = dt.date(2014, 7, 1)


def tickets(found: PairPrice) -> list[tuple[str, str, str, int | None]]:
    return [(t.system, t.board, t.alight, t.yen) for t in found.quote.tickets]


def total(start: str, target: str, date: dt.date = NOW, **terms: object) -> int | None:
    return pair_price(start, target, date, Terms(**terms)).quote.total  # type: ignore[arg-type]


@pytest.mark.parametrize("date", [THEN, dt.date(2021, 5, 5), NOW])
@pytest.mark.parametrize("legal", [False, True])
def test_the_cheapest_chain_is_that_of_trying_every_ticket(date: dt.date, legal: bool) -> None:
    book = fares_on(date)
    places = [
        place for place in book.at
        if any(book.systems[s].kanagawa[n] for s, n in book.at[place])
    ]  # fmt: skip
    draw = random.Random(date.toordinal() + legal)
    for _ in range(6):
        start, target = draw.sample(places, 2)
        found = pair_price(start, target, date, Terms(legal=legal))
        assert found.quote.total == cheapest_yen(book, start, target, legal), (start, target)


@pytest.mark.parametrize(
    ("start", "target"),
    [
        ("鶴間", "瀬谷"),
        ("川崎新町", "京急鶴見"),
        ("小机", "綱島"),
        ("大口", "横浜"),
        ("善行", "ゆめが丘"),
    ],
)
def test_discounts_are_taken_wherever_they_make_a_chain_cheaper(start: str, target: str) -> None:
    book = fares_on(THEN)
    expected = cheapest_yen(book, start, target, discounts=True)
    assert total(start, target, THEN, discounts=True) == expected


def test_a_chain_changes_systems_only_at_one_place() -> None:
    found = pair_price("三崎口", "強羅", NOW)
    assert found.quote.total == 570 + 330 + 480 + 770
    for one, following in pairwise(found.quote.tickets):
        assert one.alight == following.board
        assert one.system != following.system


def test_a_way_by_a_station_asked_for_costs_the_cheapest_ticket_that_passes_it() -> None:
    assert tickets(pair_price("横浜", "衣笠", NOW, Terms(via=("根岸",)))) == [
        ("jr", "横浜", "衣笠", 720)
    ]
    branch = pair_price("金沢文庫", "追浜", NOW, Terms(via=("逗子・葉山",), system="keikyu"))
    assert tickets(branch) == [
        ("keikyu", "金沢文庫", "逗子・葉山", 230),
        ("keikyu", "逗子・葉山", "追浜", 230),
    ]


def test_a_station_asked_for_twice_or_at_the_end_changes_nothing() -> None:
    plain = tickets(pair_price("横浜", "藤沢", NOW))
    assert tickets(pair_price("横浜", "藤沢", NOW, Terms(via=("横浜",)))) == plain
    assert tickets(pair_price("横浜", "藤沢", NOW, Terms(via=("藤沢",)))) == plain
    assert tickets(pair_price("横浜", "藤沢", NOW, Terms(via=("大船", "大船")))) == plain


def test_the_rules_of_the_game_bind_the_ride_not_the_price() -> None:
    assert total("古淵", "長津田", legal=True) == 210  # by Chigasaki, charged the short way
    out = pair_price("横浜", "東京", NOW, Terms(legal=True))
    assert (out.none_because, out.quote.tickets) == ("not_reachable", ())
    assert total("若葉台", "橋本", legal=False) is not None
    assert pair_price("若葉台", "橋本", NOW, Terms(legal=True)).none_because == "not_reachable"


def test_one_unknown_ticket_makes_the_answer_unknown() -> None:
    found = pair_price("橋本", "拝島", NOW)
    assert (found.quote.total, found.none_because) == (None, "unknown_price")
    assert tickets(found) == [("jr", "橋本", "拝島", None)]
    fast = pair_price("新横浜", "熱海", NOW, Terms(system="shinkansen"))
    assert (fast.quote.total, fast.none_because) == (None, "unknown_price")
    assert total("横浜", "二俣川", ic=True) == 209
    assert total("新宿", "町田", ic=True, system="odakyu") is None


@pytest.mark.parametrize(
    "name", ["藤沢", "ふじさわ", "fujisawa", "Fujisawa", "フジサワ", "藤沢駅", "JT08"]
)
def test_a_name_may_be_written_in_any_way(name: str) -> None:
    assert total("横浜", name) == 440


def test_old_and_new_names_are_understood_on_any_date() -> None:
    old = pair_price("逗子・葉山", "品川", THEN, Terms(system="keikyu"))
    new = pair_price("新逗子", "品川", NOW, Terms(system="keikyu"))
    assert (old.start, new.start) == ("新逗子", "逗子・葉山")
    assert old.quote.tickets[0].board == "新逗子"


@pytest.mark.parametrize(
    ("start", "target", "date", "terms", "error"),
    [
        ("足柄", "小田原", NOW, Terms(), AmbiguousName),
        ("横浜", "ほげ", NOW, Terms(), UnknownName),
        ("横浜", "三崎口", NOW, Terms(system="jr"), UnknownName),
        ("横浜", "藤沢", NOW, Terms(system="jnr"), UnknownName),
        ("横浜", "藤沢", NOW, Terms(via=("ほげ",)), UnknownName),
        ("横浜", "藤沢", NOW, Terms(via=("三崎口",), system="jr"), UnknownName),
        ("羽沢横浜国大", "横浜", THEN, Terms(), NotOpen),
        ("羽沢横浜国大", "横浜", THEN, Terms(system="sotetsu"), NotOpen),
        ("新綱島", "渋谷", dt.date(2023, 3, 17), Terms(), NotOpen),
        ("小田栄", "川崎", dt.date(2016, 3, 25), Terms(), NotOpen),
        ("大山寺", "阿夫利神社", dt.date(2015, 6, 30), Terms(), NotOpen),
        ("大山寺", "阿夫利神社", dt.date(2015, 6, 30), Terms(system="oyama-cable"), NotOpen),
        ("横浜", "よこはま", NOW, Terms(), BadValue),
        ("横浜", "藤沢", dt.date(2014, 3, 31), Terms(), OutsideValidity),
    ],
)
def test_a_mistake_is_told_by_its_name(
    start: str, target: str, date: dt.date, terms: Terms, error: type[Exception]
) -> None:
    with pytest.raises(error):
        pair_price(start, target, date, terms)


def test_the_same_name_in_one_system_is_one_station() -> None:
    assert total("足柄", "小田原", system="odakyu") == 140
    assert total("足柄", "松田", system="jr") == 330  # 18.7 km, the basis fare
    assert total("足柄(小田急)", "小田原") == 140


def test_a_board_shows_every_station_of_its_system_once() -> None:
    (board,) = boards("横浜", NOW, "jr", inside=True)
    assert board.tickets["藤沢"].yen == 440
    assert "東京" not in board.tickets
    assert "横浜" not in board.tickets
    names = {name for _, stations in board.lines for name in stations}
    assert set(board.tickets) <= names
    assert {b.system for b in boards("横浜", NOW)} == {
        "jr", "keikyu", "tokyu", "sotetsu", "minatomirai", "yokohama-subway",
    }  # fmt: skip
    (rails,) = boards("新横浜", NOW, "shinkansen")
    assert rails.tickets["小田原"].yen == 1980
    assert rails.tickets["熱海"].yen is None


def test_a_history_has_a_span_for_each_change_of_the_price() -> None:
    spans = price_history("横浜", "逗子", Terms(system="jr"))
    assert [(s.start.year, s.price.quote.total) for s in spans] == [
        (2014, 340), (2019, 350), (2023, 360), (2026, 440),
    ]  # fmt: skip
    for one, following in pairwise(spans):
        assert one.end is not None
        assert one.end + dt.timedelta(days=1) == following.start
    assert spans[-1].end is None
    assert price_history("羽沢横浜国大", "横浜")[0].start == dt.date(2019, 11, 30)


def test_a_split_saves_what_it_says() -> None:
    found = splits_on(NOW, "jr")
    assert found[0].saved >= found[-1].saved > 0
    for split in found[:40]:
        parts = [
            pair_price(a, b, NOW, Terms(system="jr")).quote.total
            for a, b in (
                (split.start, split.target), (split.start, split.at), (split.at, split.target)
            )
        ]  # fmt: skip
        assert parts == [split.one, split.first, split.second]
        assert split.saved == split.one - split.first - split.second
    assert splits_on(NOW, "keikyu") == []
    best = splits_of("横浜", "久里浜", NOW, "jr")
    assert best[0].saved == 20
    assert splits_of("横浜", "藤沢", NOW) == []
    with pytest.raises(UnknownName):
        splits_of("三崎口", "強羅", NOW)


def test_no_pair_that_a_split_beats_is_missing() -> None:
    jr = fares_on(THEN).systems["jr"]
    listed = {(s.start, s.target) for s in splits_on(THEN, "jr", inside=False)}
    draw = random.Random(7)
    yen, n = jr.main.yen.tolist(), jr.count
    for _ in range(100):
        a, b = sorted(draw.sample(range(n), 2))
        sums = [
            yen[a * n + c] + yen[c * n + b]
            for c in range(n)
            if c not in (a, b) and min(yen[a * n + c], yen[c * n + b]) >= 0
        ]
        one = yen[a * n + b]
        assert ((jr.stations[a], jr.stations[b]) in listed) is (one >= 0 and min(sums) < one)


def test_a_game_asks_for_the_cheapest_legal_fare() -> None:
    price = legal_price("2026-11-30")
    assert price("古淵", "長津田") == 210
    assert price("横浜", "横浜") == 0
    assert price("横浜", "東京") is None
    with pytest.raises(OutsideValidity):
        legal_price("2014-03-31")


def test_a_split_on_the_shinkansen_saves_nothing_since_each_train_has_its_charge() -> None:
    assert splits_on(NOW, "shinkansen", inside=False) == []
    with pytest.raises(UnknownName):
        splits_of("東京", "熱海", NOW, "shinkansen")
