"""Whatever is typed: an answer, a no or a named mistake, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.cli.start import run, speak_utf8
from planner.cli.verbs import VERBS
from tests.cli_runs import MONDAY

pytestmark = pytest.mark.usefixtures("own_home")

ROOT = Path(__file__).resolve().parent.parent
TIMETABLE_VERBS = ("route", "last-train", "day", "board", "reach", "move", "fare", "batch", "check")
FLAGS = (
    *("--date", "--on", "--at", "--by", "--budget", "--arrive-by", "--stop", "--any-order"),
    *("--via", "--avoid", "--count", "--ic", "--tickets", "--discounts", "--rules", "--as-if"),
    *(
        "--json",
        "--lang",
        "--until",
        "--csv",
        "--geojson",
        "--system",
        "--out",
        "--feed",
        "--jobs",
        "--help",
        "--x",
    ),
)
VALUES = (
    *("横浜", "藤沢", "足柄", "yokohama", "東京", "ﾌｼﾞｻﾜ", "", " ", "-", "--", "0", "-1", "500"),
    *(
        "99999999999999999999",
        "1e9",
        "５００",
        "2026-11-30",
        "0001-01-01",
        "9999-12-31",
        "2014-03-31",
    ),
    *("23:40", "0:00", "26:59", "27:00", "99:99", "time", "fare", "all", "kanagawa", "none"),
    *(
        "weekday",
        "holiday",
        "split",
        "maximal",
        "en",
        "xx",
        "jr",
        "\x00",
        "\udcff",
        "🚃",
        "a" * 300,
        "~nobody/x",
    ),
    *("\u202e", "駅", "é", "e\u0301", "../..", "{}", "%s", "東海道線", "JR-East.Tokaido"),
)
WORDS = st.one_of(
    st.sampled_from(VALUES),
    st.sampled_from(FLAGS),
    st.builds("=".join, st.tuples(st.sampled_from(FLAGS), st.sampled_from(VALUES))),
    st.text(max_size=6),
)
NO_HURRY = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def check(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    speak_utf8()
    code = run(words)
    out, err = capsys.readouterr()
    assert code in {0, 1, 2}, words
    assert "Traceback" not in out + err
    if code == 2:
        if "--json" in words:
            error = json.loads(out)["error"]
            assert error["code"]
            assert error["message"]
        else:
            assert err.strip()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@NO_HURRY
@given(verb=st.sampled_from(TIMETABLE_VERBS), words=st.lists(WORDS, max_size=6))
def test_any_words_behind_a_verb(
    verb: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    check([verb, *words], capsys)


@NO_HURRY
@given(
    verb=st.sampled_from(TIMETABLE_VERBS[:6]),
    option=st.sampled_from(FLAGS),
    value=st.one_of(st.sampled_from(VALUES), st.text(max_size=8)),
)
def test_one_strange_value_in_a_sound_question(
    verb: str, option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ends = ["横浜"] if verb in {"board", "reach", "move"} else ["横浜", "藤沢"]
    check([verb, *ends, *MONDAY, "--at", "23:00", option, value], capsys)


@NO_HURRY
@given(words=st.lists(WORDS, min_size=1, max_size=3))
def test_any_words_without_a_verb(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    if words[0] not in VERBS:
        check(words, capsys)


def planner(*words: str | bytes, **variables: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "planner", *words],
        cwd=ROOT,
        env=os.environ | variables,
        capture_output=True,
        check=False,
    )


def test_output_is_utf8_whatever_the_locale_says() -> None:
    done = planner("route", "横浜", "藤沢", *MONDAY, "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert json.loads(done.stdout.decode("utf-8"))["query"]["from"] == "横浜"


def test_a_name_of_broken_bytes_is_a_bad_value() -> None:
    done = planner("route", b"\xff\xfe", "藤沢", *MONDAY, "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad_value"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_standard_output_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "planner", "route", "横浜", "藤沢", *MONDAY],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"No space left" in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-m", "planner", "day", "横浜", "藤沢", *MONDAY]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_a_fault_of_the_program_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from planner.cli import start

    def broken(words: list[str]) -> int:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(start, "run", broken)
    monkeypatch.delenv("KANAGAWA_PLANNER_DEBUG", raising=False)
    with pytest.raises(SystemExit) as left:
        start.main(["route", "--json"])
    assert left.value.code == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "internal"
    monkeypatch.setenv("KANAGAWA_PLANNER_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        start.main(["route"])
