"""How far a model feed is from a real one, line by line: a table, and a plot on request.

    python scripts/compare_feeds.py data/gtfs/kanagawa.zip real.zip
        [--plot out.png] [--note data/model_accuracy.toml]

Both feeds must use the same route and stop ids. ``--note`` writes the totals that
``planner feed info`` tells of the embedded feed.
"""

import argparse
from pathlib import Path

from planner.cli.painting import pyplot
from planner.feed.compare import LineReport, compare, rides_of, totals

COLUMNS = ("trains", "ends", "last later", "last early", "hours > 1", "run > 1 min", "too fast")


def share(part: int, whole: int) -> float:
    """Percent of ``whole`` that is right when ``part`` is wrong."""
    return 100.0 if not whole else 100 * (1 - part / whole)


def table(reports: list[LineReport]) -> str:
    """One row a line; the counts are of what differs, of how many."""
    lines = [f"{'line':<34} {'model/real':>11} " + " ".join(f"{c:>12}" for c in COLUMNS[1:])]
    for r in reports:
        cells = [
            str(len(r.ends_wrong)),
            f"{len(r.last_later)}/{r.pairs}",
            f"{len(r.last_early)}/{r.pairs}",
            f"{r.hours_off}/{r.hours}",
            f"{r.run_off}/{r.run_pairs}",
            str(len(r.hops_too_fast)),
        ]
        trains = f"{r.trains[0]}/{r.trains[1]}"
        lines.append(f"{r.route:<34} {trains:>11} " + " ".join(f"{c:>12}" for c in cells))
    return "\n".join(lines)


def summary(reports: list[LineReport]) -> str:
    """The totals in words."""
    t = totals(reports)
    return "\n".join(
        [
            f"{t.lines} lines, both directions, both day types:",
            f"  first and last departures that differ: {t.ends_wrong}",
            f"  last trains of {t.pairs} pairs: {t.last_later} later,"
            f" {t.last_early} over 5 minutes earlier ({share(t.last_early, t.pairs):.1f} % within)",
            f"  trains an hour within 1: {share(t.hours_off, t.hours):.1f} % of {t.hours}",
            f"  median run time within 1 minute: {share(t.run_off, t.run_pairs):.1f} %"
            f" of {t.run_pairs} pairs",
            f"  hops faster than the fastest real one: {t.hops_too_fast}",
        ]
    )


def note(reports: list[LineReport], real: str) -> str:
    """The totals as TOML."""
    t = totals(reports)
    return "\n".join(
        [
            "# How far the embedded feed is from the real timetable; written by",
            "# scripts/compare_feeds.py, not by hand.",
            f'compared_with = "{real}"',
            f"lines = {t.lines}",
            f"ends_wrong = {t.ends_wrong}",
            f"pairs = {t.pairs}",
            f"last_later = {t.last_later}",
            f"last_early = {t.last_early}",
            f"hours = {t.hours}",
            f"hours_off = {t.hours_off}",
            f"run_pairs = {t.run_pairs}",
            f"run_off = {t.run_off}",
            f"hops_too_fast = {t.hops_too_fast}",
            "",
        ]
    )


def plot(reports: list[LineReport], out: Path) -> None:
    """Bars of what is right on each line."""
    plt = pyplot()
    names = [r.route for r in reports]
    shown = [
        ("trains an hour within 1 (%)", [share(r.hours_off, r.hours) for r in reports], 95),
        ("median run time within 1 min (%)", [share(r.run_off, r.run_pairs) for r in reports], 95),
        (
            "last train 0-5 min early (%)",
            [share(len(r.last_early) + len(r.last_later), r.pairs) for r in reports],
            95,
        ),
    ]
    figure, axes = plt.subplots(1, 3, figsize=(15, 0.24 * len(names) + 1.5), sharey=True)
    for axis, (title, values, goal) in zip(axes, shown, strict=True):
        colors = ["#2a7" if v >= goal else "#c52" for v in values]
        axis.barh(names, values, color=colors)
        axis.axvline(goal, color="#555", linewidth=0.8, linestyle="--")
        axis.set_xlim(60, 100)
        axis.set_title(title, fontsize=10)
        axis.tick_params(labelsize=8)
    axes[0].invert_yaxis()
    figure.tight_layout()
    figure.savefig(out, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("real", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--note", type=Path)
    args = parser.parse_args()
    reports = compare(rides_of(args.model), rides_of(args.real))
    print(table(reports))
    print(summary(reports))
    if args.plot:
        plot(reports, args.plot)
    if args.note:
        name = "Mini Tokyo 3D, timetable of 2026-03-14"
        args.note.write_text(note(reports, name), encoding="utf-8")


if __name__ == "__main__":
    main()
