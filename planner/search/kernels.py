# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""The hot loops: connection scans on int32 columns (Dibbelt, Pajor, Strasser, Wagner, SEA 2013).

Ordinary Python, typed by annotations for Cython 3 (pure Python mode); runs uncompiled, slowly,
where no compiler exists. Nothing here raises; what does not happen has the time NEVER (int32 max).

Someone who walked in is ready at once and may not walk on, so a node has its best arrival by train
(``train``) apart from when one can board there (``ready``).

A scan goes on minute by minute, through the regions that anyone has come to so far: see
``planner/timetable/regions.py``.
"""

import cython

FIELDS = 7
"""Rows of labels of ``earliest``: see there."""
LAYER_FIELDS = 5
"""Labels of ``pareto`` for each node and number of trains: see there."""
HOP = 4
"""Numbers of a connection where they lie side by side: run, from, to, arrival."""


GAP = cython.declare(cython.int, 1)
"""Regions between two stretches that are not worth beginning anew."""


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
    region: cython.const[cython.int][::1]
    order: cython.const[cython.int][::1]
    block: cython.const[cython.int][::1]
    late_order: cython.const[cython.int][::1]
    late_block: cython.const[cython.int][::1]
    regions: cython.int

    def __init__(
        self,
        hops: tuple,
        change: cython.const[cython.int][::1],
        walks: tuple,
        back: tuple,
        places: tuple,
        blocks: tuple,
        regions: cython.int,
    ) -> None:
        """``hops``: dep, arr, frm, to, run; ``walks``: walk_first, walk_to, walk_time; ``back``:
        the same by where they lead; ``places``: station_first_node, station_nodes, node_region;
        ``blocks``: early_order, early_first, late_order, late_first."""
        self.dep, self.arr, self.frm, self.to, self.run = hops
        self.change = change
        self.walk_first, self.walk_to, self.walk_time = walks
        self.back_first, self.back_from, self.back_time = back
        self.first_node, self.station_nodes, self.region = places
        self.order, self.block, self.late_order, self.late_block = blocks
        self.regions = regions


@cython.cclass
class Work:
    """What a scan notes down and nobody reads afterwards; for one scan at a time.

    ``aboard`` is -1 for runs that are ridden, else 0, and so are ``seen`` regions; a scan wipes out
    what it wrote there. Numbers of trains need no wiping: they count from a ``base`` that rises
    from scan to scan. ``active`` are the regions that anyone came to, in order, ``spans`` the
    stretches they make.
    """

    aboard: cython.schar[::1]
    boarded: cython.int[::1]
    ridden: cython.int[::1]
    trains: cython.ushort[::1]
    seen: cython.int[::1]
    active: cython.int[::1]
    spans: cython.int[::1]
    labels: cython.int[::1]
    base: cython.int

    def __init__(
        self,
        aboard: cython.schar[::1],
        boarded: cython.int[::1],
        ridden: cython.int[::1],
        trains: cython.ushort[::1],
        regions: tuple,
        labels: cython.int[::1],
    ) -> None:
        """Runs, four times; ``regions``: a number each, one, two; rows of labels. All of them 0."""
        self.aboard, self.boarded, self.ridden, self.trains = aboard, boarded, ridden, trains
        self.seen, self.active, self.spans = regions
        self.labels = labels
        self.base = 1


@cython.cfunc
@cython.exceptval(check=False)
def _base(work: Work, span: cython.int) -> cython.int:
    """Where the numbers of trains of a scan begin that go less than ``span`` above it."""
    r: cython.int
    base: cython.int = work.base
    if base > 65535 - span:
        for r in range(cython.cast(cython.int, work.trains.shape[0])):
            work.trains[r] = 0
        base = 1
    work.base = base + span
    return base


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _come(
    region: cython.int, seen: cython.int[::1], active: cython.int[::1], count: cython.int
) -> cython.int:
    """Someone comes to a region; gives how many are active."""
    at: cython.int = count
    if seen[region]:
        return count
    seen[region] = 1
    while at > 0 and active[at - 1] > region:
        active[at] = active[at - 1]
        at -= 1
    active[at] = region
    return count + 1


@cython.cfunc
@cython.exceptval(check=False)
def _stretches(active: cython.int[::1], count: cython.int, spans: cython.int[::1]) -> cython.int:
    """The stretches (first region, the one after its last) of active regions; gives their number.

    Regions side by side are scanned in one go, and so are those with little between them: that
    costs less than to begin anew.
    """
    q: cython.int
    made: cython.int = 0
    for q in range(count):
        if made and active[q] - spans[2 * made - 1] <= GAP:
            spans[2 * made - 1] = active[q] + 1
        else:
            spans[2 * made] = active[q]
            spans[2 * made + 1] = active[q] + 1
            made += 1
    return made


def side_by_side(
    columns: Columns,
    order: cython.const[cython.int][::1],
    conn_call: cython.const[cython.int][::1],
    call_conn: cython.const[cython.int][::1],
    hops: cython.int[::1],
    late: cython.bint,
) -> None:
    """Lay the connections out in an order, ``HOP`` numbers each: run, from, to, arrival.

    Where one cannot change at the end of a connection to the train that it goes on as, "to" is the
    node where nobody alights; ``late``: where one cannot at its beginning, from what it was before,
    "from" is the node where nobody boards.
    """
    i: cython.int
    c: cython.int
    other: cython.int
    run: cython.const[cython.int][::1] = columns.run
    frm: cython.const[cython.int][::1] = columns.frm
    to: cython.const[cython.int][::1] = columns.to
    arr: cython.const[cython.int][::1] = columns.arr
    nodes: cython.int = cython.cast(cython.int, columns.change.shape[0]) - 2
    for i in range(cython.cast(cython.int, order.shape[0])):
        c = order[i]
        hops[4 * i] = run[c]
        hops[4 * i + 1] = frm[c]
        hops[4 * i + 2] = to[c]
        hops[4 * i + 3] = arr[c]
        if late:
            other = call_conn[conn_call[c] - 1] if conn_call[c] > 0 else -1
            if other >= 0 and to[other] != frm[c]:
                hops[4 * i + 1] = nodes
        else:
            other = call_conn[conn_call[c] + 1]
            if other >= 0 and frm[other] != to[c]:
                hops[4 * i + 2] = nodes + 1


@cython.cfunc
@cython.exceptval(check=False)
def _next_gain(
    hops: cython.p_int,
    aboard: cython.p_schar,
    ready: cython.p_int,
    row: cython.Py_ssize_t,
    gain: cython.p_int,
    i: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    d: cython.int,
) -> cython.Py_ssize_t:
    """The next connection that can be caught and arrives before ``gain``; or the end.

    In signs of numbers, because which way a branch goes could not be foretold, and each wrong guess
    costs as much as three connections.
    """
    while i < end:
        if (
            (hops[4 * i + 3] - gain[hops[4 * i + 2]])
            & ((ready[row + hops[4 * i + 1]] - d - 1) | aboard[hops[4 * i]])
        ) < 0:
            break
        i += 1
    return i


@cython.cfunc
@cython.exceptval(check=False)
def _next_gain_late(
    hops: cython.p_int,
    leads_on: cython.p_schar,
    labels: cython.p_int,
    gain: cython.p_int,
    begin: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    d: cython.int,
) -> cython.Py_ssize_t:
    """``_next_gain`` backwards, from the connection before ``i``: it leads to the goal and departs
    after ``gain``; or one before the begin."""
    while i > begin:
        i -= 1
        if (
            (gain[hops[4 * i + 1]] - d)
            & ((hops[4 * i + 3] - labels[hops[4 * i + 2]] - 1) | leads_on[hops[4 * i]])
        ) < 0:
            return i
    return begin - 1


def earliest(
    columns: Columns,
    work: Work,
    hops: cython.int[::1],
    labels: cython.int[::1],
    origin: cython.int,
    goal: cython.int,
    time: cython.int,
    until: cython.int,
    first: cython.int,
) -> cython.int:
    """Earliest arrival (CSA, section 3.1) at the station ``goal``, or at all stations if it is -1.

    ``labels`` has rows of one number a node: 0 best arrival by train, 1 arrival by train or on
    foot, 2 ready to board, 3 and 4 places in early order of the
    connections it was boarded and left at, 5 where the arrival was walked
    from, 6 where the readiness was; then how many connections were looked at. All but rows 0 to 2
    mean nothing where no time is. ``*_from`` is -1 by train, -2 at the start, -3 - n walked from
    node n of the start, else the node walked from. Stops where nothing earlier can be found for
    the goal. Gives the earliest arrival there.

    A connection is of no use where it arrives no sooner than another train did and one was ready to
    board: who sits in it could board it there as well. So few have to be looked at closely.
    """
    NEVER: cython.int = 2147483647
    dep: cython.const[cython.int][::1] = columns.dep
    change: cython.const[cython.int][::1] = columns.change
    walk_first: cython.const[cython.int][::1] = columns.walk_first
    walk_to: cython.const[cython.int][::1] = columns.walk_to
    walk_time: cython.const[cython.int][::1] = columns.walk_time
    region: cython.const[cython.int][::1] = columns.region
    order: cython.const[cython.int][::1] = columns.order
    block: cython.const[cython.int][::1] = columns.block
    aboard: cython.schar[::1] = work.aboard
    boarded: cython.int[::1] = work.boarded
    ridden: cython.int[::1] = work.ridden
    gain: cython.int[::1] = work.labels
    to: cython.const[cython.int][::1] = columns.to
    seen: cython.int[::1] = work.seen
    active: cython.int[::1] = work.active
    spans: cython.int[::1] = work.spans
    n: cython.int = cython.cast(cython.int, dep.shape[0])
    width: cython.int = cython.cast(cython.int, change.shape[0])
    regions: cython.int = columns.regions
    minutes: cython.int = cython.cast(cython.int, block.shape[0] - 1) // regions
    arrive: cython.int = width
    ready: cython.int = 2 * width
    on: cython.int = 3 * width
    off: cython.int = 4 * width
    arrive_from: cython.int = 5 * width
    ready_from: cython.int = 6 * width
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
    q: cython.int
    limit: cython.int
    minute: cython.int
    begin: cython.int
    end: cython.int
    stop: cython.int
    rides: cython.int = 0
    looked: cython.int = 0
    count: cython.int = 0
    known: cython.int = 0
    pieces: cython.int = 0
    best: cython.int = NEVER
    if cython.compiled:
        hop: cython.p_int = cython.address(hops[0])
        sits: cython.p_schar = cython.address(aboard[0])
        label: cython.p_int = cython.address(labels[0])
        gains: cython.p_int = cython.address(gain[0])
    else:
        hop, sits, label, gains = hops, aboard, labels, gain
    seen[0] = 1
    for i in range(3 * width):
        labels[i] = NEVER
    for i in range(width):
        gain[i] = NEVER
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        labels[arrive + u] = time
        labels[ready + u] = time
        labels[arrive_from + u] = -2
        labels[ready_from + u] = -2
        count = _come(region[u], seen, active, count)
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
                count = _come(region[w], seen, active, count)
    if goal >= 0:
        goal_first = columns.first_node[goal]
        goal_end = columns.first_node[goal + 1]
        for g in range(goal_first, goal_end):
            best = min(best, labels[arrive + columns.station_nodes[g]])
    minute = dep[first] // 60 if first < n else minutes
    limit = min(best, until + 1)
    while minute < minutes:
        d = 60 * minute
        if d >= limit:
            break
        q = -1
        while q < pieces:
            if q < 0:
                begin = block[minute * regions]
                end = block[minute * regions + 1]
            else:
                begin = block[minute * regions + spans[2 * q]]
                end = block[minute * regions + spans[2 * q + 1]]
            q += 1
            if regions == 1:
                begin = max(begin, first)
            looked += max(end - begin, 0)
            i = begin
            while i < end:
                stop = end
                if regions == 1:  # not only whole minutes
                    d = dep[i]
                    stop = i + 1
                    while stop < end and dep[stop] == d:
                        stop += 1
                i = cython.cast(cython.int, _next_gain(hop, sits, label, ready, gains, i, stop, d))
                if i == stop:
                    continue
                r = hops[4 * i]
                a = hops[4 * i + 3]
                i += 1
                if a >= limit:
                    continue
                v = hops[4 * i - 2]
                if v > width - 3:
                    v = to[order[i - 1]]
                if aboard[r] == 0:
                    aboard[r] = -1
                    boarded[r] = i - 1
                    ridden[rides] = r
                    rides += 1
                if a >= labels[v]:
                    continue
                labels[v] = a
                labels[on + v] = boarded[r]
                labels[off + v] = i - 1
                count = _come(region[v], seen, active, count)
                if a < labels[arrive + v]:
                    labels[arrive + v] = a
                    labels[arrive_from + v] = -1
                    for g in range(goal_first, goal_end):
                        if columns.station_nodes[g] == v:
                            best = a
                            limit = a
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
                        count = _come(region[w], seen, active, count)
                    if b < labels[arrive + w]:
                        labels[arrive + w] = b
                        labels[arrive_from + w] = v
                        for g in range(goal_first, goal_end):
                            if columns.station_nodes[g] == w:
                                best = min(best, b)
                                limit = min(limit, b)
                    gain[w] = max(labels[w], labels[ready + w])
                if v < width - 2:  # at the two others nobody can change
                    gain[v] = max(a, labels[ready + v])
            if q == 0 and count != known:
                pieces = _stretches(active, count, spans)
                known = count
        minute += 1
    for q in range(rides):
        aboard[ridden[q]] = 0
    for q in range(count):
        seen[active[q]] = 0
    labels[7 * width] = looked
    return best


def pareto(
    columns: Columns,
    work: Work,
    hops: cython.int[::1],
    labels: cython.int[::1],
    answers: cython.int[::1],
    layers: cython.int,
    fewest: cython.int,
    origin: cython.int,
    goal: cython.int,
    time: cython.int,
    until: cython.int,
    first: cython.int,
) -> cython.int:
    """Earliest arrival for every number of trains (CSA, section 3.1, with a label for each number).

    ``labels`` has for each node ``layers`` + 1 times five numbers, at ``(node * (layers + 1) +
    trains) * 5``: 0 ready to board, 1 arrival by train, 2 and 3 connections it was boarded and left
    at, 4 where the readiness was walked from, as in ``earliest``; then for each node the soonest
    one is ready with any number of trains (NEVER: its labels mean nothing), then the least number
    one is ready with (``layers`` + 1: none), then how many connections were looked at. A label that
    is no better than one of fewer trains is not kept. All who sit in a run share its time, so a run
    needs one number: the fewest trains it is boarded with, itself counted.

    ``fewest``: no journey has fewer trains. ``answers[4 * k]``, NEVER at first, is the arrival with
    k trains or fewer, then its node, where that was walked to from, and its number of trains. Gives
    1 if a journey with more than ``layers`` trains was cut off, else 0.
    """
    NEVER: cython.int = 2147483647
    dep: cython.const[cython.int][::1] = columns.dep
    change: cython.const[cython.int][::1] = columns.change
    walk_first: cython.const[cython.int][::1] = columns.walk_first
    walk_to: cython.const[cython.int][::1] = columns.walk_to
    walk_time: cython.const[cython.int][::1] = columns.walk_time
    region: cython.const[cython.int][::1] = columns.region
    order: cython.const[cython.int][::1] = columns.order
    block: cython.const[cython.int][::1] = columns.block
    to: cython.const[cython.int][::1] = columns.to
    trains: cython.ushort[::1] = work.trains
    boarded: cython.int[::1] = work.boarded
    seen: cython.int[::1] = work.seen
    active: cython.int[::1] = work.active
    spans: cython.int[::1] = work.spans
    n: cython.int = cython.cast(cython.int, dep.shape[0])
    width: cython.int = cython.cast(cython.int, change.shape[0])
    regions: cython.int = columns.regions
    minutes: cython.int = cython.cast(cython.int, block.shape[0] - 1) // regions
    base: cython.int = _base(work, layers + 2)
    size: cython.int = 5 * (layers + 1)
    soonest: cython.int = width * size
    least: cython.int = soonest + width
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
    q: cython.int
    minute: cython.int
    begin: cython.int
    end: cython.int
    looked: cython.int = 0
    count: cython.int = 0
    known: cython.int = 0
    pieces: cython.int = 0
    top: cython.int = layers
    cut: cython.int = 0
    seen[0] = 1
    for i in range(width):
        labels[soonest + i] = NEVER
        labels[least + i] = layers + 1
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        _blank(labels, u * size, size)
        labels[u * size] = time
        labels[u * size + 4] = -2
        labels[soonest + u] = time
        labels[least + u] = 0
        count = _come(region[u], seen, active, count)
    for i in range(columns.first_node[origin], columns.first_node[origin + 1]):
        u = columns.station_nodes[i]
        for e in range(walk_first[u], walk_first[u + 1]):
            w = walk_to[e]
            b = time + walk_time[e]
            if b <= until and b < labels[soonest + w]:
                _blank(labels, w * size, size)
                labels[w * size] = b
                labels[w * size + 4] = -3 - u
                labels[soonest + w] = b
                labels[least + w] = 0
                count = _come(region[w], seen, active, count)
    for g in range(goal_first, goal_end):
        v = columns.station_nodes[g]
        if labels[soonest + v] < answers[0]:
            for j in range(layers + 1):
                answers[4 * j] = labels[v * size]
                answers[4 * j + 1] = v
                answers[4 * j + 2] = labels[v * size + 4]
                answers[4 * j + 3] = 0
    minute = dep[first] // 60 if first < n else minutes
    while minute < minutes:
        d = 60 * minute
        if d >= answers[4 * top] or d > until:
            while top > 0 and answers[4 * top] <= d:
                top -= 1
            if top < fewest or d > until:
                break
        q = -1
        while q < pieces:
            if q < 0:
                begin = block[minute * regions]
                end = block[minute * regions + 1]
            else:
                begin = block[minute * regions + spans[2 * q]]
                end = block[minute * regions + spans[2 * q + 1]]
            q += 1
            if regions == 1:
                begin = max(begin, first)
            looked += max(end - begin, 0)
            for i in range(begin, end):
                if regions == 1:
                    d = dep[i]
                r = hops[4 * i]
                u = hops[4 * i + 1]
                k = trains[r] - base
                if k < 0:
                    if labels[soonest + u] > d:
                        continue
                    for j in range(labels[least + u], layers):
                        if labels[u * size + 5 * j] <= d:
                            k = j + 1
                            trains[r] = base + k
                            boarded[r] = i
                            break
                    else:
                        if top == layers:
                            cut = 1
                        continue
                elif labels[least + u] < k - 1:
                    for j in range(labels[least + u], k - 1):
                        if labels[u * size + 5 * j] <= d:
                            k = j + 1
                            trains[r] = base + k
                            boarded[r] = i
                            break
                a = hops[4 * i + 3]
                if k > top or a >= answers[4 * k] or a > until:
                    continue
                v = hops[4 * i + 2]
                if v > width - 3:
                    v = to[order[i]]
                for j in range(labels[least + v], k + 1):
                    if labels[v * size + 5 * j + 1] <= a:
                        break
                else:
                    if labels[soonest + v] == NEVER:
                        _blank(labels, v * size, size)
                        count = _come(region[v], seen, active, count)
                    x = v * size + 5 * k
                    labels[x + 1] = a
                    labels[x + 2] = boarded[r]
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
                        if b > until:
                            continue
                        if labels[soonest + w] == NEVER:
                            _blank(labels, w * size, size)
                            count = _come(region[w], seen, active, count)
                        elif b >= labels[x]:
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
            if q == 0 and count != known:
                pieces = _stretches(active, count, spans)
                known = count
        minute += 1
    for q in range(count):
        seen[active[q]] = 0
    labels[least + width] = looked
    return cut


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _blank(labels: cython.int[::1], begin: cython.int, size: cython.int) -> cython.void:
    """The times of a node that nobody came to before; the rest means nothing without a time."""
    j: cython.int
    for j in range(begin, begin + size, 5):
        labels[j] = 2147483647
        labels[j + 1] = 2147483647


def latest(
    columns: Columns,
    work: Work,
    hops: cython.int[::1],
    best: cython.int[::1],
    layers: cython.int,
    origin: cython.int,
    goal: cython.int,
    deadline: cython.int,
    since: cython.int,
) -> cython.int:
    """Latest departure, for every number of trains: the scan backwards from ``deadline``.

    ``hops``: the connections in late order. Labels[k, node]: the latest a train may arrive there
    for k more trains to do, or -1. A run's number is the fewest trains from it on, itself counted.
    ``best[k]``, -1 at first, is the latest start (one before ``since`` means nothing). Stops where
    no best[k] can grow. Gives 1 if a journey with more than ``layers`` trains was cut off.
    """
    dep: cython.const[cython.int][::1] = columns.dep
    change: cython.const[cython.int][::1] = columns.change
    back_first: cython.const[cython.int][::1] = columns.back_first
    back_from: cython.const[cython.int][::1] = columns.back_from
    back_time: cython.const[cython.int][::1] = columns.back_time
    region: cython.const[cython.int][::1] = columns.region
    block: cython.const[cython.int][::1] = columns.late_block
    frm: cython.const[cython.int][::1] = columns.frm
    order: cython.const[cython.int][::1] = columns.late_order
    trains: cython.ushort[::1] = work.trains
    seen: cython.int[::1] = work.seen
    active: cython.int[::1] = work.active
    spans: cython.int[::1] = work.spans
    labels: cython.int[::1] = work.labels
    width: cython.int = cython.cast(cython.int, change.shape[0])
    regions: cython.int = columns.regions
    minutes: cython.int = cython.cast(cython.int, block.shape[0] - 1) // regions
    base: cython.int = _base(work, layers + 2)
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
    q: cython.int
    minute: cython.int
    begin: cython.int
    count: cython.int = 0
    known: cython.int = 0
    pieces: cython.int = 0
    top: cython.int = layers
    cut: cython.int = 0
    seen[0] = 1
    for i in range((layers + 1) * width):
        labels[i] = -1
    for g in range(columns.first_node[goal], columns.first_node[goal + 1]):
        v = columns.station_nodes[g]
        count = _come(region[v], seen, active, count)
        for j in range(layers + 1):
            labels[j * width + v] = deadline
        for e in range(back_first[v], back_first[v + 1]):
            x = back_from[e]
            m = deadline - back_time[e]
            count = _come(region[x], seen, active, count)
            for j in range(layers + 1):
                labels[j * width + x] = max(labels[j * width + x], m)
            for k in range(start_first, start_end):
                if columns.station_nodes[k] == x:
                    for j in range(layers + 1):
                        best[j] = max(best[j], m)
    minute = min(minutes - 1, deadline // 60)
    while minute >= 0:
        d = 60 * minute if regions > 1 else 60 * minute + 59
        while top > 0 and best[top] >= d:
            top -= 1
        if top < 1 or d < since:
            break
        if count != known:
            pieces = _stretches(active, count, spans)
            known = count
        q = pieces
        while q >= 0:
            q -= 1
            if q >= 0:
                begin = block[minute * regions + spans[2 * q]]
                i = block[minute * regions + spans[2 * q + 1]]
            else:  # what takes no time is last
                begin = block[minute * regions]
                i = block[minute * regions + 1]
            while i > begin:
                i -= 1
                if regions == 1:
                    d = dep[i]
                r = hops[4 * i]
                v = hops[4 * i + 2]
                a = hops[4 * i + 3]
                k = trains[r] - base
                if k < 0:
                    k = layers + 1
                # above top nothing is kept up any more
                if k > 1 and labels[min(k - 2, top - 1) * width + v] >= a:
                    for j in range(k - 1):
                        if labels[j * width + v] >= a:
                            k = j + 1
                            trains[r] = base + k
                            break
                elif k > layers and top == layers and labels[layers * width + v] >= a:
                    cut = 1
                if k > layers:
                    continue
                u = hops[4 * i + 1]
                if u > width - 3:
                    u = frm[order[i]]
                count = _come(region[u], seen, active, count)
                if k <= top:
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
                        count = _come(region[x], seen, active, count)
                        for j in range(k, top + 1):
                            labels[j * width + x] = max(labels[j * width + x], m)
                        for g in range(start_first, start_end):
                            if columns.station_nodes[g] == x:
                                for j in range(k, top + 1):
                                    best[j] = max(best[j], m)
        minute -= 1
    for q in range(count):
        seen[active[q]] = 0
    return cut


def latest_any(
    columns: Columns,
    work: Work,
    hops: cython.int[::1],
    origin: cython.int,
    goal: cython.int,
    deadline: cython.int,
    since: cython.int,
) -> cython.int:
    """Latest departure with any number of trains, or -1; as ``latest`` with one layer of labels.

    Rows of labels: the latest a train may arrive there, the latest departure that is of use to who
    boards there, and the lesser of both: no earlier connection from there is of use.
    """
    dep: cython.const[cython.int][::1] = columns.dep
    change: cython.const[cython.int][::1] = columns.change
    back_first: cython.const[cython.int][::1] = columns.back_first
    back_from: cython.const[cython.int][::1] = columns.back_from
    back_time: cython.const[cython.int][::1] = columns.back_time
    region: cython.const[cython.int][::1] = columns.region
    block: cython.const[cython.int][::1] = columns.late_block
    leads_on: cython.schar[::1] = work.aboard
    ridden: cython.int[::1] = work.ridden
    frm: cython.const[cython.int][::1] = columns.frm
    order: cython.const[cython.int][::1] = columns.late_order
    seen: cython.int[::1] = work.seen
    active: cython.int[::1] = work.active
    spans: cython.int[::1] = work.spans
    labels: cython.int[::1] = work.labels
    width: cython.int = cython.cast(cython.int, change.shape[0])
    regions: cython.int = columns.regions
    minutes: cython.int = cython.cast(cython.int, block.shape[0] - 1) // regions
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
    q: cython.int
    minute: cython.int
    begin: cython.int
    rides: cython.int = 0
    stop: cython.int
    count: cython.int = 0
    known: cython.int = 0
    pieces: cython.int = 0
    best: cython.int = -1
    seen[0] = 1
    if cython.compiled:
        hop: cython.p_int = cython.address(hops[0])
        leads: cython.p_schar = cython.address(leads_on[0])
        label: cython.p_int = cython.address(labels[0])
        gains: cython.p_int = cython.address(labels[2 * width])
    else:
        hop, leads, label, gains = hops, leads_on, labels, memoryview(labels)[2 * width :]
    for i in range(3 * width):
        labels[i] = -1
    for g in range(columns.first_node[goal], columns.first_node[goal + 1]):
        v = columns.station_nodes[g]
        labels[v] = deadline
        count = _come(region[v], seen, active, count)
        for e in range(back_first[v], back_first[v + 1]):
            x = back_from[e]
            m = deadline - back_time[e]
            labels[x] = max(labels[x], m)
            count = _come(region[x], seen, active, count)
            for k in range(start_first, start_end):
                if columns.station_nodes[k] == x:
                    best = max(best, m)
    minute = min(minutes - 1, deadline // 60)
    while minute >= 0:
        d = 60 * minute if regions > 1 else 60 * minute + 59
        if d <= best or d < since:
            break
        if count != known:
            pieces = _stretches(active, count, spans)
            known = count
        q = pieces
        while q >= 0:
            q -= 1
            if q >= 0:
                begin = block[minute * regions + spans[2 * q]]
                i = block[minute * regions + spans[2 * q + 1]]
            else:  # what takes no time is last
                begin = block[minute * regions]
                i = block[minute * regions + 1]
            while i > begin:
                stop = begin
                if regions == 1:  # not only whole minutes
                    d = dep[i - 1]
                    stop = i - 1
                    while stop > begin and dep[stop - 1] == d:
                        stop -= 1
                i = cython.cast(cython.int, _next_gain_late(hop, leads, label, gains, stop, i, d))
                if i < stop:
                    i = stop
                    continue
                r = hops[4 * i]
                if leads_on[r] == 0:
                    leads_on[r] = -1
                    ridden[rides] = r
                    rides += 1
                u = hops[4 * i + 1]
                if u > width - 3:
                    u = frm[order[i]]
                labels[u] = max(labels[u], d - change[u])
                labels[width + u] = max(labels[width + u], d)
                count = _come(region[u], seen, active, count)
                for g in range(start_first, start_end):
                    if columns.station_nodes[g] == u:
                        best = max(best, d)
                for e in range(back_first[u], back_first[u + 1]):
                    x = back_from[e]
                    m = d - back_time[e]
                    labels[x] = max(labels[x], m)
                    labels[2 * width + x] = min(labels[x], labels[width + x])
                    count = _come(region[x], seen, active, count)
                    for g in range(start_first, start_end):
                        if columns.station_nodes[g] == x:
                            best = max(best, m)
                if u < width - 2:  # at the two others nobody can change
                    labels[2 * width + u] = min(labels[u], labels[width + u])
        minute -= 1
    for q in range(rides):
        leads_on[ridden[q]] = 0
    for q in range(count):
        seen[active[q]] = 0
    return best
