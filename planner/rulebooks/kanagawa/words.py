"""The ledger in words: a sentence a row and a post, in Japanese or English."""

import datetime as dt
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from planner.referee.ledger import Row
from planner.resources import data_path
from planner.units import DAY, format_clock

WEEKDAYS = {"ja": "月火水木金土日", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}

# kind of row -> (Japanese, English); {x:,} are its values
SENTENCES: Mapping[str, tuple[str, str]] = {
    "allowance": (
        "{who}: 自転車 {km} km、お小遣い {amount:,} 円",
        "{who} rode {km} km: allowance {amount:,} yen",
    ),
    "opening": ("{who}: 最初の所持金 {amount:,} 円", "{who} starts with {amount:,} yen"),
    "fare": (
        "{who}: {route}、運賃 {amount:,} 円",
        "{who}: {route}, fare {amount:,} yen",
    ),
    "cut": (
        "{who}: {route} で打ち切り、そこまでの運賃 {amount:,} 円(宣言は {declared:,} 円)",
        "{who}: {route}, cut off there, fare {amount:,} yen (declared {declared:,})",
    ),
    "no_train": (
        "{who}: もう電車がなく動けない(運賃なし、計画は使った)",
        "{who}: no train left, nothing moves and nothing is paid; the plan is used",
    ),
    "difference": (
        "{who}: 運賃の誤り(宣言 {declared:,} 円、正しくは {right:,} 円)、差額 {amount:,} 円",
        "{who}: wrong fare (declared {declared:,}, right {right:,} yen), difference {amount:,} yen",
    ),
    "fine": (
        "{who}: 運賃の誤りを指摘され、正しい運賃 {right:,} 円の {factor} 倍 {amount:,} 円を支払う",
        "{who}: error found by another player, {times} the right fare of {right:,} ="
        " {amount:,} yen",
    ),
    "refund": (
        "{who}: 多く宣言した運賃 {amount:,} 円が戻る",
        "{who}: {amount:,} yen declared too much come back",
    ),
    "loan": (
        "{who}: {shortfall:,} 円足りず {amount:,} 円を借りる(借金 {debt:,} 円)",
        "{who}: {shortfall:,} yen short, a loan of {amount:,} yen (debt {debt:,})",
    ),
    "interest_grows": (
        "{who}: 借金 {base:,} 円の利息 {amount:,} 円(未払い計 {due:,} 円)",
        "{who}: interest of {amount:,} yen on a debt of {base:,} ({due:,} due)",
    ),
    "debt_rests": (
        "{who}: 休息日なので借金 {debt:,} 円は増えない",
        "{who}: a rest day, the debt of {debt:,} yen does not grow",
    ),
    "interest_paid": ("{who}: 利息 {amount:,} 円を支払う", "{who} pays {amount:,} yen of interest"),
    "interest_unpaid": (
        "{who}: 利息 {due:,} 円に {missing:,} 円足りず、財布の {held:,} 円を没収、{points} 点減点",
        "{who}: {missing:,} yen short of the interest of {due:,}: the purse of {held:,} is"
        " forfeited, {points} points lost",
    ),
    "repaid": (
        "{who}: {amount:,} 円を返済(残り {debt:,} 円)",
        "{who} repays {amount:,} yen ({debt:,} left)",
    ),
    "repaid_less": (
        "{who}: {wanted:,} 円の返済は、訂正により {amount:,} 円に減る(残り {debt:,} 円)",
        "{who}: the repayment of {wanted:,} is cut to {amount:,} yen by a later correction"
        " ({debt:,} left)",
    ),
    "stayed": (
        "{who}: 一日の始まりと同じ駅で終わり、{amount:,} 円を没収",
        "{who} ends the day where it began: {amount:,} yen forfeited",
    ),
    "line_ride": (
        "{who}: {line}に {boardings} 回乗車、{points} 点",
        "{who} boards {line} {boardings} time(s): {points} point(s)",
    ),
    "ride_annulled": (
        "{who}: 借金をした日なので{line}への乗車は数えない",
        "{who}: a day with a loan, the ride on {line} does not count",
    ),
    "ride_rests": (
        "{who}: 休息日なので{line}への乗車は点にならない",
        "{who}: a rest day, the ride on {line} gives no point",
    ),
    "sprint_won": (
        "{who}: スプリントポイント {station} に {clock} 到着、{age} 日目で {points} 点{passed}",
        "{who} is first at the sprint point {station} ({clock}), day {age}:"
        " {points} points{passed}",
    ),
    "sprint_annulled": (
        "{who}: 借金をした日なので {station} への到着({clock})は数えない",
        "{who}: a day with a loan, the arrival at the sprint point {station} ({clock})"
        " does not count",
    ),
    "sprint_rests": (
        "{who}: 休息日なので {station} への到着({clock})は数えない",
        "{who}: a rest day, the arrival at the sprint point {station} ({clock}) does not count",
    ),
    "sprint_moves": (
        "次のスプリントポイントは {steps} 進んで {station}{because}",
        "the next sprint point is {station}, {steps} on{because}",
    ),
    "arrival_annulled": (
        "{who}: 借金をした日なので {place} への到着は数えない",
        "{who}: a day with a loan, the arrival at {place} does not count",
    ),
    "control_taken": ("{after} が {place} を支配", "{after} takes {place}"),
    "control_over": (
        "{after} が {before} から {place} を奪う",
        "{after} takes {place} from {before}",
    ),
    "control_lost": (
        "{place}: {everyone} が着き、{before} の支配は消える",
        "{place}: {everyone} arrive, {before} loses it to nobody",
    ),
    "control_kept": ("{before} が {place} の支配を続ける", "{before} keeps {place}"),
    "control_tie": (
        "{place}: {everyone} が着き、誰のものにもならない",
        "{place}: {everyone} arrive, it stays nobody's",
    ),
    "station_points": (
        "{who}: {list} の支配で {points} 点",
        "{who} controls {list}: {points} point(s)",
    ),
    "line_control": ("{who}: {line}の支配で {points} 点", "{who} controls {line}: {points} point"),
    "bonus": (
        "{who}: ボーナス {points} 点({list}{wins_too})",
        "{who}: bonus of {points} points ({list}{wins_too})",
    ),
    "final_debt": (
        "{who}: 借金 {debt:,} 円が財布 {purse:,} 円を超え、{points:,} 点",
        "{who}: a debt of {debt:,} yen against a purse of {purse:,}: {points:,} points",
    ),
}


def sentence(row: Row, lang: str) -> str:
    """What a row says, without its clause."""
    japanese = lang == "ja"
    values: dict[str, Any] = {**row.values, "who": row.player}
    comma = "、" if japanese else ", "
    if "stations" in values:
        values["route"] = " → ".join(values["stations"])
    if "time" in values:
        values["clock"] = format_clock(values["time"])
    if "places" in values:
        values["list"] = comma.join(values["places"]) or ("支配なし" if japanese else "no place")
    if "factor" in values:
        values["times"] = times(values["factor"])
    if "arrivers" in values:
        values["everyone"] = comma.join(values["arrivers"])
    if row.kind == "sprint_won":
        told = "(取り消された到着から移る)" if japanese else " (passed on from an annulled arrival)"
        values["passed"] = told if values["passed_on"] else ""
    if row.kind == "sprint_moves":
        close = values["close"]
        told = f"(終値 {close})" if japanese else f" (close {close})"
        none = "(終値のない日)" if japanese else " (a day without a close)"
        values["because"] = told if close else none
    if row.kind == "bonus":
        wins = values["wins"]
        told = f"、スプリント {wins} 回" if japanese else f", {wins} sprint win(s)"
        values["wins_too"] = told if wins else ""
    return SENTENCES[row.kind][0 if japanese else 1].format(**values)


def times(factor: int) -> str:
    """``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(factor, f"{factor} times")


def time_of_day(day: int, at: int) -> str:
    """The clock of a moment on a game day, past midnight as 24:31."""
    return format_clock(at - day * DAY)


def date_heading(day: int, lang: str) -> str:
    """``2014-07-01(火)`` or ``Tue 2014-07-01``."""
    date = dt.date.fromordinal(day)
    weekday = WEEKDAYS[lang][date.weekday()]
    return f"{date}({weekday})" if lang == "ja" else f"{weekday} {date}"


@cache
def clauses() -> Mapping[str, Mapping[str, str]]:
    """clause -> {"ja", "en"}: what it says."""
    with data_path("rules", "kanagawa_clauses.toml").open("rb") as file:
        return tomllib.load(file)


def clause_text(clause: str, lang: str) -> str:
    """What a clause says, "" for one that has no text."""
    return clauses().get(clause, {}).get(lang, "")


def post_words(event: Mapping[str, Any], lang: str) -> str:
    """A post of the journal in words."""
    japanese, kind = lang == "ja", event["type"]
    who = event.get("player") or event.get("by") or ""
    if kind == "plan":
        route = " → ".join(str(stop["station"]) for stop in event.get("arrivals", ()))
        route = route or ("電車なし" if japanese else "no train")
        right, declared = event["right"], event["declared"]
        if japanese:
            fare = "正しい運賃は不明" if right is None else f"正しくは {right:,} 円"
            return f"{who} の経路計画: {route}(宣言 {declared:,} 円、{fare})"
        fare = "right fare not known" if right is None else f"right {right:,} yen"
        return f"{who} plans {route} (declared {declared:,}, {fare})"
    ja, en = POSTS[kind]
    values = {
        key: event.get(key, "")
        for key in ("km", "plan", "amount", "date", "close", "text", "event")
    }
    values |= {"last_day": event.get("last_day", ""), "station": event.get("station", "")}
    named = event["stations"] if kind == "draft_name" else ()
    values["stations"] = ", ".join(str(name) for name in named)
    told = [(key, event[key]) for key in CLAIMS if key in event]
    if japanese:
        values["claims"] = "、".join(CLAIMS[key].format(value) for key, value in told)
    else:
        values["claims"] = ", ".join(f"{key} {value}" for key, value in told)
    return (ja if japanese else en).format(who=who, **values)


CLAIMS = {"purse": "財布 {} 円", "debt": "借金 {} 円", "points": "累計 {} 点"}
POSTS: Mapping[str, tuple[str, str]] = {
    "allowance": ("{who}: 自転車 {km} km で走行終了", "{who} declares the ride over: {km} km"),
    "ruling": ("計画 {plan} の扱いを改める", "the plan {plan} is ruled on anew"),
    "report": ("{who} が計画 {plan} の運賃の誤りを申し出る", "{who} reports the fare of {plan}"),
    "refund_claim": ("{who} が計画 {plan} の払い過ぎを更正", "{who} claims a refund for {plan}"),
    "repay": ("{who}: {amount} 円の返済", "{who} repays {amount} yen"),
    "loan": ("{who}: {amount} 円の借り入れ", "{who} borrows {amount} yen"),
    "rest": ("{who}: 翌日を休息日と宣言", "{who} declares tomorrow a rest day"),
    "close": ("{date} の日経平均終値 {close}", "Nikkei close of {date}: {close}"),
    "consent": ("{who}: 最終日 {last_day} に同意", "{who} agrees to {last_day} as the last day"),
    "draft_name": ("{who} が駅を指定: {stations}", "{who} names {stations}"),
    "draft_choose": ("{who} のスタート駅: {station}", "{who} starts at {station}"),
    "balance": ("{who} の確認: {claims}", "{who} should have {claims}"),
    "void": ("記録 {event} を取り消す", "{event} is taken back"),
    "note": ("メモ: {text}", "note: {text}"),
}
