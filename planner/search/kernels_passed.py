# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""Which stations the rides of a journey pass, and whether a ticket passes one of them twice."""

import cython


@cython.cclass
class Passing:
    """The columns that are read here, bound once for a view.

    ``conn_call``, ``call_conn``: connection -> call and back; ``hop``: connection -> hop; of hops
    ``system``, ``rails`` (1 on the Shinkansen) and the numbers of the stations they pass, the start
    left out (``pass_number`` from ``pass_first[hop]`` on); ``node_number``: fare node -> number of
    its station; ``marks``: by number of a station, all 0; the last cell counts.
    """

    conn_call: cython.const[cython.int][::1]
    call_conn: cython.const[cython.int][::1]
    hop: cython.const[cython.int][::1]
    system: cython.const[cython.int][::1]
    rails: cython.const[cython.int][::1]
    pass_first: cython.const[cython.int][::1]
    pass_number: cython.const[cython.int][::1]
    node_number: cython.const[cython.int][::1]
    marks: cython.int[::1]

    def __init__(
        self,
        calls: tuple,
        hops: tuple,
        passes: tuple,
        node_number: cython.const[cython.int][::1],
        marks: cython.int[::1],
    ) -> None:
        """``calls``: conn_call, call_conn; ``hops``: hop, system, rails; ``passes``: first, all."""
        self.conn_call, self.call_conn = calls
        self.hop, self.system, self.rails = hops
        self.pass_first, self.pass_number = passes
        self.node_number = node_number
        self.marks = marks


def rides(
    pool: cython.int[::1],
    parent: cython.int,
    on: cython.int,
    off: cython.int,
    found: cython.int[::1],
) -> cython.int:
    """The rides up to the last one: fare node boarded at, connections boarded and left at, each.

    Gives their number; nothing is written where ``found`` is too small for them.
    """
    W: cython.int = 12
    count: cython.int = 1
    at: cython.int = parent
    j: cython.int
    while pool[at * W + 7] >= 0:
        count += 1
        at = pool[at * W + 5]
    if 3 * count > cython.cast(cython.int, len(found)):
        return count
    j = count - 1
    while True:
        found[3 * j] = pool[parent * W + 8]
        found[3 * j + 1] = on
        found[3 * j + 2] = off
        if j == 0:
            return count
        j -= 1
        on = pool[parent * W + 6]
        off = pool[parent * W + 7]
        parent = pool[parent * W + 5]


def may_cost_more(passing: Passing, chain: cython.const[cython.int][::1]) -> cython.bint:
    """Whether the tickets of a chain of rides may cost more than the fare search says.

    Only several rides in one system can pass a station twice, and only the Shinkansen is charged
    by the km ridden.
    """
    hop: cython.const[cython.int][::1] = passing.hop
    system: cython.const[cython.int][::1] = passing.system
    marks: cython.int[::1] = passing.marks
    n: cython.int = cython.cast(cython.int, len(chain)) // 3
    last: cython.Py_ssize_t = len(marks) - 1
    j: cython.int
    m: cython.int
    a: cython.int
    b: cython.int
    s: cython.int
    h: cython.int
    x: cython.int
    call: cython.int
    stamp: cython.int = marks[last]
    before: cython.int = -1
    chained: cython.bint = False
    border: cython.bint
    for j in range(n):
        a = hop[chain[3 * j + 1]]
        b = hop[chain[3 * j + 2]]
        if passing.rails[a] or passing.rails[b]:
            return True
        if j and system[a] == before:
            chained = True
        before = system[b]
    if not chained:
        return False  # a ride alone always fits on one ticket
    before = -1
    for j in range(n):
        a = hop[chain[3 * j + 1]]
        b = hop[chain[3 * j + 2]]
        s = system[b]
        border = system[a] != s
        if system[a] != before:
            stamp += 1
            marks[passing.node_number[chain[3 * j]]] = stamp
            chained = False
        if border:
            if chained:
                return True  # on from a chain and over a border: rare, left to quote
            stamp += 1
        marks[last] = stamp
        for call in range(
            passing.conn_call[chain[3 * j + 1]], passing.conn_call[chain[3 * j + 2]] + 1
        ):
            h = hop[passing.call_conn[call]]
            if system[h] != s:
                continue
            for m in range(passing.pass_first[h], passing.pass_first[h + 1]):
                x = passing.pass_number[m]
                if marks[x] == stamp and not border:
                    return True
                marks[x] = stamp
        before = s
        chained = True
    return False


def loops(
    passing: Passing,
    border: cython.const[cython.int][::1],
    run_first_call: cython.const[cython.int][::1],
    found: cython.uchar[::1],
) -> cython.void:
    """Run -> 1 where it passes a station twice without leaving the system between.

    ``border``: hop -> fare node of its departure.
    """
    marks: cython.int[::1] = passing.marks
    last: cython.Py_ssize_t = len(marks) - 1
    stamp: cython.int = marks[last]
    r: cython.int
    h: cython.int
    m: cython.int
    x: cython.int
    before: cython.int
    call: cython.int
    for r in range(cython.cast(cython.int, len(run_first_call)) - 1):
        before = -2
        for call in range(run_first_call[r], run_first_call[r + 1] - 1):
            h = passing.hop[passing.call_conn[call]]
            if passing.system[h] != before:
                before = passing.system[h]
                stamp += 1
                if border[h] >= 0:
                    marks[passing.node_number[border[h]]] = stamp
            for m in range(passing.pass_first[h], passing.pass_first[h + 1]):
                x = passing.pass_number[m]
                if marks[x] == stamp:
                    found[r] = 1
                marks[x] = stamp
    marks[last] = stamp
    return


def watch(
    passing: Passing,
    node_system: cython.const[cython.int][::1],
    bit_of: cython.const[cython.int][::1],
    width: cython.int,
    hop_bits: cython.ulonglong[::1],
    node_bits: cython.ulonglong[::1],
) -> cython.void:
    """Set the bits of the watched stations that each hop passes, and of each fare node.

    ``bit_of[system * width + number]``: the bit of a station, -1 where it is not watched.
    """
    one: cython.ulonglong = 1
    h: cython.int
    m: cython.int
    bit: cython.int
    v: cython.int
    s: cython.int
    for h in range(cython.cast(cython.int, len(passing.system))):
        s = passing.system[h]
        for m in range(passing.pass_first[h], passing.pass_first[h + 1]):
            bit = bit_of[s * width + passing.pass_number[m]]
            if bit >= 0:
                hop_bits[2 * h + bit // 64] |= one << (bit % 64)
    for v in range(cython.cast(cython.int, len(node_system))):
        bit = bit_of[node_system[v] * width + passing.node_number[v]]
        if bit >= 0:
            node_bits[2 * v + bit // 64] |= one << (bit % 64)
    return
