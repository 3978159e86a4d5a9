"""The Decisions of the game as named options: ``"lake.flood=adjacent"`` (RI-12)."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from planner.errors import BadValue, UnknownName
from planner.rulebooks.railroad_ink.tables import tables


class BadDecision(BadValue):
    """A Decision that has no such choice."""

    code = "bad_decision"


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
        return {name: choice for name, choice in self.choices if choice != _defaults()[name]}


@cache
def _defaults() -> Mapping[str, str]:
    return {name: row["choices"][0] for name, row in tables()["decisions"].items()}


def decide(wishes: str | Iterable[str] | Mapping[str, object] | None = None) -> Decisions:
    """The defaults, changed by ``"a.b=c"``, a list of such, or a table.

    Raises:
        UnknownName: no Decision of that name.
        BadDecision: the Decision has no such choice.
    """
    chosen = dict(_defaults())
    for name, choice in _pairs(wishes):
        if name not in chosen:
            near = tuple(difflib.get_close_matches(name, chosen, 3, 0.4))
            raise UnknownName(
                f"no decision {name!r}; there are {', '.join(chosen)}",
                f"「{name}」という選択肢はありません({'、'.join(chosen)})",
                near,
            )
        allowed = tables()["decisions"][name]["choices"]
        if choice not in allowed:
            raise BadDecision(
                f"{name}={choice!r}: choose one of {', '.join(allowed)}",
                f"{name}={choice}: {'、'.join(allowed)} から選んでください",
                allowed,
            )
        chosen[name] = choice
    return Decisions(tuple(chosen.items()))


def _pairs(wishes: str | Iterable[str] | Mapping[str, object] | None) -> list[tuple[str, str]]:
    if wishes is None:
        return []
    if isinstance(wishes, Mapping):
        return [(str(name).strip(), _spelled(choice)) for name, choice in wishes.items()]
    words = re.split(r"[,;\s]+", wishes) if isinstance(wishes, str) else list(wishes)
    pairs = []
    for word in filter(None, words):
        name, equals, choice = str(word).partition("=")
        if not equals:
            raise BadDecision(
                f"{word!r} is not a choice; write it like lake.flood=adjacent",
                f"「{word}」は選択として読めません。lake.flood=adjacent のように書いてください",
            )
        pairs.append((name.strip(), choice.strip()))
    return pairs


def _spelled(choice: object) -> str:
    if isinstance(choice, bool):
        return "on" if choice else "off"
    return str(choice).strip()
