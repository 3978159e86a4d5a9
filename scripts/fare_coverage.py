"""Write the table of docs/fares.md: how many pairs of stations are priced from sourced figures.

python scripts/fare_coverage.py
"""

import datetime as dt
from pathlib import Path

from planner.fares.matrix import SystemFares, book_of, parts, periods
from planner.fares.words import worst

PAGE = Path(__file__).resolve().parents[1] / "docs" / "fares.md"
START, END = "<!-- coverage -->", "<!-- /coverage -->"


def share(fares: SystemFares) -> str:
    """Of the pairs inside Kanagawa, the per cent whose price rests on sourced figures alone."""
    if fares.closed:
        return "-"
    inside = [number for number in range(fares.count) if fares.kanagawa[number]]
    tables = list(fares.classes.values()) if fares.name == "shinkansen" else [fares.main]
    sourced = pairs = 0
    for a in inside:
        for b in inside:
            if a >= b:
                continue
            pairs += 1
            items = [item for table in tables for item in parts(fares, table, a, b)]
            known = all(table.yen[a * table.count + b] >= 0 for table in tables)
            sourced += known and worst([item["confidence"] for item in items]) == "sourced"
    if not pairs:
        return "-"
    return "100" if sourced == pairs else f"{100 * sourced / pairs:.1f}".removesuffix(".0")


def main() -> None:
    days = periods()
    shares: dict[str, list[str]] = {}
    for day in days:
        for name, fares in book_of(day).systems.items():
            shares.setdefault(name, []).append(share(fares))
    heads = [dt.date.fromisoformat(day).strftime("%y-%m-%d") for day in days]
    lines = ["| system | " + " | ".join(heads) + " |", "|---|" + "---:|" * len(heads)]
    lines += [f"| {name} | " + " | ".join(values) + " |" for name, values in shares.items()]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{START}\n{chr(10).join(lines)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
