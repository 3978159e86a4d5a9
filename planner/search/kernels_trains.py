# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, embedsignature=True
"""The least number of trains to one station, times ignored: breadth first over stop patterns."""

import cython


def distinct(
    run_first_call: cython.const[cython.int][::1],
    call_node: cython.const[cython.int][::1],
    node_station: cython.const[cython.int][::1],
    table: cython.int[::1],
    found: cython.int[::1],
) -> cython.int:
    """A run of each sequence of stations that runs have; gives how many.

    ``table``: all -1, its length a power of two more than twice the number of runs.
    """
    full: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    mask: cython.ulonglong = cython.cast(cython.ulonglong, len(table) - 1)
    count: cython.int = 0
    r: cython.int
    q: cython.int
    j: cython.int
    a: cython.int
    b: cython.int
    length: cython.int
    code: cython.ulonglong
    at: cython.Py_ssize_t
    for r in range(cython.cast(cython.int, len(run_first_call)) - 1):
        a = run_first_call[r]
        length = run_first_call[r + 1] - a
        code = 14695981039346656037
        for j in range(a, a + length):
            code = ((code ^ node_station[call_node[j]]) * 1099511628211) & full
        at = cython.cast(cython.Py_ssize_t, (code ^ (code >> 32)) & mask)
        while table[at] >= 0:
            q = table[at]
            b = run_first_call[q]
            if run_first_call[q + 1] - b == length:
                for j in range(length):
                    if node_station[call_node[a + j]] != node_station[call_node[b + j]]:
                        break
                else:
                    break
            at = cython.cast(cython.Py_ssize_t, (at + 1) & mask)
        if table[at] < 0:
            table[at] = r
            found[count] = r
            count += 1
    return count


def calls_at(
    runs: cython.const[cython.int][::1],
    run_first_call: cython.const[cython.int][::1],
    call_node: cython.const[cython.int][::1],
    node_station: cython.const[cython.int][::1],
    first: cython.int[::1],
    run_at: cython.int[::1],
    call_at: cython.int[::1],
) -> cython.void:
    """Station -> the calls of some runs there: numbers in ``runs`` and calls.

    ``first``: station -> its first place in the other two (one more at the end); all 0 before.
    """
    j: cython.int
    c: cython.int
    s: cython.int
    n: cython.int = cython.cast(cython.int, len(first)) - 1
    for j in range(cython.cast(cython.int, len(runs))):
        for c in range(run_first_call[runs[j]], run_first_call[runs[j] + 1]):
            first[node_station[call_node[c]]] += 1
    for s in range(1, n + 1):
        first[s] += first[s - 1]
    for j in range(cython.cast(cython.int, len(runs))):
        for c in range(run_first_call[runs[j]], run_first_call[runs[j] + 1]):
            s = node_station[call_node[c]]
            first[s] -= 1
            run_at[first[s]] = j
            call_at[first[s]] = c
    return


def backwards(
    runs: cython.const[cython.int][::1],
    run_first_call: cython.const[cython.int][::1],
    call_node: cython.const[cython.int][::1],
    node_station: cython.const[cython.int][::1],
    first: cython.const[cython.int][::1],
    run_at: cython.const[cython.int][::1],
    call_at: cython.const[cython.int][::1],
    back_first: cython.const[cython.int][::1],
    back_from: cython.const[cython.int][::1],
    goal: cython.int,
    origin: cython.int,
    least: cython.uchar[::1],
    boarded: cython.uchar[::1],
    done: cython.int[::1],
    queue: cython.int[::1],
) -> cython.void:
    """Station -> least trains to the goal, a walk before the first and after each one allowed.

    Goes on until the origin is reached; all stations farther than it have one train more than it
    (255, never, where no more can be reached at all). ``runs``, ``first``, ``run_at``, ``call_at``:
    of ``distinct`` and ``calls_at``; ``back_*``: station -> stations it is walked to from. Work
    space: ``least`` and ``boarded``, by station, all 255; ``done``, by run, all 0; ``queue``.
    """
    size: cython.int = 0
    at: cython.int = 0
    end: cython.int
    trains: cython.int = 0
    j: cython.int
    e: cython.int
    r: cython.int
    c: cython.int
    s: cython.int
    w: cython.int
    x: cython.int
    least[goal] = 0
    boarded[goal] = 0
    queue[0] = goal
    size = 1
    for e in range(back_first[goal], back_first[goal + 1]):
        if least[back_from[e]] == 255:
            least[back_from[e]] = 0
            queue[size] = back_from[e]
            size += 1
    while at < size and least[origin] == 255 and trains < 254:
        end = size
        trains += 1
        while at < end:
            x = queue[at]
            at += 1
            for j in range(first[x], first[x + 1]):
                r = run_at[j]
                c = run_first_call[runs[r]] + done[r]
                while c < call_at[j]:
                    s = node_station[call_node[c]]
                    c += 1
                    if boarded[s] < 255:
                        continue
                    boarded[s] = trains
                    if least[s] == 255:
                        least[s] = trains
                        queue[size] = s
                        size += 1
                    for e in range(back_first[s], back_first[s + 1]):
                        w = back_from[e]
                        if least[w] == 255:
                            least[w] = trains
                            queue[size] = w
                            size += 1
                done[r] = max(done[r], call_at[j] - run_first_call[runs[r]])
    if at < size:
        for s in range(cython.cast(cython.int, len(least))):
            if least[s] == 255:
                least[s] = trains + 1
    return


def spread(
    least: cython.const[cython.uchar][::1],
    station: cython.const[cython.int][::1],
    found: cython.int[::1],
) -> cython.void:
    """Node -> what its station has."""
    v: cython.int
    for v in range(cython.cast(cython.int, len(station))):
        found[v] = least[station[v]]
    return
