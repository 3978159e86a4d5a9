"""A posted plan made a fact: ruled on by the timetable, with what makes the ruling repeatable.

The event holds the text as posted, the outcome (fares, arrivals, boardings) and under ``ruled`` the
feed's name and digest, the first day of the tariff period, where the player was and when the first
plan of the day ended. The same feed and tariff give the same outcome again: ``again`` works it out.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from planner.errors import BadValue
from planner.fares.matrix import period_of
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import game_day, moment
from planner.rulebooks.kanagawa.facts import Fact
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import Game, Rules
from planner.rulebooks.kanagawa.verdict import Post, Stop, Verdict, rule
from planner.search.declared_json import read_declared
from planner.units import DAY, format_clock

Event = Mapping[str, Any]


def book_before(events: Sequence[Event], t: str, game: Game) -> Book:
    """The rulings on the events of a journal that were posted up to a moment."""
    limit = moment(t)
    return book_of([event for event in events if moment(str(event["t"])) <= limit], game)


def plan_of(event: Event, book: Book, field: Field) -> tuple[dict[str, Any], Verdict]:
    """The plan of a post with ``player``, ``text`` and ``t`` as a fact, and the verdict on it.

    ``book``: the rulings before it. What the purse allows and which slot it takes (R4a, R4c) is the
    book's to judge.

    Raises:
        Refused: the route is not legal (R4a, R4d, R6, R9, R10); nothing is to be recorded.
        BadValue, UnknownName, AmbiguousName, NotOpen: the text cannot be read, declares no fare, or
            the price of the path is not known.
    """
    fact = Fact({**event, "type": "plan"}, 0, book.game)
    declared = read_declared(str(event["text"]))
    if declared.fare is None:
        raise BadValue(
            f"the plan declares no fare: {event['text']!r}; write it at the end, such as 750円",
            f"運賃が宣言されていません:「{event['text']}」。末尾に 750円 のように書いてください",
        )
    date = dt.date.fromordinal(fact.day)
    ruled = {
        "feed": field.feed.name,
        "digest": field.feed.digest,
        "tariff": period_of(date),
        "from": place_of(book, fact.player),
        "since": _first_end(book, fact),
    }
    full = {**event, "declared": declared.fare, "ruled": ruled}
    verdict = again(full, book.game, field)
    if verdict.refused is not None:
        raise verdict.refused
    return {**full, **outcome(verdict)}, verdict


def place_of(book: Book, player: str) -> str:
    """Where a player is; "" before the start is settled."""
    if player not in book.hands:
        return ""
    place = book.hands[player].now.place
    return place if book.start.get(player) else ""


def _first_end(book: Book, fact: Fact) -> int:
    """When the player's plans of the day so far end, in seconds of the service day; 0 if none."""
    ends = [
        time
        for plan in book.plans_of_day.get(fact.day, ())
        if plan.player == fact.player
        for _, time, _ in plan.arrivals
    ]
    return max(ends, default=0)


def again(event: Event, game: Game, field: Field, waived_at: int | None = None) -> Verdict:
    """The verdict on a plan of a journal, worked out anew from its text and what it was ruled by.

    ``waived_at``: when the right of R4g was declared, in seconds of the service day.
    """
    day = _day(event, game)
    # a night post for the day just begun takes that day's trains, not the last ones of the night
    posted = max(moment(str(event["t"])) - day * DAY, game.rules.day_boundary)
    post = Post(
        read_declared(str(event["text"])),
        dt.date.fromordinal(day),
        posted,
        place=str(event["ruled"]["from"]),
        since=int(event["ruled"]["since"]),
        waived_at=waived_at,
    )
    return rule(post, field, game.rules)


def _day(event: Event, game: Game) -> int:
    chosen = event.get("for_day")
    if chosen is not None:
        return dt.date.fromisoformat(str(chosen)).toordinal()
    return game_day(moment(str(event["t"])), game.rules)


def outcome(verdict: Verdict) -> dict[str, Any]:
    """The facts of a plan that its verdict gives.

    Raises:
        BadValue: the price of the path, or of the part ridden, is not known.
    """
    if verdict.right is None or (verdict.moved and verdict.charged is None):
        raise BadValue(
            "the price of this path is not known (a surcharge, or a line without known fares);"
            " 'planner game fact' records a plan whose fare you know",
            "この経路の運賃が分かりません(料金の必要な列車、または運賃表のない路線)。"
            "運賃が分かるなら planner game fact で記録できます",
        )
    found: dict[str, Any] = {"right": verdict.right, "arrivals": _stops(verdict.arrivals)}
    if verdict.changes:
        found["changes"] = _stops(verdict.changes)
    if verdict.boardings:
        found["shinkansen"] = verdict.boardings
    if verdict.cut is not None and verdict.moved:
        found["charged"] = verdict.charged
        found["cut"] = {"station": verdict.cut.station, "clause": verdict.cut.clause}
    return found


def _stops(stops: Sequence[Stop]) -> list[dict[str, str]]:
    return [{"station": stop.station, "time": format_clock(stop.time)} for stop in stops]


def waiver_of(event: Event, book: Book, field: Field) -> dict[str, Any]:
    """The ruling that follows from declaring the right of R4g for a plan in a post of its own.

    Raises:
        Refused: R4g, where there is no such right or it comes too late.
        BadValue: the plan was recorded without its text.
    """
    plan = book.plans.get(str(event["plan"]))
    if plan is None:
        raise Refused(
            "R4g",
            f"{event['plan']!r} is not an accepted plan",
            f"「{event['plan']}」という(受け付けられた)経路計画はありません",
        )
    if str(event.get("by", plan.player)) != plan.player:
        raise Refused(
            "R4g",
            f"the plan is {plan.player}'s, not {event['by']}'s",
            f"この計画は {plan.player} のもので、{event['by']} のものではありません",
        )
    if "text" not in plan.event or "ruled" not in plan.event:
        raise BadValue(
            f"{plan.id} was recorded as facts, without a route to rule on",
            f"{plan.id} は事実として記録された計画で、経路がありません",
        )
    seconds = moment(str(event["t"])) - plan.day * DAY
    verdict = again(plan.event, book.game, field, seconds)
    way = verdict.right_of_way
    if way is None:
        raise Refused(
            "R4g",
            "the path does not break at a change inside one company that it entered on the way",
            "この経路は、途中で入った会社の中の乗り換えでは途切れません",
        )
    if verdict.cut is None or verdict.cut.clause != "R4g":
        clock = format_clock(way.time)
        raise Refused(
            "R4g",
            f"too late: it had to be declared before the arrival at {way.station} ({clock})",
            f"間に合いません。{way.station} への到着({clock})より前に宣言が必要です",
        )
    facts = {"shinkansen": 0, "changes": [], **outcome(verdict)}
    return {**event, "type": "ruling", "by": plan.player, **facts}


def differences(event: Event, game: Game, field: Field) -> list[str]:
    """What a plan of a journal says otherwise than its ruling, worked out anew; empty: the same."""
    verdict = again(event, game, field)
    if verdict.refused is not None:
        return [f"refused, {verdict.refused.clause}"]
    found = outcome(verdict)
    keys = ("right", "charged", "arrivals", "changes", "shinkansen")
    return [key for key in keys if event.get(key) != found.get(key)]


def field_of(rules: Rules, feed: str | None) -> Field:
    """The timetables of a game: a feed, under the movement rules and the game's variant."""
    return Field.open(feed, rules.pass_outside)
