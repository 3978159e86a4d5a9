"""``planner last-train FROM TO``: the last way there on a service day."""

from typing import TYPE_CHECKING

from planner.cli.journey_verb import Question, Verb, command, since
from planner.cli.lang import say

if TYPE_CHECKING:
    from planner.search.answers import Answer


def ask(question: Question) -> "Answer":
    """The journey that leaves latest and still arrives that service day."""
    q = question
    return q.planner.last_train(q.origin, q.goal, since(q), q.wish)


app = command(
    Verb(ask), say("終電を探す", "The journey that leaves latest and still arrives that day.")
)
