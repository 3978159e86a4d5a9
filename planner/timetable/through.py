"""Through running (chokutsu unten, 直通運転): pieces of trips of one train joined into runs."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from planner.errors import TooMuch
from planner.timetable.draft import Draft, Int32s
from planner.timetable.pieces import Pieces

MOST_RUNS = 1_000_000
"""More runs than any feed of a country has: a knot of splits and joins, not trains."""


@dataclass(frozen=True)
class Runs:
    """Runs with their calls side by side: run r has calls first[r] .. first[r+1]-1.

    At a joint the arriving trip's last call and the departing trip's first are one call.
    ``alight_node`` differs from ``board_node`` only there. ``hop_trip`` is the trip of the hop that
    departs at the call.
    """

    first: Int32s
    board_node: Int32s
    alight_node: Int32s
    arr: Int32s
    dep: Int32s
    can_board: Int32s
    can_alight: Int32s
    hop_trip: Int32s


def join(draft: Draft, pieces: Pieces) -> Runs:
    """Join pieces into runs. A train that splits or joins becomes one run per way through it."""
    chains = _chains(len(pieces.trip), _links(draft, pieces))
    run_of_piece = np.repeat(np.arange(len(chains)), [len(chain) for chain in chains])
    order = np.array([piece for chain in chains for piece in chain], np.int64)
    sizes = np.diff(pieces.first)[order]
    within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    rows = pieces.call[np.repeat(pieces.first[:-1][order], sizes) + within]
    runs = _merge_joints(draft, rows, np.repeat(run_of_piece, sizes), within, len(chains))
    return _with_late_boarders(runs)


def _merge_joints(draft: Draft, rows: Int32s, run: Int32s, within: Int32s, runs: int) -> Runs:
    trips = draft.trips
    board, alight = trips.call_node[rows], trips.call_node[rows]
    arr, dep = trips.call_arr[rows].copy(), trips.call_dep[rows].copy()
    can_board, can_alight = trips.call_board[rows], trips.call_alight[rows].copy()
    alight = alight.copy()
    hop_trip = trips.call_trip[rows]
    joint = np.flatnonzero((within[1:] == 0) & (run[1:] == run[:-1])) + 1
    arr[joint], alight[joint] = arr[joint - 1], alight[joint - 1]
    can_alight[joint] = can_alight[joint - 1]
    keep = np.ones(len(rows), np.bool_)
    keep[joint - 1] = False
    counts = np.bincount(run[keep], minlength=runs)
    return Runs(
        np.append(0, np.cumsum(counts)).astype(np.int32),
        board[keep].astype(np.int32),
        alight[keep].astype(np.int32),
        arr[keep].astype(np.int32),
        dep[keep].astype(np.int32),
        can_board[keep].astype(np.int32),
        can_alight[keep].astype(np.int32),
        hop_trip[keep].astype(np.int32),
    )


def _with_late_boarders(runs: Runs) -> Runs:
    """Give those who board between two hops of one second a run of their own.

    Connections that take no time may be scanned more than once (see ``scan_order``). A run that
    makes two such hops in one second could then be boarded at the second and ridden from the first.
    So only the first may be boarded, and the rest of the run is there once more from the second.
    """
    no_time = np.append(runs.arr[1:] == runs.dep[:-1], False)
    no_time[runs.first[1:] - 1] = False
    again = np.flatnonzero(no_time[1:] & no_time[:-1] & (runs.dep[1:] == runs.dep[:-1])) + 1
    if len(again) == 0:
        return runs
    end = runs.first[np.searchsorted(runs.first, again, side="right")]
    sizes = end - again
    rows = (
        np.repeat(again, sizes)
        + np.arange(sizes.sum())
        - np.repeat(np.cumsum(sizes) - sizes, sizes)
    )
    rows = np.append(np.arange(len(runs.arr)), rows)
    can_board = runs.can_board.copy()
    can_board[again] = 0
    can_board = can_board[rows]
    heads = len(runs.arr) + np.cumsum(sizes) - sizes
    can_board[heads] = runs.can_board[again]
    first = np.append(runs.first, len(runs.arr) + np.cumsum(sizes)).astype(np.int32)
    return Runs(
        first,
        runs.board_node[rows],
        runs.alight_node[rows],
        runs.arr[rows],
        runs.dep[rows],
        can_board,
        runs.can_alight[rows],
        runs.hop_trip[rows],
    )


def _links(draft: Draft, pieces: Pieces) -> dict[int, list[int]]:
    """piece -> pieces the same train goes on as: same station, no earlier than it arrives."""
    trips, station = draft.trips, draft.places.node_station
    beginning = {int(t): p for p, t in enumerate(pieces.trip) if pieces.starts_trip[p]}
    ending = {int(t): p for p, t in enumerate(pieces.trip) if pieces.ends_trip[p]}
    links: dict[int, list[int]] = {}
    for before, after in trips.stays:
        a, b = ending.get(before), beginning.get(after)
        if a is None or b is None or a == b:
            continue
        last = pieces.call[pieces.first[a + 1] - 1]
        first = pieces.call[pieces.first[b]]
        same_place = station[trips.call_node[last]] == station[trips.call_node[first]]
        if same_place and trips.call_dep[first] >= trips.call_arr[last]:
            links.setdefault(a, []).append(b)
    return links


def _chains(pieces: int, links: dict[int, list[int]]) -> list[list[int]]:
    """Every way from a piece without predecessor to one without successor."""
    followers = {b for bs in links.values() for b in bs}
    chains: list[list[int]] = []
    for piece in range(pieces):
        if piece in followers:
            continue
        if (alone := _only_way(piece, links)) is not None:
            chains.append(alone)
            continue
        for chain in _ways(piece, links):
            chains.append(chain)
            if len(chains) > MOST_RUNS:
                raise TooMuch(
                    f"more than {MOST_RUNS} ways through trains that split and join",
                    f"分割・併合する列車の組み合わせが {MOST_RUNS} を超えました",
                )
    return chains


def _only_way(piece: int, links: dict[int, list[int]]) -> list[int] | None:
    """The way from a piece where it splits nowhere, else None: most trains, and quickly found."""
    way = [piece]
    while onward := links.get(way[-1]):
        if len(onward) > 1:
            return None
        if onward[0] in way:
            break
        way.append(onward[0])
    return way


def _ways(piece: int, links: dict[int, list[int]]) -> Iterator[list[int]]:
    stack = [[piece]]
    while stack:
        way = stack.pop()
        onward = [b for b in links.get(way[-1], ()) if b not in way]
        if not onward:
            yield way
        stack.extend([*way, b] for b in reversed(onward))
