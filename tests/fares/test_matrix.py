"""Compiled price tables: the figures they must give, and how they are kept."""

import datetime as dt
from itertools import permutations
from pathlib import Path

import pytest

from planner.errors import NotOpen, OutsideValidity, UnknownName
from planner.fares import matrix, store

NOW = dt.date(2026, 11, 30)
THEN = dt.date(2014, 7, 1)


def price(system: str, a: str, b: str, date: dt.date, name: str = "") -> int:
    found = matrix.fares_on(date).systems[system]
    table = found.classes[name] if name else found.main
    i, j = (matrix.station_number(found, station, date) for station in (a, b))
    return int(table.yen[i * found.count + j])


@pytest.mark.parametrize(
    ("system", "a", "b", "date", "yen"),
    [
        ("jr", "古淵", "長津田", NOW, 210),
        ("jr", "横浜", "藤沢", NOW, 440),
        ("jr", "西大井", "横浜", NOW, 350),  # inside 品川-横浜 by its second way
        ("jr", "逗子", "藤沢", THEN, 240),
        ("keikyu", "品川", "新逗子", NOW, 620),
        ("tokyu", "新綱島", "渋谷", NOW, 290),  # as 綱島
        ("tokyu", "新横浜", "日吉", NOW, 250),
        ("tokyu", "恩田", "青葉台", THEN, 270),  # 130 + 160 - 20
        ("tokyu", "恩田", "市が尾", THEN, 320),
        ("hakone-tozan", "小田原", "早雲山", NOW, 1200),
        ("oyama-cable", "大山ケーブル", "大山寺", NOW, 360),
        ("sotetsu", "湘南台", "横浜", NOW, 370),  # 21.8 km 300, 40 + 30 on the Izumino line
    ],
)
def test_a_price_is_that_of_its_table(system: str, a: str, b: str, date: dt.date, yen: int) -> None:
    assert price(system, a, b, date) == yen
    assert price(system, b, a, date) == yen


def test_the_shinkansen_is_base_fare_and_express_charge() -> None:
    assert price("shinkansen", "新横浜", "小田原", THEN, "shinkansen") == 970
    assert price("shinkansen", "新横浜", "小田原", THEN, "express") == 980
    # 鴨居-新横浜 4.8 km, 55.1 km by Shinkansen: 990 for 60 km, 10 for 5 km of JR East
    assert price("jr", "鴨居", "小田原", NOW, "jr+shinkansen") == 990 + 10


def test_an_unknown_price_is_minus_one() -> None:
    assert price("shinkansen", "新横浜", "熱海", NOW, "express") == -1
    assert price("jr", "橋本", "拝島", NOW) == -1


def test_a_station_is_unknown_to_a_table_before_it_opens() -> None:
    jr = matrix.fares_on(THEN).systems["jr"]
    with pytest.raises(NotOpen, match="2019-11-30"):
        matrix.station_number(jr, "羽沢横浜国大", THEN)
    with pytest.raises(UnknownName):
        matrix.station_number(jr, "三崎口", THEN)
    oyama = dt.date(2015, 6, 1)
    with pytest.raises(NotOpen):
        matrix.station_number(matrix.fares_on(oyama).systems["oyama-cable"], "大山寺", oyama)


def test_no_price_is_known_before_april_2014() -> None:
    assert matrix.period_of(dt.date(2014, 4, 1)) == "2014-04-01"
    with pytest.raises(OutsideValidity):
        matrix.period_of(dt.date(2014, 3, 31))


def test_dates_of_one_period_share_one_book() -> None:
    assert matrix.fares_on(NOW) is matrix.fares_on(dt.date(2026, 3, 14))
    assert matrix.period_of(dt.date(2026, 3, 13)) != matrix.period_of(dt.date(2026, 3, 14))


def test_a_damaged_cache_file_is_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)
    store.stored_book.cache_clear()
    first = matrix.fares_on(NOW)
    (path,) = tmp_path.rglob("*.fares")
    whole = path.read_bytes()
    for broken in (
        whole[:100],
        whole[:-8] + b"damaged!",
        whole.replace("横浜".encode(), b"??????", 1),
        b"",
    ):
        path.write_bytes(broken)
        store.stored_book.cache_clear()
        again = matrix.fares_on(NOW)
        assert again.systems["jr"].main.yen.tobytes() == first.systems["jr"].main.yen.tobytes()
        assert path.read_bytes() == whole
    store.stored_book.cache_clear()


@pytest.mark.parametrize("date", [dt.date(2025, 11, 30), dt.date(2026, 11, 30)])
def test_no_shinkansen_ride_costs_less_than_the_least_that_one_is_said_to_cost(
    date: dt.date,
) -> None:
    jr, rails = (matrix.fares_on(date).systems[name] for name in ("jr", "shinkansen"))
    least, alone = jr.classes["jr+shinkansen"], rails.main
    for a, b in permutations(range(rails.count), 2):
        one, other = jr.index[rails.places[a]], jr.index[rails.places[b]]
        assert least.yen[one * jr.count + other] <= alone.yen[a * rails.count + b]
