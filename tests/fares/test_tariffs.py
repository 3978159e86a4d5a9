"""The tables themselves: made by their rules, rising, from a source."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.fares.distance import FAR, all_pairs, graph
from planner.fares.lines import fare_lines
from planner.fares.matrix import fares_on, periods
from planner.fares.systems import price
from planner.fares.tariff import FILES, TariffFault, load, parse
from planner.fares.words import LEVELS
from planner.feed.stations import book

DATES = [
    dt.date.fromisoformat(day) for day in ("2014-04-01", "2019-10-01", "2023-03-18", "2026-03-14")
]


def up(value: Fraction, unit: int) -> int:
    return int(-(-value // unit)) * unit


def half_up(value: Fraction, unit: int) -> int:
    return int((value + Fraction(unit, 2)) // unit) * unit


def middle(km: int) -> int:
    """The km a band is charged for: the middle of 5, 10 or 20 km."""
    if km <= 50:
        return (km - 1) // 5 * 5 + 3
    if km <= 100:
        return (km - 1) // 10 * 10 + 5
    return (km - 1) // 20 * 20 + 10


def by_rate(km: int, rate: Fraction, tax: int) -> int:
    """The IC fare: rate x km up to 10 yen (above 100 km to the nearest 100), tax, fraction off."""
    plain = rate * middle(km)
    rounded = up(plain, 10) if km <= 100 else half_up(plain, 100)
    return rounded * (100 + tax) // 100


FIRST = {  # IC fares of 1-3, 4-6 and 7-10 km are set, not worked out
    ("tokutei", 8): (133, 154, 165), ("kansen", 8): (144, 185, 195),
    ("yamanote", 8): (133, 154, 165),
    ("tokutei", 10): (136, 157, 168), ("kansen", 10): (147, 189, 199),
    ("yamanote", 10): (136, 157, 168), ("east", 10): (155, 199, 209),
}  # fmt: skip
RATES = {
    "kansen": Fraction("16.20"),
    "tokutei": Fraction("15.30"),
    "yamanote": Fraction("13.25"),
    "east": Fraction("16.96"),
}


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("name", list(RATES))
def test_a_jr_table_is_rate_and_rounding_to_120_km(name: str, date: dt.date) -> None:
    table = load("jr").table(name, date)
    if table is None:
        assert (name == "east") is (date < dt.date(2026, 3, 14))
        return
    tax = 8 if date.year < 2019 else 10
    for km in range(1, 121):
        ic = by_rate(km, RATES[name], tax)
        if km <= 10:
            ic = FIRST[name, tax][0 if km <= 3 else 1 if km <= 6 else 2]
        yen = half_up(Fraction(ic), 10) if name == "kansen" else up(Fraction(ic), 10)
        if date >= dt.date(2023, 3, 18) and name in ("tokutei", "yamanote"):
            ic, yen = ic + 10, yen + 10  # barrier-free charge
        band = table.band(km)
        assert band is not None
        assert (km, band.item.yen, band.item.ic) == (km, yen, ic)


def test_the_joint_tables_of_2026_are_the_old_one_and_the_rise() -> None:
    jr, before, after = load("jr"), dt.date(2026, 3, 13), dt.date(2026, 3, 14)
    kansen, basis, east, addon = (
        jr.table(name, day)
        for name, day in (("kansen", before), ("basis", after), ("east", after), ("addon", after))
    )
    assert kansen
    assert basis
    assert east
    assert addon
    for km in range(1, 121):
        old, same, new, rise = (t.band(km) for t in (kansen, basis, east, addon))
        assert old
        assert same
        assert new
        assert rise
        assert old.item.yen == same.item.yen
        assert new.item.yen - old.item.yen == rise.item.yen


@pytest.mark.parametrize("system", FILES)
def test_every_table_rises_and_names_its_source(system: str) -> None:
    tariff = load(system)
    for table in [*tariff.tables, *(s.table for s in tariff.surcharges)]:
        prices = [band.item.yen for band in table.bands]
        assert prices == sorted(prices)
        cards = [band.item.ic for band in table.bands if band.item.ic is not None]
        assert cards == sorted(cards)
        for band in table.bands:
            assert band.item.source
            assert band.item.confidence in LEVELS


@pytest.mark.parametrize("system", FILES)
def test_tables_of_a_class_follow_each_other_without_gap(system: str) -> None:
    tariff = load(system)
    for name in {table.name for table in tariff.tables}:
        spans = sorted((t.span for t in tariff.tables if t.name == name), key=lambda s: s.start)
        for one, following in pairwise(spans):
            assert one.end is not None
            assert one.end + dt.timedelta(days=1) == following.start


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("system", FILES)
def test_shortest_ways_are_those_of_networkx(system: str, date: dt.date) -> None:
    net = graph(load(system), date)
    twin = nx.Graph()
    twin.add_nodes_from(range(len(net.names)))
    for edge in net.edges:
        known = twin.get_edge_data(edge.a, edge.b, {"weight": FAR})["weight"]
        twin.add_edge(edge.a, edge.b, weight=min(edge.length, known))
    found = all_pairs(net, lambda edge: True)
    assert (found == found.T).all()
    for a, reached in nx.all_pairs_dijkstra_path_length(twin):
        for b in range(len(net.names)):
            assert found[a, b] == reached.get(b, FAR)


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("system", FILES)
def test_prices_are_symmetric_and_a_surcharge_never_lowers_one(system: str, date: dt.date) -> None:
    tariff = load(system)
    _, dear = price(tariff, date)
    _, plain = price(replace(tariff, surcharges=()), date)
    for name, sheet in dear.items():
        yen, without = sheet.yen(), plain[name].yen()
        assert (yen == yen.T).all()
        assert (sheet.ic() == sheet.ic().T).all()
        assert (np.diag(yen) == 0).all()
        assert ((yen >= without) | (yen < 0)).all()


PLAIN = [s for s in FILES if s not in ("jr", "tokyu", "hakone-tozan", "oyama-cable")]


@settings(max_examples=60)
@given(st.sampled_from(PLAIN), st.sampled_from(DATES))
def test_a_longer_way_on_one_line_never_costs_less(system: str, date: dt.date) -> None:
    tariff = load(system)
    net, sheets = price(tariff, date)
    yen, nodes = sheets["base"].yen(), net.index
    for line in tariff.lines:
        own = [nodes[name] for name in line.stations if name in nodes]
        for number, start in enumerate(own):
            prices = [int(yen[start, end]) for end in own[number + 1 :]]
            assert prices == sorted(prices)


@pytest.mark.parametrize("system", ["jr", "keikyu"])
def test_no_pair_inside_a_special_section_costs_more_than_it(system: str) -> None:
    tariff = load(system)
    for date in DATES:
        net, sheets = price(tariff, date)
        yen, nodes = next(iter(sheets.values())).yen(), net.index
        rails = {number for number, line in enumerate(net.lines) if line.shinkansen}
        km = all_pairs(net, lambda edge, rails=rails: edge.line not in rails)  # type: ignore[misc]
        for special in tariff.specials:
            if not special.span.covers(date) or not set(special.between) <= nodes.keys():
                continue
            a, b = (nodes[name] for name in special.between)
            inside = np.flatnonzero(km[a] + km[b] == km[a, b])
            assert yen[np.ix_(inside, inside)].max() <= special.item.yen


def test_26_odakyu_pairs_rest_on_the_shared_track() -> None:
    net, sheets = price(load("odakyu"), dt.date(2026, 11, 30))
    sheet = sheets["base"]
    code, reasons = sheet.reasons()
    doubted = [any("共用区間" in sheet.items.all[n].what for n in numbers) for numbers in reasons]
    assert int(np.array(doubted)[code].sum()) == 2 * 26
    assert len(net.names) == 70


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"line": [{"name": "L", "stations": ["a", "b"], "km": [0, 0]}]}, "do not rise"),
        ({"table": [{"class": "base", "in_force_from": DATES[0], "bands": [
            {"to": 3, "yen": 200}, {"to": 5, "yen": 190}]}]}, "cheaper"),
        ({"table": [{"class": "base", "in_force_from": DATES[0], "bands": [
            {"to": 3, "yen": 200}, {"to": 3, "yen": 210}]}]}, "overlap"),
        ({"opening": [{"station": "x", "on": DATES[0]}]}, "none of its lines"),
    ],
)  # fmt: skip
def test_a_tariff_that_contradicts_itself_is_refused(
    change: dict[str, object], message: str
) -> None:
    raw = {"system": "s", "name_ja": "", "name_en": ""}
    lines = {"line": [{"name": "L", "stations": ["a", "b"], "km": [0, 10]}]}
    with pytest.raises(TariffFault, match=message):
        parse({**raw, **lines, **change})


def test_every_line_of_the_table_runs_along_lines_of_its_system() -> None:
    tariffs = {system: load(system) for system in FILES}
    for line in fare_lines().values():
        own = {own.name: own for own in tariffs[line.system].lines}
        for stretch in line.stretches:
            assert stretch.line in own, line.route_id
            for end in filter(None, (stretch.start, stretch.end)):
                assert end in own[stretch.line].stations, line.route_id


def test_every_stop_in_the_prefecture_has_a_price() -> None:
    fares = fares_on(dt.date(2026, 11, 30))
    lines = fare_lines()
    for stop in book().stops.values():
        if stop.prefecture != "神奈川県":
            continue
        line = lines[stop.route_id]
        name = line.aliases.get(stop.name, stop.place)
        assert name in fares.systems[line.system].index, stop.id


def test_periods_begin_in_april_2014_and_hold_every_known_change() -> None:
    known = ("2014-04-01", "2016-03-26", "2019-10-01", "2023-03-18", "2023-10-01", "2026-03-14")
    assert periods()[0] == known[0]
    assert set(known) <= set(periods())


def test_every_table_and_every_listed_pair_names_its_source() -> None:
    for path in (Path(__file__).parents[2] / "data" / "tariffs").glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert text.count("[[table]]") + text.count("[[special]]") <= text.count("source = ")
