"""The games the referee knows: one package each, imported only when it is asked for."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from planner.errors import UnknownName

if TYPE_CHECKING:
    from planner.referee.rulebook import Difference, Rulebook

PACKAGES = {  # name on the command line -> package
    "kanagawa": "planner.rulebooks.kanagawa",
    "railroad-ink": "planner.rulebooks.railroad_ink",
    "tokaido": "planner.rulebooks.tokaido",
    "ashita-tabi": "planner.rulebooks.ashita_tabi",
}


def known_name(name: str) -> str:
    """The rulebook's name as listed in ``PACKAGES``; underscores and capitals are forgiven.

    Raises:
        UnknownName: no such rulebook.
    """
    plain = name.strip().lower().replace("_", "-")
    if plain not in PACKAGES:
        import difflib

        raise UnknownName(
            f"{name!r} is not a rulebook; known are {', '.join(PACKAGES)}",
            f"「{name}」というルールブックはありません(あるのは {'、'.join(PACKAGES)})",
            difflib.get_close_matches(plain, PACKAGES),
        )
    return plain


def rulebook(name: str) -> "Rulebook[Any]":
    """The rules of that name."""
    found: Rulebook[Any] = _module(name, "rulebook").RULEBOOK
    return found


def case_runner(name: str) -> "Callable[[Mapping[str, Any]], list[Difference]]":
    """The function that works one case of that game and lists the differences."""
    found: Callable[[Mapping[str, Any]], list[Difference]] = _module(name, "cases").run_case
    return found


def _module(name: str, part: str) -> Any:
    from importlib import import_module

    package = PACKAGES[known_name(name)]
    try:
        return import_module(f"{package}.{part}")
    except ModuleNotFoundError as error:
        if error.name is None or not error.name.startswith(package):
            raise
        raise UnknownName(
            f"the rulebook {name!r} has no {part} in this version",
            f"この版のルールブック「{name}」には {part} がありません",
        ) from None
