"""Verbs that begin a game: new, draft."""

import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any
from unicodedata import normalize

import typer

from planner.cli.game_folder import (
    JOURNAL,
    SETTINGS,
    Folder,
    known_entries,
    open_folder,
    record,
    said_moment,
)
from planner.cli.game_posts import MAIN, At, Here, Name, On, Rulebook, tell
from planner.cli.lang import say
from planner.cli.options import Json, Lang, parse_date
from planner.cli.output import print_json, warn
from planner.errors import AmbiguousName, BadValue, GameError
from planner.referee.head import drop_head
from planner.rulebooks.kanagawa.book import Book
from planner.rulebooks.kanagawa.draft import Price, check_allowed, check_names, too_near
from planner.rulebooks.kanagawa.options import check_stations
from planner.rulebooks.kanagawa.replay import book_of
from planner.rulebooks.kanagawa.rules import Game, date_text, make_game, standard

Words = Annotated[list[str] | None, typer.Argument(help=say("プレイヤーと駅", "Player, stations"))]


def new(
    players: Annotated[str, typer.Option("--players", help=say("A,B,C", "A,B,C"))] = "",
    first_day: Annotated[
        str, typer.Option("--first-day", help=say("初日(既定: 今日)", "Default: today"))
    ] = "",
    last_day: Annotated[
        str, typer.Option("--last-day", help=say("最終日(既定: 一か月)", "Default: a month"))
    ] = "",
    start: Annotated[
        list[str] | None,
        typer.Option("--start", help=say("A=小田原(なければ抽選 draft で)", "A=小田原; or draft")),
    ] = None,
    sprint: Annotated[
        str, typer.Option("--sprint-list", help=say("駅,駅,... またはファイル", "Names or a file"))
    ] = "",
    sprint_start: Annotated[
        str, typer.Option("--sprint-start", help=say("最初の地点", "The first sprint point"))
    ] = "",
    sprint_close: Annotated[
        str, typer.Option("--sprint-close", help=say("S0: 最初を決める終値", "S0: its close"))
    ] = "",
    unreachable: Annotated[
        str, typer.Option("--unreachable", help=say("S4: 着けない駅", "S4: names"))
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help=say("決定事項 名前=値", "A Decision: name=value")),
    ] = None,
    title: Annotated[str, typer.Option("--title", help=say("題名", "A title"))] = "",
    game: Here = Path(),
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Make a game folder: game.toml, to be edited at will before the first day."""
    settings: dict[str, Any] = {
        "title": title or say("神奈川ウキウキ鉄道旅ゲーム", "The Kanagawa rail-trip game"),
        "rulebook": MAIN,
        "players": names_in(players),
        "first_day": parse_date(first_day).isoformat(),
    }
    if last_day:
        settings["last_day"] = parse_date(last_day).isoformat()
    if sprint:
        settings["sprint_list"] = _sprint_list(sprint)
    for key, value in (
        ("sprint_start", sprint_start),
        ("sprint_first_close", normalize("NFKC", sprint_close)),
    ):
        if value:
            settings[key] = value
    if unreachable:
        settings["unreachable"] = names_in(_text_of(unreachable))
    settings["start"] = _starts(start or ())
    told = [_pair(one, "--option") for one in option or ()]
    settings["options"] = {name: _setting(name, value) for name, value in told}
    checked = make_game(settings)
    unreached = settings.get("unreachable", ())
    check_stations((*checked.start.values(), *checked.sprint_list, *unreached))
    _check_starts(checked)
    if sprint and not unreachable:
        settings |= {"unreachable": cut} if (cut := _never_reached(checked)) else {}
    write_settings(game, settings)
    if sprint and not (sprint_start or sprint_close):
        first = checked.sprint_list[checked.sprint_first]
        warn(
            say(
                f"最初のスプリントポイントはリストの先頭の {first} です。"
                "終値で決めるなら(S0)--sprint-close を指定してください",
                f"the first sprint point is {first}, the first on the list; "
                "--sprint-close settles it by a Nikkei close (S0)",
            )
        )
    made = {"game": str(game), "first_day": date_text(checked.first_day),
            "last_day": date_text(checked.last_day), "players": list(checked.players)}  # fmt: skip
    if as_json:
        print_json(made)
    else:
        print(say(f"{game / SETTINGS} を作りました", f"made {game / SETTINGS}"))
        print(f"{made['first_day']} - {made['last_day']}  {' '.join(checked.players)}")
    return 0


def write_settings(folder: Path, settings: dict[str, Any]) -> None:
    """Make the folder and its game.toml. Raises GameError if there is a game already."""
    file = folder / SETTINGS
    lines = []
    for key, value in settings.items():
        if not isinstance(value, dict):
            lines.append(f"{key} = {_toml(value)}")
    for key, value in settings.items():
        if isinstance(value, dict):
            lines += ["", f"[{key}]", *(f"{_toml(k)} = {_toml(v)}" for k, v in value.items())]
    content = "\n".join([*lines, ""]).encode("utf-8", "backslashreplace")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("xb") as handle:
            handle.write(content)
        if not (folder / JOURNAL).exists():
            drop_head(folder / JOURNAL)  # of a game that was here before
    except FileExistsError:
        raise GameError(
            f"there is a game in {str(folder)!r} already", f"「{folder}」にはすでにゲームがあります"
        ) from None
    except OSError as error:
        raise GameError(
            f"cannot write {file}: {error.strerror}", f"{file} に書けません: {error.strerror}"
        ) from None


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)  # strings, whole numbers and booleans alike


def names_in(text: str) -> list[str]:
    """Names between commas or line ends; a line after # is a remark."""
    lines = [line.split("#")[0] for line in text.splitlines()]
    plain = "\n".join(lines).replace("、", ",").replace("，", ",").replace("\n", ",")
    return [name.strip() for name in plain.split(",") if name.strip()]


def _sprint_list(said: str) -> list[str]:
    """Raises BadValue where the option, or its file, names no station."""
    if names := names_in(_text_of(said)):
        return names
    raise BadValue(
        f"--sprint-list {said!r} names no station; write NAME,NAME,... or a file of names",
        f"--sprint-list 「{said}」に駅がありません。駅,駅,... か、駅名のファイルを指定してください",
    )


def _text_of(said: str) -> str:
    """The option itself, or what the file of that name holds."""
    path = Path(said)
    try:
        return path.read_text(encoding="utf-8-sig") if path.is_file() else said
    except (OSError, ValueError):
        return said


def _pair(said: str, option: str) -> tuple[str, str]:
    name, equals, value = said.partition("=")
    if not equals or not name or not value:
        raise BadValue(
            f"{option} {said!r}: write NAME=VALUE", f"{option} {said!r}: 名前=値 と書いてください"
        )
    return name.strip(), value.strip()


def _setting(name: str, text: str) -> Any:
    """A Decision's value: true, false, a number, a word, or a list where the rules hold one."""
    if isinstance(getattr(standard(), name, None), tuple):
        return [_number(one) for one in names_in(text)]
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    return _number(text)


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def _starts(said: Sequence[str]) -> dict[str, str]:
    """player -> start station. Raises BadValue for a player who is named twice."""
    found: dict[str, str] = {}
    for player, station in (_pair(one, "--start") for one in said):
        if player in found:
            raise BadValue(
                f"--start names {player} twice: {found[player]} and {station}",
                f"--start に {player} が二度あります({found[player]} と {station})",
            )
        found[player] = station
    return found


def _check_starts(game: Game) -> None:
    """Whether all may start where --start says (R10, R11), in place of a draft.

    Stations nearer to each other than R11 has them are told in a notice only: a group may have
    drawn them otherwise.

    Raises:
        BadValue: a player without a station beside others with one; a station outside Kanagawa.
        Refused: R11, a station that is barred or taken.
    """
    stations = list(game.start.values())
    if not stations:
        return
    if without := [player for player in game.players if player not in game.start]:
        raise BadValue(
            f"--start names no station for {', '.join(without)}; name one for everybody, or none"
            " and settle them by 'planner game draft'",
            f"--start に {'、'.join(without)} の駅がありません。全員分を書くか、"
            "何も書かず planner game draft で決めてください",
        )
    for name in stations:
        _in_kanagawa(name, game)
    check_allowed(stations, game.rules)
    price = legal_price(date_text(game.first_day))
    for one, other, fare in too_near(stations, price, game.rules):
        least = game.rules.least_fare
        told = "?" if fare is None else f"{fare:,}"
        warn(
            say(
                f"R11: {one} と {other} の最安運賃は {told} 円で、{least} 円以上ではありません",
                f"R11: {one} and {other} are {told} yen apart, not at least {least}",
            )
        )


def _never_reached(game: Game) -> list[str]:
    """The sprint points that no player can ever reach (S4), by the chosen timetable."""
    from planner.rulebooks.kanagawa.ever_reached import never_reached
    from planner.rulebooks.kanagawa.plan_post import field_of

    first = dt.date.fromordinal(game.first_day)
    starts = list(game.start.values())
    return never_reached(game.sprint_list, starts, field_of(game.rules, None), first)


def draft(
    words: Words = None,
    game: Here = Path(),
    at: At = "",
    date: On = "",
    name: Name = "",
    rulebook: Rulebook = MAIN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """The start (R11): name players + 1 stations, then choose one each; without words, show."""
    folder = open_folder(game)
    book = _book(folder)
    if not words:
        return _show_draft(book, as_json)
    player, stations = words[0], [_in_kanagawa(name, folder.game) for name in words[1:]]
    event: dict[str, Any] = {"player": player, "t": said_moment(at, date)}
    if name:
        event["id"] = name
    if book.draft_names or len(stations) == 1:
        if len(stations) != 1:
            raise BadValue(
                "choose one station", "駅を一つだけ選んでください", list(book.draft_names)
            )
        event |= {"type": "draft_choose", "station": stations[0]}
    else:
        check_names(stations, len(folder.game.players), folder.game.rules)
        event |= {"type": "draft_name", "stations": stations}
        event["fares"] = _fares(stations, book)
    return tell(record(folder, event), as_json)


def _in_kanagawa(name: str, game: Game) -> str:
    """A station's name on the first day; as typed where several places have it.

    Raises:
        UnknownName, NotOpen: no such station.
        BadValue: it lies outside Kanagawa (R10).
    """
    from planner.feed.stations import book

    first = dt.date.fromordinal(game.first_day)
    try:
        place = book().find(name, first)
    except AmbiguousName:
        return name
    if not place.in_kanagawa:
        raise BadValue(
            f"R10: {place.name_on(first)} lies outside Kanagawa; nobody can start there",
            f"R10: {place.name_on(first)} は神奈川県外の駅で、スタート地点にできません",
        )
    return place.name_on(first)


def _fares(stations: Sequence[str], book: Book) -> dict[str, int]:
    """The cheapest legal fare of each pair; refused where one is too low or not known."""
    price = legal_price(date_text(book.game.first_day))
    near = too_near(stations, price, book.rules)
    if near:
        least = book.rules.least_fare
        told = ", ".join(f"{n.one} - {n.other}: {n.fare or '?'}" for n in near)
        raise BadValue(
            f"R11: any two must be at least {least} yen apart by the cheapest legal fare; {told}",
            f"R11: どの二駅の最安運賃も {least} 円以上でなければなりません: {told}",
        )
    found = {}
    for i, one in enumerate(stations):
        for other in stations[i + 1 :]:
            found[f"{one}-{other}"] = price(one, other) or 0
    return found


def legal_price(date: str) -> Price:
    """The cheapest legal fare between two stations on a date, from the fare tables."""
    from planner.fares import cheapest

    return cheapest.legal_price(date)


def _book(folder: Folder) -> Book:
    entries, _ = known_entries(folder, "")
    return book_of([entry.event for entry in entries], folder.game)


def _show_draft(book: Book, as_json: bool) -> int:
    free = [n for n in book.draft_names if n not in book.start.values()]
    if as_json:
        print_json({"named_by": book.draft_by or None, "stations": list(book.draft_names),
                    "start": dict(book.start), "free": free})  # fmt: skip
        return 0
    if book.draft_names:
        print(say(f"{book.draft_by} が指定: ", f"{book.draft_by} named: ")
              + " ".join(book.draft_names))  # fmt: skip
    for player in book.game.players:
        print(f"{player}: {book.start.get(player, say('未定', 'not chosen'))}")
    return 0
