"""What an accepted post changes in the book of rulings."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from planner.rulebooks.kanagawa import judge, purse
from planner.rulebooks.kanagawa.facts import PLAN_FACTS, Fact, Plan
from planner.rulebooks.kanagawa.purse import Item
from planner.rulebooks.kanagawa.rules import date_number, ride_km

if TYPE_CHECKING:
    from planner.rulebooks.kanagawa.book import Book


PLAINLY = 10**9  # km below this are told without an exponent


def take(book: "Book", fact: Fact) -> None:
    """Let an accepted post take effect."""
    _EFFECTS[fact.type](book, fact)


def _take_allowance(book: "Book", fact: Fact) -> None:
    hand = book.hands[fact.player]
    hand.rides.add(fact.day)
    amount = book.rulings[fact.id].amount
    km = ride_km(fact.event["km"])
    text = f"{km:f}" if km is not None and km < PLAINLY else str(km)
    book.add(
        fact.player, fact.day, Item(fact.key[1:], purse.ALLOWANCE, amount, fact.id, None, text)
    )


def _take_plan(book: "Book", fact: Fact) -> None:
    plan = Plan(fact, book.rules)
    book.plans[fact.id] = plan
    book.plans_of_day.setdefault(fact.day, []).append(plan)
    used = book.hands[fact.player].slots.setdefault(fact.day, set())
    used.add(judge.allowance_paid(book, fact))
    book.add(fact.player, fact.day, Item(fact.key[1:], purse.PLAN, 0, fact.id, plan))


def _take_ruling(book: "Book", fact: Fact) -> None:
    plan = book.plans.get(str(fact.event["plan"]))
    if plan is None:  # taken back since
        return
    changed = {key: fact.event[key] for key in PLAN_FACTS if key in fact.event}
    plan.event = {**plan.event, **changed}  # one ruling may complete another
    plan.take(plan.event, book.rules)
    plan.rulings += (fact.id,)
    book.redo(plan.player, plan.day)


def _take_report(book: "Book", fact: Fact) -> None:
    plan = book.plans.get(str(fact.event["plan"]))
    if plan is None or plan.reported or not plan.wrong or plan.right is None:
        return
    plan.reported = True
    plan.reporters = (fact.id,)
    book.redo(plan.player, plan.day)
    fine = book.rules.wrong_fare_factor * plan.right
    if fact.player != plan.player and book.rules.wrong_fare_factor:
        item = Item(fact.key[1:], purse.FINE, fine, fact.id, plan)
        book.add(plan.player, min(fact.day, book.last_day), item)


def _take_refund(book: "Book", fact: Fact) -> None:
    plan = book.plans.get(str(fact.event["plan"]))
    amount = book.rulings[fact.id].amount
    if plan is None or not amount:
        return
    plan.claimed = True
    plan.claims = (fact.id,)
    if book.rules.refund_booked == "plan":
        book.redo(plan.player, plan.day)
    else:
        item = Item(fact.key[1:], purse.REFUND, amount, fact.id, plan)
        book.add(plan.player, min(fact.day, book.last_day), item)


def _take_amount(book: "Book", fact: Fact) -> None:
    kind = purse.REPAY if fact.type == "repay" else purse.LOAN
    item = Item(fact.key[1:], kind, fact.event["amount"], fact.id)
    book.add(fact.player, fact.day, item)


def _take_rest(book: "Book", fact: Fact) -> None:
    book.rest.setdefault(fact.day + 1, set()).add(fact.player)
    book.rest_events[fact.day + 1] = (*book.rest_events.get(fact.day + 1, ()), fact.id)
    book.rests_used[fact.player] = book.rests_used.get(fact.player, 0) + 1


def _take_close(book: "Book", fact: Fact) -> None:
    date = date_number(fact.event["date"])
    book.closes[date] = str(fact.event["close"])
    book.close_events[date] = fact.id


def _take_consent(book: "Book", fact: Fact) -> None:
    book.consents[fact.player] = date_number(fact.event["last_day"])
    wanted = {book.consents.get(player) for player in book.game.players}
    if len(wanted) == 1 and (last := wanted.pop()) is not None:
        book.last_day = last
        book.consents.clear()


def _take_naming(book: "Book", fact: Fact) -> None:
    book.draft_names = tuple(str(name) for name in fact.event["stations"])
    book.draft_by = fact.player


def _take_choice(book: "Book", fact: Fact) -> None:
    book.seat(fact.player, str(fact.event["station"]))


def _take_nothing(book: "Book", fact: Fact) -> None:
    """A note or an assertion changes nothing."""


_EFFECTS: dict[str, Callable[["Book", Fact], None]] = {
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
    "void": _take_nothing,
}
