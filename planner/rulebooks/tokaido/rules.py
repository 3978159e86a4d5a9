"""The numbers, cards, boards and decisions one game of Tokaido is played under."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from planner.errors import BadValue
from planner.referee.decisions import settle
from planner.resources import data_path

PANORAMAS = ("paddy", "mountain", "sea")
KINDS = ("inn", "farm", "hot", "temple", "village", *PANORAMAS, "encounter")  # TK-1.2


@cache
def components() -> Mapping[str, Any]:
    """The tables of ``data/rules/tokaido.toml``."""
    return tomllib.loads(data_path("rules", "tokaido.toml").read_text(encoding="utf-8"))


@cache
def number(name: str) -> int:
    """A figure of the numbers table."""
    return int(components()["numbers"][name])


@cache
def numbers(name: str) -> tuple[int, ...]:
    """A list of the numbers table."""
    return tuple(components()["numbers"][name])


@cache
def cards(name: str) -> tuple[str, ...]:
    """The kinds of souvenirs, amulets, scrolls or encounters."""
    return tuple(components()["cards"][name])


def completes(panorama: str) -> int:
    """How many cards complete a panorama, TK-1.4."""
    return int(components()["panoramas"][panorama])


def in_japanese(kind: str) -> str:
    """The Japanese word of a space or panorama."""
    return str(components()["words"][kind])


def traveller_coins(traveller: str) -> int:
    """The opening purse of a traveller of the source, TK-6.

    Raises:
        BadValue: no such traveller, or one the source does not specify (6.10).
    """
    known = components()["travellers"]
    if traveller not in known:
        raise BadValue(
            f"{traveller!r} is not a traveller; there are {', '.join(known)}",
            f"「{traveller}」という旅人はいません。{'、'.join(known)} から選んでください",
            get_close_matches(traveller, known),
        )
    return int(known[traveller]["coins"])


@dataclass(frozen=True)
class Board:
    """A line of spaces from the start inn to the last inn, TK-1.2."""

    kinds: tuple[str, ...]
    double: frozenset[int]

    @property
    def last(self) -> int:
        """The place of the last inn."""
        return len(self.kinds) - 1


def make_board(kinds: Sequence[str], double: Sequence[int] = ()) -> Board:
    """A board as data.

    Raises:
        BadValue: an unknown kind, an end that is no inn, or a double space that is none.
    """
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or len(kinds) < 2 or kinds[0] != "inn" or kinds[-1] != "inn":
        raise BadValue(
            f"a board runs from inn to inn over {', '.join(KINDS)}; "
            f"not {', '.join(map(str, unknown or kinds))}",
            f"盤は宿場(inn)に始まり宿場に終わり、マスは {'、'.join(KINDS)} のどれかです"
            f"(「{'、'.join(map(str, unknown or kinds))}」は使えません)",
        )
    if not all(0 < place < len(kinds) - 1 and kinds[place] != "inn" for place in double):
        raise BadValue(
            f"double spaces {list(double)}: not all are spaces between inns",
            f"2人用のマス {list(double)}: 宿場と宿場の間のマスの番号を書いてください",
        )
    return Board(tuple(kinds), frozenset(double))


def named_board(name: str) -> Board:
    """A board of the data file, such as ``edo``.

    Raises:
        BadValue: no such board.
    """
    boards = components()["boards"]
    if name not in boards:
        raise BadValue(
            f"{name!r} is not a board; there are {', '.join(boards)}",
            f"「{name}」という盤はありません。{'、'.join(boards)} があります",
            get_close_matches(name, boards),
        )
    words = ["inn"]
    for leg in boards[name]["legs"]:
        words += [*leg.split(), "inn"]
    double = [place for place, word in enumerate(words) if word.endswith("2")]
    return make_board([word.removesuffix("2") for word in words], double)


def reversed_board(board: Board) -> Board:
    """Start and goal exchanged, TK-2.5; the rear place stays the one towards the start."""
    double = frozenset(board.last - place for place in board.double)
    return Board(board.kinds[::-1], double)


@dataclass(frozen=True)
class Rules:
    """The decisions a game was set up with."""

    decisions: Mapping[str, str]

    def __getitem__(self, decision: str) -> str:
        return self.decisions[decision]

    def on(self, decision: str) -> bool:
        """Whether a yes-or-no decision is yes."""
        return self.decisions[decision] == "yes"


def read_rules(option: object = None) -> Rules:
    """The rules chosen by options such as ``"temple.tie=skip"``.

    Raises:
        BadOption: an unknown decision or value.
    """
    return Rules(settle(components()["decisions"], option))
