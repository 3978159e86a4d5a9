"""How fares are printed: as JSON objects, and as lines for a person."""

from collections.abc import Mapping, Sequence
from typing import Any

from planner.cli.companies import company_text
from planner.cli.journeys import ticket_document
from planner.cli.lang import language, say
from planner.fares.pair import NOT_REACHABLE, PairPrice
from planner.fares.words import item_text, level_text, rule_text, unknown_text
from planner.journey import Ticket
from planner.units import format_km, km_rounded_up

Items = Sequence[Mapping[str, Any]]


def ticket_json(ticket: Ticket, items: Items | None = None) -> dict[str, Any]:
    """One ticket as scripts see it; with items what its price is made of."""
    document = ticket_document(ticket)
    return document if items is None else document | {"items": list(items)}


def yen_text(yen: int | None, confidence: str) -> str:
    """``440円``; ``440円?`` where a figure is only assumed; ``?`` where none is known."""
    if yen is None:
        return say("不明", "unknown")
    mark = "?" if confidence == "assumed" else ""
    return say(f"{yen:,}円{mark}", f"{yen:,} yen{mark}")


def print_price(found: PairPrice, explain: bool, ic: bool = False) -> None:
    """The sum, then one line a ticket; with ``explain`` the reasons of each."""
    quote = found.quote
    if found.none_because == NOT_REACHABLE:
        print(
            say(
                f"{found.start} → {found.target}: 県内だけでは行けません",
                f"{found.start} → {found.target}: not reachable inside Kanagawa",
            )
        )
        return
    total = yen_text(quote.total, quote.confidence)
    kind = say("(ICカード)", " (IC card)") if ic else ""
    print(f"{found.start} → {found.target}  {total}{kind}")
    for number, ticket in enumerate(quote.tickets):
        met = found.met[number] if found.met else ()
        line = ticket_text(ticket, found.items[number] if found.items else ())
        print("  " + line + via_text([name for name in met if name != ticket.alight]))
        if explain and found.items:
            print_reasons(ticket, found.items[number], ic)
    for discount in quote.discounts:
        print(
            say(
                f"  乗継割引 {discount.at} -{discount.yen}円",
                f"  transfer discount at {discount.at} -{discount.yen} yen",
            )
        )


def via_text(names: Sequence[str]) -> str:
    """By way of which of the stations asked for a ticket leads; those where it ends show anyway."""
    if not names:
        return ""
    return say(f"  ({'・'.join(names)} 経由)", f"  (via {', '.join(names)})")


def ticket_text(ticket: Ticket, items: Items = ()) -> str:
    """One ticket in a line."""
    rule = rule_text(items, language() == "en") if items else ticket.rule
    parts = [company_text(ticket.system), f"{ticket.board} → {ticket.alight}"]
    parts.append(yen_text(ticket.yen, ticket.confidence))
    if ticket.km is not None:
        parts.append(f"{format_km(ticket.km)} km")
    if ticket.yen is None and ticket.unknown:
        rule = unknown_text(ticket.unknown, language() == "en")
    return "  ".join([*parts, rule])


def print_reasons(ticket: Ticket, items: Items, ic: bool) -> None:
    """Why a ticket costs what it costs: km, table, surcharges, since when, from where."""
    if ticket.km is not None:
        whole = km_rounded_up(ticket.km)
        print(
            say(
                f"      営業キロ {format_km(ticket.km)} km → {whole} km(端数切り上げ)",
                f"      {format_km(ticket.km)} km, rounded up to {whole} km",
            )
        )
    for item in items:
        yen = item["ic"] if ic else item["yen"]
        level = item["ic_confidence"] if ic else item["confidence"]
        price = say("不明", "unknown") if yen is None else say(f"{yen}円", f"{yen} yen")
        english = language() == "en"
        if item["yen"] == 0:  # a rule that was applied, or a doubt: no price of its own
            price = ""
        level = level_text(level, english) if yen is not None else ""
        since = say(f"{item['since']}から", f"since {item['since']}") if item["since"] else ""
        words = [item_text(item["what"], english), price, since, level]
        print("      " + "  ".join(word for word in words if word))
        if item["source"]:
            print(say(f"        出典: {item['source']}", f"        source: {item['source']}"))
