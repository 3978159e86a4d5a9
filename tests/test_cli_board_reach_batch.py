"""``planner board``, ``reach``, ``move`` and ``batch``."""

import csv
import datetime as dt
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from planner.cli import clock
from planner.search.answers import Reached
from planner.search.query import Planner
from planner.units import ServiceSeconds, Yen
from tests.cli_runs import MONDAY, Command

pytestmark = pytest.mark.usefixtures("own_home")


def test_a_board_has_both_directions_of_a_line_apart(command: Command) -> None:
    told = command.json("board", "藤沢", *MONDAY, "--at", "17:00", "--count", "3")
    assert told.code == 0
    ways = [
        one
        for one in told.document["directions"]
        if (one["operator"], one["line"]) == ("JR東日本", "東海道線")
    ]
    assert len(ways) == 2
    towards = [set(way["towards"]) for way in ways]
    assert any("熱海" in names or "小田原" in names for names in towards)
    for way in ways:
        departures = [train["departs"] for train in way["departures"]]
        assert departures == sorted(departures)
        assert 0 < len(departures) <= 3
        assert departures[0] >= "17:00"
    next_stops = [{train["next_stop"] for train in way["departures"]} for way in ways]
    assert not next_stops[0] & next_stops[1]


def test_expresses_and_locals_of_one_direction_stand_together(command: Command) -> None:
    told = command.json("board", "横浜", *MONDAY, "--at", "17:00", "--count", "40")
    keikyu = [one for one in told.document["directions"] if one["line"] == "京急本線"]
    assert len(keikyu) == 2
    down = next(one for one in keikyu if any(t["next_stop"] == "戸部" for t in one["departures"]))
    assert "上大岡" in {train["next_stop"] for train in down["departures"]}


def test_a_board_prints_a_line_a_train(command: Command) -> None:
    told = command("board", "藤沢", *MONDAY, "--at", "17:00", "--count", "2")
    assert told.code == 0
    assert sum(line.startswith("  17:") for line in told.out.splitlines()) >= 6


def test_a_board_without_trains_is_a_no(command: Command) -> None:
    told = command.json("board", "藤沢", "--date", "2026-12-01", "--at", "2:50")
    assert (told.code, told.document["directions"]) == (1, [])


REACHED = (
    Reached("藤沢", Yen(0), *map(ServiceSeconds, (72_000, 72_000)), Yen(0), 35.338, 139.487),
    Reached("鎌倉", Yen(310), *map(ServiceSeconds, (74_400, 74_400)), Yen(310), 35.319, 139.55),
    Reached("大船", Yen(160), *map(ServiceSeconds, (73_000, 72_500)), None, 35.354, 139.531),
    Reached("謎", None, *map(ServiceSeconds, (72_100, 72_100)), None, 35.4, 139.5),
)


@pytest.fixture
def some_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    def reach(
        self: Planner, origin: str, time: int, budget: int | None = None, until: int | None = None
    ) -> Sequence[Reached]:
        assert (origin, time, budget, until) == ("藤沢", 72_000, 500, 88_200)
        return REACHED

    monkeypatch.setattr(Planner, "reach", reach)


ASK = ("藤沢", *MONDAY, "--at", "20:00", "--budget", "500", "--until", "0:30")


@pytest.mark.usefixtures("some_reached")
def test_reach_is_the_document_of_the_contract_by_arrival(command: Command) -> None:
    told = command.json("reach", *ASK)
    assert told.code == 0
    stations = told.document["stations"]
    assert [one["station"] for one in stations] == ["藤沢", "謎", "大船", "鎌倉"]
    assert stations[2] == {
        "station": "大船",
        "fare": 160,
        "arrives": "20:16",
        "fastest_arrives": "20:08",
        "fastest_fare": None,
        "lat": 35.354,
        "lon": 139.531,
    }
    assert told.document["query"]["until"] == "24:30"


@pytest.mark.usefixtures("some_reached")
def test_move_is_by_fare_without_the_start_and_unknown_prices_are_not_cheap(
    command: Command,
) -> None:
    stations = command.json("move", *ASK).document["stations"]
    assert [one["station"] for one in stations] == ["大船", "鎌倉", "謎"]


@pytest.mark.usefixtures("some_reached")
def test_reach_as_csv_and_as_geojson(command: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(command("reach", *ASK, "--csv").out)))
    assert [row["fare"] for row in rows] == ["0", "", "160", "310"]
    points = json.loads(command("reach", *ASK, "--geojson").out)
    assert points["type"] == "FeatureCollection"
    first = points["features"][0]
    assert first["geometry"]["coordinates"] == [139.487, 35.338]
    assert first["properties"]["station"] == "藤沢"


@pytest.mark.usefixtures("some_reached")
def test_reach_prints_a_line_a_station(command: Command) -> None:
    lines = command("reach", *ASK).out.splitlines()
    assert "160" in next(line for line in lines if line.startswith("大船"))


QUERIES = """\
from,to,date,at,by,budget
横浜,藤沢,2026-11-30,23:40,,
横浜,東京,2026-11-30,8:00,time,
横浜,ふじさ,2026-11-30,8:00,,
川崎,箱根湯本,2026-12-01,8:00,changes,
横浜,藤沢,2026-12-01,0:05,,
横浜,藤沢,2026-13-01,0:05,,
横浜,藤沢,2026-12-01,0:05,,ten
"""


def test_a_batch_answers_every_row_in_order_as_route_does(command: Command, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    queries, out = tmp_path / "q.csv", tmp_path / "answers.parquet"
    queries.write_text("\ufeff" + QUERIES, encoding="utf-8")
    told = command.json("batch", str(queries), "--out", str(out), "--jobs", "2")
    assert told.code == 1  # three rows are wrong
    assert told.document.items() >= {"queries": 7, "found": 3, "errors": 3}.items()
    rows = pq.read_table(out).to_pylist()
    assert [row["query"] for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row["error"] for row in rows] == [
        *(None, None, "unknown_name", None, None, "bad_date", "bad_number")
    ]
    assert rows[1]["none_because"] == "not_reachable"
    for number, words in ((0, (*MONDAY, "--at", "23:40")), (4, (*MONDAY, "--at", "24:05"))):
        (journey,) = command.json("route", "横浜", "藤沢", *words).document["journeys"]
        assert rows[number]["departs_at"].isoformat() == journey["departs_at"]
        assert rows[number]["arrives_at"].isoformat() == journey["arrives_at"]
        assert rows[number]["fare"] == journey["fare"]
        assert [leg["trip"] for leg in rows[number]["legs"]] == [
            leg["trip"] for leg in journey["legs"]
        ]


def test_a_batch_says_which_rows_it_answered_for_today(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pyarrow.parquet as pq

    monkeypatch.setattr(clock, "now", lambda: dt.datetime(2026, 11, 30, 22, 0, tzinfo=clock.JAPAN))
    queries, out = tmp_path / "q.csv", tmp_path / "answers.parquet"
    rows = ("横浜,藤沢,,8:00", "横浜,藤沢,2026-12-01,8:00", "横浜,藤沢,,")
    queries.write_text("\n".join(["from,to,date,at", *rows]), encoding="utf-8")
    words = ("batch", str(queries), "--out", str(out), "--jobs", "1")
    told = command.json(*words)
    assert (told.code, told.document["undated"], told.document["today"]) == (0, 2, "2026-11-30")
    assert "2 rows have no date and were answered for today, 2026-11-30" in told.err
    answers = pq.read_table(out).to_pylist()
    assert [str(row["date"]) for row in answers] == ["2026-11-30", "2026-12-01", "2026-11-30"]
    assert [str(row["service_date"]) for row in answers] == [row["date"] for row in answers]
    assert answers[2]["departs"] >= 22 * 3600  # without a time: from now on
    queries.write_text("\n".join(["from,to,date,at", rows[1]]), encoding="utf-8")
    assert command(*words).err == ""


@pytest.mark.parametrize(
    "content", [b"", b"from,to\nA,B\n", b"from,to,date,at\n\xff\xfe\n", b"PK\x03\x04\x00\x00"]
)
def test_a_batch_of_garbage_leaves_the_old_answers(
    command: Command, tmp_path: Path, content: bytes
) -> None:
    queries, out = tmp_path / "q.csv", tmp_path / "answers.parquet"
    queries.write_bytes(content)
    out.write_bytes(b"old answers")
    told = command.json("batch", str(queries), "--out", str(out))
    assert (told.code, told.document["error"]["code"]) == (2, "batch_file")
    assert out.read_bytes() == b"old answers"


def test_a_batch_into_nowhere_says_so_before_it_works(command: Command, tmp_path: Path) -> None:
    queries = tmp_path / "q.csv"
    queries.write_text(QUERIES, encoding="utf-8")
    for out in (tmp_path, tmp_path / "none" / "o.parquet"):
        told = command.json("batch", str(queries), "--out", str(out))
        assert (told.code, told.document["error"]["code"]) == (2, "batch_file")
    told = command.json("batch", str(tmp_path / "no.csv"), "--out", str(tmp_path / "o.parquet"))
    assert told.code == 2
