"""From rulings to the ledger: money, sprint, control and points of every day, in hindsight.

The order of a day is that of the rules' part F: the players' items, R8, control changes, control
points; on the last day the bonus and D5.
"""

from collections.abc import Mapping

from planner.feed.stations import identity
from planner.referee.collecting import no_collecting
from planner.referee.ledger import Posting, Row
from planner.rulebooks.kanagawa import purse
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import day_end
from planner.rulebooks.kanagawa.control import (
    Control,
    write_control,
    write_control_points,
    write_rides,
)
from planner.rulebooks.kanagawa.course import Course
from planner.rulebooks.kanagawa.purse import Day, Purse, Told
from planner.rulebooks.kanagawa.views import DayView, Ledger, SprintDay, Standing
from planner.rulebooks.kanagawa.writer import Writer


def derive(book: Book, upto: int | None = None) -> Ledger:
    """The ledger after a book's facts, up to a moment in seconds (None: to the end of the game)."""
    with no_collecting():
        return _derive(book, upto)


def _derive(book: Book, upto: int | None) -> Ledger:
    writer = Writer(book, upto)
    for player in book.game.players:
        _write_money(writer, player)
    control = Control(book)
    course = Course(book)
    days = {}
    for day in range(writer.first, writer.final + 1):
        rest = day in book.rest
        plans = book.plans_of_day.get(day, ())
        ended = writer.ended(day)
        write_rides(writer, day, plans, rest)
        sprint = course.live(writer, day, plans, ended)
        if ended:
            if not rest:
                write_control(writer, day, plans, control)
                write_control_points(writer, day, control)
            if day == book.last_day:
                _write_end(writer, day, control)
        days[day] = _view(writer, day, control, sprint)
    return _ledger(writer, days)


def _write_money(writer: Writer, player: str) -> None:
    """Replay one player's money with rows."""
    book = writer.book
    hand = book.hands[player]
    now = Purse(player, book.rules.opening_purse, identity(book.start.get(player, "")))
    if now.cash:
        postings = (Posting(f"purse:{player}", "yen", now.cash), Posting("bank", "yen", -now.cash))
        told: Told = ("R2", "opening", (), {"amount": now.cash}, postings)
        writer.tell(writer.first, day_end(writer.first - 1, book.rules), player, told)
    for number in range(writer.first, writer.final + 1):
        day = Day(number, book.rules, writer.tell)
        purse.begin_day(now, day, day_end(number - 1, book.rules), book.rest)
        end = day_end(number, book.rules)
        items, after = purse.parted(hand.items.get(number, ()), end)
        if items:
            purse.live(now, day, items)
        if writer.ended(number):
            purse.end_day(now, day, end, number in book.rest)
        if after:
            purse.settle(now, day, end, after)
        if now.loan_today:
            writer.loans.setdefault(number, set()).add(player)
        if now.lost:
            own = writer.points.setdefault(number, {}).setdefault(player, {})
            own["interest_penalty"] = -now.lost
        writer.money.setdefault(number, {})[player] = (now.cash, now.debt, now.place)
    writer.causes[player] = now.causes


def _write_end(writer: Writer, day: int, control: Control) -> None:
    """C5 and V1: the last day's bonus; then D5."""
    at, rules = day_end(day, writer.rules), writer.rules
    told: Told
    for player in writer.book.game.players:
        places = [place for place, owner in control.owners.items() if owner == player]
        wins = writer.wins[player] if rules.bonus_counts_sprint_wins else []
        bonus = rules.bonus_for(len(places) + len(wins))
        if bonus:
            clause = "V1" if rules.bonus_counts_sprint_wins else "C5"
            taken = [event for place in places for event in control.events[place]]
            events = tuple(dict.fromkeys([*taken, *wins]))
            told = (clause, "bonus", events, {"places": places, "wins": len(wins)}, ())
            writer.score(day, at, player, ("bonus", bonus), told)
    for player in writer.book.game.players:
        cash, debt, _ = writer.money[day][player]
        if debt > cash:
            owed = {"debt": debt, "purse": cash}
            told = ("D5", "final_debt", writer.causes[player], owed, ())
            writer.score(day, at, player, ("final_debt", cash - debt), told)


def _view(writer: Writer, day: int, control: Control, sprint: SprintDay | None) -> DayView:
    points = writer.points.get(day, {})
    standings = {
        player: Standing(cash, debt, points.get(player, {}), place)
        for player, (cash, debt, place) in writer.money[day].items()
    }
    rest = day in writer.book.rest
    return DayView(day, writer.ended(day), rest, standings, control.shared, sprint)


def _ledger(writer: Writer, days: Mapping[int, DayView]) -> Ledger:
    book = writer.book
    rows: list[Row] = []
    for day in range(writer.first, writer.final + 1):
        rows += sorted(writer.told.get(day, ()), key=lambda row: row.at)
    totals = dict.fromkeys(book.game.players, 0)
    for own in writer.points.values():
        for player, points in own.items():
            totals[player] += sum(points.values())
    best = max(totals.values())
    return Ledger(
        book.game,
        book.last_day,
        dict(book.start),
        days,
        rows,
        book.rulings,
        sorted(book.rest),
        totals,
        [player for player in book.game.players if totals[player] == best],
        writer.ended(book.last_day),
    )
