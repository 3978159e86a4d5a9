"""``planner game import FILE``: a month of posts as a text file, read whole and then recorded.

    # date time player: what
    2026-12-01 18:00 ハル 走行 18.4km
    2026-12-01 18:20 [p1] ハル: 横浜 -東海道線-> 藤沢 440円
    2026-12-01 19:00 ナツ 休息日
    2026-12-01 日経 50253.91
    2026-12-02 12:00 ナツ 指摘 p1
    2026-12-02 20:00 ハル 返済 1000円

A line that does not begin with a date goes on with the one before (a route over several lines).
"""

import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any
from unicodedata import normalize

import typer

from planner.cli.game_folder import Folder, NoPost, open_folder, record
from planner.cli.game_plan import Feed
from planner.cli.game_posts import MAIN, Here, Rulebook, whole_yen
from planner.cli.lang import say
from planner.cli.options import Json, Lang
from planner.cli.output import print_json
from planner.errors import BadValue, PlannerError
from planner.referee.rulebook import Refused
from planner.rulebooks.kanagawa.calendar import moment
from planner.rulebooks.kanagawa.facts import no_player
from planner.rulebooks.kanagawa.field import Field
from planner.rulebooks.kanagawa.plan_post import book_before, field_of, plan_of, waiver_of
from planner.rulebooks.kanagawa.words import post_words
from planner.search.declared_names import is_station, read_line
from planner.search.declared_text import read_declared

Event = Mapping[str, Any]
_BEGINS = re.compile(
    r"^\s*(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:[ T]+(\d{1,2}:\d{2}))?\s*(.*)$", re.DOTALL
)
_NAMED = re.compile(r"^[\[(](\w+)[\])]\s*")
_REMARK = re.compile(r"(?:^|\s)\s*#.*$")
_PARTICLES = ("の", "は")
_AFTER_NAME = re.compile(r"(?:\s*[のは](?=[\s:、,]))?[\s:、,]*")
_SPEAKER = re.compile(r"([^\s:、,]+?)(?=\s*[のは]?[\s:、,])")
_THOUSANDS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_NUMBER = r"\s*[:=]?\s*([-+−]?[\d.,]+)\s*"
FORMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "allowance",
        re.compile(rf"^(?:走行|自転車|rode|rides?){_NUMBER}(?:km|キロ)?$", re.IGNORECASE),
    ),
    ("repay", re.compile(rf"^(?:返済|repays?){_NUMBER}(?:円|yen)?$", re.IGNORECASE)),
    ("rest", re.compile(r"^(?:休息日宣言|休息日|rests?)$", re.IGNORECASE)),
    ("report", re.compile(r"^(?:指摘|申告|訂正|reports?)\s*(\w+)$", re.IGNORECASE)),
    ("refund_claim", re.compile(r"^(?:更正|refunds?)\s*(\w+)$", re.IGNORECASE)),
    ("waive", re.compile(r"^(?:権利(?:行使)?|waives?)\s*(\w+)$", re.IGNORECASE)),
    ("consent", re.compile(r"^(?:最終日|同意|consents?)\s*(\d{4}-\d\d-\d\d)$", re.IGNORECASE)),
)
_CLOSE = re.compile(r"^(?:日経(?:平均)?|nikkei|close)\s*[:=]?\s*([\d.,]+)\s*円?$", re.IGNORECASE)


def import_posts(
    file: Annotated[Path, typer.Argument(help=say("投稿のテキスト", "Posts as a text file"))],
    game: Here = Path(),
    feed: Feed = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Record a file of posts; exit 1 if any of them is refused.

    The whole file is read and ruled on before the first post is recorded: a line that cannot be
    read leaves the journal as it was.
    """
    folder = open_folder(game)
    posts = read_posts(_text(file), folder)
    field = field_of(folder.game.rules, feed or None)
    rehearse(folder, posts, field)
    told = [_recorded(folder, post, field) for _, post in posts]
    refused = [one for one in told if not one["accepted"]]
    if as_json:
        print_json({"posts": told, "recorded": sum(one["recorded"] for one in told),
                    "refused": len(refused)})  # fmt: skip
    else:
        for one in told:
            print(one["text"])
        print(
            say(
                f"{len(told)} 件、却下 {len(refused)} 件",
                f"{len(told)} posts, {len(refused)} refused",
            )
        )
    return 1 if refused else 0


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise BadValue(
            f"there is no file {str(file)!r}", f"「{file}」というファイルはありません"
        ) from None
    except UnicodeDecodeError:
        raise BadValue(
            f"{str(file)!r} is not text in UTF-8", f"「{file}」は UTF-8 のテキストではありません"
        ) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadValue(
            f"cannot read {str(file)!r}: {why}", f"「{file}」を読めません: {why}"
        ) from None


def read_posts(text: str, folder: Folder) -> list[tuple[int, dict[str, Any]]]:
    """The posts of a file with the number of the line each begins on.

    Raises:
        BadValue: a line that cannot be read; the message names it.
    """
    parts: list[list[tuple[int, str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = _REMARK.sub("", normalize("NFKC", line)).rstrip()
        if not plain.strip():
            continue
        if _BEGINS.match(plain):
            parts.append([(number, plain)])
        elif parts:
            parts[-1].append((number, plain))
        else:
            raise _on_line(number, _unreadable(plain))
    posts: list[tuple[int, dict[str, Any]]] = []
    for part in parts:
        number = part[0][0]
        try:
            post = _post(_joined(part), folder.game.players)
        except PlannerError as error:
            raise _on_line(_to_blame(part, folder.game.players), error) from None
        if not post["t"]:  # a close is known after the exchange, and after the posts before it
            post["t"] = f"{post['date']} 15:30"
            last = posts[-1][1]["t"] if posts else ""
            post["t"] = max(post["t"], last) if last[:10] == post["date"] else post["t"]
        posts.append((number, post))
    return posts


def _joined(lines: Sequence[tuple[int, str]]) -> str:
    return "\n".join(line for _, line in lines)


def _to_blame(lines: Sequence[tuple[int, str]], players: Sequence[str]) -> int:
    """The number of the line that spoils a post: the one after the most that is a post alone."""
    for count in range(len(lines) - 1, 0, -1):
        try:
            _post(_joined(lines[:count]), players)
        except PlannerError:
            continue
        return lines[count][0]
    return lines[0][0]


def _post(text: str, players: Sequence[str]) -> dict[str, Any]:
    match = _BEGINS.match(text)
    assert match is not None
    date = "-".join(f"{int(part):02d}" for part in re.split(r"[-/.]", match[1]))
    rest = match[3].strip()
    named = _NAMED.match(rest)
    rest = rest[named.end() :] if named else rest
    event: dict[str, Any] = {"t": f"{date} {match[2]:0>5}" if match[2] else ""}
    moment(event["t"] or f"{date} 00:00")  # raises for a day that is none
    if named:
        event["id"] = named[1]
    if close := _CLOSE.match(rest):
        return {**event, "type": "close", "date": date, "close": close[1]}
    player = next((p for p in sorted(players, key=len, reverse=True) if rest.startswith(p)), None)
    if player is None or match[2] is None:
        stranger = _stranger(rest) if match[2] else ""
        raise no_player(stranger, players) if stranger else _unreadable(text)
    return {**event, **_said_after(player, rest[len(player) :])}


def _stranger(text: str) -> str:
    """The name before what would be a post if that were a player; "" where there is none."""
    found = _SPEAKER.match(text)
    if found is None or is_station(found[1]) or read_line(found[1]) is not None:
        return ""
    try:
        _said_after(found[1], text[found.end(1) :])
    except PlannerError:
        return found[1] if text[found.end(1) :].lstrip().startswith(":") else ""
    return found[1]


def _said_after(player: str, rest: str) -> dict[str, Any]:
    """What follows a player's name, past a separator and a particle: ハルは 横浜 -> 藤沢 440円.

    A particle may also stand without a separator (ハルの返済), unless it begins a name (はるひ野).
    """
    text = rest[_AFTER_NAME.match(rest).end() :]  # type: ignore[union-attr]  # matches anything
    try:
        return _said(player, text)
    except PlannerError:
        if text != rest.lstrip() or text[:1] not in _PARTICLES:
            raise
        try:
            return _said(player, text[1:])
        except PlannerError:
            pass
        raise


def _said(player: str, text: str) -> dict[str, Any]:
    """What a player says: one of the short forms, else a plan."""
    for kind, form in FORMS:
        match = form.match(text)
        if match is None:
            continue
        if kind == "allowance":
            return {"type": kind, "player": player, "km": _plain_number(match[1])}
        if kind == "repay":
            return {"type": kind, "player": player, "amount": whole_yen(_plain_number(match[1]))}
        if kind == "rest":
            return {"type": kind, "player": player}
        if kind == "consent":
            return {"type": kind, "player": player, "last_day": match[1]}
        name = "ruling" if kind == "waive" else kind
        return {"type": name, "by": player, "plan": match[1]}
    try:
        fare = read_declared(text).fare
    except PlannerError as error:
        raise _too_much(text) or error from None
    if fare is None:
        raise BadValue(f"the plan declares no fare: {text!r}", f"運賃が宣言されていません: {text}")
    return {"type": "plan", "player": player, "text": text}


def _too_much(text: str) -> BadValue | None:
    """The mistake of a short form with words behind it; None where the text is no such form."""
    for _, form in FORMS:
        match = re.match(form.pattern.removesuffix("$") + r"(?=[\s、。,(])", text, form.flags)
        if match is not None:
            short, more = match[0].strip(), text[match.end() :].strip(" 、。,\n")
            return BadValue(
                f"{short!r} stands alone, without {more!r}; write a remark behind #",
                f"「{short}」の後に「{more}」は書けません。注記は # の後に書いてください",
            )
    return None


def _plain_number(text: str) -> str:
    """A number without the commas between its thousands; others stay, and are refused."""
    text = text.replace("−", "-")
    return text.replace(",", "") if _THOUSANDS.fullmatch(text) else text


def _on_line(number: int, error: PlannerError) -> BadValue:
    """The same mistake with the line it is on."""
    return BadValue(
        f"line {number}: {error.message}",
        f"{number} 行目: {error.message_ja}",
        error.did_you_mean,
    )


def _unreadable(text: str) -> BadValue:
    said = " ".join(text.split())[:80]
    return BadValue(
        f"{said!r} is no post; write e.g. 2026-12-01 18:20 NAME: ROUTE 440円, or"
        " 走行 18.4km, 休息日, 返済 1000円, 指摘 p1, 更正 p1, 権利 p1, 日経 50253.91",
        f"「{said}」は投稿として読めません。例: 2026-12-01 18:20 名前: 経路 440円、"
        "走行 18.4km、休息日、返済 1000円、指摘 p1、更正 p1、権利 p1、日経 50253.91",
    )


def rehearse(folder: Folder, posts: Sequence[tuple[int, dict[str, Any]]], field: Field) -> None:
    """Record every post in a copy of the journal, so that either all can be recorded or none is.

    Raises:
        PlannerError: a post that cannot be recorded at all (a name that is taken, a station not
            open on its date, a price that is not known); the message names its line.
    """
    with tempfile.TemporaryDirectory() as place:
        copy = replace(folder, path=Path(place))
        if folder.journal.exists():
            shutil.copyfile(folder.journal, copy.journal)
        for number, post in posts:
            try:
                _recorded(copy, post, field)
            except PlannerError as error:
                raise _on_line(number, error) from None


def completed(stamped: Event, events: Sequence[Event], folder: Folder, field: Field) -> Event:
    """A post with what follows for it from the timetable."""
    if stamped["type"] == "plan":
        return plan_of(stamped, book_before(events, str(stamped["t"]), folder.game), field)[0]
    if stamped["type"] == "ruling":
        return waiver_of(stamped, events, folder.game, field)
    return stamped


def _recorded(folder: Folder, post: dict[str, Any], field: Field) -> dict[str, Any]:
    """Record one post and tell what became of it."""
    lang = say("ja", "en")
    try:
        found = record(folder, post, lambda one, events: completed(one, events, folder, field))
    except NoPost:
        raise
    except Refused as refused:
        message = say(refused.message_ja, refused.message)
        who = post.get("player") or post.get("by")
        said = post.get("text") or post_words(post, lang)
        text = f"{post['t']}  {who}: {said}  × {message}"
        return {"recorded": False, "accepted": False, "clause": refused.clause, "text": text,
                "event": None}  # fmt: skip
    ruling = found.ruling
    text = f"{found.event['id']}  {found.event['t']}  {post_words(found.event, lang)}"
    if not ruling.stands:
        text += f"  × {ruling.clause}: {say(ruling.message_ja, ruling.message)}"
    if found.followed is not None:
        _, en, ja = found.followed
        text += f"\n    {say(ja, en)}"
    return {"recorded": True, "accepted": ruling.stands, "clause": ruling.clause or None,
            "text": text, "event": dict(found.event)}  # fmt: skip
