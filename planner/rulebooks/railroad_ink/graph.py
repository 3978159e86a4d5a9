"""The sheet as networkx graphs: what is linked to what (RI-6.1, 8.5, 11.4).

Nodes are (square, side letter), for instance ``(24, "H")``, and ``("exit", name)``.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.notation import (
    BORDER,
    NEIGHBOURS,
    OPPOSITE,
    ROUTES,
    Sheet,
    carries,
    is_station,
)
from planner.rulebooks.railroad_ink.tables import exit_at

if TYPE_CHECKING:
    import networkx

    Graph: TypeAlias = networkx.Graph

Node: TypeAlias = tuple[int, str] | tuple[str, str]


def kind_graph(sheet: Sheet, letter: str) -> "Graph":
    """All sides of one kind: inside a square they are one node, facing sides are linked."""
    import networkx

    graph = networkx.Graph()
    for square, tile in enumerate(sheet):
        if letter not in tile:
            continue
        graph.add_node((square, letter))
        for side in (1, 2):  # east and south: each link once
            beyond = NEIGHBOURS[square][side]
            if (
                tile[side] == letter
                and beyond != BORDER
                and sheet[beyond][OPPOSITE[side]] == letter
            ):
                graph.add_edge((square, letter), (beyond, letter))
    return graph


def route_graph(sheet: Sheet, decisions: Decisions) -> "Graph":
    """Roads, railways, stations, exits, and the water that ferries cross (RI-6.1, 8.5)."""
    import networkx

    kinds = [letter for letter in ROUTES + "L" if any(letter in tile for tile in sheet)]
    graph = networkx.compose_all(
        [kind_graph(sheet, letter) for letter in kinds] or [networkx.Graph()]
    )
    for square, tile in enumerate(sheet):
        for own, other in _joined_inside(tile, decisions["lake.pier"] == "any_route"):
            graph.add_edge((square, own), (square, other))
    for (square, side), way in exit_at(decisions["exits"]).items():
        if sheet[square][side] == way.kind:
            graph.add_edge((square, way.kind), ("exit", way.name))
    return graph


def _joined_inside(tile: str, any_pier: bool) -> Iterable[tuple[str, str]]:
    """The kinds a station joins; without one they stay apart (overpass, bridge, RI-8.6)."""
    if is_station(tile):
        kinds = [letter for letter in ROUTES + "L" if letter in tile]
        return pairwise(kinds)
    if any_pier and "L" in tile and carries(tile, ROUTES):
        return [("L", letter) for letter in ROUTES if letter in tile]
    return []


def areas(sheet: Sheet, letter: str) -> list[list[int]]:
    """The squares of each connected river, lake or lava lake."""
    import networkx

    parts = networkx.connected_components(kind_graph(sheet, letter))
    return sorted(sorted(square for square, _ in part) for part in parts)


def networks(sheet: Sheet, decisions: Decisions) -> tuple[tuple[str, ...], ...]:
    """The exits of every network that has one (RI-6.2), names sorted."""
    import networkx

    parts = networkx.connected_components(route_graph(sheet, decisions))
    named = (sorted(name for where, name in part if where == "exit") for part in parts)
    return tuple(sorted(tuple(names) for names in named if names))


def reaches_exit(sheet: Sheet, decisions: Decisions, square: int, letter: str) -> bool:
    """Whether the network of that square's roads or railways has an exit (RI-4.7)."""
    import networkx

    graph = route_graph(sheet, decisions)
    part = networkx.node_connected_component(graph, (square, letter))
    return any(where == "exit" for where, _ in part)
