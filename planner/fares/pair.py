"""The price from one station to another: what ``planner fare`` answers, for any date.

Times are ignored. With a system named it is that system's ticket; else the cheapest chain of
tickets (``planner.fares.chain``), by way of the stations asked for.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import Any

from planner.errors import BadValue, UnknownName
from planner.fares.ask import ends, place_id
from planner.fares.chain import Hop, Wish, cheapest_chain, inside_kanagawa
from planner.fares.discounts import best_discounts
from planner.fares.matrix import FareBook, SystemFares, parts
from planner.fares.quote import Quote
from planner.fares.tickets import SHINKANSEN, ticket_of_cell
from planner.journey import Ticket

NOT_REACHABLE = "not_reachable"
UNKNOWN_PRICE = "unknown_price"


@dataclass(frozen=True, slots=True)
class Terms:
    """How a price is asked for. ``legal``: only where one may ride without leaving Kanagawa."""

    via: tuple[str, ...] = ()
    system: str = ""
    ic: bool = False
    discounts: bool = False
    legal: bool = False


PLAIN = Terms()


@dataclass(frozen=True, slots=True)
class PairPrice:
    """The answer: the tickets, and why there is no price where there is none.

    ``items`` has for each ticket what its price is made of (``planner.fares.sheet.item_json``),
    ``met`` the via stations that it passes or ends at.
    """

    quote: Quote
    start: str
    target: str
    none_because: str | None = None
    items: tuple[tuple[dict[str, Any], ...], ...] = ()
    met: tuple[tuple[str, ...], ...] = ()


def pair_price(start: str, target: str, date: dt.date, terms: Terms = PLAIN) -> PairPrice:
    """The price between two stations, named any way they ever were.

    Raises:
        UnknownName, AmbiguousName, NotOpen: a station or system that is not there, or not then.
        BadValue: both ends are one station, or no Shinkansen ride passes the via stations.
        OutsideValidity: a date before 2014-04-01.
        TooMuch: too many ways by the via stations.
    """
    book, fares, a, b = ends(start, target, date, terms.system)
    via = tuple(place for place, _ in groupby(place_id(book, t, date, fares) for t in terms.via))
    names = name_of(book, a, date), name_of(book, b, date)
    if fares is not None and fares.name == SHINKANSEN:
        return replace(
            _shinkansen(fares, (a, b), names, terms.ic), met=_on_the_way(fares, a, via, b)
        )
    wish = Wish(a, b, via, terms.system and fares.name if fares else "", terms.legal, terms.ic,
                terms.discounts)  # fmt: skip
    unknown = _unknown_ticket(book, wish)
    hops = None if unknown else cheapest_chain(book, wish)
    if hops is None:
        return _no_price(book, wish, names, unknown)
    tickets = [_ticket(book, hop, terms.ic) for hop in hops]
    discounts = best_discounts(book, tickets) if terms.discounts else []
    items = tuple(_items(book, hop) for hop in hops)
    met = tuple(tuple(name_of(book, place, date) for place in hop.met) for hop in hops)
    return PairPrice(Quote(tuple(tickets), tuple(discounts)), *names, items=items, met=met)


def _items(book: FareBook, hop: Hop) -> tuple[dict[str, Any], ...]:
    fares = book.systems[hop.system]
    return tuple(parts(fares, fares.main, hop.entry, hop.leave))


def _ticket(book: FareBook, hop: Hop, ic: bool) -> Ticket:
    fares = book.systems[hop.system]
    return ticket_of_cell(fares, fares.main, (hop.entry, hop.leave), ic=ic)


def _shinkansen(
    fares: SystemFares, places: tuple[str, str], names: tuple[str, str], ic: bool
) -> PairPrice:
    """One Shinkansen ride: base fare and express charge, an item each."""
    pair = fares.index[places[0]], fares.index[places[1]]
    base = ticket_of_cell(fares, fares.classes["shinkansen"], pair, ic=ic)
    charge = ticket_of_cell(fares, fares.classes["express"], pair, ic=ic)
    items = base, _as_charge(charge)
    because = UNKNOWN_PRICE if any(item.yen is None for item in items) else None
    told = tuple(tuple(parts(fares, fares.classes[c], *pair)) for c in ("shinkansen", "express"))
    return PairPrice(Quote(items), *names, because, told)


def _on_the_way(
    fares: SystemFares, start: str, via: Sequence[str], target: str
) -> tuple[tuple[str, ...], ...]:
    """The via stations of a Shinkansen ride: they lie between its ends, in that order.

    Raises:
        BadValue: they do not.
    """
    numbers = [fares.index[place] for place in (start, *via, target)]
    km, count = fares.classes["shinkansen"].km, fares.count
    if sum(km[a * count + b] for a, b in pairwise(numbers)) > km[numbers[0] * count + numbers[-1]]:
        names = [fares.stations[number] for number in numbers]
        by = ", ".join(names[1:-1])
        raise BadValue(
            f"no Shinkansen ride from {names[0]} to {names[-1]} passes {by}; leave --via out",
            f"{names[0]}から{names[-1]}への新幹線は {by} を通りません。--via を外してください",
        )
    return (tuple(fares.stations[number] for number in numbers[1:-1]), ())


def _as_charge(ticket: Ticket) -> Ticket:
    return replace(ticket, charge=ticket.yen, km=None)


def _no_price(book: FareBook, wish: Wish, names: tuple[str, str], hop: Hop | None) -> PairPrice:
    """Why there is no priced chain, and the ticket whose price is not known."""
    if wish.legal and not _rides(book, wish):
        return PairPrice(Quote(()), *names, none_because=NOT_REACHABLE)
    if hop is None:
        ends = zip((wish.start, wish.target), names, strict=True)
        strangers = [name for place, name in ends if place not in book.at]
        why = f"no_station {'・'.join(strangers)}" if strangers else "no_chain"
        nothing = Ticket(
            wish.only, *names, None, rule="no fare known", confidence="assumed", unknown=why
        )
        return PairPrice(Quote((nothing,)), *names, none_because=UNKNOWN_PRICE)
    ticket = replace(_ticket(book, hop, wish.ic), confidence="assumed")
    return PairPrice(Quote((ticket,)), *names, UNKNOWN_PRICE, (_items(book, hop),))


def _unknown_ticket(book: FareBook, wish: Wish) -> Hop | None:
    """One ticket that would lead there but has no known price: no other chain is surely cheaper."""
    if wish.via:
        return None
    for name, number in book.at.get(wish.start, ()):
        fares = book.systems[name]
        leave = fares.index.get(wish.target)
        if leave is None or wish.only not in ("", name):
            continue
        prices = fares.main.ic if wish.ic else fares.main.yen
        if prices[number * fares.count + leave] < 0 <= fares.main.km[number * fares.count + leave]:
            return Hop(name, number, leave)
    return None


def _rides(book: FareBook, wish: Wish) -> bool:
    """Whether one can ride from start to target inside Kanagawa at all, whatever the price."""
    seen, todo = {wish.start}, [wish.start]
    while todo:
        for name, number in book.at.get(todo.pop(), ()):
            fares = book.systems[name]
            part = inside_kanagawa(fares)
            if part[number] < 0:
                continue
            for other, place in enumerate(fares.places):
                if part[other] == part[number] and place not in seen:
                    seen.add(place)
                    todo.append(place)
    return wish.target in seen


def name_of(book: FareBook, place: str, date: dt.date) -> str:
    """The name of a place on a date, without reading the station book where that can be."""
    for name, number in book.at.get(place, ()):
        return book.systems[name].stations[number]
    fares = book.systems[SHINKANSEN]
    if place in fares.index:
        return fares.stations[fares.index[place]]
    from planner.feed.stations import book as station_book

    return station_book().places[place].name_on(date)


def systems_at(book: FareBook, place: str) -> Sequence[SystemFares]:
    """The systems that stop at a place.

    Raises:
        UnknownName: none does.
    """
    found = [book.systems[name] for name, _ in book.at.get(place, ())]
    if not found:
        raise UnknownName(
            f"no fare system known here stops at {place}", f"{place}の運賃はわかりません"
        )
    return found
