"""``planner reach FROM``: every station that can be reached within a budget."""

from planner.cli.lang import say
from planner.cli.reach_verb import command

app = command(
    say(
        "予算・時刻までに行ける駅の一覧",
        "Every station within a budget and a time: cheapest and fastest way.",
    )
)
