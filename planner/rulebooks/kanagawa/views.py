"""What a ledger of the Kanagawa game is made of: days, standings, sprint points, rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planner.referee.ledger import Row
from planner.rulebooks.kanagawa.book import Ruling
from planner.rulebooks.kanagawa.rules import Game

CATEGORIES = ("sprint", "station", "line_ride", "line_control", "bonus", "interest_penalty",
              "final_debt")  # fmt: skip


class Standing(NamedTuple):
    """A player at the end of a day (so far, on the day that lasts)."""

    purse: int
    debt: int  # with unpaid interest
    points: Mapping[str, int]  # of that day, by category; absent is 0
    place: str  # identity of the station


class SprintDay(NamedTuple):
    """The sprint point of a day."""

    station: str
    age: int  # in counted days
    winner: str | None


@dataclass(frozen=True)
class DayView:
    """One day of the ledger."""

    day: int  # ordinal
    ended: bool
    rest: bool
    standings: Mapping[str, Standing]
    control: Mapping[str, str | None]  # place as listed -> controller after the day's changes
    sprint: SprintDay | None


@dataclass(frozen=True)
class Ledger:
    """All that follows from a journal, as known at a moment."""

    game: Game
    last_day: int
    start: Mapping[str, str]
    days: Mapping[int, DayView]
    rows: Sequence[Row]
    rulings: Mapping[str, Ruling]
    rest_days: Sequence[int]
    totals: Mapping[str, int]
    winners: Sequence[str]  # leaders, until the game is over
    finished: bool
