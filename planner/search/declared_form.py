"""A journey as the declared route that leads to it: text that can be posted, and read back."""

from planner.feed.line_names import line_named
from planner.journey import Journey, Ride


def declared_text(journey: Journey, fare: int | None = None, typed: bool = True) -> str:
    """``横浜 -東海道線 普通-> 藤沢[下車] -江ノ島電鉄線 普通-> 鎌倉 750円``.

    Types of trains are named, for another type on the same line may be overtaken. Read back and
    carried out from the journey's departure it is as cheap and arrives no later. ``typed=False``
    leaves the types out.
    """
    words: list[str] = []
    for number, ride in enumerate(journey.rides):
        if not words:
            words.append(ride.board)
        mark = "[下車]" if number in _ends(journey) else ""
        words.append(f"-{_line(ride, typed)}-> {ride.alight}{mark}")
    if fare is not None:
        words.append(f"{fare}円")
    return " ".join(words)


def _ends(journey: Journey) -> set[int]:
    """The rides after which the traveller leaves: by number among the rides."""
    rides = [number for number, leg in enumerate(journey.legs) if isinstance(leg, Ride)]
    return {order for order, number in enumerate(rides) if number in journey.ends_ticket}


def _line(ride: Ride, typed: bool) -> str:
    names: list[str] = []
    for section in ride.sections:
        name = _plain_name(section.line, section.route_id)
        if not names or names[-1] != name:
            names.append(name)
    return "〜".join(names) + (f" {ride.train.rstrip('?')}" if typed else "")


def _plain_name(line: str, route_id: str) -> str:
    """The line's name in its feed, if it is read back as that line, else the name we know."""
    known = line_named(line)
    if known is not None and known.routes == frozenset((route_id,)):
        return line
    from planner.feed.line_names import line_names

    own = frozenset((route_id,))
    return next((one.name for one in line_names().values() if one.routes == own), line)
