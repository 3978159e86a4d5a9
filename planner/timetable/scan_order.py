"""The order connections are scanned in: by departure, each before what it makes possible."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from planner.timetable.draft import Int32s


def scan_order(
    dep: Int32s, arr: Int32s, frm: Int32s, to: Int32s, run: Int32s, instant: dict[int, list[int]]
) -> Int32s:
    """Connections in scan order; one that takes no time may stand there more than once.

    The scan (Dibbelt et al. 2013, section 3) looks at each connection once, so at one departure
    time those that take no time come first, sorted topologically by "lets one catch" or "is ridden
    on as". Where they form a ring, the ring is repeated once for each of its connections.

    Args:
        dep, arr: seconds. frm, to: nodes. run: runs; a run's connections stand in order.
        instant: node -> nodes one can be at in the same second (itself where changes take 0 s).
    """
    lasting = arr > dep
    order = np.lexsort((np.arange(len(dep)), arr, lasting, dep)).astype(np.int32)
    zero = np.flatnonzero(~lasting[order])
    if len(zero) == 0:
        return order
    pieces, done = [], 0
    bounds = np.flatnonzero(np.diff(dep[order[zero]], prepend=-1))
    for begin, end in zip(bounds, np.append(bounds[1:], len(zero)), strict=True):
        if end - begin < 2:
            continue
        start = zero[begin]
        group = order[start : start + end - begin]
        pieces.append(order[done:start])
        pieces.append(_unrolled(group.tolist(), frm, to, run, instant))
        done = start + end - begin
    pieces.append(order[done:])
    return np.concatenate(pieces).astype(np.int32)


def _unrolled(
    group: Sequence[int], frm: Int32s, to: Int32s, run: Int32s, instant: dict[int, list[int]]
) -> Int32s:
    """One moment's connections that take no time, topologically sorted, rings repeated."""
    leaving: dict[int, list[int]] = defaultdict(list)
    for c in group:
        leaving[int(frm[c])].append(c)
    after: dict[int, list[int]] = {}
    for c in group:
        after[c] = [x for node in instant.get(int(to[c]), ()) for x in leaving.get(node, ())]
    last_of_run: dict[int, int] = {}
    for c in group:
        if (before := last_of_run.get(int(run[c]))) is not None:
            after[before].append(c)
        last_of_run[int(run[c])] = c
    order: list[int] = []
    for ring in _rings(group, after):
        order.extend(ring * len(ring))
    return np.array(order, np.int32)


def _rings(group: Iterable[int], after: dict[int, list[int]]) -> list[list[int]]:
    """Strongly connected components in topological order (Tarjan 1972, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in group:
        if root in index:
            continue
        work = [(root, iter(after[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, onward = work[-1]
            for nxt in onward:
                if nxt not in index:
                    index[nxt] = low[nxt] = len(index)
                    stack.append(nxt)
                    on_stack.add(nxt)
                    work.append((nxt, iter(after[nxt])))
                    break
                if nxt in on_stack:
                    low[node] = min(low[node], index[nxt])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    ring = []
                    while (top := stack.pop()) != node:
                        ring.append(top)
                        on_stack.discard(top)
                    on_stack.discard(node)
                    found.append([node, *reversed(ring)])
    return found[::-1]
