"""What ``reach`` and ``move`` share: options, the JSON document, CSV, GeoJSON and text."""

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.cli import query_options as opt
from planner.cli.journeys import feed_document
from planner.cli.lang import say
from planner.cli.options import Date, Json, Lang
from planner.cli.output import print_json
from planner.errors import BadTime
from planner.units import format_clock, parse_time

if TYPE_CHECKING:
    from planner.search.answers import Reached
    from planner.search.query import Planner

EXIT_NO = 1

Until = Annotated[
    str,
    typer.Option(
        "--until",
        metavar="HH:MM",
        help=say("到着の期限(既定: 運行日の終わり)", "Arrive by then (default: end of the day)"),
    ),
]
AsCsv = Annotated[bool, typer.Option("--csv", help=say("CSV で出力", "Print CSV"))]
AsGeoJson = Annotated[bool, typer.Option("--geojson", help=say("GeoJSON で出力", "Print GeoJSON"))]


@dataclass(frozen=True, slots=True)
class Form:
    """In which form the stations are printed."""

    as_json: bool
    as_csv: bool
    as_geojson: bool


def command(help_text: str, by_fare: bool = False) -> typer.Typer:
    """The command: ``reach`` by time of arrival, or ``by_fare`` and without the start."""
    app = typer.Typer(add_completion=False)

    @app.command(help=help_text)
    def ask(
        origin: opt.From,
        date: Date = "",
        at: opt.At = "",
        budget: opt.Budget = None,
        until: Until = "",
        rules: opt.Rules = "kanagawa",
        feed: opt.FeedName = "",
        as_if: opt.AsIf = "",
        as_csv: AsCsv = False,
        as_geojson: AsGeoJson = False,
        as_json: Json = False,
        lang: Lang = "",
    ) -> int:
        opt.check_language(lang)
        moment = opt.moment(date, at)
        limit = _until(until)
        money = opt.at_least(budget, 0, "--budget")
        planner = opt.Where(feed, rules, as_if).open(moment.service_date)
        name = planner.station(origin).name
        found = list(planner.reach(origin, moment.time, money, limit))
        stations = sorted_stations(found, name, by_fare)
        query = {
            "from": name,
            "date": moment.asked.isoformat(),
            "service_date": moment.service_date.isoformat(),
            "at": format_clock(moment.time),
            "budget": money,
            "until": None if limit is None else format_clock(limit),
            "rules": planner.rules.name,
            "as_if": as_if or None,
        }
        _print(planner, query, stations, Form(as_json, as_csv, as_geojson))
        return 0 if stations else EXIT_NO

    return app


def _until(text: str) -> int | None:
    """The latest arrival; 00:30 is 24:30 of the service day."""
    if not text.strip():
        return None
    time = parse_time(text)
    if time >= opt.DAY_ENDS:
        raise BadTime(text)
    return time if time >= opt.DAY_STARTS else time + opt.DAY


def sorted_stations(found: Sequence["Reached"], start: str, by_fare: bool) -> list["Reached"]:
    """By (soonest arrival, fare), or by (fare, arrival) without the start; unknown fares last."""
    if not by_fare:
        return sorted(found, key=lambda r: (r.fastest_arrives, *_price(r), r.station))
    others = [reached for reached in found if reached.station != start]
    return sorted(others, key=lambda r: (*_price(r), r.arrives, r.station))


def _price(reached: "Reached") -> tuple[bool, int]:
    return reached.fare is None, reached.fare or 0


def station_document(reached: "Reached") -> dict[str, Any]:
    """One reached station."""
    return {
        "station": reached.station,
        "fare": reached.fare,
        "arrives": format_clock(reached.arrives),
        "fastest_arrives": format_clock(reached.fastest_arrives),
        "fastest_fare": reached.fastest_fare,
        "lat": reached.lat,
        "lon": reached.lon,
    }


def _print(
    planner: "Planner", query: Mapping[str, Any], stations: Sequence["Reached"], form: Form
) -> None:
    documents = [station_document(reached) for reached in stations]
    if form.as_json:
        feed = feed_document(planner.opened)
        print_json({"query": dict(query), "feed": feed, "stations": documents})
    elif form.as_geojson:
        print(json.dumps(geojson(documents), ensure_ascii=False))
    elif form.as_csv:
        fields = ("station", "fare", "arrives", "fastest_arrives", "fastest_fare", "lat", "lon")
        writer = csv.DictWriter(sys.stdout, fields, lineterminator="\n")
        writer.writeheader()
        writer.writerows(documents)
    else:
        _print_text(planner, query, stations)


def geojson(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The stations as points of a GeoJSON collection (RFC 7946: longitude first)."""
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "geometry": {"type": "Point", "coordinates": [one["lon"], one["lat"]]},
                "properties": {k: v for k, v in one.items() if k not in ("lat", "lon")},
            }
            for one in documents
        ],
    }


def _print_text(
    planner: "Planner", query: Mapping[str, Any], stations: Sequence["Reached"]
) -> None:
    from planner.cli import itinerary

    since = say(f"  {query['at']} 発", f"  from {query['at']}")
    print(itinerary.title([query["from"]], planner.date, since))
    if not stations:
        print(say("行ける駅はありません", "no station can be reached"))
    names = max((itinerary.width(reached.station) for reached in stations), default=0)
    for reached in stations:
        line = f"{itinerary.padded(reached.station, names)}  "
        line += f"{itinerary.yen(reached.fare):>8}  {format_clock(reached.arrives)}"
        if (reached.fastest_arrives, reached.fastest_fare) != (reached.arrives, reached.fare):
            soonest = format_clock(reached.fastest_arrives)
            price = itinerary.yen(reached.fastest_fare)
            line += say(f"  最速 {soonest} {price}", f"  soonest {soonest} {price}")
        print(line)
    count = len(stations)
    print()
    print(say(f"{count}駅", f"{count} station" + ("s" if count != 1 else "")))
    for line in itinerary.footer(planner.opened):
        print(line)
