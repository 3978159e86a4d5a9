"""Work out the fare book of a period and lay it out as bytes (see ``planner.fares.matrix``)."""

import datetime as dt
import json
import struct
import tomllib
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from planner.fares import lines as line_table
from planner.fares.book import HEAD
from planner.fares.distance import FAR, KmGraph
from planner.fares.sheet import Sheet, item_json
from planner.fares.store import FIRST_DAY, MAGIC
from planner.fares.systems import price
from planner.fares.tariff import FILES, Span, Tariff, TariffFault, load
from planner.feed.names import name_key
from planner.resources import data_path

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from planner.feed.stations import Place, StationBook


def all_periods() -> list[str]:
    """The first days of the periods in which no price and no network changes, ISO dates."""
    from planner.feed.stations import book

    days = {FIRST_DAY} | {row["in_force_from"].isoformat() for row in discount_rows()}
    served = set()
    for system in FILES:
        tariff = load(system)
        days |= {day.isoformat() for day in tariff.changes()}
        served |= {name for line in tariff.lines for name in line.stations}
    for place in book():
        if place.name in served:
            days |= {span.since.isoformat() for span in place.names if span.since}
    return sorted(day for day in days if day >= FIRST_DAY)


def compile_book(date: dt.date) -> bytes:
    """The bytes of the book of the period that begins on a date."""
    from planner.feed.stations import book

    stations = book()
    header: dict[str, Any] = {"period": date.isoformat(), "systems": []}
    body = bytearray()
    for system in FILES:
        tariff = load(system)
        net, sheets = price(tariff, date)
        keep: list[int] | None = None
        if system == "jr":
            fast = {k: sheets.pop(k) for k in ("shinkansen", "express")}
            header["systems"].append(_system(tariff, net, date, sheets, body, stations, keep))
            keep = [n for n in range(len(net.names)) if (fast["shinkansen"].km[n] < FAR).sum() > 1]
            row = _system(tariff, net, date, fast, body, stations, keep)
            row |= {
                "name": "shinkansen",
                "name_ja": "東海道新幹線",
                "name_en": "Tokaido Shinkansen",
            }
            row |= {"rules": {}, "edges": []}
            header["systems"].append(row)
        else:
            header["systems"].append(_system(tariff, net, date, sheets, body, stations, keep))
    places = {place for row in header["systems"] for place in row["places"]}
    names, discounts = _names(stations, places), _discounts(stations, date)
    for place in places - stations.places.keys():  # far stations that the book lacks
        names.setdefault(name_key(place), []).append(place)
    return _packed(date, header["systems"], (names, discounts), bytes(body))


def discount_rows() -> list[dict[str, Any]]:
    """The table of transfer discounts (norikae waribiki, 乗継割引)."""
    text = data_path("tariffs", "discounts.toml").read_text(encoding="utf-8")
    rows: list[dict[str, Any]] = tomllib.loads(text)["discount"]
    return rows


def _discounts(stations: "StationBook", date: dt.date) -> list[dict[str, Any]]:
    found = []
    for row in discount_rows():
        if not Span(row["in_force_from"], row.get("in_force_to")).covers(date):
            continue
        a, b = row["systems"]
        ends = {
            key: [p.id for name in row[key] if (p := place_of(stations, system, name))]
            for key, system in (("stations_a", a), ("stations_b", b))
        }
        at = place_of(stations, a, row["at"])
        kept = {key: row[key] for key in ("systems", "yen", "source", "confidence")}
        found.append({**kept, **ends, "at": at.id if at else row["at"]})
    return found


def _packed(
    date: dt.date, systems: list[dict[str, Any]], others: tuple[object, object], body: bytes
) -> bytes:
    """Magic and sizes; a short header with the place of each text; the texts; the tables."""
    texts = [_json(value) for value in (*systems, *others)]
    shift = 0
    while True:  # the header tells where the texts begin, so its own length moves them
        spans, at = [], shift
        for text in texts:
            spans.append([at, at + len(text)])
            at += len(text)
        by_name = {row["name"]: span for row, span in zip(systems, spans, strict=False)}
        header = _json({"period": date.isoformat(), "systems": by_name, "names": spans[-2],
                        "discounts": spans[-1]})  # fmt: skip
        if len(header) == shift:
            break
        shift = len(header)
    told = header + b"".join(texts)
    told += b" " * (-(HEAD + len(told)) % 8)
    size = HEAD + len(told) + len(body)
    rest = told + body
    head = struct.pack("<8sIQII", MAGIC, len(header), size, len(told), zlib.crc32(rest))
    return head.ljust(HEAD, b"\0") + rest


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _system(
    tariff: Tariff,
    net: KmGraph,
    date: dt.date,
    sheets: Mapping[str, Sheet],
    body: bytearray,
    stations: "StationBook",
    keep: list[int] | None,
) -> dict[str, Any]:
    chosen = list(range(len(net.names))) if keep is None else keep
    names = [net.names[n] for n in chosen]
    found = [place_of(stations, tariff.system, name) for name in names]
    names_all = {name for line in tariff.lines for name in line.stations}
    central = _central_edges(tariff, net)
    edges = [[e.a, e.b, e.length, e.line, int(e in central)] for e in net.edges]
    return {
        "name": tariff.system,
        "name_ja": tariff.name_ja,
        "name_en": tariff.name_en,
        "stations": [
            place.name_on(date) if place else name for place, name in zip(found, names, strict=True)
        ],
        "places": [place.id if place else name for place, name in zip(found, names, strict=True)],
        "kanagawa": [int(place is not None and place.in_kanagawa) for place in found],
        "closed": tariff.is_closed(date),
        "later": {
            name: tariff.openings[name].isoformat()
            for name in sorted(names_all)
            if not tariff.is_open(name, date)
        },
        "edges": edges,
        "lines": [line.name for line in net.lines],
        "rules": {
            "turnback": tariff.more.get("turnback", []),
            "joint": _joint_tables(tariff, date),
        },
        "classes": [_stored(name, sheet, body, chosen) for name, sheet in sheets.items()],
        "items": [item_json(item) for item in next(iter(sheets.values())).items.all],
    }


def _central_edges(tariff: Tariff, net: KmGraph) -> frozenset[Any]:
    from planner.fares.distance import edges_of_parts

    areas = {area["name"]: area["parts"] for area in tariff.more.get("area", [])}
    return edges_of_parts(net, areas.get("central", []))


def _joint_tables(tariff: Tariff, date: dt.date) -> dict[str, Any]:
    """What prices a ticket with a Shinkansen ride by its own km: band tables as item rows."""
    names = ("basis", "addon") if tariff.table("east", date) else ("kansen",)
    found = {name: tariff.table(name, date) for name in names}
    return {
        name: [[band.to, item_json(band.item)] for band in table.bands]
        for name, table in found.items()
        if table is not None
    }


def _stored(name: str, sheet: Sheet, body: bytearray, keep: list[int]) -> dict[str, Any]:
    import numpy as np

    reason, reasons = sheet.reasons()
    km = np.where(sheet.km < FAR, sheet.km, -1)
    yen, ic = sheet.yen(), sheet.ic()
    at = []
    for array, kind in ((yen, "<i4"), (ic, "<i4"), (km, "<i2"), (reason, "<u2")):
        at.append(len(body))
        body.extend(_cut(array, keep).astype(kind).tobytes())
        body.extend(b"\0" * (-len(body) % 8))
    told = {"name": name, "at": at, "reasons": [list(numbers) for numbers in reasons]}
    return told | _checked(name, _cut(yen, keep))


def _checked(name: str, yen: "NDArray[np.int32]") -> dict[str, int]:
    """How many cells are unknown, and in how many two tickets cost less than one.

    Raises:
        TariffFault: a table is not symmetric.
    """
    import numpy as np

    if (yen != yen.T).any():
        raise TariffFault(f"{name}: the price there is not the price back")
    known = np.where(yen < 0, np.int32(FAR), yen)
    best = known.copy()
    for at in range(len(known)):
        np.minimum(best, known[:, at][:, None] + known[at][None, :], out=best)
    beaten = (best < known) & (known < FAR)
    return {"unknown": int((known == FAR).sum()), "beaten": int(beaten.sum())}


def _cut(array: "NDArray[np.int32]", keep: list[int]) -> "NDArray[np.int32]":
    import numpy as np

    return array if len(keep) == len(array) else array[np.ix_(keep, keep)]


def place_of(stations: "StationBook", system: str, name: str) -> "Place | None":
    """The place of a system's station: by the stops of its lines, else the only one of the name."""
    found = [p for p in stations.candidates(name) if name_key(p.name) == name_key(name)]
    own = [
        place
        for place in found
        if any(line_table.system_of(stations.stops[s].route_id) == system for s in place.stops)
    ]
    chosen = own or found
    return chosen[0] if chosen else None


def _names(stations: "StationBook", places: set[str]) -> dict[str, list[str]]:
    """Every spelling of every station of the systems, normalised, and the places it may mean."""
    names: dict[str, list[str]] = {}
    for place in stations:
        if place.id not in places:
            continue
        spellings = {place.id, place.name, place.kana, place.romaji}
        spellings |= {span.name for span in place.names}
        for spelling in spellings:
            for key in (name_key(spelling), spelling):
                if key and place.id not in names.setdefault(key, []):
                    names[key].append(place.id)
    return names
