"""What ``route``, ``last-train`` and ``day`` share: their options, and how an answer is told."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from planner.cli import query_options as opt
from planner.cli.journeys import answer_document
from planner.cli.lang import say
from planner.cli.options import Date, Json, Lang
from planner.cli.output import print_json
from planner.units import format_clock

if TYPE_CHECKING:
    from planner.search.answers import Answer
    from planner.search.query import Planner, Wish

EXIT_NO = 1
ORDERS = ("time", "fare", "changes", "all")
TICKETS = ("maximal", "split")


@dataclass(frozen=True, slots=True)
class Question:
    """Everything a verb needs to ask; names as they were typed, ``time`` in service seconds."""

    planner: "Planner"
    origin: str
    goal: str
    moment: opt.Moment
    wish: "Wish"

    @property
    def names(self) -> list[str]:
        """The names, valid on the date, of start, stops and goal."""
        texts = (self.origin, *self.wish.stops, self.goal)
        return [self.planner.station(text).name for text in texts]


@dataclass(frozen=True, slots=True)
class Verb:
    """One way to ask: what it answers, and how its journeys are printed."""

    ask: "Callable[[Question], Answer]"
    as_table: bool = False
    whole_day: bool = False


def command(verb: Verb, help_text: str) -> typer.Typer:
    """The command of a verb, with the options all three have."""
    app = typer.Typer(add_completion=False)

    @app.command(help=help_text)
    def ask(
        origin: opt.From,
        goal: opt.To,
        date: Date = "",
        at: opt.At = "",
        by: opt.By = "time",
        budget: opt.Budget = None,
        arrive_by: opt.ArriveBy = False,
        stop: opt.Stops = None,
        any_order: opt.AnyOrder = False,
        via: opt.Via = None,
        avoid: opt.Avoid = None,
        count: opt.Count = None,
        ic: opt.Ic = False,
        tickets: opt.Tickets = "maximal",
        discounts: opt.Discounts = False,
        rules: opt.Rules = "kanagawa",
        feed: opt.FeedName = "",
        as_if: opt.AsIf = "",
        as_json: Json = False,
        lang: Lang = "",
    ) -> int:
        opt.check_language(lang)
        if arrive_by:
            opt.need_time(at, "--arrive-by")
        moment = opt.moment(date, at, verb.whole_day)
        from planner.search.query import Wish

        order: Any = opt.one_of(by, "--by", ORDERS)
        wish = Wish(
            by=order,
            budget=opt.at_least(budget, 0, "--budget"),
            arrive_by=moment.time if arrive_by else None,
            count=opt.at_least(count, 1, "--count"),
            stops=tuple(stop or ()),
            any_order=any_order,
            via=tuple(via or ()),
            avoid=tuple(avoid or ()),
            ic=ic,
            split=opt.one_of(tickets, "--tickets", TICKETS) == "split",
            discounts=discounts,
        )
        where = opt.Where(feed, rules, as_if)
        question = Question(where.open(moment.service_date), origin, goal, moment, wish)
        opt.need_two_ends(question.planner, origin, goal, (*wish.stops, *wish.via))
        answer = verb.ask(question)
        if as_json:
            document = query_document(question, where)
            print_json(answer_document(answer, document, question.planner.opened))
        else:
            print_text(verb, question, answer)
        return 0 if answer.journeys else EXIT_NO

    return app


def since(question: Question) -> int:
    """When the journey may begin: of one that arrives by a time, any time of the day."""
    return opt.DAY_STARTS if question.wish.arrive_by is not None else question.moment.time


def query_document(question: Question, where: opt.Where) -> dict[str, Any]:
    """The question as it was understood."""
    wish, moment = question.wish, question.moment
    names = question.names
    return {
        "from": names[0],
        "to": names[-1],
        "date": moment.asked.isoformat(),
        "service_date": moment.service_date.isoformat(),
        "at": format_clock(moment.time),
        "by": wish.by,
        "budget": wish.budget,
        "arrive_by": wish.arrive_by is not None,
        "stops": names[1:-1],
        "any_order": wish.any_order,
        "via": [question.planner.station(text).name for text in wish.via],
        "avoid": list(wish.avoid),
        "count": wish.count,
        "ic": wish.ic,
        "tickets": "split" if wish.split else "maximal",
        "discounts": wish.discounts,
        "rules": question.planner.rules.name,
        "as_if": where.as_if or None,
    }


def print_text(verb: Verb, question: Question, answer: "Answer") -> None:
    """Print the journeys, or a sentence why there are none, and what timetable that was."""
    from planner.cli import itinerary

    opened = question.planner.opened
    names = question.names
    print(itinerary.title(names, opened.service_date))
    if not answer.journeys:
        rules = question.planner.rules.name
        print(itinerary.why_none(answer, names, rules, question.wish.budget))
    elif verb.as_table:
        _print_lines(itinerary.table(answer.journeys))
    else:
        for number, journey in enumerate(answer.journeys):
            if number:
                print()
            _print_lines(itinerary.itinerary(journey))
    if answer.next_day_first is not None:
        print(say("翌日の最初:", "first of the next day:"))
        _print_lines(itinerary.itinerary(answer.next_day_first))
    print()
    _print_lines(itinerary.footer(opened))


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
