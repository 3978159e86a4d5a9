"""``planner day FROM TO``: every best journey of a service day."""

from typing import TYPE_CHECKING

from planner.cli.journey_verb import Question, Way, verb
from planner.units import DAY_ENDS

if TYPE_CHECKING:
    from planner.search.answers import Answer


def ask(question: Question) -> "Answer":
    """Every journey that no later one beats, by departure; from the time on, or all day."""
    q = question
    until = DAY_ENDS - 1 if q.wish.arrive_by is None else min(DAY_ENDS - 1, q.wish.arrive_by)
    return q.planner.day(q.origin, q.goal, q.since, until, q.wish)


VERB = verb(
    Way(ask, as_table=True, whole_day=True),
    "一日の全経路を一覧する",
    "List every best journey of the day, by departure.",
)
