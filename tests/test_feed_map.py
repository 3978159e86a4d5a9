import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from planner.cli.app import run
from planner.cli.feed_map import svg
from planner.errors import FeedUnreadable
from planner.feed.drawing import Drawing, draw
from planner.feed.network import Network, network
from planner.feed.read import read_feed
from planner.feed.registry import HOME_VARIABLE, embedded_path
from planner.feed.stations import book
from tests.feeds import write_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


@pytest.fixture(scope="module")
def embedded() -> Network:
    return network(read_feed(embedded_path()))


def ends(net: Network, route: str) -> set[tuple[str, str]]:
    return {
        (net.points[t.start].name, net.points[t.end].name) for t in net.tracks if t.route == route
    }


def test_an_express_adds_no_track_where_a_stopping_train_leads(tmp_path: Path) -> None:
    net = network(read_feed(write_folder(tmp_path / "feed")))
    tracks = {frozenset(pair) for pair in ends(net, "Enoden")}
    assert tracks == {
        frozenset(pair) for pair in (("藤沢", "江ノ島"), ("江ノ島", "腰越"), ("腰越", "鎌倉"))
    }
    assert all(point.inside for point in net.points)


def test_every_station_of_kanagawa_is_on_the_map(embedded: Network) -> None:
    inside = {point.name for point in embedded.points if point.inside}
    assert inside == {place.name for place in book() if place.in_kanagawa}
    served = {i for track in embedded.tracks for i in (track.start, track.end)}
    assert served == set(range(len(embedded.points)))


def test_tracks_lead_from_station_to_station(embedded: Network) -> None:
    tracks = {frozenset(pair) for pair in ends(embedded, "Enoden.Enoden")}
    assert frozenset(("藤沢", "石上")) in tracks
    assert len(tracks) == 14


def drawn(net: Network, english: bool = False) -> Drawing:
    return draw(net, "t", english)


def test_the_names_lie_on_the_paper_and_seldom_on_each_other(embedded: Network) -> None:
    picture = drawn(embedded)
    names = [t for t in picture.texts if t.size < 12]
    assert {t.text for t in names} >= {p.name for p in embedded.points}
    assert all(0 <= t.y <= picture.height for t in names)
    boxes = []
    for t in names:
        wide = len(t.text) * t.size
        left = {"start": t.x, "end": t.x - wide, "middle": t.x - wide / 2}[t.anchor]
        boxes.append((left, t.y - t.size, left + wide, t.y))
    covered = sum(
        min(a[2], b[2]) - max(a[0], b[0]) > 4 and min(a[3], b[3]) - max(a[1], b[1]) > 4
        for i, a in enumerate(boxes)
        for b in boxes[:i]
    )
    assert covered < 0.03 * len(names)


def test_an_svg_is_well_formed_and_the_same_each_time(embedded: Network) -> None:
    text = svg(drawn(embedded))
    tree = ElementTree.fromstring(text)
    words = {node.text for node in tree.iter("{http://www.w3.org/2000/svg}text")}
    assert {"横浜", "強羅", "逗子・葉山", "東海道新幹線"} <= words
    assert svg(drawn(embedded)) == text
    english = svg(drawn(embedded, english=True))
    assert ">Yokohama<" in english


@pytest.mark.parametrize("name", ["map.svg", "deep/er/map.png"])
def test_the_command_writes_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    feed, out = write_folder(tmp_path / "feed"), tmp_path / name
    assert run(["feed", "map", str(feed), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["map"] == {"out": str(out), "lines": 1, "stations": 4, "inside": 4}
    head = out.read_bytes()[:8]
    assert head.startswith(b"<svg") if name.endswith("svg") else head == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("out", ["map.gif", "map", "/proc/nowhere/map.svg"])
def test_a_place_that_cannot_be_written_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], out: str
) -> None:
    feed = write_folder(tmp_path / "feed")
    assert run(["feed", "map", str(feed), "--out", out, "--json"]) == 2
    assert out in json.loads(capsys.readouterr().out)["error"]["message"]


def test_a_feed_without_coordinates_is_no_map(tmp_path: Path) -> None:
    nowhere = "stop_id,stop_name\nfujisawa,藤沢\nenoshima,江ノ島\nkoshigoe,腰越\nkamakura,鎌倉\n"
    for number, stops in enumerate((nowhere, "stop_id,stop_name\n")):
        feed = write_folder(tmp_path / str(number), stops=stops)
        with pytest.raises(FeedUnreadable, match="coordinates"):
            network(read_feed(feed))
