"""Journeys as text a person likes to read: one line a leg."""

import datetime as dt
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from planner.cli.columns import padded, width
from planner.cli.companies import company_text
from planner.cli.journeys import confidence, fare, lines_of
from planner.cli.lang import language, say
from planner.errors import OutsideValidity
from planner.journey import Discount, Journey, Ride, Ticket, Walk
from planner.units import DAY, clock_datetime, format_clock, format_km

if TYPE_CHECKING:
    from planner.search.answers import Answer
    from planner.timetable.opening import Opened

WEEKDAYS = {"ja": "月火水木金土日", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}


def strong(text: str) -> str:
    """Bold where a person is looking."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ
    return text if plain else f"\033[1m{text}\033[0m"


def date_words(date: dt.date) -> str:
    """A date with its day of the week."""
    return f"{date.isoformat()} ({WEEKDAYS[language()][date.weekday()]})"


def title(names: Sequence[str], date: dt.date, extra: str = "") -> str:
    """The headline of an answer: from where, to where, which service day."""
    return strong(f"{' → '.join(names)}   {date_words(date)}{extra}")


def yen(amount: int | None, sure: str = "sourced") -> str:
    """Money; with ``?`` where the price rests on an assumption."""
    if amount is None:
        return say("運賃不明", "fare unknown")
    mark = "?" if sure == "assumed" else ""
    return say(f"{amount:,}円{mark}", f"¥{amount:,}{mark}")


def duration(begin: int, end: int) -> str:
    """Hours and minutes between two times as they are printed, without seconds."""
    hours, minutes = divmod(end // 60 - begin // 60, 60)
    if hours:
        return say(f"{hours}時間{minutes:02d}分", f"{hours} h {minutes:02d} min")
    return say(f"{minutes}分", f"{minutes} min")


def changes_words(count: int) -> str:
    """How often one changes trains."""
    if language() == "ja":
        return f"乗換{count}回" if count else "乗換なし"
    return {0: "no change", 1: "1 change"}.get(count, f"{count} changes")


def summary(journey: Journey) -> str:
    """When, how long, how many changes, how much."""
    parts = (
        duration(journey.departs, journey.arrives),
        changes_words(journey.changes),
        yen(fare(journey), confidence(journey)),
    )
    return f"{format_clock(journey.departs)} → {format_clock(journey.arrives)}  {'  '.join(parts)}"


def itinerary(journey: Journey) -> Iterator[str]:
    """The lines of a journey: a summary, one line a leg, and the tickets."""
    yield strong(summary(journey))
    legs = journey.legs
    boards = max((width(leg.board) for leg in legs), default=0)
    alights = max((width(leg.alight) for leg in legs), default=0)
    midnight_told = False
    for leg in legs:
        ends = f"{padded(leg.board, boards)} → {format_clock(leg.arrives)} "
        line = f"  {format_clock(leg.departs)} {ends}{padded(leg.alight, alights)}  {_how(leg)}"
        if not midnight_told and leg.arrives >= DAY:
            midnight_told = True
            line += f"  [{_clock_date(journey.service_date, leg)}]"
        yield line
    if journey.rides and not journey.tickets:
        yield from _no_prices(journey.service_date)
    heading = say("切符: ", "tickets: ")
    for words in tickets_words(journey.tickets, journey.discounts):
        yield f"  {heading}{words}"
        heading = " " * width(heading)


def _no_prices(date: dt.date) -> Iterator[str]:
    """Why a journey has no tickets: the date lies before every tariff."""
    from planner.fares.matrix import period_of

    try:
        period_of(date)
    except OutsideValidity as error:
        yield f"  {say(error.message_ja, error.message)}"


def _clock_date(service_date: dt.date, leg: Ride | Walk) -> str:
    """What the clock says where 24:02 is written, at the first such time."""
    time = leg.departs if leg.departs >= DAY else leg.arrives
    clock = clock_datetime(service_date, time)
    return f"{format_clock(time)} = {date_words(clock.date())} {clock:%H:%M}"


def _how(leg: Ride | Walk) -> str:
    if isinstance(leg, Walk):
        return say("徒歩 ", "walk ") + duration(leg.departs, leg.arrives)
    lines = say("〜", " - ").join(f"{operator} {line}" for line, operator in lines_of(leg))
    charged = say(" (料金が必要)", " (surcharge)") if any(s.charged for s in leg.sections) else ""
    towards = say(f" {leg.headsign}行", f" for {leg.headsign}") if leg.headsign else ""
    return f"{lines} {leg.train}{towards}{charged}"


def tickets_words(tickets: Sequence[Ticket], discounts: Sequence[Discount]) -> Iterator[str]:
    """One line a ticket, then one a discount."""
    yield from map(ticket_words, tickets)
    for discount in discounts:
        pair = "/".join(map(company_text, discount.systems))
        yield say(
            f"乗継割引 −{discount.yen}円 ({pair}, {discount.at})",
            f"transfer discount −¥{discount.yen} ({pair} at {discount.at})",
        )


def ticket_words(ticket: Ticket) -> str:
    """One ticket: system, ends, price, km."""
    km = "" if ticket.km is None else f" ({format_km(ticket.km)} km)"
    price = yen(ticket.yen, ticket.confidence)
    why = ""
    if ticket.yen is None and ticket.unknown:
        from planner.fares.words import unknown_text

        why = f" ({unknown_text(ticket.unknown, language() == 'en')})"
    return f"{company_text(ticket.system)} {ticket.board}→{ticket.alight} {price}{km}{why}"


def table(journeys: Sequence[Journey]) -> Iterator[str]:
    """One line a journey, for many of them."""
    for journey in journeys:
        lines = [
            line
            for leg in journey.legs
            for line in ([n for n, _ in lines_of(leg)] if isinstance(leg, Ride) else [])
        ]
        once = [line for i, line in enumerate(lines) if i == 0 or lines[i - 1] != line]
        yield f"{summary(journey)}  {'・'.join(once)}"


def why_none(answer: "Answer", names: Sequence[str], rules: str, budget: int | None) -> str:
    """A sentence that says why there is no journey."""
    ends = f"{names[0]} → {names[-1]}"
    least = yen(answer.cheapest_fare) if answer.cheapest_fare is not None else None
    if answer.none_because == "not_reachable":
        return say(
            f"{ends}: 規則 {rules} では行けません", f"{ends}: not reachable under rules {rules!r}"
        )
    if answer.none_because == "no_service":
        return say(f"{ends}: この日は列車が走りません", f"{ends}: no trains at all on that date")
    if answer.none_because == "out_of_budget":
        return say(
            f"{ends}: {yen(budget)}では行けません" + (f"(最安 {least})" if least else ""),
            f"{ends}: {yen(budget)} is not enough" + (f"; the least is {least}" if least else ""),
        )
    return say(f"{ends}: 本日の列車はもうありません", f"{ends}: no train left on that service day")


def footer(opened: "Opened") -> Iterator[str]:
    """Which timetable this is, and what it is not."""
    feed = opened.feed
    valid = f"{feed.valid_from or ''}..{feed.valid_to or ''}"
    if feed.kind == "model":
        yield say(
            f"モデル時刻表(実際のダイヤではありません)、有効期間 {valid}",
            f"model timetable (not the real one), made for {valid}",
        )
    else:
        yield say(
            f"時刻表: {feed.name}、有効期間 {valid}", f"timetable: {feed.name}, valid {valid}"
        )
        if feed.source not in ("", feed.name):
            yield say(f"出典: {feed.source}", f"source: {feed.source}")
    if opened.ran_as is not None:
        ran = date_words(opened.ran_as)
        yield say(
            f"{opened.service_date} の列車として {ran} のダイヤで検索しました",
            f"the trains of {ran} run in place of those of {opened.service_date}",
        )
