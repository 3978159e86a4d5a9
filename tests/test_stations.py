import csv
import datetime as dt
import json
from pathlib import Path

import pytest

from planner.errors import AmbiguousName, NotOpen, UnknownName
from planner.feed import station_index
from planner.feed.sounds import sound_key
from planner.feed.stations import StationBook, book, identity
from planner.resources import data_path

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("横浜", "横浜"),
        ("横浜駅", "横浜"),
        ("よこはま", "横浜"),
        ("ヨコハマ", "横浜"),
        ("ﾖｺﾊﾏ", "横浜"),
        ("yokohama", "横浜"),
        ("YOKOHAMA Station", "横浜"),
        ("よこはまえき", "横浜"),
        ("ﾖｺﾊﾏｴｷ", "横浜"),
        ("横浜えき", "横浜"),
        ("横浜 駅", "横浜"),
        ("Yokohama-eki", "横浜"),
        ("Ｙｏｋｏｈａｍａ　Ｅｋｉ", "横浜"),
        ("yokohama-station", "横浜"),
        ("YokohamaStation", "横浜"),
        ("Hama-Kawasaki sta.", "浜川崎"),
        ("Ōfuna-eki", "大船"),
        ("ohuna eki", "大船"),
        ("ずし・はやまえき", "逗子・葉山"),
        ("新逗子えき", "逗子・葉山"),
        ("茅ケ崎", "茅ケ崎"),
        ("茅ヶ崎", "茅ケ崎"),
        ("茅が崎", "茅ケ崎"),
        ("市ヶ尾", "市が尾"),
        ("溝ノ口", "溝の口"),
        ("溝口", "溝の口"),
        ("武蔵溝の口", "武蔵溝ノ口"),
        ("ＹＲＰ野比", "YRP野比"),
        ("元町中華街", "元町・中華街"),
        ("センターミナミ", "センター南"),
        ("Ōfuna", "大船"),
        ("Ofuna", "大船"),
        ("oofuna", "大船"),
        ("ohuna", "大船"),
        ("Shin-Yokohama", "新横浜"),
        ("shinyokohama", "新横浜"),
        ("Nihon-ōdōri", "日本大通り"),
        ("Sagami Ohno", "相模大野"),
        ("Sinbasi", "新橋"),
        ("新逗子", "逗子・葉山"),
        ("逗子葉山", "逗子・葉山"),
        ("仲木戸", "京急東神奈川"),
        ("花月園前", "花月総持寺"),
        ("産業道路", "大師橋"),
        ("南町田", "南町田グランベリーパーク"),
        ("追分", "大山ケーブル"),
        ("下社", "阿夫利神社"),
        ("十日市場", "十日市場"),
        ("足柄(小田急)", "足柄(小田急)"),
        ("足柄（御殿場線）", "足柄(御殿場線)"),
        ("JT05", "横浜"),
        ("Odakyu.Odawara.Ashigara", "足柄(小田急)"),
        ("Ebina", "海老名"),
    ],
)
def test_a_station_is_found_by_every_way_to_write_it(text: str, place: str) -> None:
    assert book().find(text).id == place


@pytest.mark.parametrize("word", ["駅", "えき", "エキ", "-eki", " Station"])
def test_no_word_for_station_changes_which_place_a_name_means(word: str) -> None:
    for place in book():
        for name in {place.name, place.kana, place.romaji} - {""}:
            assert book().candidates(name + word) == book().candidates(name), name + word


@pytest.mark.parametrize("text", ["駅", "えき", "eki", " Station", "-eki"])
def test_the_word_for_station_alone_is_no_name(text: str) -> None:
    assert book().candidates(text) == ()


@pytest.mark.parametrize("text", ["足柄", "あしがら", "ashigara", "不動前"])
def test_a_name_of_two_places_is_ambiguous_and_names_them(text: str) -> None:
    with pytest.raises(AmbiguousName) as caught:
        book().find(text)
    assert len(caught.value.did_you_mean) == 2
    for candidate in caught.value.did_you_mean:
        assert book().find(candidate).id == candidate


@pytest.mark.parametrize(
    ("text", "near"),
    [("横浜浜", "横浜"), ("yokohoma", "横浜"), ("武蔵溝", "武蔵溝ノ口"), ("ふじざわ", "藤沢")],
)
def test_an_unknown_name_is_refused_with_near_names(text: str, near: str) -> None:
    with pytest.raises(UnknownName) as caught:
        book().find(text)
    assert near in caught.value.did_you_mean
    assert text in caught.value.message
    assert near in caught.value.message_ja


@pytest.mark.parametrize("text", ["", " ", "駅", "()", "\x00", "🚃", "a" * 500])
def test_nonsense_is_an_unknown_name(text: str) -> None:
    with pytest.raises(UnknownName):
        book().find(text)


def test_an_old_name_is_said_on_old_dates_and_both_are_understood_on_any() -> None:
    for text in ("新逗子", "逗子・葉山"):
        place = book().find(text, on=dt.date(2014, 7, 1))
        assert place.name_on(dt.date(2014, 7, 1)) == "新逗子"
        assert place.name_on(dt.date(2020, 3, 13)) == "新逗子"
        assert place.name_on(dt.date(2020, 3, 14)) == "逗子・葉山"
        assert place.name_on(None) == "逗子・葉山"


def test_a_station_is_an_error_only_before_it_opened() -> None:
    with pytest.raises(NotOpen):
        book().find("小田栄", on=dt.date(2016, 3, 25))
    assert book().find("小田栄", on=dt.date(2016, 3, 26)).name == "小田栄"
    with pytest.raises(NotOpen):
        book().find("はざわよこはまこくだい", on=dt.date(2014, 7, 1))
    assert book().find("新横浜", on=dt.date(2014, 7, 1)).name == "新横浜"


def test_a_place_is_one_name_within_a_kilometre() -> None:
    find = book().find
    assert set(find("弘明寺").stops) == {"YokohamaMunicipal.Blue.Gumyoji", "Keikyu.Main.Gumyoji"}
    assert find("逗子").id != find("逗子・葉山").id
    assert find("川崎").id != find("京急川崎").id
    assert {s.split(".")[0] for s in find("新横浜").stops} == {
        "JR-East", "JR-Central", "YokohamaMunicipal", "Tokyu", "Sotetsu",
    }  # fmt: skip
    gotemba, odakyu = find("足柄(御殿場線)"), find("足柄(小田急)")
    assert (gotemba.in_kanagawa, odakyu.in_kanagawa) == (False, True)


def test_identity_is_equal_for_every_spelling_and_period() -> None:
    assert identity("新逗子") == identity("逗子・葉山") == identity("逗子葉山")
    assert identity("茅ヶ崎") == identity("茅ケ崎") == identity("ちがさき")
    assert identity("不動前") == identity("大山寺")
    assert identity("足柄") == identity("足柄(小田急)")
    assert identity("逗子") != identity("新逗子")
    assert identity("どこにもない") == identity("どこにもない ")


def test_every_name_kana_and_romaji_of_the_table_finds_its_place() -> None:
    with data_path("station_names.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lost = []
    for row in rows:
        for column in ("name", "kana", "romaji"):
            found = [place.id for place in book().candidates(row[column])]
            if row["place"] not in found and book().places[row["place"]].in_kanagawa:
                lost.append((row[column], row["place"], found))
    assert not lost


def test_only_three_names_in_use_in_kanagawa_are_ambiguous() -> None:
    shared = {
        text
        for place in book()
        if place.in_kanagawa
        for text in (place.name, place.kana, place.romaji)
        if len(book().candidates(text)) > 1
    }
    assert shared == {"足柄", "あしがら", "Ashigara"}


def test_the_table_holds_all_stations_of_the_prefecture() -> None:
    inside = [place for place in book() if place.in_kanagawa]
    cable = [p for p in inside if all("Cable" in s for s in p.stops)]
    assert len(inside) == 340 + len(cable) == 348
    assert all(place.kana and place.romaji for place in book())


@pytest.mark.skipif(not SHARED.exists(), reason="the fact files lie outside the project")
def test_the_table_agrees_with_the_facts() -> None:
    with (SHARED / "facts/stations_kanagawa.csv").open(encoding="utf-8") as file:
        facts = list(csv.DictReader(file))
    for row in facts:
        stop = book().stops[row["stop_id"]]
        assert (stop.name, stop.kana) == (row["name_ja"], row["name_kana"])
    groups: dict[tuple[str, str], set[str]] = {}
    with (SHARED / "facts/station_groups_kanagawa.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            groups.setdefault((row["group"], row["name_ja"]), set()).add(row["stop_id"])
    for stops in groups.values():
        assert len({book().stops[s].place for s in stops}) == 1


@pytest.mark.skipif(not SHARED.exists(), reason="the fact files lie outside the project")
def test_every_station_of_the_fare_tables_is_in_the_book() -> None:
    unknown = set()
    for path in (SHARED / "facts/fares").glob("*_stations.csv"):
        with path.open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                names = [row["station_ja"], row.get("name_2014_if_different") or ""]
                unknown |= {n for n in names if n and "(" not in n and not book().candidates(n)}
    assert not unknown


def test_sound_keys_meet_across_romanisations() -> None:
    assert sound_key("Chigasaki") == sound_key("Tigasaki")
    assert sound_key("Jūjō") == sound_key("Zyuuzyou") == sound_key("Jujo")
    assert sound_key("Nambu") == sound_key("Nanbu")
    assert sound_key("Hatchōnawate") == sound_key("Hacchonawate") == sound_key("Hattyounawate")
    assert sound_key("横浜") == ""


def test_the_kept_index_says_what_the_tables_say(tmp_path: Path) -> None:
    made = station_index.build(*station_index.read_tables())
    path = tmp_path / "kept.index"
    station_index.save(path, [[1, 2]], made)
    part = station_index.load(path, [[1, 2]])
    assert part is not None
    assert {name: part(name) for name in made} == json.loads(json.dumps(made))
    kept, fresh = StationBook(part), StationBook(made.__getitem__)
    for text in ("横浜", "ohuna", "新逗子", "JT05", "Odakyu.Odawara.Ashigara", "センターミナミ"):
        assert kept.find(text) == fresh.find(text)


def test_an_index_that_is_old_cut_or_damaged_is_not_used(tmp_path: Path) -> None:
    made = station_index.build(*station_index.read_tables())
    path = tmp_path / "kept.index"
    station_index.save(path, [[1, 2]], made)
    assert station_index.load(path, [[1, 3]]) is None
    assert station_index.load(tmp_path / "none", [[1, 2]]) is None
    whole = path.read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for bad in (b"", whole[:100], whole[:-1], bytes(flipped), b"[]\n", b"\xff" * 50, b"{}\n{}"):
        path.write_bytes(bad)
        assert station_index.load(path, [[1, 2]]) is None


def test_a_book_is_made_without_any_place_to_keep_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("KANAGAWA_PLANNER_CACHE", str(tmp_path / "file"))
    assert StationBook(station_index.parts()).find("横浜").id == "横浜"
