"""Prices of feeds: Fares V1 and V2 read, ours written and read back."""

import datetime as dt
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.cli.app import run
from planner.errors import OutsideValidity
from planner.fares.gtfs import export, fare_texts, read_fares
from planner.fares.gtfs.model import FeedFares, yen_of
from planner.fares.gtfs.write import FARE_FILES
from planner.fares.matrix import fares_on, find_station
from planner.feed.gtfs_zip import csv_text
from planner.feed.model_feed import VALID_FROM
from planner.feed.read import Feed, read_feed
from planner.resources import data_path
from tests.feeds import SMALL, files

NOW = dt.date(2026, 11, 30)
STOPS = ("藤沢", "江ノ島", "腰越", "鎌倉")
IDS = ("fujisawa", "enoshima", "koshigoe", "kamakura")
ZONES = "stop_id,stop_name,stop_lat,stop_lon,zone_id\n" + "".join(
    f"{stop},{name},35.3,139.5,{stop}\n" for stop, name in zip(IDS, STOPS, strict=True)
)


def feed_of(folder: Path, more: dict[str, str]) -> Feed:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (files(SMALL) | more).items():
        (folder / name).write_text(text, encoding="utf-8")
    return read_feed(folder)


def fares_of(folder: Path, more: dict[str, str]) -> FeedFares:
    return read_fares(feed_of(folder, more))


def codes(found: FeedFares) -> list[str]:
    return [notice.code for notice in found.notices]


V1 = {
    "stops.txt": ZONES,
    "fare_attributes.txt": (
        "fare_id,price,currency_type,payment_method,transfers,agency_id\n"
        "near,200,JPY,0,,E\nfar,310.00,JPY,0,,E\n"
    ),
    "fare_rules.txt": (
        "fare_id,route_id,origin_id,destination_id,contains_id\n"
        "near,Enoden,fujisawa,enoshima,\nfar,Enoden,fujisawa,kamakura,\n"
    ),
}


def test_zone_prices_of_v1_become_a_matrix(tmp_path: Path) -> None:
    found = fares_of(tmp_path, V1)
    assert found.routes == {"Enoden": "E"}
    assert found.price("E", "藤沢", "江ノ島") == 200
    assert found.price("E", "藤沢", "鎌倉") == 310
    assert found.price("E", "鎌倉", "藤沢") is None  # no rule says so
    assert found.systems["E"].rules["changes"] == "one ticket"
    assert found.notices == ()


def test_a_flat_v1_fare_holds_for_every_ride_of_its_agency(tmp_path: Path) -> None:
    head = "fare_id,price,currency_type,payment_method,transfers\n"
    found = fares_of(tmp_path, {"fare_attributes.txt": head + "flat,230,JPY,0,0\n"})
    assert found.price("E", "鎌倉", "藤沢") == 230
    assert found.systems["E"].rules["changes"] == "new ticket"


@pytest.mark.parametrize(
    ("attributes", "rules", "code"),
    [
        ("a,2.50,USD,0,\n", "", "fare_amount"),
        ("a,210.5,JPY,0,\n", "", "fare_amount"),
        ("a,210,JPY,0,\n", "a,,,,fujisawa\n", "fare_contains"),
        ("a,210,JPY,0,1\n", "", "fare_transfers"),
    ],
)
def test_what_v1_says_and_we_cannot_is_a_notice(
    tmp_path: Path, attributes: str, rules: str, code: str
) -> None:
    more = {
        "stops.txt": ZONES,
        "fare_attributes.txt": "fare_id,price,currency_type,payment_method,transfers\n"
        + attributes,
        "fare_rules.txt": "fare_id,route_id,origin_id,destination_id,contains_id\n" + rules,
    }
    found = fares_of(tmp_path, more)
    assert codes(found) == [code]
    known = found.price("E", "藤沢", "鎌倉")
    if code == "fare_transfers":
        assert (known, found.systems["E"].rules["changes"]) == (210, "unknown")
    else:
        assert known is None


def v2(rules: str, products: str, head: str = "network_id,from_area_id,to_area_id,fare_product_id",
       **more: str) -> dict[str, str]:  # fmt: skip
    texts = {
        "networks.txt": "network_id,network_name\nenoden,江ノ電\n",
        "route_networks.txt": "network_id,route_id\nenoden,Enoden\n",
        "areas.txt": "area_id,area_name\n" + "".join(f"{i},\n" for i in IDS),
        "stop_areas.txt": "area_id,stop_id\n" + "".join(f"{i},{i}\n" for i in IDS),
        "fare_media.txt": "fare_media_id,fare_media_name,fare_media_type\npaper,,1\nic,,2\n",
        "fare_products.txt": "fare_product_id,fare_media_id,amount,currency\n" + products,
        "fare_leg_rules.txt": f"{head}\n{rules}",
    }
    return texts | {f"{name}.txt": text for name, text in more.items()}


def test_leg_rules_of_v2_become_a_matrix_on_paper_and_by_card(tmp_path: Path) -> None:
    found = fares_of(
        tmp_path,
        v2("enoden,fujisawa,kamakura,p\n", "p,paper,310,JPY\np,ic,305,JPY\n",
           fare_leg_join_rules="from_network_id,to_network_id\nenoden,enoden\n"),
    )  # fmt: skip
    assert found.price("enoden", "藤沢", "鎌倉") == 310
    assert found.price("enoden", "藤沢", "鎌倉", ic=True) == 305
    assert found.price("enoden", "藤沢", "腰越") is None
    assert found.systems["enoden"].rules["changes"] == "one ticket"


def test_a_network_may_be_named_in_routes(tmp_path: Path) -> None:
    more = v2("enoden,fujisawa,kamakura,p\n", "p,,310,JPY\n")
    del more["route_networks.txt"], more["networks.txt"]
    more["routes.txt"] = (
        "route_id,agency_id,route_long_name,route_type,network_id\nEnoden,E,江ノ電線,2,enoden\n"
    )
    assert fares_of(tmp_path, more).price("enoden", "藤沢", "鎌倉") == 310


def test_an_empty_area_means_any_that_no_rule_names(tmp_path: Path) -> None:
    rules = "enoden,fujisawa,,far\nenoden,,kamakura,near\n"
    found = fares_of(tmp_path, v2(rules, "far,,310,JPY\nnear,,200,JPY\n"))
    assert found.price("enoden", "藤沢", "腰越") == 310
    assert found.price("enoden", "腰越", "鎌倉") == 200
    assert found.price("enoden", "藤沢", "鎌倉") is None  # both areas are named, no rule has both


def test_the_higher_priority_wins_over_a_cheaper_rule(tmp_path: Path) -> None:
    head = "network_id,from_area_id,to_area_id,fare_product_id,rule_priority"
    rules = "enoden,,,near,0\nenoden,fujisawa,kamakura,far,5\n"
    found = fares_of(tmp_path, v2(rules, "far,,310,JPY\nnear,,200,JPY\n", head))
    assert found.price("enoden", "藤沢", "鎌倉") == 310
    assert found.price("enoden", "鎌倉", "藤沢") == 200


def test_an_empty_priority_is_zero_where_others_are_given(tmp_path: Path) -> None:
    head = "network_id,from_area_id,to_area_id,fare_product_id,rule_priority"
    rules = "enoden,fujisawa,kamakura,near,\nenoden,fujisawa,kamakura,far,0\n"
    found = fares_of(tmp_path, v2(rules, "far,,200,JPY\nnear,,100,JPY\n", head))
    assert found.price("enoden", "藤沢", "鎌倉") == 100


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (v2("enoden,fujisawa,kamakura,p\n", "p,,2.50,EUR\n"), "fare_amount"),
        (v2("enoden,fujisawa,kamakura,p,t\n", "p,,310,JPY\n",
            "network_id,from_area_id,to_area_id,fare_product_id,from_timeframe_group_id"),
         "fare_timeframe"),
    ],
)  # fmt: skip
def test_what_v2_says_and_we_cannot_is_a_notice(
    tmp_path: Path, more: dict[str, str], code: str
) -> None:
    found = fares_of(tmp_path, more)
    assert codes(found) == [code]
    assert found.price("enoden", "藤沢", "鎌倉") is None


def test_stops_of_one_name_in_two_areas_have_no_price(tmp_path: Path) -> None:
    more = v2("enoden,fujisawa,kamakura,p\n", "p,,310,JPY\n")
    more["stops.txt"] = files(SMALL)["stops.txt"].replace("koshigoe,腰越", "koshigoe,藤沢")
    found = fares_of(tmp_path, more)
    assert codes(found) == ["fare_stops_differ"]
    assert found.price("enoden", "藤沢", "鎌倉") is None


def test_a_feed_without_fares_has_none(tmp_path: Path) -> None:
    assert fares_of(tmp_path, {}) == FeedFares({}, {}, ())


@pytest.mark.parametrize(
    ("amount", "yen"), [("440", 440), ("440.00", 440), ("4.5", None), ("-1", None), ("", None)]
)
def test_an_amount_is_whole_yen_or_unknown(amount: str, yen: int | None) -> None:
    assert yen_of(amount, "JPY") == yen
    assert yen_of(amount, "USD") is None


REAL = {
    "agency.txt": (
        "agency_id,agency_name,agency_url,agency_timezone,agency_lang\n"
        "E,江ノ電,https://www.example.com/,Asia/Tokyo,ja\n"
    ),
    "routes.txt": (
        "route_id,agency_id,route_short_name,route_long_name,route_type\n"
        "Enoden.Enoden,E,,江ノ島電鉄線,2\nOther,E,,別の線,2\n"
    ),
    "trips.txt": files(SMALL)["trips.txt"].replace("Enoden,weekday,t1", "Enoden.Enoden,weekday,t1")
    .replace("Enoden,weekday,t2", "Enoden.Enoden,weekday,t2")
    .replace("Enoden,holiday,t3", "Other,holiday,t3"),
    "feed_info.txt": (
        "feed_publisher_name,feed_publisher_url,feed_lang,feed_contact_url\n"
        "P,https://www.example.com/,ja,https://www.example.com/\n"
    ),
}  # fmt: skip


def test_our_prices_are_read_back_equal(tmp_path: Path) -> None:
    feed = feed_of(tmp_path / "in", REAL)
    written, notices = export(tmp_path / "out", NOW, feed.source)
    found = read_fares(read_feed(tmp_path / "out"))
    ours = fares_on(NOW).systems["enoden"]
    assert {path.name for path in written} >= {"fare_leg_rules.txt", "stop_times.txt"}
    assert [notice.code for notice in notices] == ["fare_route_unpriced"]
    for a in STOPS:
        for b in STOPS:
            i, j = find_station(ours, a), find_station(ours, b)
            assert i is not None
            assert j is not None
            if a != b:
                assert found.price("enoden", a, b) == ours.main.yen[i * ours.count + j]
                assert found.price("enoden", a, b, ic=True) == ours.main.ic[i * ours.count + j]
    assert found.notices == ()


def test_prices_are_those_of_the_date(tmp_path: Path) -> None:
    feed = feed_of(tmp_path, REAL)
    assert fare_texts(feed, NOW)[0]["fare_products.txt"].count("310") > 0
    assert "300" in fare_texts(feed, dt.date(2014, 7, 1))[0]["fare_products.txt"]
    with pytest.raises(OutsideValidity):
        fare_texts(feed, dt.date(2014, 3, 31))


def test_the_embedded_feed_carries_the_prices_of_its_first_day() -> None:
    """So the tariffs and the embedded feed never part: else run scripts/build_feed.py."""
    feed = read_feed(data_path("gtfs", "kanagawa.zip"))
    texts, _ = fare_texts(feed, VALID_FROM)
    with zipfile.ZipFile(feed.source) as archive:
        for name in FARE_FILES:
            assert archive.read(name).decode() == texts[name], "run scripts/build_feed.py"
    found = read_fares(feed)
    assert found.price("jr", "横浜", "藤沢") == 440
    assert found.notices == ()


def test_gtfs_validator_finds_no_fault_in_the_fare_files(tmp_path: Path) -> None:
    pytest.importorskip("gtfs_validator")
    from tests.validator import findings

    export(tmp_path / "out", NOW, feed_of(tmp_path / "in", REAL).source)
    found = findings(tmp_path / "out", dt.date(2026, 4, 10))
    assert [str(one) for one in found if one.severity == "ERROR"] == []
    touched = [one for one in found if "fare" in str(one) or "area" in str(one)]
    assert touched == []


def test_the_command_writes_a_whole_feed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    feed_of(tmp_path / "in", REAL)
    words = ["feed", "export-fares", str(tmp_path / "out"), "--feed", str(tmp_path / "in")]
    assert run([*words, "--on", "2026-11-30"]) == 0
    assert (tmp_path / "out" / "fare_leg_rules.txt").exists()
    taken = tmp_path / "file"
    taken.write_text("mine")
    words[2] = str(taken)
    assert run([*words, "--on", "2026-11-30"]) == 2
    assert taken.read_text() == "mine"
    capsys.readouterr()


prices = st.dictionaries(
    st.tuples(st.sampled_from(IDS), st.sampled_from(IDS)).filter(lambda p: p[0] != p[1]),
    st.integers(0, 9_999),
    max_size=12,
)


@settings(max_examples=40)
@given(prices)
def test_any_table_of_pairs_is_read_back_from_v1_and_v2(
    tmp_path_factory: pytest.TempPathFactory, table: dict[tuple[str, str], int]
) -> None:
    folder = tmp_path_factory.mktemp("feed")
    amounts = sorted(set(table.values()))
    rows = [("enoden", a, b, f"y{yen}") for (a, b), yen in table.items()]
    two = v2("", "".join(f"y{yen},,{yen},JPY\n" for yen in amounts))
    two["fare_leg_rules.txt"] = csv_text(
        ("network_id from_area_id to_area_id fare_product_id", rows)
    )
    one = {
        "stops.txt": ZONES,
        "fare_attributes.txt": "fare_id,price,currency_type,payment_method,transfers\n"
        + "".join(f"y{yen},{yen},JPY,0,\n" for yen in amounts),
        "fare_rules.txt": csv_text(
            (
                "fare_id route_id origin_id destination_id",
                [(p, "Enoden", a, b) for _, a, b, p in rows],
            )
        ),
    }
    for kind, more, system in (("v1", one, "E"), ("v2", two, "enoden")):
        found = fares_of(folder / kind, more)
        for a, name_a in zip(IDS, STOPS, strict=True):
            for b, name_b in zip(IDS, STOPS, strict=True):
                if a != b and found.systems:
                    assert found.price(system, name_a, name_b) == table.get((a, b))
        assert bool(found.systems) is bool(table)
