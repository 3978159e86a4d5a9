"""``planner fare history FROM TO``: what a ticket has cost since April 2014."""

from collections.abc import Sequence
from typing import Any

from planner.cli import fare_options as own
from planner.cli import query_options as opt
from planner.cli.fare_options import EXIT_NO
from planner.cli.fare_text import ticket_json, ticket_text, yen_text
from planner.cli.lang import say
from planner.cli.output import print_json
from planner.cli.parameters import Given, Verb
from planner.cli.progress import bar
from planner.fares.history import PriceSpan, price_history
from planner.fares.pair import Terms


def answer(given: Given) -> int:
    """Print one line for each change of the price; exit 1 if it was never known."""
    terms = Terms(given["via"], given["system"], given["ic"])
    with bar(say("運賃表", "tariffs")) as advance:
        found = price_history(given["origin"], given["goal"], terms, advance)
    print_history(found, given["json"])
    return 0 if any(span.price.quote.total is not None for span in found) else EXIT_NO


VERB = Verb(
    "運賃の移り変わり",
    "What a ticket has cost since April 2014, one line for each change.",
    (opt.FROM, opt.TO, own.VIA, own.SYSTEM, opt.IC, *opt.FORM),
    answer,
)


def print_history(found: Sequence[PriceSpan], as_json: bool) -> None:
    """One line for each span, with its tickets where they are several."""
    if as_json:
        print_json({"history": [_span_json(span) for span in found]})
        return
    for span in found:
        end = span.end.isoformat() if span.end else say("現在", "now")
        quote = span.price.quote
        names = f"{span.price.start} → {span.price.target}"
        price = yen_text(quote.total, quote.confidence)
        print(f"{span.start} - {end:<10}  {names}  {price}")
        for number, ticket in enumerate(quote.tickets):
            items = span.price.items[number] if span.price.items else ()
            print("    " + ticket_text(ticket, items))


def _span_json(span: PriceSpan) -> dict[str, Any]:
    quote = span.price.quote
    return {
        "from": span.start.isoformat(),
        "to": span.end.isoformat() if span.end else None,
        "total": quote.total,
        "confidence": quote.confidence if quote.total is not None else None,
        "tickets": [ticket_json(ticket) for ticket in quote.tickets],
    }
