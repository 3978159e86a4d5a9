"""The Decisions of the game as named options: ``"lake.flood=adjacent"`` (RI-12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from planner.referee.decisions import settle
from planner.rulebooks.railroad_ink.tables import tables


@dataclass(frozen=True)
class Decisions:
    """Every Decision with its choice, in the order of the table; ``decisions["support"]``."""

    choices: tuple[tuple[str, str], ...]

    def __getitem__(self, name: str) -> str:
        for known, choice in self.choices:
            if known == name:
                return choice
        raise KeyError(name)

    def changed(self) -> dict[str, str]:
        """Only the choices that are not the default."""
        return {name: choice for name, choice in self.choices if choice != _offered()[name][0]}


@cache
def _offered() -> Mapping[str, tuple[str, ...]]:
    """Decision -> its choices, the default first."""
    return {name: tuple(row["choices"]) for name, row in tables()["decisions"].items()}


def decide(wishes: object = None) -> Decisions:
    """The defaults, changed by ``"a.b=c"`` (several parted by commas), a list, or a table.

    Raises:
        BadOption: no Decision of that name, or no such choice.
    """
    return Decisions(tuple(settle(_offered(), wishes).items()))
