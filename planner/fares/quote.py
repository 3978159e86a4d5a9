"""The price of a whole journey as tickets: the one place where a price is made.

How a journey falls into tickets
--------------------------------
1. *A ticket is a maximal ride inside one fare system*, from getting on to getting off. It ends
   where the next train, or the next section of the same train, is of another system
   (``lines.csv``), where the traveller walks to a station of another name, and after a leg named in
   ``ends_ticket``.
2. *No station twice.* Every ride is laid onto the km graph with all stations it runs along
   (``planner.fares.walks``). A chain of rides that repeats one is cut at changes of trains: fewest
   tickets, then least yen. Stretches that may be ridden out and back are taken out first.
3. *The price of a ticket depends on (class, entry, exit) alone*, whatever the way between:
   ``FareMatrix.yen[entry, exit]`` of class ``base`` or ``jr``. The one exception is a jr ticket
   with a Shinkansen ride on it (class ``jr+shinkansen``): outside the suburban rule the km ridden
   count, so its matrix is a lower bound, reached by every ride on the shortest way.
4. Each Shinkansen ride pays its express charge, an item of its own (``charge == yen``) after the
   ticket. A section that needs another surcharge has an item without a price: unknown, not 0.
5. With transfer discounts, two neighbouring tickets of a listed pair cost less; a ticket takes part
   in one discount at most, and the discounts are chosen to save the most.

For a search: while no ticket holds a station twice, a journey costs the sum of its matrix cells
(plus express charges), so a label needs (class, entry station) of its open ticket. The sum over
maximal tickets is no lower bound where two tickets cost less than one (``planner.fares.splits``
lists those pairs): a forced cut may then make the true price lower. Close the table under splitting
for a bound, price each answer with ``quote`` and search on where the two differ.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from planner.fares.discounts import best_discounts
from planner.fares.lines import FareLine, fare_line
from planner.fares.matrix import FareBook, FareMatrix, SystemFares, fares_on, find_station, parts
from planner.fares.walks import Piece, charged_km, cut, way
from planner.fares.words import rule_text, worst
from planner.journey import Discount, Journey, Ride, Section, Ticket
from planner.units import Hectometres, Yen

SHINKANSEN = "shinkansen"


@dataclass(frozen=True, slots=True)
class Quote:
    """The tickets of a journey in order, and the discounts on neighbouring ones."""

    tickets: tuple[Ticket, ...]
    discounts: tuple[Discount, ...] = ()

    @property
    def total(self) -> Yen | None:
        """Their sum less the discounts; None without tickets or if any price is unknown."""
        if not self.tickets or any(ticket.yen is None for ticket in self.tickets):
            return None
        paid = sum(ticket.yen or 0 for ticket in self.tickets)
        return Yen(paid - sum(discount.yen for discount in self.discounts))

    @property
    def confidence(self) -> str:
        """The least sure of its parts."""
        return worst([ticket.confidence for ticket in self.tickets])


@dataclass(frozen=True, slots=True)
class How:
    """What is asked for: by IC card, with transfer discounts, with express charges, split tickets.

    ``split``: leave the gates at every change where that is cheaper (``--tickets split``).
    """

    ic: bool = False
    discounts: bool = False
    express: bool = True
    split: bool = False


PAPER = How()


@dataclass(slots=True)
class _Open:
    """A chain of pieces inside one system, not yet cut into tickets."""

    system: str
    pieces: list[Piece | None] = field(default_factory=list)  # None: not on the km graph
    ends: list[tuple[str, str]] = field(default_factory=list)  # names as the journey has them
    charged: list[bool] = field(default_factory=list)


def quote(
    journey: Journey,
    date: dt.date | None = None,
    ic: bool = False,
    discounts: bool = False,
    how: How | None = None,
) -> Quote:
    """Price a journey by the tariff of a date (default: its service date).

    Raises:
        OutsideValidity: a date before 2014-04-01.
    """
    wanted = how or How(ic=ic, discounts=discounts)
    book = fares_on(date or journey.service_date)
    tickets: list[Ticket] = []
    for chain in _chains(journey, book):
        tickets += _tickets(book, chain, wanted)
    found = best_discounts(book, tickets) if wanted.discounts else ()
    return Quote(tuple(tickets), tuple(found))


def priced(journey: Journey, date: dt.date | None = None, how: How = PAPER) -> Journey:
    """The journey with its tickets and discounts."""
    found = quote(journey, date, how=how)
    return replace(journey, tickets=found.tickets, discounts=found.discounts)


def _chains(journey: Journey, book: FareBook) -> Iterator[_Open]:
    """Split a journey into chains of rides inside one system each (rule 1)."""
    chain: _Open | None = None
    for number, leg in enumerate(journey.legs):
        if not isinstance(leg, Ride):
            if chain:
                yield chain
            chain = None
            continue
        for system, group in _inside_one_system(leg):
            piece, ends, charged = _piece(book, system, group)
            if chain and (chain.system != system or not _same(chain.ends[-1][1], ends[0])):
                yield chain
                chain = None
            chain = chain or _Open(system)
            chain.pieces.append(piece)
            chain.ends.append(ends)
            chain.charged.append(charged)
        if number in journey.ends_ticket and chain:
            yield chain
            chain = None
    if chain:
        yield chain


def _same(one: str, other: str) -> bool:
    if one == other:
        return True
    from planner.feed.stations import identity

    return identity(one) == identity(other)


def _inside_one_system(ride: Ride) -> Iterator[tuple[str, list[Section]]]:
    """The sections of a ride, those of one system together; no system: the company's own name."""
    group: list[Section] = []
    current = ""
    for section in ride.sections:
        line = fare_line(section.route_id)
        system = line.system if line else section.operator or section.route_id
        if group and (system != current or _is_fast(group[-1]) != _is_fast(section)):
            yield current, group
            group = []
        current = system
        group.append(section)
    if group:
        yield current, group


def _is_fast(section: Section) -> bool:
    line = fare_line(section.route_id)
    return line is not None and line.shinkansen


def _piece(
    book: FareBook, system: str, group: Sequence[Section]
) -> tuple[Piece | None, tuple[str, str], bool]:
    """Lay the sections of one ride onto the km graph; None where a station is not in the system."""
    ends = group[0].calls[0].station, group[-1].calls[-1].station
    charged = any(section.charged and not _is_fast(section) for section in group)
    fares = book.systems.get(system)
    if fares is None or fares.closed:
        return None, ends, charged
    nodes: list[int] = []
    for section in group:
        line = fare_line(section.route_id)
        found = _nodes(fares, line, section.stations) if line else None
        if found is None:
            return None, ends, charged
        nodes += found if not nodes or nodes[-1] != found[0] else found[1:]
    return Piece(tuple(nodes), _is_fast(group[0])), ends, charged


def _nodes(fares: SystemFares, line: FareLine, stations: Sequence[str]) -> list[int] | None:
    """Every station between the first and the last call; calls the system lacks are passed over."""
    numbers = [find_station(fares, line.aliases.get(name, name)) for name in stations]
    if numbers[0] is None or numbers[-1] is None:
        return None
    known = [number for number in numbers if number is not None]
    nodes = known[:1]
    for number in known[1:]:
        if number == nodes[-1]:
            continue
        part = way(fares, line, nodes[-1], number)
        if part is None:
            return None
        nodes += part[1:]
    return nodes


def _tickets(book: FareBook, chain: _Open, how: How) -> Iterator[Ticket]:
    """The tickets of a chain inside one system (rules 2 to 4)."""
    fares = book.systems.get(chain.system)
    pieces = [piece for piece in chain.pieces if piece is not None]
    if fares is None or len(pieces) < len(chain.pieces):
        yield _unpriced(chain, fares)
        return
    spans = cut(fares, pieces, partial(_yen, fares, how.ic), how.split)
    for start, end in spans:
        group = pieces[start:end]
        names = chain.ends[start][0], chain.ends[end - 1][1]
        yield _ticket(fares, group, names, how.ic)
        for number in range(start, end):
            if not how.express:
                break
            if pieces[number].shinkansen:
                yield _express(book, fares, pieces[number], chain.ends[number], how.ic)
            if chain.charged[number]:
                yield _charge(chain.system, chain.ends[number])


def _unpriced(chain: _Open, fares: SystemFares | None) -> Ticket:
    rule = "no fare system known" if fares is None else "a station without known fares"
    first, last = chain.ends[0][0], chain.ends[-1][1]
    return Ticket(chain.system, first, last, None, rule=rule, confidence="assumed")


def _charge(system: str, ends: tuple[str, str]) -> Ticket:
    return Ticket(system, *ends, None, rule="express charge not known", confidence="assumed")


def _yen(fares: SystemFares, ic: bool, group: Sequence[Piece]) -> int | None:
    """The price of one ticket for a group of pieces."""
    return _ticket(fares, group, ("", ""), ic).yen


def _ticket(fares: SystemFares, group: Sequence[Piece], names: tuple[str, str], ic: bool) -> Ticket:
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
    )


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
            whole = -(-length // 10)
            items.append(next((item for to, item in tables[name] if whole <= to), None))
    known = [item for item in items if item is not None]
    yen = sum(item["yen"] for item in known)
    unknown = ic or len(known) < len(items) or group[0].nodes[0] == group[-1].nodes[-1]
    return Ticket(
        system=fares.name,
        board=names[0],
        alight=names[1],
        yen=None if unknown else Yen(yen),
        km=Hectometres(total),
        rule=rule_text(known),
        in_force_from=_since(known),
        source=_source(known),
        confidence=_confidence(known),
    )


def _express(
    book: FareBook, fares: SystemFares, piece: Piece, names: tuple[str, str], ic: bool
) -> Ticket:
    """The express charge of one Shinkansen ride, an item of its own."""
    rails = book.systems[SHINKANSEN]
    ends = [rails.index.get(fares.places[node]) for node in (piece.nodes[0], piece.nodes[-1])]
    if ends[0] is None or ends[1] is None:
        return _charge(SHINKANSEN, names)
    ticket = ticket_of_cell(rails, rails.classes["express"], (ends[0], ends[1]), names)
    yen = None if ic else ticket.yen
    return replace(ticket, yen=yen, charge=yen, km=None)
