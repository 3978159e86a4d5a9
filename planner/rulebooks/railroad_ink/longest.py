"""The longest line of linked squares (RI-6.3, 6.4), exactly, also on crowded sheets.

Links are decided one after another; all partial choices that look alike at the squares still open
("the frontier": how many chosen links each has, and which are joined) are kept as one, the one with
the most squares. This is the frontier method of Knuth's Simpath (The Art of Computer Programming
4A, answer to exercise 7.1.4-225) with the best choice kept instead of a count.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import networkx

    Graph: TypeAlias = networkx.Graph

# node -> (its chosen links, the group it is joined to), for the nodes of the frontier, in order;
# then the number of ends of the line that lie behind the frontier
_Key: TypeAlias = tuple[tuple[tuple[int, int], ...], int]
_Chosen: TypeAlias = Any  # linked list of chosen links: (link, earlier) or None


@dataclass(frozen=True)
class _Best:
    nodes: int
    chosen: _Chosen


def longest_line(graph: "Graph", trail: bool = False) -> list[Any]:
    """The squares of one longest line, in order.

    Args:
        graph: nodes and links of one kind, in any number of components.
        trail: no link twice, a node may come again (``longest.path=trail``); else no node twice.

    Returns:
        The nodes of the walk; with ``trail`` a node may come again.
    """
    import networkx

    best: list[Any] = []
    for part in networkx.connected_components(graph):
        if len(part) > len(set(best)):
            line = _of_component(graph.subgraph(part), trail)
            if len(set(line)) > len(set(best)):
                best = line
    return best


def _of_component(graph: "Graph", trail: bool) -> list[Any]:
    import networkx

    if graph.number_of_edges() == graph.number_of_nodes() - 1:
        return _across_tree(graph)
    links = sorted(tuple(sorted(link)) for link in graph.edges)
    walk = networkx.Graph(_search(links, trail))
    odd = sorted(node for node, links_here in walk.degree if links_here % 2)
    steps = list(networkx.eulerian_path(walk, odd[0] if odd else min(walk)))
    return [steps[0][0], *(after for _, after in steps)]


def _across_tree(graph: "Graph") -> list[Any]:
    """In a tree the farthest node from anywhere is one end of a longest path."""
    import networkx

    def farthest(start: Hashable) -> Any:
        return list(networkx.bfs_tree(graph, start))[-1]

    end = farthest(min(graph))
    return list(networkx.shortest_path(graph, end, farthest(end)))


def _search(links: Sequence[tuple[Any, Any]], trail: bool) -> list[tuple[Any, Any]]:
    """The links of one longest line of a connected graph with a cycle."""
    last_use = {node: index for index, link in enumerate(links) for node in link}
    frontier: list[Any] = []
    layer: dict[_Key, _Best] = {((), 0): _Best(0, None)}
    finished = _Best(0, None)
    for index, link in enumerate(links):
        fresh = [node for node in link if node not in frontier]
        frontier += fresh
        places = [frontier.index(node) for node in link]
        leaving = [place for place, node in enumerate(frontier) if last_use[node] == index]
        following: dict[_Key, _Best] = {}
        for (open_nodes, ends), best in layer.items():
            nodes = [*open_nodes, *[(0, 0)] * len(fresh)]
            options = [(nodes, best)]
            if (joined := _join(nodes, places[0], places[1], trail)) is not None:
                gained = sum(nodes[place][0] == 0 for place in places)
                options.append((joined, _Best(best.nodes + gained, (link, best.chosen))))
            for after, value in options:
                left = _leave(after, leaving, ends)
                if left is None:
                    continue
                if left[1] < 0:  # the line is complete
                    finished = max(finished, value, key=lambda found: found.nodes)
                elif left not in following or following[left].nodes < value.nodes:
                    following[left] = value
        frontier = [node for node in frontier if last_use[node] != index]
        layer = following
    return _unrolled(finished.chosen)


def _join(
    nodes: Sequence[tuple[int, int]], one: int, other: int, trail: bool
) -> list[tuple[int, int]] | None:
    """Choose the link between two frontier places; None when the line could not have it."""
    (links_one, group_one), (links_other, group_other) = nodes[one], nodes[other]
    if not trail and (
        max(links_one, links_other) > 1 or (links_one and links_other and group_one == group_other)
    ):
        return None
    fresh = 1 + max(group for _, group in nodes)
    merged = {group for group in (group_one, group_other) if group}
    joined = [(links, fresh if group in merged else group) for links, group in nodes]
    joined[one] = (_counted(links_one), fresh)
    joined[other] = (_counted(links_other), fresh)
    return joined


def _counted(links: int) -> int:
    """One link more: 0 none, 1 one, 2 two; on a trail 1 stands for odd and 2 for even."""
    return 2 if links == 1 else 1


def _leave(nodes: Sequence[tuple[int, int]], leaving: Sequence[int], ends: int) -> _Key | None:
    """Drop nodes without further links; ends -1 says that the line is complete."""
    kept = [node for place, node in enumerate(nodes) if place not in leaving]
    groups = {group for _, group in kept if group}
    ends += sum(nodes[place][0] == 1 for place in leaving)
    if ends > 2:
        return None
    closed = {nodes[place][1] for place in leaving} - groups - {0}
    if closed:
        return None if groups or len(closed) > 1 else ((), -1)
    names = {0: 0}
    for _, group in kept:
        names.setdefault(group, len(names))
    return tuple((links, names[group]) for links, group in kept), ends


def _unrolled(chosen: _Chosen) -> list[tuple[Any, Any]]:
    links = []
    while chosen is not None:
        link, chosen = chosen
        links.append(link)
    return links
