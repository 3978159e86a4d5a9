"""What follows from a report or a claim that stands, where no money moves (R4h, R4i)."""

from collections.abc import Mapping
from typing import Any

from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.facts import Plan
from planner.rulebooks.kanagawa.judge import note_fare
from planner.rulebooks.kanagawa.rules import date_text

Told = tuple[str, str, str]
"""(code, English, Japanese)."""


def followed(event: Mapping[str, Any], book: Book) -> Told | None:
    """What an accepted post came to, where its amount alone does not say; else None."""
    kind, name = str(event["type"]), str(event.get("plan") or event["id"])
    plan = book.plans.get(name)
    if plan is None:
        return None
    if kind == "report":
        return _report(str(event["id"]), plan, book)
    if kind == "refund_claim":
        return _claim(str(event["id"]), plan)
    if kind == "plan" and (plan.right is None or (plan.cut_off and plan.charged is None)):
        return _unknown(plan)
    return None


def _report(report: str, plan: Plan, book: Book) -> Told | None:
    right = plan.right or 0
    if plan.wrong:
        if plan.reporters in ((), (report,)):
            return None
        by = ", ".join(plan.reporters)
        return (
            "found_already",
            f"the error of {plan.id} was found already ({by}); one error is charged once (R4h)",
            f"{plan.id} の誤りはすでに見つかっています({by})。"
            "一つの誤りの支払いは一度だけです(R4h)",
        )
    said = f"{plan.declared:,} yen were declared and {right:,} yen are right"
    said_ja = f"宣言 {plan.declared:,} 円、正しい運賃 {right:,} 円"
    if plan.declared == right:
        return (
            "no_error",
            f"{plan.id} has no error: {said}; nothing is charged (R4h)",
            f"{plan.id} に誤りはありません({said_ja})。支払いは生じません(R4h)",
        )
    last = min(plan.day + book.rules.refund_window, book.last_day)
    open_until = plan.moved and not plan.cut_off and not plan.claimed
    en = f"; {plan.player} may correct it until {date_text(last)} (refund)" if open_until else ""
    ja = f"。{plan.player} は {date_text(last)} まで更正できます" if open_until else ""
    return (
        "no_error",
        f"{plan.id} has no error: {said}, and too much is none (R4i); nothing is charged{en}",
        f"{plan.id} に誤りはありません({said_ja}。多い分は誤りではない、R4i)。"
        f"支払いは生じません{ja}",
    )


def _claim(claim: str, plan: Plan) -> Told | None:
    if plan.claims == (claim,):
        return None
    if plan.claims:
        by = ", ".join(plan.claims)
        return (
            "claimed_already",
            f"{plan.id} was corrected already ({by}); nothing comes back (R4i)",
            f"{plan.id} はすでに更正されています({by})。返金はありません(R4i)",
        )
    if plan.cut_off and plan.moved:
        return (
            "refunded_already",
            f"{plan.id} was cut off: the refund was automatic, nothing more comes back (R4f)",
            f"{plan.id} は打ち切りで、返金は自動的に済んでいます(R4f)",
        )
    if not plan.moved:
        return (
            "nothing_paid",
            f"{plan.id} moved nothing and cost nothing: nothing comes back (R4d)",
            f"{plan.id} は動けず運賃もかかっていないので、返金はありません(R4d)",
        )
    right = plan.right or 0
    return (
        "not_too_much",
        f"{plan.declared:,} yen were declared for {plan.id} and {right:,} yen are right:"
        " nothing comes back (R4i)",
        f"{plan.id} は宣言 {plan.declared:,} 円、正しい運賃 {right:,} 円なので、"
        "返金はありません(R4i)",
    )


def _unknown(plan: Plan) -> Told:
    return (
        "fare_unknown",
        "the right fare is not known (a surcharge, or a line without known fares): what was"
        f" declared is paid, until somebody notes it: {note_fare(plan)}",
        "正しい運賃は分かりません(料金の必要な列車、または運賃表のない路線)。"
        f"運賃が記録されるまでは宣言どおり支払います: {note_fare(plan)}",
    )
