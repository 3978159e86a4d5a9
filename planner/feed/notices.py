"""A fault in a feed, told as data: which rule, which file and row, and what was done about it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True)
class Notice:
    """One fault, or ``count`` equal ones of which this is the first.

    ``row`` counts the records of the file from 1, the header being row 1 (0: the file as a whole).
    """

    code: str
    severity: Severity
    file: str
    row: int
    field: str
    message: str
    message_ja: str
    count: int = 1

    def __str__(self) -> str:
        where = f"{self.file}:{self.row}" if self.row else self.file
        return f"{self.severity} {self.code} {where}: {self.message}"


# code -> severity, English, Japanese; {value} and the like are filled in
RULES: dict[str, tuple[Severity, str, str]] = {
    "empty_file": ("warning", "the file has no header", "見出し行がありません"),
    "unknown_column": (
        "info",
        "column {value!r} is not known and is left unread",
        "列「{value}」は未知のため読み飛ばしました",
    ),
    "duplicate_column": (
        "error",
        "column {value!r} appears twice; the first is read",
        "列「{value}」が重複しています(先の列を採用)",
    ),
    "missing_column": (
        "error",
        "required column {value!r} is missing",
        "必須の列「{value}」がありません",
    ),
    "row_width": (
        "error",
        "the row has {value} values where the header has {wanted}; it is left out",
        "列数が {value} で見出しの {wanted} と異なる行を除外しました",
    ),
    "broken_quoting": (
        "error",
        "the row cannot be read ({value}); it is left out",
        "読めない行を除外しました({value})",
    ),
    "missing_value": (
        "error",
        "{field} is empty; the row is left out",
        "{field} が空の行を除外しました",
    ),
    "bad_value": (
        "error",
        "{field} {value!r} is not {wanted}",
        "{field}「{value}」は {wanted} ではありません",
    ),
    "duplicate_key": (
        "error",
        "{value!r} is defined again; the first row is kept",
        "「{value}」が再び定義されています(先の行を採用)",
    ),
    "unknown_reference": (
        "error",
        "{field} {value!r} is not in {wanted}; {done}",
        "{field}「{value}」が {wanted} にありません({done_ja})",
    ),
    "time_missing_at_end": (
        "error",
        "trip {value!r} has no time at its first or last stop; the call is left out",
        "便「{value}」の始発・終着に時刻がないため除外しました",
    ),
    "only_one_time": (
        "warning",
        "only one of arrival and departure is given; it is used for both",
        "到着・発車の片方しかないため、両方に用いました",
    ),
    "times_interpolated": (
        "info",
        "blank times were worked out from the stops before and after",
        "空欄の時刻を前後の停車駅から補間しました",
    ),
    "time_goes_back": (
        "error",
        "trip {value!r} arrives before it left the stop before; the call is left out",
        "便「{value}」の時刻が前の停車駅より戻るため除外しました",
    ),
    "departs_before_arriving": (
        "error",
        "trip {value!r} departs before it arrives; the call is left out",
        "便「{value}」の発車が到着より早いため除外しました",
    ),
    "trip_of_one_stop": (
        "warning",
        "trip {value!r} has fewer than two stops; it is never run",
        "便「{value}」は停車駅が2つ未満のため運行されません",
    ),
    "bad_headway": (
        "error",
        "headway {value} over {wanted} cannot be expanded; the row is left out",
        "運転間隔 {value}({wanted})は展開できないため除外しました",
    ),
    "too_many_runs": (
        "error",
        "expanding this row would make {value} calls, more than {wanted}; it is left out",
        "この行を展開すると停車が {value} 件となり上限 {wanted} を超えるため除外しました",
    ),
    "transfer_of_template": (
        "warning",
        "trip {value!r} is expanded by frequencies.txt; a transfer cannot name it",
        "便「{value}」は frequencies.txt で展開されるため、乗継の指定に使えません",
    ),
    "time_stands_still": (
        "info",
        "trip {value!r} takes no time from {wanted} to this stop",
        "便「{value}」は {wanted} からこの停車駅まで所要0分です",
    ),
    "too_fast": (
        "warning",
        "trip {value!r} needs {wanted} to get to this stop in time",
        "便「{value}」がこの停車駅に間に合うには {wanted} が必要です",
    ),
    "long_hop": (
        "warning",
        "trip {value!r} takes {wanted} from the stop before",
        "便「{value}」は前の停車駅から {wanted} かかっています",
    ),
    "trip_without_calls": (
        "warning",
        "trip {value!r} stops nowhere; it is never run",
        "便「{value}」に停車駅がなく、運行されません",
    ),
    "route_without_trips": (
        "warning",
        "route {value!r} has no trips",
        "路線「{value}」に便がありません",
    ),
    "route_without_name": (
        "error",
        "route {value!r} has neither a short nor a long name",
        "路線「{value}」に名称がありません",
    ),
    "no_agency": (
        "error",
        "there is no agency.txt, or no agency in it",
        "agency.txt がないか、事業者がありません",
    ),
    "agency_without_name": ("error", "an agency has no name", "事業者名がありません"),
    "agency_without_routes": (
        "info",
        "agency {value!r} has no routes",
        "事業者「{value}」に路線がありません",
    ),
    "agency_unclear": (
        "error",
        "route {value!r} names no agency where there are several",
        "複数の事業者があるのに路線「{value}」の事業者が指定されていません",
    ),
    "timezones_differ": (
        "error",
        "agencies lie in different time zones: {value}",
        "事業者の時間帯が一致しません: {value}",
    ),
    "unknown_timezone": (
        "error",
        "time zone {value!r} is not known",
        "時間帯「{value}」は不明です",
    ),
    "stop_without_name": (
        "error",
        "stop {value!r} has no name",
        "停車駅「{value}」に名称がありません",
    ),
    "stop_without_place": (
        "error",
        "stop {value!r} has no coordinates on Earth",
        "停車駅「{value}」に正しい緯度・経度がありません",
    ),
    "stop_never_served": (
        "warning",
        "no trip stops at {value!r}",
        "停車駅「{value}」に止まる便がありません",
    ),
    "station_without_stops": (
        "warning",
        "no stop belongs to station {value!r}",
        "駅「{value}」に属する停車駅がありません",
    ),
    "stop_without_parent": (
        "error",
        "{value!r} is an entrance, a node or a boarding area and needs a parent_station",
        "「{value}」は出入口・通路・乗車位置のため parent_station が必要です",
    ),
    "station_with_parent": (
        "error",
        "station {value!r} must not have a parent_station",
        "駅「{value}」は parent_station を持てません",
    ),
    "wrong_parent": (
        "error",
        "the parent_station of {value!r} is not a {wanted}",
        "「{value}」の parent_station が {wanted} ではありません",
    ),
    "far_from_parent": (
        "warning",
        "stop {value!r} lies {wanted} from its station",
        "停車駅「{value}」が駅から {wanted} 離れています",
    ),
    "call_at_station": (
        "error",
        "trip {value!r} stops at a station or entrance, not at a stop",
        "便「{value}」が停車駅でなく駅・出入口に止まっています",
    ),
    "no_calendar": (
        "error",
        "neither calendar.txt nor calendar_dates.txt has a day: nothing ever runs",
        "calendar.txt・calendar_dates.txt に運行日がなく、何も運行されません",
    ),
    "dates_out_of_order": (
        "error",
        "{value} ends before it begins",
        "{value} の終了日が開始日より前です",
    ),
    "no_train": (
        "error",
        "no trip stops at two places: the feed has no train at all",
        "2駅以上に停車する便が一つもありません",
    ),
    "service_never_runs": (
        "warning",
        "service {value!r} runs on no day",
        "運行日区分「{value}」は一日も運行されません",
    ),
    "service_without_trips": (
        "info",
        "service {value!r} has no trips",
        "運行日区分「{value}」に便がありません",
    ),
    "service_outside_feed": (
        "warning",
        "service {value!r} reaches outside {wanted} of feed_info.txt",
        "運行日区分「{value}」が feed_info.txt の期間 {wanted} を超えています",
    ),
    "block_overlaps": (
        "error",
        "trip {value!r} begins before the trip before it in block {wanted!r} ends",
        "便「{value}」がブロック「{wanted}」の前の便の終了前に始まります",
    ),
    "transfer_without_trips": (
        "error",
        "a transfer of type 4 or 5 has to name both trips",
        "種別 4・5 の乗継には両方の便が必要です",
    ),
    "transfer_without_stops": (
        "error",
        "a transfer of type 0 to 3 has to name both stops",
        "種別 0〜3 の乗継には両方の停車駅が必要です",
    ),
    "transfer_without_time": (
        "warning",
        "a transfer of type 2 has no min_transfer_time",
        "種別 2 の乗継に min_transfer_time がありません",
    ),
    "through_trips_apart": (
        "warning",
        "trip {value!r} does not begin where trip {wanted!r} ends",
        "便「{value}」の始発駅が便「{wanted}」の終着駅と異なります",
    ),
    "through_trips_early": (
        "error",
        "trip {value!r} begins before trip {wanted!r}, which it follows, ends",
        "便「{value}」が、先行する便「{wanted}」の終了前に始まります",
    ),
    "frequencies_overlap": (
        "warning",
        "trip {value!r} has periods that overlap; a departure in both is run once",
        "便「{value}」の運転間隔の時間帯が重複しています(重なる発車は1本とします)",
    ),
}


RULES |= {
    "fare_amount": (
        "warning",
        "the price {value!r} is not a sum of whole yen (JPY); it counts as unknown",
        "「{value}」は円の整数額ではないため、運賃不明とします",
    ),
    "fare_rider": (
        "info",
        "the price is for riders {value!r}; only the general price is read",
        "「{value}」向けの運賃のため読み飛ばしました(一般の運賃のみ読みます)",
    ),
    "fare_timeframe": (
        "warning",
        "prices that depend on the time of day are not read; they count as unknown",
        "時間帯による運賃は扱えないため、運賃不明とします",
    ),
    "fare_transfers": (
        "warning",
        "what a change of trains costs under this rule is not read; it counts as unknown",
        "この規則による乗継の運賃は扱えないため、乗継は運賃不明とします",
    ),
    "fare_contains": (
        "warning",
        "a price by the zones passed ({value}) is not read; it counts as unknown",
        "通過ゾーン({value})による運賃は扱えないため、運賃不明とします",
    ),
    "fare_stops_differ": (
        "warning",
        "the stops called {value!r} lie in different fare zones; their prices count as unknown",
        "「{value}」の停車駅の運賃ゾーンが異なるため、運賃不明とします",
    ),
    "fare_charge_unsaid": (
        "info",
        "express charges of single trains cannot be said in Fares V2; they are left out",
        "列車ごとの特急料金は Fares V2 では表せないため含みません",
    ),
    "fare_joint_unsaid": (
        "info",
        "a Shinkansen ride on a JR ticket cannot be said in Fares V2; it is priced alone",
        "新幹線と在来線を通した運賃は Fares V2 では表せないため、新幹線単独の運賃を書きます",
    ),
    "fare_route_unpriced": (
        "info",
        "route {value!r} belongs to no known fare system; its price is left out",
        "路線「{value}」は運賃系統が不明なため含みません",
    ),
}


def notice(code: str, file: str, row: int = 0, field: str = "", **values: object) -> Notice:
    """A notice of the rule ``code``, its text filled in from ``field`` and ``values``."""
    severity, english, japanese = RULES[code]
    words = {"field": field, "value": "", "wanted": "", **values}
    text, text_ja = english.format(**words), japanese.format(**words)
    return Notice(code, severity, file, row, field, text, text_ja)


SHOWN = 50
"""How many faults of one rule in one file get a notice of their own; the rest are counted."""


def notices(
    code: str,
    file: str,
    field: str,
    rows: Sequence[int],
    values: Sequence[object] | None = None,
    **more: object,
) -> list[Notice]:
    """One notice a row; past ``SHOWN`` rows the last one stands for all the rest."""
    found = []
    for i, row in enumerate(rows[:SHOWN]):
        given = {"value": values[i]} if values is not None else {}
        found.append(notice(code, file, int(row), field, **given, **more))
    if len(rows) > SHOWN:
        found[-1] = counted(found[-1], len(rows) - SHOWN + 1)
    return found


def counted(first: Notice, count: int) -> Notice:
    """The same notice standing for ``count`` rows, of which its own is the first."""
    return Notice(
        first.code,
        first.severity,
        first.file,
        first.row,
        first.field,
        f"{first.message} (and {count - 1:,} more such rows)" if count > 1 else first.message,
        f"{first.message_ja}(同様の行がほかに {count - 1:,} 件)" if count > 1 else first.message_ja,
        count,
    )


def count_by_severity(found: Iterable[Notice]) -> dict[Severity, int]:
    """How many faults there are of each severity."""
    counts: Counter[Severity] = Counter()
    for one in found:
        counts[one.severity] += one.count
    return {"error": counts["error"], "warning": counts["warning"], "info": counts["info"]}
