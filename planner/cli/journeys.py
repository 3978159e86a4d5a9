"""Journeys and answers as the JSON documents that scripts rely on."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from planner.journey import Discount, Journey, Ride, Ticket, Walk
from planner.units import clock_datetime, format_clock

if TYPE_CHECKING:
    from planner.search.answers import Answer
    from planner.timetable.opening import Opened

CONFIDENCES = ("sourced", "derived", "assumed")
"""From the surest to the least sure."""


def answer_document(answer: "Answer", query: Mapping[str, Any], opened: "Opened") -> dict[str, Any]:
    """An answer with its question and its feed."""
    following = answer.next_day_first
    return {
        "query": dict(query),
        "feed": feed_document(opened),
        "journeys": [journey_document(journey) for journey in answer.journeys],
        "none_because": answer.none_because,
        "cheapest_fare": answer.cheapest_fare,
        "next_day_first": None if following is None else journey_document(following),
    }


def feed_document(opened: "Opened") -> dict[str, Any]:
    """Which timetable answered; ``ran_as``: the date whose trains ran in place of the asked one."""
    feed = opened.feed
    return {
        "name": feed.name,
        "kind": feed.kind,
        "valid_from": _iso(feed.valid_from),
        "valid_to": _iso(feed.valid_to),
        "ran_as": _iso(opened.ran_as),
        "source": feed.source,
    }


def journey_document(journey: Journey) -> dict[str, Any]:
    """A journey; times are of its service day, ``..._at`` moments in Japan."""
    date = journey.service_date
    return {
        "service_date": date.isoformat(),
        "departs": format_clock(journey.departs),
        "arrives": format_clock(journey.arrives),
        "departs_at": clock_datetime(date, journey.departs).isoformat(),
        "arrives_at": clock_datetime(date, journey.arrives).isoformat(),
        "changes": journey.changes,
        "fare": fare(journey),
        "confidence": confidence(journey),
        "legs": [leg_document(leg) for leg in journey.legs],
        "tickets": [ticket_document(ticket) for ticket in journey.tickets],
        "discounts": [discount_document(discount) for discount in journey.discounts],
    }


def fare(journey: Journey) -> int | None:
    """The price; a journey without trains costs nothing; None is unknown."""
    return journey.fare if journey.rides else 0


def confidence(journey: Journey) -> str:
    """The least sure of its parts; an unknown price is as unsure as can be."""
    levels = [ticket.confidence for ticket in journey.tickets]
    if fare(journey) is None:
        return CONFIDENCES[-1]
    return max(levels, key=CONFIDENCES.index, default=CONFIDENCES[0])


def leg_document(leg: Ride | Walk) -> dict[str, Any]:
    """One train, or one walk between stations (then line, operator, train are null)."""
    ends = {"from": leg.board, "to": leg.alight}
    times = {"departs": format_clock(leg.departs), "arrives": format_clock(leg.arrives)}
    if isinstance(leg, Walk):
        nothing = dict.fromkeys(("line", "operator", "train", "trip", "headsign"))
        return {"kind": "walk", **ends, **nothing, **times, "stops": [leg.board, leg.alight]}
    lines = lines_of(leg)
    return {
        "kind": "ride",
        **ends,
        "line": _one_or_all([line for line, _ in lines]),
        "operator": _one_or_all([operator for _, operator in lines]),
        "train": leg.train,
        "trip": leg.trip_id,
        "headsign": leg.headsign,
        **times,
        "stops": [call.station for call in leg.calls],
        "charged": any(section.charged for section in leg.sections),
    }


def lines_of(ride: Ride) -> list[tuple[str, str]]:
    """Line and company of each part of a ride in order, neighbours that are equal once."""
    found: list[tuple[str, str]] = []
    for section in ride.sections:
        pair = (section.line, section.operator)
        if not found or found[-1] != pair:
            found.append(pair)
    return found


def _one_or_all(words: Sequence[str]) -> str | list[str]:
    return words[0] if len(words) == 1 else list(words)


def ticket_document(ticket: Ticket) -> dict[str, Any]:
    """A ticket; ``yen`` null is an unknown price, ``charge``, if any, an express charge in it."""
    more: dict[str, Any] = {} if ticket.charge is None else {"charge": ticket.charge}
    if ticket.yen is None and ticket.unknown:
        more["unknown_because"] = ticket.unknown.partition(" ")[0]
    return {
        "system": ticket.system,
        "from": ticket.board,
        "to": ticket.alight,
        "yen": ticket.yen,
        "km": None if ticket.km is None else ticket.km / 10,
        "rule": ticket.rule,
        "in_force_from": _iso(ticket.in_force_from),
        "source": ticket.source,
        "confidence": ticket.confidence,
        **more,
    }


def discount_document(discount: Discount) -> dict[str, Any]:
    """A transfer discount between two neighbouring tickets."""
    return {
        "systems": list(discount.systems),
        "at": discount.at,
        "yen": discount.yen,
        "source": discount.source,
    }


def _iso(date: dt.date | None) -> str | None:
    return None if date is None else date.isoformat()
