"""Names in other languages (translations.txt), in the form of today and in that of old GTFS-JP."""

import pandas as pd

from planner.feed.read import Feed
from planner.feed.tables import TABLES


def translated(feed: Feed, table: str, field: str, language: str) -> list[str]:
    """For each row of ``table`` the ``field`` in ``language``, "" where there is no translation.

    A translation of the record wins over one of its text. ``language`` is such as ``en``,
    ``ja-Hrkt`` (kana); a language without its region will do (``zh`` for ``zh-Hans``).
    The old form of GTFS-JP (trans_id, lang, translation) translates texts of any field.
    """
    frame = feed.table(table)
    rows = feed.table("translations")
    by_record, by_text = _current(rows, table, field, language)
    by_text = _old(rows, language) | by_text
    key = TABLES[table].key
    ids = frame[key[0]].astype("str") if key else pd.Series([""] * len(frame), dtype="str")
    texts = frame[field].astype("str")
    if not key and "" in by_record:  # feed_info has one record and no key
        return [by_record[""]] * len(frame)
    return [
        by_record.get(record, by_text.get(text, ""))
        for record, text in zip(ids, texts, strict=True)
    ]


def _current(
    rows: pd.DataFrame, table: str, field: str, language: str
) -> tuple[dict[str, str], dict[str, str]]:
    """Record id -> translation, and text -> translation."""
    mine = rows[
        (rows["table_name"] == table)
        & (rows["field_name"] == field)
        & _speaks(rows["language"], language)
    ]
    record = mine["field_value"] == ""
    of_record, of_text = mine[record], mine[~record]
    return (
        dict(zip(of_record["record_id"], of_record["translation"], strict=True)),
        dict(zip(of_text["field_value"], of_text["translation"], strict=True)),
    )


def _old(rows: pd.DataFrame, language: str) -> dict[str, str]:
    mine = rows[(rows["trans_id"] != "") & _speaks(rows["lang"], language)]
    return dict(zip(mine["trans_id"], mine["translation"], strict=True))


def _speaks(languages: pd.Series, wanted: str) -> pd.Series:
    spoken = languages.astype("str").str.lower()
    return (spoken == wanted.lower()) | spoken.str.startswith(f"{wanted.lower()}-")
