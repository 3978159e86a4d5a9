"""Wrong words on the command line, told in both languages and with near words."""

import re
from pathlib import Path

import pytest

from planner.cli import output
from tests.cli_runs import MONDAY, Command

pytestmark = pytest.mark.usefixtures("own_home")

MISTAKES = [
    (("rout", "横浜", "藤沢"), "「rout」というコマンドはありません", "route"),
    (("-x",), "「-x」というオプションはありません", None),
    (("route",), "FROM がありません", None),
    (("route", "横浜"), "TO がありません", None),
    (("route", "横浜", "藤沢", "大船"), "余分な語があります: 大船", None),
    (("route", "横浜", "藤沢", "--bugdet", "3"), "「--bugdet」というオプション", "--budget"),
    (("route", "横浜", "藤沢", "--budget"), "--budget の後に値が要ります", None),
    (("route", "横浜", "藤沢", "--budget", "x"), "--budget 「x」: 1000 のような整数", None),
    (("route", "横浜", "藤沢", "--ic=3"), "--ic に値は付けられません", None),
    (("fare",), "コマンドを指定してください: planner fare", None),
    (("fare", "横浜"), "TO がありません", None),
    (("fare", "splits", "--count", "0"), "--count 「0」: 1 以上の数", None),
    (("feed", "chekc"), "「chekc」というコマンドはありません", "check"),
    (("feed", "import", "it's"), "「it's」というコマンドはありません", None),
    (("game", "ledgre"), "「ledgre」というコマンドはありません", "ledger"),
    (("game", "balance", "A", "--purse", "1.5"), "--purse 「1.5」: 1000 のような整数", None),
    (("game", "demo", "--days", "x"), "--days 「x」: 1000 のような整数", None),
]


@pytest.mark.parametrize(("words", "told", "near"), MISTAKES, ids=lambda v: str(v)[:40])
def test_a_wrong_word_is_told_in_japanese_without_a_word_of_english(
    command: Command,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    told: str,
    near: str | None,
) -> None:
    monkeypatch.setattr(output, "language", lambda: "ja")
    document = command(*words).err.splitlines()
    assert told in document[0]
    without_typed = re.sub(r"\(planner.*--help\)|「.*?」|--?[a-z]+", "", document[0])
    english = re.findall(r"[a-z]{3,}", without_typed.replace("planner fare", ""))
    assert english == []
    assert near is None or near in document[1]


@pytest.mark.parametrize(("words", "told", "near"), MISTAKES, ids=lambda v: str(v)[:40])
def test_a_wrong_word_is_told_in_english_with_what_was_typed(
    command: Command, words: tuple[str, ...], told: str, near: str | None
) -> None:
    wrong = command(*words)
    assert wrong.code == 2
    assert not re.search(r"[ぁ-ん]", wrong.err)
    assert near is None or near in wrong.err


def test_a_misspelt_option_is_suggested_in_the_document_too(command: Command) -> None:
    error = command.json("route", "横浜", "藤沢", "--avoidd", "大船").document["error"]
    assert error["code"] == "usage"
    assert error["did_you_mean"][0] == "--avoid"


def test_a_budget_however_large_is_repeated_and_answered_as_typed(command: Command) -> None:
    asked = ("route", "横浜", "藤沢", *MONDAY, "--at", "23:00")
    free = command.json(*asked).document
    for budget in (2**31, 10**12, 10**25):
        told = command.json(*asked, "--budget", str(budget)).document
        assert told["query"]["budget"] == budget
        assert told["journeys"] == free["journeys"]
    for order in ("time", "fare", "changes"):
        many = command.json(*asked, "--count", "99999999999", "--by", order).document
        assert many["query"]["count"] == 99_999_999_999
        assert many["journeys"]


def test_a_number_of_full_width_signs_is_that_number(command: Command) -> None:
    wide = ("--date", "２０２６－１１－３０", "--at=２３：００", "--budget", "５００")
    plain = ("--date", "2026-11-30", "--at=23:00", "--budget", "500")
    asked = ("route", "横浜", "藤沢")
    assert command.json(*asked, *wide).document == command.json(*asked, *plain).document


@pytest.mark.parametrize("number", ["-1", "1.5", "1e3", "inf", "0x10", "一"])
def test_what_is_no_whole_number_of_yen_is_refused_and_repeated(
    command: Command, number: str
) -> None:
    for verb in (("route", "横浜", "藤沢"), ("reach", "横浜")):
        told = command.json(*verb, *MONDAY, "--budget", number)
        assert told.code == 2
        assert number in told.document["error"]["message"]


@pytest.mark.parametrize(
    "words",
    [
        ("feed", "check"),
        ("feed", "info"),
        ("feed", "use"),
        ("feed", "import", "gtfs"),
        ("feed", "import", "mini-tokyo-3d"),
        ("route", "横浜", "藤沢", "--feed"),
    ],
)
def test_a_home_of_nobody_is_a_path_that_is_not_there(
    command: Command, words: tuple[str, ...]
) -> None:
    told = command.json(*words, "~nobody-at-all/x")
    assert told.code == 2
    assert told.document["error"]["code"] in {"no_such_feed", "feed_unreadable"}
    assert "~nobody-at-all/x" in told.document["error"]["message"]


def test_the_fares_of_a_feed_of_nobody_are_not_written(command: Command, tmp_path: Path) -> None:
    told = command.json("feed", "export-fares", str(tmp_path / "out"), "--feed", "~nobody-at-all/x")
    assert told.code == 2
    assert told.document["error"]["code"] != "internal"


def test_the_help_of_fare_says_where_the_options_of_a_price_stand(command: Command) -> None:
    assert "fare price --help" in " ".join(command("fare", "--help").out.split())
