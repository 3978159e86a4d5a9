"""``planner fare`` as a traveller or a script sees it."""

import contextlib
import io
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.cli.app import run


def ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code = run(["fare", *words, "--json"])
    return code, json.loads(capsys.readouterr().out)


def read(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = run(["fare", *words])
    return code, capsys.readouterr().out


def test_the_document_has_the_keys_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = ask(capsys, "横浜", "藤沢", "--on", "2026-11-30")
    assert code == 0
    assert (answer["schema"], answer["total"], answer["confidence"]) == (1, 440, "sourced")
    (ticket,) = answer["tickets"]
    assert ticket == {
        "system": "jr", "from": "横浜", "to": "藤沢", "yen": 440, "km": 22.3,
        "rule": "JR東日本 21-25 km", "in_force_from": "2026-03-14",
        "source": ticket["source"], "confidence": "sourced",
    }  # fmt: skip
    assert ticket["source"]


def test_each_ticket_says_which_vias_it_passes(capsys: pytest.CaptureFixture[str]) -> None:
    on = ("--on", "2026-11-30")
    _, answer = ask(capsys, "横浜", "藤沢", "--via", "大船", "--via", "鎌倉", *on)
    assert [(t["from"], t["to"], t["via"]) for t in answer["tickets"]] == [
        ("横浜", "鎌倉", ["大船", "鎌倉"]),
        ("鎌倉", "藤沢", []),
    ]
    _, text = read(capsys, "横浜", "藤沢", "--via", "大船", "--via", "鎌倉", *on)
    assert [line.rpartition("  ")[2] for line in text.splitlines()[1:]] == [
        "(via 大船)",
        "JR East 7-10 km",
    ]
    assert "via" not in ask(capsys, "横浜", "藤沢", *on)[1]["tickets"][0]


def test_a_shinkansen_ride_passes_its_vias_or_the_question_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ride = ("小田原", "東京", "--system", "shinkansen", "--on", "2026-11-30")
    _, answer = ask(capsys, *ride, "--via", "新横浜", "--via", "品川")
    assert answer["tickets"][0]["via"] == ["新横浜", "品川"]
    assert answer["total"] == ask(capsys, *ride)[1]["total"]
    for wrong in (("品川", "新横浜"), ("三島",), ("熱海", "品川")):
        vias = [word for name in wrong for word in ("--via", name)]
        code, answer = ask(capsys, *ride, *vias)
        assert (code, answer["error"]["code"]) == (2, "bad_value"), wrong


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("橋本", "拝島"), "unpriced", "八高線"),
        (("東京", "伊東"), "beyond", "101-120 km"),
        (("横浜", "成田空港"), "no_station", "成田空港"),
        (("海老名", "小田原", "--ic"), "ic", "IC price"),
        (("横浜", "三島", "--ic", "--system", "jr"), "ic", "IC price"),
        (("新横浜", "小田原", "--ic", "--system", "shinkansen"), "ic", "IC price"),
    ],
)
def test_a_price_that_is_not_known_says_why(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: str, told: str
) -> None:
    status, answer = ask(capsys, *words, "--on", "2026-11-30")
    assert (status, answer["total"]) == (1, None)
    unknown = [t for t in answer["tickets"] if t["yen"] is None]
    assert {t["unknown_because"] for t in unknown} == {code}
    assert all("unknown_because" not in t for t in answer["tickets"] if t["yen"] is not None)
    for explain in ((), ("--explain",)):
        _, text = read(capsys, *words, "--on", "2026-11-30", *explain)
        assert told in text
        assert " 0 yen" not in text


def test_a_rule_or_a_doubt_has_no_price_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    _, text = read(capsys, "小田原", "三島", "--on", "2026-11-30", "--explain")
    assert "最短経路とみなす  assumed" in text
    assert " 0 yen" not in text


def test_the_marks_on_a_board_are_explained_where_there_are_any(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, text = read(capsys, "table", "石神前", "--on", "2026-11-30")
    unknown, beyond, assumed = text.splitlines()[-3:]
    assert (unknown[:2], "八高線" in unknown) == ("?:", True)
    assert "101-120 km" in beyond
    assert "assumed" in assumed
    _, text = read(capsys, "table", "藤沢", "--system", "enoden", "--on", "2026-11-30")
    assert "?" not in text


def test_options_may_stand_before_the_stations(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "--on", "2026-11-30", "古淵", "長津田")[1]["total"] == 210


def test_the_shinkansen_has_an_item_for_its_charge(capsys: pytest.CaptureFixture[str]) -> None:
    _, answer = ask(capsys, "新横浜", "小田原", "--system", "shinkansen", "--on", "2014-07-01")
    assert answer["total"] == 1950
    assert [(t["system"], t["yen"], t.get("charge")) for t in answer["tickets"]] == [
        ("shinkansen", 970, None),
        ("shinkansen", 980, 980),
    ]


def test_an_unknown_price_is_null_and_no(capsys: pytest.CaptureFixture[str]) -> None:
    code, answer = ask(capsys, "橋本", "拝島", "--on", "2026-11-30")
    assert (code, answer["total"], answer["confidence"]) == (1, None, None)
    assert answer["none_because"] == "unknown_price"
    code, answer = ask(capsys, "横浜", "東京", "--rules", "kanagawa")
    assert (code, answer["total"], answer["none_because"]) == (1, None, "not_reachable")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["横浜", "ほげ"], "unknown_name"),
        (["横浜", "藤沢", "--system", "jnr"], "unknown_name"),
        (["横浜", "藤沢", "--via", "三崎口", "--system", "jr"], "unknown_name"),
        (["足柄", "小田原"], "ambiguous_name"),
        (["羽沢横浜国大", "横浜", "--on", "2014-07-01"], "not_open"),
        (["横浜", "藤沢", "--on", "2014-03-31"], "outside_validity"),
        (["横浜", "藤沢", "--on", "2014-02-30"], "bad_date"),
        (["横浜", "横浜"], "bad_value"),
        (["横浜", "藤沢", "--rules", "chess"], "bad_value"),
        (["横浜"], "usage"),
        (["横浜", "藤沢", "大船"], "usage"),
        (["table", "ほげ"], "unknown_name"),
        (["table", "横浜", "--by", "colour"], "bad_value"),
        (["history", "横浜", "ほげ"], "unknown_name"),
        (["splits", "横浜"], "bad_value"),
        (["splits", "三崎口", "強羅"], "unknown_name"),
    ],
)
def test_wrong_input_is_told_and_exits_with_2(
    capsys: pytest.CaptureFixture[str], words: list[str], code: str
) -> None:
    status, answer = ask(capsys, *words)
    assert (status, answer["error"]["code"]) == (2, code)
    assert answer["error"]["message"]


def test_an_ambiguous_name_lists_its_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(capsys, "足柄", "小田原")[1]["error"]["did_you_mean"] == [
        "足柄(小田急)",
        "足柄(御殿場線)",
    ]


def test_an_explanation_names_km_band_surcharges_date_and_source(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, text = read(
        capsys, "湘南台", "新横浜", "--system", "sotetsu", "--explain", "--on", "2026-11-30"
    )
    for wanted in ("21.2 km", "22 km", "20-23 km", "いずみ中央-湘南台", "羽沢横浜国大-新横浜",
                   "2023-03-18", "railf.jp"):  # fmt: skip
        assert wanted in text
    _, answer = ask(capsys, "湘南台", "新横浜", "--system", "sotetsu", "--explain")
    items = answer["tickets"][0]["items"]
    assert sum(item["yen"] for item in items) == answer["total"] == 440


def test_an_assumed_price_bears_a_question_mark(capsys: pytest.CaptureFixture[str]) -> None:
    assert "?" in read(capsys, "大船", "富士見町", "--on", "2014-07-01")[1]
    assert "?" not in read(capsys, "大船", "富士見町", "--on", "2026-11-30")[1]


def test_a_board_a_history_and_splits_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = read(capsys, "table", "藤沢", "--system", "odakyu", "--on", "2014-07-01")
    assert code == 0
    assert "片瀬江ノ島 160" in text
    code, text = read(capsys, "table", "藤沢", "--system", "odakyu", "--by", "price")
    assert code == 0
    assert text.index("本鵠沼") < text.index("新宿")
    code, text = read(capsys, "history", "横浜", "藤沢")
    assert code == 0
    assert [line[:10] for line in text.splitlines() if line[:2] == "20"] == [
        "2014-04-01", "2019-10-01", "2026-03-14",
    ]  # fmt: skip
    code, text = read(capsys, "splits", "横浜", "久里浜", "--system", "jr", "--on", "2026-11-30")
    assert (code, "-20" in text) == (0, True)
    assert read(capsys, "splits", "横浜", "藤沢", "--on", "2026-11-30")[0] == 1


def test_json_of_the_other_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    _, board = ask(capsys, "table", "横浜", "--on", "2026-11-30")
    assert {b["system"] for b in board["boards"]} >= {"jr", "keikyu"}
    _, spans = ask(capsys, "history", "横浜", "藤沢")
    assert [span["total"] for span in spans["history"]] == [410, 420, 440]
    _, found = ask(capsys, "splits", "--system", "jr", "--on", "2026-11-30", "--count", "3")
    assert len(found["splits"]) == 3
    assert found["found"] > 3


odd = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["横浜", "藤沢", "足柄", "新逗子", "--on", "2014-07-01", "--ic", "--via", "jr"]
    ),
)


@settings(max_examples=120)
@given(st.lists(odd, max_size=6))
def test_no_words_make_a_traceback(words: list[str]) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = run(["fare", *words, "--json"])
    assert code in (0, 1, 2)
    if "--help" not in words and out.getvalue().startswith("{"):
        assert ("error" in json.loads(out.getvalue())) is (code == 2)


def test_the_warm_path_loads_no_heavy_library() -> None:
    check = (
        "import sys; from planner.cli.start import run\n"
        "run(['fare','横浜','藤沢']); run(['fare','三崎口','強羅','--json'])\n"
        "run(['fare','新逗子','品川','--on','2016-01-01'])\n"
        "heavy = {'numpy','pandas','networkx','pyarrow','gtfs_kit','rich','typer','pydantic'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    subprocess.run(
        [sys.executable, "-c", check], check=True, capture_output=True
    )  # fills the cache
    done = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
