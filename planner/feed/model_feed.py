"""The model timetable of the line sheets as the files of a GTFS feed."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from planner.feed.day_types import DAILY, calendar_tables
from planner.feed.gtfs_zip import Cell, Rows, csv_text
from planner.feed.operators import agency_table, operators, text_color
from planner.feed.sheets import Pattern, Run, Sheet, Station, departures
from planner.feed.stations import book
from planner.units import format_time

VALID_FROM = dt.date(2026, 3, 14)  # the timetable the sheets summarise
VALID_TO = dt.date(2027, 3, 31)
PUBLISHER = "Kanagawa planner: model timetable (模擬時刻表)"
PUBLISHER_URL = "https://www.example.com/kanagawa-planner"  # the project has no site
VERSION = "model timetable of 2026-03-14"
ASSUMED = "時刻表が得られないため、運転時間帯と間隔は想定(assumed hours and intervals)"

_LETTER = {"Weekday": "W", "SaturdayHoliday": "H", DAILY: "D"}


def model_files(sheets: Sequence[Sheet]) -> dict[str, str]:
    """File name -> text of every file of the feed, the same for the same sheets."""
    stations = {(s.route_id, station.number): station for s in sheets for station in s.stations}
    trips, calls = _trains(sheets, stations)
    served = dict.fromkeys(str(call[3]) for call in calls)
    used = [s for s in stations.values() if s.stop_id in served]
    routes = {str(trip[0]) for trip in trips}
    agencies = sorted({route.split(".")[0] for route in routes})
    first, last = VALID_FROM.strftime("%Y%m%d"), VALID_TO.strftime("%Y%m%d")
    tables: dict[str, Rows] = {
        "agency.txt": agency_table(agencies),
        "attributions.txt": (
            "attribution_id organization_name is_producer is_operator is_authority attribution_url",
            [["kanagawa-planner", PUBLISHER, 1, 0, 0, PUBLISHER_URL]],
        ),
        **calendar_tables(_LETTER, VALID_FROM, VALID_TO),
        "feed_info.txt": (
            "feed_publisher_name feed_publisher_url feed_lang feed_start_date feed_end_date"
            " feed_version feed_contact_url",
            [[PUBLISHER, PUBLISHER_URL, "ja", first, last, VERSION, PUBLISHER_URL]],
        ),
        "routes.txt": _routes(s for s in sheets if s.route_id in routes),
        "stop_times.txt": ("trip_id arrival_time departure_time stop_id stop_sequence", calls),
        "stops.txt": _stops(used),
        "translations.txt": _translations(sheets, used, agencies),
        "trips.txt": (
            "route_id service_id trip_id trip_headsign trip_short_name direction_id block_id"
            " charged",
            trips,
        ),
    }
    return {name: csv_text(rows) for name, rows in sorted(tables.items())}


def _trains(
    sheets: Sequence[Sheet], stations: Mapping[tuple[str, int], Station]
) -> tuple[list[list[Cell]], list[list[Cell]]]:
    trips: list[list[Cell]] = []
    calls: list[list[Cell]] = []
    for line, sheet in enumerate(sheets, 1):
        for kind, pattern in enumerate(sheet.patterns, 1):
            for service, trains in _by_service(pattern).items():
                for number, (start, run) in enumerate(trains, 1):
                    name = f"{line}-{kind}-{_LETTER[service]}{number}"  # short: most of the feed
                    made = _train(pattern, service, name, start, run, stations)
                    trips += made[0]
                    calls += made[1]
    return trips, calls


def _by_service(pattern: Pattern) -> dict[str, list[tuple[int, Run]]]:
    """The trains of each service; those alike on both day types are told once, as daily."""
    runs = (pattern.run, *pattern.others)
    days = {day: Counter(departures(t, runs, pattern.at)) for day, t in pattern.days.items()}
    daily = days["Weekday"] & days["SaturdayHoliday"] if len(days) > 1 else Counter()
    found = {day: sorted((trains - daily).elements()) for day, trains in days.items()}
    return {**found, DAILY: sorted(daily.elements())}


def _train(
    pattern: Pattern,
    service: str,
    name: str,
    start: int,
    run: Run,
    stations: Mapping[tuple[str, int], Station],
) -> tuple[list[list[Cell]], list[list[Cell]]]:
    trips: list[list[Cell]] = []
    calls: list[list[Cell]] = []
    at = 0
    block = name if len(pattern.sections) > 1 else ""
    for place, section in enumerate(pattern.sections, 1):
        trip = f"{name}.{place}" if block else name
        numbers = section.numbers
        trips.append(
            [
                section.route_id,
                service,
                trip,
                pattern.headsign,
                pattern.train,
                int(numbers[0] > numbers[-1]),
                block,
                int(section.charged),
            ]
        )
        for sequence, number in enumerate(numbers, 1):
            arrives, departs = run[at]
            at += 1
            calls.append(
                [
                    trip,
                    format_time((start + arrives) * 60),
                    format_time((start + departs) * 60),
                    stations[section.route_id, number].stop_id,
                    sequence,
                ]
            )
    return trips, calls


def _routes(sheets: Iterable[Sheet]) -> Rows:
    rows: list[list[Cell]] = []
    for sheet in sheets:
        color = sheet.color.lstrip("#").upper()
        desc = ASSUMED if sheet.confidence == "assumed" else ""
        agency = sheet.route_id.split(".")[0]
        kind = sheet.route_type
        rows.append([sheet.route_id, agency, sheet.name, desc, kind, color, text_color(color)])
    header = "route_id agency_id route_long_name route_desc route_type route_color route_text_color"
    return header, rows


def _place_of(station: Station) -> str:
    place = book().place_of_stop(station.stop_id)
    return place.id if place else station.stop_id


def _parents(stations: Sequence[Station]) -> dict[str, Station]:
    """Place -> its first stop, whose id names the parent station."""
    parents: dict[str, Station] = {}
    for station in stations:
        parents.setdefault(_place_of(station), station)
    return parents


def _stops(stations: Sequence[Station]) -> Rows:
    rows: list[list[Cell]] = []
    parents = _parents(stations)
    for key, first in parents.items():
        own = [s for s in stations if _place_of(s) == key]
        lat = sum(s.lat for s in own) / len(own)
        lon = sum(s.lon for s in own) / len(own)
        parent = f"Place.{first.stop_id}"
        rows.append([parent, "", first.name, f"{lat:.5f}", f"{lon:.5f}", 1, "", first.prefecture])
        for s in own:
            stop = book().stops.get(s.stop_id)
            number = stop.number if stop else ""
            lat_lon = f"{s.lat:.5f}", f"{s.lon:.5f}"
            rows.append([s.stop_id, number, s.name, *lat_lon, 0, parent, s.prefecture])
    header = "stop_id stop_code stop_name stop_lat stop_lon location_type parent_station prefecture"
    return header, rows


def _translations(
    sheets: Sequence[Sheet], stations: Sequence[Station], agencies: Sequence[str]
) -> Rows:
    rows: list[list[Cell]] = [
        ["agency", "agency_name", "en", operators()[agency]["name_en"], agency, ""]
        for agency in agencies
    ]
    rows += [["routes", "route_long_name", "en", s.name_en, s.route_id, ""] for s in sheets]
    parents = _parents(stations)
    for s in stations:
        first = parents[_place_of(s)] is s
        for key in [f"Place.{s.stop_id}", s.stop_id] if first else [s.stop_id]:
            rows.append(["stops", "stop_name", "en", s.romaji, key, ""])
            rows.append(["stops", "stop_name", "ja-Hrkt", s.kana, key, ""])
    patterns = [p for sheet in sheets for p in sheet.patterns]
    trains = {p.train: p.train_en for p in patterns}
    rows += [["trips", "trip_short_name", "en", trains[ja], "", ja] for ja in sorted(trains)]
    for sign in sorted({p.headsign for p in patterns}):
        english = " / ".join(_english(name) for name in sign.split("・") if name)
        rows.append(["trips", "trip_headsign", "en", english, "", sign])
    return "table_name field_name language translation record_id field_value", rows


def _english(name: str) -> str:
    found = book().candidates(name)
    return found[0].romaji if found else name
