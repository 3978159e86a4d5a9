"""A standard stream that is closed, full or left by its reader does not change the answer."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from planner.cli.app import run
from tests.cli_runs import MONDAY

pytestmark = pytest.mark.usefixtures("own_home")

ROOT = Path(__file__).resolve().parent.parent
ROUTE = ("route", "横浜", "藤沢", *MONDAY, "--at", "10:00")
NEW = ("new", "--players", "A,B", "--first-day", "2026-12-01", "--start", "A=小田原",
       "--start", "B=川崎")  # fmt: skip
RIDE = ("game", "ride", "B", "30", "--at", "10:00", "--date", "2026-12-01")


def shell(redirected: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the command with its streams redirected as a shell does it."""
    command = f'exec "$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, "-m", "planner", *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def left_by_reader(*words: str) -> tuple[int, str]:
    """The exit status and what is said where nobody reads standard output."""
    with subprocess.Popen(
        [sys.executable, "-m", "planner", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
        return process.wait(), told


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game"
    assert run(["game", *NEW, "--game", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (ROUTE, 0),
        ((*ROUTE, "--json"), 0),
        (("--help",), 0),
        (("game", "ledger", "--help"), 0),
        (("feed", "list"), 0),
        (("route", "横浜", "xx", *MONDAY), 2),
        (("check", "横浜 -東海道線-> 藤沢", *MONDAY, "--at", "26:50"), 1),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else str(part),
)
def test_a_closed_standard_output_leaves_the_exit_status_of_the_answer(
    words: tuple[str, ...], code: int
) -> None:
    done = shell(">&-", *words)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert "internal" not in done.stderr


def test_a_closed_standard_error_does_not_cost_the_answer(folder: Path) -> None:
    told = shell("2>&-", *ROUTE)
    assert told.returncode == 0
    assert told.stdout == shell("", *ROUTE).stdout
    assert told.stdout.startswith("横浜 → 藤沢")
    assert shell("2>&-", "route", "xx", "yy").returncode == 2
    assert shell("2>&-", "--nosuch").returncode == 2
    audited = shell("2>&-", "game", "audit", "--game", str(folder))
    assert audited.returncode == 0
    assert audited.stdout


def test_a_journal_never_gets_the_number_of_a_closed_stream(folder: Path) -> None:
    done = shell(">&- 2>&- <&-", *RIDE, "--game", str(folder))
    assert done.returncode == 0
    lines = (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["event"]["km"] for line in lines] == ["30"]


def test_a_closed_standard_input_holds_no_route() -> None:
    done = shell("<&-", "check", "-", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad_route"


def test_a_route_of_broken_bytes_on_standard_input_is_a_mistake() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "planner", "check", "-", "--json"],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},
        input=b"\xff\xfe -> \xff",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] != "internal"


def test_a_reader_that_goes_away_leaves_the_exit_status_of_the_answer(folder: Path) -> None:
    game = ("--game", str(folder))
    assert left_by_reader(*RIDE, *game) == (0, "")
    for words in (("game", "ledger", *game), ("feed", "list"), ("--help",)):
        assert left_by_reader(*words) == (0, "")
    assert left_by_reader("game", "ledger", "--json", *game) == (0, "")
    balance = ("game", "balance", "B", "--purse", "1", "--at", "23:00", "--date", "2026-12-01")
    assert left_by_reader(*balance, *game) == (0, "")
    assert left_by_reader("game", "audit", *game) == (1, "")  # the purse is not 1 yen


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_an_answer_that_cannot_be_written_is_told_where_it_can() -> None:
    done = shell("> /dev/full", *ROUTE, "--json")
    assert done.returncode == 2
    assert done.stderr.count("No space left") == 1
    assert shell("2> /dev/full", "route", "xx", "yy").returncode == 2


def test_a_word_of_broken_bytes_is_a_mistake_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game"
    done = subprocess.run(
        [sys.executable, "-m", "planner", "game", "new", "--players", b"\xff\xfe", "--game", path],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"is not text in UTF-8" in done.stderr
    assert not path.exists()


def test_a_file_whose_name_is_broken_bytes_can_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases\udcff.json"
    try:
        file.write_text("[]", encoding="utf-8")
    except OSError:
        pytest.skip("this file system holds no such name")
    assert run(["game", "cases", str(file)]) == 0
    assert run(["game", "cases", str(file) + "x"]) == 2
    assert "is not text in UTF-8" in capsys.readouterr().err
