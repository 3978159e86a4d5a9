# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""The hot loops: connection scans on int32 columns (Dibbelt, Pajor, Strasser, Wagner, SEA 2013).

Ordinary Python, typed by annotations for Cython 3 (pure Python mode); runs uncompiled, slowly,
where no compiler exists. Nothing here raises; what does not happen has the time NEVER (int32 max).

Three labels a node, because someone who walked in is ready at once and may not walk on:
``train`` (best arrival by train), ``arrive`` (by train or on foot), ``ready`` (can board from).
"""

import cython


def earliest(
    dep: cython.const[cython.int][::1],
    arr: cython.const[cython.int][::1],
    frm: cython.const[cython.int][::1],
    to: cython.const[cython.int][::1],
    run: cython.const[cython.int][::1],
    change: cython.const[cython.int][::1],
    walk_first: cython.const[cython.int][::1],
    walk_to: cython.const[cython.int][::1],
    walk_time: cython.const[cython.int][::1],
    first: cython.int,
    until: cython.int,
    goal: cython.const[cython.int][::1],
    train: cython.int[::1],
    arrive: cython.int[::1],
    ready: cython.int[::1],
    boarded: cython.int[::1],
    train_on: cython.int[::1],
    train_off: cython.int[::1],
    arrive_from: cython.int[::1],
    ready_from: cython.int[::1],
    counter: cython.int[::1],
) -> cython.int:
    """Earliest arrival (CSA, section 3.1). Labels of the start are set by the caller.

    ``boarded[run]`` is the connection the run is first boarded at, or -1. ``train_on[node]``,
    ``train_off[node]``: connections of the train label. ``*_from``: node walked from, or -1.
    Stops where nothing earlier can be found for the goal nodes. Gives the earliest arrival at one.
    """
    NEVER: cython.int = 2147483647
    i: cython.int
    n: cython.int = cython.cast(cython.int, len(dep))
    d: cython.int
    a: cython.int
    b: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    w: cython.int
    e: cython.int
    best: cython.int = NEVER
    for v in range(cython.cast(cython.int, len(goal))):
        if goal[v] and arrive[v] < best:
            best = arrive[v]
    i = first
    while i < n:
        d = dep[i]
        if d >= best or d > until:
            break
        r = run[i]
        if boarded[r] < 0:
            u = frm[i]
            if ready[u] > d:
                i += 1
                continue
            boarded[r] = i
        v = to[i]
        a = arr[i]
        if a < train[v] and a <= until:
            train[v] = a
            train_on[v] = boarded[r]
            train_off[v] = i
            if a < arrive[v]:
                arrive[v] = a
                arrive_from[v] = -1
                if goal[v] and a < best:
                    best = a
            if a + change[v] < ready[v]:
                ready[v] = a + change[v]
                ready_from[v] = -1
            for e in range(walk_first[v], walk_first[v + 1]):
                w = walk_to[e]
                b = a + walk_time[e]
                if b > until:
                    continue
                if b < ready[w]:
                    ready[w] = b
                    ready_from[w] = v
                if b < arrive[w]:
                    arrive[w] = b
                    arrive_from[w] = v
                    if goal[w] and b < best:
                        best = b
        i += 1
    counter[0] = i - first
    return best


def pareto(
    dep: cython.const[cython.int][::1],
    arr: cython.const[cython.int][::1],
    frm: cython.const[cython.int][::1],
    to: cython.const[cython.int][::1],
    run: cython.const[cython.int][::1],
    change: cython.const[cython.int][::1],
    walk_first: cython.const[cython.int][::1],
    walk_to: cython.const[cython.int][::1],
    walk_time: cython.const[cython.int][::1],
    first: cython.int,
    until: cython.int,
    goal: cython.const[cython.int][::1],
    layers: cython.int,
    fewest: cython.int,
    train: cython.int[::1],
    arrive: cython.int[::1],
    ready: cython.int[::1],
    trains: cython.int[::1],
    boarded: cython.int[::1],
    train_on: cython.int[::1],
    train_off: cython.int[::1],
    arrive_from: cython.int[::1],
    ready_from: cython.int[::1],
    best: cython.int[::1],
    counter: cython.int[::1],
) -> cython.int:
    """Earliest arrival for every number of trains (CSA, section 3.1 with layers by trains).

    Labels lie as [trains, node]; label k holds what k trains or fewer reach. All who sit in a run
    share its time, so a run needs one number: the fewest trains it is boarded with, itself counted.
    ``fewest``: no journey has fewer trains. ``best[k]`` is the answer. Gives 1 if a journey with
    more than ``layers`` trains was cut off, else 0.
    """
    i: cython.int
    j: cython.int
    k: cython.int
    n: cython.int = cython.cast(cython.int, len(dep))
    nodes: cython.int = cython.cast(cython.int, len(change))
    row: cython.int
    d: cython.int
    a: cython.int
    b: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    w: cython.int
    e: cython.int
    top: cython.int = layers
    cut: cython.int = 0
    i = first
    while i < n:
        d = dep[i]
        while top > 0 and best[top] <= d:
            top -= 1
        if top < fewest or d > until:
            break
        r = run[i]
        u = frm[i]
        k = trains[r]
        if k > 1 and ready[(k - 2) * nodes + u] <= d:
            for j in range(k - 1):
                if ready[j * nodes + u] <= d:
                    k = j + 1
                    trains[r] = k
                    boarded[r] = i
                    break
        elif k > layers and top == layers and ready[layers * nodes + u] <= d:
            cut = 1
        if k <= top and arr[i] <= until:
            v = to[i]
            a = arr[i]
            for j in range(k, top + 1):
                row = j * nodes
                if a >= train[row + v]:
                    break
                train[row + v] = a
                train_on[row + v] = boarded[r]
                train_off[row + v] = i
                if a < arrive[row + v]:
                    arrive[row + v] = a
                    arrive_from[row + v] = -1
                    if goal[v] and a < best[j]:
                        best[j] = a
                if a + change[v] < ready[row + v]:
                    ready[row + v] = a + change[v]
                    ready_from[row + v] = -1
                for e in range(walk_first[v], walk_first[v + 1]):
                    w = walk_to[e]
                    b = a + walk_time[e]
                    if b > until:
                        continue
                    if b < ready[row + w]:
                        ready[row + w] = b
                        ready_from[row + w] = v
                    if b < arrive[row + w]:
                        arrive[row + w] = b
                        arrive_from[row + w] = v
                        if goal[w] and b < best[j]:
                            best[j] = b
        i += 1
    counter[0] = i - first
    return cut


def latest(
    dep: cython.const[cython.int][::1],
    arr: cython.const[cython.int][::1],
    frm: cython.const[cython.int][::1],
    to: cython.const[cython.int][::1],
    run: cython.const[cython.int][::1],
    change: cython.const[cython.int][::1],
    back_first: cython.const[cython.int][::1],
    back_from: cython.const[cython.int][::1],
    back_time: cython.const[cython.int][::1],
    last: cython.int,
    since: cython.int,
    start: cython.const[cython.int][::1],
    layers: cython.int,
    by_train: cython.int[::1],
    trains: cython.int[::1],
    best: cython.int[::1],
    counter: cython.int[::1],
) -> cython.int:
    """Latest departure, for every number of trains: the scan backwards from connection ``last``.

    ``by_train[k, node]``: the latest a train may arrive there for k more trains to do; the caller
    sets the goal's deadline (and that of nodes it is walked to from). ``trains[run]``: fewest
    trains from this run on, itself counted (``layers`` + 1: it leads nowhere). ``best[k]`` is the
    latest start (-1: none).
    Stops where no best[k] can grow. Gives 1 if a journey
    with more than ``layers`` trains was cut off.
    """
    i: cython.int = last
    j: cython.int
    k: cython.int
    m: cython.int
    nodes: cython.int = cython.cast(cython.int, len(change))
    d: cython.int
    a: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    e: cython.int
    x: cython.int
    top: cython.int = layers
    cut: cython.int = 0
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
        if k > 1 and by_train[(k - 2) * nodes + v] >= a:
            for j in range(k - 1):
                if by_train[j * nodes + v] >= a:
                    k = j + 1
                    trains[r] = k
                    break
        elif k > layers and top == layers and by_train[layers * nodes + v] >= a:
            cut = 1
        if k <= top:
            u = frm[i]
            m = d - change[u]
            for j in range(k, top + 1):
                if start[u] and d > best[j]:
                    best[j] = d
                by_train[j * nodes + u] = max(by_train[j * nodes + u], m)
                for e in range(back_first[u], back_first[u + 1]):
                    x = back_from[e]
                    by_train[j * nodes + x] = max(by_train[j * nodes + x], d - back_time[e])
                    if start[x] and d - back_time[e] > best[j]:
                        best[j] = d - back_time[e]
        i -= 1
    counter[0] = last - i
    return cut


def latest_any(
    dep: cython.const[cython.int][::1],
    arr: cython.const[cython.int][::1],
    frm: cython.const[cython.int][::1],
    to: cython.const[cython.int][::1],
    run: cython.const[cython.int][::1],
    change: cython.const[cython.int][::1],
    back_first: cython.const[cython.int][::1],
    back_from: cython.const[cython.int][::1],
    back_time: cython.const[cython.int][::1],
    last: cython.int,
    since: cython.int,
    start: cython.const[cython.int][::1],
    by_train: cython.int[::1],
    leads_on: cython.int[::1],
    counter: cython.int[::1],
) -> cython.int:
    """Latest departure with any number of trains, or -1. Labels as in ``latest``."""
    i: cython.int = last
    d: cython.int
    r: cython.int
    u: cython.int
    e: cython.int
    x: cython.int
    best: cython.int = -1
    while i >= 0:
        d = dep[i]
        if d <= best or d < since:
            break
        r = run[i]
        if leads_on[r] or by_train[to[i]] >= arr[i]:
            leads_on[r] = 1
            u = frm[i]
            if start[u] and d > best:
                best = d
            by_train[u] = max(by_train[u], d - change[u])
            for e in range(back_first[u], back_first[u + 1]):
                x = back_from[e]
                by_train[x] = max(by_train[x], d - back_time[e])
                if start[x] and d - back_time[e] > best:
                    best = d - back_time[e]
        i -= 1
    counter[0] = last - i
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _insert(
    key: cython.int,
    value: cython.int,
    slot: cython.int,
    head: cython.int[::1],
    keys: cython.int[::1],
    values: cython.int[::1],
    following: cython.int[::1],
    used: cython.int,
) -> cython.int:
    """Put (key, value) into a list that rises in both; gives the pool's new size."""
    before: cython.int = -1
    keep: cython.int = -1
    at: cython.int = head[slot]
    while at >= 0 and keys[at] < key:
        if values[at] < value:
            keep = at
        before = at
        at = following[at]
    if at >= 0 and values[at] <= value:
        return used
    before = keep
    if at >= 0 and keys[at] == key:
        at = following[at]
    keys[used] = key
    values[used] = value
    following[used] = at
    if before >= 0:
        following[before] = used
    else:
        head[slot] = used
    return used + 1


def profile(
    dep: cython.const[cython.int][::1],
    arr: cython.const[cython.int][::1],
    frm: cython.const[cython.int][::1],
    to: cython.const[cython.int][::1],
    run: cython.const[cython.int][::1],
    change: cython.const[cython.int][::1],
    back_first: cython.const[cython.int][::1],
    back_from: cython.const[cython.int][::1],
    back_time: cython.const[cython.int][::1],
    last: cython.int,
    since: cython.int,
    until: cython.int,
    start: cython.const[cython.int][::1],
    final: cython.const[cython.int][::1],
    onboard: cython.int[::1],
    head: cython.int[::1],
    keys: cython.int[::1],
    values: cython.int[::1],
    following: cython.int[::1],
    counter: cython.int[::1],
) -> cython.int:
    """All best (departure, arrival) pairs to one goal (profile CSA, section 3.2).

    Lists rise in departure and arrival: ``head[node]`` by arrival time at the node, and
    ``head[nodes]`` the start's own. ``final[node]``: seconds to the goal on foot (0 at it, NEVER
    where not). ``onboard[run]``: arrival by staying aboard. What is no better than a later start
    found already is not kept. Gives the pool's size, or -1 where the pool is too small.
    """
    NEVER: cython.int = 2147483647
    i: cython.int = last
    nodes: cython.int = cython.cast(cython.int, len(change))
    room: cython.int = cython.cast(cython.int, len(keys))
    used: cython.int = 0
    d: cython.int
    a: cython.int
    r: cython.int
    u: cython.int
    v: cython.int
    e: cython.int
    x: cython.int
    at: cython.int
    reach: cython.int
    while i >= 0:
        d = dep[i]
        if d < since:
            break
        a = arr[i]
        if a > until:
            i -= 1
            continue
        r = run[i]
        v = to[i]
        reach = onboard[r]
        if final[v] < NEVER - a and a + final[v] < reach and a + final[v] <= until:
            reach = a + final[v]
        at = head[v]
        while at >= 0 and keys[at] < a:
            at = following[at]
        if at >= 0 and values[at] < reach:
            reach = values[at]
        if reach < NEVER:
            onboard[r] = reach
            at = head[nodes]
            if at < 0 or keys[at] < d or values[at] > reach:
                u = frm[i]
                if used + 2 + 2 * (back_first[u + 1] - back_first[u]) > room:
                    return -1
                used = _insert(d - change[u], reach, u, head, keys, values, following, used)
                if start[u]:
                    used = _insert(d, reach, nodes, head, keys, values, following, used)
                for e in range(back_first[u], back_first[u + 1]):
                    x = back_from[e]
                    used = _insert(d - back_time[e], reach, x, head, keys, values, following, used)
                    if start[x]:
                        used = _insert(
                            d - back_time[e], reach, nodes, head, keys, values, following, used
                        )
        i -= 1
    counter[0] = last - i
    return used
