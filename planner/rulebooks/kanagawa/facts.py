"""Events of the Kanagawa game as facts: who, when, on which game day; and the plan as ruled.

Types and their keys (``id`` and ``t``, Japan time, are common to all; ``for_day`` puts a night post
on the day just begun):

========== =====================================================================================
allowance  player, km (text)                      R3: the day's ride is over
plan       player, declared, right (null: not known), arrivals [{station, time}], shinkansen
           (boardings), charged (after a cut-off: what is paid instead of the declared fare; null:
           not known), cut {station, clause}, changes (stations changed at on one ticket, counted
           under arrival = every_alighting)
ruling     plan, and any of right, arrivals, shinkansen, charged, changes: what is put in place of
           the plan's own (a waiver, R4g)
report     by, plan                               R4h
refund_claim by, plan                             R4i
repay      player, amount                         D3
loan       player, amount                         D1, only with voluntary_loans
rest       player                                 R12
close      date, close                            S3: a Nikkei close
consent    player, last_day                       R13
draft_name player, stations                       R11
draft_choose player, station                      R11
void       event                                  an event recorded by mistake: as if never posted
balance    player, and any of purse, debt, points: what the group believes to be so (an assertion)
note       text
========== =====================================================================================
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from planner.errors import BadTime, BadValue, UnknownName
from planner.feed.stations import identity
from planner.rulebooks.kanagawa.calendar import game_day, moment
from planner.rulebooks.kanagawa.rules import Game, Rules, date_number
from planner.units import DAY, parse_time

ACTOR = {"report": "by", "refund_claim": "by", "close": "", "note": "", "ruling": "", "void": ""}
TYPES = {
    "allowance", "plan", "ruling", "report", "refund_claim", "repay", "loan", "rest", "close",
    "consent", "draft_name", "draft_choose", "balance", "note", "void",
}  # fmt: skip
LATEST = 30 * 3600  # no service day goes on after 6 in the morning
PLAN_FACTS = ("right", "charged", "arrivals", "changes", "shinkansen", "cut")


class Fact:
    """An event with its place in time. ``key`` orders facts; ``event`` is the journal's mapping."""

    __slots__ = ("at", "day", "event", "id", "key", "player", "type")

    def __init__(self, event: Mapping[str, Any], sequence: int, game: Game) -> None:
        """Read an event; ``sequence`` is its place in the journal.

        Raises:
            BadValue: no id, type or moment, or one that cannot be read.
            UnknownName: a player who does not play.
        """
        self.event = event
        self.type = str(event.get("type", ""))
        self.id = str(event.get("id") or f"e{sequence}")
        if self.type not in TYPES:
            raise BadValue(
                f"event {self.id}: {self.type!r} is none of {', '.join(sorted(TYPES))}",
                f"記録 {self.id}: 種類「{self.type}」は分かりません",
            )
        role = ACTOR.get(self.type, "player")
        self.player: str = str(event.get(role, "")) if role else ""
        if role and self.player not in game.players:
            unknown = no_player(self.player, game.players)
            raise UnknownName(
                f"event {self.id}: {unknown.message}",
                f"記録 {self.id}: {unknown.message_ja}",
                unknown.did_you_mean,
            )
        self.at = moment(str(event.get("t", "")))
        self.day = game_day(self.at, game.rules)
        chosen = event.get("for_day")
        if chosen is not None:
            self.day = _chosen_day(date_number(chosen), self.at, game.rules, self.id)
        self.key = (self.day, self.at, sequence)


def no_player(name: str, players: Sequence[str]) -> UnknownName:
    """The mistake of naming a player who does not play."""
    from difflib import get_close_matches

    return UnknownName(
        f"{name!r} is not a player; players are {', '.join(players)}",
        f"「{name}」は参加者ではありません(参加者は {'、'.join(players)})",
        get_close_matches(name, players, 1),
    )


def _chosen_day(day: int, at: int, rules: Rules, name: str) -> int:
    """The day that a night post says it is for: the day just begun, or the one before."""
    if day not in {game_day(at, rules), at // DAY}:
        raise BadValue(
            f"event {name}: only a post between 0:00 and the day's boundary may choose its day",
            f"記録 {name}: 日を選べるのは 0 時から日付の境までの投稿だけです",
        )
    return day


class Plan:
    """An accepted plan: its facts, and what has become of its fare since."""

    __slots__ = (
        "arrivals", "at", "at_most_declared", "boardings", "charged", "claimed", "claims",
        "cut_by", "cut_off", "day",
        "declared", "end", "event", "id", "key", "moved", "player", "reported", "reporters",
        "right", "rulings", "stations",
    )  # fmt: skip

    def __init__(self, fact: Fact, rules: Rules) -> None:
        self.id = fact.id
        self.player = fact.player
        self.day = fact.day
        self.at = fact.at
        self.key = fact.key
        self.event = fact.event
        self.declared: int = fact.event["declared"]
        self.reported = False
        self.claimed = False
        self.reporters: tuple[str, ...] = ()  # event ids
        self.claims: tuple[str, ...] = ()
        self.rulings: tuple[str, ...] = ()
        self.take(fact.event, rules)

    def take(self, event: Mapping[str, Any], rules: Rules) -> None:
        """Take the facts of a plan, or of a ruling that replaces them."""
        self.right: int | None = event["right"]
        self.charged: int | None = event.get("charged")
        self.at_most_declared = rules.cut_off_pays == "at_most_declared"
        cut: Mapping[str, Any] = event.get("cut") or {}
        self.cut_by = str(cut.get("clause", "R4f"))
        self.cut_off = bool(cut) or self.charged is not None
        self.arrivals = _arrivals(event, rules)
        self.stations = tuple(str(stop["station"]) for stop in event.get("arrivals", ()))
        self.moved = bool(self.stations)
        self.end = identity(self.stations[-1]) if self.moved else ""
        self.boardings: int = event.get("shinkansen", 0) if self.moved else 0

    @property
    def wrong(self) -> bool:
        """Declared below the right fare, as far as that is known: an error under R4h."""
        return self.right is not None and self.declared < self.right

    @property
    def fare(self) -> int:
        """What is paid at the plan's moment before any correction.

        Where the fare to the stopping place is not known, what was declared, until a ruling says.
        """
        if not self.moved:
            return 0
        if self.charged is None:
            return self.declared
        return min(self.declared, self.charged) if self.at_most_declared else self.charged

    @property
    def correction(self) -> int:
        """What a report or a claim adds to it (below zero: gives back).

        After a cut-off nothing comes back, and a report adds what was not paid to the stop
        (Decision ``cut_off_pays = "at_most_declared"``).
        """
        if not self.moved or self.right is None:
            return 0
        if self.cut_off:
            paid = self.fare
            due = paid if self.charged is None else self.charged
            return due - paid if self.reported and self.wrong else 0
        if (self.reported and self.wrong) or (self.claimed and self.right < self.declared):
            return self.right - self.declared
        return 0


def _arrivals(event: Mapping[str, Any], rules: Rules) -> tuple[tuple[str, int, str], ...]:
    """(identity, seconds of the service day, name as written) of each station arrived at (R7)."""
    stops = list(event.get("arrivals", ()))
    if rules.arrival == "every_alighting" and stops:
        stops = sorted(
            [*stops, *event.get("changes", ())], key=lambda stop: arrival_time(stop["time"], rules)
        )
    return tuple(
        (identity(str(stop["station"])), arrival_time(stop["time"], rules), str(stop["station"]))
        for stop in stops
    )


def arrival_time(text: object, rules: Rules) -> int:
    """Seconds of the service day; a time before the day's boundary is after midnight."""
    return _arrival_time(str(text), rules.day_boundary)


@lru_cache(maxsize=8192)
def _arrival_time(text: str, boundary: int) -> int:
    time = int(parse_time(text))
    if time >= LATEST:
        raise BadTime(text)
    return time + DAY if time < boundary else time


def check_plan(event: Mapping[str, Any], name: str, rules: Rules) -> None:
    """Raise BadValue unless the facts of a plan or of a ruling can be read."""
    try:
        for key in ("declared", "right", "charged", "shinkansen"):
            value = event[key] if key in {"declared", "right"} else event.get(key, 0)
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                if key in {"right", "charged"} and value is None:
                    continue
                raise BadValue(
                    f"plan {name}: {key} must be a whole number from 0, not {value!r}",
                    f"計画 {name}: {key} は 0 以上の整数です({value!r} は不可)",
                )
        if not isinstance(event.get("cut") or {}, Mapping):
            raise TypeError(f"cut: {event['cut']!r}")
        right = event["right"]
        if "ruled" not in event and right is not None and (event.get("charged") or 0) > right:
            raise BadValue(
                f"plan {name}: charged, {event['charged']} yen, is more than right, "
                f"{right} yen; what is paid after a cut-off is the fare to that station",
                f"計画 {name}: charged({event['charged']} 円)が right({right} 円)を"
                "超えています。打ち切り後に払うのは、降りた駅までの運賃です",
            )
        for stop in (*event.get("arrivals", ()), *event.get("changes", ())):
            str(stop["station"]), arrival_time(stop["time"], rules)
    except (KeyError, TypeError) as error:
        raise BadValue(
            f"plan {name} cannot be read: {type(error).__name__} {error}; it needs declared, right "
            "and arrivals [{station, time}]",
            f"計画 {name} を読めません({type(error).__name__} {error})。"
            "declared、right、arrivals [{station, time}] が要ります",
        ) from None


def facts_of(events: Iterable[Mapping[str, Any]], game: Game) -> list[Fact]:
    """The facts of a journal's events, in journal order. Raises as :class:`Fact` does."""
    facts = []
    ids: set[str] = set()
    for number, event in enumerate(events, 1):
        fact = Fact(event, number, game)
        if fact.id in ids:
            raise BadValue(f"two events are called {fact.id!r}", f"記録 {fact.id} が二つあります")
        ids.add(fact.id)
        facts.append(fact)
    return facts
