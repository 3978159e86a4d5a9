"""``planner fare history FROM TO``: what a ticket has cost since April 2014."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from planner.cli.fare_options import EXIT_NO, Ic, Start, System, Target
from planner.cli.fare_text import ticket_json, ticket_text, yen_text
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json
from planner.cli.progress import bar
from planner.fares.history import PriceSpan, price_history
from planner.fares.pair import Terms

app = typer.Typer(add_completion=False)


@app.command(help=say("運賃の移り変わり", "What the price was, from April 2014 on"))
def history(
    *,
    start: Start,
    target: Target,
    via: Annotated[list[str] | None, typer.Option("--via", help=say("経由", "By way of"))] = None,
    system: System = "",
    ic: Ic = False,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Print one line for each change of the price; exit 1 if it was never known."""
    terms = Terms(tuple(via or ()), system, ic)
    with bar(say("運賃表", "tariffs")) as advance:
        found = price_history(start, target, terms, advance)
    print_history(found, as_json)
    return 0 if any(span.price.quote.total is not None for span in found) else EXIT_NO


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
