"""The trains of one day before they are compiled: what a feed, or a test's small world, says."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Int32s = NDArray[np.int32]
Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Places:
    """Stations and their nodes (a node: where trains meet with one change time).

    ``walks`` are (from node, to node, seconds), change time included. ``inside[s]`` says whether
    the rules allow to be at station s.
    """

    station_name: Sequence[str]
    node_station: Int32s
    change: Int32s
    walks: Sequence[tuple[int, int, int]] = ()
    inside: Bools | None = None
    station_place: Sequence[str] = ()
    station_en: Sequence[str] = ()
    station_kana: Sequence[str] = ()
    station_lat: Int32s | None = None
    station_lon: Int32s | None = None


@dataclass(frozen=True)
class Trips:
    """Trips with their calls, the calls of one trip side by side and in order.

    ``call_board`` / ``call_alight``: may one get on / off there. ``stays`` are pairs of trips one
    train runs as, one after the other: one may stay on board (block_id, transfer type 4).
    """

    call_trip: Int32s
    call_node: Int32s
    call_arr: Int32s
    call_dep: Int32s
    call_board: Bools
    call_alight: Bools
    trip_route: Int32s
    trip_charged: Bools
    trip_id: Sequence[str]
    trip_train: Sequence[str]
    trip_headsign: Sequence[str]
    stays: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True)
class Routes:
    """The lines, as the feed names them."""

    route_id: Sequence[str]
    route_name: Sequence[str]
    route_operator: Sequence[str]
    route_en: Sequence[str] = ()
    route_color: Sequence[str] = ()


@dataclass(frozen=True)
class Draft:
    """Everything of one service day that compiling needs."""

    places: Places
    trips: Trips
    routes: Routes
    meta: dict[str, Any] = field(default_factory=dict)
