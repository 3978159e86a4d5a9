"""Ruling on a month of plans again: what differs is told, and the work stays in proportion."""

import datetime as dt
from typing import Any

import pytest

from planner.cli.game_plan import rulings_again
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.plan_post import again, outcome
from planner.rulebooks.kanagawa.rules import make_game
from tests.calls import calls_of

pytestmark = pytest.mark.usefixtures("own_home")
GAME = {"players": ["A"], "first_day": "2026-12-01", "start": {"A": "横浜"}}
ROUTES = (
    "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円",
    "海老名 -相鉄本線〜東急新横浜線-> 日吉 650円",
    "茅ケ崎 -相模線-> 海老名 -小田急-> 本厚木 490円",
    "小田原 -箱根登山鉄道-> 強羅 770円",
    "横浜 -京急-> 三崎口 570円",
    "新横浜 -新幹線-> 小田原 -大雄山線-> 大雄山 2300円",
    "上大岡 -ブルーライン-> 戸塚 -東海道線-> 国府津 1200円",
    "川崎 -南武線-> 登戸 -小田急-> はるひ野 600円",
)


def plans(count: int) -> list[dict[str, Any]]:
    game = make_game(GAME)
    field = Field.open("model")
    digest = field.feed.digest
    found = []
    for number in range(count):
        day = dt.date(2026, 12, 1) + dt.timedelta(days=number % 31)
        clock = f"{12 + number % 12}:{number * 7 % 60:02d}"
        text = ROUTES[number % len(ROUTES)]
        event: dict[str, Any] = {"id": f"p{number}", "type": "plan", "player": "A", "text": text}
        event |= {"t": f"{day} {clock}", "declared": 100}
        event["ruled"] = {"feed": "model", "digest": digest, "from": "", "since": 0}
        found.append({**event, **outcome(again(event, game, field))})
    return found


def test_ruling_again_is_less_work_than_ruling_and_opens_nothing_anew() -> None:
    events, game = plans(160), make_game(GAME)
    at_first = calls_of(lambda: plans(1))
    assert list(rulings_again(events, game)) == []
    assert calls_of(lambda: list(rulings_again(events, game))) < 160 * at_first


def test_ruling_again_grows_with_the_plans_and_no_faster() -> None:
    events, game = plans(160), make_game(GAME)
    list(rulings_again(events[:40], game))
    few = calls_of(lambda: list(rulings_again(events[:40], game)))
    many = calls_of(lambda: list(rulings_again(events, game)))
    assert many <= 4.4 * few


def test_what_differs_is_told_once_a_plan() -> None:
    events = plans(3)
    events[1]["right"] += 10
    found = list(rulings_again(events, make_game(GAME)))
    assert [(code, where) for code, where, *_ in found] == [("ruling_differs", "p1")]
