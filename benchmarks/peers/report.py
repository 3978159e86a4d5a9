"""Tables and plots of what ``compare`` measured, and who was right where engines differ."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

DAY_ENDS = 27 * 3600
"""The service day ends at 03:00: our searches and the judge's give no later arrival."""
WHAT = {
    "earliest": "earliest arrival",
    "front": "(arrival, changes)",
    "last": "last train",
    "day": "whole-day profile",
    "journeys": "whole journeys, (arrival, changes), leaving late",
    "earliest_here": "earliest arrival, no walk first",
}
NO_WALK_FIRST = {"cafein"}
"""They board only at the stop that was named."""
NOT_ALIKE = {"ferrobus"}
"""They walk on a street map: their times are not those of the question."""


def table(found: dict[str, Any]) -> str:
    """The Markdown table of all engines, and the table of equal answers."""
    feed, engines = found["feed"], found["engines"]
    lines = [
        f"{feed['connections']:,} connections, {feed['trips']:,} trips, {feed['stops']:,} stops; "
        f"{len(found['questions'])} questions; "
        + ", ".join(f"{k} {v}" for k, v in found["machine"].items()),
        "",
        "| engine | question | median ms | p95 ms | CPU: median ms | CPU: p95 ms "
        "| load s | peak MiB |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
    ]
    for name, engine in engines.items():
        for mode, m in engine["modes"].items():
            lines.append(
                f"| {name} {engine['version']} | {WHAT[mode]} | {m['median_ms']:.3f} "
                f"| {m['p95_ms']:.3f} | {m['cpu_median_ms']:.3f} | {m['cpu_p95_ms']:.3f} "
                f"| {engine['load_s']:.2f} | {engine['mib']:.0f} |"
            )
    lines += ["", *equality(found)]
    return "\n".join(lines) + "\n"


def arrivals(engine: dict[str, Any], mode: str) -> list[int | None]:
    """Earliest arrival of each question, None where there is no journey."""
    return [a["arrival"] if a else None for a in engine["modes"][mode]["answers"]]


def equality(found: dict[str, Any]) -> list[str]:
    """How many answers equal the judge's, and how the others differ."""
    engines = found["engines"]
    if "networkx" not in engines:
        return []
    lines = [
        "| engine | same arrival as the judge | how the others differ |",
        "|---|--:|---|",
    ]
    judge = arrivals(engines["networkx"], "earliest")
    here = arrivals(engines["networkx"], "earliest_here")
    for name, engine in engines.items():
        for mode in ("earliest", "front"):
            if mode not in engine["modes"] or name == "networkx":
                continue
            right = here if name in NO_WALK_FIRST else judge
            own = arrivals(engine, mode)
            same, words = difference(own, right)
            note = " (against the judge without walking first)" if name in NO_WALK_FIRST else ""
            note += " (walks on streets: not the same question)" if name in NOT_ALIKE else ""
            lines.append(f"| {name}, {WHAT[mode]}{note} | {same} of {len(own)} | {words or '-'} |")
    lines += ["", best_of_all(engines, judge)]
    return lines


def difference(own: Sequence[int | None], right: Sequence[int | None]) -> tuple[int, str]:
    """How many are equal, and in words what the others are."""
    kinds: Counter[str] = Counter()
    for mine, true in zip(own, right, strict=True):
        if mine == true:
            kinds["same"] += 1
        elif true is None and mine is not None and mine >= DAY_ENDS:
            kinds["arrive after the service day ended"] += 1
        elif mine is None:
            kinds["finds none"] += 1
        elif true is None:
            kinds["finds one where the judge finds none"] += 1
        elif mine > true:
            kinds["later than the judge"] += 1
        else:
            kinds["earlier than the judge"] += 1
    words = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common() if kind != "same")
    return kinds["same"], words


def best_of_all(engines: dict[str, Any], judge: Sequence[int | None]) -> str:
    """Whether anyone who answers the same question is ever earlier than we are."""
    if "planner" not in engines:
        return ""
    own = arrivals(engines["planner"], "earliest")
    equal = 0
    for at, mine in enumerate(own):
        others = [judge[at]]
        for name, engine in engines.items():
            if name not in NOT_ALIKE | {"networkx"}:
                others += [arrivals(engine, m)[at] for m in ("earliest", "front")
                           if m in engine["modes"]]  # fmt: skip
        times = [t for t in others if t is not None and t < DAY_ENDS]
        equal += mine == min(times, default=None)
    return (
        f"Our earliest arrival equals the best of all engines in {equal} of {len(own)} questions."
    )


def plot(found: dict[str, Any], path: Path) -> None:
    """Medians with a line to the 95th percentile, on a logarithmic scale."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    bars = [
        (f"{name}\n{WHAT[mode]}", m["median_ms"], m["p95_ms"], name == "planner")
        for name, engine in found["engines"].items()
        for mode, m in engine["modes"].items()
        if mode != "earliest_here"
    ]
    bars.sort(key=lambda bar: -bar[1])
    figure, axes = plt.subplots(figsize=(8, 0.45 * len(bars) + 1))
    for at, (_, median, p95, own) in enumerate(bars):
        axes.plot([median, p95], [at, at], color="#888888", linewidth=1)
        axes.plot([median], [at], "o", color="#c0392b" if own else "#2c3e50")
    axes.set_yticks(range(len(bars)), [bar[0] for bar in bars], fontsize=7)
    axes.set_xscale("log")
    axes.set_xlabel("ms a question: median (dot) to 95th percentile (line)")
    axes.grid(axis="x", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=150)
