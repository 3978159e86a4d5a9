"""The verdict on a declared route: is it legal, what does it cost, and what happens (part B).

Resolving names and forbidden ways is in ``resolve``, the ride itself in ``planner.search.follow``;
here is what follows: the right fare (R5), the cut-off (R4f, R4g), arrivals (R7) and boardings (C4).
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from planner.fares.quote import How, quote
from planner.feed.line_names import needs_surcharge
from planner.journey import Journey
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.field import Day, Field
from planner.rulebooks.kanagawa.left_at import stations_left
from planner.rulebooks.kanagawa.resolve import resolve, ways_to_ride
from planner.rulebooks.kanagawa.rules import Rules, controlled_routes
from planner.search import renamed
from planner.search.declared import Declared
from planner.search.follow import Course, declared_course, follow, journey_of, ridable
from planner.search.hops import TrainHop
from planner.search.service_day import DAY_STARTS, day_end
from planner.units import format_clock

if TYPE_CHECKING:
    from planner.rulebooks.kanagawa.company import Entry


@dataclass(frozen=True, slots=True, eq=False)
class Post:
    """A plan as posted: ``time`` in service seconds of ``date``; ``purse`` None: not tested.

    ``place``: where the player is, "" unknown. ``since``: when the first plan of the day ends.
    ``waived_at``: when the right of R4g was declared in a post of its own.
    """

    declared: Declared
    date: dt.date
    time: int
    purse: int | None = None
    place: str = ""
    since: int = 0
    waived_at: int | None = None

    @property
    def begins(self) -> int:
        """The moment from which trains may be boarded (R4a, R4b)."""
        return max(self.time, self.since)


@dataclass(frozen=True, slots=True, eq=False)
class Stop:
    """A station with a time of the service day and the clause it follows from."""

    station: str
    time: int
    clause: str = "R7"


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """Where and why a path was not completed."""

    station: str
    clause: str
    message: str
    message_ja: str


@dataclass(frozen=True)
class Verdict:
    """What the referee says. Fares in yen; ``right`` is None where a price is not known.

    ``charged``: what is paid now; after a cut-off ``cut_fare``, the right fare to the stopping
    place, or where that is not known what was declared, until it is.
    ``arrivals``: stations where the player gets off; ``changes``: those changed at on one ticket.
    ``right_of_way``: where one may stop by R4g, and until when that can be declared.
    """

    post: Post
    refused: Refused | None
    right: int | None = None
    charged: int | None = 0
    cut_fare: int | None = None
    journey: Journey | None = None
    start: str = ""
    stops_at: str | None = None
    completed: bool = False
    cut: Cut | None = None
    arrivals: tuple[Stop, ...] = ()
    changes: tuple[Stop, ...] = ()
    boardings: int = 0
    confidence: str = "sourced"
    right_of_way: Stop | None = None

    @property
    def legal(self) -> bool:
        """Whether the plan stands."""
        return self.refused is None

    @property
    def moved(self) -> bool:
        """Whether a train was boarded."""
        return self.journey is not None and self.legal

    @property
    def declared(self) -> int | None:
        """The declared fare."""
        return self.post.declared.fare

    @property
    def fare_error(self) -> int | None:
        """Declared less right fare; below zero: an error under R4h."""
        if self.declared is None or self.right is None:
            return None
        return self.declared - self.right


def rule(post: Post, field: Field, rules: Rules) -> Verdict:
    """Rule on a plan and carry it out.

    Raises:
        UnknownName, AmbiguousName, NotOpen: a name that cannot be read on that date.
        OutsideValidity: the feed or the tariff does not cover the date.
    """
    try:
        day = field.day(post.date, _names_surcharge(post.declared))
        resolved = resolve(post.declared, day, post.place)
        hops = _possible(resolved.hops, post, day, field)
    except Refused as refused:
        return Verdict(post, refused)
    return _Hearing(post, day, hops, rules).verdict()


def _names_surcharge(declared: Declared) -> bool:
    """Whether a plan may mean trains that are left out of the ordinary timetable."""
    return any(
        any(line.charged for line in hop.lines) or any(needs_surcharge(name) for name in hop.trains)
        for hop in declared.hops
    )


def _possible(hops: Sequence[TrainHop], post: Post, day: Day, field: Field) -> tuple[TrainHop, ...]:
    """The hops, each of them ridable at some time of the day. Raises Refused."""
    until = day_end(DAY_STARTS)
    found = []
    for hop, said in zip(hops, post.declared.hops, strict=True):
        ways = ways_to_ride(hop)
        fits = next((way for way in ways if ridable(day.timetable, way, until)), None)
        if fits is None:
            from planner.rulebooks.kanagawa.no_ride import refusal

            raise refusal(hop, said, day, field.wide(post.date) if day.bounded else None)
        found.append(fits)
    return tuple(found)


@dataclass(frozen=True)
class _Hearing:
    """One plan before the referee."""

    post: Post
    day: Day
    hops: tuple[TrainHop, ...]
    rules: Rules

    @property
    def how(self) -> How:
        """What a right fare includes (R5)."""
        return How(
            discounts=self.rules.transfer_discounts == "on",
            express=self.rules.express_charge == "included",
        )

    def verdict(self) -> Verdict:
        """Carry the plan out and say what follows."""
        post, t = self.post, self.day.timetable
        course = follow(t, self.hops, post.begins, self.rules.boarding)
        whole = declared_course(t, self.hops, course)
        assert whole is not None  # every hop was found ridable
        priced = quote(self._journey(whole), how=self.how)
        plain = Verdict(
            post,
            None,
            right=priced.total,
            confidence="assumed" if priced.total is None else priced.confidence,
            start=self._name(self.hops[0].board),
        )
        declared = post.declared.fare
        if declared is not None and post.purse is not None and declared > post.purse:
            refused = Refused(
                "R4c",
                f"the declared fare of {declared} yen is more than the purse of {post.purse} yen",
                f"宣言した運賃 {declared} 円がお小遣い {post.purse} 円を超えています",
            )
            return replace(plain, refused=refused)
        if course.broke is None:
            charged = priced.total if declared is None else declared
            return self._moved(plain, course, charged)
        return self._cut(plain, course)

    def _journey(self, course: Course) -> Journey:
        return journey_of(self.day.timetable, self.hops, course.parts, self.post.date)

    def _name(self, station: int) -> str:
        return self.day.name(station)

    def _moved(self, plain: Verdict, course: Course, charged: int | None) -> Verdict:
        """What follows from rides that were made."""
        journey = self._journey(course)
        found = quote(journey, how=self.how)
        priced = replace(journey, tickets=found.tickets, discounts=found.discounts)
        left, changed = stations_left(priced)
        by_date = renamed.on_date(priced, self.day.names, self.post.date)
        legs = by_date.rides
        clause = "R7" if plain.cut is None else plain.cut.clause
        arrivals = [Stop(legs[n].alight, legs[n].arrives) for n in left]
        arrivals.append(Stop(self._name(course.station), course.time, clause))
        line = controlled_routes(self.rules.controllable_line)
        boarded = [any(s.route_id in line for s in leg.sections) for leg in legs]
        return replace(
            plain,
            charged=charged,
            journey=by_date,
            stops_at=self._name(course.station),
            completed=course.broke is None,
            arrivals=tuple(arrivals),
            changes=tuple(Stop(legs[n].alight, legs[n].arrives) for n in changed),
            boardings=sum(boarded),
        )

    def _cut(self, plain: Verdict, course: Course) -> Verdict:
        """R4f, or R4g where the right was declared in time."""
        from planner.rulebooks.kanagawa.company import entry_of

        entry = entry_of(self.day.timetable, self.hops, course)
        if entry is not None:
            stop = Stop(self._name(entry.station), entry.time, "R4g")
            plain = replace(plain, right_of_way=stop)
            if self._waived(entry):
                return self._stopped(plain, entry.course(course), "R4g")
        return self._stopped(plain, course, "R4f")

    def _waived(self, entry: "Entry") -> bool:
        """Whether the right of R4g was declared before the arrival at the entry (in the plan, or by
        a post of its own)."""
        if self.post.declared.waive:
            return True
        return self.post.waived_at is not None and self.post.waived_at < entry.time

    def _stopped(self, plain: Verdict, course: Course, clause: str) -> Verdict:
        assert course.broke is not None
        here = self._name(course.station)
        if not course.parts:
            cut = _no_train(here, self._toward(course))
            return replace(plain, cut=cut, stops_at=here, charged=0)
        cut = self._cut_words(plain, course, clause)
        paid = quote(self._journey(course), how=self.how).total
        charged = self.post.declared.fare if paid is None else paid
        return self._moved(replace(plain, cut=cut, cut_fare=paid), course, charged)

    def _toward(self, course: Course) -> tuple[str, str]:
        number = course.broke or 0
        said = self.post.declared.hops[number].text
        return said, self._name(self.hops[number].alight)

    def _cut_words(self, plain: Verdict, course: Course, clause: str) -> Cut:
        here, clock = self._name(course.station), format_clock(course.time)
        line, toward = self._toward(course)
        if clause == "R4g":
            return Cut(
                here,
                clause,
                f"the path breaks before {toward}; by the right declared the player stops at"
                f" {here} ({clock}), where the company's network was entered",
                f"{toward}に着けないため、宣言した権利により、その会社に入った{here}"
                f"({clock})で打ち切り",
            )
        en = f"no train of {line or 'any line'} to {toward} is left; cut off at {here} ({clock})"
        ja = f"{toward}へ行く{line or '電車'}がもうないため、{here}({clock})で打ち切り"
        way = plain.right_of_way
        if way is not None:
            until = format_clock(way.time)
            en += f"; if declared before {until} one may stop at {way.station} (R4g)"
            ja += f"。{until} より前に宣言すれば {way.station} で止まれます(R4g)"
        return Cut(here, clause, en, ja)


def _no_train(here: str, toward: tuple[str, str]) -> Cut:
    line, end = toward
    return Cut(
        here,
        "R4d",
        f"no train of {line or 'any line'} from {here} towards {end} is left:"
        " nothing moves, nothing is paid",
        f"{here}から{end}へ行く{line or '電車'}はもうありません。動けず、運賃もかかりません",
    )
