"""A fare that no tariff gives: the plan stands, and what is not known is said to be unknown."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kanagawa.story import story
from tests.kanagawa.test_game_import import write
from tests.kanagawa.test_game_plans import DAY, Command, Keeper

pytestmark = pytest.mark.usefixtures("own_home")
ROMANCECAR = "小田原 -小田急 はこね-> 本厚木 900円"


@pytest.fixture
def keeper(command: Command, tmp_path: Path) -> Keeper:
    made = Keeper(command, tmp_path / "game", A="小田原")
    made("ride", "A", "64", at="06:00")
    return made


def purse(keeper: Keeper) -> int:
    found = keeper("ledger", "--as-known-at", f"{DAY} 23:00").document["days"][DAY]["players"]["A"][
        "purse"
    ]
    assert isinstance(found, int)
    return found


def asked(keeper: Keeper, at: str) -> dict[str, Any]:
    told = keeper.command.json("check", ROMANCECAR, "--date", DAY, "--at", at)
    assert told.code == 0
    return told.document


@pytest.mark.parametrize("at", ["07:00", "20:00"])
def test_check_post_and_import_agree_on_a_plan_whose_price_is_not_known(
    keeper: Keeper, at: str
) -> None:
    checked = asked(keeper, at)
    posted = keeper("post", "A", ROMANCECAR, "--id", "p1", at=at)
    before = keeper.journal()[-1]
    other = Keeper(keeper.command, keeper.folder.parent / "other", A="小田原")
    text = f"{DAY} 06:00 A 走行 64km\n{DAY} {at} A: {ROMANCECAR}\n"
    imported = other("import", write(other, text)).document["posts"][1]
    assert checked["legal"]
    assert posted.document["accepted"]
    assert imported["accepted"]
    assert checked["right_fare"] is None
    assert before["right"] is None
    assert imported["event"]["right"] is None
    assert checked["charged_fare"] == posted.document["amount"] == 900
    assert checked["arrivals"][-1]["station"] == imported["event"]["arrivals"][-1]["station"]
    assert posted.document["followed"]["code"] == "fare_unknown"
    assert purse(keeper) == purse(other) == 300
    assert keeper("audit").document["sound"] is True


def test_after_a_cut_off_at_an_unknown_fare_the_plan_is_told_as_cut_off(keeper: Keeper) -> None:
    keeper("post", "A", ROMANCECAR, "--id", "p1", at="20:00")
    event = keeper.journal()[-1]
    assert (event["charged"], event["cut"]["clause"]) == (None, "R4f")
    rows = keeper("ledger", "--as-known-at", f"{DAY} 23:00").document["rows"]
    assert next(row["clause"] for row in rows if row["events"] == ["p1"]) == "R4f"


def test_an_unknown_fare_cannot_be_called_wrong_until_it_is_noted(keeper: Keeper) -> None:
    keeper("post", "A", ROMANCECAR, "--id", "p1", at="07:00")
    for verb, clause in (("report", "R4h"), ("refund", "R4i")):
        told = keeper(verb, "p1", "--by", "A", at="21:00")
        assert (told.code, told.document["refused"]["clause"]) == (1, clause)
        assert "planner game fact" in told.document["refused"]["message"]
    noted = json.dumps({"type": "ruling", "plan": "p1", "right": 1000})
    assert keeper("fact", noted, at="21:01").code == 0
    told = keeper("report", "p1", "--by", "B", at="21:02")
    assert (told.document["amount"], told.document["fine"]) == (100, 2000)


def test_one_ruling_completes_another() -> None:
    text = "1 18:00 A rides 64\n1 19:00 A plans p1 500/? 大磯@20:00\n"
    assert story(text).money(1) == (700, 0)
    right = "1 19:30 A rules p1 right=600\n"
    assert story(text + right + "1 21:00 A reports p1").money(1) == (600, 0)
    charged = "1 19:40 A rules p1 charged=400\n"
    assert story(text + right + charged + "1 21:00 A reports p1").money(1) == (800, 0)
