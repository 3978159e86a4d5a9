"""The feeds a person has are found by name, path or choice, and bad input loses none of them."""

import datetime as dt
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from planner.errors import FeedUnreadable, OutsideValidity, UnknownName
from planner.feed import imported, manifest, registry
from planner.feed.container import BrokenZip, NoSuchFeed, NotAFeed
from planner.feed.manifest import CannotSave
from planner.feed.read import read_feed
from tests.feeds import contents, write_folder, write_zip


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(registry.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(registry, "data_path", lambda *parts: tmp_path.joinpath("data", *parts))
    return tmp_path / "home"


def add(tmp_path: Path, name: str = "enoden") -> registry.FeedHandle:
    data = write_zip(imported.workplace() / "building.zip")
    return imported.register(name, data, "made in a test")


def test_a_path_is_a_feed(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "feed.zip")
    feed = registry.open_feed(path)
    assert (feed.kind, feed.path) == ("real", path)
    assert feed.digest == read_feed(path).digest
    assert (feed.valid_from, feed.valid_to) == (dt.date(2026, 4, 1), dt.date(2026, 4, 30))


def test_a_path_is_read_once_until_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_folder(tmp_path / "feed")
    first = registry.open_feed(path)
    with monkeypatch.context() as patched:
        patched.setattr(manifest, "describe", lambda *_: pytest.fail("read again"))
        assert registry.open_feed(path) == first
    (path / "trips.txt").write_text((path / "trips.txt").read_text() + "\n")
    os.utime(path / "trips.txt", ns=(1, first.mtime_ns + 1_000))
    assert registry.open_feed(path).digest != first.digest


def test_a_change_one_folder_down_is_seen(tmp_path: Path) -> None:
    inner = write_folder(tmp_path / "outer" / "gtfs")
    first = registry.open_feed(tmp_path / "outer")
    assert first.size > 0
    (inner / "TRIPS.TXT").write_text((inner / "trips.txt").read_text() + "\n")
    assert not first.is_unchanged


def test_the_embedded_feed_is_the_default(tmp_path: Path) -> None:
    with pytest.raises(FeedUnreadable, match="embedded feed is not installed"):
        registry.open_feed()
    write_folder(tmp_path / "data" / "gtfs")
    feed = registry.open_feed()
    assert (feed.name, feed.kind, feed.source) == ("model", "model", "embedded")
    assert registry.open_feed(tmp_path / "data" / "gtfs") == feed


def test_a_model_stays_a_model_wherever_it_lies(tmp_path: Path) -> None:
    info = "feed_publisher_name,feed_version\nx,model timetable of 2026-03-14"
    assert registry.open_feed(write_zip(tmp_path / "m.zip", feed_info=info)).kind == "model"
    info = "feed_publisher_name,feed_version\nx,2026-03-14"
    assert registry.open_feed(write_zip(tmp_path / "r.zip", feed_info=info)).kind == "real"


def test_an_imported_feed_is_found_by_name_and_chosen(tmp_path: Path) -> None:
    write_folder(tmp_path / "data" / "gtfs")
    feed = add(tmp_path)
    assert registry.open_feed("enoden") == feed
    assert [f.name for f in registry.feeds()] == ["model", "enoden"]
    assert registry.current() == "model"
    registry.use("enoden")
    assert registry.open_feed() == feed
    assert registry.open_feed("model").name == "model"


def test_importing_again_replaces_the_feed(tmp_path: Path, home: Path) -> None:
    old = add(tmp_path)
    data = write_zip(imported.workplace() / "building.zip", calendar_dates=None)
    new = imported.register("enoden", data, "again")
    assert new.digest != old.digest
    assert registry.open_feed("enoden") == new
    assert len(list((home / "feeds").glob("*.zip"))) == 1


def test_a_broken_import_loses_nothing(tmp_path: Path) -> None:
    feed = add(tmp_path)
    data = imported.workplace() / "building.zip"
    data.write_text("not a zip")
    with pytest.raises(BrokenZip):
        imported.register("enoden", data, "broken")
    with pytest.raises(NotAFeed):
        imported.register("enoden", write_zip(data, stop_times=None), "no trains")
    assert registry.open_feed("enoden") == feed
    assert read_feed(feed.path).digest == feed.digest


def test_imports_at_once_leave_one_whole_feed(tmp_path: Path, home: Path) -> None:
    def add_one(number: int) -> None:
        stops = contents()["stops.txt"].replace("藤沢", f"藤沢{number}")
        for again in range(5):
            data = write_zip(registry_place / f"{number}-{again}.zip", stops=stops)
            imported.register("enoden", data, str(number))

    registry_place = imported.workplace()
    threads = [threading.Thread(target=add_one, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    feed = registry.open_feed("enoden")
    assert read_feed(feed.path).digest == feed.digest
    assert list((home / "feeds").glob("*.zip")) == [feed.path]


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    feed = add(tmp_path)
    registry.use("enoden")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(CannotSave, match="No space left"):
            registry.use(str(feed.path))
        data = write_zip(imported.workplace() / "building.zip", calendar_dates=None)
        with pytest.raises(CannotSave, match="No space left"):
            imported.register("enoden", data, "full")
        assert not list(imported.workplace().glob(".new-*"))
    assert registry.open_feed() == feed
    assert read_feed(feed.path).digest == feed.digest


def test_a_damaged_manifest_is_as_none(tmp_path: Path, home: Path) -> None:
    add(tmp_path)
    for text in ("", "{", "[]", '{"name": 1}', json.dumps({"name": "enoden", "kind": "real"})):
        (home / "feeds" / "enoden.json").write_text(text)
        with pytest.raises(UnknownName):
            registry.open_feed("enoden")
        assert registry.feeds() == ()
    (home / "current").write_bytes(b"\xff\xfe")
    assert registry.current() == "model"


def test_an_unknown_name_gets_near_matches(tmp_path: Path) -> None:
    add(tmp_path)
    with pytest.raises(UnknownName) as refused:
        registry.open_feed("enodem")
    assert "enoden" in refused.value.did_you_mean
    with pytest.raises(NoSuchFeed):
        registry.open_feed("there/is/none.zip")
    for name in ("model", "../up", "a/b", "", ".hidden"):
        with pytest.raises(UnknownName):
            imported.require_name(name)


def test_a_date_outside_the_feed_names_the_period(tmp_path: Path) -> None:
    feed = add(tmp_path)
    registry.require_date(feed, dt.date(2026, 4, 30))
    for day in (dt.date(2026, 3, 31), dt.date(2026, 5, 1)):
        with pytest.raises(OutsideValidity, match=r"2026-04-01\.\.2026-04-30.*--as-if"):
            registry.require_date(feed, day)


def test_opening_a_known_feed_loads_no_heavy_library(tmp_path: Path) -> None:
    add(tmp_path)
    code = (
        "import sys; from planner.feed.registry import open_feed; open_feed('enoden');"
        "heavy = {'pandas', 'numpy', 'pyarrow', 'zipfile', 'csv', 'rich'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
