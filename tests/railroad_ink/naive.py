"""Railroad Ink scored and judged the slow, obvious way: no graphs, every square tried."""

from collections.abc import Iterable

from planner.rulebooks.railroad_ink.notation import Sheet

SIDES = "NESW"
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}
EXITS = {
    **{("A", n, "N"): (f"N{n}", kind) for n, kind in ((2, "H"), (4, "R"), (6, "H"))},
    **{("G", n, "S"): (f"S{n}", kind) for n, kind in ((2, "H"), (4, "R"), (6, "H"))},
    **{(row, 1, "W"): (f"W{row}", kind) for row, kind in (("B", "R"), ("D", "H"), ("F", "R"))},
    **{(row, 7, "E"): (f"E{row}", kind) for row, kind in (("B", "R"), ("D", "H"), ("F", "R"))},
}
Place = tuple[str, int]


class Naive:
    """A sheet as a table of squares."""

    def __init__(self, sheet: Sheet) -> None:
        self.tiles = {("ABCDEFG"[n // 7], n % 7 + 1): tile for n, tile in enumerate(sheet)}

    def side(self, place: Place, side: str) -> str:
        return self.tiles[place][SIDES.index(side)]

    def beyond(self, place: Place, side: str) -> Place | None:
        down, right = STEP[side]
        other = (chr(ord(place[0]) + down), place[1] + right)
        return other if other in self.tiles else None

    def linked(self, place: Place, side: str) -> bool:
        other = self.beyond(place, side)
        return other is not None and self.side(other, FACING[side]) == self.side(place, side)

    def is_crater(self, place: Place | None) -> bool:
        return place is not None and self.tiles[place] in ("....o", "....*")

    def groups(self, letters: str, stations: bool) -> list[set[tuple[Place, str]]]:
        """Linked sides of these kinds, found by colouring and recolouring."""
        nodes = [(p, k) for p, tile in self.tiles.items() for k in letters if k in tile[:4]]
        colour = {node: number for number, node in enumerate(nodes)}
        changed = True
        while changed:
            changed = False
            for one, other in self._joints(nodes, stations):
                if colour[one] != colour[other]:
                    colour[one] = colour[other] = min(colour[one], colour[other])
                    changed = True
        return [{n for n in nodes if colour[n] == c} for c in sorted(set(colour.values()))]

    def _joints(
        self, nodes: list[tuple[Place, str]], stations: bool
    ) -> Iterable[tuple[tuple[Place, str], tuple[Place, str]]]:
        for place, kind in nodes:
            for side in SIDES:
                other = self.beyond(place, side)
                if self.side(place, side) == kind and other and self.linked(place, side):
                    yield (place, kind), (other, kind)
            if stations and self.tiles[place][4] in "+D":
                for other_kind in "HRL":
                    if (place, other_kind) in nodes:
                        yield (place, kind), (place, other_kind)

    def networks(self) -> list[list[str]]:
        found = []
        for group in self.groups("HRL", stations=True):
            names = sorted(
                name
                for (row, column, side), (name, kind) in EXITS.items()
                if ((row, column), kind) in group and self.side((row, column), side) == kind
            )
            if names:
                found.append(names)
        return sorted(found)

    def exit_points(self) -> int:
        sizes = [len(names) for names in self.networks()]
        return sum(45 if size == 12 else 4 * (size - 1) for size in sizes)

    def longest(self, kind: str) -> int:
        def walk(place: Place, seen: list[Place]) -> int:
            best = len(seen)
            for side in SIDES:
                other = self.beyond(place, side)
                if self.side(place, side) == kind and self.linked(place, side):
                    assert other is not None
                    if other not in seen:
                        best = max(best, walk(other, [*seen, other]))
            return best

        return max((walk(p, [p]) for p, tile in self.tiles.items() if kind in tile), default=0)

    def centre(self) -> int:
        return sum(
            self.tiles[row, column] not in (".....", "....o", "....*")
            for row in "CDE"
            for column in (3, 4, 5)
        )

    def loose(self) -> list[str]:
        return sorted(
            f"{place[0]}{place[1]}{side}"
            for place in self.tiles
            for side in SIDES
            if self.side(place, side) in "HR~V"
            and self.beyond(place, side) is not None
            and not self.linked(place, side)
            and not (self.side(place, side) in "HR" and self.is_crater(self.beyond(place, side)))
        )

    def expansion(self, name: str) -> int:
        if name == "meteor":
            return 2 * sum(
                self.side(place, side) in "HR" and self.is_crater(self.beyond(place, side))
                for place in self.tiles
                for side in SIDES
            )
        letter = {"river": "~", "lake": "L", "lava": "V"}[name]
        areas = [{p for p, _ in group} for group in self.groups(letter, stations=False)]
        if not areas:
            return 0
        if name == "lake":
            return min(map(len, areas))
        if name == "lava":
            closed = [not any(self._opens(place, "V") for place in area) for area in areas]
            return 5 * sum(closed) + max(map(len, areas))
        return max(len(area) + (3 if self._both_ends_on_border(area) else 0) for area in areas)

    def _opens(self, place: Place, kind: str) -> bool:
        return any(
            self.side(place, side) == kind
            and self.beyond(place, side) is not None
            and not self.linked(place, side)
            for side in SIDES
        )

    def _both_ends_on_border(self, area: set[Place]) -> bool:
        ends = [
            self.beyond(place, side) is None
            for place in area
            for side in SIDES
            if self.side(place, side) == "~" and not self.linked(place, side)
        ]
        return len(ends) >= 2 and all(ends)


def fits(sheet: Sheet, row: str, column: int, tile: str) -> bool:
    """Whether a base die's tile may lie there under the default Decisions (RI-4.3 to 4.5, 7.3)."""
    naive = Naive(sheet)
    place = (row, column)
    if naive.tiles[place] not in (".....", "....o", "....*"):
        return False
    good = False
    for side, kind in zip(SIDES, tile[:4], strict=True):
        if kind == ".":
            continue
        other = naive.beyond(place, side)
        if other is None:
            _, meets = EXITS.get((row, column, side), ("", "."))
        else:
            meets = naive.side(other, FACING[side])
        if meets in "HR~" and meets != kind:
            return False
        good = good or meets == kind
    return good
