"""Verbs that rule on plans by a timetable: post and waive; and the rulings of a journal again."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.check import lines, verdict_document
from planner.cli.game_folder import OutsideGame, Recorded, open_folder, record
from planner.cli.game_posts import (
    MAIN,
    At,
    By,
    ForDay,
    Here,
    Name,
    On,
    PlanName,
    Player,
    Rulebook,
    followed_document,
    said,
    tell,
)
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json
from planner.errors import PlannerError
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.plan_post import (
    book_before,
    differences,
    field_of,
    plan_of,
    waiver_differences,
    waiver_of,
)
from planner.rulebooks.kanagawa.rules import Game
from planner.rulebooks.kanagawa.verdict import Verdict

Event = Mapping[str, Any]
Feed = Annotated[
    str, typer.Option("--feed", help=say("時刻表(既定: 選択中)", "Timetable (default: the chosen)"))
]
Route = Annotated[
    str,
    typer.Argument(
        help=say(
            "経路と運賃: 横浜 -東海道線-> 藤沢 440円", "Route and fare: 横浜 -東海道線-> 藤沢 440円"
        )
    ),
]


def post(
    player: Player,
    route: Route,
    game: Here = Path(),
    at: At = "",
    date: On = "",
    for_day: ForDay = "",
    name: Name = "",
    feed: Feed = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Post a plan: it is ruled on, carried out by the timetable, and recorded with its outcome."""
    folder = open_folder(game)
    field = field_of(folder.game.rules, feed or None)
    event: dict[str, Any] = {"type": "plan", "player": player, "text": route}
    event |= said(at, date, for_day, name)
    verdicts: list[Verdict] = []

    def ruled(stamped: Event, events: Sequence[Event]) -> Event:
        book = book_before(events, str(stamped["t"]), folder.game)
        found, verdict = plan_of(stamped, book, field)
        verdicts.append(verdict)
        return found

    try:
        recorded = record(folder, event, ruled)
    except OutsideGame:
        raise
    except Refused as refused:
        return tell_refused(refused, event, as_json)
    if as_json:
        return tell_plan(recorded, verdicts[0])
    code = tell(recorded, False)
    if not recorded.ruling.stands:  # nobody rides what the timetable would have given
        return code
    opened = field.day(verdicts[0].post.date).opened
    for line in list(lines(verdicts[0], opened, folder.game.rules.controllable_line))[1:]:
        print(line)
    return code


def tell_plan(recorded: Recorded, verdict: Verdict) -> int:
    """The ruling on a plan as a JSON document: that of the journal, and what the timetable says."""
    ruling = recorded.ruling
    message = say(ruling.message_ja, ruling.message)
    refused = None if ruling.stands else {"clause": ruling.clause, "message": message}
    print_json(
        {
            "accepted": ruling.stands,
            "refused": refused,
            "amount": ruling.amount,
            **followed_document(recorded),
            "event": dict(recorded.event),
            "verdict": verdict_document(verdict),
        }
    )
    return 0 if ruling.stands else 1


def tell_refused(refused: Refused, event: Event, as_json: bool) -> int:
    """A post that is not recorded because the rules forbid it."""
    message = say(refused.message_ja, refused.message).removeprefix(f"{refused.clause}: ")
    if as_json:
        told = {"clause": refused.clause, "message": message}
        print_json({"accepted": False, "refused": told, "amount": 0, "event": None})
    else:
        text = event.get("text") or event.get("plan") or ""
        print(f"{event.get('player') or event.get('by') or ''}: {text}".strip(": "))
        print(say(f"却下 {refused.clause}: {message}", f"refused, {refused.clause}: {message}"))
        print(say("記録していません", "nothing was recorded"))
    return 1


def waive(
    plan: PlanName,
    by: By,
    game: Here = Path(),
    at: At = "",
    date: On = "",
    name: Name = "",
    feed: Feed = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Declare the same-company right for a plan that is under way (R4g)."""
    folder = open_folder(game)
    event = {"type": "ruling", "plan": plan, "by": by, **said(at, date, "", name)}

    def ruled(stamped: Event, events: Sequence[Event]) -> Event:
        own = next((e for e in events if e["id"] == plan), {})
        named = str(own.get("ruled", {}).get("feed", ""))
        field = field_of(folder.game.rules, feed or named or None)
        return waiver_of(stamped, events, folder.game, field)

    try:
        return tell(record(folder, event, ruled), as_json)
    except OutsideGame:
        raise
    except Refused as refused:
        return tell_refused(refused, event, as_json)


def rulings_again(events: Sequence[Event], game: Game) -> Iterator[tuple[str, str, str, str]]:
    """Rule again on every plan of a journal and on every right of R4g declared for one:
    (code, where, English, Japanese) of what differs."""
    fields: dict[str, Field | None] = {}
    plans = {str(event["id"]): event for event in events if event.get("type") == "plan"}
    for event in events:
        plan = event if event.get("type") == "plan" else plans.get(str(event.get("plan")), {})
        if "text" not in plan or "ruled" not in plan or not _is_ruled(event):
            continue
        ruled = event.get("ruled") or plan["ruled"]
        name, digest = str(ruled["feed"]), str(ruled["digest"])
        key = f"{name} {digest[:12]}"
        if key not in fields:
            fields[key] = field = _same_feed(name, digest, game)
            if field is None:
                yield (
                    "other_feed", key, "this timetable is not here any more: its plans are not"
                    " ruled on again",
                    "この時刻表はもうないため、その計画は審判し直していません",
                )  # fmt: skip
        found = fields[key]
        if found is None:
            continue
        try:
            if event is plan:
                different = differences(event, game, found)
            else:
                different = waiver_differences(event, plan, game, found)
        except PlannerError as error:
            different = [error.message]
        if different:
            told = ", ".join(different)
            yield (
                "ruling_differs", str(event["id"]), f"ruled on again, it differs in {told}",
                f"審判し直すと {told} が違います",
            )  # fmt: skip


def _is_ruled(event: Event) -> bool:
    """Whether the timetable ruled on it: a plan, or a right of R4g declared for one."""
    return event.get("type") == "plan" or (
        event.get("type") == "ruling" and (event.get("cut") or {}).get("clause") == "R4g"
    )


def _same_feed(name: str, digest: str, game: Game) -> Field | None:
    try:
        field = field_of(game.rules, name)
    except PlannerError:
        return None
    return field if field.feed.digest == digest else None
