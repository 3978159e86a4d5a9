"""``planner fare FROM TO``: the tickets from one station to another, and why they cost that."""

from typing import Any

from planner.cli import fare_options as own
from planner.cli import query_options as opt
from planner.cli.clock import parse_date
from planner.cli.fare_options import EXIT_NO
from planner.cli.fare_text import print_price, ticket_json
from planner.cli.journeys import discount_document
from planner.cli.output import print_json
from planner.cli.parameters import Given, Parameter, Verb
from planner.errors import BadValue
from planner.fares.pair import PairPrice, Terms, pair_price

EXPLAIN = Parameter(
    "explain", "flag", "理由と出典も表示", "Show the rules and sources too", ("--explain",)
)
RULES = Parameter(
    "rules",
    "text",
    "none か kanagawa(県内だけで行けるときのみ)",
    "none, or kanagawa: only where one may ride without leaving the prefecture",
    ("--rules",),
    default="none",
)


def answer(given: Given) -> int:
    """Print the tickets; exit 1 where the price is not known or there is no legal way."""
    rules = given["rules"]
    if rules not in ("none", "kanagawa"):
        raise BadValue(
            f"{rules!r} is no set of movement rules; write none or kanagawa",
            f"「{rules}」という移動規則はありません。none か kanagawa です",
        )
    system, ic = given["system"], given["ic"]
    terms = Terms(given["via"], system, ic, given["discounts"], rules == "kanagawa")
    day = parse_date(given["date"])
    found = pair_price(given["origin"], given["goal"], day, terms)
    if given["json"]:
        query: dict[str, Any] = {"from": found.start, "to": found.target, "via": list(terms.via)}
        query |= {"date": day.isoformat(), "system": system or None, "ic": ic, "rules": rules}
        print_json({"query": query, **document(found, given["explain"])})
    else:
        print_price(found, given["explain"], ic)
    return 0 if found.quote.total is not None and found.none_because is None else EXIT_NO


VERB = Verb(
    "駅から駅までの運賃(コマンド price は省ける: planner fare 横浜 藤沢)",
    "The price from one station to another (the word price may be left out).",
    (
        opt.FROM,
        opt.TO,
        own.VIA,
        opt.DATE,
        own.SYSTEM,
        opt.IC,
        EXPLAIN,
        opt.DISCOUNTS,
        RULES,
        *opt.FORM,
    ),
    answer,
)


def document(found: PairPrice, explain: bool = False) -> dict[str, Any]:
    """The answer as scripts see it."""
    quote = found.quote
    items = found.items if explain and found.items else [None] * len(quote.tickets)
    met = found.met if any(found.met) else ()
    known = found.none_because is None
    tickets = [ticket_json(t, i) for t, i in zip(quote.tickets, items, strict=True)]
    for ticket, vias in zip(tickets, met, strict=False):
        ticket["via"] = list(vias)
    return {
        "total": quote.total if known else None,
        "confidence": quote.confidence if known else None,
        "tickets": tickets,
        "discounts": [discount_document(discount) for discount in quote.discounts],
        "none_because": found.none_because,
    }
