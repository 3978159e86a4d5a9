"""Station names of a journey as they were on its date."""

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

from planner.journey import Journey, Ride, Walk
from planner.search.stations import Names

if TYPE_CHECKING:
    from planner.search.answers import Departure


def on_date(journey: Journey, names: Names, date: dt.date) -> Journey:
    """The same journey with the names that were valid on the date (仲木戸 until 2020-03-13)."""
    old = names.differing(date)
    if not old:
        return journey
    return replace(
        journey,
        legs=tuple(_leg(leg, old) for leg in journey.legs),
        tickets=tuple(
            replace(t, board=old.get(t.board, t.board), alight=old.get(t.alight, t.alight))
            for t in journey.tickets
        ),
        discounts=tuple(replace(d, at=old.get(d.at, d.at)) for d in journey.discounts),
    )


def board_on_date(departure: "Departure", names: Names, date: dt.date) -> "Departure":
    """A line of a departure board with the names that were valid on the date."""
    old = names.differing(date)
    if not old:
        return departure
    texts = (departure.headsign, departure.next_stop, departure.last_stop)
    headsign, next_stop, last_stop = (old.get(text, text) for text in texts)
    return replace(departure, headsign=headsign, next_stop=next_stop, last_stop=last_stop)


def _leg(leg: Ride | Walk, old: dict[str, str]) -> Ride | Walk:
    if isinstance(leg, Walk):
        ends = {"board": old.get(leg.board, leg.board), "alight": old.get(leg.alight, leg.alight)}
        return replace(leg, board=ends["board"], alight=ends["alight"])
    sections = tuple(
        replace(
            section,
            calls=tuple(
                replace(call, station=old.get(call.station, call.station)) for call in section.calls
            ),
        )
        for section in leg.sections
    )
    return replace(leg, sections=sections, headsign=old.get(leg.headsign, leg.headsign))
