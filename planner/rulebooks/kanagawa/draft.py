"""The start draft (R11): one player names stations far enough apart, the others choose first."""

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from planner.feed.stations import identity
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.facts import Fact
from planner.rulebooks.kanagawa.rules import Rules

if TYPE_CHECKING:
    from planner.rulebooks.kanagawa.book import Book

Price = Callable[[str, str], int | None]
"""The cheapest legal fare between two stations in yen; None when there is none or none is known."""


class TooNear(NamedTuple):
    """Two named stations and the fare between them, None when it is not known."""

    one: str
    other: str
    fare: int | None


def check_names(names: Sequence[str], players: int, rules: Rules) -> None:
    """Test what needs no fares: the number of stations, repeats, and the barred list.

    Raises:
        Refused: R11.
    """
    wanted = players + rules.extra_stations
    if len(names) != wanted:
        raise Refused(
            "R11",
            f"{wanted} stations are named by {players} players, not {len(names)}",
            f"{players} 人なら {wanted} 駅を指定します({len(names)} 駅は不可)",
        )
    check_allowed(names, rules)


def check_allowed(names: Sequence[str], rules: Rules) -> None:
    """Raise Refused where a station is barred at the start, or named twice (R11)."""
    keys = [identity(name) for name in names]
    for name, key in zip(names, keys, strict=True):
        if keys.count(key) > 1:
            raise Refused("R11", f"{name} is named twice", f"{name} が重複しています")
        if key in {identity(barred) for barred in rules.barred_at_start}:
            raise Refused(
                "R11",
                f"{name} may not be a start station",
                f"{name} はスタート地点に指定できません",
            )


def too_near(names: Sequence[str], price: Price, rules: Rules) -> list[TooNear]:
    """Every pair that is not at least ``least_fare`` apart by the cheapest legal fare."""
    pairs = ((one, other, price(one, other)) for one, other in itertools.combinations(names, 2))
    return [TooNear(*pair) for pair in pairs if pair[2] is None or pair[2] < rules.least_fare]


def judge_naming(book: "Book", fact: Fact) -> int:
    """Whether stations may be named now. The fares were tested when the post was made."""
    names = fact.event.get("stations", ())
    if book.draft_names:
        raise Refused(
            "R11",
            f"{book.draft_by} has named the stations: {', '.join(book.draft_names)}",
            f"{book.draft_by} が駅を指定済みです: {'、'.join(book.draft_names)}",
        )
    if book.start:
        raise _settled(book)
    check_names([str(name) for name in names], len(book.game.players), book.rules)
    fares: dict[str, Any] = fact.event.get("fares", {})
    for pair, fare in fares.items():
        if fare is None or fare < book.rules.least_fare:
            raise Refused(
                "R11",
                f"{pair} is {fare} yen, less than {book.rules.least_fare}",
                f"{pair} は {fare} 円で、{book.rules.least_fare} 円に足りません",
            )
    return 0


def _settled(book: "Book") -> Refused:
    """Refused, for the settings of the game name start stations."""
    without = [player for player in book.game.players if player not in book.start]
    if not without:
        return Refused("R11", "the start is settled", "スタート地点は決定済みです")
    given = ", ".join(f"{player} = {station}" for player, station in book.start.items())
    return Refused(
        "R11",
        f"the game's settings say {given} and nothing of {', '.join(without)}: add them under"
        " [start] of game.toml, or take that table out for a draft",
        f"ゲームの設定に {given} とあり、{'、'.join(without)} の駅がありません。"
        "game.toml の [start] に書き足すか、抽選にするならその表を消してください",
    )


def judge_choice(book: "Book", fact: Fact) -> int:
    """Whether a player may choose that station now: each once, the namer last."""
    named = [identity(name) for name in book.draft_names]
    said = str(fact.event.get("station", ""))
    if not named:
        raise Refused("R11", "no stations are named yet", "まだ駅が指定されていません")
    if fact.player in book.start:
        raise Refused("R11", f"{fact.player} has chosen", f"{fact.player} は選択済みです")
    if fact.player == book.draft_by and len(book.start) < len(book.game.players) - 1:
        raise Refused(
            "R11",
            f"{fact.player} named the stations and chooses last",
            f"駅を指定した {fact.player} は最後に選びます",
        )
    if identity(said) not in named:
        raise Refused(
            "R11",
            f"{said} is not one of {', '.join(book.draft_names)}",
            f"{said} は指定された駅({'、'.join(book.draft_names)})にありません",
        )
    if identity(said) in {identity(name) for name in book.start.values()}:
        raise Refused("R11", f"{said} is taken", f"{said} は選択済みです")
    return 0
