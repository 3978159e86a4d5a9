"""Worked cases of the Kanagawa game: a story of posts, and what the ledger must say."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from planner.feed.names import name_key
from planner.feed.stations import book, identity
from planner.referee.rulebook import Difference
from planner.rulebooks.kanagawa.calendar import moment, moment_text
from planner.rulebooks.kanagawa.replay import known_at, ledger_of
from planner.rulebooks.kanagawa.rules import date_number, date_text, make_game
from planner.rulebooks.kanagawa.views import DayView, Ledger, Standing

NO_PLACE = "not a controllable place"
Case = Mapping[str, Any]
Found = Iterator[tuple[str, object, object]]  # where, expected, got


def run_case(case: Case) -> list[Difference]:
    """Play the posts of a case and list where the ledger differs from what is expected.

    Raises:
        BadValue: the case cannot be read.
    """
    name = str(case.get("id", "?"))
    given = case["given"]
    game = make_game(given["game"])
    events = sorted(given.get("events", ()), key=lambda event: moment(str(event["t"])))
    ledger = ledger_of(events, game)
    found = [*_compare(case["expect"], ledger)]
    if "refused" not in case["expect"]:  # an event that is not listed is accepted
        found += _refused({}, ledger)
    differences = [Difference(name, *one) for one in found]
    for when, expect in case["expect"].get("as_known", {}).items():
        ledger = ledger_of(known_at(events, when), game, moment_text(moment(when)))
        differences += [
            Difference(name, f"as_known.{when}.{where}", expected, got)
            for where, expected, got in _compare(expect, ledger)
        ]
    return differences


def _compare(expect: Mapping[str, Any], ledger: Ledger) -> Found:
    known = set(_PARTS)
    for part, wanted in expect.items():
        if part == "as_known":
            continue
        if part not in known:
            yield part, "a kind of expectation that is known", f"unknown kind {part!r}"
            continue
        yield from _PARTS[part](wanted, ledger)


def _days(wanted: Mapping[str, Any], ledger: Ledger) -> Found:
    for date, players in wanted.items():
        view = _view(date, ledger)
        for player, expected in players.items():
            where = f"days.{date}.{player}"
            standing = view.standings.get(player) if view else None
            if standing is None:
                yield where, expected, None
                continue
            yield from _standing(where, expected, standing)


def _standing(where: str, expected: Mapping[str, Any], standing: Standing) -> Found:
    for key, value in expected.items():
        if key == "points":
            wanted = {category: n for category, n in value.items() if n}
            got = {category: n for category, n in standing.points.items() if n}
            if wanted != got:
                yield f"{where}.points", wanted, got
        elif key in {"purse", "debt"}:
            got_money = standing.purse if key == "purse" else standing.debt
            if value != got_money:
                yield f"{where}.{key}", value, got_money
        else:
            yield f"{where}.{key}", value, f"unknown key {key!r}"


def _control(wanted: Mapping[str, Any], ledger: Ledger) -> Found:
    for date, places in wanted.items():
        view = _view(date, ledger)
        if view is None:
            yield f"control.{date}", places, None
            continue
        owners = {_place_key(p): owner for p, owner in view.control.items()}
        for place, expected in places.items():
            got = owners.get(_place_key(place), NO_PLACE)
            if expected is None and got == NO_PLACE and book().candidates(place):
                continue  # a station that nobody can control is nobody's
            if got != expected:
                yield f"control.{date}.{place}", expected, got


def _sprint(wanted: Mapping[str, Any], ledger: Ledger) -> Found:
    for date, expected in wanted.items():
        view = _view(date, ledger)
        sprint = view.sprint if view else None
        for key, value in expected.items():
            where = f"sprint.{date}.{key}"
            if sprint is None or key not in sprint._fields:
                yield where, value, None if sprint is None else f"unknown key {key!r}"
                continue
            got = getattr(sprint, key)
            if key == "station" and value is not None:
                if identity(str(value)) != identity(got):
                    yield where, value, got
            elif got != value:
                yield where, value, got


def _refused(wanted: Mapping[str, Any], ledger: Ledger) -> Found:
    got = {name: r.clause for name, r in ledger.rulings.items() if not r.stands}
    for name in sorted({*wanted, *got}):
        if wanted.get(name) != got.get(name):
            yield f"refused.{name}", wanted.get(name), got.get(name)


def _allowance(wanted: Mapping[str, Any], ledger: Ledger) -> Found:
    for name, expected in wanted.items():
        ruling = ledger.rulings.get(name)
        got = ruling.amount if ruling is not None and ruling.stands else None
        if got != expected:
            yield f"allowance.{name}", expected, got


def _rest_days(wanted: list[str], ledger: Ledger) -> Found:
    got = [date_text(day) for day in ledger.rest_days]
    if sorted(wanted) != got:
        yield "rest_days", wanted, got


def _totals(wanted: Mapping[str, int], ledger: Ledger) -> Found:
    for player, expected in wanted.items():
        if ledger.totals.get(player) != expected:
            yield f"totals.{player}", expected, ledger.totals.get(player)


def _winners(wanted: list[str], ledger: Ledger) -> Found:
    if sorted(wanted) != sorted(ledger.winners):
        yield "winners", wanted, list(ledger.winners)


_PARTS: Mapping[str, Callable[[Any, Ledger], Found]] = {
    "days": _days,
    "control": _control,
    "sprint": _sprint,
    "refused": _refused,
    "allowance": _allowance,
    "rest_days": _rest_days,
    "totals": _totals,
    "winners": _winners,
}


def _view(date: str, ledger: Ledger) -> DayView | None:
    return ledger.days.get(date_number(date))


def _place_key(place: str) -> str:
    return name_key(identity(place))
