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
from planner.rulebooks.kanagawa.facts import Fact, Plan
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.judge import no_plan
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import Game, Rules
from planner.rulebooks.kanagawa.verdict import Post, Stop, Verdict, rule
from planner.search.declared_text import read_declared
from planner.units import DAY, format_clock

Event = Mapping[str, Any]


def book_before(events: Sequence[Event], t: str, game: Game) -> Book:
    """The rulings on the events of a journal that were posted up to a moment.

    They are those made when the events came in: a post that was taken back since, also after that
    moment, is as if never posted, and what it kept from standing stays refused.
    """
    limit = moment(t)
    book = book_of(events, game)
    if all(fact.at <= limit for fact in book.facts):
        return book
    before = Book(game)
    for fact in sorted(book.facts, key=lambda fact: fact.key):
        if fact.at <= limit:
            before.take(fact, book.rulings[fact.id])
    return before


def plan_of(event: Event, book: Book, field: Field) -> tuple[dict[str, Any], Verdict]:
    """The plan of a post with ``player``, ``text`` and ``t`` as a fact, and the verdict on it.

    ``book``: the rulings before it. What the purse allows and which slot it takes (R4a, R4c) is the
    book's to judge.

    Raises:
        Refused: the route is not legal (R4a, R4d, R6, R9, R10); nothing is to be recorded.
        BadValue, UnknownName, AmbiguousName, NotOpen: the text cannot be read or declares no fare.
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
    """The facts of a plan that its verdict gives; a price that is not known is None."""
    found: dict[str, Any] = {"right": verdict.right, "arrivals": _stops(verdict.arrivals)}
    if verdict.changes:
        found["changes"] = _stops(verdict.changes)
    if verdict.boardings:
        found["shinkansen"] = verdict.boardings
    if verdict.cut is not None and verdict.moved:
        found["charged"] = verdict.cut_fare
        found["cut"] = {"station": verdict.cut.station, "clause": verdict.cut.clause}
    return found


def _stops(stops: Sequence[Stop]) -> list[dict[str, str]]:
    return [{"station": stop.station, "time": format_clock(stop.time)} for stop in stops]


def waiver_of(event: Event, events: Sequence[Event], game: Game, field: Field) -> dict[str, Any]:
    """The ruling that follows from declaring the right of R4g for a plan in a post of its own.

    ``events``: the journal before it.

    Raises:
        UnknownName: no accepted plan has that name.
        Refused: R4g, where there is no such right, it is used already, or it comes too late.
        BadValue: the plan was recorded without its text.
    """
    whole = book_of(events, game)  # with what was entered of later moments
    plan = whole.plans.get(str(event["plan"]))
    if plan is None:
        raise no_plan(str(event["plan"]), whole)
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
    if plan.cut_by == "R4g":
        raise _waived_already(plan)
    if moment(str(event["t"])) < plan.at:
        raise Refused(
            "R4g",
            f"{plan.id} was posted only at {plan.event['t']}; [権利] in its text declares the right"
            " with it",
            f"{plan.id} の投稿は {plan.event['t']} です。計画と同時に宣言するなら本文に [権利] と"
            "書きます",
        )
    verdict = _with_right(event, plan.event, game, field)
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
    if facts["right"] is None:
        del facts["right"]  # somebody may have noted it
    ruled = {"feed": field.feed.name, "digest": field.feed.digest}
    return {**event, "type": "ruling", "by": plan.player, **facts, "ruled": ruled}


def _waived_already(plan: Plan) -> Refused:
    by = ", ".join(plan.rulings) or "its own text"
    by_ja = "、".join(plan.rulings) or "計画の本文"
    return Refused(
        "R4g",
        f"the right was declared for {plan.id} already ({by}): the player stops at"
        f" {plan.stations[-1]}",
        f"{plan.id} の権利はすでに宣言されています({by_ja})。{plan.stations[-1]} で止まります",
    )


def _with_right(waiver: Event, plan: Event, game: Game, field: Field) -> Verdict:
    """The verdict on a plan whose right of R4g is declared by a post of its own."""
    seconds = moment(str(waiver["t"])) - _day(plan, game) * DAY
    return again(plan, game, field, seconds)


FACTS = ("right", "charged", "arrivals", "changes", "shinkansen")


def differences(event: Event, game: Game, field: Field) -> list[str]:
    """What a plan of a journal says otherwise than its ruling, worked out anew; empty: the same."""
    verdict = again(event, game, field)
    if verdict.refused is not None:
        return [f"refused, {verdict.refused.clause}"]
    found = outcome(verdict)
    return [key for key in FACTS if event.get(key) != found.get(key)]


def waiver_differences(event: Event, plan: Event, game: Game, field: Field) -> list[str]:
    """The same for the ruling on a right of R4g that was declared in a post of its own."""
    verdict = _with_right(event, plan, game, field)
    if verdict.cut is None or verdict.cut.clause != "R4g":
        return ["refused, R4g"]
    found = {"shinkansen": 0, "changes": [], **outcome(verdict)}
    return [key for key in FACTS if event.get(key) != found.get(key)]


def field_of(rules: Rules, feed: str | None) -> Field:
    """The timetables of a game: a feed, under the movement rules and the game's variant."""
    return Field.open(feed, rules.pass_outside)
