"""One player's money: purse, principal, unpaid interest and position (R3, D1-D4, R8).

The same functions run when posts are ruled on (without rows) and when the ledger is written (with
rows), so that what was known and what is told can never drift apart.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from planner.referee.ledger import Posting
from planner.rulebooks.kanagawa.facts import Plan
from planner.rulebooks.kanagawa.rules import Rules

ALLOWANCE, PLAN, REPAY, LOAN, FINE, REFUND = range(6)
YEN, POINTS = "yen", "points"


class Item(NamedTuple):
    """Something that moves a player's money at a moment; items of a day are sorted by ``order``."""

    order: tuple[int, int]  # (moment in seconds, place in the journal)
    kind: int
    amount: int  # yen; 0 for a plan, whose fare may still be corrected
    event: str
    plan: Plan | None = None
    text: str = ""  # the km of a ride, as written


Spent = tuple[str, str, int, Mapping[str, Any]]
"""What an amount is spent on: clause, kind, yen, values."""
Told = tuple[str, str, Sequence[str], Mapping[str, Any], Sequence[Posting]]
"""What a row says: clause, kind, events, values, postings."""


class Day(NamedTuple):
    """One game day of one player's replay."""

    number: int
    rules: Rules
    tell: Callable[[int, int, str, Told], None] | None  # (day, moment, player, what); None: no rows


class Purse:
    """What a player has at a moment of the replay."""

    __slots__ = (
        "base", "cash", "causes", "corrections", "loan_today", "lost", "name", "paid_today",
        "place", "plans", "principal", "sources", "unpaid",
    )  # fmt: skip

    def __init__(self, name: str, cash: int, place: str) -> None:
        self.name = name
        self.cash = cash
        self.principal = 0
        self.unpaid = 0  # interest
        self.place = place  # identity of the station
        self.base = place  # where the day began (R8)
        self.loan_today = False  # D6
        self.paid_today = False  # an allowance was paid
        self.lost = 0  # points, D4
        # only when rows are told:
        self.plans: tuple[str, ...] = ()  # of today
        self.sources: tuple[str, ...] = ()  # rides since the purse was empty, the last plan
        self.causes: tuple[str, ...] = ()  # events whose loans are open
        self.corrections: tuple[str, ...] = ()  # reports that made the purse less than was thought

    @property
    def debt(self) -> int:
        """Principal and unpaid interest."""
        return self.principal + self.unpaid

    def copy(self) -> "Purse":
        """The same, to go on from later."""
        twin = Purse.__new__(Purse)
        for slot in Purse.__slots__:
            setattr(twin, slot, getattr(self, slot))
        return twin


def begin_day(purse: Purse, day: Day, at: int, rest: Mapping[int, set[str]]) -> None:
    """A day begins: the debt grows (D2), on a rest day only that of its declarers (R12)."""
    purse.base = purse.place
    purse.loan_today = purse.paid_today = False
    purse.lost = 0
    purse.plans = ()
    debt = purse.principal + purse.unpaid
    if not debt:
        return
    declarers = rest.get(day.number)
    if declarers is not None and purse.name not in declarers:
        if day.tell:
            day.tell(
                day.number, at, purse.name, ("R12", "debt_rests", purse.causes, {"debt": debt}, ())
            )
        return
    grown = day.rules.interest_on(debt)
    purse.unpaid += grown
    if day.tell:
        values = {"base": debt, "amount": grown, "due": purse.unpaid, "rest": declarers is not None}
        postings = (_yen(f"interest:{purse.name}", -grown), _yen("bank", grown))
        clause = "D2" if declarers is None else "R12"
        day.tell(
            day.number, at, purse.name, (clause, "interest_grows", purse.causes, values, postings)
        )


def live(purse: Purse, day: Day, items: Sequence[Item]) -> None:
    """Run through the items of a day, in order."""
    for item in items:
        if item.kind == PLAN:
            _pay_plan(purse, day, item)
        elif item.kind == ALLOWANCE:
            _pay_allowance(purse, day, item)
        elif item.kind == REPAY:
            _repay(purse, day, item)
        elif item.kind == LOAN:
            _lend(purse, day, item, item.amount)
        elif item.kind == FINE:
            factor = day.rules.wrong_fare_factor  # no fine is taken where it is 0
            values = {"amount": item.amount, "right": item.amount // factor, "factor": factor}
            _spend(purse, day, item, ("R4h", "fine", item.amount, values))
        else:  # a refund booked when it is claimed
            _give_back(purse, day, item, item.amount, (item.event,))


def parted(items: Sequence[Item], end: int) -> tuple[Sequence[Item], Sequence[Item]]:
    """A day's items in order, and those that came only when it was over (see :func:`settle`)."""
    if not items or items[-1].order[0] < end:
        return items, ()
    return ([item for item in items if item.order[0] < end],
            [item for item in items if item.order[0] >= end])  # fmt: skip


def settle(purse: Purse, day: Day, end: int, items: Sequence[Item]) -> None:
    """What was corrected after the last day (R4h, where that is accepted), at its end, after R8.

    A loan that this makes is of no day of the game, and annuls no arrival (D6).
    """
    lent = purse.loan_today
    live(purse, day, [item._replace(order=(end, item.order[1])) for item in items])
    purse.loan_today = lent


def end_day(purse: Purse, day: Day, at: int, is_rest: bool) -> None:
    """The day ends: whoever is where the day began loses the purse (R8), not on a rest day.

    Before the start is settled (R11) nobody is anywhere.
    """
    if purse.place != purse.base or is_rest or not purse.place:
        return
    lost, purse.cash = purse.cash, 0
    if not purse.debt:
        purse.corrections = ()  # the purse is empty with or without them
    if not lost:
        return
    if day.tell:
        postings = (_yen(f"purse:{purse.name}", -lost), _yen("forfeited", lost))
        events = purse.plans or purse.sources
        day.tell(day.number, at, purse.name, ("R8", "stayed", events, {"amount": lost}, postings))
        purse.sources = ()


def _pay_allowance(purse: Purse, day: Day, item: Item) -> None:
    purse.cash += item.amount
    name, at = purse.name, item.order[0]
    events: tuple[str, ...] = (item.event,)
    if day.tell:
        postings = (_yen(f"purse:{name}", item.amount), _yen("bicycle", -item.amount))
        values = {"km": item.text, "amount": item.amount}
        purse.sources += events
        day.tell(day.number, at, name, ("R2", "allowance", events, values, postings))
    if not item.amount and not day.rules.zero_ride_pays_interest:
        return
    purse.paid_today = True
    due = purse.unpaid
    if not due:
        return
    purse.unpaid = 0
    if purse.cash >= due:
        purse.cash -= due
        if day.tell:
            postings = (_yen(f"purse:{name}", -due), _yen(f"interest:{name}", due))
            values = {"amount": due}
            events += purse.causes
            day.tell(day.number, at, name, ("D2", "interest_paid", events, values, postings))
        return
    _fail_to_pay(purse, day, item, due)


def _fail_to_pay(purse: Purse, day: Day, item: Item, due: int) -> None:
    """D4: the purse cannot cover the interest."""
    held, missing = purse.cash, due - purse.cash
    points = day.rules.penalty_for(missing)
    purse.cash = 0
    purse.lost += points
    capitalised = missing if day.rules.unpaid_interest == "capitalised" else 0
    purse.principal += capitalised
    if day.tell is None:
        return
    name = purse.name
    postings = [
        _yen(f"purse:{name}", -held),
        _yen("forfeited", held),
        _yen(f"interest:{name}", due),
        _yen("bank" if not capitalised else f"principal:{name}", -missing),
        _yen("bank", -held),
        Posting(f"points:{name}:interest_penalty", POINTS, -points),
        Posting("game", POINTS, points),
    ]
    values = {"due": due, "held": held, "missing": missing, "points": points}
    values["capitalised"] = capitalised
    events = (item.event, *purse.causes)
    day.tell(day.number, item.order[0], name, ("D4", "interest_unpaid", events, values, postings))


def _pay_plan(purse: Purse, day: Day, item: Item) -> None:
    plan = item.plan
    assert plan is not None
    fare = plan.fare
    if day.tell:
        values = {"amount": fare, "declared": plan.declared, "stations": plan.stations}
        clause = "R4d" if not plan.moved else plan.cut_by if plan.cut_off else "R4a"
        kind = "no_train" if not plan.moved else "cut" if plan.cut_off else "fare"
        events = (plan.id, *plan.rulings)
        purse.plans += events
    else:
        clause = kind = ""
        values, events = {}, ()
    change = plan.correction
    if change < 0 and day.rules.refund_booked == "plan":  # first, so that only the net can be short
        _give_back(purse, day, item, -change, (plan.id, *plan.claims))
    _spend(purse, day, item, (clause, kind, fare, values), events)
    if change > 0:
        if day.tell:
            purse.corrections += plan.reporters
        values = {"amount": change, "right": fare + change, "declared": plan.declared}
        told = ("R4h", "difference", change, values)
        _spend(purse, day, item, told, (plan.id, *plan.reporters))
    if day.tell and not purse.cash:
        purse.sources = ()
    if plan.moved:
        purse.place = plan.end
        if day.tell:
            purse.sources += (plan.id,)


def _give_back(purse: Purse, day: Day, item: Item, amount: int, events: tuple[str, ...]) -> None:
    """R4i: what was declared too much."""
    purse.cash += amount
    if day.tell is None:
        return
    postings = (_yen(f"purse:{purse.name}", amount), _yen("railway", -amount))
    values = {"amount": amount}
    day.tell(day.number, item.order[0], purse.name, ("R4i", "refund", events, values, postings))


def _spend(purse: Purse, day: Day, item: Item, told: Spent, events: tuple[str, ...] = ()) -> None:
    """Take an amount from the purse; what is missing is lent at that moment (D1)."""
    clause, kind, amount, values = told
    if amount > purse.cash:
        _lend(purse, day, item, amount - purse.cash)
    purse.cash -= amount
    if day.tell:
        postings = (_yen(f"purse:{purse.name}", -amount), _yen("railway", amount))
        told_events = events or (item.event, *((item.plan.id,) if item.plan else ()))
        day.tell(
            day.number,
            item.order[0],
            purse.name,
            (clause, kind, told_events, values, postings if amount else ()),
        )


def _lend(purse: Purse, day: Day, item: Item, shortfall: int) -> None:
    """D1: a shortfall makes a loan of whole units; D6 follows from ``loan_today``."""
    loan = day.rules.loan_for(shortfall)
    purse.cash += loan
    purse.principal += loan
    purse.loan_today = True
    interest = day.rules.interest_on(loan) if day.rules.interest_on_loan_day else 0
    purse.unpaid += interest
    if day.tell:
        plan = (item.plan.id, *item.plan.reporters) if item.plan else ()
        cause = tuple(dict.fromkeys((item.event, *plan, *purse.corrections)))
        purse.causes = tuple(dict.fromkeys(purse.causes + cause))
        postings = [_yen(f"purse:{purse.name}", loan), _yen(f"principal:{purse.name}", -loan)]
        if interest:
            postings += [_yen(f"interest:{purse.name}", -interest), _yen("bank", interest)]
        values = {"amount": loan, "shortfall": shortfall, "debt": purse.debt, "interest": interest}
        day.tell(day.number, item.order[0], purse.name, ("D1", "loan", cause, values, postings))


def _repay(purse: Purse, day: Day, item: Item) -> None:
    """D3: a past repayment is cut to what purse and debt allow in hindsight."""
    paid = min(item.amount, purse.cash, purse.debt)
    from_interest = min(paid, purse.unpaid)
    purse.cash -= paid
    purse.unpaid -= from_interest
    purse.principal -= paid - from_interest
    events = (item.event, *purse.causes)
    if not purse.debt:
        purse.causes = ()
    if day.tell:
        postings = [_yen(f"purse:{purse.name}", -paid)]
        postings.append(_yen(f"principal:{purse.name}", paid - from_interest))
        if from_interest:
            postings.append(_yen(f"interest:{purse.name}", from_interest))
        values = {"amount": paid, "wanted": item.amount, "debt": purse.debt}
        kind = "repaid" if paid == item.amount else "repaid_less"
        day.tell(
            day.number,
            item.order[0],
            purse.name,
            ("D3", kind, events, values, postings if paid else ()),
        )


def _yen(account: str, amount: int) -> Posting:
    return Posting(account, YEN, amount)
