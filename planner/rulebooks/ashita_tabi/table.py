"""What lies on the table: the state of one game of Ashita-tabi."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from planner.rulebooks.ashita_tabi.rules import Rules, number, read_rules

Cards = tuple[str, ...]
Row = tuple[Cards, ...]  # day - 1 -> cards, nearest to the location first

MOMENTS = ("start", "after-move", "after-place", "before-keys", "end")  # AT-1.5
NO_ROW: Row = ((),) * 7


@dataclass(frozen=True)
class Letter:
    """A cube laid on a location, AT-4.6."""

    at: int  # day
    since: int  # the turn it was laid in


@dataclass(frozen=True)
class Midturn:
    """What a turn under way has settled so far."""

    card: str = ""  # played, not yet laid
    number: int = 0  # the played number, the map's one more included
    arrived: bool = False  # white's path contained day 7
    letters: int = 0  # cubes taken and not yet used
    allowed: Mapping[str, int] = field(default_factory=dict)  # suit -> times, AT-6.1, 6.2
    applied: Cards = ()  # suits, in order
    scored: Cards = ()  # suits scored by GHOST-SCORE
    claimed: Cards = ()  # suits whose key was won in this turn
    due: int = 0  # cards still to be drawn
    resume: str = ""  # the phase after a reshuffle


@dataclass(frozen=True)
class Table:
    """One state between two events; ``phase`` says what is awaited."""

    rules: Rules
    phase: str = "items"
    turn: int = 1
    white: int = 1
    black: tuple[int, int] = (1, 1)
    hand: Cards = ()
    deck: Cards = ()  # top first
    discard: Cards = ()  # newest last
    removed: Cards = ()
    row: Row = NO_ROW
    upper: Row = NO_ROW
    supply: int = 5
    memory: tuple[Letter, ...] = ()
    spent: int = 0  # letter cubes that left the game
    keys: Cards = ()
    vp: int = 0  # from white effects
    ghost_vp: int = 0  # GHOST-SCORE
    laps: int = 0
    items: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    map_used: bool = False
    mid: Midturn = Midturn()
    result: str = "running"  # running, lost, won
    clause: str = ""  # of the defeat or the clear
    player: str = ""
    seed: int = 0
    shuffles: int = 0  # how often chance has spoken: the next one's place in the seed's stream

    @property
    def running(self) -> bool:
        """Whether the game goes on."""
        return self.result == "running"


def lose(table: Table, clause: str) -> Table:
    """The table after a defeat; it has no score (AT-8.5)."""
    return replace(table, result="lost", clause=clause, phase="over")


def suit(card: str) -> str:
    """The suit letter of a card."""
    return card[:1]


def value(card: str) -> int:
    """The number of a card."""
    return int(card[1:])


def after(day: int, steps: int) -> int:
    """The day some steps on (or back) in the ring, AT-1.4."""
    return (day - 1 + steps) % number("days") + 1


def put(row: Row, day: int, cards: Cards) -> Row:
    """The row with other cards on one day."""
    return (*row[: day - 1], cards, *row[day:])


def counting(table: Table, day: int) -> Cards:
    """The events of a day that count for AT-5.4, 6 and 7."""
    upper = table.upper[day - 1] if table.rules["upper.counts"] == "yes" else ()
    return table.row[day - 1] + upper


def suit_counts(table: Table, day: int) -> Counter[str]:
    """suit -> how many events of it count on a day."""
    return Counter(suit(card) for card in counting(table, day))


def cards_in_play(table: Table) -> Cards:
    """Every card, wherever it is, AT-15."""
    laid = [card for row in (table.row, table.upper) for cards in row for card in cards]
    played = [table.mid.card] if table.mid.card else []
    return table.hand + table.deck + table.discard + table.removed + (*laid, *played)


def from_json(document: Mapping[str, Any], rules: Rules | None = None) -> Table:
    """A table before a turn, from the JSON form of AT-1.5; what is not shown is absent (1.6)."""
    black = document.get("black", [1, 1])
    memory = tuple(Letter(m["at"], m["since"]) for m in document.get("memory", []))
    return Table(
        rules=rules or read_rules(),
        phase="start",
        turn=document.get("turn", 1),
        white=document.get("white", 1),
        black=(black[0], black[1]),
        hand=tuple(document.get("hand", [])),
        deck=tuple(document.get("deck", [])),
        discard=tuple(document.get("discard", [])),
        removed=tuple(document.get("removed", [])),
        row=_read_row(document.get("row", {})),
        upper=_read_row(document.get("upper", {})),
        supply=document.get("supply", number("letters")),
        memory=memory,
        keys=tuple(document.get("keys", [])),
        vp=document.get("vp", 0),
        ghost_vp=document.get("ghost_vp", 0),
        laps=document.get("laps", 0),
        items=tuple(document.get("items", [])),
        map_used=bool(document.get("map_used", False)),
    )


def _read_row(row: Mapping[str, Any]) -> Row:
    return tuple(tuple(row.get(str(day), ())) for day in range(1, 8))


def to_json(table: Table) -> dict[str, Any]:
    """The JSON form of AT-1.5."""
    return {
        "turn": table.turn,
        "white": table.white,
        "black": list(table.black),
        "hand": list(table.hand),
        "deck": list(table.deck),
        "discard": list(table.discard),
        "removed": list(table.removed),
        "row": _write_row(table.row),
        "upper": _write_row(table.upper),
        "supply": table.supply,
        "memory": [{"at": letter.at, "since": letter.since} for letter in table.memory],
        "keys": list(table.keys),
        "vp": table.vp,
        "ghost_vp": table.ghost_vp,
        "laps": table.laps,
        "items": list(table.items),
        "map_used": table.map_used,
    }


def _write_row(row: Row) -> dict[str, list[str]]:
    return {str(day): list(cards) for day, cards in enumerate(row, 1) if cards}
