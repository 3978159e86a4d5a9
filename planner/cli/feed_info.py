"""What is in a feed, counted: for ``planner feed info``."""

import tomllib
from typing import Any

from planner.cli.columns import padded
from planner.cli.lang import language, say
from planner.feed.manifest import FeedHandle, as_document
from planner.resources import data_path


def document(feed: FeedHandle) -> dict[str, Any]:
    """Everything ``feed info`` says, as its JSON document."""
    from planner.feed.read import read_feed
    from planner.feed.statistics import summary

    told = {"feed": as_document(feed), **summary(read_feed(feed.path))}
    if feed.kind == "model":
        told["accuracy"] = accuracy()
    return told


def accuracy() -> dict[str, Any]:
    """How far the embedded feed is from the real timetable, as it was measured when built."""
    with data_path("model_accuracy.toml").open("rb") as file:
        return tomllib.load(file)


def show(told: dict[str, Any]) -> None:
    """Print the document for a person."""
    feed = told["feed"]
    kind = say("実ダイヤ", "real") if feed["kind"] == "real" else say("モデルダイヤ", "model")
    print(f"{feed['name']}  ({kind})  {feed['valid_from'] or '?'}..{feed['valid_to'] or '?'}")
    if feed["kind"] == "model":
        print(say("実際の時刻ではありません", "a model timetable: not the real times of any train"))
        _accuracy(told["accuracy"])
    line(say("出典", "source"), feed["source"])
    line(say("取り込み", "imported"), feed["imported_at"])
    line(say("場所", "path"), feed["path"])
    line("SHA-256", feed["digest"])
    for credit in told["attributions"]:
        line(say("提供", "credit"), f"{credit['organization']} {credit['url']}".strip())
    days = told["days"]
    for kind_of_day, word in (("weekday", say("平日", "weekday")), ("holiday", _holiday())):
        day = days[kind_of_day]
        if day:
            line(word, _day(day))
    line(say("駅", "stops"), f"{told['stops']:,} ({told['names']:,} {say('駅名', 'names')})")
    print()
    for agency in told["agencies"]:
        print(agency["name"])
        for route in agency["lines"]:
            counts = f"{route['weekday']:>6,} {route['holiday']:>6,}"
            print(f"  {counts}  {route['name']}  [{route['id']}]")
    print(say("  (本数: 平日、土休日)", "  (trips on a weekday, on a Saturday or holiday)"))
    _faults(told["faults"])


def _accuracy(found: dict[str, Any]) -> None:
    """What of the model is exact, and how near the rest is."""
    hours = 100 * (1 - found["hours_off"] / found["hours"])
    runs = 100 * (1 - found["run_off"] / found["run_pairs"])
    last = 100 * (1 - (found["last_early"] + found["last_later"]) / found["pairs"])
    print(
        say(
            f"  {found['compared_with']} との差: 始発・終電の相違 {found['ends_wrong']} 件、"
            f"駅間の終電 0-5 分早いまで {last:.1f} %、毎時の本数 1 本以内 {hours:.1f} %、"
            f"所要時間 1 分以内 {runs:.1f} %",
            f"  against {found['compared_with']}: first and last trains that differ"
            f" {found['ends_wrong']}; last train of a pair 0-5 min early {last:.1f} %; trains an"
            f" hour within one {hours:.1f} %; median run time within a minute {runs:.1f} %",
        )
    )


def _day(day: dict[str, Any]) -> str:
    """The trains of one day, in a line."""
    text = say(
        f"{day['trips']:,} 本、{day['connections']:,} 区間",
        f"{day['trips']:,} trips, {day['connections']:,} hops",
    )
    if busiest := day.get("busiest"):
        text += say(
            f"、{day['train_km']:,} km、最多 {busiest['trains']:,} 本({busiest['at']})",
            f", {day['train_km']:,} km, at most {busiest['trains']:,} at once ({busiest['at']})",
        )
    return f"{text} [{day['date']}]"


def line(word: str, text: str) -> None:
    """One fact; none where there is nothing to say."""
    if text:
        print(f"  {padded(word, 10)}{text}")


def _holiday() -> str:
    return "土休日" if language() == "ja" else "holiday"


def _faults(faults: dict[str, int]) -> None:
    if faults["error"] or faults["warning"]:
        print(
            say(
                f"読み込み時のエラー {faults['error']:,}、警告 {faults['warning']:,}"
                "(planner feed check で詳細)",
                f"met while reading: {faults['error']:,} errors, {faults['warning']:,} warnings"
                " ('planner feed check' names them)",
            )
        )
