# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""The hot loops of the fare search: a connection scan over labels (time, yen paid, entry, trains).

Multi-criteria CSA (Dibbelt et al. 2013, section 5) with fares by entry and exit. A label is (t, c,
e, k): ready at t, c yen paid for closed tickets, e the entry of the open ticket, k trains. Whoever
leaves at x has paid c + F[e, x]. L1 beats L2 where t1 <= t2, k1 <= k2 and c1 + MD[e1, e2] <= c2,
MD[e1, e2] the most that e1 can cost more than e2 at any exit: the relaxed dominance of Euler,
Lindner and Borndoerfer (2022), the allowance of Conway and Stewart (2019), in closed form.

Labels lie in a pool of int32 records (``planner.search.records``) and form a list for each fare
node (a node of the timetable in one fare system) and each run. Nothing here raises; a full pool
gives -1.
"""

import cython


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _beats(
    pool: cython.int[::1],
    bits: cython.ulonglong[::1],
    worst: cython.const[cython.int][::1],
    row: cython.const[cython.int][::1],
    local: cython.const[cython.int][::1],
    p: cython.int,
    q: cython.int,
    watch: cython.int,
    same: cython.const[cython.int][::1],
    own: cython.int,
) -> cython.bint:
    """Whether record p is at least as good as q for all that may follow (times not compared).

    ``own``: the entry of a ticket begun at the node, -1 aboard a train.
    """
    W: cython.int = 12
    B: cython.int = 6
    e: cython.int = pool[p * W + 2]
    f: cython.int = pool[q * W + 2]
    m: cython.Py_ssize_t
    n: cython.Py_ssize_t
    j: cython.int
    words: cython.int = 4
    if pool[p * W + 3] > pool[q * W + 3] or pool[p * W + 11] != pool[q * W + 11]:
        return False
    if pool[p * W + 1] + worst[row[e] + local[f]] > pool[q * W + 1]:
        return False
    if watch:
        if pool[p * W + 9] != pool[q * W + 9]:
            return False
        if own < 0:
            words = 6
            if (pool[q * W + 10] & ~pool[p * W + 10]) or pool[p * W + 7] > pool[q * W + 7]:
                return False
        elif f == own and e != own:
            return False
        m = cython.cast(cython.Py_ssize_t, p) * B
        n = cython.cast(cython.Py_ssize_t, q) * B
        for j in range(words):
            if bits[m + j] & ~bits[n + j]:
                return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _insert(
    head: cython.int[::1],
    slot: cython.int,
    new: cython.int,
    timed: cython.int,
    pool: cython.int[::1],
    bits: cython.ulonglong[::1],
    worst: cython.const[cython.int][::1],
    row: cython.const[cython.int][::1],
    local: cython.const[cython.int][::1],
    watch: cython.int,
    same: cython.const[cython.int][::1],
    own: cython.int,
) -> cython.int:
    """Put record ``new`` into a list and take out what it beats.

    Gives 1 if it is in, 0 if a label that came by train beats it, 2 if only one beats it that has
    just bought its ticket there (and so cannot stay on the ticket it came with).
    """
    W: cython.int = 12
    at: cython.int = head[slot]
    before: cython.int
    t: cython.int = pool[new * W]
    beaten: cython.int = 0
    while at >= 0:
        if (
            (not timed or pool[at * W] <= t)
            and _beats(pool, bits, worst, row, local, at, new, watch, same, own)
            # of two as good aboard one train, who got on later has not been to and fro
            and (timed or not _beats(pool, bits, worst, row, local, new, at, watch, same, own))
        ):
            if pool[at * W + 10]:
                return 0
            beaten = 1
        at = pool[at * W + 4]
    if beaten:
        return 2
    before = -1
    at = head[slot]
    while at >= 0:
        if (not timed or t <= pool[at * W]) and _beats(
            pool, bits, worst, row, local, new, at, watch, same, own
        ):
            if before < 0:
                head[slot] = pool[at * W + 4]
            else:
                pool[before * W + 4] = pool[at * W + 4]
        else:
            before = at
        at = pool[at * W + 4]
    pool[new * W + 4] = head[slot]
    head[slot] = new
    return 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _answered(
    t: cython.int,
    c: cython.int,
    k: cython.int,
    answers: cython.int[::1],
    count: cython.int,
) -> cython.bint:
    """Whether there is an answer as early, as cheap and of as few trains."""
    A: cython.int = 6
    i: cython.int
    for i in range(count):
        if answers[i * A] <= t and answers[i * A + 1] <= c and answers[i * A + 2] <= k:
            return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _answer(
    t: cython.int,
    c: cython.int,
    k: cython.int,
    aboard: cython.int,
    off: cython.int,
    pool: cython.int[::1],
    answers: cython.int[::1],
    count: cython.int,
) -> cython.int:
    """Keep an answer that none beats, without those it beats; gives how many there are."""
    W: cython.int = 12
    A: cython.int = 6
    i: cython.int
    j: cython.int
    kept: cython.int = 0
    if _answered(t, c, k, answers, count):
        return count
    for i in range(count):
        if t <= answers[i * A] and c <= answers[i * A + 1] and k <= answers[i * A + 2]:
            continue
        if kept != i:
            for j in range(A):
                answers[kept * A + j] = answers[i * A + j]
        kept += 1
    answers[kept * A] = t
    answers[kept * A + 1] = c
    answers[kept * A + 2] = k
    answers[kept * A + 3] = pool[aboard * W + 5]
    answers[kept * A + 4] = pool[aboard * W + 6]
    answers[kept * A + 5] = off
    return kept + 1


@cython.cfunc
@cython.exceptval(check=False)
def _alight(
    pool: cython.int[::1],
    bits: cython.ulonglong[::1],
    node_bits: cython.ulonglong[::1],
    p: cython.int,
    q: cython.int,
) -> cython.bint:
    """Add the ride of record p (aboard) to its tickets, in q; False where it cannot be added.

    The fewest tickets of a chain come from cutting as late as possible; a label with more tickets
    than that is only worth keeping if a later repeat makes them necessary.
    """
    W: cython.int = 12
    B: cython.int = 6
    m: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, p) * B
    n: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, q) * B
    h: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, pool[p * W + 8]) * 2
    j: cython.int
    alone: cython.int = pool[p * W + 10]
    loops: cython.bint = pool[p * W + 7] > 0
    again: cython.bint
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    pool[q * W + 9] = pool[p * W + 9]
    if not (alone & 1) and _repeats(pool, bits, p):
        return False
    again = not (alone & 2) and (
        loops or (bits[m + 2] & bits[m + 4]) != 0 or (bits[m + 3] & bits[m + 5]) != 0
    )
    if again:
        pool[q * W + 9] -= 1
    for j in range(2):
        bits[n + j] = full if loops else bits[m + j] | bits[m + 4 + j]
        if loops:
            bits[n + 2 + j] = full
        elif again:
            bits[n + 2 + j] = bits[m + 4 + j] | node_bits[h + j]
        else:
            bits[n + 2 + j] = bits[m + 2 + j] | bits[m + 4 + j]
    return True


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _repeats(pool: cython.int[::1], bits: cython.ulonglong[::1], p: cython.int) -> cython.bint:
    """Whether the ride of record p (aboard) passes what its ticket has passed before."""
    W: cython.int = 12
    B: cython.int = 6
    m: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, p) * B
    return pool[p * W + 7] > 0 or (bits[m] & bits[m + 4]) != 0 or (bits[m + 1] & bits[m + 5]) != 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _begin(
    bits: cython.ulonglong[::1], node_bits: cython.ulonglong[::1], q: cython.int, node: cython.int
) -> cython.void:
    """The first ticket of a chain begins at a node with record q."""
    B: cython.int = 6
    n: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, q) * B
    h: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, node) * 2
    bits[n] = bits[n + 2] = node_bits[h]
    bits[n + 1] = bits[n + 3] = node_bits[h + 1]
    bits[n + 4] = bits[n + 5] = 0


@cython.cfunc
@cython.exceptval(check=False)
def _reach(
    reached: cython.int[::1],
    station: cython.int,
    t: cython.int,
    c: cython.int,
    aboard: cython.int,
    off: cython.int,
    pool: cython.int[::1],
) -> cython.void:
    """Note an arrival at a station if it is the cheapest or the soonest so far."""
    W: cython.int = 12
    at: cython.int = station * 10
    if c < reached[at] or (c == reached[at] and t < reached[at + 1]):
        reached[at] = c
        reached[at + 1] = t
        reached[at + 2] = pool[aboard * W + 5]
        reached[at + 3] = pool[aboard * W + 6]
        reached[at + 4] = off
    at += 5
    if t < reached[at] or (t == reached[at] and c < reached[at + 1]):
        reached[at] = t
        reached[at + 1] = c
        reached[at + 2] = pool[aboard * W + 5]
        reached[at + 3] = pool[aboard * W + 6]
        reached[at + 4] = off
    return


def scan(
    dep: cython.const[cython.int][::1],
    arr: cython.const[cython.int][::1],
    run: cython.const[cython.int][::1],
    hop: cython.const[cython.int][::1],
    system: cython.const[cython.int][::1],
    frm: cython.const[cython.int][::1],
    to: cython.const[cython.int][::1],
    exit_at: cython.const[cython.int][::1],
    entry_at: cython.const[cython.int][::1],
    border: cython.const[cython.int][::1],
    rails: cython.const[cython.int][::1],
    hop_bits: cython.ulonglong[::1],
    node_bits: cython.ulonglong[::1],
    fare_row: cython.const[cython.int][::1],
    fares: cython.const[cython.int][::1],
    row: cython.const[cython.int][::1],
    local: cython.const[cython.int][::1],
    worst: cython.const[cython.int][::1],
    same: cython.const[cython.int][::1],
    fresh: cython.const[cython.int][::1],
    node_exit: cython.const[cython.int][::1],
    joint: cython.const[cython.int][::1],
    express: cython.const[cython.int][::1],
    rail_width: cython.int,
    onward_first: cython.const[cython.int][::1],
    onward_to: cython.const[cython.int][::1],
    onward_time: cython.const[cython.int][::1],
    onward_keep: cython.const[cython.int][::1],
    node_goal: cython.const[cython.int][::1],
    least_fare: cython.const[cython.int][::1],
    least_time: cython.const[cython.int][::1],
    least_trains: cython.const[cython.int][::1],
    first: cython.int,
    until: cython.int,
    budget: cython.int,
    most_trains: cython.int,
    least: cython.int,
    fewest: cython.int,
    count_trains: cython.int,
    first_only: cython.int,
    watch: cython.int,
    split: cython.int,
    head: cython.int[::1],
    run_head: cython.int[::1],
    run_system: cython.int[::1],
    run_exit: cython.int[::1],
    pool: cython.int[::1],
    bits: cython.ulonglong[::1],
    used: cython.int,
    answers: cython.int[::1],
    known: cython.int,
    station: cython.const[cython.int][::1],
    reached: cython.int[::1],
    counter: cython.int[::1],
) -> cython.int:
    """Non-dominated (arrival, yen[, trains]) at the goal; the start's labels are in the lists.

    ``hop``: connection -> kind of hop. Columns of hops: ``system`` (-1: no price known),
    ``frm``/``to`` fare nodes (-1: no boarding / alighting), ``exit_at`` number of the arrival
    station in its system, ``entry_at`` entry of a ticket that begins at the departure, ``border``
    its fare node, ``rails`` 1 on the Shinkansen, ``hop_bits`` the watched stations it passes.
    Prices: ``fares[fare_row[entry] + exit]``, ``worst[row[e1] + local[e2]]`` = MD. ``same[entry]``:
    two tickets may cost less than one. ``fresh[node]``: entry of a ticket begun there.
    ``joint[entry]``: the entry once the Shinkansen is ridden.
    ``onward_*``: fare nodes that an arrival leads to, the node itself first; seconds; 1
    where the ticket stays open. ``node_goal``: seconds on foot to the goal (NEVER: not). Bounds:
    ``least_fare[entry]`` still to be paid, ``least_time[node]`` still to be travelled,
    ``least_trains[node]`` (all 0 where trains do not count); ``least``,
    ``fewest``: no answer has a lower fare, fewer trains. ``first_only``: only the earliest arrival.
    ``watch``: no ticket passes a watched station twice; ``split``: tickets may end at any change.
    ``known``: so many answers are there already (of parent record -2).
    ``station``: fare node -> station; ``reached``: for each station two records of 5, the cheapest
    (then soonest) and the soonest (then cheapest) arrival: yen and time, time and yen, then parent
    record and connections; empty where nobody asks for all stations. Answers are records too.
    Gives their number, or -1 where the pool is too small.
    """
    W: cython.int = 12
    A: cython.int = 6
    B: cython.int = 6
    Z: cython.int = 536870912
    n: cython.int = cython.cast(cython.int, len(dep))
    i: cython.int = first
    j: cython.int
    d: cython.int
    a: cython.int
    r: cython.int
    s: cython.int
    u: cython.int
    v: cython.int
    w: cython.int
    y: cython.int
    z: cython.int
    e: cython.int
    c: cython.int
    k: cython.int
    p: cython.int
    q: cython.int
    x: cython.int
    nxt: cython.int
    before: cython.int
    price: cython.int
    bound: cython.int
    valid: cython.bint
    option: cython.int
    result: cython.int
    count: cython.int = known
    soonest: cython.int = 2147483647
    room: cython.int = cython.cast(cython.int, len(pool)) // W - 2
    most: cython.int = cython.cast(cython.int, len(answers)) // A - 2
    labels: cython.int = 0
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    everywhere: cython.bint = len(reached) > 0
    m: cython.Py_ssize_t
    o: cython.Py_ssize_t
    h: cython.Py_ssize_t
    for j in range(count):
        soonest = min(soonest, answers[j * A])
    while i < n:
        d = dep[i]
        if d > until:
            break
        if soonest <= d:
            if first_only:
                break
            result = 0
            for j in range(count):
                if (
                    answers[j * A] <= d
                    and answers[j * A + 1] <= least
                    and answers[j * A + 2] <= fewest
                ):
                    result = 1
            if result:
                break
        r = run[i]
        z = hop[i]
        s = system[z]
        if run_head[r] >= 0 and run_system[r] != s:
            # a company border on a through train: the ticket ends, the traveller stays aboard
            p = run_head[r]
            run_head[r] = -1
            run_system[r] = s
            while p >= 0:
                nxt = pool[p * W + 4]
                price = fares[fare_row[pool[p * W + 2]] + run_exit[r]] if s >= 0 else Z
                valid = price < Z
                if valid and watch:
                    valid = _alight(pool, bits, node_bits, p, p)
                    if pool[p * W + 9] > 0 and not split:
                        valid = False
                if valid:
                    pool[p * W + 1] += price
                    pool[p * W + 2] = entry_at[z]
                    pool[p * W + 8] = border[z]
                    pool[p * W + 9] = 0
                    pool[p * W + 7] = 0
                    pool[p * W + 10] = 3
                    if watch:
                        _begin(bits, node_bits, p, pool[p * W + 8])
                    _insert(run_head, r, p, 0, pool, bits, worst, row, local, watch, same, -1)
                p = nxt
        if s < 0:
            i += 1
            continue
        u = frm[z]
        p = head[u] if u >= 0 else -1
        while p >= 0:
            if pool[p * W] <= d and pool[p * W + 3] + count_trains <= most_trains:
                k = pool[p * W + 3] + count_trains
                for option in range(2):
                    c = pool[p * W + 1]
                    e = pool[p * W + 2]
                    m = cython.cast(cython.Py_ssize_t, p) * B
                    if not option and watch and bits[m] == full and bits[m + 1] == full:
                        continue  # this ticket has passed a station twice: it can only be cut
                    if option:
                        # cut: a new ticket although the next train is of the same system
                        if e == fresh[u] or not (split or (watch and pool[p * W + 9] == 0)):
                            break
                        if not split and (bits[m] | bits[m + 1]) == 0:
                            break  # nothing passed so far can be passed again
                        if (
                            pool[p * W + 7] >= 0
                            and run[pool[p * W + 7]] == r
                            and d - pool[p * W] < 60
                        ):
                            break
                        price = fares[fare_row[e] + node_exit[u]]
                        if price >= Z:
                            break
                        c += price
                        e = fresh[u]
                    bound = c + least_fare[e]
                    if bound > budget or least_time[u] > until - d:
                        continue
                    if _answered(d + least_time[u], bound, k + least_trains[u] - 1, answers, count):
                        continue
                    if used >= room:
                        return -1
                    q = used * W
                    pool[q] = d
                    pool[q + 1] = c
                    pool[q + 2] = e
                    pool[q + 3] = k
                    pool[q + 5] = p
                    pool[q + 6] = i
                    pool[q + 7] = 0
                    pool[q + 8] = u
                    pool[q + 9] = pool[p * W + 9] + (1 if option and not split else 0)
                    pool[q + 10] = 0
                    if pool[p * W + 2] == fresh[u] or (option and split):
                        pool[q + 10] = 3
                    elif option:
                        pool[q + 10] = 1
                    pool[q + 11] = node_exit[u] if rails[z] else -1
                    if watch:
                        m = cython.cast(cython.Py_ssize_t, p) * B
                        o = cython.cast(cython.Py_ssize_t, used) * B
                        _begin(bits, node_bits, used, u)
                        if not option:
                            bits[o] = bits[m]
                            bits[o + 1] = bits[m + 1]
                        if not (option and split):
                            bits[o + 2] = bits[m + 2]
                            bits[o + 3] = bits[m + 3]
                    if (
                        _insert(
                            run_head, r, used, 0, pool, bits, worst, row, local, watch, same, -1
                        )
                        == 1
                    ):
                        used += 1
                        run_system[r] = s
            p = pool[p * W + 4]
        p = run_head[r]
        if p < 0:
            i += 1
            continue
        v = to[z]
        a = arr[i]
        x = exit_at[z]
        run_exit[r] = x
        before = -1
        while p >= 0:
            if watch:
                m = cython.cast(cython.Py_ssize_t, p) * B
                h = cython.cast(cython.Py_ssize_t, z) * 2
                o = cython.cast(cython.Py_ssize_t, pool[p * W + 8]) * 2
                for j in range(2):
                    if hop_bits[h + j] & (bits[m + 4 + j] | node_bits[o + j]):
                        pool[p * W + 7] = 1  # the train comes back to where it was
                    bits[m + 4 + j] |= hop_bits[h + j]
                if not (pool[p * W + 10] & 1) and _repeats(pool, bits, p):
                    # this ticket can go no further: take it off the train
                    p = pool[p * W + 4]
                    if before < 0:
                        run_head[r] = p
                    else:
                        pool[before * W + 4] = p
                    continue
                before = p
            if v < 0 or a > until:
                p = pool[p * W + 4]
                continue
            c = pool[p * W + 1]
            e = pool[p * W + 2]
            k = pool[p * W + 3]
            if rails[z]:
                price = express[pool[p * W + 11] * rail_width + x]
                if price >= Z:
                    p = pool[p * W + 4]
                    continue
                c += price
                e = joint[e]
            price = fares[fare_row[e] + x]
            bound = c + (least_fare[e] if node_goal[v] != 0 else 0)
            if bound > budget or _answered(
                a + least_time[v], bound, k + least_trains[v], answers, count
            ):
                p = pool[p * W + 4]
                continue
            if used + 1 + onward_first[v + 1] - onward_first[v] >= room or count >= most:
                return -1
            if watch and not _alight(pool, bits, node_bits, p, used):
                p = pool[p * W + 4]
                continue
            if not watch:
                pool[used * W + 9] = 0
            w = 1 if price < Z and (split or pool[used * W + 9] == 0) else 0
            y = pool[used * W + 9]
            if w and node_goal[v] <= until - a and c + price <= budget:
                count = _answer(a + node_goal[v], c + price, k, p, i, pool, answers, count)
                for j in range(count):
                    soonest = min(soonest, answers[j * A])
            if everywhere and w and c + price <= budget:
                _reach(reached, station[v], a, c + price, p, i, pool)
            if node_goal[v] == 0:
                p = pool[p * W + 4]
                continue
            o = cython.cast(cython.Py_ssize_t, used) * B
            q = used
            for j in range(onward_first[v], onward_first[v + 1]):
                nxt = onward_to[j]
                if a + onward_time[j] > until:
                    continue
                pool[q * W] = a + onward_time[j]
                if onward_keep[j]:
                    h = cython.cast(cython.Py_ssize_t, nxt) * 2
                    if watch and e == fresh[nxt] and (node_bits[h] | node_bits[h + 1]) != 0:
                        continue  # back where the ticket began: it leads nowhere any more
                    pool[q * W + 1] = c
                    pool[q * W + 2] = e
                    pool[q * W + 9] = y
                    if watch and q != used:
                        m = cython.cast(cython.Py_ssize_t, q) * B
                        bits[m] = bits[o]
                        bits[m + 1] = bits[o + 1]
                        bits[m + 2] = bits[o + 2]
                        bits[m + 3] = bits[o + 3]
                elif w:
                    if everywhere and c + price <= budget and station[nxt] != station[v]:
                        _reach(reached, station[nxt], a + onward_time[j], c + price, p, i, pool)
                    pool[q * W + 1] = c + price
                    pool[q * W + 2] = fresh[nxt]
                    pool[q * W + 9] = 0
                    if watch:
                        _begin(bits, node_bits, q, nxt)
                else:
                    continue
                bound = pool[q * W + 1] + least_fare[pool[q * W + 2]]
                result = -1
                if bound <= budget and not _answered(
                    pool[q * W] + least_time[nxt], bound, k + least_trains[nxt], answers, count
                ):
                    pool[q * W + 3] = k
                    pool[q * W + 5] = pool[p * W + 5]
                    pool[q * W + 6] = pool[p * W + 6]
                    pool[q * W + 7] = i
                    pool[q * W + 8] = nxt
                    pool[q * W + 10] = 1 if nxt == v else 0
                    pool[q * W + 11] = -1
                    labels += 1
                    result = _insert(
                        head, nxt, q, 1, pool, bits, worst, row, local, watch, same, fresh[nxt]
                    )
                    if result == 1:
                        q += 1
                if nxt == v and result == 0:
                    break
            used = q
            p = pool[p * W + 4]
        i += 1
    counter[0] = i - first
    counter[1] = labels
    counter[2] = used
    return count
