"""A mini-language for games: one post a line, days of July 2014 as numbers.

::

    1 19:00 A rides 16
    1 19:10 A plans p1 400/2400 久里浜@20:40 鴨宮@21:00 shinkansen=1
    1 21:00 B reports p1

Other verbs: rules p1 right=450, claims p1, repays 1000, borrows 1000, rests, agrees 2014-08-05. A
fare of 400 means declared and right alike, of 400/? that the right one is not known; a plan without
stations found no train.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.replay import book_of, known_at, ledger_of
from planner.rulebooks.kanagawa.rules import Game, date_number, make_game
from planner.rulebooks.kanagawa.views import DayView, Ledger

STARTS = {"A": "小田原", "B": "川崎", "C": "橋本"}
SPRINTS = [
    "大船",
    "茅ヶ崎",
    "平塚",
    "国府津",
    "鎌倉",
    "逗子",
    "横須賀",
    "武蔵小杉",
    "鶴見",
    "磯子",
    "登戸",
    "海老名",
]


@dataclass(frozen=True)
class Told:
    """A ledger with short questions."""

    ledger: Ledger

    def view(self, day: int) -> DayView:
        return self.ledger.days[number(day)]

    def money(self, day: int, player: str = "A") -> tuple[int, int]:
        """(purse, debt) at the day's end."""
        standing = self.view(day).standings[player]
        return standing.purse, standing.debt

    def points(self, day: int, player: str = "A") -> dict[str, int]:
        return {c: n for c, n in self.view(day).standings[player].points.items() if n}

    def owner(self, day: int, place: str) -> str | None:
        return self.view(day).control[place]

    def sprint(self, day: int) -> tuple[str, int, str | None]:
        found = self.view(day).sprint
        assert found is not None
        return found.station, found.age, found.winner

    @property
    def refused(self) -> dict[str, str]:
        return {name: r.clause for name, r in self.ledger.rulings.items() if not r.stands}

    @property
    def kinds(self) -> list[str]:
        return [row.kind for row in self.ledger.rows]


def number(day: int) -> int:
    return date_number("2014-07-01") + day - 1


def story(
    text: str, last: int = 31, known: str | None = None, first: int = 1, **settings: Any
) -> Told:
    """Play a story to the end of the game, or show it as known at "DAY HH:MM"."""
    game, posts = _read(text, first, last, settings)
    if known is None:
        return Told(ledger_of(posts, game))
    moment = stamp(*known.split())
    return Told(ledger_of(known_at(posts, moment), game, moment))


def book_of_story(text: str) -> Book:
    """The rulings on a story."""
    game, posts = _read(text, 1, 31, {})
    return book_of(posts, game)


def _read(
    text: str, first: int, last: int, settings: Mapping[str, Any]
) -> tuple[Game, list[dict[str, Any]]]:
    game = make_game(
        {
            "players": list(STARTS),
            "first_day": date(first),
            "last_day": date(last),
            "start": STARTS,
            "sprint_list": SPRINTS,
            "sprint_start": "大船",
            **settings,
        }
    )
    return game, [event(line, n) for n, line in enumerate(text.strip().splitlines(), 1)]


def date(day: int) -> str:
    import datetime as dt

    return dt.date.fromordinal(number(day)).isoformat()


def stamp(day: str, clock: str) -> str:
    return f"{date(int(day))} {clock}"


def event(line: str, place: int) -> dict[str, Any]:
    day, clock, who, verb, *words = line.split()
    base: dict[str, Any] = {"id": f"e{place}", "t": stamp(day, clock), "player": who}
    if verb == "plans":
        name, fare, *stops = words
        return {**base, "id": name, "type": "plan", **_fare(fare), **_stops(stops)}
    made: Mapping[str, Any] = {
        "rides": lambda km: {"type": "allowance", "km": km},
        "rules": lambda plan, *facts: {"type": "ruling", "plan": plan, **_stops(list(facts))},
        "reports": lambda plan: {"type": "report", "by": who, "plan": plan},
        "claims": lambda plan: {"type": "refund_claim", "by": who, "plan": plan},
        "repays": lambda yen: {"type": "repay", "amount": int(yen)},
        "borrows": lambda yen: {"type": "loan", "amount": int(yen)},
        "rests": lambda *_: {"type": "rest"},
        "agrees": lambda last: {"type": "consent", "last_day": last},
        "voids": lambda event: {"type": "void", "event": event},
        "notes": lambda when, close: {"type": "close", "date": when, "close": close},
        "names": lambda *names: {"type": "draft_name", "stations": list(names)},
        "chooses": lambda station: {"type": "draft_choose", "station": station},
    }
    names = [word for word in words if word.startswith(("id=", "for="))]
    found = {**base, **made[verb](*[word for word in words if word not in names])}
    for word in names:
        key, _, value = word.partition("=")
        found["id" if key == "id" else "for_day"] = value if key == "id" else date(int(value))
    return found


def _fare(text: str) -> dict[str, int | None]:
    declared, _, right = text.partition("/")
    if right == "?":
        return {"declared": int(declared), "right": None}
    return {"declared": int(declared), "right": int(right or declared)}


def _stops(words: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {} if words and "=" in words[0] else {"arrivals": []}
    for word in words:
        if "@" in word:
            station, _, time = word.partition("@")
            kind = "changes" if station.startswith("~") else "arrivals"
            found.setdefault(kind, []).append({"station": station.removeprefix("~"), "time": time})
        else:
            key, _, value = word.partition("=")
            found[key] = date(int(value)) if key == "for_day" else int(value)
    return found
