"""What a ledger looks like: as pages of text, as JSON documents, as table rows."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner.referee.ledger import Row
from planner.rulebooks.kanagawa.facts import Fact
from planner.rulebooks.kanagawa.rules import date_text
from planner.rulebooks.kanagawa.views import CATEGORIES, DayView, Ledger
from planner.rulebooks.kanagawa.words import (
    clause_text,
    date_heading,
    post_words,
    sentence,
    time_of_day,
)

POINT_WORDS = {
    "sprint": ("スプリント", "sprint"),
    "station": ("駅の支配", "stations"),
    "line_ride": ("新幹線乗車", "line rides"),
    "line_control": ("路線の支配", "line"),
    "bonus": ("ボーナス", "bonus"),
    "interest_penalty": ("利息の減点", "unpaid interest"),
    "final_debt": ("借金の減点", "final debt"),
}


class Page:
    """A ledger with the posts it follows from, ready to be told in one language."""

    def __init__(self, ledger: Ledger, events: list[Mapping[str, Any]], lang: str) -> None:
        self.ledger = ledger
        self.events = events
        self.lang = lang
        self.numbers = {id(row): number for number, row in enumerate(ledger.rows, 1)}
        self.rows_of_day: dict[int, list[Row]] = {}
        for row in ledger.rows:
            self.rows_of_day.setdefault(row.day, []).append(row)
        self.refused_on: dict[int, list[Mapping[str, Any]]] = {}
        for event in events:
            ruling = ledger.rulings.get(event["id"])
            if ruling is not None and not ruling.stands:
                self.refused_on.setdefault(date_of(event, ledger), []).append(event)

    def say(self, ja: str, en: str) -> str:
        """The text in the page's language."""
        return ja if self.lang == "ja" else en

    def row_line(self, row: Row) -> str:
        """``  12  20:10  A: ... [R4a]``."""
        clock = time_of_day(row.day, row.at)
        return f"{self.numbers[id(row)]:>5}  {clock}  {sentence(row, self.lang)} [{row.clause}]"

    def refusals(self, day: int) -> list[str]:
        """Posts of a day that were refused, with clause and reason."""
        lines = []
        for event in self.refused_on.get(day, ()):
            ruling = self.ledger.rulings[event["id"]]
            why = ruling.message_ja if self.lang == "ja" else ruling.message
            what = post_words(event, self.lang)
            lines.append(
                self.say(
                    f"       却下 {event['id']} {what} [{ruling.clause}] {why}",
                    f"       refused {event['id']} {what} [{ruling.clause}] {why}",
                )
            )
        return lines

    def day_lines(self, view: DayView) -> Iterator[str]:
        """One day as a page: heading, sprint point, what happened, who stands where."""
        number = view.day - self.ledger.game.first_day + 1
        yield self.say(
            f"■ {date_heading(view.day, 'ja')} {number}日目",
            f"■ {date_heading(view.day, 'en')}, day {number}",
        ) + ("" if view.ended else self.say("(途中)", " (not over yet)"))
        if view.rest:
            yield self.say("  休息日 [R12]", "  rest day [R12]")
        if view.sprint is not None:
            sprint, rest = view.sprint, view.rest
            points = self.ledger.game.rules.sprint_for(sprint.age)
            ja = "この日の到着は数えない" if rest else f"{sprint.age} 日目、{points} 点"
            en = "arrivals do not count today" if rest else f"day {sprint.age}, {points} points"
            yield self.say(
                f"  スプリントポイント: {sprint.station}({ja})",
                f"  sprint point: {sprint.station} ({en})",
            )
        yield from (self.row_line(row) for row in self.rows_of_day.get(view.day, ()))
        yield from self.refusals(view.day)
        totals = self.totals_until(view.day)
        for player, standing in view.standings.items():
            told = ", ".join(
                f"{POINT_WORDS[c][self.lang != 'ja']} {standing.points[c]:+}"
                for c in CATEGORIES
                if standing.points.get(c)
            )
            today = sum(standing.points.values())
            yield self.say(
                f"  {player}  財布 {standing.purse:,} 円  借金 {standing.debt:,} 円  "
                f"本日 {today:+} 点  累計 {totals[player]} 点",
                f"  {player}  purse {standing.purse:,}  debt {standing.debt:,}  "
                f"today {today:+}  total {totals[player]}",
            ) + (f"  ({told})" if told else "")
        held = [f"{place}={owner}" for place, owner in view.control.items() if owner]
        if held:
            yield self.say("  支配: ", "  control: ") + " ".join(held)

    def totals_until(self, day: int) -> dict[str, int]:
        """Points of each player up to and with a day."""
        totals = dict.fromkeys(self.ledger.game.players, 0)
        for number, view in self.ledger.days.items():
            if number <= day:
                for player, standing in view.standings.items():
                    totals[player] += sum(standing.points.values())
        return totals

    def standing_lines(self) -> Iterator[str]:
        """Who is ahead, by points, with where the points come from."""
        last = max(self.ledger.days.values(), key=lambda v: v.day, default=None)
        ordered = sorted(self.ledger.totals.items(), key=lambda one: -one[1])
        for player, points in ordered:
            rank = 1 + sum(other > points for other in self.ledger.totals.values())
            sums = {c: self.points_of(player, c) for c in CATEGORIES}
            told = ", ".join(
                f"{POINT_WORDS[c][self.lang != 'ja']} {n:+}" for c, n in sums.items() if n
            )
            line = self.say(f"{rank} 位  {player}  {points} 点", f"{rank}.  {player}  {points}")
            if last is not None:
                at = last.standings[player]
                line += self.say(
                    f"  財布 {at.purse:,} 円  借金 {at.debt:,} 円",
                    f"  purse {at.purse:,}  debt {at.debt:,}",
                )
            yield line + (f"  ({told})" if told else "")
        if self.ledger.finished:
            names = self.say("、", ", ").join(self.ledger.winners)
            yield self.say(f"勝者: {names} [R14]", f"winner: {names} [R14]")

    def points_of(self, player: str, category: str) -> int:
        """A player's points of one category in all."""
        return sum(
            view.standings[player].points.get(category, 0) for view in self.ledger.days.values()
        )

    def explanation(self, number: int) -> Iterator[str]:
        """Why a row is what it is: its clause, its accounts before and after, the posts behind."""
        row = self.ledger.rows[number - 1]
        yield self.row_line(row)
        yield f"  {row.clause}: {clause_text(row.clause, self.lang)}"
        for line in account_changes(self.ledger, number):
            yield self.say(
                f"  {line['account']}: {line['before']:,} → {line['after']:,} {line['commodity']}",
                f"  {line['account']}: {line['before']:,} -> {line['after']:,} {line['commodity']}",
            )
        by_id = {event["id"]: event for event in self.events}
        if row.events:
            yield self.say("  もとになった投稿:", "  it follows from these posts:")
        for name in row.events:
            event = by_id[name]
            yield f"    {name}  {event['t']}  {post_words(event, self.lang)}"
        earlier = related(self.ledger, number)
        if earlier:
            yield self.say("  つながる行:", "  rows that led to it:")
        for other in earlier:
            yield "  " + self.row_line(self.ledger.rows[other - 1])


def date_of(event: Mapping[str, Any], ledger: Ledger) -> int:
    """The game day of a post."""
    return Fact(event, 0, ledger.game).day


def account_changes(ledger: Ledger, number: int) -> list[dict[str, Any]]:
    """Each account that a row touches: commodity, before, after (debts and sources count down)."""
    row = ledger.rows[number - 1]
    touched = dict.fromkeys((p.account, p.commodity) for p in row.postings)
    before = dict.fromkeys(touched, 0)
    for earlier in ledger.rows[: number - 1]:
        for account, commodity, amount in earlier.postings:
            if (account, commodity) in before:
                before[account, commodity] += amount
    after = dict(before)
    for account, commodity, amount in row.postings:
        after[account, commodity] += amount
    return [
        {"account": a, "commodity": c, "before": before[a, c], "after": after[a, c]}
        for a, c in touched
        if before[a, c] != after[a, c]
    ]


def related(ledger: Ledger, number: int) -> list[int]:
    """Earlier rows that led to a row: those of its posts, and for points of places their taking."""
    row = ledger.rows[number - 1]
    events, found = set(row.events), []
    places = set(row.values.get("places", ()))
    if row.kind in {"line_control", "line_ride"}:
        places.add(row.values["line"])
    if "place" in row.values:
        places.add(row.values["place"])
    for earlier, other in enumerate(ledger.rows[: number - 1], 1):
        same_player = other.player == row.player
        if (
            (same_player and events.intersection(other.events) and other.events)
            or (other.values.get("place") in places and other.postings)
            or (row.kind == "bonus" and row.values["wins"] and same_player
                and other.kind == "sprint_won")
            or (row.kind == "final_debt" and same_player
                and other.kind in {"loan", "interest_grows"})
        ):  # fmt: skip
            found.append(earlier)
    return found


def row_document(row: Row, number: int, lang: str) -> dict[str, Any]:
    """A row for JSON."""
    return {
        "row": number,
        "date": date_text(row.day),
        "time": time_of_day(row.day, row.at),
        "player": row.player or None,
        "clause": row.clause,
        "kind": row.kind,
        "text": sentence(row, lang),
        "events": list(row.events),
        "values": dict(row.values),
        "postings": [p._asdict() for p in row.postings],
    }


def ledger_document(page: Page, player: str = "") -> dict[str, Any]:
    """The whole ledger for JSON: days, rows, rulings, totals.

    ``player``: only that player's rows and standings; control, sprint and totals stay whole.
    """
    ledger = page.ledger
    refused = {
        name: {"clause": r.clause, "message": page.say(r.message_ja, r.message)}
        for name, r in ledger.rulings.items()
        if not r.stands
    }
    return {
        "first_day": date_text(ledger.game.first_day),
        "last_day": date_text(ledger.last_day),
        "players": list(ledger.game.players),
        "start": dict(ledger.start),
        "finished": ledger.finished,
        "rest_days": [date_text(day) for day in ledger.rest_days],
        "days": {date_text(day): day_document(view, player) for day, view in ledger.days.items()},
        "rows": [
            row_document(row, number, page.lang)
            for number, row in enumerate(ledger.rows, 1)
            if player in {"", row.player}
        ],
        "refused": refused,
        "totals": dict(ledger.totals),
        "winners": list(ledger.winners) if ledger.finished else [],
        "leaders": list(ledger.winners),
    }


def day_document(view: DayView, only: str = "") -> dict[str, Any]:
    """One day for JSON, with the standing of one player only if named."""
    sprint = view.sprint
    return {
        "ended": view.ended,
        "rest": view.rest,
        "players": {
            player: {
                "purse": s.purse,
                "debt": s.debt,
                "points": {c: s.points[c] for c in CATEGORIES if s.points.get(c)},
                "station": s.place or None,
            }
            for player, s in view.standings.items()
            if only in {"", player}
        },
        "control": dict(view.control),
        "sprint": None if sprint is None else sprint._asdict(),
    }


TABLE = ("row", "date", "time", "player", "clause", "kind", "text", "account", "commodity",
         "amount", "events")  # fmt: skip


def table_rows(page: Page) -> Iterator[dict[str, Any]]:
    """The ledger as a table: one line a posting, or one for a row without any."""
    for number, row in enumerate(page.ledger.rows, 1):
        told = row_document(row, number, page.lang)
        base = {key: told[key] for key in TABLE[:7]} | {"events": " ".join(row.events)}
        base["player"] = row.player
        for posting in row.postings or (None,):
            account, commodity, amount = posting or ("", "", 0)
            yield {**base, "account": account, "commodity": commodity, "amount": amount}
