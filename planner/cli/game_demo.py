"""``planner game demo``: three seeded players through a month on the embedded timetable.

They ride their bicycles, look where the purse takes them tonight (as ``planner move`` and
``planner reach`` do), post routes, make mistakes with fares, find each other's, and rest a day. The
posts go through the same doors as anybody's; the ledger is worked out from them.
"""

import datetime as dt
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner.cli.game_folder import Folder, open_folder, record
from planner.cli.game_import import completed
from planner.cli.game_ledger import ledger
from planner.cli.game_new import write_settings
from planner.cli.game_posts import MAIN, Rulebook
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.progress import bar
from planner.errors import BadNumber
from planner.feed.stations import book as station_book
from planner.feed.stations import identity
from planner.journey import Journey
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.calendar import has_close, rest_barred
from planner.rulebooks.kanagawa.derive import derive
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.plan_post import place_of
from planner.rulebooks.kanagawa.replay import book_of
from planner.search.declared_form import declared_text

if TYPE_CHECKING:
    from planner.search.query import Planner

PLAYERS = ("ハル", "ナツ", "アキ")
SPRINTS = [
    "大船", "茅ケ崎", "平塚", "国府津", "鎌倉", "逗子", "横須賀", "武蔵小杉",
    "鶴見", "磯子", "登戸", "海老名", "厚木", "二宮", "戸塚", "新横浜", "中山",
    "湘南台", "秦野", "川崎", "藤沢", "金沢八景", "三ツ境", "長津田",
]  # fmt: skip
FIRST = dt.date(2026, 12, 1)
MOST_DAYS = 100


def demo(
    game: Annotated[
        Path | None, typer.Option("--game", help=say("ここに作る", "Make it here"))
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help=say("乱数の種", "Other players"))] = 1,
    days: Annotated[int, typer.Option("--days", help=say("日数(既定 31)", "How many days"))] = 31,
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Let three seeded players play a month on the embedded timetable, and show the ledger."""
    if not 1 <= days <= MOST_DAYS:
        raise BadNumber(
            str(days), f"a number of days from 1 to {MOST_DAYS}", f"日数は 1〜{MOST_DAYS} です"
        )
    if game is not None:
        play_month(game, seed, days)
        return ledger(game, as_json=as_json)
    with tempfile.TemporaryDirectory() as folder:
        play_month(Path(folder), seed, days)
        return ledger(Path(folder), as_json=as_json)


def play_month(path: Path, seed: int, days: int) -> Folder:
    """Play the demo into a folder without a game and give it. Raises GameError, BadValue."""
    last = FIRST + dt.timedelta(days=days - 1)
    settings: dict[str, Any] = {
        "title": "一か月のデモ",
        "rulebook": "kanagawa",
        "players": list(PLAYERS),
        "first_day": FIRST.isoformat(),
        "last_day": last.isoformat(),
        "sprint_list": SPRINTS,
        "sprint_first_close": "50253.91",
        "start": {"ハル": "小田原", "ナツ": "川崎", "アキ": "橋本"},
    }
    write_settings(path, settings)
    month = _Month(open_folder(path), Field.open("model"), random.Random(seed))
    with bar(say("デモ", "demo")) as advance:
        for number in range(days):
            month.play_day(FIRST + dt.timedelta(days=number))
            advance(number + 1, days)
    over = last + dt.timedelta(days=1)
    record(month.folder, {"type": "note", "text": "おしまい", "t": f"{over} 12:00"})
    return month.folder


@dataclass
class _Month:
    """The demo as far as it has come."""

    folder: Folder
    ground: Field
    chance: random.Random
    events: list[Any] = field(default_factory=list)
    found: list[dict[str, Any]] = field(default_factory=list)  # corrections due on the next day
    index: float = 50253.91

    def play_day(self, day: dt.date) -> None:
        """All posts of a day in order of time."""
        acts = sorted(self._acts(day), key=lambda act: act[0])
        for minute, act in acts:
            act(f"{day.isoformat()} {minute // 60:02d}:{minute % 60:02d}")

    def _acts(self, day: dt.date) -> Iterator[tuple[int, Callable[[str], None]]]:
        book = self._book()
        rest = day.toordinal() in book.rest
        due, self.found = self.found, []
        for number, event in enumerate(due):
            yield 12 * 60 + 7 * number, partial(self._say, event)
        if has_close(day.toordinal(), book.rules):
            self.index *= 1 + self.chance.gauss(0, 0.01)
            close = f"{self.index:.2f}"
            event = {"type": "close", "date": day.isoformat(), "close": close}
            yield 15 * 60 + 30, partial(self._say, event)
        for player in PLAYERS:
            begin = self.chance.randrange(17 * 60, 21 * 60)
            if not rest:
                yield begin, partial(self._ride, player)
                yield begin + 4, partial(self._repay, player)
            late = begin + self.chance.choice([10, 15, 40, 90, 150])
            yield late, partial(self._plan, player, day)
            if self.chance.random() < 0.05:
                yield begin + 6, partial(self._rest, player, day)

    def _book(self) -> Book:
        return book_of(self.events, self.folder.game)

    def _say(self, event: dict[str, Any], t: str) -> None:
        self._post({**event, "t": t})

    def _post(self, event: dict[str, Any]) -> dict[str, Any] | None:
        """Put a post into the journal; None where the rules forbid its route."""
        try:
            found = record(
                self.folder,
                event,
                lambda one, _: completed(one, self.events, self.folder, self.ground),
            )
        except Refused:
            return None
        self.events.append(found.event)
        return dict(found.event) if found.ruling.stands else None

    def _ride(self, player: str, t: str) -> None:
        km = f"{max(0.0, self.chance.gauss(34, 22)):.1f}"
        self._post({"type": "allowance", "player": player, "km": km, "t": t})

    def _repay(self, player: str, t: str) -> None:
        purse = self._book().hands[player].now
        amount = purse.debt if purse.cash >= purse.debt else purse.cash // 1000 * 1000
        if purse.debt and amount:
            self._post({"type": "repay", "player": player, "amount": amount, "t": t})

    def _rest(self, player: str, day: dt.date, t: str) -> None:
        book = self._book()
        number = day.toordinal()
        if book.rests_used.get(player) or rest_barred(number, book.last_day, book.rules):
            return
        self._post({"type": "rest", "player": player, "t": t})

    def _plan(self, player: str, day: dt.date, t: str) -> None:
        """Look where the purse leads tonight, choose, and post the way there."""
        from planner.search.query import Planner, Wish

        book = self._book()
        purse = _to_spend(book, player)
        here = _name(place_of(book, player))
        hours, minutes = map(int, t[11:].split(":"))
        time = (hours * 60 + minutes) * 60
        planner = Planner.open("model", day)
        goal = self._goal(book, player, planner, here, time)
        if goal is None:
            return
        answer = planner.route(here, goal, time, Wish(by="time", budget=purse))
        journey = answer.journeys[0] if answer.journeys else None
        if journey is None or journey.fare is None:
            return
        event = self._post(
            {"type": "plan", "player": player, "text": self._text(journey, purse), "t": t}
        )
        if event is not None:
            self._mistakes(player, event)

    def _goal(
        self, book: Book, player: str, planner: "Planner", here: str, time: int
    ) -> str | None:
        """The sprint point or a controllable station if the purse reaches it, else anywhere."""
        purse = _to_spend(book, player)
        reached = planner.reach(here, time, purse)
        plain = [r.station for r in reached[1:] if r.fare is not None and _is_plain(r.station)]
        names = {identity(name): name for name in plain}
        if not names:
            return None
        view = derive(book).days.get(planner.date.toordinal())
        wanted = [view.sprint.station] if view is not None and view.sprint is not None else []
        owners = view.control if view is not None else {}
        wanted += [p for p in book.rules.controllable if owners.get(p) != player]
        for name in wanted:
            if identity(name) in names and self.chance.random() < 0.8:
                return names[identity(name)]
        return self.chance.choice(sorted(names.values()))

    def _text(self, journey: Journey, purse: int) -> str:
        """The route with its fare, sometimes a wrong one."""
        right = int(journey.fare or 0)
        declared = right
        luck = self.chance.random()
        if luck < 0.12:
            declared = max(0, right - self.chance.choice([10, 20, 50, 100]))
        elif luck < 0.2:
            declared = min(purse, right + self.chance.choice([10, 20, 50]))
        return declared_text(journey, declared)

    def _mistakes(self, player: str, event: dict[str, Any]) -> None:
        """Somebody finds the error on the next day: another player, or the one who made it."""
        plan, error = event["id"], event["declared"] - event["right"]
        if error < 0 and self.chance.random() < 0.7:
            others = [one for one in PLAYERS if one != player]
            by = player if self.chance.random() < 0.4 else self.chance.choice(others)
            self.found.append({"type": "report", "by": by, "plan": plan})
        elif error > 0 and self.chance.random() < 0.6:
            self.found.append({"type": "refund_claim", "by": player, "plan": plan})


def _to_spend(book: Book, player: str) -> int:
    """Who owes money saves: a short ride a day, so as not to stay where one is (R8)."""
    purse = book.hands[player].now
    return min(purse.cash, 200) if purse.debt else purse.cash


def _is_plain(name: str) -> bool:
    """Whether the name means one station only (not 足柄)."""
    return len(station_book().candidates(name)) == 1


def _name(place: str) -> str:
    """A name of the station of that identity that means it alone."""
    found = [one for one in station_book().candidates(place) if one.in_kanagawa]
    return found[0].id if found else place
