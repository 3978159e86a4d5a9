"""Rulings: which posts stand, judged once on what was known when they were made.

The book takes facts in order of time; ``order.py`` sees to late ones. For each player it keeps the
openings of all days, so that a correction (R4h, R4i) replays only that player's days from the
plan's day on. A ruling never changes later; what changes in hindsight is the ledger.
"""

from bisect import insort
from collections.abc import Sequence
from typing import NamedTuple

from planner.errors import BadValue
from planner.feed.stations import identity
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa import effects, judge, purse
from planner.rulebooks.kanagawa.calendar import day_end
from planner.rulebooks.kanagawa.facts import Fact, Plan
from planner.rulebooks.kanagawa.purse import Day, Item, Purse
from planner.rulebooks.kanagawa.rules import Game


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


VOIDED = Ruling("void", "taken back: it was recorded by mistake", "誤記として取り消し")


class Stray(Exception):
    """A post that stands would lie outside the game, were its last day another one (R13)."""

    def __init__(self, fact: Fact, last_day: int) -> None:
        super().__init__(fact.id, last_day)
        self.fact = fact
        self.last_day = last_day


MONEY = {"allowance", "plan", "repay", "loan"}  # posts that need a day of the game


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
        self.plans_known: dict[int, frozenset[str]] = {}  # day -> plans known when it ended (S5)
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

        The fact must not be earlier than those taken before; see
        :func:`planner.rulebooks.kanagawa.order.rule_on`.

        Raises:
            Stray: its ruling is that it stands, but its day is not of the game any more.
        """
        if ruling is None or ruling.stands:
            self.roll_to(fact.day)
            if ruling is not None and fact.type in MONEY and fact.day > self.last_day:
                raise Stray(fact, self.last_day)
        if ruling is None:
            ruling = self.judge(fact)
        self.facts.append(fact)
        self.rulings[fact.id] = ruling
        if ruling.stands:
            effects.take(self, fact)
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

    def roll_to(self, day: int) -> None:
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
        """Keep what is known at a day's end, unless it ended before a late post was entered."""
        if day in self.loans_known:
            return
        self.loans_known[day] = frozenset(
            player for player, hand in self.hands.items() if day in hand.loan_days
        )
        self.plans_known[day] = frozenset(plan.id for plan in self.plans_of_day.get(day, ()))

    def was_known(self, plan: Plan) -> bool:
        """Whether a plan had been posted when its day ended."""
        return plan.day not in self.plans_known or plan.id in self.plans_known[plan.day]

    def forget_from(self, moment: int) -> None:
        """Let the days that end after a moment be open again."""
        for day in [day for day in self.loans_known if day_end(day, self.rules) > moment]:
            del self.loans_known[day], self.plans_known[day]

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
            self._live(hand.now, day, (item,))
            if hand.now.loan_today:
                hand.loan_days.add(day)
            return
        insort(items, item, key=lambda one: one.order)
        self.redo(player, day)

    def _live(self, now: Purse, number: int, items: Sequence[Item]) -> None:
        day, end = self._day(number), day_end(number, self.rules)
        items, after = purse.parted(items, end)
        purse.live(now, day, items)
        if after:
            purse.settle(now, day, end, after)

    def redo(self, player: str, day: int) -> None:
        """Replay a player's money from the beginning of a day."""
        hand = self.hands[player]
        now = hand.openings[day].copy()
        while True:
            purse.begin_day(now, self._day(day), day_end(day - 1, self.rules), self.rest)
            self._live(now, day, hand.items.get(day, ()))
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
