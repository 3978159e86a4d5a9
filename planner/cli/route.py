"""``planner route FROM TO``: journeys from one station to another."""

from typing import TYPE_CHECKING

from planner.cli.journey_verb import Question, Way, verb

if TYPE_CHECKING:
    from planner.search.answers import Answer


def ask(question: Question) -> "Answer":
    """The journeys that leave at or after the time, or arrive by it."""
    q = question
    return q.planner.route(q.origin, q.goal, q.since, q.wish)


VERB = verb(
    Way(ask),
    "経路を探す(早い・安い・乗換の少ない順)",
    "Find journeys: soonest, cheapest, or with the fewest changes.",
)
