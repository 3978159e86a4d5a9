"""Control of stations and of the line: who takes, keeps and loses it, what it pays (C2-C4)."""

from collections.abc import Mapping, Sequence

from planner.feed.stations import identity
from planner.referee.ledger import Posting
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import day_end
from planner.rulebooks.kanagawa.facts import Plan
from planner.rulebooks.kanagawa.writer import Writer, loan_events

NOBODY = "nobody"


class Control:
    """Who controls which place, and since when."""

    def __init__(self, book: Book) -> None:
        rules = book.rules
        self.names = (*rules.controllable, rules.controllable_line)
        self.line = rules.controllable_line
        self.listed = {identity(name): name for name in rules.controllable}
        self.owners: dict[str, str | None] = dict.fromkeys(self.names)
        self.since: dict[str, int] = {}
        self.events: dict[str, tuple[str, ...]] = {}  # the plans by which it was taken
        self.shared: Mapping[str, str | None] = dict(self.owners)

    def settle(self, place: str, arrivers: Sequence[str]) -> str | None:
        """The controller after these arrivals (C2, C3)."""
        owner = self.owners[place]
        if not arrivers or owner in arrivers:
            return owner
        return arrivers[0] if len(arrivers) == 1 else None


def write_rides(writer: Writer, day: int, plans: Sequence[Plan], rest: bool) -> None:
    """C4: a point for each boarding of the controllable line, at once."""
    rules, loans = writer.rules, writer.loans.get(day, ())
    paid: set[str] = set()
    for plan in plans:
        if not plan.boardings:
            continue
        values = {"line": rules.controllable_line, "boardings": plan.boardings}
        events = (plan.id,)
        if plan.player in loans:
            told = ("D6", "ride_annulled", loan_events(writer, day, plan), values, ())
            writer.tell(day, plan.at, plan.player, told)
            continue
        if rest and not rules.rest_day_boarding_point:
            writer.tell(day, plan.at, plan.player, ("R12", "ride_rests", events, values, ()))
            continue
        points = plan.boardings if rules.line_point == "per_boarding" else 1
        if rules.line_point == "per_day" and plan.player in paid:
            continue
        paid.add(plan.player)
        told = ("C4", "line_ride", events, values, ())
        writer.score(day, plan.at, plan.player, ("line_ride", points), told)


def write_control(writer: Writer, day: int, plans: Sequence[Plan], control: Control) -> None:
    """C2, C3: changes at the day's end."""
    loans = writer.loans.get(day, ())
    arrived: dict[str, list[Plan]] = {}
    for plan in plans:
        places = [control.listed[key] for key, _, _ in plan.arrivals if key in control.listed]
        if plan.player in loans:
            for place in dict.fromkeys(places):
                told = ("D6", "arrival_annulled", loan_events(writer, day, plan),
                        {"place": place}, ())  # fmt: skip
                writer.tell(day, plan.at, plan.player, told)
            continue
        if plan.boardings:
            places.append(control.line)
        for place in dict.fromkeys(places):
            arrived.setdefault(place, []).append(plan)
    changed = False
    for place in control.names:
        if place in arrived:
            changed |= _change(writer, day, place, arrived[place], control)
    if changed:
        control.shared = dict(control.owners)


def _change(writer: Writer, day: int, place: str, plans: list[Plan], control: Control) -> bool:
    arrivers = list(dict.fromkeys(plan.player for plan in plans))
    before, after = control.owners[place], control.settle(place, arrivers)
    events = tuple(plan.id for plan in plans)
    values = {"place": place, "before": before, "after": after, "arrivers": arrivers}
    at = day_end(day, writer.rules)
    if before == after:
        kind = "control_kept" if before else "control_tie"
        writer.tell(day, at, before or "", ("C3", kind, events, values, ()))
        return False
    kind = "control_taken" if after and not before else "control_over" if after else "control_lost"
    commodity = f"place:{place}"
    postings = (
        Posting(f"control:{before or NOBODY}", commodity, -1),
        Posting(f"control:{after or NOBODY}", commodity, 1),
    )
    clause = "C2" if kind == "control_taken" else "C3"
    writer.tell(day, at, after or "", (clause, kind, events, values, postings))
    control.owners[place] = after
    control.since[place] = day
    control.events[place] = events
    return True


def write_control_points(writer: Writer, day: int, control: Control) -> None:
    """C2, C4: each controlled place pays; a station not on the day control began."""
    at = day_end(day, writer.rules)
    stations: dict[str, list[str]] = {}
    for place, owner in control.owners.items():
        if owner is None:
            continue
        new = control.since[place] == day
        if place == control.line:
            if not new or writer.rules.line_pays_first_day:
                values = {"line": place, "new": new}
                told = ("C4", "line_control", control.events[place], values, ())
                writer.score(day, at, owner, ("line_control", 1), told)
        elif not new:
            stations.setdefault(owner, []).append(place)
    for owner, places in stations.items():
        events = tuple(dict.fromkeys(e for place in places for e in control.events[place]))
        told = ("C2", "station_points", events, {"places": places}, ())
        writer.score(day, at, owner, ("station", len(places)), told)
