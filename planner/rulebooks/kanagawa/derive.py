"""From rulings to the ledger: money, sprint, control and points of every day, in hindsight.

The order of a day is that of the rules' part F: the players' items, R8, control changes, control
points; on the last day the bonus and D5.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from planner.feed.stations import identity
from planner.referee.collecting import no_collecting
from planner.referee.ledger import Posting, Row
from planner.rulebooks.kanagawa import purse
from planner.rulebooks.kanagawa.book import Book, Ruling
from planner.rulebooks.kanagawa.calendar import day_end, game_day, is_business_day
from planner.rulebooks.kanagawa.facts import Plan
from planner.rulebooks.kanagawa.purse import POINTS, Day, Purse, Told
from planner.rulebooks.kanagawa.rules import Game
from planner.rulebooks.kanagawa.sprint import onward, steps

CATEGORIES = ("sprint", "station", "line_ride", "line_control", "bonus", "interest_penalty",
              "final_debt")  # fmt: skip
NOBODY = "nobody"


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


class Control:
    """Who controls which place, and since when."""

    def __init__(self, book: Book) -> None:
        rules = book.rules
        self.names = (*rules.controllable, rules.controllable_line)
        self.line = rules.controllable_line
        self.listed = {identity(name): name for name in rules.controllable}
        self.owners: dict[str, str | None] = dict.fromkeys(self.names)
        self.since: dict[str, int] = {}
        self.events: dict[str, tuple[str, ...]] = {}  # the plans by which it was taken
        self.shared: Mapping[str, str | None] = dict(self.owners)

    def settle(self, place: str, arrivers: Sequence[str]) -> str | None:
        """The controller after these arrivals (C2, C3)."""
        owner = self.owners[place]
        if not arrivers or owner in arrivers:
            return owner
        return arrivers[0] if len(arrivers) == 1 else None


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


def derive(book: Book, upto: int | None = None) -> Ledger:
    """The ledger after a book's facts, up to a moment in seconds (None: to the end of the game)."""
    with no_collecting():
        return _derive(book, upto)


def _derive(book: Book, upto: int | None) -> Ledger:
    writer = Writer(book, upto)
    for player in book.game.players:
        _write_money(writer, player)
    control = Control(book)
    course = _Course(book)
    days = {}
    for day in range(writer.first, writer.final + 1):
        rest = day in book.rest
        plans = book.plans_of_day.get(day, ())
        ended = writer.ended(day)
        _write_rides(writer, day, plans, rest)
        sprint = course.live(writer, day, plans, ended)
        if ended:
            if not rest:
                _write_control(writer, day, plans, control)
                _write_control_points(writer, day, control)
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
        items = hand.items.get(number)
        if items:
            purse.live(now, day, items)
        if writer.ended(number):
            purse.end_day(now, day, day_end(number, book.rules), number in book.rest)
        if now.loan_today:
            writer.loans.setdefault(number, set()).add(player)
        if now.lost:
            own = writer.points.setdefault(number, {}).setdefault(player, {})
            own["interest_penalty"] = -now.lost
        writer.money.setdefault(number, {})[player] = (now.cash, now.debt, now.place)
    writer.causes[player] = now.causes


def _write_rides(writer: Writer, day: int, plans: Sequence[Plan], rest: bool) -> None:
    """C4: a point for each boarding of the controllable line, at once."""
    rules, loans = writer.rules, writer.loans.get(day, ())
    paid: set[str] = set()
    for plan in plans:
        if not plan.boardings:
            continue
        values = {"line": rules.controllable_line, "boardings": plan.boardings}
        events = (plan.id,)
        if plan.player in loans:
            told = ("D6", "ride_annulled", _loan_events(writer, day, plan), values, ())
            writer.tell(day, plan.at, plan.player, told)
            continue
        if rest and not rules.rest_day_boarding_point:
            writer.tell(day, plan.at, plan.player, ("R12", "ride_rests", events, values, ()))
            continue
        points = plan.boardings if rules.line_point == "per_boarding" else 1
        if rules.line_point == "per_day" and plan.player in paid:
            continue
        paid.add(plan.player)
        told = ("C4", "line_ride", events, values, ())
        writer.score(day, plan.at, plan.player, ("line_ride", points), told)


def _loan_events(writer: Writer, day: int, plan: Plan) -> tuple[str, ...]:
    """The plan, and the events that led to the loan that annuls its arrivals."""
    events = [plan.id]
    for row in writer.told.get(day, ()):
        if row.kind == "loan" and row.player == plan.player:
            events += row.events
    return tuple(dict.fromkeys(events))


class _Course:
    """The chain of sprint points (S1-S5)."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.at = book.game.sprint_first
        self.age = 0
        self.keys = [identity(name) for name in book.game.sprint_list]

    def live(
        self, writer: Writer, day: int, plans: Sequence[Plan], ended: bool
    ) -> SprintDay | None:
        """The sprint point of a day; at its end, its winner and the point of the next day."""
        if not self.keys:
            return None
        book, rest = self.book, day in self.book.rest
        self.age += not rest
        name, age = book.game.sprint_list[self.at], self.age
        if not plans or not ended:
            return SprintDay(name, age, None)
        runners = self._runners(plans)
        if rest:
            for time, plan in runners:
                told = ("R12", "sprint_rests", (plan.id,), {"station": name, "time": time}, ())
                writer.tell(day, plan.at, plan.player, told)
            return SprintDay(name, age, None)
        known = [one for one in runners if one[1].player not in book.known_loans(day)]
        winner = self._score(writer, day, runners, known)
        if known:  # S5: fixed by what was known at the day's end
            self._move_on(writer, day, known[0][1])
        return SprintDay(name, age, winner)

    def _runners(self, plans: Sequence[Plan]) -> list[tuple[int, Plan]]:
        """Arrivals at the sprint point, first to last (S2)."""
        key = self.keys[self.at]
        found = []
        for plan in plans:
            time = next((time for place, time, _ in plan.arrivals if place == key), None)
            if time is not None:
                found.append((time, plan))
        found.sort(key=lambda one: (one[0], one[1].at, one[1].key[2]))
        return found

    def _score(
        self,
        writer: Writer,
        day: int,
        runners: list[tuple[int, Plan]],
        known: list[tuple[int, Plan]],
    ) -> str | None:
        """Points to the first valid arrival; those annulled by a loan are told (D6, S5)."""
        loans = writer.loans.get(day, ())
        name, rules = self.book.game.sprint_list[self.at], writer.rules
        at = day_end(day, rules)
        valid = []
        for time, plan in runners:
            values = {"station": name, "time": time}
            if plan.player in loans:
                told = ("D6", "sprint_annulled", _loan_events(writer, day, plan), values, ())
                writer.tell(day, plan.at, plan.player, told)
            else:
                valid.append((time, plan))
        if not valid:
            return None
        time, plan = valid[0]
        passed_on = bool(known) and known[0][1].player != plan.player
        if passed_on and not rules.sprint_pass_on and known[0][1].player in loans:
            return None
        values = {"station": name, "time": time, "age": self.age, "passed_on": passed_on}
        told = ("S5" if passed_on else "S1", "sprint_won", (plan.id,), values, ())
        writer.score(day, at, plan.player, ("sprint", rules.sprint_for(self.age)), told)
        writer.wins[plan.player].append(plan.id)
        return plan.player

    def _move_on(self, writer: Writer, day: int, first: Plan) -> None:
        close = self.book.closes.get(day) if is_business_day(day) else None
        count = steps(close, writer.rules.steps_without_close)
        names = self.book.game.sprint_list
        self.at = onward(names, self.at, count, self.book.game.unreachable)
        self.age = 0
        values = {"station": names[self.at], "steps": count, "close": close or ""}
        at = day_end(day, writer.rules)
        events = (first.id, *filter(None, [close and self.book.close_events.get(day)]))
        writer.tell(day, at, "", ("S3", "sprint_moves", events, values, ()))


def _write_control(writer: Writer, day: int, plans: Sequence[Plan], control: Control) -> None:
    """C2, C3: changes at the day's end."""
    loans = writer.loans.get(day, ())
    arrived: dict[str, list[Plan]] = {}
    for plan in plans:
        places = [control.listed[key] for key, _, _ in plan.arrivals if key in control.listed]
        if plan.player in loans:
            for place in dict.fromkeys(places):
                told = ("D6", "arrival_annulled", _loan_events(writer, day, plan),
                        {"place": place}, ())  # fmt: skip
                writer.tell(day, plan.at, plan.player, told)
            continue
        if plan.boardings:
            places.append(control.line)
        for place in dict.fromkeys(places):
            arrived.setdefault(place, []).append(plan)
    changed = False
    for place in control.names:
        if place in arrived:
            changed |= _change(writer, day, place, arrived[place], control)
    if changed:
        control.shared = dict(control.owners)


def _change(writer: Writer, day: int, place: str, plans: list[Plan], control: Control) -> bool:
    arrivers = list(dict.fromkeys(plan.player for plan in plans))
    before, after = control.owners[place], control.settle(place, arrivers)
    events = tuple(plan.id for plan in plans)
    values = {"place": place, "before": before, "after": after, "arrivers": arrivers}
    at = day_end(day, writer.rules)
    if before == after:
        kind = "control_kept" if before else "control_tie"
        writer.tell(day, at, before or "", ("C3", kind, events, values, ()))
        return False
    kind = "control_taken" if after and not before else "control_over" if after else "control_lost"
    commodity = f"place:{place}"
    postings = (
        Posting(f"control:{before or NOBODY}", commodity, -1),
        Posting(f"control:{after or NOBODY}", commodity, 1),
    )
    clause = "C2" if kind == "control_taken" else "C3"
    writer.tell(day, at, after or "", (clause, kind, events, values, postings))
    control.owners[place] = after
    control.since[place] = day
    control.events[place] = events
    return True


def _write_control_points(writer: Writer, day: int, control: Control) -> None:
    """C2, C4: each controlled place pays; a station not on the day control began."""
    at = day_end(day, writer.rules)
    stations: dict[str, list[str]] = {}
    for place, owner in control.owners.items():
        if owner is None:
            continue
        new = control.since[place] == day
        if place == control.line:
            if not new or writer.rules.line_pays_first_day:
                values = {"line": place, "new": new}
                told = ("C4", "line_control", control.events[place], values, ())
                writer.score(day, at, owner, ("line_control", 1), told)
        elif not new:
            stations.setdefault(owner, []).append(place)
    for owner, places in stations.items():
        events = tuple(dict.fromkeys(e for place in places for e in control.events[place]))
        told = ("C2", "station_points", events, {"places": places}, ())
        writer.score(day, at, owner, ("station", len(places)), told)


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


def _game(points: int) -> Posting:
    return Posting("game", POINTS, points)
