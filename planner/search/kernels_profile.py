# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""The profile of a day (profile CSA, Dibbelt, Pajor, Strasser, Wagner, SEA 2013, section 3.2).

The scan goes backwards through the day. What it has to know of a node is how soon the goal is
reached by who gets off there at a time, by the trains seen so far. Where all trains run on whole
minutes that is a table of minutes and nodes, else a list for each node.
"""

import cython

CELL = 3
"""Numbers of a connection where they lie side by side: run, from, cell of the table."""


def rows(dep: cython.const[cython.int][::1], arr: cython.const[cython.int][::1]) -> cython.int:
    """Minutes that a table must hold at once, so that every connection finds its arrival there; 0
    where a train does not run on whole minutes."""
    i: cython.int
    longest: cython.int = 0
    for i in range(cython.cast(cython.int, dep.shape[0])):
        if dep[i] % 60 or arr[i] % 60:
            return 0
        longest = max(longest, arr[i] - dep[i])
    return longest // 60 + 1


def leaving(frm: cython.const[cython.int][::1], count: cython.int[::1]) -> None:
    """Count the connections that leave each node, from 0 at first."""
    i: cython.int
    for i in range(cython.cast(cython.int, frm.shape[0])):
        count[frm[i]] += 1


def lay_out(hops: tuple, rows: cython.int, width: cython.int, cells: cython.int[::1]) -> None:
    """Lay the connections out in scan order, ``CELL`` numbers each: run, from, cell of a table of
    so many rows. ``hops``: arr, frm, to, run."""
    arr: cython.const[cython.int][::1] = hops[0]
    frm: cython.const[cython.int][::1] = hops[1]
    to: cython.const[cython.int][::1] = hops[2]
    run: cython.const[cython.int][::1] = hops[3]
    i: cython.int
    for i in range(cython.cast(cython.int, arr.shape[0])):
        cells[3 * i] = run[i]
        cells[3 * i + 1] = frm[i]
        cells[3 * i + 2] = arr[i] // 60 % rows * width + to[i]


@cython.cfunc
@cython.exceptval(check=False)
def _next_of_use(
    hops: cython.p_int,
    onboard: cython.p_int,
    table: cython.p_int,
    direct: cython.p_int,
    begin: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    least: cython.int,
) -> cython.Py_ssize_t:
    """The next connection backwards, from the one before ``i``, that is of use at its departure; or
    one before the begin. What all on the way reach is noted.

    In signs of numbers, because which way a branch goes could not be foretold, and each wrong guess
    costs as much as three connections.
    """
    reach: cython.int
    while i > begin:
        i -= 1
        reach = min(onboard[hops[3 * i]], table[hops[3 * i + 2]])
        onboard[hops[3 * i]] = reach
        if ((reach - direct[hops[3 * i + 1]]) & (reach - least)) < 0:
            return i
    return begin - 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _wait(
    minute: cython.int, node: cython.int, value: cython.int, waiting: cython.int[::1]
) -> cython.int:
    """Put off what is known of a node until the scan comes to a minute; 0 if there is no room."""
    at: cython.int = waiting[0]
    if at < 0:
        return 0
    waiting[0] = waiting[at]
    waiting[at] = waiting[minute + 1]
    waiting[at + 1] = node
    waiting[at + 2] = value
    waiting[minute + 1] = at
    return 1


@cython.cfunc
@cython.exceptval(check=False)
def _begin(waiting: cython.int[::1], minutes: cython.int) -> cython.void:
    """Nothing waits, all room is free."""
    at: cython.int
    size: cython.int = len(waiting)
    for at in range(minutes + 1):
        waiting[at] = -1
    at = minutes + 1
    while at + 3 <= size:
        waiting[at] = waiting[0]
        waiting[0] = at
        at += 3


def profile_by_minute(
    hops: cython.int[::1],
    minute_first: cython.const[cython.int][::1],
    change: cython.const[cython.int][::1],
    back: tuple,
    table: cython.int[::1],
    onboard: cython.int[::1],
    direct: cython.int[::1],
    ends: tuple,
    waiting: cython.int[::1],
    since: cython.int,
    until: cython.int,
    own: cython.int[::1],
) -> cython.int:
    """All best (departure, arrival) pairs to one goal where trains run on whole minutes.

    ``hops``: see ``lay_out``. A row of ``table`` is a minute: node -> the soonest arrival of who
    gets off a train there in it. Only as many minutes are kept as the longest connection needs, in
    turn. A train tells its node, and those it is walked to from, when one must have come there to
    catch it; if that is before the present minute, it waits: ``waiting`` has the first free place,
    the first of each minute, then places of three (the next one, node, arrival).

    ``back``: back_first, back_from, back_time; ``ends``: start (node -> 1 there), the nodes that
    lead to the goal on foot, and the seconds they take (0 at it). ``onboard[run]``: arrival by
    staying aboard, NEVER at first. ``direct``: node -> the best arrival of a train from there,
    NEVER at first: an earlier train that is no better is of no use to anyone. Nor is what does no
    better than a later start found already.

    The start's pairs are put into ``own``, two numbers each, after its first pair; they fall in
    both. Gives where they end, or -1 if ``waiting`` has too little room.
    """
    NEVER: cython.int = 2147483647
    back_first: cython.const[cython.int][::1] = back[0]
    back_from: cython.const[cython.int][::1] = back[1]
    back_time: cython.const[cython.int][::1] = back[2]
    start: cython.const[cython.uchar][::1] = ends[0]
    near: cython.const[cython.int][::1] = ends[1]
    near_time: cython.const[cython.int][::1] = ends[2]
    width: cython.int = len(direct)
    kept: cython.int = len(table) // width
    minutes: cython.int = len(minute_first) - 1
    minute: cython.int = min(until // 60, minutes + kept)
    i: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    d: cython.int
    e: cython.int
    m: cython.int
    u: cython.int
    x: cython.int
    at: cython.int
    row: cython.int
    last: cython.int
    reach: cython.int
    least: cython.int
    found: cython.int = 0
    own[0] = NEVER
    own[1] = NEVER
    if cython.compiled:
        hop: cython.p_int = cython.address(hops[0])
        aboard: cython.p_int = cython.address(onboard[0])
        cell: cython.p_int = cython.address(table[0])
        best: cython.p_int = cython.address(direct[0])
    else:
        hop, aboard, cell, best = hops, onboard, table, direct
    _begin(waiting, minutes)
    for i in range(len(table)):
        table[i] = NEVER
    while minute >= 0 and 60 * minute >= since:
        d = 60 * minute
        row = minute % kept * width
        last = (minute + 1) % kept * width
        if row != last:
            table[row : row + width] = table[last : last + width]
        for e in range(len(near)):
            if d + near_time[e] <= until:
                x = row + near[e]
                table[x] = min(table[x], d + near_time[e])
        if minute >= minutes:
            minute -= 1
            continue
        at = waiting[minute + 1]
        while at >= 0:
            x = row + waiting[at + 1]
            table[x] = min(table[x], waiting[at + 2])
            e = waiting[at]
            waiting[at] = waiting[0]
            waiting[0] = at
            at = e
        at = found
        while own[at] < d:
            at -= 2
        least = own[at + 1]
        begin = minute_first[minute]
        i = _next_of_use(hop, aboard, cell, best, begin, minute_first[minute + 1], least)
        while i >= begin:
            reach = onboard[hops[3 * i]]
            u = hops[3 * i + 1]
            direct[u] = reach
            if start[u]:
                found = _insert(d, reach, found, own)
                least = min(least, reach)
            m = d - change[u]
            if table[row + u] > reach and m >= 0:
                if m == d:
                    table[row + u] = reach
                elif _wait(m // 60, u, reach, waiting) == 0:
                    return -1
            for e in range(back_first[u], back_first[u + 1]):
                x = back_from[e]
                m = d - back_time[e]
                if m < 0:
                    continue
                if table[row + x] > reach:
                    if m == d:
                        table[row + x] = reach
                    elif _wait(m // 60, x, reach, waiting) == 0:
                        return -1
                if start[x]:
                    found = _insert(m, reach, found, own)
                    if m == d:
                        least = min(least, reach)
            i = _next_of_use(hop, aboard, cell, best, begin, i, least)
        minute -= 1
    return found


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _insert(
    key: cython.int, value: cython.int, last: cython.int, pool: cython.int[::1]
) -> cython.int:
    """Put (key, value) into a list that falls in both and ends at ``pool[last]``; gives its new
    end. Its first pair is (NEVER, NEVER), which stops every walk through it."""
    at: cython.int = last
    place: cython.int
    keep: cython.int
    while pool[at] < key:
        at -= 2
    if pool[at + 1] <= value:
        return last
    place = at if pool[at] == key else at + 2
    keep = at + 2
    while keep <= last and pool[keep + 1] >= value:
        keep += 2
    if keep == place:  # room for one more
        at = last
        while at >= keep:
            pool[at + 2] = pool[at]
            pool[at + 3] = pool[at + 1]
            at -= 2
        last += 2
    else:
        at = place + 2
        while keep <= last:
            pool[at] = pool[keep]
            pool[at + 1] = pool[keep + 1]
            at += 2
            keep += 2
        last = at - 2
    pool[place] = key
    pool[place + 1] = value
    return last


def profile_by_lists(
    hops: tuple,
    change: cython.const[cython.int][::1],
    back: tuple,
    pool: cython.int[::1],
    lists: cython.int[::1],
    onboard: cython.int[::1],
    direct: cython.int[::1],
    start: cython.const[cython.uchar][::1],
    since: cython.int,
    until: cython.int,
    last: cython.int,
    own: cython.int[::1],
) -> cython.int:
    """All best (departure, arrival) pairs to one goal, at any second.

    ``hops``: dep, arr, frm, to, run; ``back``: back_first, back_from, back_time.

    The list of a node lies in ``pool``, two numbers a pair, with room for as many as ever are put
    in; it falls in departure and arrival. ``lists`` has four numbers for each node: where in
    ``pool`` its last pair is (at first its only one), that pair (two times NEVER at first), and the
    seconds to the goal on foot (0 at it, NEVER where not). The start's own list is put into ``own``
    after its first pair. ``onboard[run]``: arrival by staying aboard, NEVER at first. ``direct``:
    node -> the best arrival of a train from there, NEVER at first: an earlier train that is no
    better is of no use to anyone. Nor is what does no better than a later start found already.
    Gives where the start's list ends.
    """
    NEVER: cython.int = 2147483647
    dep: cython.const[cython.int][::1] = hops[0]
    arr: cython.const[cython.int][::1] = hops[1]
    frm: cython.const[cython.int][::1] = hops[2]
    to: cython.const[cython.int][::1] = hops[3]
    run: cython.const[cython.int][::1] = hops[4]
    back_first: cython.const[cython.int][::1] = back[0]
    back_from: cython.const[cython.int][::1] = back[1]
    back_time: cython.const[cython.int][::1] = back[2]
    i: cython.int
    d: cython.int
    a: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    e: cython.int
    m: cython.int
    x: cython.int
    at: cython.int
    reach: cython.int
    found: cython.int = 0
    least_key: cython.int = -1
    least_value: cython.int = NEVER
    own[0] = NEVER
    own[1] = NEVER
    for v in range(cython.cast(cython.int, change.shape[0])):
        pool[lists[4 * v]] = NEVER
        pool[lists[4 * v] + 1] = NEVER
    i = last + 1
    while i > 0:
        i -= 1
        d = dep[i]
        if d < since:
            break
        a = arr[i]
        if a > until or (least_value <= a and least_key >= d):
            continue
        r = run[i]
        v = 4 * to[i]
        reach = onboard[r]
        m = lists[v + 3]
        if m != NEVER and a + m <= until:
            reach = min(reach, a + m)
        if lists[v + 2] < reach:  # the best of its list; else no other can be
            if lists[v + 1] >= a:
                reach = lists[v + 2]
            else:
                at = lists[v] - 2
                while pool[at] < a:
                    at -= 2
                reach = min(reach, pool[at + 1])
        if reach == NEVER:
            continue
        onboard[r] = reach
        if least_value <= reach and least_key >= d:
            continue
        u = frm[i]
        if direct[u] <= reach:
            continue
        direct[u] = reach
        m = d - change[u]
        x = 4 * u
        if lists[x + 1] <= m or lists[x + 2] > reach:
            at = _insert(m, reach, lists[x], pool)
            lists[x] = at
            lists[x + 1] = pool[at]
            lists[x + 2] = pool[at + 1]
        if start[u]:
            found = _insert(d, reach, found, own)
            least_key = own[found]
            least_value = own[found + 1]
        for e in range(back_first[u], back_first[u + 1]):
            m = d - back_time[e]
            x = 4 * back_from[e]
            if lists[x + 1] <= m or lists[x + 2] > reach:
                at = _insert(m, reach, lists[x], pool)
                lists[x] = at
                lists[x + 1] = pool[at]
                lists[x + 2] = pool[at + 1]
            if start[back_from[e]]:
                found = _insert(m, reach, found, own)
                least_key = own[found]
                least_value = own[found + 1]
    return found
