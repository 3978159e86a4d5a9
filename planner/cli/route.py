"""``planner route FROM TO``: journeys from one station to another."""

from typing import TYPE_CHECKING

from planner.cli.journey_verb import Question, Verb, command, since
from planner.cli.lang import say

if TYPE_CHECKING:
    from planner.search.answers import Answer


def ask(question: Question) -> "Answer":
    """The journeys that leave at or after the time, or arrive by it."""
    q = question
    return q.planner.route(q.origin, q.goal, since(q), q.wish)


app = command(
    Verb(ask),
    say(
        "経路を探す(早い・安い・乗換が少ない順)",
        "Find journeys: soonest, cheapest, fewest changes.",
    ),
)
