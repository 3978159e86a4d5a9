"""``planner board STATION``: the next departures by line and direction."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from planner.cli import query_options as opt
from planner.cli.clock import Moment, moment
from planner.cli.columns import padded, width
from planner.cli.journeys import feed_document
from planner.cli.lang import say
from planner.cli.output import print_json
from planner.cli.parameters import Given, Parameter, Verb, at_least
from planner.cli.where import where_of
from planner.units import clock_datetime, format_clock

if TYPE_CHECKING:
    from planner.cli.directions import Direction
    from planner.search.answers import Departure
    from planner.search.query import Planner

EXIT_NO = 1
ALL = 100_000
TRAINS = 4  # of each direction, unless told otherwise
STATION = Parameter("station", "text", "駅", "Station", metavar="STATION")
COUNT = Parameter(
    "count",
    "number",
    f"方面ごとの本数(既定: {TRAINS})",
    f"Trains of each direction (default: {TRAINS})",
    ("--count",),
    "N",
)


def answer(given: Given) -> int:
    """Print the board."""
    from planner.cli.directions import by_direction

    count = at_least(given["count"], 1, "--count") or TRAINS
    asked = moment(given["date"], given["at"])
    planner = where_of(given).open(asked.service_date)
    named = planner.station(given["station"])
    departures = planner.board(given["station"], asked.time, ALL)
    directions = by_direction(planner.timetable, named.place, departures)
    if given["json"]:
        query = {
            "station": named.name,
            "date": asked.asked.isoformat(),
            "service_date": asked.service_date.isoformat(),
            "at": format_clock(asked.time),
            "count": count,
            "rules": planner.rules.name,
        }
        told = [_document(planner, direction, count) for direction in directions]
        print_json({"query": query, "feed": feed_document(planner.opened), "directions": told})
    else:
        _print_text(planner, named.name, asked, directions, count)
    return 0 if directions else EXIT_NO


VERB = Verb(
    "発車案内(路線・方面別)",
    "The next departures of a station, by line and direction.",
    (STATION, opt.DATE, opt.AT, COUNT, *opt.WHERE, *opt.FORM),
    answer,
)


def _document(planner: "Planner", direction: "Direction", count: int) -> dict[str, Any]:
    return {
        "operator": direction.operator,
        "line": direction.line,
        "towards": list(direction.towards),
        "departures": [_departure(planner, train) for train in direction.departures[:count]],
    }


def _departure(planner: "Planner", train: "Departure") -> dict[str, Any]:
    return {
        "departs": format_clock(train.departs),
        "departs_at": clock_datetime(planner.date, train.departs).isoformat(),
        "train": train.train,
        "headsign": train.headsign,
        "trip": train.trip_id,
        "next_stop": train.next_stop,
        "last_stop": train.last_stop,
        "last_arrives": format_clock(train.last_arrives),
        "charged": train.charged,
    }


def _print_text(
    planner: "Planner",
    name: str,
    asked: Moment,
    directions: Sequence["Direction"],
    count: int,
) -> None:
    from planner.cli import itinerary

    since = say(f"  {format_clock(asked.time)} 以降", f"  from {format_clock(asked.time)}")
    print(itinerary.title([name], planner.date, since))
    index = planner.station(name).index
    if index is None or not planner.timetable.station_inside[index]:
        rules = planner.rules.name
        print(say(f"移動規則「{rules}」では行けない駅です", f"out of bounds under rules {rules!r}"))
    elif not directions:
        print(say("この後の列車はありません", "no more trains on that service day"))
    for direction in directions:
        towards = say("・", ", ").join(direction.towards)
        print()
        way = say(f"{towards}方面", f"for {towards}")
        print(itinerary.strong(f"{direction.operator} {direction.line}  {way}"))
        trains = direction.departures[:count]
        kinds = max(width(train.train) for train in trains)
        for train in trains:
            charged = say(" (料金が必要)", " (surcharge)") if train.charged else ""
            kind = padded(train.train, kinds)
            print(f"  {format_clock(train.departs)} {kind}  {train.headsign}{charged}")
    print()
    for line in itinerary.footer(planner.opened):
        print(line)
