"""``planner reach FROM``: every station that can be reached within a budget."""

from planner.cli.reach_verb import verb

VERB = verb(
    "予算・時刻までに行ける駅の一覧",
    "Every station within a budget and a time: the cheapest and the fastest way.",
)
