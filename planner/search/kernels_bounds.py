# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""Bounds for the fare search, worked out once for a timetable and a tariff period."""

import cython


def differences(
    fares: cython.const[cython.int][::1],
    rows: cython.const[cython.int][::1],
    stations: cython.int,
    classes: cython.int,
    reentry: cython.const[cython.int][::1],
    worst: cython.int[::1],
    start: cython.int,
) -> cython.void:
    """MD[e1, e2] of one system: the most that entry e1 can cost more than e2 at any exit.

    ``rows``: class and station -> first cell of its row in ``fares``. With two classes the first
    may turn into the second (a Shinkansen ride on the same ticket), so both count. The exit at e2
    itself is no exit of e2. At e1 itself e1 has been for nothing, unless a traveller who comes in
    there may enter a system where two tickets cost less than one (``reentry``).
    """
    Z: cython.int = 536870912
    a: cython.int
    b: cython.int
    x: cython.int
    e: cython.int
    f: cython.int
    g: cython.int
    one: cython.int
    two: cython.int
    most: cython.int
    n: cython.int = stations * classes
    for a in range(n):
        for b in range(n):
            if a == b:
                worst[start + a * n + b] = 0
                continue
            most = -Z
            for g in range(classes):
                if g < a // stations and g < b // stations:
                    continue
                e = rows[(g if g > a // stations else a // stations) * stations + a % stations]
                f = rows[(g if g > b // stations else b // stations) * stations + b % stations]
                for x in range(stations):
                    if x == b % stations:
                        continue
                    two = fares[f + x]
                    if two >= Z:
                        continue
                    one = fares[e + x]
                    if x == a % stations:
                        one = Z if reentry[x] else 0
                    if one >= Z:
                        most = Z
                        break
                    most = max(most, one - two)
                if most == Z:
                    break
            worst[start + a * n + b] = most
    return


@cython.cfunc
@cython.exceptval(check=False)
def _raise(
    heap: cython.int[::1], place: cython.int[::1], after: cython.int[::1], at: cython.int
) -> cython.void:
    """Move the node at a place of the heap up to where it belongs."""
    v: cython.int = heap[at]
    above: cython.int
    while at > 0:
        above = (at - 1) // 2
        if after[heap[above]] <= after[v]:
            break
        heap[at] = heap[above]
        place[heap[at]] = at
        at = above
    heap[at] = v
    place[v] = at
    return


@cython.cfunc
@cython.exceptval(check=False)
def _take(
    heap: cython.int[::1], place: cython.int[::1], after: cython.int[::1], size: cython.int
) -> cython.int:
    """Take the least node out of a heap of that size; its place is -2 then."""
    least: cython.int = heap[0]
    v: cython.int = heap[size - 1]
    at: cython.int = 0
    below: cython.int
    size -= 1
    place[least] = -2
    if size == 0:
        return least
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and after[heap[below + 1]] < after[heap[below]]:
            below += 1
        if after[v] <= after[heap[below]]:
            break
        heap[at] = heap[below]
        place[heap[at]] = at
        at = below
    heap[at] = v
    place[v] = at
    return least


def least_fares(
    fares: cython.const[cython.int][::1],
    fare_row: cython.const[cython.int][::1],
    fresh: cython.const[cython.int][::1],
    node_exit: cython.const[cython.int][::1],
    node_system: cython.const[cython.int][::1],
    system_first: cython.const[cython.int][::1],
    cheapest_express: cython.const[cython.int][::1],
    joint: cython.const[cython.int][::1],
    members_first: cython.const[cython.int][::1],
    members: cython.const[cython.int][::1],
    into_first: cython.const[cython.int][::1],
    into_from: cython.const[cython.int][::1],
    node_goal: cython.const[cython.int][::1],
    after: cython.int[::1],
    heap: cython.int[::1],
    place: cython.int[::1],
    least: cython.int[::1],
    loose: cython.int,
) -> cython.void:
    """entry -> least yen still to be paid to the goal, the timetable ignored (Dijkstra backwards).

    ``members``: system -> its fare nodes. ``after[node]``: least yen to pay from leaving a train
    there on, 0 at the goal. ``into_*``: fare node -> nodes whose leaving travellers may begin a
    ticket there. ``loose``: also a ticket of the same system (split tickets).
    """
    Z: cython.int = 536870912
    N: cython.int = 2147483647
    nodes: cython.int = cython.cast(cython.int, len(fresh))
    size: cython.int = 0
    v: cython.int
    b: cython.int
    e: cython.int
    i: cython.int
    j: cython.int
    s: cython.int
    c: cython.int
    u: cython.int
    for e in range(cython.cast(cython.int, len(least))):
        least[e] = Z
    for v in range(nodes):
        after[v] = Z
        place[v] = -1
        if node_goal[v] < N:
            after[v] = 0
            heap[size] = v
            place[v] = size
            size += 1
    while size > 0:
        b = _take(heap, place, after, size)
        size -= 1
        s = node_system[b]
        for e in range(system_first[s], system_first[s + 1]):
            c = fares[fare_row[e] + node_exit[b]]
            if joint[e] != e:
                j = fares[fare_row[joint[e]] + node_exit[b]]
                c = min(c, j + cheapest_express[s])
            if c >= Z or c + after[b] >= least[e]:
                continue
            least[e] = c + after[b]
        for i in range(members_first[s], members_first[s + 1]):
            v = members[i]
            if least[fresh[v]] >= Z:
                continue
            for j in range(into_first[v], into_first[v + 1] + loose):
                u = v
                if j < into_first[v + 1]:
                    u = into_from[j]
                if place[u] != -2 and least[fresh[v]] < after[u]:
                    after[u] = least[fresh[v]]
                    if place[u] < 0:
                        place[u] = size
                        heap[size] = u
                        size += 1
                    _raise(heap, place, after, place[u])
    return


def least_times(
    back_first: cython.const[cython.int][::1],
    back_from: cython.const[cython.int][::1],
    back_time: cython.const[cython.int][::1],
    goal: cython.const[cython.int][::1],
    queue: cython.int[::1],
    queued: cython.int[::1],
    least: cython.int[::1],
) -> cython.void:
    """node -> least seconds to the goal, waiting ignored (Bellman-Ford with a queue)."""
    Z: cython.int = 536870912
    nodes: cython.int = cython.cast(cython.int, len(least))
    v: cython.int
    u: cython.int
    j: cython.int
    at: cython.int = 0
    size: cython.int = 0
    for v in range(nodes):
        least[v] = Z
        queued[v] = 0
        if goal[v]:
            least[v] = 0
            queue[(at + size) % nodes] = v
            queued[v] = 1
            size += 1
    while size > 0:
        v = queue[at]
        at = (at + 1) % nodes
        size -= 1
        queued[v] = 0
        for j in range(back_first[v], back_first[v + 1]):
            u = back_from[j]
            if least[v] + back_time[j] < least[u]:
                least[u] = least[v] + back_time[j]
                if not queued[u]:
                    queue[(at + size) % nodes] = u
                    queued[u] = 1
                    size += 1
    return
