"""The railway companies: their names, addresses and colours as feeds of ours write them."""

import csv
from collections.abc import Iterable
from functools import cache

from planner.feed.gtfs_zip import Cell, Rows
from planner.resources import data_path


@cache
def operators() -> dict[str, dict[str, str]]:
    """The rows of ``data/operators.csv`` by agency id."""
    with data_path("operators.csv").open(encoding="utf-8", newline="") as file:
        return {row["agency_id"]: row for row in csv.DictReader(file)}


def agency_table(agencies: Iterable[str]) -> Rows:
    """agency.txt for these agency ids."""
    rows: list[list[Cell]] = []
    for agency in sorted(agencies):
        row = operators().get(agency, {"name": agency, "url": "https://minitokyo3d.com/"})
        rows.append([agency, row["name"], row["url"], "Asia/Tokyo", "ja"])
    return "agency_id agency_name agency_url agency_timezone agency_lang", rows


def text_color(color: str) -> str:
    """Black or white, whichever is the easier to read on the colour (WCAG relative luminance)."""
    if not color:
        return ""
    parts = [int(color[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "000000" if luminance > 0.179 else "FFFFFF"
