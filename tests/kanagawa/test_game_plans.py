"""``planner game post|waive``: plans ruled on by the timetable, recorded, and ruled on again."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli_runs import Command, Told

pytestmark = pytest.mark.usefixtures("own_home")
DAY = "2026-12-01"
ROUTE = "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円"


class Keeper:
    """A game folder and its verbs."""

    def __init__(self, command: Command, folder: Path, **starts: str) -> None:
        self.command = command
        self.folder = folder
        places = {"A": "横浜", "B": "江ノ島", **starts}
        words = [word for who, place in places.items() for word in ("--start", f"{who}={place}")]
        made = self("new", "--players", ",".join(places), "--first-day", DAY, *words)
        assert made.code == 0

    def __call__(self, verb: str, *words: str, at: str = "") -> Told:
        when = ("--at", f"{DAY} {at}" if len(at) == 5 else at) if at else ()
        return self.command.json("game", verb, *words, *when, "--game", str(self.folder))

    def journal(self) -> list[dict[str, Any]]:
        text = (self.folder / "journal.jsonl").read_text(encoding="utf-8")
        return [json.loads(line)["event"] for line in text.splitlines()]


@pytest.fixture
def keeper(command: Command, tmp_path: Path) -> Keeper:
    return Keeper(command, tmp_path / "game")


def test_a_plan_is_recorded_with_its_outcome_and_what_it_was_ruled_by(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    told = keeper("post", "A", ROUTE, "--id", "p1", at="18:20")
    assert (told.code, told.document["accepted"], told.document["amount"]) == (0, True, 750)
    event = keeper.journal()[-1]
    assert event["text"] == ROUTE
    assert (event["declared"], event["right"]) == (750, 750)
    assert [stop["station"] for stop in event["arrivals"]] == ["藤沢", "鎌倉"]
    assert len(event["ruled"]["digest"]) >= 40
    assert event["ruled"]["tariff"] <= DAY
    assert keeper("ledger").document["days"][DAY]["players"]["A"]["purse"] == 150


def test_an_illegal_route_is_refused_and_not_recorded(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    told = keeper("post", "A", "川崎 -東海道線-> 藤沢 400円", at="18:20")
    assert (told.code, told.document["accepted"]) == (1, False)
    assert told.document["refused"]["clause"] == "R4a"
    assert len(keeper.journal()) == 1
    assert keeper("post", "A", ROUTE, at="18:30").code == 0


def test_a_fare_above_the_purse_is_refused_by_r4c_and_kept_as_a_post(keeper: Keeper) -> None:
    told = keeper("post", "A", ROUTE, at="18:20")
    assert (told.code, told.document["refused"]["clause"]) == (1, "R4c")
    assert len(keeper.journal()) == 1


def test_a_refused_plan_is_told_without_a_ride_that_nobody_makes(keeper: Keeper) -> None:
    words = ("game", "post", "A", ROUTE, "--at", f"{DAY} 18:20", "--game", str(keeper.folder))
    told = keeper.command(*words)
    assert (told.code, "R4c" in told.out) == (1, True)
    assert "legal" not in told.out
    assert "東海道線" not in told.out


@pytest.mark.parametrize(
    ("route", "code"),
    [
        ("横浜 -東海道線-> 藤沢", "bad_value"),
        ("横浜", "bad_route"),
        ("横浜 -> ほげ 1円", "unknown_name"),
    ],
)
def test_what_cannot_be_read_is_a_mistake_and_loses_nothing(
    keeper: Keeper, route: str, code: str
) -> None:
    keeper("ride", "A", "49", at="18:00")
    before = keeper.journal()
    told = keeper("post", "A", route, at="18:20")
    assert (told.code, told.document["error"]["code"]) == (2, code)
    assert keeper.journal() == before


def test_the_second_plan_begins_where_and_when_the_first_ended(keeper: Keeper) -> None:
    first = keeper("post", "A", "横浜 -東海道線-> 藤沢 0円", at="17:50").document
    keeper("ride", "A", "49", at="18:00")
    told = keeper("post", "A", "藤沢 -東海道線-> 大船 200円", at="18:01").document
    assert told["accepted"]
    assert told["event"]["ruled"]["from"] == "藤沢"
    assert told["verdict"]["departs"] >= first["verdict"]["arrives"]
    wrong = keeper("post", "B", "横浜 -東海道線-> 大船 0円", at="18:05").document
    assert wrong["refused"]["clause"] == "R4a"


def test_a_plan_recorded_by_mistake_is_taken_back_and_the_right_one_recorded(
    keeper: Keeper,
) -> None:
    keeper("post", "A", "横浜 -東海道線-> 藤沢 0円", "--id", "wrong", at="08:00")
    lost = keeper("post", "A", "藤沢 -江ノ電-> 鎌倉 0円", at="08:01").document
    assert lost["refused"]["clause"] == "R4a"
    keeper("void", "wrong", at="09:00")
    told = keeper("post", "A", "横浜 -東海道線-> 大船 0円", at="08:05").document
    assert (told["accepted"], told["event"]["ruled"]["from"]) == (True, "横浜")
    assert told["event"]["ruled"]["since"] == 0
    assert keeper("ledger").document["days"][DAY]["players"]["A"]["station"] == "大船"
    assert keeper("audit").document["sound"]


def test_the_right_of_a_plan_that_was_taken_back_since_is_bad_input(keeper: Keeper) -> None:
    told = broken(keeper)
    keeper("post", "B", BROKEN, "--id", "b1", at=told["at"])
    keeper("void", "b1", at=f"{DAY} 26:00")
    before = minute_before(told["same_company_right"]["until"])
    assert keeper("waive", "b1", "--by", "B", at=before).code == 2


BROKEN = "江ノ島 -江ノ電-> 藤沢 -東海道線-> 茅ケ崎 -相模線-> 橋本 900円"


def broken(keeper: Keeper) -> dict[str, Any]:
    """The first evening minute at which B's path breaks inside JR."""
    keeper("ride", "B", "64", at="18:05")
    for minute in range(22 * 60, 24 * 60, 5):
        clock = f"{minute // 60}:{minute % 60:02d}"
        told = keeper.command.json("check", BROKEN, "--date", DAY, "--at", clock).document
        if told["same_company_right"] and told["cut_off"]:
            return {"at": clock, **told}
    raise AssertionError("the timetable has no such break")


def minute_before(clock: str) -> str:
    hours, minutes = map(int, clock.split(":"))
    total = hours * 60 + minutes - 1
    return f"{total // 60:02d}:{total % 60:02d}"


def test_the_right_declared_before_the_arrival_changes_the_outcome(keeper: Keeper) -> None:
    told = broken(keeper)
    keeper("post", "B", BROKEN, "--id", "b1", at=told["at"])
    way = told["same_company_right"]
    waived = keeper("waive", "b1", "--by", "B", at=minute_before(way["until"]))
    assert (waived.code, waived.document["accepted"]) == (0, True)
    event = keeper.journal()[-1]
    assert event["type"] == "ruling"
    assert event["arrivals"][-1]["station"] == way["station"]
    assert event["charged"] < told["charged_fare"]


def test_the_ledger_cites_the_right_where_a_player_stopped_by_it(keeper: Keeper) -> None:
    told = broken(keeper)
    keeper("post", "B", BROKEN, "--id", "b1", at=told["at"])
    way = told["same_company_right"]
    keeper("waive", "b1", "--by", "B", at=minute_before(way["until"]))
    rows = keeper("ledger", "--as-known-at", f"{DAY} 26:00").document["rows"]
    assert next(row["clause"] for row in rows if "b1" in row["events"]) == "R4g"


def test_a_night_post_for_the_day_just_begun_takes_that_days_trains(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    keeper("post", "A", "横浜 -東海道線-> 藤沢 440円", at="18:20")
    told = keeper(
        "post", "A", "藤沢 -東海道線-> 大船 200円", "--for-day", "2026-12-02", at="2026-12-02 00:05"
    )
    assert (told.code, told.document["accepted"]) == (0, True)
    (arrival,) = keeper.journal()[-1]["arrivals"]
    assert "04:00" < arrival["time"] < "07:00"


def test_the_right_declared_too_late_or_by_another_is_refused(keeper: Keeper) -> None:
    told = broken(keeper)
    keeper("post", "B", BROKEN, "--id", "b1", at=told["at"])
    count = len(keeper.journal())
    until = told["same_company_right"]["until"]
    for by, at in (("B", until), ("A", minute_before(until))):
        refused = keeper("waive", "b1", "--by", by, at=f"{DAY} {at}")
        assert (refused.code, refused.document["refused"]["clause"]) == (1, "R4g")
    assert len(keeper.journal()) == count


def test_there_is_no_right_for_a_path_that_does_not_break(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    keeper("post", "A", ROUTE, "--id", "p1", at="18:20")
    told = keeper("waive", "p1", "--by", "A", at="18:21")
    assert (told.code, told.document["refused"]["clause"]) == (1, "R4g")


def test_an_audit_rules_on_every_plan_again(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    keeper("post", "A", ROUTE, "--id", "p1", at="18:20")
    assert keeper("audit").document["sound"] is True
    journal = keeper.folder / "journal.jsonl"
    journal.write_text(journal.read_text(encoding="utf-8").replace('"right":750', '"right":740'))
    found = keeper("audit", "--reseal").document["findings"]
    assert [one["code"] for one in found] == ["ruling_differs"]
    assert "right" in found[0]["message"]


def waived(keeper: Keeper) -> str:
    """B's path breaks inside JR, and B stops at the entry by the right declared in ``w1``; the
    minute at which that was said."""
    told = broken(keeper)
    keeper("post", "B", BROKEN, "--id", "b1", at=told["at"])
    said = minute_before(told["same_company_right"]["until"])
    assert keeper("waive", "b1", "--by", "B", "--id", "w1", at=said).code == 0
    return said


def test_the_right_for_a_plan_that_is_none_is_bad_input_like_a_report(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    keeper("post", "A", ROUTE, "--id", "p1", at="18:20")
    count = len(keeper.journal())
    for words in (("waive", "zz", "--by", "A"), ("report", "zz", "--by", "A")):
        told = keeper(*words, at="18:21")
        assert (told.code, told.document["error"]["code"]) == (2, "unknown_name")
        assert told.document["error"]["did_you_mean"] == ["p1"]
    assert len(keeper.journal()) == count


def test_the_right_is_declared_once_for_a_plan(keeper: Keeper) -> None:
    said = waived(keeper)
    count = len(keeper.journal())
    for at in (said, minute_before(said)):
        told = keeper("waive", "b1", "--by", "B", at=at)
        assert (told.code, told.document["refused"]["clause"]) == (1, "R4g")
        assert "w1" in told.document["refused"]["message"]
    assert len(keeper.journal()) == count


def test_the_right_declared_in_the_plan_is_not_declared_again(keeper: Keeper) -> None:
    told = broken(keeper)
    keeper("post", "B", BROKEN + " [権利]", "--id", "b1", at=told["at"])
    again = keeper("waive", "b1", "--by", "B", at=told["at"])
    assert (again.code, again.document["refused"]["clause"]) == (1, "R4g")


def test_the_right_cannot_be_declared_before_the_plan_is_posted(keeper: Keeper) -> None:
    told = broken(keeper)
    keeper("post", "B", BROKEN, "--id", "b1", at=told["at"])
    early = keeper("waive", "b1", "--by", "B", at=minute_before(told["at"]))
    assert (early.code, early.document["refused"]["clause"]) == (1, "R4g")


def test_an_audit_rules_on_a_declared_right_again(keeper: Keeper) -> None:
    waived(keeper)
    assert keeper("audit").document["sound"] is True
    journal = keeper.folder / "journal.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    station = json.loads(lines[-1])["event"]["arrivals"][-1]["station"]
    lines[-1] = lines[-1].replace(station, "平塚")
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = keeper("audit", "--reseal").document["findings"]
    assert [(one["code"], one["where"]) for one in found] == [("ruling_differs", "w1")]
    assert "arrivals" in found[0]["message"]


def test_an_audit_finds_a_right_that_was_declared_too_late(keeper: Keeper) -> None:
    said = waived(keeper)
    journal = keeper.folder / "journal.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    lines[-1] = lines[-1].replace(f'"t":"{DAY} {said}"', f'"t":"{DAY} 23:59"')
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = keeper("audit", "--reseal").document["findings"]
    assert [one["where"] for one in found if one["code"] == "ruling_differs"] == ["w1"]


def test_an_audit_tells_of_a_timetable_that_is_gone(keeper: Keeper) -> None:
    keeper("ride", "A", "49", at="18:00")
    event = {"type": "plan", "player": "A", "declared": 10, "right": 10, "text": ROUTE,
             "arrivals": [{"station": "藤沢", "time": "19:00"}]}  # fmt: skip
    event["ruled"] = {"feed": "elsewhere", "digest": "0" * 64, "from": "横浜", "since": 0}
    keeper("fact", json.dumps(event), at="18:20")
    found = keeper("audit").document["findings"]
    assert [one["code"] for one in found] == ["other_feed"]
