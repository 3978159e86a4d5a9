"""Our own prices written as GTFS Fares V2 beside the lines and stops of a feed.

Each fare system is a network, each station an area; a leg rule for every pair names a product with
its price on paper and by IC card. Legs inside one network are joined (fare_leg_join_rules), for a
ticket is a maximal ride. What Fares V2 cannot say is a notice: express charges of single trains, a
Shinkansen ride on a jr ticket, and that no ticket passes a station twice.
"""

import datetime as dt
import os
import tempfile
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from planner.errors import BadValue
from planner.fares.gtfs.model import served
from planner.fares.lines import fare_line
from planner.fares.matrix import FareBook, SystemFares, fares_on, find_station
from planner.feed.gtfs_zip import csv_text
from planner.feed.notices import Notice, notice
from planner.feed.read import Feed, read_feed
from planner.feed.stations import book as station_book

PAPER, CARD = "paper", "ic"
SHINKANSEN = "shinkansen"
FARE_FILES = (
    "networks.txt", "route_networks.txt", "areas.txt", "stop_areas.txt", "fare_media.txt",
    "fare_products.txt", "fare_leg_rules.txt", "fare_leg_join_rules.txt",
)  # fmt: skip


def fare_texts(feed: Feed, date: dt.date) -> tuple[dict[str, str], list[Notice]]:
    """The fare files of a feed (name -> CSV text) by the tariff of a date.

    Raises:
        OutsideValidity: a date before 2014-04-01.
    """
    book = fares_on(date)
    networks = _networks(feed)
    stations = _stations(feed, book, networks)
    areas = _areas(feed, book, networks)
    rules: list[tuple[str, str, str, str]] = []
    products: set[tuple[int, int]] = set()
    for system in sorted(set(networks.values())):
        for start, target, yen, ic in _pairs(book.systems[system], book, stations[system]):
            products.add((yen, ic))
            rules.append((system, area_id(start), area_id(target), _product(yen, ic)))
    names = {area_id(place): name for place, name in _place_names(book).items()}
    used = sorted({area for area, _ in areas})
    texts = {
        "networks.txt": csv_text(
            (
                "network_id network_name",
                [(s, book.systems[s].name_ja) for s in sorted(set(networks.values()))],
            )
        ),
        "route_networks.txt": csv_text(
            ("network_id route_id", [(n, r) for r, n in sorted(networks.items())])
        ),
        "areas.txt": csv_text(("area_id area_name", [(a, names.get(a, a)) for a in used])),
        "stop_areas.txt": csv_text(("area_id stop_id", areas)),
        "fare_media.txt": csv_text(
            (
                "fare_media_id fare_media_name fare_media_type",
                [(PAPER, "きっぷ", 1), (CARD, "ICカード", 2)],
            )
        ),
        "fare_products.txt": csv_text(
            (
                "fare_product_id fare_product_name fare_media_id amount currency",
                _product_rows(products),
            )
        ),
        "fare_leg_rules.txt": csv_text(
            ("network_id from_area_id to_area_id fare_product_id", rules)
        ),
        "fare_leg_join_rules.txt": csv_text(
            ("from_network_id to_network_id", [(s, s) for s in sorted(set(networks.values()))])
        ),
    }
    return texts, _notices(feed, networks)


def _networks(feed: Feed) -> dict[str, str]:
    """Route -> fare system, for the routes of the feed that belong to one."""
    found = {}
    for route in feed.table("routes")["route_id"].astype(str):
        line = fare_line(route)
        if line is not None:
            found[route] = SHINKANSEN if line.shinkansen else line.system
    return found


@lru_cache(maxsize=4096)
def area_id(place: str) -> str:
    """An id in plain letters for a place: that of its first stop, else its name in hex."""
    found = station_book().places.get(place)
    return found.stops[0] if found and found.stops else place.encode().hex()


def _number(system: SystemFares, book: FareBook, name: str) -> int | None:
    found = [p for p in book.names.get(name, ()) if p in system.index]
    return system.index[found[0]] if len(found) == 1 else find_station(system, name)


def _stations(feed: Feed, book: FareBook, networks: Mapping[str, str]) -> dict[str, list[int]]:
    """For each system the numbers of its stations that trains of the feed stop at."""
    names = feed.table("stops")["stop_name"].astype(str).tolist()
    found: dict[str, set[int]] = {system: set() for system in networks.values()}
    for route, stops in served(feed).items():
        if route not in networks:
            continue
        system = book.systems[networks[route]]
        for name in {names[stop] for stop in stops}:
            number = _number(system, book, name)
            if number is not None:
                found[system.name].add(number)
    return {system: sorted(numbers) for system, numbers in found.items()}


def _areas(feed: Feed, book: FareBook, networks: Mapping[str, str]) -> list[tuple[str, str]]:
    """Area and stop, for every stop of a line in a fare system."""
    stops = feed.table("stops")
    names, ids = stops["stop_name"].astype(str).tolist(), stops["stop_id"].astype(str).tolist()
    found: set[tuple[str, str]] = set()
    for route, positions in served(feed).items():
        if route not in networks:
            continue
        system = book.systems[networks[route]]
        for position in positions:
            number = _number(system, book, names[position])
            if number is not None:
                found.add((area_id(system.places[number]), ids[position]))
    return sorted(found)


def _pairs(
    system: SystemFares, book: FareBook, numbers: Iterable[int]
) -> Iterable[tuple[str, str, int, int]]:
    """Places and prices of every pair of stations whose price is known; IC -1 where it is not."""
    charge = system.classes["express"] if system.name == SHINKANSEN else None
    own = list(numbers)
    for a in own:
        for b in own:
            cell = a * system.count + b
            yen, ic = system.main.yen[cell], system.main.ic[cell]
            if charge is not None:
                yen, ic = (yen + charge.yen[cell] if charge.yen[cell] >= 0 else -1), -1
            if a != b and yen >= 0:
                yield system.places[a], system.places[b], yen, ic


def _product(yen: int, ic: int) -> str:
    return f"{yen}" if ic < 0 else f"{yen}-{ic}"


def _product_rows(products: Iterable[tuple[int, int]]) -> Iterable[tuple[str, str, str, str, str]]:
    for yen, ic in sorted(products):
        yield _product(yen, ic), f"普通運賃 {yen}円", PAPER, str(yen), "JPY"
        if ic >= 0:
            yield _product(yen, ic), f"普通運賃 {yen}円", CARD, str(ic), "JPY"


def _place_names(book: FareBook) -> dict[str, str]:
    return {
        place: name
        for system in book.systems.values()
        for place, name in zip(system.places, system.stations, strict=True)
    }


def _notices(feed: Feed, networks: Mapping[str, str]) -> list[Notice]:
    """What the files leave out."""
    found = []
    trips = feed.table("trips")
    if "charged" in trips.columns and (trips["charged"] == 1).any():
        found.append(notice("fare_charge_unsaid", "fare_leg_rules"))
    if SHINKANSEN in networks.values():
        found.append(notice("fare_joint_unsaid", "fare_leg_rules"))
    for route in sorted(set(feed.table("routes")["route_id"].astype(str)) - networks.keys()):
        found.append(notice("fare_route_unpriced", "route_networks", value=route))
    return found


def export(folder: Path, date: dt.date, feed: Path) -> tuple[list[Path], list[Notice]]:
    """Write a feed with the fare files of a date to a folder, and tell the files written.

    The feed's own files are written along, so the folder is a whole feed; files of other names that
    lie there stay. Every file is written under another name first: whole or not at all.

    Raises:
        BadValue: the folder is a file, or cannot be written.
        FeedUnreadable: the feed cannot be read.
        OutsideValidity: a date before 2014-04-01.
    """
    from planner.feed.container import read_files

    texts, notices = fare_texts(read_feed(feed), date)
    files = {f"{name}.txt": data for name, data in read_files(feed).items()}
    files |= {name: text.encode() for name, text in texts.items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [_write(folder / name, data) for name, data in files.items()], notices
    except OSError as error:
        raise BadValue(
            f"{folder} cannot be written: {error.strerror}",
            f"{folder} に書き込めません: {error.strerror}",
        ) from None


def _write(path: Path, data: bytes) -> Path:
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    finally:  # also where somebody stopped the program
        Path(name).unlink(missing_ok=True)
    return path
