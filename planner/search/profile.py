"""The whole day at once: every best (departure, arrival) pair between two stations."""

from array import array

from planner.search import kernels
from planner.search.labels import scans
from planner.search.service_day import DAY_ENDS, DAY_STARTS
from planner.timetable.model import Timetable


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
    lists = s.lists[:-1]
    start = bytearray(s.width)
    room = 2
    for node in timetable.nodes_of(origin):
        start[node] = 1
        room += s.lists[4 * node + 4] - s.lists[4 * node]
    for node in timetable.nodes_of(goal):
        for other, seconds in (*s.walks_to(node), (node, 0)):
            lists[4 * other + 3] = min(lists[4 * other + 3], seconds)
    last = timetable.first_departing(until + 1) - 1
    own = array("i", bytes(4 * room))
    pool = s.take_pool()
    end = kernels.profile(
        s.columns, pool, lists, s.never_run[:], s.never[:], start, since, until, last, own
    )
    s.give_back(pool)
    pairs = zip(own[2 : end + 2 : 2], own[3 : end + 2 : 2], strict=True)
    return [(d, a) for d, a in pairs if since <= d][::-1]
