"""The whole day at once: every best (departure, arrival) pair between two stations."""

from array import array

from planner.search import kernels
from planner.search.labels import DAY_ENDS, DAY_STARTS, scans
from planner.timetable.model import NEVER, Timetable


def day_profile(
    timetable: Timetable,
    origin: int,
    goal: int,
    since: int = DAY_STARTS,
    until: int = DAY_ENDS - 1,
) -> list[tuple[int, int]]:
    """(departure, arrival) pairs that rise in both: no later departure arrives as early.

    Walking all the way departs whenever one likes and is left out.
    """
    s = scans(timetable)
    start = s.flags(timetable.nodes_of(origin))
    final = s.never[:]
    for node in timetable.nodes_of(goal):
        final[node] = 0
    for node in timetable.nodes_of(goal):
        for other, seconds in s.walks_to(node):
            final[other] = min(final[other], seconds)
    last = timetable.first_departing(until + 1) - 1
    room = 4 * timetable.connections // 3 + 4096
    while True:
        head = array("i", [-1]) * (s.width + 1)
        keys = array("i", bytes(4 * room))
        values, following = array("i", bytes(4 * room)), array("i", bytes(4 * room))
        used = kernels.profile(
            *s.backward, last, since, until, start, final, s.never_run[:],
            head, keys, values, following, s.zero[:1],
        )  # fmt: skip
        if used >= 0:
            break
        room *= 4
    pairs, at = [], head[s.width]
    while at >= 0:
        pairs.append((keys[at], values[at]))
        at = following[at]
    return [(d, a) for d, a in pairs if since <= d and a < NEVER]
