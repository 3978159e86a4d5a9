"""Answering the rows of a batch in several processes."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from planner.cli.batch_files import Row
from planner.cli.clock import moment
from planner.cli.journey_verb import ORDERS
from planner.cli.journeys import confidence, fare, lines_of
from planner.cli.lang import say
from planner.cli.parameters import one_of
from planner.cli.where import Where, need_other_places
from planner.errors import BadNumber, PlannerError
from planner.journey import Journey, Ride, Walk
from planner.units import clock_datetime

if TYPE_CHECKING:
    import datetime as dt

    from planner.search.query import Planner

DIGITS = 18  # of a number that is read: no purse is longer
CHUNK = 50  # rows a process takes at once: long enough to share an opened day


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds for every row."""

    where: Where
    ic: bool = False
    discounts: bool = False


@lru_cache(maxsize=16)
def _planner(where: Where, date: "dt.date") -> "Planner":
    return where.open(date, quiet=True)


def answer_all(
    rows: Sequence[Row],
    settings: Settings,
    jobs: int | None,
    advance: Callable[[int, int | None], None],
) -> list[dict[str, Any]]:
    """Records of all answers, in the order of the rows; ``advance`` is told how many are done."""
    by_day = sorted(rows, key=lambda row: (row.date, row.number))
    chunks = [(settings, by_day[i : i + CHUNK]) for i in range(0, len(by_day), CHUNK)]
    found: list[dict[str, Any]] = []
    done = 0
    for (_, chunk), records in zip(chunks, _run(chunks, jobs), strict=True):
        found += records
        done += len(chunk)
        advance(done, len(rows))
    return sorted(found, key=lambda record: (record["query"], record["rank"] or 0))


def _run(
    chunks: Sequence[tuple[Settings, Sequence[Row]]], jobs: int | None
) -> Iterator[list[dict[str, Any]]]:
    processes = min(jobs or os.cpu_count() or 1, len(chunks))
    if processes <= 1:
        yield from map(answer_chunk, chunks)
        return
    from multiprocessing import Pool

    with Pool(processes) as pool:
        yield from pool.imap(answer_chunk, chunks)


def answer_chunk(chunk: tuple[Settings, Sequence[Row]]) -> list[dict[str, Any]]:
    """The records of some rows: one a journey, else one that says why there is none."""
    settings, rows = chunk
    return [record for row in rows for record in answer_row(row, settings)]


def answer_row(row: Row, settings: Settings) -> list[dict[str, Any]]:
    """The records of one row."""
    asked = {
        "query": row.number,
        "from": row.origin,
        "to": row.goal,
        "date": row.date,
        "at": row.at,
        "by": row.by or ORDERS[0],
        "budget": row.budget or None,
    }
    empty = dict.fromkeys(_ANSWERED) | asked
    try:
        answer = _ask(row, settings)
    except PlannerError as error:
        return [empty | {"error": error.code, "message": say(error.message_ja, error.message)}]
    if not answer.journeys:
        why = {"none_because": answer.none_because, "cheapest_fare": answer.cheapest_fare}
        return [empty | why]
    return [
        empty | {"rank": rank} | journey_record(journey)
        for rank, journey in enumerate(answer.journeys, 1)
    ]


_ANSWERED = (
    *("rank", "service_date", "departs", "arrives", "departs_at", "arrives_at", "changes", "fare"),
    *("confidence", "legs", "tickets", "none_because", "cheapest_fare", "error", "message"),
)


def _ask(row: Row, settings: Settings) -> Any:
    from planner.search.query import Wish

    order: Any = one_of(row.by or ORDERS[0], "by", ORDERS)
    wish = Wish(by=order, budget=_budget(row.budget), ic=settings.ic, discounts=settings.discounts)
    asked = moment(row.date, row.at)
    planner = _planner(settings.where, asked.service_date)
    need_other_places(planner, (row.origin, row.goal))
    return planner.route(row.origin, row.goal, asked.time, wish)


def _budget(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or len(text) > DIGITS:
        raise BadNumber(text, "a budget in whole yen", "予算は円の整数で書いてください")
    return int(text)


def journey_record(journey: Journey) -> dict[str, Any]:
    """A journey as one flat record; times in service seconds and as moments."""
    date = journey.service_date
    return {
        "service_date": date,
        "departs": journey.departs,
        "arrives": journey.arrives,
        "departs_at": clock_datetime(date, journey.departs),
        "arrives_at": clock_datetime(date, journey.arrives),
        "changes": journey.changes,
        "fare": fare(journey),
        "confidence": confidence(journey),
        "legs": [_leg(leg) for leg in journey.legs],
        "tickets": [
            {
                "system": ticket.system,
                "from": ticket.board,
                "to": ticket.alight,
                "yen": ticket.yen,
                "confidence": ticket.confidence,
            }
            for ticket in journey.tickets
        ],
    }


def _leg(leg: Ride | Walk) -> dict[str, Any]:
    ends = {"from": leg.board, "to": leg.alight, "departs": leg.departs, "arrives": leg.arrives}
    if isinstance(leg, Walk):
        return ends | {"lines": [], "operators": [], "train": None, "trip": None}
    lines = lines_of(leg)
    return ends | {
        "lines": [line for line, _ in lines],
        "operators": [operator for _, operator in lines],
        "train": leg.train,
        "trip": leg.trip_id,
    }
