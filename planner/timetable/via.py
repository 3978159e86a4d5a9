"""By way of (keiyu, 経由): a timetable in which journeys pass given stations in order."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from planner.timetable.model import Timetable

if TYPE_CHECKING:
    from planner.timetable.layers import Numbers

NEVER_BY_TRAIN = 255
"""What the table of least trains says of stations no train connects."""


def passing(timetable: Timetable, stations: Sequence[int]) -> Timetable:
    """A timetable of layers, one for each number of the stations passed so far.

    A station is passed where a train calls that one is aboard of, and where one changes, starts or
    ends; the ticket does not end there. Search from ``origin_in`` to ``goal_in``.

    Args:
        stations: to be passed in this order; the same one twice in a row is passed once.
    """
    order = [station for station, _ in groupby(stations)]
    if not order:
        return timetable
    import numpy as np

    from planner.timetable.layers import layered

    layers = len(order) + 1
    onward = np.repeat(np.arange(layers), timetable.stations).reshape(layers, -1)
    onward[np.arange(len(order)), order] += 1
    made = layered(timetable, onward)
    meta = {**timetable.meta, "passing": order}
    return replace(made, min_trips=_min_trips(timetable, made, order), meta=meta)


def origin_in(timetable: Timetable, station: int) -> int:
    """The station where a journey begins that starts at a station of the original."""
    first = timetable.meta.get("passing", [-1])[0]
    return copies_in(timetable, station)[int(first == station)]


def goal_in(timetable: Timetable, station: int) -> int:
    """The station where a journey ends that has passed all and goes to one of the original."""
    return copies_in(timetable, station)[-1]


def copies_in(timetable: Timetable, station: int) -> range:
    """All that a station of the original has become, by how many have been passed."""
    layers = len(timetable.meta.get("passing", [])) + 1
    return range(station, timetable.stations, timetable.stations // layers)


def _min_trips(timetable: Timetable, made: Timetable, order: Sequence[int]) -> memoryview:
    """Least trains to the last layer: one train at most is shared by neighbouring stretches."""
    if not len(made.min_trips):
        return made.min_trips
    import numpy as np

    least = np.frombuffer(timetable.min_trips, np.uint8).reshape(timetable.stations, -1)
    table = np.array(made.min_trips, np.uint8).reshape(made.stations, -1)
    goals = table[:, -timetable.stations :]
    onward: Numbers = least
    for layer, via in reversed(list(enumerate(order))):
        onward = _one_after_the_other(least[:, via : via + 1], onward[via : via + 1])
        goals[layer * timetable.stations : (layer + 1) * timetable.stations] = onward
    return table.ravel().data


def _one_after_the_other(before: "Numbers", after: "Numbers") -> "Numbers":
    """[a, via] and [via, b] -> [a, b]."""
    import numpy as np

    trains = before.astype(np.int32) + np.maximum(after.astype(np.int32) - 1, 0)
    trains = np.maximum(trains, after)
    never = (before == NEVER_BY_TRAIN) | (after == NEVER_BY_TRAIN)
    return np.where(never, NEVER_BY_TRAIN, np.minimum(trains, NEVER_BY_TRAIN - 1)).astype(np.uint8)
