"""``planner board STATION``: the next departures by line and direction."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.cli import query_options as opt
from planner.cli.journeys import feed_document
from planner.cli.lang import say
from planner.cli.options import Date, Json, Lang
from planner.cli.output import print_json
from planner.units import clock_datetime, format_clock

if TYPE_CHECKING:
    from planner.cli.directions import Direction
    from planner.search.answers import Departure
    from planner.search.query import Planner

EXIT_NO = 1
ALL = 100_000

app = typer.Typer(add_completion=False)


@app.command(help=say("発車案内(路線・方面別)", "The next departures, by line and direction."))
def board(
    station: Annotated[str, typer.Argument(metavar="STATION", help=say("駅", "Station"))],
    date: Date = "",
    at: opt.At = "",
    count: Annotated[
        int, typer.Option("--count", metavar="N", help=say("方面ごとの本数", "Trains a direction"))
    ] = 4,
    rules: opt.Rules = "kanagawa",
    feed: opt.FeedName = "",
    as_if: opt.AsIf = "",
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Print the board."""
    from planner.cli.directions import by_direction

    opt.check_language(lang)
    opt.at_least(count, 1, "--count")
    moment = opt.moment(date, at)
    planner = opt.Where(feed, rules, as_if).open(moment.service_date)
    named = planner.station(station)
    departures = planner.board(station, moment.time, ALL)
    directions = by_direction(planner.timetable, named.place, departures)
    if as_json:
        query = {
            "station": named.name,
            "date": moment.asked.isoformat(),
            "service_date": moment.service_date.isoformat(),
            "at": format_clock(moment.time),
            "count": count,
            "rules": planner.rules.name,
        }
        told = [_document(planner, direction, count) for direction in directions]
        print_json({"query": query, "feed": feed_document(planner.opened), "directions": told})
    else:
        _print_text(planner, named.name, moment, directions, count)
    return 0 if directions else EXIT_NO


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
    moment: opt.Moment,
    directions: Sequence["Direction"],
    count: int,
) -> None:
    from planner.cli import itinerary

    since = say(f"  {format_clock(moment.time)} 以降", f"  from {format_clock(moment.time)}")
    print(itinerary.title([name], planner.date, since))
    if not directions:
        print(say("この後の列車はありません", "no more trains on that service day"))
    for direction in directions:
        towards = say("・", ", ").join(direction.towards)
        print()
        way = say(f"{towards}方面", f"for {towards}")
        print(itinerary.strong(f"{direction.operator} {direction.line}  {way}"))
        trains = direction.departures[:count]
        kinds = max(itinerary.width(train.train) for train in trains)
        for train in trains:
            charged = say(" (料金が必要)", " (surcharge)") if train.charged else ""
            kind = itinerary.padded(train.train, kinds)
            print(f"  {format_clock(train.departs)} {kind}  {train.headsign}{charged}")
    print()
    for line in itinerary.footer(planner.opened):
        print(line)
