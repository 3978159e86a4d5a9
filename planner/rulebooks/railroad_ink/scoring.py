"""The score sheet of one player, derived from the sheet alone: RI-6, 7.5, 8.4, 9.8, 10.8."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.graph import areas, kind_graph, networks
from planner.rulebooks.railroad_ink.longest import longest_line
from planner.rulebooks.railroad_ink.notation import (
    BLANK,
    BORDER,
    CRATERS,
    NEIGHBOURS,
    OPPOSITE,
    ROUTES,
    SIZE,
    Sheet,
    carries,
    end_name,
    read_square,
)
from planner.rulebooks.railroad_ink.tables import tables


@dataclass(frozen=True)
class ScoreSheet:
    """RI-11.3. Paths and areas are squares (numbers); ends are such as ``"D4N"``."""

    networks: tuple[tuple[str, ...], ...]  # exits of every network that has one
    exits: int
    road: tuple[int, ...]  # one longest road, square by square
    rail: tuple[int, ...]
    road_points: int
    rail_points: int
    centre: tuple[int, ...]  # the squares that count
    expansions: Mapping[str, int]  # expansion -> points
    error_ends: tuple[str, ...]

    @property
    def expansion(self) -> int:
        """Points of all expansions."""
        return sum(self.expansions.values())

    @property
    def errors(self) -> int:
        """Points lost, zero or less: loose ends, river ends, open lava sides."""
        lost: int = tables()["scores"]["error"] * len(self.error_ends)
        return lost

    @property
    def centre_points(self) -> int:
        """Points of the centre."""
        points: int = tables()["scores"]["centre_square"] * len(self.centre)
        return points

    @property
    def total(self) -> int:
        """RI-6.7."""
        routes = self.exits + self.road_points + self.rail_points
        return routes + self.centre_points + self.expansion + self.errors


def score_sheet(sheet: Sheet, expansions: Sequence[str], decisions: Decisions) -> ScoreSheet:
    """Everything that a sheet is worth."""
    joined = networks(sheet, decisions)
    trail = decisions["longest.path"] == "trail"
    road, rail = (_line(sheet, letter, trail) for letter in ROUTES)
    return ScoreSheet(
        networks=joined,
        exits=exit_points([len(names) for names in joined]),
        road=road,
        rail=rail,
        road_points=len(set(road)),
        rail_points=len(set(rail)),
        centre=centre_squares(sheet, decisions),
        expansions={name: _EXPANSIONS[name](sheet, decisions) for name in expansions},
        error_ends=error_ends(sheet),
    )


def exit_points(sizes: Sequence[int]) -> int:
    """Points for networks of so many exits each (RI-6.2)."""
    points = tables()["scores"]["exits"]
    return sum(points[size] for size in sizes)


def _line(sheet: Sheet, letter: str, trail: bool) -> tuple[int, ...]:
    return tuple(square for square, _ in longest_line(kind_graph(sheet, letter), trail))


@cache
def _centre_block() -> tuple[int, ...]:
    corners = [read_square(tables()["sheet"][name]) for name in ("centre_from", "centre_to")]
    first, last = (divmod(corner or 0, SIZE) for corner in corners)
    return tuple(
        row * SIZE + column
        for row in range(first[0], last[0] + 1)
        for column in range(first[1], last[1] + 1)
    )


def centre_squares(sheet: Sheet, decisions: Decisions) -> tuple[int, ...]:
    """The centre squares that count as filled (RI-6.5)."""
    fill = decisions["centre.fill"]
    if fill == "routes":
        return tuple(square for square in _centre_block() if carries(sheet[square], ROUTES))
    empty = (BLANK,) if fill == "marks" else (BLANK, *CRATERS)
    return tuple(square for square in _centre_block() if sheet[square] not in empty)


def error_ends(sheet: Sheet) -> tuple[str, ...]:
    """Loose road and rail sides (RI-6.6), river ends (RI-7.6) and open lava sides (RI-10.8)."""
    return tuple(
        sorted(
            end_name(square, side)
            for square, tile in enumerate(sheet)
            for side in range(4)
            if tile[side] in ROUTES + "~V"
            and _is_open(sheet, square, side)
            and not _pays_at_crater(sheet, square, side)
        )
    )


def _is_open(sheet: Sheet, square: int, side: int) -> bool:
    """Neither on the border nor linked."""
    beyond = NEIGHBOURS[square][side]
    return beyond != BORDER and sheet[beyond][OPPOSITE[side]] != sheet[square][side]


def _pays_at_crater(sheet: Sheet, square: int, side: int) -> bool:
    beyond = NEIGHBOURS[square][side]
    return sheet[square][side] in ROUTES and beyond != BORDER and sheet[beyond] in CRATERS


def _river(sheet: Sheet, decisions: Decisions) -> int:
    """RI-7.5: the best river, a square a point, and 3 when its ends are on the border."""
    scores = tables()["scores"]

    def worth(river: list[int]) -> int:
        sides = [
            (square, side) for square in river for side in range(4) if sheet[square][side] == "~"
        ]
        on_border = [NEIGHBOURS[square][side] == BORDER for square, side in sides]
        loose = any(_is_open(sheet, square, side) for square, side in sides)
        if not loose and sum(on_border) >= 2:
            return len(river) + int(scores["river_border_to_border"])
        if not loose and not any(on_border) and decisions["river.ring"] == "bonus":
            return len(river) + int(scores["river_ring"])
        return len(river)

    return max(map(worth, areas(sheet, "~")), default=0)


def _lake(sheet: Sheet, decisions: Decisions) -> int:
    """RI-8.4: the squares of the smallest lake."""
    return min(map(len, areas(sheet, "L")), default=0)


def _meteor(sheet: Sheet, decisions: Decisions) -> int:
    """RI-9.8: each road or rail side that faces a crater."""
    sides = [(square, side) for square in range(len(sheet)) for side in range(4)]
    paid = sum(_pays_at_crater(sheet, square, side) for square, side in sides)
    return paid * int(tables()["scores"]["crater_end"])


def _lava(sheet: Sheet, decisions: Decisions) -> int:
    """RI-10.8: every lake without an open side, and the squares of the largest."""
    lakes = areas(sheet, "V")
    closed = sum(not any(_lava_open(sheet, square) for square in lake) for lake in lakes)
    largest = max(map(len, lakes), default=0)
    return closed * int(tables()["scores"]["closed_lava_lake"]) + largest


def _lava_open(sheet: Sheet, square: int) -> bool:
    return any(sheet[square][side] == "V" and _is_open(sheet, square, side) for side in range(4))


_EXPANSIONS: Mapping[str, Callable[[Sheet, Decisions], int]] = {
    "river": _river,
    "lake": _lake,
    "meteor": _meteor,
    "lava": _lava,
}


def ranking(rows: Sequence[Mapping[str, Any]], decisions: Decisions) -> list[list[str]]:
    """Players from first to last, those who share a place together (RI-6.7).

    Args:
        rows: ``player``, ``total`` and ``errors`` (points lost; its sign does not matter).
    """

    def worth(row: Mapping[str, Any]) -> tuple[int, int]:
        lost = abs(int(row["errors"])) if decisions["ties"] == "penalty" else 0
        return (-int(row["total"]), lost)

    places: dict[tuple[int, int], list[str]] = {}
    for row in sorted(rows, key=worth):
        places.setdefault(worth(row), []).append(str(row["player"]))
    return list(places.values())
