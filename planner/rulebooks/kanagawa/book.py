"""Rulings: which posts stand, judged once on what was known when they were made.

The book takes facts in journal order. For each player it keeps the openings of all days, so that a
correction (R4h, R4i) replays only that player's days from the plan's day on. A ruling never changes
later; what changes in hindsight is the ledger.
"""

from bisect import insort
from collections.abc import Callable, Iterable
from typing import NamedTuple

from planner.errors import BadValue
from planner.feed.stations import identity
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa import judge, purse
from planner.rulebooks.kanagawa.calendar import day_end
from planner.rulebooks.kanagawa.facts import PLAN_FACTS, Fact, Plan
from planner.rulebooks.kanagawa.purse import Day, Item, Purse
from planner.rulebooks.kanagawa.rules import Game, date_number, ride_km
from planner.units import DAY


class Ruling(NamedTuple):
    """What became of a post: ``clause`` is "" when it stands; ``amount`` is the yen that follow."""

    clause: str
    message: str
    message_ja: str
    amount: int = 0
    malformed: bool = False

    @property
    def stands(self) -> bool:
        """Whether the post was accepted."""
        return not self.clause


class Hand:
    """One player's days: items, openings and the state now."""

    __slots__ = ("items", "loan_days", "now", "openings", "rides", "slots")

    def __init__(self, player: str, cash: int, place: str, first_day: int) -> None:
        self.now = Purse(player, cash, place)
        self.items: dict[int, list[Item]] = {}
        self.openings: dict[int, Purse] = {first_day: self.now.copy()}
        self.loan_days: set[int] = set()
        self.rides: set[int] = set()  # days on which the ride was declared over
        self.slots: dict[int, set[bool]] = {}  # day -> {False: before the allowance, True: after}


class Book:
    """The state of the rulings after some facts of a journal."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.last_day = game.last_day
        self.today = game.first_day
        self.rulings: dict[str, Ruling] = {}  # event id -> ruling
        self.facts: list[Fact] = []
        self.plans: dict[str, Plan] = {}
        self.plans_of_day: dict[int, list[Plan]] = {}
        self.rest: dict[int, set[str]] = {}  # rest day -> who declared it
        self.rests_used: dict[str, int] = {}
        self.closes: dict[int, str] = dict(game.closes)
        self.close_events: dict[int, str] = {}  # date -> the event that noted its close
        self.rest_events: dict[int, tuple[str, ...]] = {}  # rest day -> its declarations
        self.consents: dict[str, int] = {}
        self.draft_names: tuple[str, ...] = ()
        self.draft_by = ""
        self.start: dict[str, str] = dict(game.start)
        self.later: Book | None = None  # the whole journal, while a late post is judged
        self.loans_known: dict[int, frozenset[str]] = {}  # day -> loans known when it ended (S5)
        self.hands = {
            player: Hand(
                player, self.rules.opening_purse, identity(game.start.get(player, "")),
                game.first_day,
            )
            for player in game.players
        }  # fmt: skip

    # Taking facts.

    def take(self, fact: Fact, ruling: Ruling | None = None) -> Ruling:
        """Judge a fact (unless its ruling is given) and let it take effect.

        The fact must not be earlier than those taken before; see :func:`rule_on`.
        """
        self._roll_to(fact.day)
        if ruling is None:
            ruling = self.judge(fact)
        self.facts.append(fact)
        self.rulings[fact.id] = ruling
        if ruling.stands:
            _EFFECTS[fact.type](self, fact)
        return ruling

    def judge(self, fact: Fact) -> Ruling:
        """The ruling on a fact as things are known now; nothing changes."""
        try:
            amount = judge.judge(self, fact)
        except Refused as refusal:
            plain = f"{refusal.clause}: "
            return Ruling(
                refusal.clause,
                refusal.message.removeprefix(plain),
                refusal.message_ja.removeprefix(plain),
                malformed=isinstance(refusal, judge.Malformed),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadValue(
                f"event {fact.id} ({fact.type}) cannot be read: {type(error).__name__} {error}",
                f"記録 {fact.id}({fact.type})を読めません: {type(error).__name__} {error}",
            ) from None
        return Ruling("", "", "", amount)

    def _roll_to(self, day: int) -> None:
        """End every day before ``day``, and freeze what was known then."""
        while self.today < min(day, self.last_day):
            self._freeze(self.today)
            at = day_end(self.today, self.rules)
            is_rest = self.today in self.rest
            for hand in self.hands.values():
                purse.end_day(hand.now, self._day(self.today), at, is_rest)
                hand.openings[self.today + 1] = hand.now.copy()
                purse.begin_day(hand.now, self._day(self.today + 1), at, self.rest)
            self.today += 1
        if day > self.last_day and self.last_day not in self.loans_known:
            self._freeze(self.last_day)

    def _day(self, number: int) -> Day:
        return Day(number, self.rules, None)

    def _freeze(self, day: int) -> None:
        self.loans_known[day] = frozenset(
            player for player, hand in self.hands.items() if day in hand.loan_days
        )

    def known_loans(self, day: int) -> frozenset[str]:
        """Who had a loan of that day, as known at its end (now, while it lasts)."""
        if day not in self.loans_known:
            return frozenset(p for p, hand in self.hands.items() if day in hand.loan_days)
        return self.loans_known[day]

    # What facts do.

    def add(self, player: str, day: int, item: Item) -> None:
        """Add an item to a day of a player, and replay what follows if it is not at the end."""
        hand = self.hands[player]
        items = hand.items.setdefault(day, [])
        if day == self.today and (not items or items[-1].order <= item.order):
            items.append(item)
            purse.live(hand.now, self._day(day), (item,))
            if hand.now.loan_today:
                hand.loan_days.add(day)
            return
        insort(items, item, key=lambda one: one.order)
        self.redo(player, day)

    def redo(self, player: str, day: int) -> None:
        """Replay a player's money from the beginning of a day."""
        hand = self.hands[player]
        now = hand.openings[day].copy()
        while True:
            purse.begin_day(now, self._day(day), day_end(day - 1, self.rules), self.rest)
            purse.live(now, self._day(day), hand.items.get(day, ()))
            (hand.loan_days.add if now.loan_today else hand.loan_days.discard)(day)
            if day == self.today:
                break
            purse.end_day(now, self._day(day), day_end(day, self.rules), day in self.rest)
            day += 1
            hand.openings[day] = now.copy()
        hand.now = now

    def seat(self, player: str, station: str) -> None:
        """Put a player at the start station (R11)."""
        self.start[player] = station
        hand, first = self.hands[player], self.game.first_day
        for at_start in (hand.openings[first], hand.now):
            at_start.place = at_start.base = identity(station)
        self.redo(player, first)


def _take_allowance(book: Book, fact: Fact) -> None:
    hand = book.hands[fact.player]
    hand.rides.add(fact.day)
    amount = book.rulings[fact.id].amount
    text = str(ride_km(fact.event["km"]))
    book.add(
        fact.player, fact.day, Item(fact.key[1:], purse.ALLOWANCE, amount, fact.id, None, text)
    )


def _take_plan(book: Book, fact: Fact) -> None:
    plan = Plan(fact, book.rules)
    book.plans[fact.id] = plan
    book.plans_of_day.setdefault(fact.day, []).append(plan)
    used = book.hands[fact.player].slots.setdefault(fact.day, set())
    used.add(judge.allowance_paid(book, fact))
    book.add(fact.player, fact.day, Item(fact.key[1:], purse.PLAN, 0, fact.id, plan))


def _take_ruling(book: Book, fact: Fact) -> None:
    plan = book.plans[str(fact.event["plan"])]
    changed = {key: fact.event[key] for key in PLAN_FACTS if key in fact.event}
    plan.take({**plan.event, **changed}, book.rules)
    plan.rulings += (fact.id,)
    book.redo(plan.player, plan.day)


def _take_report(book: Book, fact: Fact) -> None:
    plan = book.plans[str(fact.event["plan"])]
    if plan.reported or not plan.wrong:
        return
    plan.reported = True
    plan.reporters = (fact.id,)
    book.redo(plan.player, plan.day)
    if fact.player != plan.player:
        fine = book.rules.wrong_fare_factor * plan.right
        item = Item(fact.key[1:], purse.FINE, fine, fact.id, plan)
        book.add(plan.player, min(fact.day, book.last_day), item)


def _take_refund(book: Book, fact: Fact) -> None:
    plan = book.plans[str(fact.event["plan"])]
    amount = book.rulings[fact.id].amount
    if not amount:
        return
    plan.claimed = True
    plan.claims = (fact.id,)
    if book.rules.refund_booked == "plan":
        book.redo(plan.player, plan.day)
    else:
        item = Item(fact.key[1:], purse.REFUND, amount, fact.id, plan)
        book.add(plan.player, min(fact.day, book.last_day), item)


def _take_amount(book: Book, fact: Fact) -> None:
    kind = purse.REPAY if fact.type == "repay" else purse.LOAN
    item = Item(fact.key[1:], kind, fact.event["amount"], fact.id)
    book.add(fact.player, fact.day, item)


def _take_rest(book: Book, fact: Fact) -> None:
    book.rest.setdefault(fact.day + 1, set()).add(fact.player)
    book.rest_events[fact.day + 1] = (*book.rest_events.get(fact.day + 1, ()), fact.id)
    book.rests_used[fact.player] = book.rests_used.get(fact.player, 0) + 1


def _take_close(book: Book, fact: Fact) -> None:
    date = date_number(fact.event["date"])
    book.closes[date] = str(fact.event["close"])
    book.close_events[date] = fact.id


def _take_consent(book: Book, fact: Fact) -> None:
    book.consents[fact.player] = date_number(fact.event["last_day"])
    wanted = {book.consents.get(player) for player in book.game.players}
    if len(wanted) == 1 and (last := wanted.pop()) is not None:
        book.last_day = last
        book.consents.clear()


def _take_naming(book: Book, fact: Fact) -> None:
    book.draft_names = tuple(str(name) for name in fact.event["stations"])
    book.draft_by = fact.player


def _take_choice(book: Book, fact: Fact) -> None:
    book.seat(fact.player, str(fact.event["station"]))


def _take_nothing(book: Book, fact: Fact) -> None:
    """A note or an assertion changes nothing."""


_EFFECTS: dict[str, Callable[[Book, Fact], None]] = {
    "allowance": _take_allowance,
    "plan": _take_plan,
    "ruling": _take_ruling,
    "report": _take_report,
    "refund_claim": _take_refund,
    "repay": _take_amount,
    "loan": _take_amount,
    "rest": _take_rest,
    "close": _take_close,
    "consent": _take_consent,
    "draft_name": _take_naming,
    "draft_choose": _take_choice,
    "balance": _take_nothing,
    "note": _take_nothing,
}


def impossible_times(book: Book) -> list[tuple[str, Plan]]:
    """Accepted plans whose given times cannot be: (clause, plan).

    R4b: a station is reached before the plan was posted; R4a: a second plan arrives somewhere
    before the first has ended. The times are facts told by somebody: noticed, not ruled on.
    """
    found = []
    for day, plans in sorted(book.plans_of_day.items()):
        ends: dict[str, int] = {}
        for plan in plans:
            times = [time for _, time, _ in plan.arrivals]
            if not times:
                continue
            if day * DAY + min(times) < plan.at - plan.at % 60:
                found.append(("R4b", plan))
            elif min(times) < ends.get(plan.player, 0):
                found.append(("R4a", plan))
            ends[plan.player] = max(times)
    return found


def rule_on(facts: Iterable[Fact], game: Game) -> Book:
    """The book after all facts, in journal order.

    A fact that is earlier than one taken before (a post entered late) is judged on what was known
    at its own moment, and the book is then made anew with all rulings as they were.
    """
    book = Book(game)
    latest: tuple[int, int, int] = (0, 0, 0)
    for fact in facts:
        if fact.key >= latest:
            book.take(fact)
            latest = fact.key
        else:
            book = _with_late(book, fact)
    return book


def _with_late(book: Book, late: Fact) -> Book:
    ordered = sorted([*book.facts, late], key=lambda fact: fact.key)
    at_the_time = Book(book.game)
    for fact in ordered:
        if fact is late:
            break
        at_the_time.take(fact, book.rulings[fact.id])
    at_the_time._roll_to(late.day)
    at_the_time.later = book
    rulings = {**book.rulings, late.id: at_the_time.judge(late)}
    fresh = Book(book.game)
    for fact in ordered:
        fresh.take(fact, rulings[fact.id])
    fresh.rulings = rulings
    return fresh
