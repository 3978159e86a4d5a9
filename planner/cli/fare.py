"""``planner fare``: prices on any date; a price of two stations unless a verb is named.

Each verb is a module of its own, imported only when it is asked for: start-up is a feature.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from planner.cli.lang import say
from planner.cli.parameters import Verb

PRICE = "price"
VERBS = {  # verb -> (module, what it does)
    PRICE: (
        "planner.cli.fare_price",
        say("二駅間の運賃(price は省ける)", "The price of a ticket (the verb may be left out)"),
    ),
    "table": (
        "planner.cli.fare_table",
        say("一駅からの全運賃(運賃表)", "All prices from a station, as on its board"),
    ),
    "history": (
        "planner.cli.fare_history",
        say("運賃の移り変わり", "What a ticket has cost since April 2014"),
    ),
    "splits": (
        "planner.cli.fare_splits",
        say("二枚に分けると安い区間", "Where two tickets are cheaper than one"),
    ),
}


def choose(words: Sequence[str]) -> tuple[Verb | None, list[str]]:
    """The verb a command line begins with, or ``price``, and the words left for it.

    No verb where typer has to read the line: ``--help``, or a verb it alone knows.
    """
    named = bool(words) and words[0] in VERBS
    if not words or words[0] == "--help":
        return None, list(words)
    module = import_module(VERBS[words[0] if named else PRICE][0])
    return getattr(module, "VERB", None), list(words[1:] if named else words)


def __getattr__(name: str) -> Any:
    """The typer command, made only where it is needed: for help and mistakes."""
    if name != "app":
        raise AttributeError(name)
    from planner.cli.fare_group import app

    return app
