"""Random games: seeded posts of a month, good, bad and corrected later."""

import datetime as dt
import random
from typing import Any

LIST = [
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
PLACES = [
    "久里浜",
    "三崎口",
    "新逗子",
    "逗子・葉山",
    "大川",
    "扇町",
    "強羅",
    "海芝浦",
    "湯河原",
    "大雄山",
]
PLAIN = ["小田原", "川崎", "橋本", "戸塚", "鴨宮", "大磯", "衣笠"]
RIDES = ["0.9", "1", "16", "48.999", "64", "100", "121", "121", "225", "225", "-1"]
FIRST = dt.date(2014, 7, 1)


def settings(players: int, days: int, options: dict[str, Any] | None = None) -> dict[str, Any]:
    names = "ABCDEFG"[:players]
    return {
        "players": list(names),
        "first_day": FIRST.isoformat(),
        "last_day": (FIRST + dt.timedelta(days - 1)).isoformat(),
        "start": dict(zip(names, PLAIN, strict=False)),
        "sprint_list": LIST,
        "sprint_start": "大船",
        "unreachable": ["国府津"],
        "closes": {},
        "options": options or {},
    }


def world(
    seed: int, players: int = 3, days: int = 12, options: dict[str, Any] | None = None
) -> Any:
    """(settings, events in order of time) of a random game with every kind of post."""
    dice = random.Random(seed)
    given = settings(players, days, options)
    events: list[dict[str, Any]] = []
    plans: list[tuple[str, str]] = []  # id, player
    for number in range(days):
        date = FIRST + dt.timedelta(number)
        if date.weekday() < 5 and dice.random() < 0.9:
            given["closes"][date.isoformat()] = (
                f"{dice.randrange(15000, 15999)}.{dice.choice(['00', '05', '37'])}"
            )
        posts = []
        for player in given["players"]:
            posts += _day(dice, player, plans)
        for minute, post in sorted(posts, key=lambda one: one[0]):
            moment = dt.datetime.combine(date, dt.time()) + dt.timedelta(minutes=minute)
            event = {"id": f"x{len(events)}", "t": moment.strftime("%Y-%m-%d %H:%M"), **post}
            if event["type"] == "plan":
                plans.append((event["id"], event["player"]))
            events.append(event)
    return given, events


def _day(dice: random.Random, player: str, plans: list[tuple[str, str]]) -> list[Any]:
    """What one player posts on a day: (minute of the day, post)."""
    posts: list[Any] = []
    ride = dice.randrange(600, 1300)
    if dice.random() < 0.75:
        for minute in [ride, ride + 30][: 1 + (dice.random() < 0.06)]:
            km = dice.choice(RIDES)
            posts.append((minute, {"type": "allowance", "player": player, "km": km}))
    for _ in range(dice.choice([1, 1, 2, 2, 3])):
        posts.append((dice.randrange(300, 1600), _plan(dice, player)))
    if dice.random() < 0.8:
        amount = dice.choice([1000, 1000, 1000, 2000, 500, 0])
        minute = ride + dice.choice([-20, 1, 1, 1, 90])
        posts.append((minute, {"type": "repay", "player": player, "amount": amount}))
    if plans and dice.random() < 0.6:
        plan, owner = plans[-dice.randrange(1, min(len(plans), 12) + 1)]
        kind = dice.choice(["report", "report", "refund_claim"])
        by = owner if dice.random() < 0.4 else player
        posts.append((dice.randrange(300, 1600), {"type": kind, "by": by, "plan": plan}))
    if dice.random() < 0.08:
        posts.append((dice.randrange(300, 1600), {"type": "rest", "player": player}))
    return posts


def _plan(dice: random.Random, player: str) -> dict[str, Any]:
    right = dice.choice([140, 200, 300, 400, 650])
    off = dice.choice([0, 0, 0, -100, -60, 80, 200])
    if dice.random() < 0.4:  # an error that makes debts
        right, off = 1450, -1300
    stops = [
        dice.choice([LIST, PLACES, PLACES, PLAIN]) for _ in range(dice.choice([0, 1, 1, 2, 2, 3]))
    ]
    minute = dice.randrange(600, 1480)
    arrivals = []
    for names in stops:
        minute += dice.choice([0, 10, 25])
        name = dice.choice(names if names is not LIST else LIST[:3] + LIST)
        arrivals.append({"station": name, "time": f"{minute // 60:02d}:{minute % 60:02d}"})
    plan = {"type": "plan", "player": player, "declared": right + off, "right": right,
            "arrivals": arrivals}  # fmt: skip
    if minute % 20 == 0:
        plan["right"] = None  # not known
    if dice.random() < 0.1:
        plan["shinkansen"] = dice.choice([1, 2])
    return plan
