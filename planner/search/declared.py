"""A declared route (keiro no keikaku, 経路の計画) as written, before any timetable is asked."""

from dataclasses import dataclass, replace

from planner.errors import BadValue
from planner.feed.line_names import LineName


class Unreadable(BadValue):
    """A text or document that is no declared route."""

    code = "bad_route"


@dataclass(frozen=True, slots=True)
class Hop:
    """One line ridden: how it was written, and what it can mean.

    ``lines`` is empty where no line is declared (any will do). Several: a train that runs through
    from one to the next. ``trains``: spelling keys of the types or trains named. ``not_rail``: the
    text names something that is no train at all (on foot, by bus).
    """

    text: str = ""
    lines: tuple[LineName, ...] = ()
    trains: tuple[str, ...] = ()
    not_rail: bool = False


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared route: stations as written, ``hops[i]`` leads from ``stations[i]`` to the next.

    ``stations[0]`` is "" where the route begins with a line. ``get_off[i]``: is station i declared
    as left (下車). ``fare`` in yen, None where none is declared. ``waive``: the right of R4g is
    declared in the plan. ``special``: the special ticket that is named (R6), or "".
    """

    stations: tuple[str, ...]
    hops: tuple[Hop, ...]
    get_off: tuple[bool, ...]
    fare: int | None = None
    waive: bool = False
    special: str = ""

    def with_waiver(self) -> "Declared":
        """The same route with the right of R4g declared."""
        return replace(self, waive=True)


MOST_HOPS = 100
"""More than any day holds; a longer text is refused rather than worked on."""
