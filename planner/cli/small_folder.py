"""A small game on disk: a folder with ``game.toml`` and ``journal.jsonl``.

The state is never stored: it is the journal replayed.
"""

import json
import secrets
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planner.cli.lang import say
from planner.cli.output import warn
from planner.errors import BadValue, GameError
from planner.referee import journal
from planner.referee.head import drop_head
from planner.referee.rulebook import Event, Refused, Rulebook
from planner.rulebooks import known_name, rulebook

SETTINGS, JOURNAL = "game.toml", "journal.jsonl"
SEATS = {"tokaido": ("A", "B", "C")}  # players where none are named
ALONE = ("A",)


@dataclass(frozen=True)
class Game:
    """A game on disk: its rules and how it was set up."""

    folder: Path
    rules: Rulebook[Any]
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, Any]

    @property
    def journal(self) -> Path:
        """The file of events."""
        return self.folder / JOURNAL

    def state(self, events: Sequence[Event]) -> Any:
        """The state after these events.

        Raises:
            Refused: the set-up is wrong.
            GameError: an event that the rules do not allow; the message says which.
        """
        state = self.rules.start(self.options, self.players, self.seed)
        for number, event in enumerate(events, 1):
            try:
                state = self.rules.apply(state, event)
            except Refused as refused:
                raise GameError(
                    f"{self.journal}, line {number} is not legal: {refused.message}",
                    f"{self.journal} の {number} 行目はルールに反しています: {refused.message_ja}",
                ) from None
        return state


def open_game(folder: Path, wanted: str = "") -> Game:
    """The game in a folder; ``wanted`` is the rulebook that the caller thinks is played there.

    Raises:
        GameError: no game there, or its settings cannot be read.
    """
    path = folder / SETTINGS
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
        name, players = known_name(str(settings["rulebook"])), settings["players"]
        if not isinstance(players, list):
            raise ValueError(f"players = {players!r}")
        seed, options = int(settings["seed"]), dict(settings.get("options", {}))
    except (OSError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise GameError(
            f"no game in {str(folder)!r} ({SETTINGS}: {error}); start one with 'planner game new'",
            f"「{folder}」にゲームがありません({SETTINGS}: {error})。"
            "planner game new で始めてください",
        ) from None
    if wanted and known_name(wanted) != name:
        raise GameError(
            f"the game in {str(folder)!r} is {name}, not {wanted}",
            f"「{folder}」のゲームは {name} です({wanted} ではありません)",
        )
    return Game(folder, rulebook(name), tuple(map(str, players)), seed, options)


def read_state(game: Game) -> Any:
    """The state after the whole journal; notices go to standard error."""
    reading = journal.read(game.journal)
    for notice in reading.notices:
        warn(say(notice.message_ja, notice.message))
    return game.state([entry.event for entry in reading.entries])


def settled(
    folder: Path, name: str, players: Sequence[str], seed: int | None, options: Sequence[str]
) -> Game:
    """A game as the command line describes it; its rules have accepted the set-up."""
    name = known_name(name)
    names = [word.strip() for text in players for word in text.split(",") if word.strip()]
    seats = tuple(names) or SEATS.get(name, ALONE)
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    game = Game(folder, rulebook(name), seats, chosen, _choices(options))
    game.state([])
    return game


def _choices(options: Sequence[str]) -> dict[str, Any]:
    chosen = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadValue(
                f"--option {text!r}: write NAME=CHOICE, such as expansion=river",
                f"--option {text}: 名前=選択 の形で書いてください(例: expansion=river)",
            )
        chosen[name.strip()] = value.strip()
    return chosen


def settings_text(game: Game) -> str:
    """The text of ``game.toml``; JSON strings and lists are TOML too."""

    def written(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    lines = [
        f"rulebook = {written(game.rules.name)}",
        f"players = {written(list(game.players))}",
        f"seed = {game.seed}",
        "",
        "[options]",
        *(f"{written(name)} = {written(value)}" for name, value in game.options.items()),
    ]
    return "\n".join(lines) + "\n"


def create(game: Game) -> None:
    """Write ``game.toml``; a game that is there already is left alone.

    Raises:
        GameError: there is one already, or the folder cannot be written.
    """
    folder = game.folder
    if (folder / SETTINGS).exists() or game.journal.exists():
        raise GameError(
            f"there is a game in {str(folder)!r} already; choose another folder with --game",
            f"「{folder}」にはすでにゲームがあります。--game で別のフォルダを選んでください",
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / SETTINGS).open("x", encoding="utf-8") as file:
            file.write(settings_text(game))
        drop_head(game.journal)  # of a game that was here before
    except OSError as error:
        raise GameError(
            f"cannot write in {str(folder)!r}: {error.strerror}",
            f"「{folder}」に書けません: {error.strerror}",
        ) from None


def document(game: Game, state: Any) -> dict[str, Any]:
    """The state as data, where the rulebook can tell it."""
    tell = getattr(game.rules, "document", None)
    return {"state": tell(state)} if tell else {}


def draw(game: Game, state: Any, path: Path) -> None:
    """Write the SVG picture of the state.

    Raises:
        BadValue: the game has no picture, or the file cannot be written.
    """
    picture = getattr(game.rules, "svg", None)
    if picture is None:
        raise BadValue(
            f"{game.rules.name} has no drawing; leave --svg out",
            f"{game.rules.name} は図にできません。--svg を省いてください",
        )
    try:
        path.write_text(picture(state), encoding="utf-8")
    except OSError as error:
        raise BadValue(
            f"cannot write {str(path)!r}: {error.strerror}",
            f"「{path}」に書けません: {error.strerror}",
        ) from None
