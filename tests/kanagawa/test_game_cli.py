"""``planner game``: from posts typed in to pages, documents and files."""

import csv
import datetime as dt
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planner.cli import game_folder
from planner.cli.app import run
from planner.cli.game_folder import open_folder, plan_fact, record
from planner.rulebooks.kanagawa.words import post_words
from planner.units import JAPAN

ROOT = Path(__file__).parents[2]
NEW = ["new", "--players", "A,B,C", "--first-day", "2014-07-01", "--last-day", "2014-07-03",
       "--start", "A=小田原", "--start", "B=川崎", "--start", "C=橋本",
       "--sprint-list", "大船,茅ヶ崎,平塚", "--sprint-start", "大船"]  # fmt: skip


class Game:
    """A game folder and the command line on it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys

    def __call__(self, *words: str) -> tuple[int, str, str]:
        self.capsys.readouterr()
        code = run(["game", *words, "--game", str(self.path)])
        told = self.capsys.readouterr()
        return code, told.out, told.err

    def json(self, *words: str) -> Any:
        code, out, _ = self(*words, "--json")
        found = json.loads(out)
        assert found["schema"] == 1
        return {"exit": code, **found}

    @property
    def journal(self) -> Path:
        return self.path / "journal.jsonl"


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Game:
    found = Game(tmp_path / "game", capsys)
    assert found(*NEW)[0] == 0
    return found


@pytest.fixture
def played(game: Game) -> Game:
    """The report on the last day that turns the game."""
    folder = open_folder(game.path)
    posts = [
        {"type": "allowance", "player": "A", "km": "16", "t": "2014-07-01 18:00"},
        {"type": "allowance", "player": "B", "km": "16", "t": "2014-07-01 18:01"},
        plan_fact("A", 400, 500, [("大船", "20:30")], t="2014-07-01 18:10", id="p1"),
        plan_fact("B", 300, 300, [("大船", "20:40")], t="2014-07-01 18:11"),
        plan_fact("B", 900, 900, [("大船", "20:40")], t="2014-07-01 18:12"),
        {"type": "close", "date": "2014-07-01", "close": "15326.20", "t": "2014-07-01 20:00"},
        {"type": "report", "by": "B", "plan": "p1", "t": "2014-07-03 12:00"},
        {"type": "allowance", "player": "A", "km": "1", "t": "2014-07-03 20:00"},
    ]
    for post in posts:
        record(folder, post)
    return game


def test_a_new_game_does_not_overwrite_one(game: Game) -> None:
    before = (game.path / "game.toml").read_bytes()
    code, _, err = game(*NEW)
    assert code == 2
    assert "already" in err
    assert (game.path / "game.toml").read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        ["--players", ""],
        ["--players", "A,B", "--start", "A"],
        ["--players", "A,B", "--option", "unpaid_intrest=settled"],
        ["--players", "A,B", "--start", "A=おだはらら"],
        ["--players", "A,B", "--first-day", "1 July"],
    ],
)
def test_a_game_that_cannot_be_is_refused_before_a_file_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert run(["game", "new", *words, "--game", str(tmp_path / "x")]) == 2
    assert not (tmp_path / "x").exists()


def test_a_sprint_list_that_names_no_station_leaves_no_game_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# none yet\n", encoding="utf-8")
    words = ["--players", "A,B", "--sprint-list", str(names)]
    assert run(["game", "new", *words, "--game", str(tmp_path / "x")]) == 2
    assert "names no station" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_a_sprint_list_saved_with_a_byte_order_mark_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = tmp_path / "names.txt"
    names.write_text("大船\n平塚\n", encoding="utf-8-sig")
    words = ["--players", "A,B", "--sprint-list", str(names), "--unreachable", "平塚"]
    assert run(["game", "new", *words, "--game", str(tmp_path / "x")]) == 0
    assert list(open_folder(tmp_path / "x").game.sprint_list) == ["大船", "平塚"]


def test_each_verb_records_its_post_and_tells_the_ruling(game: Game) -> None:
    at = ["--date", "2014-07-01", "--at"]
    assert game.json("ride", "A", "49.2", *at, "18:00")["amount"] == 900
    fact = json.dumps(plan_fact("A", 200, 350, [("大磯", "20:00")]), ensure_ascii=False)
    assert game.json("fact", fact, *at, "18:10", "--id", "p1")["accepted"]
    fact = json.dumps(plan_fact("B", 0, 0, [("古淵", "20:00")]), ensure_ascii=False)
    assert game.json("fact", fact, *at, "18:11", "--id", "p2")["accepted"]
    assert game.json("report", "p1", "--by", "B", *at, "19:00")["amount"] == 150
    assert game.json("refund", "p1", "--by", "A", *at, "19:05")["amount"] == 0
    assert game.json("nikkei", "2014-07-01", "15326.20", *at, "19:10")["accepted"]
    assert game.json("consent", "A", "2014-07-10", *at, "19:20")["accepted"]
    refused = game.json("rest", "A", *at, "24:30")
    assert (refused["exit"], refused["refused"]["clause"]) == (1, "R12")
    assert refused["event"]["t"] == "2014-07-02 00:30"
    refused = game.json("repay", "A", "1,000", *at, "24:40")
    assert (refused["exit"], refused["refused"]["clause"]) == (1, "D3")
    refused = game.json("loan", "A", "1000", *at, "24:50")
    assert (refused["exit"], refused["refused"]["clause"]) == (1, "D1")
    day = game.json("day", "--date", "2014-07-01")
    assert day["players"]["A"] == {"purse": 850, "debt": 1000, "points": {}, "station": "大磯"}
    assert day["control"]["古淵"] == "B"
    assert len(game.journal.read_text().splitlines()) == 10


@pytest.mark.parametrize(
    "words",
    [
        ["ride", "A", "-5"],
        ["ride", "A", "NaN"],
        ["ride", "Z", "5"],
        ["ride", "A", "5", "--at", "later"],
        ["ride", "A", "5", "--date", "2014-07-01"],
        ["repay", "A", "many"],
        ["repay", "A", "-1000"],
        ["report", "p9", "--by", "B"],
        ["refund", "p9", "--by", "B"],
        ["nikkei", "2014-07-01", "high"],
        ["nikkei", "July", "15326.20"],
        ["consent", "A", "soon"],
        ["balance", "A"],
        ["void", "e9"],
        ["fact", "[]"],
        ["fact", "{"],
        ["fact", '{"type":"plan","player":"A"}'],
        ["fact", '{"type":["x"]}'],
        ["fact", "[" * 60_000],
        ["fact", '{"type":"rest","player":"A","id":"\\ud800"}'],
        ["explain", "0"],
        ["explain", "99"],
        ["day", "--date", "2014-08-01"],
        ["export", "ledger.xlsx"],
        ["ledger", "--player", "Z"],
        ["ledger", "--as-known-at", "then"],
        ["standings", "--picture", "x.gif"],
    ],
)
def test_wrong_input_is_told_and_stores_nothing(game: Game, words: list[str]) -> None:
    at = [] if "--at" in words or "--date" in words else ["--at", "2014-07-01 12:00"]
    posts = {"ride", "repay", "report", "refund", "nikkei", "consent", "balance", "fact", "void"}
    code, out, err = game(*words, *(at if words[0] in posts else []))
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err
    assert not game.journal.exists() or game.journal.read_bytes() == b""
    code, out, _ = game(*words, *(at if words[0] in posts else []), "--json")
    assert code == 2
    assert set(json.loads(out)["error"]) >= {"code", "message"}


def test_a_refused_post_is_a_fact_too(played: Game) -> None:
    document = played.json("ledger")
    assert document["refused"]["e5"]["clause"] == "R4a"
    assert "refused e5" in played("day", "--date", "2014-07-01")[1]


def test_the_ledger_as_it_was_known(played: Game) -> None:
    now = played.json("ledger")
    assert now["totals"] == {"A": -2011, "B": 2, "C": 0}
    assert now["winners"] == ["B"]
    assert now["days"]["2014-07-01"]["players"]["A"]["debt"] == 1000
    then = played.json("ledger", "--as-known-at", "2014-07-03 11:00")
    assert then["days"]["2014-07-01"]["players"]["A"] == {
        "purse": 0, "debt": 0, "points": {"sprint": 2}, "station": "大船",
    }  # fmt: skip
    assert not then["days"]["2014-07-03"]["ended"]
    assert then["winners"] == []


def test_any_prefix_of_the_journal_is_the_ledger_as_known_at_its_last_moment(
    played: Game, tmp_path: Path
) -> None:
    lines = played.journal.read_text().splitlines(keepends=True)
    for size in range(1, len(lines)):
        moment = json.loads(lines[size - 1])["known"]
        whole = played("ledger", "--as-known-at", moment, "--json")
        shorter = Game(tmp_path / f"prefix{size}", played.capsys)
        shorter.path.mkdir()
        (shorter.path / "game.toml").write_bytes((played.path / "game.toml").read_bytes())
        shorter.journal.write_text("".join(lines[:size]))
        assert shorter("ledger", "--as-known-at", moment, "--json") == whole


def test_the_same_journal_gives_the_same_ledger_byte_for_byte(played: Game) -> None:
    words = [sys.executable, "-m", "planner", "game", "ledger", "--game", str(played.path)]
    for more in (["--json"], []):
        told = [
            subprocess.run([*words, *more], check=True, capture_output=True, text=True,
                           env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT).stdout
            for seed in ("1", "2")
        ]  # fmt: skip
        assert told[0] == told[1]
        assert "p1" in told[0] or "大船" in told[0]


def test_the_ledger_of_one_player_is_that_players_in_every_form(
    played: Game, tmp_path: Path
) -> None:
    document = played.json("ledger", "--player", "B")
    assert {row["player"] for row in document["rows"]} == {"B"}
    assert all(set(day["players"]) == {"B"} for day in document["days"].values())
    whole = played.json("ledger")
    assert document["rows"] == [row for row in whole["rows"] if row["player"] == "B"]
    assert document["totals"] == whole["totals"]
    file = tmp_path / "b.csv"
    told = played.json("ledger", "--player", "B", "--csv", str(file))
    assert told["rows"] == document["rows"]  # a document is printed beside the file
    with file.open(encoding="utf-8", newline="") as lines:
        assert {row["player"] for row in csv.DictReader(lines)} == {"B"}
    assert played.json("ledger", "--csv", "-")["exit"] == 2
    assert played("ledger", "--player", "D")[0] == 2


def test_explain_goes_back_to_the_posts(played: Game) -> None:
    rows = played.json("ledger")["rows"]
    number = next(row["row"] for row in rows if row["kind"] == "interest_unpaid")
    told = played.json("explain", str(number))
    assert told["clause"] == "D4"
    assert told["posts"][0]["id"] == "e8"
    assert {"e7", "p1"} <= {post["id"] for post in told["posts"]}
    assert {"loan", "interest_grows"} <= {row["kind"] for row in told["rows_before"]}
    purse = next(a for a in told["accounts"] if a["account"] == "purse:A")
    assert (purse["before"], purse["after"]) == (100, 0)
    assert "p1" in played("explain", str(number))[1]
    for row in rows:
        assert played("explain", str(row["row"]))[0] == 0


def test_standings_and_their_picture(played: Game, tmp_path: Path) -> None:
    code, out, _ = played("standings")
    assert code == 0
    assert out.splitlines()[0].startswith("1.  B  2")
    document = played.json("standings")
    assert document["points_by_day"]["2014-07-02"] == {"A": 0, "B": 2, "C": 0}
    picture = tmp_path / "points.png"
    assert played("standings", "--picture", str(picture))[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_tables_hold_one_line_a_posting_and_sum_to_zero(played: Game, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    assert played("export", str(tmp_path / "l.csv"))[0] == 0
    assert played("export", str(tmp_path / "l.parquet"))[0] == 0
    assert played("export", str(tmp_path / "l.json"))[0] == 0
    with (tmp_path / "l.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["amount"]) for row in rows) == 0
    table = pq.read_table(tmp_path / "l.parquet").to_pylist()
    assert [{k: str(v) for k, v in row.items()} for row in table] == rows
    assert json.loads((tmp_path / "l.json").read_text())["schema"] == 1
    assert played("ledger", "--csv", "-")[1].splitlines()[0].startswith("row,date,time")


def test_an_export_tells_what_it_wrote(played: Game, tmp_path: Path) -> None:
    file = tmp_path / "ledger.json"
    told = played.json("export", str(file))
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert told == {"exit": 0, "schema": 1, "file": str(file), "rows": len(rows)}
    assert played("export", str(file)) == (0, "", "")


def test_settings_nested_beyond_reason_are_a_mistake(game: Game) -> None:
    (game.path / "game.toml").write_text("x = " + "[" * 60_000, encoding="utf-8")
    code, _, err = game("ledger")
    assert (code, "game.toml cannot be read" in err) == (2, True)
    code, _, err = game("score", "--rulebook", "tokaido")
    assert (code, "game.toml" in err) == (2, True)


def test_a_line_nested_beyond_reason_is_no_journal_line(played: Game) -> None:
    played.journal.write_text("[" * 60_000 + "\n", encoding="utf-8")
    code, _, err = played("ledger")
    assert (code, "line 1 is not a journal line" in err) == (2, True)


def test_audit_finds_an_assertion_that_does_not_hold(played: Game) -> None:
    assert played.json("audit")["sound"]
    played("balance", "A", "--purse", "0", "--debt", "1000", "--points", "0", "--at",
           "2014-07-03 21:00")  # fmt: skip
    played("balance", "B", "--purse", "0", "--points", "2", "--at", "2014-07-03 21:00")
    document = played.json("audit")
    assert document["exit"] == 1
    assert [f["code"] for f in document["findings"]] == ["assertion", "assertion"]
    assert "A debt" in document["findings"][0]["where"]


def test_an_audit_speaks_japanese_also_of_the_places(
    played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    from planner.cli import lang

    played("balance", "B", "--purse", "1", "--at", "2014-07-03 21:00")
    text = played.journal.read_text()
    played.journal.write_text(text.replace('"declared":300', '"declared":200'))
    lang.language.cache_clear()
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    try:
        out = played("audit")[1]
        where = [finding["where"] for finding in played.json("audit")["findings"]]
    finally:
        monkeypatch.undo()
        lang.language.cache_clear()
    assert "記録の 4 行目: " in out
    assert "e9(2014-07-03、B の財布): 1 のはずが" in out
    assert where == ["line 4", "e9 (2014-07-03 B purse)"]  # as scripts read it


def test_what_one_should_have_is_told_in_words() -> None:
    event = {"type": "balance", "player": "C", "purse": 5, "debt": 1, "points": 0}
    assert post_words(event, "ja") == "C の確認: 財布 5 円、借金 1 円、累計 0 点"
    assert post_words(event, "en") == "C should have purse 5, debt 1, points 0"


def test_a_hand_edited_journal_is_told_and_nothing_is_added(played: Game) -> None:
    text = played.journal.read_text()
    edited = text.replace('"declared":300', '"declared":200')
    played.journal.write_text(edited)
    code, _, err = played("ledger")
    assert (code, "line 4" in err) == (0, True)
    code, _, err = played("ride", "A", "5", "--at", "2014-07-03 21:00")
    assert (code, "--reseal" in err) == (2, True)
    assert played.journal.read_text() == edited
    assert played.json("audit")["findings"][0]["code"] == "edited_past"
    for verb, places in (("ledger", 0), ("audit", 1)):  # each fault once: a finding, or a remark
        _, out, err = played(verb)
        told = out if places else err
        assert (
            (out + err).count("line 4 of the journal") == told.count("line 4 of the journal") == 1
        )
    assert played("audit", "--reseal")[0] == 0
    assert (played.path / "journal.jsonl.before").read_text() == edited
    assert played.json("audit")["sound"]


def test_audit_misses_posts_that_were_taken_off_the_end(played: Game) -> None:
    whole = played.journal.read_text()
    played.journal.write_text("".join(whole.splitlines(keepends=True)[:-2]))
    document = played.json("audit")
    assert (document["exit"], document["sound"]) == (1, False)
    assert "lines_missing" in [finding["code"] for finding in document["findings"]]
    code, _, err = played("ledger")
    assert (code, "2 missing at the end" in err) == (0, True)
    code, _, err = played("ride", "B", "5", "--at", "2014-07-03 21:00")
    assert (code, "--reseal" in err) == (2, True)
    played.journal.write_text(whole)
    assert played.json("audit")["sound"]


def test_an_unreadable_line_is_named(played: Game) -> None:
    lines = played.journal.read_text().splitlines(keepends=True)
    played.journal.write_text(lines[0] + "{}\n" + "".join(lines[1:]))
    for verb in ("ledger", "audit", "day", "standings"):
        code, _, err = played(verb)
        assert (code, "line 2" in err) == (2, True)


def test_a_clock_before_the_last_post_is_told(
    played: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_folder, "now", lambda: dt.datetime(2014, 7, 2, 12, 0, tzinfo=JAPAN))
    before = played.journal.read_bytes()
    document = played.json("ride", "B", "16")
    assert (document["exit"], document["error"]["code"]) == (2, "clock_went_backwards")
    assert played.journal.read_bytes() == before
    monkeypatch.setattr(game_folder, "now", lambda: dt.datetime(2014, 7, 3, 21, 0, tzinfo=JAPAN))
    assert played.json("ride", "B", "16")["event"]["t"] == "2014-07-03 21:00"


def test_a_post_out_of_order_is_taken_with_a_notice(played: Game) -> None:
    code, _, err = played("ride", "B", "16", "--at", "2014-07-02 12:00")
    assert code == 0
    assert "2014-07-03 20:00" in err
    known = played.json("ledger", "--as-known-at", "2014-07-03 11:00")
    assert all("e9" not in row["events"] for row in known["rows"])
    assert any("e9" in row["events"] for row in played.json("ledger")["rows"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_two_who_post_at_once_cannot_both_use_one_slot(game: Game) -> None:
    folder = open_folder(game.path)
    post = plan_fact("A", 0, 0, [("大磯", "13:00")], t="2014-07-01 12:00")
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            os._exit(1 if record(folder, post).ruling.stands else 0)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    assert sum(codes) == 1
    assert len(game.journal.read_text().splitlines()) == 4


def test_the_draft_names_then_chooses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from planner.cli import game_new

    game = Game(tmp_path / "game", capsys)
    game("new", "--players", "A,B", "--first-day", "2014-07-01")
    fares = {frozenset(("小田原", "川崎")): 1166, frozenset(("小田原", "橋本")): 900,
             frozenset(("川崎", "橋本")): 400}  # fmt: skip
    monkeypatch.setattr(
        game_new, "legal_price", lambda *_: lambda a, b: fares.get(frozenset((a, b)))
    )
    at = ["--at", "2014-06-30 12:00"]
    assert game("draft", "A", "小田原", "川崎", "逗子", *at)[0] == 2
    assert game("draft", "A", "小田原", "川崎", "藤野", *at)[0] == 2
    assert game.json("draft", "A", "小田原", "川崎", "橋本", *at)["accepted"]
    assert game.json("draft", "A", "小田原", *at)["refused"]["clause"] == "R11"
    assert game.json("draft", "B", "川崎", *at)["accepted"]
    assert game.json("draft", "A", "小田原", *at)["accepted"]
    shown = game.json("draft")
    assert shown["start"] == {"B": "川崎", "A": "小田原"}
    assert shown["free"] == ["橋本"]


@pytest.mark.usefixtures("own_home")
def test_the_demo_is_a_whole_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for name in ("one", "other"):
        assert run(["game", "demo", "--days", "9", "--game", str(tmp_path / name)]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]  # seeded
    assert "winner" in told[0]
    assert "[R4a]" in told[0]
    journal = (tmp_path / "one" / "journal.jsonl").read_text(encoding="utf-8")
    assert '"ruled"' in journal
    assert run(["game", "audit", "--game", str(tmp_path / "one")]) == 0


def test_a_folder_without_a_game_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for verb in ("ledger", "day", "standings", "audit"):
        assert run(["game", verb, "--game", str(tmp_path)]) == 2
        assert "planner game new" in capsys.readouterr().err
    (tmp_path / "game.toml").write_text("players = [")
    assert run(["game", "ledger", "--game", str(tmp_path)]) == 2


def test_pages_speak_japanese(played: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    from planner.cli import lang

    lang.language.cache_clear()
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    try:
        out = played("day", "--date", "2014-07-01")[1]
    finally:
        monkeypatch.undo()
        lang.language.cache_clear()
    assert "2014-07-01(火) 1日目" in out
    assert "借金をした日なので 大船 への到着(20:30)は数えない [D6]" in out


def test_before_the_game_there_is_nothing_to_show_and_every_verb_says_so(
    game: Game, tmp_path: Path
) -> None:
    before = ["--as-known-at", "2014-06-30 12:00"]
    picture = tmp_path / "x.png"
    assert game("ledger", *before)[0] == 0
    assert game.json("ledger", *before)["days"] == {}
    assert game.json("standings", *before)["totals"] == {"A": 0, "B": 0, "C": 0}
    for words in (["day"], ["explain", "1"], ["standings", "--picture", str(picture)]):
        code, _, err = game(*words, *before)
        assert (code, bool(err)) == (2, True)
    assert not picture.exists()


def test_a_post_recorded_by_mistake_is_taken_back_and_made_again(game: Game) -> None:
    game("ride", "A", "160", "--at", "2014-07-01 18:00")
    assert game.json("void", "e1", "--at", "2014-07-01 19:00")["accepted"]
    assert game.json("ride", "A", "16", "--at", "2014-07-01 18:00")["amount"] == 400
    assert game.json("day", "--date", "2014-07-01")["rows"][0]["values"]["amount"] == 400
