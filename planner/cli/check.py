"""``planner check "ROUTE"``: is a declared route legal, what does it cost, and what happens?"""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from planner.cli import query_options as opt
from planner.cli.clock import moment
from planner.cli.journeys import feed_document, journey_document
from planner.cli.lang import say
from planner.cli.output import print_json
from planner.cli.parameters import Given, Parameter, Verb, at_least, one_of
from planner.units import format_clock

if TYPE_CHECKING:
    from planner.rulebooks.kanagawa.verdict import Post, Verdict
    from planner.timetable.opening import Opened

EXIT_NO = 1
ROUTE = Parameter(
    "route",
    "text",
    "経路: 「横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円」または JSON(- は標準入力)",
    "The route, such as 横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円, or JSON (-: stdin)",
    metavar="ROUTE",
)
PURSE = Parameter(
    "purse", "number", "お小遣い(円): 宣言した運賃がこれ以下か(R4c)", "Yen at hand (R4c)",
    ("--purse",), "YEN",
)  # fmt: skip
START = Parameter(
    "start", "text", "今いる駅(R4a)", "Where the player is (R4a)", ("--from",), "STATION"
)
WAIVE = Parameter(
    "waive",
    "flag",
    "同一会社の権利(R4g)を宣言しておく",
    "The same-company right (R4g) is declared with the plan",
    ("--waive",),
)
BOARDING = Parameter(
    "boarding",
    "text",
    "乗る列車: next_departure 次の発車 / earliest_arrival 早く着く方(R4d)",
    "Which train is boarded (R4d): next_departure or earliest_arrival",
    ("--boarding",),
    "HOW",
    default="next_departure",
)
BOARDINGS = ("next_departure", "earliest_arrival")
PARAMETERS = (
    *(ROUTE, opt.DATE, opt.AT, PURSE, START, WAIVE, opt.DISCOUNTS, BOARDING),
    *(*opt.WHERE, *opt.FORM),
)


def answer(given: Given) -> int:
    """Rule on the route; 0 if it is legal and a train was boarded."""
    boarding = one_of(given["boarding"], "--boarding", BOARDINGS)
    anywhere = one_of(given["rules"], "--rules", ("kanagawa", "none")) == "none"
    as_if = one_of(given["as_if"], "--as-if", ("weekday", "holiday")) if given["as_if"] else None
    asked = moment(given["date"], given["at"])
    purse = at_least(given["purse"], 0, "--purse")
    from planner.rulebooks.kanagawa.field import Field
    from planner.rulebooks.kanagawa.options import rules_with
    from planner.rulebooks.kanagawa.verdict import Post, rule
    from planner.search.declared_text import read_declared

    text = sys.stdin.read() if given["route"] == "-" else given["route"]
    declared = read_declared(text)
    if given["waive"]:
        declared = declared.with_waiver()
    post = Post(declared, asked.service_date, asked.time, purse, given["start"])
    field = Field.open(given["feed"] or None, as_if=as_if, anywhere=anywhere)
    discounts = "on" if given["discounts"] else "off"
    rules = rules_with({"boarding": boarding, "transfer_discounts": discounts})
    verdict = rule(post, field, rules)
    opened = field.day(post.date).opened
    if given["json"]:
        line = rules.controllable_line
        print_json({**_query(post), **feed_of(opened), **verdict_document(verdict, line)})
    else:
        for told in lines(verdict, opened):
            print(told)
    return 0 if verdict.moved else EXIT_NO


def _query(post: "Post") -> dict[str, Any]:
    query = {
        "service_date": post.date.isoformat(),
        "at": format_clock(post.time),
        "purse": post.purse,
        "from": post.place or None,
        "waive": post.declared.waive,
    }
    return {"query": query}


def feed_of(opened: "Opened") -> dict[str, Any]:
    """Which timetable ruled."""
    return {"feed": feed_document(opened)}


def verdict_document(verdict: "Verdict", line: str = "東海道新幹線") -> dict[str, Any]:
    """A verdict as the JSON document that scripts rely on."""
    refused, cut, way = verdict.refused, verdict.cut, verdict.right_of_way
    journey = verdict.journey
    return {
        "legal": verdict.legal,
        "refused": None
        if refused is None
        else {"clause": refused.clause, "message": told(refused)},
        "right_fare": verdict.right,
        "declared_fare": verdict.declared,
        "fare_error": verdict.fare_error,
        "charged_fare": verdict.charged,
        "departs": None if journey is None else format_clock(journey.departs),
        "arrives": None if journey is None else format_clock(journey.arrives),
        "stops_at": verdict.stops_at,
        "completed": verdict.completed,
        "cut_off": None
        if cut is None
        else {
            "station": cut.station,
            "clause": cut.clause,
            "message": say(cut.message_ja, cut.message),
        },
        "arrivals": [
            {"station": stop.station, "time": format_clock(stop.time), "clause": stop.clause}
            for stop in verdict.arrivals
        ],
        "changes": [
            {"station": stop.station, "time": format_clock(stop.time)} for stop in verdict.changes
        ],
        "boardings": {line: verdict.boardings},
        "same_company_right": None
        if way is None
        else {"station": way.station, "until": format_clock(way.time)},
        "confidence": verdict.confidence,
        "journey": None if journey is None else journey_document(journey),
    }


def told(refused: Any) -> str:
    """Why a plan is refused, without the clause before it."""
    plain = say(refused.message_ja, refused.message)
    return str(plain.removeprefix(f"{refused.clause}: "))


def lines(verdict: "Verdict", opened: "Opened", line: str = "東海道新幹線") -> Iterator[str]:
    """The verdict as players paste it back to the board; ``line``: whose boardings count (C4)."""
    from planner.cli.itinerary import date_words, footer, itinerary, strong

    post = verdict.post
    when = f"{date_words(post.date)} {format_clock(post.time)}"
    yield strong(f"{written(post)}   [{when}]")
    if verdict.refused is not None:
        clause = verdict.refused.clause
        yield say(f"× 認められません {clause}: ", f"x refused, {clause}: ") + told(verdict.refused)
        if verdict.right is not None:
            yield f"  {fares(verdict)}"
    else:
        yield _headline(verdict)
        if verdict.journey is not None:
            yield from itinerary(verdict.journey)
        yield f"  {fares(verdict)}"
        if verdict.arrivals:
            yield (
                "  "
                + say("到着: ", "arrivals: ")
                + "、".join(
                    f"{stop.station} {format_clock(stop.time)} ({stop.clause})"
                    for stop in verdict.arrivals
                )
            )
        if verdict.boardings:
            yield "  " + say(f"{line}乗車: ", f"boardings of {line}: ") + str(verdict.boardings)
    yield ""
    yield from footer(opened)


def _headline(verdict: "Verdict") -> str:
    cut = verdict.cut
    if cut is None:
        return say("○ 有効", "o legal")
    mark = say("△ 有効、打ち切り", "- legal, cut off") if verdict.moved else say("△", "-")
    return f"{mark} {cut.clause}: {say(cut.message_ja, cut.message)}"


def written(post: "Post") -> str:
    """The route as it was understood."""
    declared = post.declared
    words = [declared.stations[0] or post.place]
    for number, hop in enumerate(declared.hops, 1):
        mark = say("[下車]", "[off]") if declared.get_off[number] else ""
        words.append((f"-{hop.text}-> " if hop.text else "-> ") + declared.stations[number] + mark)
    if declared.fare is not None:
        words.append(f"{declared.fare:,}" + say("円", " yen"))
    return " ".join(words)


def fares(verdict: "Verdict") -> str:
    """Declared, right and paid fare, and what an error means (R4h, R4i)."""
    if verdict.right is None:
        text = say(
            "正しい運賃は不明(料金の必要な列車、または運賃表のない路線)",
            "right fare unknown (a surcharge, or a line without known fares)",
        )
    else:
        sure = "?" if verdict.confidence == "assumed" else ""
        text = say(
            f"正しい運賃 {verdict.right:,}円{sure}", f"right fare {verdict.right:,}{sure} yen"
        )
    if verdict.declared is not None:
        text = say(f"宣言 {verdict.declared:,}円、", f"declared {verdict.declared:,}, ") + text
    if verdict.legal and verdict.charged is not None:
        text += say(f"、支払い {verdict.charged:,}円", f", paid {verdict.charged:,}")
    error = verdict.fare_error or 0
    if error < 0:
        text += say(f" — {-error:,}円の不足(R4h)", f" - {-error:,} too little (R4h)")
    elif error > 0:
        text += say(f" — {error:,}円の過大(R4i)", f" - {error:,} too much (R4i)")
    return text


VERB = Verb(
    "宣言した経路を審判する(読み取り・適否・運賃・実際の動き)",
    "Rule on a declared route: is it legal, what does it cost, what happens.",
    PARAMETERS,
    answer,
)
