"""``planner game import``: a month of posts as a text file."""

from pathlib import Path

import pytest

from tests.kanagawa.test_game_plans import Command, Keeper

pytestmark = pytest.mark.usefixtures("own_home")
POSTS = """
# December
2026-12-01 18:00 A 走行 49km
２０２６-１２-０１ １８:０５ B：走行 64 km
2026-12-01 18:20 [p1] A: 横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 700円
2026-12-01 18:30 B 江ノ島
 ↓江ノ電
 藤沢
 ↓小田急
 大和 500円
2026-12-01 日経 50253.91
2026-12-02 10:00 B 指摘 p1
2026-12-02 20:00 A 休息日
"""


@pytest.fixture
def keeper(command: Command, tmp_path: Path) -> Keeper:
    return Keeper(command, tmp_path / "game")


def write(keeper: Keeper, text: str) -> str:
    file = keeper.folder.parent / "posts.txt"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_file_of_posts_becomes_a_journal(keeper: Keeper) -> None:
    told = keeper("import", write(keeper, POSTS))
    assert (told.code, told.document["recorded"], told.document["refused"]) == (0, 7, 0)
    kinds = [event["type"] for event in keeper.journal()]
    assert kinds == ["allowance", "allowance", "plan", "plan", "close", "report", "rest"]
    plan = keeper.journal()[3]
    assert [stop["station"] for stop in plan["arrivals"]] == ["藤沢", "大和"]
    assert keeper("audit").document["sound"] is True


def test_it_is_the_same_journal_as_post_by_post(keeper: Keeper) -> None:
    keeper("import", write(keeper, POSTS))
    one = keeper.journal()[2]
    assert one["right"] == 750
    assert one["ruled"]["from"] == "横浜"


def test_a_refused_plan_is_told_and_the_rest_goes_on(keeper: Keeper) -> None:
    text = POSTS + "2026-12-02 20:10 A: 藤沢 -東海道線-> 大船 100円\n2026-12-03 日経 50000.00\n"
    told = keeper("import", write(keeper, text))
    assert (told.code, told.document["refused"], told.document["recorded"]) == (1, 1, 8)
    refused = next(one for one in told.document["posts"] if not one["accepted"])
    assert refused["clause"] == "R4a"


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("2026-12-02 20:10 C: 横浜 -> 藤沢 440円", 14),
        ("2026-12-02 20:10 A: 横浜 -> ほげほげ 440円", 14),
        ("2026-12-02 20:10 A: 鎌倉 -江ノ電-> 藤沢", 14),
        ("2026-12-02 20:10 A 飛行 3km", 14),
        ("2026-02-30 20:10 A 走行 3km", 14),
        ("2026-12-02 25:99 A 走行 3km", 14),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_nothing_is_recorded(
    keeper: Keeper, line: str, number: int
) -> None:
    told = keeper("import", write(keeper, POSTS + line + "\n"))
    assert told.code == 2
    message = told.document["error"]["message"]
    assert f"line {number}" in message or f"{number} 行目" in message
    assert not (keeper.folder / "journal.jsonl").exists()


@pytest.mark.parametrize(
    "said",
    ["ハル: はるひ野", "ハル はるひ野", "ハルは はるひ野", "ハルは、はるひ野", "ハル:はるひ野",
     "ハルはるひ野", "ハルははるひ野", "ハルの はるひ野"],
)  # fmt: skip
def test_a_station_whose_name_begins_like_a_particle_is_read_whole(
    command: Command, tmp_path: Path, said: str
) -> None:
    keeper = Keeper(command, tmp_path / "game", ハル="はるひ野")
    text = f"2026-12-01 18:20 {said} -小田急多摩線-> 新百合ヶ丘 0円\n"
    told = keeper("import", write(keeper, text))
    assert (told.code, told.document["recorded"]) == (0, 1)
    assert keeper.journal()[0]["text"].startswith("はるひ野")


@pytest.mark.parametrize(
    "said", ["A の走行 49km", "Aの走行 49km", "Aは 走行 49km", "A は: 走行 49km"]
)
def test_a_particle_between_name_and_post_is_passed_over(keeper: Keeper, said: str) -> None:
    assert keeper("import", write(keeper, f"2026-12-01 18:20 {said}\n")).code == 0
    assert keeper.journal()[0]["km"] == "49"


def test_a_remark_behind_a_post_is_passed_over(keeper: Keeper) -> None:
    text = "  # all of it\n2026-12-01 18:00 A 走行 49km  ＃ 雨\n"
    text += "2026-12-01 18:20 A: 横浜 -東海道線->  # slow\n 藤沢 440円 # cheap\n"
    told = keeper("import", write(keeper, text))
    assert (told.code, told.document["recorded"]) == (0, 2)
    assert keeper.journal()[1]["declared"] == 440


@pytest.mark.parametrize(
    ("said", "short", "more"),
    [
        ("返済 1000円 ありがとう", "返済 1000円", "ありがとう"),
        ("走行 49km、雨だった", "走行 49km", "雨だった"),
        ("指摘 p1 お願いします", "指摘 p1", "お願いします"),
        ("休息日 です", "休息日", "です"),
    ],
)
def test_a_short_form_with_words_behind_it_says_so(
    keeper: Keeper, said: str, short: str, more: str
) -> None:
    told = keeper("import", write(keeper, f"2026-12-01 18:00 A {said}\n"))
    message = told.document["error"]["message"]
    assert (told.code, repr(short) in message, repr(more) in message) == (2, True, True)


def test_the_posts_of_the_page_on_keeping_a_game_can_be_imported(
    command: Command, tmp_path: Path
) -> None:
    page = Path(__file__).parents[2] / "docs" / "game.md"
    blocks = page.read_text(encoding="utf-8").split("\n\n")
    block = next(one for one in blocks if one.startswith("    2026-12-01 18:00 A"))
    keeper = Keeper(command, tmp_path / "game")
    told = keeper("import", write(keeper, block))
    clauses = [one["clause"] for one in told.document["posts"]]
    assert clauses[:-1] == [None] * (len(clauses) - 1)
    assert clauses[-1] == "R12"  # 3 December is the rest day that A declared


def test_a_file_that_is_not_there_is_told(keeper: Keeper) -> None:
    told = keeper("import", str(keeper.folder / "none.txt"))
    assert (told.code, told.document["error"]["code"]) == (2, "bad_value")


@pytest.mark.parametrize(
    "bad", ["2026-12-03 18:00 [p1] A 走行 9km", "2026-12-03 18:01 A 更正 nobody"]
)
def test_a_file_with_one_post_that_cannot_be_kept_keeps_none(keeper: Keeper, bad: str) -> None:
    told = keeper("import", write(keeper, f"{POSTS}{bad}\n"))
    assert told.code == 2
    assert "line 14" in told.document["error"]["message"]
    assert not (keeper.folder / "journal.jsonl").exists() or not keeper.journal()


def test_a_file_imported_twice_is_imported_once(keeper: Keeper) -> None:
    file = write(keeper, POSTS)
    assert keeper("import", file).code == 0
    once = keeper.journal()
    assert keeper("import", file).code == 2
    assert keeper.journal() == once


@pytest.mark.parametrize(
    ("line", "clause", "words"),
    [
        ("A 走行 -5km", "R2", "-5' is not a distance"),
        ("A 走行 35,9km", "R2", "35,9' is not a distance"),
        ("A 返済 -5円", "D3", "-5 is not an amount to repay"),
        ("A 返済 0円", "D3", "0 is not an amount to repay"),
        ("A 返済 1,5円", "", "1,5"),
    ],
)
def test_an_amount_that_is_none_is_told_with_its_line_and_clause(
    keeper: Keeper, line: str, clause: str, words: str
) -> None:
    told = keeper("import", write(keeper, f"2026-12-01 18:00 B 走行 9km\n2026-12-01 18:10 {line}"))
    assert told.code == 2
    message = told.document["error"]["message"]
    assert message.startswith(f"line 2: {clause}")
    assert words in message
    assert not (keeper.folder / "journal.jsonl").exists() or keeper.journal() == []


def test_thousands_may_have_their_commas(keeper: Keeper) -> None:
    told = keeper("import", write(keeper, "2026-12-01 18:00 A 走行 1,234.5km\n"))
    assert told.document["posts"][0]["event"]["km"] == "1234.5"


def test_a_file_that_is_not_there_or_no_text_is_told_plainly(keeper: Keeper) -> None:
    for name, words in (("none.txt", "there is no file"), ("raw.bin", "UTF-8")):
        file = keeper.folder.parent / name
        if name == "raw.bin":
            file.write_bytes(b"\xff\xfe\x00")
        told = keeper("import", str(file))
        assert told.code == 2
        assert words in told.document["error"]["message"]
        assert "Errno" not in told.document["error"]["message"]


@pytest.mark.parametrize(
    "line", ["C: 走行 18.4km", "C 走行 18.4km", "Cは 休息日", "C：横浜 -東海道線-> 藤沢 440円"]
)
def test_a_post_of_nobody_who_plays_names_them_and_those_who_do(keeper: Keeper, line: str) -> None:
    told = keeper("import", write(keeper, f"2026-12-01 18:20 {line}\n"))
    message = told.document["error"]["message"]
    assert told.code == 2
    assert message.startswith(("line 1: 'C' is not a player; players are A, B", "1 行目: 「C」"))
    assert not (keeper.folder / "journal.jsonl").exists()


def test_a_route_of_nobody_is_no_player(keeper: Keeper) -> None:
    told = keeper("import", write(keeper, "2026-12-01 18:20 横浜 -東海道線-> 藤沢 440円\n"))
    assert "is not a player" not in told.document["error"]["message"]
    assert "参加者ではありません" not in told.document["error"]["message"]


@pytest.mark.parametrize("post", ["走行 18.4km", "横浜 -東海道線-> 藤沢 440円", "休息日"])
def test_garbage_behind_a_post_is_blamed_on_its_own_line(keeper: Keeper, post: str) -> None:
    text = f"2026-12-01 18:00 B 走行 3km\n\n2026-12-01 18:20 A {post}\n# remark\nえっとですね\n"
    told = keeper("import", write(keeper, text))
    message = told.document["error"]["message"]
    assert told.code == 2
    assert message.startswith(("line 5: ", "5 行目: "))
    assert "えっとですね" in message


def test_an_unknown_player_is_told_without_an_id_that_nobody_gave(keeper: Keeper) -> None:
    told = keeper("report", "pw", "--by", "C")
    message = told.document["error"]["message"]
    assert told.code == 2
    assert message.startswith(("'C' is not a player; players are A, B", "「C」は参加者"))
