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


@cython.cclass
class Tables:
    """The columns of a fare view that scans read, bound once: see ``planner.search.fare_view``.

    ``hop``: connection -> kind of hop. Columns of hops: ``system`` (-1: no price known),
    ``frm``/``to`` fare nodes (-1: no boarding / alighting), ``exit_at`` number of the arrival
    station in its system, ``entry_at`` entry of a ticket that begins at the departure, ``border``
    its fare node, ``rails`` 1 on the Shinkansen. Prices: ``fares[fare_row[entry] + exit]``,
    ``worst[row[e1] + local[e2]]`` = MD. ``fresh[node]``: entry of a ticket begun there.
    ``joint[entry]``: the entry once the Shinkansen is ridden. ``base[entry]``: that without a
    discount, ``cheaper[entry * groups + onward_group]``: that of the ticket after it, with one;
    ``hop_group[hop * systems + system]``: that of who comes from a system by the same train.
    ``onward_*``: fare nodes that an arrival leads to, the node itself first; seconds; 1 where the
    ticket stays open.
    ``station``: fare node -> station. ``run_end``: run -> its last connection.
    """

    dep: cython.const[cython.int][::1]
    arr: cython.const[cython.int][::1]
    run: cython.const[cython.int][::1]
    hop: cython.const[cython.int][::1]
    system: cython.const[cython.int][::1]
    frm: cython.const[cython.int][::1]
    to: cython.const[cython.int][::1]
    exit_at: cython.const[cython.int][::1]
    entry_at: cython.const[cython.int][::1]
    border: cython.const[cython.int][::1]
    rails: cython.const[cython.int][::1]
    fare_row: cython.const[cython.int][::1]
    fares: cython.const[cython.int][::1]
    row: cython.const[cython.int][::1]
    local: cython.const[cython.int][::1]
    worst: cython.const[cython.int][::1]
    fresh: cython.const[cython.int][::1]
    node_exit: cython.const[cython.int][::1]
    joint: cython.const[cython.int][::1]
    express: cython.const[cython.int][::1]
    onward_first: cython.const[cython.int][::1]
    onward_to: cython.const[cython.int][::1]
    onward_time: cython.const[cython.int][::1]
    onward_keep: cython.const[cython.int][::1]
    station: cython.const[cython.int][::1]
    run_end: cython.const[cython.int][::1]
    base: cython.const[cython.int][::1]
    cheaper: cython.const[cython.int][::1]
    onward_group: cython.const[cython.int][::1]
    hop_group: cython.const[cython.int][::1]
    rail_width: cython.int
    groups: cython.int
    systems: cython.int
    apart: cython.bint

    def __init__(self, columns: dict, rail_width: cython.int) -> None:
        """``columns``: by the names above."""
        self.dep = columns["dep"]
        self.arr = columns["arr"]
        self.run = columns["run"]
        self.hop = columns["hop"]
        self.system = columns["system"]
        self.frm = columns["frm"]
        self.to = columns["to"]
        self.exit_at = columns["exit_at"]
        self.entry_at = columns["entry_at"]
        self.border = columns["border"]
        self.rails = columns["rails"]
        self.fare_row = columns["fare_row"]
        self.fares = columns["fares"]
        self.row = columns["row"]
        self.local = columns["local"]
        self.worst = columns["worst"]
        self.fresh = columns["fresh"]
        self.node_exit = columns["node_exit"]
        self.joint = columns["joint"]
        self.express = columns["express"]
        self.onward_first = columns["onward_first"]
        self.onward_to = columns["onward_to"]
        self.onward_time = columns["onward_time"]
        self.onward_keep = columns["onward_keep"]
        self.station = columns["station"]
        self.run_end = columns["run_end"]
        self.base = columns["base"]
        self.cheaper = columns["cheaper"]
        self.onward_group = columns["onward_group"]
        self.hop_group = columns["hop_group"]
        self.rail_width = rail_width
        self.apart = False
        for node in range(len(columns["node"])):  # nodes where each train has a ticket of its own
            first = columns["onward_first"][node]
            if first < columns["onward_first"][node + 1]:
                own = columns["onward_to"][first] == node
                self.apart = self.apart or (own and not columns["onward_keep"][first])
        self.systems = len(columns["hop_group"]) // max(len(columns["system"]), 1)
        self.groups = len(columns["cheaper"]) // max(len(columns["fare_row"]), 1)


@cython.cclass
class Room:
    """Where the labels of a scan lie, bound once for a view and a size; used again and again.

    ``pool``: records of labels (``planner.search.records``), ``bits`` theirs; ``head``: fare node,
    then run -> first label of its list; ``run_system``, ``run_exit``: the system a run is in, the
    last station it called at. ``touched``: runs with labels, ``is_touched`` 1 for each of them.
    Between two scans all of ``head`` is -1 and all of ``is_touched`` 0.
    """

    pool: cython.int[::1]
    bits: cython.ulonglong[::1]
    head: cython.int[::1]
    run_system: cython.int[::1]
    run_exit: cython.int[::1]
    touched: cython.int[::1]
    is_touched: cython.uchar[::1]
    nodes: cython.int
    count: cython.int

    def __init__(
        self, pool: cython.int[::1], bits: cython.ulonglong[::1], lists: tuple, nodes: cython.int
    ) -> None:
        """``lists``: head, run_system, run_exit, touched, is_touched; ``nodes``: fare nodes."""
        self.pool, self.bits, self.nodes, self.count = pool, bits, nodes, 0
        self.head, self.run_system, self.run_exit, self.touched, self.is_touched = lists


@cython.cclass
class Goal:
    """What a scan to one station knows of it, by fare node but for the entries.

    ``on_foot``: seconds on foot to the goal (NEVER: not). Bounds: ``least_fare[entry]`` still to be
    paid, ``least_time[node]`` still to be travelled, ``least_trains[node]`` (all 0 where trains do
    not count).
    """

    on_foot: cython.const[cython.int][::1]
    least_fare: cython.const[cython.int][::1]
    least_time: cython.const[cython.int][::1]
    least_trains: cython.const[cython.int][::1]

    def __init__(
        self,
        on_foot: cython.const[cython.int][::1],
        least_fare: cython.const[cython.int][::1],
        least_time: cython.const[cython.int][::1],
        least_trains: cython.const[cython.int][::1],
    ) -> None:
        """By the names above."""
        self.on_foot, self.least_fare = on_foot, least_fare
        self.least_time, self.least_trains = least_time, least_trains


@cython.cclass
class Everywhere:
    """A scan to all stations: what was reached, and what is still to be looked for.

    ``reached``: for each station two records of 5, the cheapest (then soonest) and the soonest
    (then cheapest) arrival: yen and time, time and yen, then parent record and connections; empty
    in a scan to a goal. ``wanted``: 1 for the stations that are asked for. ``bound``: the least
    fares of the scan's ``Goal``, worked out again while it runs. ``goal_row`` and ``least_fare``
    are the columns of the view that hold the bounds of every station; without them ``bound`` stays.
    """

    reached: cython.int[::1]
    bound: cython.int[::1]
    wanted: cython.const[cython.int][::1]
    goal_row: cython.const[cython.int][::1]
    least_fare: cython.const[cython.int][::1]

    def __init__(
        self,
        reached: cython.int[::1],
        bound: cython.int[::1],
        wanted: cython.const[cython.int][::1],
        goal_row: cython.const[cython.int][::1],
        least_fare: cython.const[cython.int][::1],
    ) -> None:
        """By the names above."""
        self.reached, self.bound, self.wanted = reached, bound, wanted
        self.goal_row, self.least_fare = goal_row, least_fare


@cython.cclass
class ByKm:
    """What prices a ticket with the Shinkansen on it by the km ridden (``planner.search.by_km``).

    Two numbers of tenths of a km lie in one word: all of them above, those on JR East below.
    ``hop_km``: of each hop. ``total_yen``, ``east_yen``: the two parts of the price by whole km.
    A stretch that may be ridden out and back has a bit: ``hop_turn``, ``node_turn``: hops and fare
    nodes that pass its beginning; ``turn_km``: what is taken off for riding it out and back.
    """

    hop_km: cython.const[cython.ulonglong][::1]
    hop_turn: cython.const[cython.ulonglong][::1]
    node_turn: cython.const[cython.ulonglong][::1]
    turn_km: cython.const[cython.ulonglong][::1]
    total_yen: cython.const[cython.int][::1]
    east_yen: cython.const[cython.int][::1]

    def __init__(self, words: tuple, yen: tuple) -> None:
        """``words``: hop_km, hop_turn, node_turn, turn_km; ``yen``: total_yen, east_yen."""
        self.hop_km, self.hop_turn, self.node_turn, self.turn_km = words
        self.total_yen, self.east_yen = yen


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _by_km(by_km: ByKm, price: cython.int, km: cython.ulonglong) -> cython.int:
    """The price of a ticket with the Shinkansen on it; ``price``: what it is at least."""
    Z: cython.int = 536870912
    total: cython.int = cython.cast(cython.int, ((km >> 32) + 9) // 10)
    east: cython.int = cython.cast(cython.int, ((km & 0xFFFFFFFF) + 9) // 10)
    if (
        price >= Z
        or total >= cython.cast(cython.int, len(by_km.total_yen))
        or east >= cython.cast(cython.int, len(by_km.east_yen))
    ):
        return Z
    return min(by_km.total_yen[total] + by_km.east_yen[east], Z)


@cython.cfunc
@cython.exceptval(check=False)
def _ridden(
    by_km: ByKm, bits: cython.ulonglong[::1], m: cython.Py_ssize_t, hop: cython.int
) -> cython.void:
    """Add the km of a hop to a label's ticket; a stretch ridden out and back does not count."""
    j: cython.int
    turned: cython.ulonglong = bits[m + 7] & by_km.hop_turn[hop]
    low: cython.ulonglong = 0xFFFFFFFF
    less: cython.ulonglong
    bits[m + 6] += by_km.hop_km[hop]
    bits[m + 7] |= by_km.hop_turn[hop]
    if turned == 0:
        return
    for j in range(cython.cast(cython.int, len(by_km.turn_km))):
        less = by_km.turn_km[j]
        if (turned >> j) & 1:
            if bits[m + 6] >> 32 < less >> 32 or (bits[m + 6] & low) < (less & low):
                bits[m + 6] = 0
            else:
                bits[m + 6] -= less
    return


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _beats(
    room: Room,
    tables: Tables,
    p: cython.int,
    q: cython.int,
    watch: cython.int,
    own: cython.int,
) -> cython.bint:
    """Whether record p is at least as good as q for all that may follow (times not compared).

    ``own``: the entry of a ticket begun at the node, -1 aboard a train.
    """
    W: cython.int = 12
    B: cython.int = 8
    low: cython.ulonglong = 0xFFFFFFFF
    e: cython.int = room.pool[p * W + 2]
    f: cython.int = room.pool[q * W + 2]
    m: cython.Py_ssize_t
    n: cython.Py_ssize_t
    j: cython.int
    words: cython.int = 4
    if (
        room.pool[p * W + 3] > room.pool[q * W + 3]
        or room.pool[p * W + 11] != room.pool[q * W + 11]
    ):
        return False
    if room.pool[p * W + 1] + tables.worst[tables.row[e] + tables.local[f]] > room.pool[q * W + 1]:
        return False
    if watch:
        if room.pool[p * W + 9] != room.pool[q * W + 9]:
            return False
        if own < 0:
            words = 6
            if (room.pool[q * W + 10] & ~room.pool[p * W + 10]) or room.pool[p * W + 7] > room.pool[
                q * W + 7
            ]:
                return False
        elif tables.base[f] == own and tables.base[e] != own:
            return False
        m = cython.cast(cython.Py_ssize_t, p) * B
        n = cython.cast(cython.Py_ssize_t, q) * B
        for j in range(words):
            if room.bits[m + j] & ~room.bits[n + j]:
                return False
        if watch == 2 and (
            # whoever may pay by the km ridden must have ridden no more, and paid no more before
            room.pool[p * W + 1] > room.pool[q * W + 1]
            or room.bits[m + 6] >> 32 > room.bits[n + 6] >> 32
            or (room.bits[m + 6] & low) > (room.bits[n + 6] & low)
            or (room.bits[n + 7] & ~room.bits[m + 7]) != 0
        ):
            return False
    return True


@cython.cfunc
@cython.exceptval(check=False)
def _insert(
    room: Room,
    tables: Tables,
    slot: cython.Py_ssize_t,
    new: cython.int,
    timed: cython.int,
    watch: cython.int,
    own: cython.int,
) -> cython.int:
    """Put record ``new`` into a list and take out what it beats.

    Gives 1 if it is in, 0 if a label that came by train beats it, 2 if only one beats it that has
    just bought its ticket there (and so cannot stay on the ticket it came with).
    """
    W: cython.int = 12
    at: cython.int = room.head[slot]
    before: cython.int
    t: cython.int = room.pool[new * W]
    beaten: cython.int = 0
    while at >= 0:
        if (
            (not timed or room.pool[at * W] <= t)
            and _beats(room, tables, at, new, watch, own)
            # of two as good aboard one train, who got on later has not been to and fro
            and (timed or not _beats(room, tables, new, at, watch, own))
        ):
            if room.pool[at * W + 10]:
                return 0
            beaten = 1
        at = room.pool[at * W + 4]
    if beaten:
        return 2
    before = -1
    at = room.head[slot]
    while at >= 0:
        if (not timed or t <= room.pool[at * W]) and _beats(room, tables, new, at, watch, own):
            if before < 0:
                room.head[slot] = room.pool[at * W + 4]
            else:
                room.pool[before * W + 4] = room.pool[at * W + 4]
        else:
            before = at
        at = room.pool[at * W + 4]
    room.pool[new * W + 4] = room.head[slot]
    room.head[slot] = new
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
    room: Room,
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
    answers[kept * A + 3] = room.pool[aboard * W + 5]
    answers[kept * A + 4] = room.pool[aboard * W + 6]
    answers[kept * A + 5] = off
    return kept + 1


@cython.cfunc
@cython.exceptval(check=False)
def _alight(
    room: Room,
    node_bits: cython.ulonglong[::1],
    p: cython.int,
    q: cython.int,
) -> cython.bint:
    """Add the ride of record p (aboard) to its tickets, in q; False where it cannot be added.

    The fewest tickets of a chain come from cutting as late as possible; a label with more tickets
    than that is only worth keeping if a later repeat makes them necessary.
    """
    W: cython.int = 12
    B: cython.int = 8
    m: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, p) * B
    n: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, q) * B
    h: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, room.pool[p * W + 8]) * 2
    j: cython.int
    alone: cython.int = room.pool[p * W + 10]
    loops: cython.bint = room.pool[p * W + 7] > 0
    again: cython.bint
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    room.pool[q * W + 9] = room.pool[p * W + 9]
    if not (alone & 1) and _repeats(room, p):
        return False
    again = not (alone & 2) and (
        loops
        or (room.bits[m + 2] & room.bits[m + 4]) != 0
        or (room.bits[m + 3] & room.bits[m + 5]) != 0
    )
    if again:
        room.pool[q * W + 9] -= 1
    room.bits[n + 6] = room.bits[m + 6]
    room.bits[n + 7] = room.bits[m + 7]
    for j in range(2):
        room.bits[n + j] = full if loops else room.bits[m + j] | room.bits[m + 4 + j]
        if loops:
            room.bits[n + 2 + j] = full
        elif again:
            room.bits[n + 2 + j] = room.bits[m + 4 + j] | node_bits[h + j]
        else:
            room.bits[n + 2 + j] = room.bits[m + 2 + j] | room.bits[m + 4 + j]
    return True


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _repeats(room: Room, p: cython.int) -> cython.bint:
    """Whether the ride of record p (aboard) passes what its ticket has passed before."""
    W: cython.int = 12
    B: cython.int = 8
    m: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, p) * B
    return (
        room.pool[p * W + 7] > 0
        or (room.bits[m] & room.bits[m + 4]) != 0
        or (room.bits[m + 1] & room.bits[m + 5]) != 0
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _begin(
    room: Room,
    node_bits: cython.ulonglong[::1],
    by_km: ByKm,
    q: cython.int,
    node: cython.int,
    watch: cython.int,
) -> cython.void:
    """The first ticket of a chain begins at a node with record q."""
    B: cython.int = 8
    n: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, q) * B
    h: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, node) * 2
    plain: cython.ulonglong = 0x8000000000000000
    room.bits[n] = room.bits[n + 2] = node_bits[h]
    room.bits[n + 1] = room.bits[n + 3] = node_bits[h + 1]
    room.bits[n + 4] = room.bits[n + 5] = room.bits[n + 6] = 0
    room.bits[n + 7] = 0
    if watch == 2:
        room.bits[n + 7] = by_km.node_turn[node] | plain


@cython.cfunc
@cython.exceptval(check=False)
def _reach(
    reached: cython.int[::1],
    station: cython.int,
    t: cython.int,
    c: cython.int,
    aboard: cython.int,
    off: cython.int,
    room: Room,
) -> cython.void:
    """Note an arrival at a station if it is the cheapest or the soonest so far."""
    W: cython.int = 12
    at: cython.int = station * 10
    if c < reached[at] or (c == reached[at] and t < reached[at + 1]):
        reached[at] = c
        reached[at + 1] = t
        reached[at + 2] = room.pool[aboard * W + 5]
        reached[at + 3] = room.pool[aboard * W + 6]
        reached[at + 4] = off
    at += 5
    if t < reached[at] or (t == reached[at] and c < reached[at + 1]):
        reached[at] = t
        reached[at + 1] = c
        reached[at + 2] = room.pool[aboard * W + 5]
        reached[at + 3] = room.pool[aboard * W + 6]
        reached[at + 4] = off
    return


@cython.cfunc
@cython.exceptval(check=False)
def _bound(everywhere: Everywhere, budget: cython.int, d: cython.int) -> cython.void:
    """Work out again what a label of each entry may have paid at most, as its least fare.

    A station is done with where nothing that departs from ``d`` on can be cheaper or sooner there.
    Who holds entry e and has paid c can be of use to station x only if c + least_fare[x, e] is no
    more than the least yen known there (the budget, as long as x may be reached sooner).
    """
    Z: cython.int = 536870912
    N: cython.int = 2147483647
    reached: cython.int[::1] = everywhere.reached
    bound: cython.int[::1] = everywhere.bound
    least: cython.const[cython.int][::1] = everywhere.least_fare
    entries: cython.int = cython.cast(cython.int, len(bound))
    x: cython.int
    e: cython.int
    at: cython.int
    most: cython.int
    row: cython.Py_ssize_t
    for e in range(entries):
        bound[e] = Z
    for x in range(cython.cast(cython.int, len(everywhere.wanted))):
        if not everywhere.wanted[x] or everywhere.goal_row[x] < 0:
            continue
        at = x * 10
        if reached[at] == N or reached[at + 5] >= d:
            most = budget
        elif reached[at + 1] > d:
            most = reached[at]
        else:
            most = reached[at] - 1
        row = cython.cast(cython.Py_ssize_t, everywhere.goal_row[x]) * entries
        for e in range(entries):
            bound[e] = min(bound[e], least[row + e] + (budget - most))
    return


@cython.cfunc
@cython.exceptval(check=False)
def _sweep(
    tables: Tables,
    room: Room,
    goal: Goal,
    i: cython.int,
    d: cython.int,
    until: cython.int,
    budget: cython.int,
    answers: cython.int[::1],
    count: cython.int,
    count_trains: cython.int,
    cuts: cython.int,
) -> cython.int:
    """Take out every label that can lead to nothing any more; gives how many are left.

    ``i``: the next connection, ``d`` its departure; ``cuts``: tickets may end at a change (2), or
    where the fewest tickets need it (1).
    """
    W: cython.int = 12
    Z: cython.int = 536870912
    pool: cython.int[::1] = room.pool
    head: cython.int[::1] = room.head
    left: cython.int = 0
    kept: cython.int = 0
    u: cython.int
    j: cython.int
    p: cython.int
    t: cython.int
    e: cython.int
    k: cython.int
    bound: cython.int
    before: cython.int
    alive: cython.bint
    for u in range(room.nodes):
        before = -1
        p = head[u]
        while p >= 0:
            t = max(d, pool[p * W]) + goal.least_time[u]
            e = pool[p * W + 2]
            k = pool[p * W + 3] + count_trains + max(goal.least_trains[u] - 1, 0)
            alive = False
            if t <= until:
                bound = pool[p * W + 1] + goal.least_fare[e]
                alive = bound <= budget and not _answered(t, bound, k, answers, count)
                if not alive and (cuts == 2 or (cuts and pool[p * W + 9] == 0)):
                    bound = tables.fares[tables.fare_row[e] + tables.node_exit[u]]
                    if bound < Z:
                        bound += pool[p * W + 1] + goal.least_fare[tables.fresh[u]]
                        alive = bound <= budget and not _answered(t, bound, k, answers, count)
            if alive:
                before = p
                left += 1
            elif before < 0:
                head[u] = pool[p * W + 4]
            else:
                pool[before * W + 4] = pool[p * W + 4]
            p = pool[p * W + 4]
    for j in range(room.count):
        u = room.nodes + room.touched[j]
        before = -1
        p = head[u]
        while p >= 0:
            bound = pool[p * W + 1] + goal.least_fare[pool[p * W + 2]]
            if (
                tables.run_end[room.touched[j]] >= i
                and bound <= budget
                and not _answered(d, bound, pool[p * W + 3], answers, count)
            ):
                before = p
                left += 1
            elif before < 0:
                head[u] = pool[p * W + 4]
            else:
                pool[before * W + 4] = pool[p * W + 4]
            p = pool[p * W + 4]
        if head[u] >= 0:
            room.touched[kept] = room.touched[j]
            kept += 1
        else:
            room.is_touched[room.touched[j]] = 0
    room.count = kept
    return left


@cython.cfunc
@cython.exceptval(check=False)
def _clear(room: Room) -> cython.void:
    """Leave all lists empty."""
    j: cython.int
    for j in range(room.nodes):
        room.head[j] = -1
    for j in range(room.count):
        room.head[room.nodes + room.touched[j]] = -1
        room.is_touched[room.touched[j]] = 0
    room.count = 0
    return


def scan(
    tables: Tables,
    room: Room,
    goal: Goal,
    hop_bits: cython.ulonglong[::1],
    node_bits: cython.ulonglong[::1],
    loops: cython.const[cython.uchar][::1],
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
    used: cython.int,
    answers: cython.int[::1],
    known: cython.int,
    everywhere: Everywhere,
    by_km: ByKm,
    counter: cython.int[::1],
) -> cython.int:
    """Non-dominated (arrival, yen[, trains]) at the goal; the start's labels are in the lists.

    ``hop_bits``: the watched stations that hops pass, ``node_bits``: those that fare nodes are;
    ``loops``: 1 for runs that pass a station twice by themselves; read only where some are watched.
    ``least``, ``fewest``: no answer has a lower fare, fewer trains. ``first_only``: only the
    earliest arrival. ``watch``: no ticket passes a watched station twice (1), and those with the
    Shinkansen on them are charged by the km ridden (2); ``split``: tickets may end at any change.
    ``known``: so many answers are there already (of parent record -2); answers are records too.
    Gives their number, or -1 where the pool is too small; the lists are empty again, the records
    stay. ``counter``: connections looked at, labels made, records used.
    """
    dep: cython.const[cython.int][::1] = tables.dep
    arr: cython.const[cython.int][::1] = tables.arr
    run: cython.const[cython.int][::1] = tables.run
    hop: cython.const[cython.int][::1] = tables.hop
    system: cython.const[cython.int][::1] = tables.system
    frm: cython.const[cython.int][::1] = tables.frm
    to: cython.const[cython.int][::1] = tables.to
    exit_at: cython.const[cython.int][::1] = tables.exit_at
    entry_at: cython.const[cython.int][::1] = tables.entry_at
    border: cython.const[cython.int][::1] = tables.border
    rails: cython.const[cython.int][::1] = tables.rails
    fare_row: cython.const[cython.int][::1] = tables.fare_row
    fares: cython.const[cython.int][::1] = tables.fares
    fresh: cython.const[cython.int][::1] = tables.fresh
    node_exit: cython.const[cython.int][::1] = tables.node_exit
    joint: cython.const[cython.int][::1] = tables.joint
    express: cython.const[cython.int][::1] = tables.express
    onward_first: cython.const[cython.int][::1] = tables.onward_first
    onward_to: cython.const[cython.int][::1] = tables.onward_to
    onward_time: cython.const[cython.int][::1] = tables.onward_time
    onward_keep: cython.const[cython.int][::1] = tables.onward_keep
    station: cython.const[cython.int][::1] = tables.station
    node_goal: cython.const[cython.int][::1] = goal.on_foot
    least_fare: cython.const[cython.int][::1] = goal.least_fare
    least_time: cython.const[cython.int][::1] = goal.least_time
    least_trains: cython.const[cython.int][::1] = goal.least_trains
    head: cython.int[::1] = room.head
    run_system: cython.int[::1] = room.run_system
    run_exit: cython.int[::1] = room.run_exit
    pool: cython.int[::1] = room.pool
    bits: cython.ulonglong[::1] = room.bits
    reached: cython.int[::1] = everywhere.reached
    base: cython.const[cython.int][::1] = tables.base
    rail_width: cython.int = tables.rail_width
    groups: cython.int = tables.groups
    apart: cython.bint = tables.apart
    z2: cython.int
    runs: cython.Py_ssize_t = room.nodes
    W: cython.int = 12
    A: cython.int = 6
    B: cython.int = 8
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
    size: cython.int = cython.cast(cython.int, len(pool)) // W - 2
    most: cython.int = cython.cast(cython.int, len(answers)) // A - 2
    labels: cython.int = 0
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    joined: cython.ulonglong = 0x7FFFFFFFFFFFFFFF
    gates: cython.int = (
        60  # seconds a train stands for one to go out, buy a ticket, and get back on
    )
    is_all: cython.bint = len(reached) > 0
    bounded: cython.bint = is_all and len(everywhere.least_fare) > 0
    step: cython.int = 512
    pause: cython.int = first + step
    m: cython.Py_ssize_t
    o: cython.Py_ssize_t
    h: cython.Py_ssize_t
    for j in range(count):
        soonest = min(soonest, answers[j * A])
    if bounded:
        _bound(everywhere, budget, 0)
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
        if i >= pause:
            if bounded:
                _bound(everywhere, budget, d)
            if not _sweep(
                tables, room, goal, i, d, until, budget, answers, count, count_trains,
                2 if split else min(watch, 1),
            ):  # fmt: skip
                break
            step = min(2 * step, 2048)
            pause = i + step
        r = run[i]
        z = hop[i]
        u = frm[z]
        if not room.is_touched[r] and (u < 0 or head[u] < 0):
            i += 1
            continue  # nobody is aboard, nobody waits
        s = system[z]
        if head[runs + r] >= 0 and run_system[r] != s:
            # a company border on a through train: the ticket ends, the traveller stays aboard
            p = head[runs + r]
            head[runs + r] = -1
            w = run_system[r]
            run_system[r] = s
            while p >= 0:
                nxt = pool[p * W + 4]
                price = fares[fare_row[pool[p * W + 2]] + run_exit[r]] if s >= 0 else Z
                m = cython.cast(cython.Py_ssize_t, p) * B
                if watch == 2 and not bits[m + 7] >> 63:
                    price = _by_km(by_km, price, bits[m + 6])
                valid = price < Z
                if valid and watch:
                    valid = _alight(room, node_bits, p, p)
                    if pool[p * W + 9] > 0 and not split:
                        valid = False
                if valid:
                    pool[p * W + 1] += price
                    z2 = -1
                    if groups and tables.hop_group[z * tables.systems + w] >= 0:
                        z2 = tables.cheaper[
                            pool[p * W + 2] * groups + tables.hop_group[z * tables.systems + w]
                        ]
                    pool[p * W + 2] = z2 if z2 >= 0 else entry_at[z]
                    pool[p * W + 8] = border[z]
                    pool[p * W + 9] = 0
                    pool[p * W + 7] = 0
                    pool[p * W + 10] = 3
                    if watch:
                        _begin(room, node_bits, by_km, p, pool[p * W + 8], watch)
                    _insert(room, tables, runs + r, p, 0, watch, -1)
                p = nxt
        if s < 0:
            i += 1
            continue
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
                        if base[e] == fresh[u] or not (split or (watch and pool[p * W + 9] == 0)):
                            break
                        if not split and not loops[r] and (bits[m] | bits[m + 1]) == 0:
                            break  # nothing passed so far can be passed again
                        if (
                            pool[p * W + 7] >= 0
                            and run[pool[p * W + 7]] == r
                            and d - pool[p * W] < gates
                        ):
                            break
                        price = fares[fare_row[e] + node_exit[u]]
                        if watch == 2 and not bits[m + 7] >> 63:
                            price = _by_km(by_km, price, bits[m + 6])
                        if price >= Z:
                            break
                        c += price
                        e = fresh[u]
                    bound = c + least_fare[e]
                    if bound > budget or least_time[u] > until - d:
                        continue
                    if _answered(
                        d + least_time[u], bound, k + max(least_trains[u] - 1, 0), answers, count
                    ):
                        continue
                    if (
                        apart
                        and not option
                        and base[e] == fresh[u]
                        and pool[p * W + 7] >= 0
                        and run[pool[p * W + 7]] == r
                        and to[hop[pool[p * W + 7]]] == u
                        and onward_first[u] < onward_first[u + 1]
                        and onward_to[onward_first[u]] == u
                        and not onward_keep[onward_first[u]]
                    ):
                        break  # off and on the same train, only for a second ticket
                    if used >= size:
                        _clear(room)
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
                    y = pool[p * W + 2]
                    if (base[y] if groups else y) == fresh[u] or (option and split):
                        pool[q + 10] = 3
                    elif option:
                        pool[q + 10] = 1
                    pool[q + 11] = node_exit[u] if rails[z] else -1
                    if watch:
                        m = cython.cast(cython.Py_ssize_t, p) * B
                        o = cython.cast(cython.Py_ssize_t, used) * B
                        _begin(room, node_bits, by_km, used, u, watch)
                        if not option:
                            bits[o] = bits[m]
                            bits[o + 1] = bits[m + 1]
                            bits[o + 6] = bits[m + 6]
                            bits[o + 7] = bits[m + 7]
                        if not (option and split):
                            bits[o + 2] = bits[m + 2]
                            bits[o + 3] = bits[m + 3]
                    if _insert(room, tables, runs + r, used, 0, watch, -1) == 1:
                        used += 1
                        run_system[r] = s
                        if not room.is_touched[r]:
                            room.is_touched[r] = 1
                            room.touched[room.count] = r
                            room.count += 1
            p = pool[p * W + 4]
        p = head[runs + r]
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
                if watch == 2:
                    _ridden(by_km, bits, m, z)
                if not (pool[p * W + 10] & 1) and _repeats(room, p):
                    # this ticket can go no further: take it off the train
                    p = pool[p * W + 4]
                    if before < 0:
                        head[runs + r] = p
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
                price = express[pool[p * W + 11] * rail_width + x] if pool[p * W + 11] >= 0 else Z
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
            if used + 1 + onward_first[v + 1] - onward_first[v] >= size or count >= most:
                _clear(room)
                return -1
            if watch and not _alight(room, node_bits, p, used):
                p = pool[p * W + 4]
                continue
            if not watch:
                pool[used * W + 9] = 0
            if watch == 2:
                o = cython.cast(cython.Py_ssize_t, used) * B
                if rails[z]:
                    bits[o + 7] &= joined
                if not bits[o + 7] >> 63:
                    price = _by_km(by_km, price, bits[o + 6])
            w = 1 if price < Z and (split or pool[used * W + 9] == 0) else 0
            y = pool[used * W + 9]
            if w and node_goal[v] <= until - a and c + price <= budget:
                count = _answer(a + node_goal[v], c + price, k, p, i, room, answers, count)
                for j in range(count):
                    soonest = min(soonest, answers[j * A])
            if is_all and w and c + price <= budget:
                _reach(reached, station[v], a, c + price, p, i, room)
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
                    if watch and base[e] == fresh[nxt] and (node_bits[h] | node_bits[h + 1]) != 0:
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
                        bits[m + 6] = bits[o + 6]
                        bits[m + 7] = bits[o + 7]
                elif w:
                    if is_all and c + price <= budget and station[nxt] != station[v]:
                        _reach(reached, station[nxt], a + onward_time[j], c + price, p, i, room)
                    pool[q * W + 1] = c + price
                    pool[q * W + 2] = fresh[nxt]
                    if groups and tables.onward_group[j] >= 0:
                        z2 = tables.cheaper[e * groups + tables.onward_group[j]]
                        if z2 >= 0:
                            pool[q * W + 2] = z2
                    pool[q * W + 9] = 0
                    if watch:
                        _begin(room, node_bits, by_km, q, nxt, watch)
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
                    result = _insert(room, tables, nxt, q, 1, watch, fresh[nxt])
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
    _clear(room)
    return count
