"""Collects rows and points while a ledger is worked out."""

from planner.referee.ledger import Posting, Row
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import day_end, game_day
from planner.rulebooks.kanagawa.facts import Plan
from planner.rulebooks.kanagawa.purse import POINTS, Told


class Writer:
    """Collects what happens on each day of a ledger."""

    def __init__(self, book: Book, upto: int | None) -> None:
        self.book = book
        self.rules = book.rules
        self.first = book.game.first_day
        final = book.last_day if upto is None else game_day(upto, book.rules)
        self.final = min(final, book.last_day)
        self.upto = upto
        self.told: dict[int, list[Row]] = {}
        self.loans: dict[int, set[str]] = {}  # day -> who took a loan, in hindsight
        self.wins: dict[str, list[str]] = {p: [] for p in book.game.players}  # winning plans
        self.causes: dict[str, tuple[str, ...]] = {}  # player -> what led to the open loans
        self.points: dict[int, dict[str, dict[str, int]]] = {}
        self.money: dict[int, dict[str, tuple[int, int, str]]] = {}

    def tell(self, day: int, at: int, player: str, told: Told) -> None:
        """Add a row."""
        clause, kind, events, values, postings = told
        self.told.setdefault(day, []).append(
            Row(day, at, player, clause, kind, events, values, postings)
        )

    def score(self, day: int, at: int, player: str, gain: tuple[str, int], told: Told) -> None:
        """Give points of a category and tell it; the row's postings are made here."""
        category, points = gain
        clause, kind, events, values, _ = told
        account = Posting(f"points:{player}:{category}", POINTS, points)
        row = (clause, kind, events, {**values, "points": points}, (account, _game(-points)))
        self.tell(day, at, player, row)
        own = self.points.setdefault(day, {}).setdefault(player, {})
        own[category] = own.get(category, 0) + points

    def ended(self, day: int) -> bool:
        """Whether the day is over at the moment asked about."""
        return self.upto is None or day_end(day, self.rules) <= self.upto


def loan_events(writer: Writer, day: int, plan: Plan) -> tuple[str, ...]:
    """The plan, and the events that led to the loan that annuls its arrivals."""
    events = [plan.id]
    for row in writer.told.get(day, ()):
        if row.kind == "loan" and row.player == plan.player:
            events += row.events
    return tuple(dict.fromkeys(events))


def _game(points: int) -> Posting:
    return Posting("game", POINTS, points)
