"""The three steps from events to a ledger in one: read the facts, rule on them, derive."""

from collections.abc import Iterable, Mapping
from typing import Any

from planner.referee.collecting import no_collecting
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import moment
from planner.rulebooks.kanagawa.derive import derive
from planner.rulebooks.kanagawa.facts import facts_of
from planner.rulebooks.kanagawa.order import rule_on
from planner.rulebooks.kanagawa.rules import Game
from planner.rulebooks.kanagawa.views import Ledger

Event = Mapping[str, Any]


def book_of(events: Iterable[Event], game: Game) -> Book:
    """The rulings on the events of a journal. Raises BadValue for events that cannot be read."""
    with no_collecting():
        return rule_on(facts_of(events, game), game)


def ledger_of(events: Iterable[Event], game: Game, upto: str | None = None) -> Ledger:
    """The ledger that follows from events, up to a moment ("YYYY-MM-DD HH:MM"; None: the end).

    All events are taken; to see the ledger as it was known then, give the events known then.
    """
    return derive(book_of(events, game), None if upto is None else moment(upto))


def known_at(events: Iterable[Event], when: str) -> list[Event]:
    """The first events of a journal, as far as they were known at a moment.

    An event counts as known from its own moment, or from that of the latest one before it.
    """
    limit, known = moment(when), []
    for event in events:
        if moment(str(event["t"])) > limit:
            break
        known.append(event)
    return known
