"""From when each post of a journal counts as known, and how far the journal has come.

Only posts that stand move the journal on: a refused one changes nothing, and one that was taken
back before its own moment (a mistyped date) is as if it had never been posted.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from planner.rulebooks.kanagawa.book import VOIDED, Book
from planner.rulebooks.kanagawa.calendar import moment


def known_from(
    events: Sequence[Mapping[str, Any]], book: Book, without: str = ""
) -> tuple[list[int], int]:
    """(for each event the moment it is known from, the moment the journal has reached).

    Moments as :func:`moment` gives them; 0 before the first post. ``book``: the rulings on the
    events. ``without``: a post that is about to be taken back.
    """
    voids = {
        str(event["event"]): moment(str(event["t"]))
        for event in events
        if event["type"] == "void" and book.rulings[str(event["id"])].stands
    }
    known, reached = [], 0
    for event in events:
        name, at = str(event["id"]), moment(str(event["t"]))
        own = max(at, reached)
        undone = voids.get(name)
        if undone is not None and undone < at:
            own = min(own, max(undone, reached))
        elif name != without and (book.rulings[name].stands or book.rulings[name] is VOIDED):
            reached = own
        known.append(own)
    return known, reached
