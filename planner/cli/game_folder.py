"""A game's folder: ``game.toml`` (who plays what, and by which rules) and ``journal.jsonl``.

``record`` is the one way a post gets into the journal: it is ruled on while the journal is locked,
so that two writers cannot use one slot, and stored whether it stands or not; only what is no post
at all (a distance that is none) is turned away. ``plan_fact`` makes the event of a plan that a
timetable ruled on.
"""

import datetime as dt
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.cli.lang import say
from planner.cli.options import now, parse_date
from planner.cli.output import warn
from planner.errors import BadValue, GameError, PlannerError
from planner.feed.stations import book as book_of_stations
from planner.referee.journal import ClockWentBackwards, Entry, Pen, Reading, read, writing
from planner.referee.journal_notices import Notice
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.book import Book, Ruling
from planner.rulebooks.kanagawa.calendar import day_end, has_close, moment, moment_text
from planner.rulebooks.kanagawa.derive import derive
from planner.rulebooks.kanagawa.event_keys import check_keys
from planner.rulebooks.kanagawa.facts import ACTOR, TYPES, no_player
from planner.rulebooks.kanagawa.followed import Told, followed
from planner.rulebooks.kanagawa.judge import no_plan
from planner.rulebooks.kanagawa.known import known_from
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import Game, date_number, date_text, make_game
from planner.rulebooks.kanagawa.views import Ledger
from planner.units import DAY

SETTINGS, JOURNAL = "game.toml", "journal.jsonl"
DAYS_TO_SETTLE = 7  # days after the last one that a post entered beforehand may speak of


@dataclass(frozen=True)
class Folder:
    """An opened game folder."""

    path: Path
    game: Game
    title: str = ""

    @property
    def journal(self) -> Path:
        """The journal's file."""
        return self.path / JOURNAL


@dataclass(frozen=True)
class Recorded:
    """What became of a post."""

    event: Mapping[str, Any]
    ruling: Ruling
    entry: Entry
    notices: Sequence[Notice]
    fine: int = 0  # yen that a report costs the plan's player on top of the difference (R4h)
    factor: int = 2  # times the right fare that this is
    followed: Told | None = None  # what came of it, where the amount alone does not say


def open_folder(path: Path) -> Folder:
    """The game in a folder.

    Raises:
        GameError: no game.toml, or one that cannot be read.
        BadValue: a setting that is missing or wrong.
    """
    file = path / SETTINGS
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise GameError(
            f"there is no game in {str(path)!r} ({SETTINGS} is missing); "
            "'planner game new' makes one",
            f"「{path}」にゲームがありません({SETTINGS} がない)。planner game new で作れます",
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise GameError(
            f"{file} cannot be read: {error}", f"{file} を読めません: {error}"
        ) from None
    try:
        return Folder(path, make_game(settings), str(settings.get("title", "")))
    except (TypeError, AttributeError) as error:
        raise GameError(
            f"{file} has a setting of the wrong kind: {error}",
            f"{file} に種類の違う設定があります: {error}",
        ) from None


class OutsideGame(Refused):
    """A post whose moment lies outside the game (R13): it is not recorded."""

    code = "outside_game"


class NoPost(Refused):
    """What is no post of its kind at all, such as a ride of -5 km: it is not recorded."""


Completed = Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Mapping[str, Any]]
"""Makes the event of a post from the post, stamped, and the events before it."""


def record(
    folder: Folder, event: Mapping[str, Any], completed: Completed | None = None
) -> Recorded:
    """Rule on a post and store it. Its ``t`` is filled in from the clock where it is missing.

    ``completed`` adds what follows from the journal as it is (the outcome of a plan), while nobody
    else can write; what it raises leaves the journal as it was.

    Raises:
        BadValue, UnknownName: it cannot be read, has a key that its type has not, or names an
            unknown player or plan.
        NoPost: it is no post at all, such as a ride of -5 km.
        OutsideGame: its moment is not in the game's period.
        JournalDamaged, JournalNotWritten, ClockWentBackwards: nothing was stored.
    """
    with writing(folder.journal) as pen:
        if not event.get("id"):  # nobody knows the id that it would get
            _check_player(event, folder.game)
        event = _stamped(event, pen, folder.game)
        events = [entry.event for entry in pen.entries]
        if completed is not None:
            event = completed(event, events)
        check_keys(event)
        book = book_of([*events, event], folder.game)
        ruling = book.rulings[str(event["id"])]
        if ruling.malformed:
            error = OutsideGame if ruling.clause == "R13" else NoPost
            raise error(ruling.clause, ruling.message, ruling.message_ja)
        if "plan" in event and str(event["plan"]) not in book.plans:
            raise no_plan(str(event["plan"]), book)
        if ruling.stands:
            _not_to_come(event, book)
        _, reached = known_from(events, book)
        entry = pen.append(event, now(), moment_text(reached) if reached else "")
        pen.notices += [*_unknown_stations(event, entry.number), *_odd_close(event, entry, book)]
        told = followed(event, book) if ruling.stands else None
        factor = book.rules.wrong_fare_factor
        return Recorded(event, ruling, entry, pen.notices, _fine(event, book), factor, told)


def _check_player(event: Mapping[str, Any], game: Game) -> None:
    """Nothing, if the one who posts plays. Raises UnknownName."""
    kind = str(event.get("type", ""))
    role = ACTOR.get(kind, "player") if kind in TYPES else None
    if role and str(event.get(role, "")) not in game.players:
        raise no_player(str(event.get(role, "")), game.players)


def _fine(event: Mapping[str, Any], book: Book) -> int:
    plan = book.plans.get(str(event.get("plan")))
    if event["type"] != "report" or plan is None or plan.reporters != (event["id"],):
        return 0
    return book.rules.wrong_fare_factor * (plan.right or 0) if event["by"] != plan.player else 0


def _odd_close(event: Mapping[str, Any], entry: Entry, book: Book) -> Iterator[Notice]:
    """A close of a day that can have none, or on which nothing depends: kept, but told."""
    if event["type"] != "close":
        return
    date = date_number(event["date"])
    text = date_text(date)
    if not has_close(date, book.rules):
        yield Notice(
            "no_close_that_day", entry.number,
            f"{text} is a Saturday, a Sunday, a holiday or another day on which the exchange is"
            " closed: no close counts on it (S3)",
            f"{text} は土日、祝日、または取引所の休業日なので、終値は使われません(S3)",
        )  # fmt: skip
    elif not book.game.first_day <= date <= book.last_day:
        yield Notice(
            "close_outside_game", entry.number,
            f"{text} is no day of this game: the close changes nothing",
            f"{text} はゲームの期間の外なので、この終値は使われません",
        )  # fmt: skip
    elif date > moment(str(event["t"])) // DAY:
        yield Notice(
            "close_to_come", entry.number,
            f"{text} is still to come at the moment of the post, {event['t']}",
            f"{text} は投稿の時刻 {event['t']} より先の日です",
        )  # fmt: skip


def _unknown_stations(event: Mapping[str, Any], line: int) -> Iterator[Notice]:
    """Stations that a plan without a timetable names and that are none: kept, but told."""
    if event["type"] not in {"plan", "ruling"} or "ruled" in event:
        return
    stops = (*(event.get("arrivals") or ()), *(event.get("changes") or ()))
    for name in dict.fromkeys(str(stop["station"]) for stop in stops):
        if book_of_stations().candidates(name):
            continue
        near: Sequence[str] = ()
        try:
            book_of_stations().find(name)
        except PlannerError as error:
            near = error.did_you_mean
        yield Notice(
            "unknown_station",
            line,
            f"no station is called {name!r}: it counts as a place of its own"
            + (f"; did you mean {', '.join(near)}?" if near else ""),
            f"「{name}」という駅はありません。別の地点として扱います"
            + (f"(もしかして: {'、'.join(near)})" if near else ""),
        )


def _not_to_come(event: Mapping[str, Any], book: Book) -> None:
    """Refuse a moment that is later than both the clock and the game's settlement: mistyped."""
    clock = moment(now().strftime("%Y-%m-%d %H:%M"))
    settled = day_end(book.last_day + DAYS_TO_SETTLE, book.rules)
    if moment(str(event["t"])) >= max(clock + DAY, settled):
        raise OutsideGame(
            "R13",
            f"{event['t']} is still to come, and long after the last day "
            f"({date_text(book.last_day)})",
            f"{event['t']} はまだ先の日時で、最終日({date_text(book.last_day)})のはるか後です",
        )


def _reached(event: Mapping[str, Any], pen: Pen, game: Game) -> str:
    """How far the journal has come by posts that stand, but for the one now to be taken back."""
    events = [entry.event for entry in pen.entries]
    without = str(event.get("event", "")) if event.get("type") == "void" else ""
    _, reached = known_from(events, book_of(events, game), without)
    return moment_text(reached) if reached else ""


def _stamped(event: Mapping[str, Any], pen: Pen, game: Game) -> dict[str, Any]:
    """The event with an id, and with the moment from the clock unless it has one."""
    stamped = dict(event)
    taken = {entry.event["id"] for entry in pen.entries}
    if not stamped.get("id"):
        number = len(pen.entries) + 1
        while f"e{number}" in taken:
            number += 1
        stamped["id"] = f"e{number}"
    stamped["id"] = str(stamped["id"])
    if stamped["id"] in taken:
        raise GameError(
            f"there is an event {stamped['id']!r} already",
            f"「{stamped['id']}」という記録はすでにあります",
        )
    if stamped.get("t"):
        stamped["t"] = moment_text(moment(str(stamped["t"])))
        return stamped
    stamped["t"] = now().strftime("%Y-%m-%d %H:%M")
    if any(stamped["t"] < entry.known for entry in pen.entries):
        last = _reached(stamped, pen, game)
        if stamped["t"] >= last:
            return stamped
        raise ClockWentBackwards(
            f"the clock shows {stamped['t']}, but the journal has reached {last}; "
            "say --at if the post is of an earlier moment, or put the clock right",
            f"時計は {stamped['t']} ですが、記録は {last} まで進んでいます。"
            "過去の投稿なら --at で時刻を指定し、そうでなければ時計を直してください",
        )
    return stamped


def plan_fact(
    player: str,
    declared: int,
    right: int,
    arrivals: Sequence[tuple[str, str]],
    **more: Any,
) -> dict[str, Any]:
    """The event of a plan as ruled on by a timetable.

    ``arrivals`` are (station, "HH:MM" of the service day) of each station where the player gets
    off, empty when no train was left. ``more``: ``t``, ``id``, ``for_day``, ``shinkansen``
    (boardings), ``charged`` (yen, after a cut-off), ``changes`` (stations changed at on one ticket,
    as arrivals) and ``text`` (the route as declared).
    """
    stops = [{"station": station, "time": time} for station, time in arrivals]
    event = {"type": "plan", "player": player, "declared": declared, "right": right}
    return {**event, "arrivals": stops, **{k: v for k, v in more.items() if v is not None}}


def known_entries(folder: Folder, as_known_at: str) -> tuple[list[Entry], Reading]:
    """The journal's lines known at a moment (all of them for ""), and the whole reading.

    Tells notices on standard error.
    """
    reading = read(folder.journal)
    for notice in reading.notices:
        warn(say(notice.message_ja, notice.message))
    if not as_known_at:
        return list(reading.entries), reading
    limit = moment(as_known_at)
    events = [entry.event for entry in reading.entries]
    known, _ = known_from(events, book_of(events, folder.game))
    return [e for e, at in zip(reading.entries, known, strict=True) if at <= limit], reading


def ledger_of(folder: Folder, entries: Sequence[Entry], as_known_at: str = "") -> Ledger:
    """The ledger of the lines known at a moment; for "" of those known now, and up to now.

    Days that are over at that moment are closed; the day that lasts is shown as far as it has come.
    """
    book = book_of([entry.event for entry in entries], folder.game)
    if as_known_at:
        return derive(book, moment(as_known_at))
    clock = moment(now().strftime("%Y-%m-%d %H:%M"))
    _, reached = known_from([entry.event for entry in entries], book)
    return derive(book, max(clock, reached))


def said_moment(at: str, date: str) -> str:
    """The moment that ``--at`` and ``--date`` name: "" for now.

    ``--at`` is "YYYY-MM-DD HH:MM", or HH:MM of ``--date`` (default today), also as 24:05.
    """
    if not at:
        if date:
            raise BadValue("--date needs --at HH:MM beside it", "--date には --at HH:MM も要ります")
        return ""
    text = at.strip()
    if len(text) <= 8:
        day: dt.date = parse_date(date)
        text = f"{day.isoformat()} {text}"
    return moment_text(moment(text))
