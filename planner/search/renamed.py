"""Station names of a journey as they were on its date."""

import datetime as dt
from dataclasses import replace

from planner.journey import Journey, Ride, Walk
from planner.search.stations import Names


def on_date(journey: Journey, names: Names, date: dt.date) -> Journey:
    """The same journey with the names that were valid on the date (仲木戸 until 2020-03-13)."""
    old = names.differing(date)
    if not old:
        return journey
    return replace(journey, legs=tuple(_leg(leg, old) for leg in journey.legs))


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
