"""``planner fare FROM TO``: the tickets from one station to another, and why they cost that."""

from typing import Annotated, Any

import typer

from planner.cli.fare_options import EXIT_NO, Ic, Start, System, Target
from planner.cli.fare_text import discount_json, print_price, ticket_json
from planner.cli.lang import say
from planner.cli.options import Date, Json, Lang, parse_date
from planner.cli.output import print_json
from planner.errors import BadValue
from planner.fares.pair import PairPrice, Terms, pair_price

app = typer.Typer(add_completion=False)


@app.command(
    help=say(
        "駅から駅までの運賃(動詞は省略: planner fare 横浜 藤沢)",
        "The price from one station to another (the verb may be left out: planner fare 横浜 藤沢)",
    ),
)
def price(
    *,
    start: Start,
    target: Target,
    via: Annotated[
        list[str] | None,
        typer.Option("--via", help=say("経由駅(何度でも)", "By way of (repeatable)")),
    ] = None,
    date: Date = "",
    system: System = "",
    ic: Ic = False,
    explain: Annotated[
        bool, typer.Option("--explain", help=say("理由と出典", "Show the rules and sources"))
    ] = False,
    discounts: Annotated[
        bool, typer.Option("--discounts", help=say("乗継割引を使う", "With transfer discounts"))
    ] = False,
    rules: Annotated[
        str,
        typer.Option(
            "--rules", help=say("none か kanagawa(県内だけ)", "none, or kanagawa (inside only)")
        ),
    ] = "none",
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Print the tickets; exit 1 where the price is not known or there is no legal way."""
    if rules not in ("none", "kanagawa"):
        raise BadValue(
            f"{rules!r} is no set of movement rules; write none or kanagawa",
            f"「{rules}」という移動規則はありません。none か kanagawa です",
        )
    terms = Terms(tuple(via or ()), system, ic, discounts, rules == "kanagawa")
    day = parse_date(date)
    found = pair_price(start, target, day, terms)
    if as_json:
        query: dict[str, Any] = {"from": found.start, "to": found.target, "via": list(terms.via)}
        query |= {"date": day.isoformat(), "system": system or None, "ic": ic, "rules": rules}
        print_json({"query": query, **document(found, explain)})
    else:
        print_price(found, explain, ic)
    return 0 if found.quote.total is not None and found.none_because is None else EXIT_NO


def document(found: PairPrice, explain: bool = False) -> dict[str, Any]:
    """The answer as scripts see it."""
    quote = found.quote
    items = found.items if explain and found.items else [None] * len(quote.tickets)
    known = found.none_because is None
    return {
        "total": quote.total if known else None,
        "confidence": quote.confidence if known else None,
        "tickets": [ticket_json(t, i) for t, i in zip(quote.tickets, items, strict=True)],
        "discounts": [discount_json(discount) for discount in quote.discounts],
        "none_because": found.none_because,
    }
