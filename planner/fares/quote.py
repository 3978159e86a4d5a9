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

from planner.fares.book import NEW_TICKET, NOT_READ
from planner.fares.lines import FareLine
from planner.fares.matrix import FareBook, SystemFares, fares_on, find_station
from planner.fares.tickets import express_ticket, ticket_of, unknown_charge, yen_of
from planner.fares.walks import Piece, cut, way
from planner.fares.words import worst
from planner.journey import Discount, Journey, Ride, Section, Ticket
from planner.units import Yen


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
    book: FareBook | None = None,
) -> Quote:
    """Price a journey by the tariff of a date (default: its service date), or by a fare book.

    Raises:
        OutsideValidity: a date before 2014-04-01.
    """
    wanted = how or How(ic=ic, discounts=discounts)
    book = book or fares_on(date or journey.service_date)
    tickets: list[Ticket] = []
    for chain in _chains(journey, book):
        tickets += _tickets(book, chain, wanted)
    found: Sequence[Discount] = ()
    if wanted.discounts:
        from planner.fares.discounts import best_discounts

        found = best_discounts(book, tickets)
    return Quote(tuple(tickets), tuple(found))


def priced(
    journey: Journey,
    date: dt.date | None = None,
    how: How = PAPER,
    book: FareBook | None = None,
) -> Journey:
    """The journey with its tickets and discounts, by the tariff of a date or by a fare book."""
    found = quote(journey, date, how=how, book=book)
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
        for system, group in _inside_one_system(book, leg):
            piece, ends, charged = _piece(book, system, group)
            if chain and (chain.system != system or not _same(chain.ends[-1][1], ends[0])):
                yield chain
                chain = None
            chain = chain or _Open(system)
            chain.pieces.append(piece)
            chain.ends.append(ends)
            chain.charged.append(charged)
            if book.change_means(system) == NEW_TICKET:
                yield chain
                chain = None
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


def _inside_one_system(book: FareBook, ride: Ride) -> Iterator[tuple[str, list[Section]]]:
    """The sections of a ride, those of one system together; no system: the company's own name."""
    group: list[Section] = []
    current = ""
    for section in ride.sections:
        line = book.line(section.route_id)
        system = line.system if line else section.operator or section.route_id
        if group and (system != current or _is_fast(book, group[-1]) != _is_fast(book, section)):
            yield current, group
            group = []
        current = system
        group.append(section)
    if group:
        yield current, group


def _is_fast(book: FareBook, section: Section) -> bool:
    line = book.line(section.route_id)
    return line is not None and line.shinkansen


def _piece(
    book: FareBook, system: str, group: Sequence[Section]
) -> tuple[Piece | None, tuple[str, str], bool]:
    """Lay the sections of one ride onto the km graph; None where a station is not in the system."""
    ends = group[0].calls[0].station, group[-1].calls[-1].station
    charged = any(section.charged and not _is_fast(book, section) for section in group)
    fares = book.systems.get(system)
    if fares is None or fares.closed:
        return None, ends, charged
    nodes: list[int] = []
    for section in group:
        line = book.line(section.route_id)
        found = _nodes(fares, line, section.stations) if line else None
        if found is None:
            return None, ends, charged
        nodes += found if not nodes or nodes[-1] != found[0] else found[1:]
    return Piece(tuple(nodes), _is_fast(book, group[0])), ends, charged


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
        if part is None and fares.edges:
            return None
        part = part or (nodes[-1], number)  # a feed's own fares have no km
        nodes += part[1:]
    return nodes


def _tickets(book: FareBook, chain: _Open, how: How) -> Iterator[Ticket]:
    """The tickets of a chain inside one system (rules 2 to 4)."""
    fares = book.systems.get(chain.system)
    pieces = [piece for piece in chain.pieces if piece is not None]
    changes = len(pieces) > 1 and book.change_means(chain.system) == NOT_READ
    if fares is None or len(pieces) < len(chain.pieces) or changes:
        yield _unpriced(chain, fares)
        return
    spans = cut(fares, pieces, partial(yen_of, fares, how.ic), how.split)
    for start, end in spans:
        group = pieces[start:end]
        names = chain.ends[start][0], chain.ends[end - 1][1]
        yield ticket_of(fares, group, names, how.ic)
        for number in range(start, end):
            if not how.express:
                break
            if pieces[number].shinkansen:
                yield express_ticket(book, fares, pieces[number], chain.ends[number], how.ic)
            if chain.charged[number]:
                yield unknown_charge(chain.system, chain.ends[number])


def _unpriced(chain: _Open, fares: SystemFares | None) -> Ticket:
    rule = "no fare system known" if fares is None else "a station without known fares"
    first, last = chain.ends[0][0], chain.ends[-1][1]
    why = "no_system"
    if fares is not None:
        ends = dict.fromkeys(name for pair in chain.ends for name in pair)
        strangers = [name for name in ends if find_station(fares, name) is None]
        why = f"no_station {'・'.join(strangers)}" if strangers else "unlisted"
        if not strangers and len(chain.pieces) > 1:
            rule, why = "what a change costs is not known", "change"
    return Ticket(chain.system, first, last, None, rule=rule, confidence="assumed", unknown=why)
