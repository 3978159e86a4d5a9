"""The stations that each hop runs along, stopped at or not, as numbers of the fare book."""

from array import array
from collections.abc import Mapping, Sequence

from planner.fares.matrix import FareBook
from planner.fares.walks import way
from planner.timetable.model import Timetable


def passes(
    timetable: Timetable,
    book: FareBook,
    systems: Sequence[str],
    columns: Mapping[str, Sequence[int]],
) -> tuple["array[int]", "array[int]"]:
    """hop -> its first place in the second column, which holds the numbers of the stations it
    passes in its system, its end included and its start left out; none where they are not known.
    """
    first, numbers = array("i", [0]), array("i")
    for hop in range(len(columns["system"])):
        numbers.extend(_along(timetable, book, systems, columns, hop)[1:])
        first.append(len(numbers))
    return first, numbers


def _along(
    timetable: Timetable,
    book: FareBook,
    systems: Sequence[str],
    columns: Mapping[str, Sequence[int]],
    hop: int,
) -> tuple[int, ...]:
    """The numbers of all stations a hop runs along, both ends included."""
    c = columns
    system, border = c["system"][hop], c["border"][hop]
    line = book.line(timetable.route_id[c["hop_route"][hop]])
    if system < 0 or border < 0 or line is None:
        return ()
    first, stop = c["system_stations"][system], c["system_stations"][system + 1]
    start, end = first + c["node_exit"][border], first + c["exit_at"][hop]
    if end >= stop:
        return ()
    ends = c["system_number"][start], c["system_number"][end]
    return way(book.systems[systems[system]], line, *ends) or ends
