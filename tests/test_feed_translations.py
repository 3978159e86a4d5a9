"""Names in other languages, from both forms that feeds in Japan have."""

from pathlib import Path

from planner.feed.read import read_feed
from planner.feed.translations import translated
from tests.feeds import write_folder

CURRENT = """
table_name,field_name,language,translation,record_id,record_sub_id,field_value
stops,stop_name,en,Fujisawa,,,藤沢
stops,stop_name,ja-Hrkt,ふじさわ,,,藤沢
stops,stop_name,en,Kamakura,kamakura,,
stops,stop_name,en,not this one,,,鎌倉
routes,route_long_name,en,Enoden Line,Enoden,,
stops,stop_name,zh-Hans,腰越站,,,腰越
"""
OLD = """
trans_id,lang,translation
藤沢,ja,藤沢
藤沢,ja-Hrkt,ふじさわ
藤沢,en,Fujisawa
江ノ電線,en,Enoden Line
"""


def test_the_current_form_translates_records_and_texts(tmp_path: Path) -> None:
    feed = read_feed(write_folder(tmp_path, translations=CURRENT))
    assert translated(feed, "stops", "stop_name", "en") == ["Fujisawa", "", "", "Kamakura"]
    assert translated(feed, "stops", "stop_name", "ja-Hrkt") == ["ふじさわ", "", "", ""]
    assert translated(feed, "stops", "stop_name", "zh") == ["", "", "腰越站", ""]
    assert translated(feed, "routes", "route_long_name", "en") == ["Enoden Line"]
    assert feed.notices == ()


def test_the_old_form_of_gtfs_jp_translates_texts_of_any_field(tmp_path: Path) -> None:
    feed = read_feed(write_folder(tmp_path, translations=OLD))
    assert translated(feed, "stops", "stop_name", "en") == ["Fujisawa", "", "", ""]
    assert translated(feed, "stops", "stop_name", "ja-Hrkt") == ["ふじさわ", "", "", ""]
    assert translated(feed, "routes", "route_long_name", "en") == ["Enoden Line"]
    assert feed.notices == ()


def test_a_feed_without_translations_has_none(tmp_path: Path) -> None:
    feed = read_feed(write_folder(tmp_path))
    assert translated(feed, "stops", "stop_name", "en") == ["", "", "", ""]
