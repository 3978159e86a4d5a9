"""What the options of a new game may wish for: a board, and a traveller for everybody."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planner.errors import BadValue
from planner.rulebooks.tokaido.rules import Board, make_board, named_board, traveller_coins


def read_board(board: Any, double: Any) -> Board:
    """A board by its name, or as a list of kinds with the places of its double spaces.

    Raises:
        BadValue: neither, or a board that does not fit TK-1.2.
    """
    if isinstance(board, str):
        return named_board(board)
    lists = isinstance(board, Sequence) and isinstance(double, Sequence)
    if not lists or not all(type(place) is int for place in double):
        raise BadValue(
            f"board: {board!r} is neither a name nor a list of kinds with double: {double!r}",
            f"board: {board!r} は盤の名前でもマスの種類のリストでもありません(double: {double!r})",
        )
    return make_board([str(kind) for kind in board], list(double))


def read_travellers(told: Any, players: Sequence[str]) -> dict[str, str]:
    """player -> traveller, from ``"A:Satsuki,B:Chuubei"``, a list in turn order, or a mapping.

    Raises:
        BadValue: an unknown traveller or player, one twice, or somebody without one.
    """
    if told is None:
        return {}
    named = _named(told, players)
    for name, traveller in named.items():
        traveller_coins(traveller)
        if name not in players:
            raise BadValue(
                f"travellers: {name!r} does not play",
                f"travellers: 「{name}」というプレイヤーはいません",
            )
    kept = [traveller for traveller in named.values() if traveller != "novice"]
    if len(set(kept)) != len(kept) or len(named) != len(players):
        raise BadValue(
            f"travellers: one for each of {', '.join(players)}, each once",
            f"travellers: {'、'.join(players)} に旅人を1人ずつ、重ならないように書いてください",
        )
    return named


def _named(told: Any, players: Sequence[str]) -> dict[str, str]:
    if isinstance(told, Mapping):
        return {str(name): str(traveller) for name, traveller in told.items()}
    entries = told.split(",") if isinstance(told, str) else told
    if not isinstance(entries, Iterable):
        raise BadValue(
            f"travellers: {told!r} cannot be read; write A:Satsuki,B:Chuubei",
            f"travellers: {told!r} は読めません。A:Satsuki,B:Chuubei のように書いてください",
        )
    named = {}
    for index, entry in enumerate(entries):
        name, _, traveller = str(entry).strip().rpartition(":")
        named[name or (players[index] if index < len(players) else "")] = traveller
    return named
