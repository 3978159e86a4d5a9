"""Whether a post stands, judged on what is known at its moment.

The first test that fails gives the clause, in this order: well-formed (R2 for a distance, D3 for an
amount), the game's period (R13), rest day (R12), slot or once a day (R3, R4a), purse (R4c), window
(R4i, R4h after the end), terms of repayment (D3).
"""

import difflib
from collections.abc import Callable
from typing import TYPE_CHECKING

from planner.errors import UnknownName
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.calendar import rest_barred
from planner.rulebooks.kanagawa.draft import judge_choice, judge_naming
from planner.rulebooks.kanagawa.facts import Fact, Plan, check_plan
from planner.rulebooks.kanagawa.rules import date_number, date_text, ride_km
from planner.rulebooks.kanagawa.sprint import close_digits

if TYPE_CHECKING:
    from planner.rulebooks.kanagawa.book import Book


class Malformed(Refused):
    """Refused because it is no post of its kind at all, whatever the state of the game."""


class OutsidePeriod(Malformed):
    """Refused because its moment is not in the game's period (R13): a date mistyped."""


def judge(book: "Book", fact: Fact) -> int:
    """The yen that follow from an accepted post (0 where none do).

    Raises:
        Refused: it does not stand; with the clause.
        BadValue: its facts cannot be read at all.
    """
    return _JUDGES[fact.type](book, fact)


def _allowance(book: "Book", fact: Fact) -> int:
    said = fact.event.get("km")
    km = ride_km(said)
    if km is None:
        raise Malformed(
            "R2",
            f"{said!r} is not a distance; write km as a number from 0, such as 35.9",
            f"「{said}」は距離ではありません。35.9 のように 0 以上の数で書いてください",
        )
    _in_play(book, fact)
    if fact.day in book.rest:
        raise Refused("R12", "no allowance on a rest day", "休息日にお小遣いは支給されません")
    if _rode(book, fact):
        raise Refused(
            "R3",
            f"{fact.player} has had the allowance of {date_text(fact.day)}",
            f"{fact.player} の {date_text(fact.day)} のお小遣いは支給済みです",
        )
    return book.rules.allowance_for(km)


def _rode(book: "Book", fact: Fact) -> bool:
    later = book.later
    return fact.day in book.hands[fact.player].rides or (
        later is not None and fact.day in later.hands[fact.player].rides
    )


def _plan(book: "Book", fact: Fact) -> int:
    check_plan(fact.event, fact.id, book.rules)
    _in_play(book, fact)
    if not book.start.get(fact.player):
        raise Refused(
            "R11",
            f"{fact.player} has no start station yet",
            f"{fact.player} のスタート駅がまだ決まっていません",
        )
    after = allowance_paid(book, fact)
    used = slots_used(book, fact)
    if after in used:
        when, when_ja = ("after", "後") if after else ("before", "前")
        raise Refused(
            "R4a",
            f"{fact.player} has used the plan {when} the allowance of {date_text(fact.day)}",
            f"{fact.player} は {date_text(fact.day)} の支給{when_ja}の経路計画を使っています",
        )
    declared, cash = fact.event["declared"], book.hands[fact.player].now.cash
    if declared > cash:
        raise Refused(
            "R4c",
            f"the declared fare of {declared} yen is more than the purse of {cash} yen",
            f"宣言した運賃 {declared} 円がお小遣い {cash} 円を超えています",
        )
    return Plan(fact, book.rules).fare


def allowance_paid(book: "Book", fact: Fact) -> bool:
    """Whether the day's allowance came before this post."""
    now = book.hands[fact.player].now
    return now.paid_today and fact.day == book.today


def slots_used(book: "Book", fact: Fact) -> set[bool]:
    """The slots of the day used by accepted plans: False before the allowance, True after it."""
    used = book.hands[fact.player].slots.get(fact.day, set())
    if book.later is not None:
        used = used | book.later.hands[fact.player].slots.get(fact.day, set())
    return used


def _report(book: "Book", fact: Fact) -> int:
    plan = _accepted_plan(book, fact, "R4h")
    if fact.day > book.last_day and book.rules.report_after_end == "refused":
        raise Refused(
            "R4h",
            f"reports are taken until the final settlement of {date_text(book.last_day)}",
            f"指摘を受け付けるのは {date_text(book.last_day)} の最終精算までです",
        )
    right = _known_right(plan, "R4h")
    if plan.reported or not plan.wrong:  # nothing to charge, or charged once already
        return _idle(
            book,
            "R4h",
            f"{plan.id} has no error that is not found already",
            f"{plan.id} に、まだ見つかっていない誤りはありません",
        )
    if not plan.moved:
        return 0  # no fare was paid, so there is no difference; the fine is of the declared path
    if plan.cut_off:
        return 0 if plan.charged is None else plan.charged - plan.fare
    return right - plan.fare


def _refund(book: "Book", fact: Fact) -> int:
    plan = _accepted_plan(book, fact, "R4i")
    over = fact.day > book.last_day and book.rules.report_after_end == "refused"
    if fact.day - plan.day > book.rules.refund_window or over:
        raise Refused(
            "R4i",
            f"a plan of {date_text(plan.day)} could be corrected until "
            f"{date_text(min(plan.day + book.rules.refund_window, book.last_day))}",
            f"{date_text(plan.day)} の計画を更正できるのは "
            f"{date_text(min(plan.day + book.rules.refund_window, book.last_day))} までです",
        )
    if book.rules.refund_claimant == "player" and fact.player != plan.player:
        raise Refused(
            "R4i",
            f"{plan.id} is {plan.player}'s: nobody else corrects it",
            f"{plan.id} は {plan.player} の計画で、ほかの人は更正できません",
        )
    right = _known_right(plan, "R4i")
    if plan.claimed or plan.cut_off or not plan.moved or plan.declared <= right:
        return _idle(
            book,
            "R4i",
            f"nothing comes back of {plan.id}",
            f"{plan.id} に返金されるものはありません",
        )
    return plan.declared - right


def _idle(book: "Book", clause: str, message: str, message_ja: str) -> int:
    """A report or claim that finds nothing: it stands with 0 yen, unless the group refuses it."""
    if book.rules.idle_correction == "refused":
        raise Refused(clause, message, message_ja)
    return 0


def _known_right(plan: Plan, clause: str) -> int:
    """The right fare of a plan that is to be corrected. Raises Refused where nobody knows it."""
    if plan.right is None:
        raise Refused(
            clause,
            f"the right fare of {plan.id} is not known, so {plan.declared} yen cannot be called"
            f" wrong; note it first: {note_fare(plan)}",
            f"{plan.id} の正しい運賃が分からないので、{plan.declared} 円が誤りとは言えません。"
            f"先に運賃を記録してください: {note_fare(plan)}",
        )
    return plan.right


def note_fare(plan: Plan) -> str:
    """The command that notes the right fare of a plan which no tariff gives."""
    charged = ',"charged":YEN' if plan.cut_off and plan.charged is None else ""
    return f'''planner game fact '{{"type":"ruling","plan":"{plan.id}","right":YEN{charged}}}\''''


def no_plan(name: str, book: "Book") -> UnknownName:
    """The mistake of a plan that is none, or was not accepted."""
    last = list(book.plans)[-3:]
    return UnknownName(
        f"{name!r} is not an accepted plan"
        + (f"; the last ones are {', '.join(last)}" if last else "; there is none yet"),
        f"「{name}」という(受け付けられた)経路計画はありません",
        difflib.get_close_matches(name, book.plans) or last,
    )


def _accepted_plan(book: "Book", fact: Fact, clause: str) -> Plan:
    name = fact.event.get("plan")
    plan = book.plans.get(str(name))
    if plan is None:
        raise Refused(
            clause,
            f"{name!r} is not an accepted plan",
            f"「{name}」という(受け付けられた)経路計画はありません",
        )
    return plan


def _ruling(book: "Book", fact: Fact) -> int:
    plan = _accepted_plan(book, fact, "R4g")
    check_plan({**plan.event, **fact.event}, fact.id, book.rules)
    return 0


def _repay(book: "Book", fact: Fact) -> int:
    amount = fact.event.get("amount")
    if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
        raise Malformed(
            "D3",
            f"{amount!r} is not an amount to repay; write whole yen above 0",
            f"「{amount}」は返済額ではありません。1 円以上の整数で書いてください",
        )
    _in_play(book, fact)
    if fact.day in book.rest:
        raise Refused(
            "R12",
            "no allowance on a rest day, and so no repayment",
            "休息日にはお小遣いがないので返済できません",
        )
    _repayment_terms(book, fact, amount)
    return amount


def _repayment_terms(book: "Book", fact: Fact, amount: int) -> None:
    purse, unit = book.hands[fact.player].now, book.rules.loan_unit
    if not allowance_paid(book, fact):
        raise Refused(
            "D3",
            "repayment only on a day with an allowance, after its interest",
            "返済はお小遣いが支給された日の利息支払い後に限ります",
        )
    if True in slots_used(book, fact):
        raise Refused(
            "D3",
            "repayment only before the plan after the allowance",
            "返済はお小遣い支給後の経路計画より前に限ります",
        )
    if amount > purse.debt:
        raise Refused(
            "D3",
            f"{amount} yen is more than the debt of {purse.debt} yen",
            f"返済額 {amount} 円が借金 {purse.debt} 円を超えています",
        )
    if amount % unit and amount != purse.debt and purse.debt >= unit:
        raise Refused(
            "D3",
            f"of a debt of {purse.debt} yen a multiple of {unit} yen or all is repaid, "
            f"not {amount} yen",
            f"借金 {purse.debt} 円の返済は {unit} 円単位か全額です({amount} 円は不可)",
        )
    if amount > purse.cash:
        raise Refused(
            "D3",
            f"{amount} yen is more than the purse of {purse.cash} yen",
            f"返済額 {amount} 円がお小遣い {purse.cash} 円を超えています",
        )


def _loan(book: "Book", fact: Fact) -> int:
    amount, unit = fact.event.get("amount"), book.rules.loan_unit
    if not book.rules.voluntary_loans:
        raise Refused(
            "D1",
            "loans arise only from corrections and penalties",
            "借金は運賃の訂正や罰則で生じるものに限ります",
        )
    if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0 or amount % unit:
        raise Malformed(
            "D1",
            f"{amount!r} is not a loan; write a multiple of {unit} yen",
            f"「{amount}」は借りられません。{unit} 円単位で書いてください",
        )
    _in_play(book, fact)
    return amount


def _rest(book: "Book", fact: Fact) -> int:
    _in_play(book, fact)
    if fact.day in book.rest:
        raise Refused(
            "R12",
            "no rest day can be declared on a rest day",
            "休息日に休息日宣言はできません",
        )
    used = book.rests_used.get(fact.player, 0)
    if book.later is not None:
        used = max(used, book.later.rests_used.get(fact.player, 0))
    if used >= book.rules.per_player:
        raise Refused(
            "R12",
            f"{fact.player} has used the rest day of this game",
            f"{fact.player} は休息日宣言を使い切りました",
        )
    barred = rest_barred(fact.day, book.last_day, book.rules)
    if barred is not None:
        raise Refused("R12", *barred)
    return 0


def _close(book: "Book", fact: Fact) -> int:
    date_number(fact.event.get("date"))
    said = str(fact.event.get("close"))
    if close_digits(said) is None:
        raise Malformed(
            "S3",
            f"{said!r} is not a close; write it as 15326.20",
            f"「{said}」は終値ではありません。15326.20 のように書いてください",
        )
    return 0


def _consent(book: "Book", fact: Fact) -> int:
    last = date_number(fact.event.get("last_day"))
    if fact.day > book.last_day:
        raise Refused("R13", "the game is over", "ゲームは終わっています")
    if last < max(fact.day, book.game.first_day):
        raise Refused(
            "R13",
            f"{date_text(last)} is over; the last day can be today or later",
            f"{date_text(last)} は過ぎています。最終日は今日以降に限ります",
        )
    return 0


def _void(book: "Book", fact: Fact) -> int:
    name = str(fact.event["event"])
    journal = book.later or book  # a post with a moment still to come can be taken back too
    ruling = journal.rulings.get(name)
    known = {one.id: one.type for one in journal.facts}
    if ruling is not None and not ruling.stands and ruling.clause != "void":
        raise Malformed(
            "void",
            f"{name!r} was refused ({ruling.clause}): there is nothing to take back",
            f"「{name}」は却下された投稿({ruling.clause})なので、取り消すものがありません",
        )
    if ruling is None or not ruling.stands or known[name] == "void":
        raise Malformed(
            "void",
            f"{name!r} is no post that stands",
            f"「{name}」という有効な記録はありません",
        )
    return 0


def _in_play(book: "Book", fact: Fact) -> None:
    if not book.game.first_day <= fact.day <= book.last_day:
        span = f"{date_text(book.game.first_day)} - {date_text(book.last_day)}"
        raise OutsidePeriod(
            "R13",
            f"{date_text(fact.day)} is outside the game ({span})",
            f"{date_text(fact.day)} はゲームの期間({span})の外です",
        )


def _always(book: "Book", fact: Fact) -> int:
    return 0


_JUDGES: dict[str, Callable[["Book", Fact], int]] = {
    "allowance": _allowance,
    "plan": _plan,
    "ruling": _ruling,
    "report": _report,
    "refund_claim": _refund,
    "repay": _repay,
    "loan": _loan,
    "rest": _rest,
    "close": _close,
    "consent": _consent,
    "draft_name": judge_naming,
    "draft_choose": judge_choice,
    "balance": _always,
    "note": _always,
    "void": _void,
}
