# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""The hot loops: connection scans on int32 columns (Dibbelt, Pajor, Strasser, Wagner, SEA 2013).

Ordinary Python, typed by annotations for Cython 3 (pure Python mode); runs uncompiled, slowly,
where no compiler exists. Nothing here raises; what does not happen has the time NEVER (int32 max).

Someone who walked in is ready at once and may not walk on, so a node has its best arrival by train
(``train``) apart from when one can board there (``ready``).
"""

import cython

FIELDS = 7
"""Rows of labels of ``earliest``: see there."""
LAYER_FIELDS = 5
"""Labels of ``pareto`` for each node and number of trains: see there."""


@cython.cclass
class Columns:
    """The columns of a timetable that scans read, bound once: binding costs as much as a scan of a
    thousand connections."""

    dep: cython.const[cython.int][::1]
    arr: cython.const[cython.int][::1]
    frm: cython.const[cython.int][::1]
    to: cython.const[cython.int][::1]
    run: cython.const[cython.int][::1]
    change: cython.const[cython.int][::1]
    walk_first: cython.const[cython.int][::1]
    walk_to: cython.const[cython.int][::1]
    walk_time: cython.const[cython.int][::1]
    back_first: cython.const[cython.int][::1]
    back_from: cython.const[cython.int][::1]
    back_time: cython.const[cython.int][::1]
    first_node: cython.const[cython.int][::1]
    station_nodes: cython.const[cython.int][::1]

    def __init__(
        self,
        dep: cython.const[cython.int][::1],
        arr: cython.const[cython.int][::1],
        frm: cython.const[cython.int][::1],
        to: cython.const[cython.int][::1],
        run: cython.const[cython.int][::1],
        change: cython.const[cython.int][::1],
        walks: tuple,
        back: tuple,
        first_node: cython.const[cython.int][::1],
        station_nodes: cython.const[cython.int][::1],
    ) -> None:
        """``walks``: walk_first, walk_to, walk_time; ``back``: the same by where they lead."""
        self.dep, self.arr, self.frm, self.to, self.run = dep, arr, frm, to, run
        self.change = change
        self.walk_first, self.walk_to, self.walk_time = walks
        self.back_first, self.back_from, self.back_time = back
        self.first_node, self.station_nodes = first_node, station_nodes


def earliest(
    columns: Columns,
    labels: cython.int[::1],
    aboard: cython.uchar[::1],
    origin: cython.int,
    goal: cython.int,
    time: cython.int,
    until: cython.int,
    first: cython.int,
    counter: cython.int[::1],
) -> cython.int:
    """Earliest arrival (CSA, section 3.1) at the station ``goal``, or at all stations if it is -1.

    ``labels`` has rows of one number a node: 0 best arrival by train, 1 arrival by train or on
    foot, 2 ready to board, 3 and 4 connections of the train label, 5 where the arrival was walked
    from, 6 where the readiness was; then, for each run, the connection it was boarded at. Rows 0 to
    2 come full of NEVER, 5 and 6 of -1. ``*_from`` is -1 by train, -2 at the start, -3 - n walked
    from node n of the start, else the node walked from. ``aboard``: runs, 0 where not boarded.
    Stops where nothing earlier can be found for the goal. Gives the earliest arrival there.
    """
    NEVER: cython.int = 2147483647
    dep: cython.const[cython.int][::1] = columns.dep
    arr: cython.const[cython.int][::1] = columns.arr
    frm: cython.const[cython.int][::1] = columns.frm
    to: cython.const[cython.int][::1] = columns.to
    run: cython.const[cython.int][::1] = columns.run
    change: cython.const[cython.int][::1] = columns.change
    walk_first: cython.const[cython.int][::1] = columns.walk_first
    walk_to: cython.const[cython.int][::1] = columns.walk_to
    walk_time: cython.const[cython.int][::1] = columns.walk_time
    n: cython.int = cython.cast(cython.int, dep.shape[0])
    width: cython.int = cython.cast(cython.int, change.shape[0])
    arrive: cython.int = width
    ready: cython.int = 2 * width
    on: cython.int = 3 * width
    off: cython.int = 4 * width
    arrive_from: cython.int = 5 * width
    ready_from: cython.int = 6 * width
    boarded: cython.int = 7 * width
    goal_first: cython.int = 0
    goal_end: cython.int = 0
    i: cython.int
    d: cython.int
    a: cython.int
    b: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    w: cython.int
    e: cython.int
    g: cython.int
    best: cython.int = NEVER
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        labels[arrive + u] = time
        labels[ready + u] = time
        labels[arrive_from + u] = -2
        labels[ready_from + u] = -2
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        for e in range(walk_first[u], walk_first[u + 1]):
            w = walk_to[e]
            b = time + walk_time[e]
            if b <= until and b < labels[arrive + w]:
                labels[arrive + w] = b
                labels[ready + w] = b
                labels[arrive_from + w] = -3 - u
                labels[ready_from + w] = -3 - u
    if goal >= 0:
        goal_first = columns.first_node[goal]
        goal_end = columns.first_node[goal + 1]
        for g in range(goal_first, goal_end):
            best = min(best, labels[arrive + columns.station_nodes[g]])
    i = first
    while i < n:
        d = dep[i]
        if d >= best or d > until:
            break
        r = run[i]
        if aboard[r] == 0:
            if labels[ready + frm[i]] > d:
                i += 1
                continue
            aboard[r] = 1
            labels[boarded + r] = i
        v = to[i]
        a = arr[i]
        if a < labels[v] and a < best and a <= until:
            labels[v] = a
            labels[on + v] = labels[boarded + r]
            labels[off + v] = i
            if a < labels[arrive + v]:
                labels[arrive + v] = a
                labels[arrive_from + v] = -1
                for g in range(goal_first, goal_end):
                    if columns.station_nodes[g] == v:
                        best = a
            if a + change[v] < labels[ready + v]:
                labels[ready + v] = a + change[v]
                labels[ready_from + v] = -1
            for e in range(walk_first[v], walk_first[v + 1]):
                w = walk_to[e]
                b = a + walk_time[e]
                if b > until:
                    continue
                if b < labels[ready + w]:
                    labels[ready + w] = b
                    labels[ready_from + w] = v
                if b < labels[arrive + w]:
                    labels[arrive + w] = b
                    labels[arrive_from + w] = v
                    for g in range(goal_first, goal_end):
                        if columns.station_nodes[g] == w:
                            best = min(best, b)
        i += 1
    counter[0] = i - first
    return best


def pareto(
    columns: Columns,
    labels: cython.int[::1],
    trains: cython.ushort[::1],
    answers: cython.int[::1],
    layers: cython.int,
    fewest: cython.int,
    origin: cython.int,
    goal: cython.int,
    time: cython.int,
    until: cython.int,
    first: cython.int,
    counter: cython.int[::1],
) -> cython.int:
    """Earliest arrival for every number of trains (CSA, section 3.1, with a label for each number).

    ``labels`` has for each node ``layers`` + 1 times five numbers, at ``(node * (layers + 1) +
    trains) * 5``: 0 ready to board, 1 arrival by train, 2 and 3 connections it was boarded and left
    at, 4 where the readiness was walked from, as in ``earliest``; then for each node the soonest
    one is ready with any number of trains, then the least number one is ready with (``layers`` + 1:
    none), then for each run the connection it was boarded at. A label that is no better than one
    of fewer trains is not kept. All who sit in a run share its time, so a run needs one number,
    ``trains``: the fewest it is boarded with, itself counted (``layers`` + 1: none).

    ``fewest``: no journey has fewer trains. ``answers[4 * k]`` is the arrival with k trains or
    fewer, then its node, where that was walked to from, and its number of trains. Gives 1 if a
    journey with more than ``layers`` trains was cut off, else 0.
    """
    dep: cython.const[cython.int][::1] = columns.dep
    arr: cython.const[cython.int][::1] = columns.arr
    frm: cython.const[cython.int][::1] = columns.frm
    to: cython.const[cython.int][::1] = columns.to
    run: cython.const[cython.int][::1] = columns.run
    change: cython.const[cython.int][::1] = columns.change
    walk_first: cython.const[cython.int][::1] = columns.walk_first
    walk_to: cython.const[cython.int][::1] = columns.walk_to
    walk_time: cython.const[cython.int][::1] = columns.walk_time
    n: cython.int = cython.cast(cython.int, dep.shape[0])
    width: cython.int = cython.cast(cython.int, change.shape[0])
    size: cython.int = 5 * (layers + 1)
    soonest: cython.int = width * size
    least: cython.int = soonest + width
    boarded: cython.int = least + width
    goal_first: cython.int = columns.first_node[goal]
    goal_end: cython.int = columns.first_node[goal + 1]
    i: cython.int
    j: cython.int
    k: cython.int
    d: cython.int
    a: cython.int
    b: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    w: cython.int
    e: cython.int
    g: cython.int
    x: cython.int
    top: cython.int = layers
    cut: cython.int = 0
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        labels[u * size] = time
        labels[u * size + 4] = -2
        labels[soonest + u] = time
        labels[least + u] = 0
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        for e in range(walk_first[u], walk_first[u + 1]):
            w = walk_to[e]
            b = time + walk_time[e]
            if b <= until and b < labels[w * size]:
                labels[w * size] = b
                labels[w * size + 4] = -3 - u
                labels[soonest + w] = b
                labels[least + w] = 0
    for g in range(goal_first, goal_end):
        v = columns.station_nodes[g]
        if labels[v * size] < answers[0]:
            for j in range(layers + 1):
                answers[4 * j] = labels[v * size]
                answers[4 * j + 1] = v
                answers[4 * j + 2] = labels[v * size + 4]
                answers[4 * j + 3] = 0
    i = first - 1
    while True:
        i += 1
        if i >= n:
            break
        d = dep[i]
        if d >= answers[4 * top] or d > until:
            while top > 0 and answers[4 * top] <= d:
                top -= 1
            if top < fewest or d > until:
                break
        r = run[i]
        u = frm[i]
        k = trains[r]
        if k > layers:
            if labels[soonest + u] > d:
                continue
            for j in range(labels[least + u], layers):
                if labels[u * size + 5 * j] <= d:
                    k = j + 1
                    trains[r] = k
                    labels[boarded + r] = i
                    break
            else:
                if top == layers:
                    cut = 1
                continue
        elif labels[least + u] < k - 1:
            for j in range(labels[least + u], k - 1):
                if labels[u * size + 5 * j] <= d:
                    k = j + 1
                    trains[r] = k
                    labels[boarded + r] = i
                    break
        a = arr[i]
        if k > top or a >= answers[4 * k] or a > until:
            continue
        v = to[i]
        for j in range(labels[least + v], k + 1):
            if labels[v * size + 5 * j + 1] <= a:
                break
        else:
            x = v * size + 5 * k
            labels[x + 1] = a
            labels[x + 2] = labels[boarded + r]
            labels[x + 3] = i
            for g in range(goal_first, goal_end):
                if columns.station_nodes[g] == v:
                    for j in range(k, layers + 1):
                        if a < answers[4 * j]:
                            answers[4 * j] = a
                            answers[4 * j + 1] = v
                            answers[4 * j + 2] = -1
                            answers[4 * j + 3] = k
            b = a + change[v]
            if b < labels[x]:
                labels[x] = b
                labels[x + 4] = -1
                labels[soonest + v] = min(labels[soonest + v], b)
                labels[least + v] = min(labels[least + v], k)
            for e in range(walk_first[v], walk_first[v + 1]):
                w = walk_to[e]
                b = a + walk_time[e]
                x = w * size + 5 * k
                if b > until or b >= labels[x]:
                    continue
                labels[x] = b
                labels[x + 4] = v
                labels[soonest + w] = min(labels[soonest + w], b)
                labels[least + w] = min(labels[least + w], k)
                for g in range(goal_first, goal_end):
                    if columns.station_nodes[g] == w:
                        for j in range(k, layers + 1):
                            if b < answers[4 * j]:
                                answers[4 * j] = b
                                answers[4 * j + 1] = w
                                answers[4 * j + 2] = v
                                answers[4 * j + 3] = k
    counter[0] = i - first
    return cut


def latest(
    columns: Columns,
    labels: cython.int[::1],
    trains: cython.ushort[::1],
    best: cython.int[::1],
    layers: cython.int,
    origin: cython.int,
    goal: cython.int,
    deadline: cython.int,
    since: cython.int,
    last: cython.int,
    counter: cython.int[::1],
) -> cython.int:
    """Latest departure, for every number of trains: the scan backwards from connection ``last``.

    ``labels[k, node]``: the latest a train may arrive there for k more trains to do, or -1.
    ``trains[run]``: fewest trains from this run on, itself counted (``layers`` + 1: it leads
    nowhere). ``best[k]`` is the latest start, or -1. Stops where no best[k] can grow. Gives 1 if a
    journey with more than ``layers`` trains was cut off.
    """
    dep: cython.const[cython.int][::1] = columns.dep
    arr: cython.const[cython.int][::1] = columns.arr
    frm: cython.const[cython.int][::1] = columns.frm
    to: cython.const[cython.int][::1] = columns.to
    run: cython.const[cython.int][::1] = columns.run
    change: cython.const[cython.int][::1] = columns.change
    back_first: cython.const[cython.int][::1] = columns.back_first
    back_from: cython.const[cython.int][::1] = columns.back_from
    back_time: cython.const[cython.int][::1] = columns.back_time
    width: cython.int = cython.cast(cython.int, change.shape[0])
    start_first: cython.int = columns.first_node[origin]
    start_end: cython.int = columns.first_node[origin + 1]
    i: cython.int
    j: cython.int
    k: cython.int
    m: cython.int
    d: cython.int
    a: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    e: cython.int
    g: cython.int
    x: cython.int
    top: cython.int = layers
    cut: cython.int = 0
    for g in range(columns.first_node[goal], columns.first_node[goal + 1]):
        v = columns.station_nodes[g]
        for j in range(layers + 1):
            labels[j * width + v] = deadline
        for e in range(back_first[v], back_first[v + 1]):
            x = back_from[e]
            m = deadline - back_time[e]
            for j in range(layers + 1):
                labels[j * width + x] = max(labels[j * width + x], m)
            for k in range(start_first, start_end):
                if columns.station_nodes[k] == x:
                    for j in range(layers + 1):
                        best[j] = max(best[j], m)
    i = last
    while i >= 0:
        d = dep[i]
        while top > 0 and best[top] >= d:
            top -= 1
        if top < 1 or d < since:
            break
        r = run[i]
        v = to[i]
        a = arr[i]
        k = trains[r]
        if k > 1 and labels[(k - 2) * width + v] >= a:
            for j in range(k - 1):
                if labels[j * width + v] >= a:
                    k = j + 1
                    trains[r] = k
                    break
        elif k > layers and top == layers and labels[layers * width + v] >= a:
            cut = 1
        if k <= top:
            u = frm[i]
            m = d - change[u]
            for g in range(start_first, start_end):
                if columns.station_nodes[g] == u:
                    for j in range(k, top + 1):
                        best[j] = max(best[j], d)
            for j in range(k, top + 1):
                if labels[j * width + u] >= m:
                    break
                labels[j * width + u] = m
            for e in range(back_first[u], back_first[u + 1]):
                x = back_from[e]
                m = d - back_time[e]
                for j in range(k, top + 1):
                    labels[j * width + x] = max(labels[j * width + x], m)
                for g in range(start_first, start_end):
                    if columns.station_nodes[g] == x:
                        for j in range(k, top + 1):
                            best[j] = max(best[j], m)
        i -= 1
    counter[0] = last - i
    return cut


def latest_any(
    columns: Columns,
    labels: cython.int[::1],
    leads_on: cython.uchar[::1],
    origin: cython.int,
    goal: cython.int,
    deadline: cython.int,
    since: cython.int,
    last: cython.int,
    counter: cython.int[::1],
) -> cython.int:
    """Latest departure with any number of trains, or -1. ``labels`` as one layer of ``latest``;
    ``leads_on``: runs, 0 where not known to lead to the goal."""
    dep: cython.const[cython.int][::1] = columns.dep
    arr: cython.const[cython.int][::1] = columns.arr
    frm: cython.const[cython.int][::1] = columns.frm
    to: cython.const[cython.int][::1] = columns.to
    run: cython.const[cython.int][::1] = columns.run
    change: cython.const[cython.int][::1] = columns.change
    back_first: cython.const[cython.int][::1] = columns.back_first
    back_from: cython.const[cython.int][::1] = columns.back_from
    back_time: cython.const[cython.int][::1] = columns.back_time
    start_first: cython.int = columns.first_node[origin]
    start_end: cython.int = columns.first_node[origin + 1]
    i: cython.int
    d: cython.int
    m: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    e: cython.int
    g: cython.int
    k: cython.int
    x: cython.int
    best: cython.int = -1
    for g in range(columns.first_node[goal], columns.first_node[goal + 1]):
        v = columns.station_nodes[g]
        labels[v] = deadline
        for e in range(back_first[v], back_first[v + 1]):
            x = back_from[e]
            m = deadline - back_time[e]
            labels[x] = max(labels[x], m)
            for k in range(start_first, start_end):
                if columns.station_nodes[k] == x:
                    best = max(best, m)
    i = last
    while i >= 0:
        d = dep[i]
        if d <= best or d < since:
            break
        r = run[i]
        if leads_on[r] == 0:
            if labels[to[i]] < arr[i]:
                i -= 1
                continue
            leads_on[r] = 1
        u = frm[i]
        m = d - change[u]
        labels[u] = max(labels[u], m)
        for g in range(start_first, start_end):
            if columns.station_nodes[g] == u:
                best = max(best, d)
        for e in range(back_first[u], back_first[u + 1]):
            x = back_from[e]
            m = d - back_time[e]
            labels[x] = max(labels[x], m)
            for g in range(start_first, start_end):
                if columns.station_nodes[g] == x:
                    best = max(best, m)
        i -= 1
    counter[0] = last - i
    return best


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


def profile(
    columns: Columns,
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
    """All best (departure, arrival) pairs to one goal (profile CSA, section 3.2).

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
    dep: cython.const[cython.int][::1] = columns.dep
    arr: cython.const[cython.int][::1] = columns.arr
    frm: cython.const[cython.int][::1] = columns.frm
    to: cython.const[cython.int][::1] = columns.to
    run: cython.const[cython.int][::1] = columns.run
    change: cython.const[cython.int][::1] = columns.change
    back_first: cython.const[cython.int][::1] = columns.back_first
    back_from: cython.const[cython.int][::1] = columns.back_from
    back_time: cython.const[cython.int][::1] = columns.back_time
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
