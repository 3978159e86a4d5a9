"""``planner last-train FROM TO``: the last way there on a service day."""

from typing import TYPE_CHECKING

from planner.cli.journey_verb import Question, Way, verb

if TYPE_CHECKING:
    from planner.search.answers import Answer


def ask(question: Question) -> "Answer":
    """The journey that leaves latest and still arrives that service day."""
    q = question
    return q.planner.last_train(q.origin, q.goal, q.since, q.wish)


VERB = verb(
    Way(ask),
    "終電を探す",
    "The journey that leaves latest and still arrives on that service day.",
)
