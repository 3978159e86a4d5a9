"""What ``reach`` and ``move`` share: options, the JSON document, CSV, GeoJSON and text."""

import csv
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from planner.cli import query_options as opt
from planner.cli.clock import latest, moment
from planner.cli.columns import padded, width
from planner.cli.journeys import feed_document
from planner.cli.lang import say
from planner.cli.output import print_json
from planner.cli.parameters import Given, Parameter, Verb, at_least
from planner.cli.where import where_of
from planner.units import format_clock

if TYPE_CHECKING:
    from planner.search.answers import Reached
    from planner.search.query import Planner

EXIT_NO = 1
UNTIL = Parameter(
    "until",
    "text",
    "到着の期限(既定: 運行日の終わり)",
    "Arrive by then (default: the end of the service day)",
    ("--until",),
    "HH:MM",
)
CSV = Parameter("csv", "flag", "CSV で出力", "Print CSV", ("--csv",))
GEOJSON = Parameter("geojson", "flag", "GeoJSON で出力", "Print GeoJSON", ("--geojson",))
PARAMETERS = (
    *(opt.FROM, opt.DATE, opt.AT, opt.BUDGET, UNTIL),
    *(*opt.WHERE, CSV, GEOJSON, *opt.FORM),
)


def verb(ja: str, en: str, by_fare: bool = False) -> Verb:
    """``reach`` by time of arrival, or ``by_fare`` and without the start."""
    return Verb(ja, en, PARAMETERS, lambda given: _answer(given, by_fare))


def _answer(given: Given, by_fare: bool) -> int:
    asked = moment(given["date"], given["at"])
    limit = latest(given["until"])
    money = at_least(given["budget"], 0, "--budget")
    planner = where_of(given).open(asked.service_date)
    name = planner.station(given["origin"]).name
    found = planner.reach(given["origin"], asked.time, money, limit)
    stations = sorted_stations(found, name, by_fare)
    query = {
        "from": name,
        "date": asked.asked.isoformat(),
        "service_date": asked.service_date.isoformat(),
        "at": format_clock(asked.time),
        "budget": money,
        "until": None if limit is None else format_clock(limit),
        "rules": planner.rules.name,
        "as_if": given["as_if"] or None,
    }
    _print(planner, query, stations, given)
    return 0 if stations else EXIT_NO


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
    planner: "Planner", query: Mapping[str, Any], stations: Sequence["Reached"], given: Given
) -> None:
    documents = [station_document(reached) for reached in stations]
    if given["json"]:
        feed = feed_document(planner.opened)
        print_json({"query": dict(query), "feed": feed, "stations": documents})
    elif given["geojson"]:
        print(json.dumps(geojson(documents), ensure_ascii=False))
    elif given["csv"]:
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
    names = max((width(reached.station) for reached in stations), default=0)
    for reached in stations:
        line = f"{padded(reached.station, names)}  "
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
