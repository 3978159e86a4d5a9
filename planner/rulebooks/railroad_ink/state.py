"""What a game holds between two events: RI-2."""

from collections.abc import Sequence
from dataclasses import dataclass

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.drawing import volcano_at
from planner.rulebooks.railroad_ink.meteor import start_square
from planner.rulebooks.railroad_ink.notation import BLANK_SHEET, Sheet
from planner.rulebooks.railroad_ink.tables import tables


@dataclass(frozen=True)
class Table:
    """What lies before one player (RI-2.1). The dot is on the sheet.

    Attributes:
        specials: the specials ticked so far, drawn or spent on a meteor, in order.
        uncounted: how many of them do not count as one of the three (``cancel.counts=no``).
        base: which dice of the roll are drawn this round.
        extra: which expansion dice are drawn this round.
        meteor_due: the meteor of this round has neither fallen nor been cancelled.
    """

    sheet: Sheet
    specials: tuple[str, ...] = ()
    uncounted: int = 0
    specials_this_round: int = 0
    cancelled: bool = False
    volcano_used: bool = False
    base: frozenset[int] = frozenset()
    extra: frozenset[int] = frozenset()
    meteor_due: bool = False
    closed: bool = True


@dataclass(frozen=True)
class Roll:
    """The dice of one round, the same for all (RI-3.2).

    Attributes:
        base: face codes, such as ``HI``.
        extra: (expansion, face) for each of its dice; the face is empty where it is not told.
        meteor: distance and direction (``N E S W`` or ``free``).
    """

    base: tuple[str, ...] = ()
    extra: tuple[tuple[str, str], ...] = ()
    meteor: tuple[int, str] | None = None


@dataclass(frozen=True)
class State:
    """A game. Between rounds every table is closed and the roll is the last one."""

    decisions: Decisions
    expansions: tuple[str, ...]
    players: tuple[str, ...]
    tables: tuple[Table, ...]
    round: int = 0
    roll: Roll = Roll()
    seed: int | None = None

    @property
    def roll_due(self) -> bool:
        """All have closed the round, and another is to come."""
        return all(table.closed for table in self.tables) and self.round < self.rounds

    @property
    def rounds(self) -> int:
        """RI-3.1."""
        return rounds(self.expansions)

    @property
    def finished(self) -> bool:
        """RI-3.8."""
        return all(table.closed for table in self.tables) and self.round >= self.rounds

    def table(self, player: str) -> Table:
        """What lies before that player."""
        return self.tables[self.players.index(player)]


def rounds(expansions: Sequence[str]) -> int:
    """RI-3.1: seven rounds, six with an expansion."""
    number: int = tables()["rounds"]["expansion" if expansions else "plain"]
    return number


def new_sheet(expansions: Sequence[str]) -> Sheet:
    """RI-2.3: blank; with lava there is a volcano in the middle."""
    if "lava" in expansions:
        return volcano_at(BLANK_SHEET, start_square(BLANK_SHEET))
    return BLANK_SHEET
