"""The tables of the game, read from ``data/rules/railroad_ink.toml`` (RI-1.2 to RI-1.6)."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from planner.errors import UnknownName
from planner.resources import data_path
from planner.rulebooks.railroad_ink.notation import SIDES, read_square

NO_EXPANSION = "none"


@dataclass(frozen=True)
class Exit:
    """A printed exit: one side of one border square, and its kind ``H`` or ``R``."""

    name: str
    square: int
    side: int
    kind: str


@dataclass(frozen=True)
class Expansion:
    """One expansion: its side letter, its dice a round, and how many of them have to be drawn."""

    name: str
    letter: str
    dice: int
    faces: tuple[str, ...]
    needed: int


@cache
def tables() -> Mapping[str, Any]:
    """The whole file."""
    with data_path("rules", "railroad_ink.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def exits(layout: str) -> tuple[Exit, ...]:
    """The twelve exits of a layout (the Decision ``exits``)."""
    found = []
    for name, (where, side, kind) in tables()["exits"][layout].items():
        square = read_square(where)
        assert square is not None
        found.append(Exit(name, square, SIDES.index(side), kind))
    return tuple(found)


@cache
def exit_at(layout: str) -> Mapping[tuple[int, int], Exit]:
    """(square, side) -> the exit there."""
    return {(way.square, way.side): way for way in exits(layout)}


@cache
def base_faces() -> Mapping[str, str]:
    """Face code -> tile, such as ``HI`` -> ``H.H.-``."""
    faces: Mapping[str, str] = tables()["faces"]
    return faces


@cache
def special_faces() -> Mapping[str, str]:
    """Special -> tile, such as ``S1`` -> ``HHHR+``."""
    faces: Mapping[str, str] = tables()["specials"]
    return faces


@cache
def expansion(name: str) -> Expansion:
    """One expansion by its name.

    Raises:
        UnknownName: no such expansion.
    """
    known = tables()["expansion"]
    if name not in known:
        raise UnknownName(
            f"no expansion {name!r}; there are {', '.join(known)} and none",
            f"「{name}」という拡張はありません({'、'.join(known)}、または none)",
            tuple(known),
        )
    row = known[name]
    return Expansion(name, row["letter"], row["dice"], tuple(row["faces"]), row["needed"])


def read_expansions(value: str | Sequence[str] | None) -> tuple[str, ...]:
    """``"none"``, ``"river"``, ``"river+lake"`` or a list -> the names of the expansions.

    Raises:
        UnknownName: no such expansion.
    """
    names = value.replace(",", "+").split("+") if isinstance(value, str) else value or ()
    wanted = dict.fromkeys(name.strip().lower() for name in names)
    return tuple(expansion(name).name for name in wanted if name not in ("", NO_EXPANSION))


@cache
def clause_text(clause: str, language: str) -> str:
    """What is said of a clause, ``"en"`` or ``"ja"``."""
    text: str = tables()["clauses"][clause][language]
    return text
