"""Where a traveller gets off on the way (R7): where a ticket ends at a change of trains."""

from planner.fares.lines import fare_line
from planner.feed.stations import identity
from planner.journey import Journey, Ride, Ticket


def stations_left(journey: Journey) -> tuple[list[int], list[int]]:
    """Rides of a priced journey after which a ticket ends, and after which it goes on.

    The last ride is in neither. A ticket ends at a station that is declared as left (下車), at a
    change on foot between fare systems, and where one ticket would pass a station twice; a border
    crossed aboard a through train ends a ticket, but nobody gets off there.
    """
    tickets = [ticket for ticket in journey.tickets if not _is_charge(ticket)]
    left: list[int] = []
    changed: list[int] = []
    at = 0
    for number, ride in enumerate(journey.rides):
        ended = False
        for end in _ends(ride):
            ended = at < len(tickets) and identity(tickets[at].alight) == identity(end)
            at += ended
        if number < len(journey.rides) - 1:
            (left if ended or number in journey.ends_ticket else changed).append(number)
    return left, changed


def _is_charge(ticket: Ticket) -> bool:
    """Whether it is an express charge beside the ticket of the ride."""
    return ticket.charge is not None or ticket.rule == "express charge not known"


def _ends(ride: Ride) -> list[str]:
    """The stations where the ride passes from one fare system to another, and its end."""
    found: list[str] = []
    before = ""
    for section in ride.sections:
        line = fare_line(section.route_id)
        system = line.system if line else section.operator or section.route_id
        if before and system != before:
            found.append(section.calls[0].station)
        before = system
    return [*found, ride.alight]
