"""One ticket: the price of a matrix cell, or of km ridden, with its rule, date and source."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from planner.fares.matrix import FareBook, FareMatrix, SystemFares, parts
from planner.fares.walks import Piece, charged_km
from planner.fares.words import rule_text, worst
from planner.journey import Ticket
from planner.units import Hectometres, Yen, km_rounded_up

SHINKANSEN = "shinkansen"


def yen_of(fares: SystemFares, ic: bool, group: Sequence[Piece]) -> int | None:
    """The price of one ticket for a group of pieces."""
    if any(piece.shinkansen for piece in group):
        return ticket_of(fares, group, ("", ""), ic).yen
    entry, leave = group[0].nodes[0], group[-1].nodes[-1]
    table = fares.main
    yen: int = (table.ic if ic else table.yen)[entry * table.count + leave]
    return yen if yen >= 0 and entry != leave else None


def ticket_of(
    fares: SystemFares, group: Sequence[Piece], names: tuple[str, str], ic: bool
) -> Ticket:
    """One ticket for a group of pieces: by its matrix cell, or by km with a Shinkansen ride."""
    entry, leave = group[0].nodes[0], group[-1].nodes[-1]
    if any(piece.shinkansen for piece in group):
        return _ticket_by_km(fares, group, names, ic)
    return ticket_of_cell(fares, fares.main, (entry, leave), names, ic)


def ticket_of_cell(
    fares: SystemFares,
    table: FareMatrix,
    pair: tuple[int, int],
    names: tuple[str, str] | None = None,
    ic: bool = False,
) -> Ticket:
    """The ticket of one matrix cell, with its rule and source; from and to itself: no price."""
    entry, leave = pair
    cell = entry * table.count + leave
    yen = (table.ic if ic else table.yen)[cell]
    board, alight = names or (fares.stations[entry], fares.stations[leave])
    items = list(parts(fares, table, entry, leave))
    return Ticket(
        system=fares.name,
        board=board,
        alight=alight,
        yen=Yen(yen) if yen >= 0 and entry != leave else None,
        km=Hectometres(table.km[cell]) if table.km[cell] >= 0 else None,
        rule=rule_text(items),
        in_force_from=_since(items),
        source=_source(items),
        confidence=_confidence(items, ic),
        unknown=_why_unknown(items, ic) if yen < 0 and entry != leave else "",
    )


def _why_unknown(items: Sequence[dict[str, Any]], ic: bool) -> str:
    """Why a cell has no price: the item without one, else the card."""
    for item in items:
        if item["yen"] is None:
            return str(item["what"])
    return "ic" if ic else "unlisted"


def _since(items: Sequence[dict[str, Any]]) -> dt.date | None:
    """From when the latest of the tables used is in force."""
    days = [str(item["since"]) for item in items if item["since"]]
    return dt.date.fromisoformat(max(days)) if days else None


def _source(items: Sequence[dict[str, Any]]) -> str:
    return "; ".join(dict.fromkeys(item["source"] for item in items if item["source"]))


def _confidence(items: Sequence[dict[str, Any]], ic: bool = False) -> str:
    return worst([item["ic_confidence" if ic else "confidence"] for item in items])


def _ticket_by_km(
    fares: SystemFares, group: Sequence[Piece], names: tuple[str, str], ic: bool
) -> Ticket:
    """A jr ticket with a Shinkansen ride: the km ridden, by the tables that hold for them."""
    total, east = charged_km(fares, group)
    tables = fares.rules["joint"]
    items = []
    for name, length in (("kansen", total), ("basis", total), ("addon", east)):
        if name in tables and length:
            whole = km_rounded_up(length)
            items.append(next((item for to, item in tables[name] if whole <= to), None))
    known = [item for item in items if item is not None]
    yen = sum(item["yen"] for item in known)
    unknown = ic or len(known) < len(items) or group[0].nodes[0] == group[-1].nodes[-1]
    return Ticket(
        system=fares.name,
        board=names[0],
        alight=names[1],
        yen=None if unknown else Yen(yen),
        unknown=("ic" if ic else "beyond") if unknown else "",
        km=Hectometres(total),
        rule=rule_text(known),
        in_force_from=_since(known),
        source=_source(known),
        confidence=_confidence(known),
    )


def express_ticket(
    book: FareBook, fares: SystemFares, piece: Piece, names: tuple[str, str], ic: bool
) -> Ticket:
    """The express charge of one Shinkansen ride, an item of its own."""
    rails = book.systems[SHINKANSEN]
    ends = [rails.index.get(fares.places[node]) for node in (piece.nodes[0], piece.nodes[-1])]
    if ends[0] is None or ends[1] is None:
        return unknown_charge(SHINKANSEN, names)
    ticket = ticket_of_cell(rails, rails.classes["express"], (ends[0], ends[1]), names)
    yen = None if ic else ticket.yen
    return replace(ticket, yen=yen, charge=yen, km=None, unknown="ic" if ic else ticket.unknown)


def unknown_charge(system: str, ends: tuple[str, str]) -> Ticket:
    """The item of a surcharge whose price is not known."""
    return Ticket(
        system, *ends, None, rule="express charge not known", confidence="assumed", unknown="charge"
    )
