"""The price of journeys: where tickets begin and end, what each costs and why."""

import datetime as dt
import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.fares.matrix import SystemFares, fares_on, find_station
from planner.fares.quote import How, priced, quote
from planner.fares.walks import Piece, charged_walk, cut, fits_one_ticket
from planner.journey import Call, Journey, Ride, Section, Walk
from planner.units import ServiceSeconds

NOW = dt.date(2026, 11, 30)
THEN = dt.date(2014, 7, 1)
OPERATORS = {"TokyoMetro": "東京メトロ", "JR-East": "JR東日本"}


def section(route: str, *stations: str, charged: bool = False) -> Section:
    calls = tuple(
        Call(name, ServiceSeconds(i), ServiceSeconds(i)) for i, name in enumerate(stations)
    )
    operator = OPERATORS.get(route.split(".", maxsplit=1)[0], route.split(".", maxsplit=1)[0])
    return Section(route, route, operator, calls, charged)


def ride(*sections: Section) -> Ride:
    return Ride("t", "普通", "", sections)


def journey(*legs: Ride | Walk, date: dt.date = NOW, ends: Sequence[int] = ()) -> Journey:
    return Journey(date, legs, frozenset(ends))


def simple(route: str, *stations: str) -> Ride:
    return ride(section(route, *stations))


def bought(found: Journey) -> list[tuple[str, str, str, int | None]]:
    return [(t.system, t.board, t.alight, t.yen) for t in quote(found).tickets]


def test_changes_inside_one_system_stay_on_one_ticket() -> None:
    found = journey(
        simple("JR-East.Tokaido", "横浜", "戸塚", "大船"),
        simple("JR-East.Yokosuka", "大船", "北鎌倉", "鎌倉"),
    )
    assert bought(found) == [("jr", "横浜", "鎌倉", 440)]
    ticket = quote(found).tickets[0]
    assert (ticket.km, ticket.confidence, ticket.in_force_from) == (
        222,
        "sourced",
        dt.date(2026, 3, 14),
    )


def test_a_station_declared_as_getting_off_ends_the_ticket() -> None:
    legs = (simple("JR-East.Tokaido", "横浜", "大船"), simple("JR-East.Yokosuka", "大船", "鎌倉"))
    assert bought(journey(*legs, ends=[0])) == [
        ("jr", "横浜", "大船", 350),
        ("jr", "大船", "鎌倉", 200),
    ]


def test_a_company_border_on_a_through_train_ends_the_ticket() -> None:
    found = journey(
        ride(
            section("Sotetsu.Main", "海老名", "大和", "西谷"),
            section("Sotetsu.SotetsuShinYokohama", "西谷", "羽沢横浜国大"),
            section("JR-East.SotetsuDirect", "羽沢横浜国大", "武蔵小杉"),
        )
    )
    assert bought(found) == [
        ("sotetsu", "海老名", "羽沢横浜国大", 330),
        ("jr", "羽沢横浜国大", "武蔵小杉", 350),
    ]


def test_a_long_way_round_costs_the_cheapest_way() -> None:
    round_trip = journey(
        simple("JR-East.Sagami", "橋本", "茅ケ崎"),
        simple("JR-East.Tokaido", "茅ケ崎", "横浜"),
        simple("JR-East.Yokohama", "東神奈川", "新横浜", "古淵"),
    )
    straight = journey(
        simple("JR-East.Sagami", "橋本", "茅ケ崎"),
        simple("JR-East.Tokaido", "茅ケ崎", "東神奈川"),
        simple("JR-East.Yokohama", "東神奈川", "新横浜", "古淵"),
    )
    assert bought(straight) == [("jr", "橋本", "古淵", 210)]
    assert (
        len(bought(round_trip)) == 2
    )  # broken: the second train does not start where the first ends


def test_a_repeated_station_cuts_the_ticket_at_a_change() -> None:
    back = journey(
        simple("JR-East.Tokaido", "戸塚", "横浜"),
        simple("JR-East.KeihinTohokuNegishi", "横浜", "桜木町"),
        simple("JR-East.KeihinTohokuNegishi", "桜木町", "横浜", "鶴見"),
    )
    assert bought(back) == [("jr", "戸塚", "桜木町", 260), ("jr", "桜木町", "鶴見", 210)]


def test_a_stretch_may_be_ridden_out_and_back_where_a_rule_allows_it() -> None:
    found = journey(
        simple("JR-East.Tokaido", "川崎", "横浜"),  # runs through 東神奈川
        simple("JR-East.Yokohama", "横浜", "東神奈川", "菊名"),
    )
    assert bought(found) == [("jr", "川崎", "菊名", 260)]
    longer = journey(
        simple("JR-East.Tokaido", "川崎", "横浜"),
        simple("JR-East.KeihinTohokuNegishi", "横浜", "鶴見"),
    )
    assert len(bought(longer)) == 2


def test_the_shinkansen_rides_on_the_jr_ticket_and_pays_its_charge() -> None:
    rails = section("JR-Central.TokaidoShinkansen", "新横浜", "小田原", charged=True)
    found = journey(simple("JR-East.Yokohama", "鴨居", "新横浜"), ride(rails))
    assert bought(found) == [
        ("jr", "鴨居", "小田原", 1000),
        ("shinkansen", "新横浜", "小田原", 990),
    ]
    assert quote(found, how=How(express=False)).total == 1000
    old = journey(ride(rails), date=THEN)
    assert [t.yen for t in quote(old).tickets] == [970, 980]
    assert quote(old).tickets[1].charge == 980


def test_km_ridden_count_once_the_shinkansen_is_ridden() -> None:
    rails = ride(section("JR-Central.TokaidoShinkansen", "小田原", "新横浜"))
    legs = (rails, simple("JR-East.Yokohama", "新横浜", "横浜"))
    straight = quote(journey(*legs, simple("JR-East.Tokaido", "横浜", "大船"), date=THEN))
    by_negishi = quote(
        journey(*legs, simple("JR-East.KeihinTohokuNegishi", "横浜", "根岸", "大船"), date=THEN)
    )
    assert straight.tickets[0].km == 551 + 79 + 177
    assert by_negishi.tickets[0].km == 551 + 79 + 221


def test_an_unknown_line_and_an_unknown_surcharge_have_no_price() -> None:
    metro = journey(simple("TokyoMetro.Ginza", "渋谷", "銀座"))
    assert quote(metro).total is None
    assert bought(metro) == [("東京メトロ", "渋谷", "銀座", None)]
    fast = journey(ride(section("Odakyu.Odawara", "本厚木", "小田原", charged=True)))
    assert [t.yen for t in quote(fast).tickets] == [480, None]
    assert priced(fast).fare is None


def test_a_transfer_discount_is_taken_only_when_asked_for() -> None:
    found = journey(
        simple("Odakyu.Enoshima", "鶴間", "大和"),
        simple("Sotetsu.Main", "大和", "瀬谷"),
        date=dt.date(2018, 7, 1),
    )
    assert quote(found).total == 280
    cheap = quote(found, discounts=True)
    assert (cheap.total, cheap.discounts[0].yen, cheap.discounts[0].at) == (260, 20, "大和")
    assert priced(found, how=How(discounts=True)).fare == 260


def test_a_walk_to_another_name_begins_a_new_ticket() -> None:
    walk = Walk("松田", "新松田", ServiceSeconds(0), ServiceSeconds(0))
    found = journey(
        simple("JR-Central.Gotemba", "国府津", "松田"),
        walk,
        simple("Odakyu.Odawara", "新松田", "開成"),
    )
    assert [t.system for t in quote(found).tickets] == ["jr", "odakyu"]


def jr() -> SystemFares:
    return fares_on(NOW).systems["jr"]


@pytest.mark.parametrize(
    ("stations", "kept"),
    [
        (["川崎", "鶴見", "新子安", "東神奈川", "横浜", "東神奈川", "大口"], 5),
        (["新川崎", "鶴見", "新子安", "東神奈川", "横浜", "東神奈川", "新子安", "鶴見", "国道"], 3),
        (["浅野", "安善", "武蔵白石", "安善", "武蔵白石", "大川"], 4),
        (["新子安", "東神奈川", "横浜", "東神奈川", "新子安"], 5),
    ],
)  # fmt: skip
def test_only_the_listed_stretches_are_free(stations: list[str], kept: int) -> None:
    nodes = [jr().by_name[name] for name in stations]
    assert len(charged_walk(jr(), [Piece(tuple(nodes))])[0]) == kept


@settings(max_examples=150)
@given(st.data())
def test_cuts_equal_trying_every_way_to_cut(data: st.DataObject) -> None:
    """Random walks on a ring of five stations, cut by the fast way and by trying all."""
    fares = jr()
    ring = [find_station(fares, n) for n in ("横浜", "桜木町", "関内", "石川町", "山手", "根岸")]
    nodes = [n for n in ring if n is not None]
    at, pieces = 0, []
    for _ in range(data.draw(st.integers(1, 5))):
        step = data.draw(st.sampled_from([-1, 1]))
        reach = [(at + step * k) % len(nodes) for k in range(data.draw(st.integers(2, 4)))]
        pieces.append(Piece(tuple(nodes[i] for i in reach)))
        at = reach[-1]
    prices = {
        (i, j): data.draw(st.one_of(st.none(), st.integers(100, 400)))
        for i, j in itertools.combinations(range(len(pieces) + 1), 2)
    }
    place = {id(piece): number for number, piece in enumerate(pieces)}

    def price(group: Sequence[Piece]) -> int | None:
        return prices[place[id(group[0])], place[id(group[-1])] + 1]

    def weight(spans: list[tuple[int, int]]) -> tuple[int, int, int]:
        found = [prices[span] for span in spans]
        return len(spans), sum(p is None for p in found), sum(p or 0 for p in found)

    ways = []
    inner = range(1, len(pieces))
    for count in range(len(pieces)):
        for cuts in itertools.combinations(inner, count):
            ends = [0, *cuts, len(pieces)]
            spans = list(itertools.pairwise(ends))
            if all(fits_one_ticket(fares, pieces[i:j]) for i, j in spans):
                ways.append(spans)
    assert weight(cut(fares, pieces, price)) == min(weight(spans) for spans in ways)
