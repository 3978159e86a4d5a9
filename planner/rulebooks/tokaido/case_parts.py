"""Partial states of cases made whole: a case shows only what it is about (TK-1.6, 1.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from planner.rulebooks.tokaido.rules import (
    Board,
    Rules,
    make_board,
    named_board,
    number,
    read_rules,
    traveller_coins,
)
from planner.rulebooks.tokaido.setup import Seat, set_up
from planner.rulebooks.tokaido.state import Game, Meal, Player, with_player

SWITCHES = ("crossroads", "novice", "preparation", "return", "gastronomy")
ALIASES = {  # what a player holds -> the names cases use for it
    "coins": ("coins", "purse"),
    "given": ("donated", "given"),
    "panoramas": ("panoramas", "pan", "panorama"),
    "souvenirs": ("souvenirs", "souv"),
    "treasures": ("legendary", "treasures", "leg"),
    "meals": ("meals", "meals_held"),
    "amulets": ("am", "amulets"),
    "scrolls": ("calligraphy", "scrolls", "call"),
    "cherries": ("cherries", "cherry"),
    "springs": ("springs", "hot_springs"),
    "encounters": ("encounters",),
    "achievements": ("achievements",),
    "bathhouses": ("bathhouses",),
    "fasted": ("fasted", "inns_without_meal"),
}


def pick(document: Mapping[str, Any], names: Sequence[str], default: Any = None) -> Any:
    """The first of several names a document has."""
    return next((document[name] for name in names if document.get(name) is not None), default)


def rules_of(case: Mapping[str, Any], **more: str) -> Rules:
    """The decisions of a case: ``option``, ``options``, and switches such as ``crossroads``."""
    chosen: dict[str, Any] = dict(more)
    for part in (case, case.get("setup") or {}, case.get("start") or {}):
        chosen |= {switch: bool(part[switch]) for switch in SWITCHES if switch in part}
    options = case.get("options")
    if isinstance(options, Mapping):
        chosen |= options
    texts = [case.get("option"), None if isinstance(options, Mapping) else options]
    for text in texts:
        if isinstance(text, Mapping):
            chosen |= text
        for piece in _pieces(text):
            name, _, value = piece.partition("=")
            chosen[name.strip()] = value.strip()
    return read_rules(chosen)


def _pieces(text: Any) -> list[str]:
    if isinstance(text, str):
        return [piece for piece in text.replace(";", ",").split(",") if piece.strip()]
    return [piece for part in text for piece in _pieces(part)] if isinstance(text, list) else []


def board_of(case: Mapping[str, Any]) -> Board:
    """The board a case shows as a list of kinds, or names."""
    board = case.get("board", "edo")
    if isinstance(board, str):
        return named_board(board)
    return make_board(board, case.get("double") or ())


def game_on(rules: Rules, board: Board, names: Sequence[str]) -> Game:
    """A game of those players, all novices, at the start inn; no place for the neutral one."""
    seats = [Seat(name, "novice") for name in names]
    if len(seats) == 1:
        seats.append(Seat("(other)", "novice"))
    if len(seats) == 2:
        seats.append(Seat("(third)", "novice"))
    return set_up(rules, board, seats)


def holding(player: Player, document: Mapping[str, Any]) -> Player:
    """The player with what a document says he holds."""
    held = {field: pick(document, names) for field, names in ALIASES.items()}
    changes: dict[str, Any] = {field: value for field, value in held.items() if value is not None}
    for field in ("treasures", "amulets", "scrolls", "encounters", "achievements"):
        if field in changes:
            changes[field] = tuple(changes[field])
    if isinstance(changes.get("springs"), list):
        changes["springs"] = tuple(changes["springs"])
    if "souvenirs" in changes:
        changes["souvenirs"] = tuple(_first(entry) for entry in changes["souvenirs"])
    if "meals" in changes:
        changes["meals"] = tuple(_meal(entry) for entry in changes["meals"])
    if document.get("points"):
        changes["log"] = (("start", document["points"]),)
    return replace(player, **changes)


def _first(entry: Any) -> Any:
    return entry[0] if isinstance(entry, list) else entry


def _meal(entry: Any) -> Meal:
    name, price = (entry[0], entry[1]) if isinstance(entry, list) else (entry, 0)
    return Meal(name, price, price)


def seated(game: Game, case: Mapping[str, Any], document: Mapping[str, Any], place: int) -> Game:
    """The game with its first player being the traveller a case is about, on a space."""
    traveller = pick(document, ("tr", "traveller"), case.get("traveller", "novice"))
    first = game.players[0]
    player = replace(first, traveller=traveller, coins=traveller_coins(traveller), place=place)
    game = with_player(game, holding(player, document))
    left = pick(document, ("cherries_left",), case.get("cherries_left"))
    if left is not None:
        game = replace(game, cherries=left)
    elif game.crossroads:
        game = replace(game, cherries=number("cherries"))
    copies = pick(document, ("treasures_left", "legendary_left"), case.get("legendary_left"))
    if isinstance(copies, Mapping):
        game = replace(game, treasures={int(price): count for price, count in copies.items()})
    firsts = pick(document, ("firsts", "taken"), case.get("firsts"))
    return replace(game, firsts=tuple(firsts)) if firsts else game
