"""``planner feed``: what a person and a script see, and what a bad input leaves as it was."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planner.cli.app import run
from planner.cli.feed_import import name_of
from planner.feed import registry
from tests.feeds import contents, write_folder, write_zip

Tell = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(registry.HOME_VARIABLE, str(tmp_path / "home"))
    monkeypatch.setattr(registry, "data_path", lambda *parts: tmp_path.joinpath("data", *parts))
    return tmp_path / "home"


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Tell:
    def told(*words: str) -> tuple[int, dict[str, Any]]:
        code = run(["feed", *map(str, words), "--json"])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        document = json.loads(out)
        assert document["schema"] == 1
        return code, document

    return told


def test_a_sound_feed_passes_and_a_faulty_one_does_not(tmp_path: Path, tell: Tell) -> None:
    code, told = tell("check", write_zip(tmp_path / "feed.zip"))
    assert (code, told["counts"], told["notices"]) == (
        0,
        {"error": 0, "warning": 0, "info": 0},
        [],
    )
    bad = contents()["stop_times.txt"].replace("08:14:00,08:14:00", "08:14:00,08:13:00")
    code, told = tell("check", write_folder(tmp_path / "bad", stop_times=bad))
    assert code == 1
    assert [(n["code"], n["file"], n["row"]) for n in told["notices"]] == [
        ("departs_before_arriving", "stop_times.txt", 4),
        ("stop_never_served", "stops.txt", 4),
    ]


def test_check_prints_a_line_a_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stops = contents()["stops.txt"] + "ofuna,大船,35.35,139.53"
    assert run(["feed", "check", str(write_folder(tmp_path / "f", stops=stops))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("warning stop_never_served")
    assert "stops.txt:6:" in lines[0]
    assert "1" in lines[1]
    assert len(lines) == 2


def test_an_imported_feed_is_listed_chosen_and_described(tmp_path: Path, tell: Tell) -> None:
    write_folder(tmp_path / "data" / "gtfs")
    code, told = tell("import", "gtfs", write_folder(tmp_path / "Enoden 2026"))
    assert code == 0
    assert told["feed"]["name"] == "enoden-2026"
    _, told = tell("list")
    assert [(f["name"], f["kind"], f["chosen"]) for f in told["feeds"]] == [
        ("model", "model", True),
        ("enoden-2026", "real", False),
    ]
    assert tell("use", "enoden-2026")[0] == 0
    assert tell("list")[1]["chosen"] == "enoden-2026"
    _, told = tell("info")
    assert told["feed"]["name"] == "enoden-2026"
    weekday, holiday = told["days"]["weekday"], told["days"]["holiday"]
    assert (weekday["date"], weekday["trips"], weekday["connections"]) == ("2026-04-01", 2, 4)
    assert (holiday["date"], holiday["trips"], holiday["connections"]) == ("2026-04-05", 1, 1)
    assert weekday["busiest"] == {"at": "08:00", "trains": 1}
    assert (weekday["train_hours"], weekday["train_km"]) == (1, 15)  # 34 min each, 9 km and 6 km
    line = {"id": "Enoden", "name": "江ノ電線", "weekday": 2, "holiday": 1}
    assert told["agencies"] == [{"name": "江ノ電", "lines": [line]}]
    assert (told["stops"], told["feed"]["valid_to"]) == (4, "2026-04-30")


def test_import_can_choose_at_once_and_replaces_a_feed_of_that_name(
    tmp_path: Path, tell: Tell, home: Path
) -> None:
    first = tell("import", "gtfs", write_zip(tmp_path / "a.zip"), "--name", "x", "--use")[1]
    assert tell("list")[1]["chosen"] == "x"
    other = write_zip(tmp_path / "b.zip", calendar_dates=None)
    second = tell("import", "gtfs", other, "--name", "x")[1]
    assert first["feed"]["digest"] != second["feed"]["digest"]
    assert len(list((home / "feeds").glob("[!.]*"))) == 2  # its zip and its manifest


@pytest.mark.parametrize("verb", ["check", "info", "use", "gtfs", "mini-tokyo-3d"])
def test_bad_input_is_exit_2_with_a_code_and_loses_nothing(
    tmp_path: Path, tell: Tell, home: Path, verb: str
) -> None:
    tell("import", "gtfs", write_zip(tmp_path / "good.zip"), "--use")
    before = {p: p.read_bytes() for p in home.rglob("*") if p.is_file()}
    (tmp_path / "text.zip").write_text("no zip at all")
    whole = (tmp_path / "good.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[:-40])
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as archive:
        archive.writestr("readme.md", "hello")
    (tmp_path / "empty").mkdir()
    write_zip(tmp_path / "trainless.zip", stop_times=None)
    words = ["import", verb] if verb in {"gtfs", "mini-tokyo-3d"} else [verb]
    for name in ("text.zip", "cut.zip", "other.zip", "empty", "trainless.zip", "none.zip"):
        code, told = tell(*words, tmp_path / name)
        assert code == 2, name
        assert told["error"]["code"] not in {"error", "usage"}
        assert name in told["error"]["message"]
    after = {p: p.read_bytes() for p in home.rglob("*") if p.is_file()}
    assert {p: after.get(p) for p in before} == before
    assert [f["name"] for f in tell("list")[1]["feeds"]] == ["good"]


def test_a_removed_feed_is_gone_and_the_embedded_one_is_chosen_again(
    tmp_path: Path, tell: Tell, home: Path
) -> None:
    write_folder(tmp_path / "data" / "gtfs")
    tell("import", "gtfs", write_zip(tmp_path / "a.zip"), "--use")
    assert tell("remove", "a") == (0, {"schema": 1, "removed": "a", "chosen": "model"})
    assert list((home / "feeds").glob("[!.]*")) == []
    assert tell("info")[1]["feed"]["name"] == "model"
    for name in ("a", "model", "../home"):
        assert tell("remove", name)[0] == 2


def test_many_faults_of_one_rule_are_shortened_unless_all_are_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stops = contents()["stops.txt"] + "\n".join(f"s{i},駅,35.3,139.5" for i in range(70))
    path = str(write_folder(tmp_path / "f", stops=stops))
    assert run(["feed", "check", path]) == 0
    short = capsys.readouterr().out.splitlines()
    assert len(short) == 5 + 1 + 1
    assert "65" in short[5]
    assert run(["feed", "check", path, "--all"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 50 + 1


def test_an_unknown_name_is_told_with_near_matches(tmp_path: Path, tell: Tell) -> None:
    tell("import", "gtfs", write_zip(tmp_path / "enoden.zip"))
    code, told = tell("use", "enodne")
    assert (code, told["error"]["code"]) == (2, "unknown_name")
    assert told["error"]["did_you_mean"][0] == "enoden"
    assert tell("import", "gtfs", tmp_path / "enoden.zip", "--name", "model")[0] == 2
    assert tell("import", "gtfs", tmp_path / "enoden.zip", "--name", "../x")[0] == 2


def test_a_model_that_is_imported_is_listed_as_a_model(tmp_path: Path, tell: Tell) -> None:
    info = "feed_publisher_name,feed_version\nx,model timetable"
    tell("import", "gtfs", write_zip(tmp_path / "m.zip", feed_info=info))
    assert [f["kind"] for f in tell("list")[1]["feeds"]] == ["model"]


def test_a_name_is_made_from_the_files_own() -> None:
    assert name_of("https://example.com/data/Enoden%20GTFS.zip?key=1") == "enoden-20gtfs"
    assert name_of("/data/江ノ電 2026/") == "江ノ電-2026"


def test_text_output_names_lines_and_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_zip(tmp_path / "feed.zip")
    for words in (["list"], ["info", str(path)], ["use", str(path)], ["list"]):
        assert run(["feed", *words]) == 0
    out = capsys.readouterr().out
    assert "江ノ電線" in out
    assert f"* {path}" in out
