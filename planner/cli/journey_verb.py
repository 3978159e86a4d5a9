"""What ``route``, ``last-train`` and ``day`` share: their options, and how an answer is told."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from planner.cli import query_options as opt
from planner.cli.clock import Moment, moment
from planner.cli.journeys import answer_document
from planner.cli.lang import say
from planner.cli.output import print_json
from planner.cli.parameters import Given, Verb, at_least, one_of
from planner.cli.progress import long_search
from planner.cli.where import Where, need_other_places, need_time, where_of
from planner.units import DAY_STARTS, format_clock

if TYPE_CHECKING:
    from planner.search.answers import Answer
    from planner.search.query import Planner, Wish

EXIT_NO = 1
ORDERS = ("time", "fare", "changes", "all")
TICKETS = ("maximal", "split")
PARAMETERS = (
    *(opt.FROM, opt.TO, opt.DATE, opt.AT, opt.BY, opt.BUDGET, opt.ARRIVE_BY, opt.STOPS),
    *(opt.ANY_ORDER, opt.VIA, opt.AVOID, opt.COUNT, opt.IC, opt.TICKETS, opt.DISCOUNTS),
    *(*opt.WHERE, *opt.FORM),
)


@dataclass(frozen=True, slots=True)
class Question:
    """Everything a verb needs to ask; names as they were typed, ``time`` in service seconds."""

    planner: "Planner"
    origin: str
    goal: str
    moment: Moment
    wish: "Wish"

    @property
    def names(self) -> list[str]:
        """The names, valid on the date, of start, stops and goal."""
        texts = (self.origin, *self.wish.stops, self.goal)
        return [self.planner.station(text).name for text in texts]

    @property
    def since(self) -> int:
        """When the journey may begin: of one that arrives by a time, any time of the day."""
        return DAY_STARTS if self.wish.arrive_by is not None else self.moment.time


@dataclass(frozen=True, slots=True)
class Way:
    """One way to ask, and how its journeys are printed."""

    ask: "Callable[[Question], Answer]"
    as_table: bool = False
    whole_day: bool = False


def verb(way: Way, ja: str, en: str) -> Verb:
    """The verb of a way to ask, with the options all three have."""
    return Verb(ja, en, PARAMETERS, lambda given: _answer(way, given))


def _answer(way: Way, given: Given) -> int:
    if given["arrive_by"]:
        need_time(given["at"], "--arrive-by")
    asked = moment(given["date"], given["at"], way.whole_day)
    wish = _wish(given, asked)
    where = where_of(given)
    planner = where.open(asked.service_date)
    question = Question(planner, given["origin"], given["goal"], asked, wish)
    if wish.stops or not wish.via:  # by way of another place one may come back to where one is
        need_other_places(planner, (question.origin, *wish.stops, question.goal), wish.any_order)
    with long_search():
        answer = way.ask(question)
    if given["json"]:
        print_json(answer_document(answer, _query_document(question, where), planner.opened))
    else:
        _print_text(way, question, answer)
    return 0 if answer.journeys else EXIT_NO


def _wish(given: Given, asked: Moment) -> "Wish":
    order: Any = one_of(given["by"], "--by", ORDERS)
    tickets = one_of(given["tickets"], "--tickets", TICKETS)
    budget = at_least(given["budget"], 0, "--budget")
    count = at_least(given["count"], 1, "--count")
    from planner.search.query import Wish

    return Wish(
        by=order,
        budget=budget,
        arrive_by=asked.time if given["arrive_by"] else None,
        count=count,
        stops=given["stop"],
        any_order=given["any_order"],
        via=given["via"],
        avoid=given["avoid"],
        ic=given["ic"],
        split=tickets == "split",
        discounts=given["discounts"],
    )


def _query_document(question: Question, where: Where) -> dict[str, Any]:
    """The question as it was understood."""
    wish, asked = question.wish, question.moment
    names = question.names
    return {
        "from": names[0],
        "to": names[-1],
        "date": asked.asked.isoformat(),
        "service_date": asked.service_date.isoformat(),
        "at": format_clock(asked.time),
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


def _print_text(way: Way, question: Question, answer: "Answer") -> None:
    """Print the journeys, or a sentence why there are none, and what timetable that was."""
    from planner.cli import itinerary

    opened = question.planner.opened
    names = question.names
    print(itinerary.title(names, opened.service_date))
    if not answer.journeys:
        rules = question.planner.rules.name
        print(itinerary.why_none(answer, names, rules, question.wish.budget))
    elif way.as_table:
        _print_lines(itinerary.table(answer.journeys))
    else:
        for number, journey in enumerate(answer.journeys):
            if number:
                print()
            _print_lines(itinerary.itinerary(journey))
    if answer.next_day_first is not None:
        day = itinerary.date_words(answer.next_day_first.service_date)
        print(say(f"翌日 {day} の最初:", f"first of the next day, {day}:"))
        _print_lines(itinerary.itinerary(answer.next_day_first))
    print()
    _print_lines(itinerary.footer(opened))


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)
