"""``planner game VERB`` for the small games: one set of verbs over any rulebook."""

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer

from planner.cli.game_words import BadMove, check_fields, matching, read_event, spelled
from planner.cli.lang import language, say
from planner.cli.options import Json, Lang, now
from planner.cli.output import print_json
from planner.cli.small_demo import print_many, print_one
from planner.cli.small_folder import Game, create, document, draw, open_game, read_state, settled
from planner.cli.small_score import print_score, score_rows
from planner.errors import BadValue, GameError, UnknownName
from planner.referee import journal
from planner.referee.reseal import reseal as seal_anew
from planner.referee.rulebook import CHANCE, Event, MalformedEvent, Refused

SHOWN = 60  # legal moves listed as text unless --limit says more

app = typer.Typer(add_completion=False, no_args_is_help=True)

GameFolder = Annotated[
    Path, typer.Option("--game", help=say("ゲームのフォルダ", "Folder of the game"))
]
Named = Annotated[str, typer.Option("--rulebook", help=say("ルールブック", "Name of the game"))]
Players = Annotated[
    list[str] | None,
    typer.Option("--players", "--player", help=say("プレイヤー(A,B,C)", "Players, as A,B,C")),
]
Svg = Annotated[
    Path | None, typer.Option("--svg", help=say("SVG に描く", "Draw it into an SVG file"))
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", help=say("選択 a.b=c", "A choice such as expansion=river")),
]


@app.command(help=say("新しいゲームを始める", "Start a game in a folder"))
def new(
    *,
    rulebook_name: Named,
    folder: GameFolder = Path(),
    players: Players = None,
    seed: Annotated[
        int | None, typer.Option(help=say("乱数の種", "Seed of the dice and cards"))
    ] = None,
    option: Options = None,
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """Write ``game.toml`` and an empty journal; a game that is there already is left alone."""
    game = settled(folder, rulebook_name, players or (), seed, option or ())
    create(game)
    state = game.state([])
    if as_json:
        print_json({"rulebook": game.rules.name, "players": game.players, "seed": game.seed})
    else:
        print(game.rules.show(state, language()))


@app.command(help=say("一手を審判して記録する", "Judge a move and write it down"))
def move(
    *,
    words: Annotated[
        list[str],
        typer.Argument(help=say("legal の番号、語、JSON", "A number of 'legal', words, or JSON")),
    ],
    folder: GameFolder = Path(),
    rulebook_name: Named = "",
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Exit 1 with the clause if it is refused; the journal is then as it was."""
    game = open_game(folder, rulebook_name)
    with journal.writing(game.journal) as pen:
        state = game.state([entry.event for entry in pen.entries])
        event = _meant(game, state, words)
        check_fields(event, getattr(game.rules, "fields", ()))
        try:
            after = game.rules.apply(state, event)
        except MalformedEvent:
            raise  # no move at all: bad input
        except Refused as refused:
            return _refused(refused, event, as_json)
        except (TypeError, ValueError, LookupError, AttributeError):
            raise BadMove(spelled(event)) from None  # a value of the wrong kind
        moment = now()
        pen.append({**event, "t": moment.strftime("%Y-%m-%d %H:%M")}, moment)
    if as_json:
        print_json({"accepted": True, "event": event, "finished": game.rules.finished(after)})
    else:
        print(f"{spelled(event)}\n\n{game.rules.show(after, language())}")
    return 0


def _meant(game: Game, state: Any, words: Sequence[str]) -> Event:
    """The event that the words mean: a number, the one legal event they fit, or as typed."""
    if len(words) == 1 and words[0].isdecimal():
        for number, event in enumerate(game.rules.legal(state), 1):
            if number == int(words[0]):
                return event
        raise BadValue(
            f"no move number {words[0]}; 'planner game legal' lists them",
            f"{words[0]} 番の手はありません。planner game legal で確かめてください",
        )
    event = read_event(words)
    fitting = matching(event, game.rules.legal(state))
    if len(fitting) == 1:
        return fitting[0]
    alone = {"player": game.players[0]} if len(game.players) == 1 else {}
    return {**alone, **{key: value for key, value in event.items() if key != "id"}}


def _refused(refused: Refused, event: Event, as_json: bool) -> int:
    message = say(refused.message_ja, refused.message)
    if as_json:
        told = {"clause": refused.clause, "message": message}
        print_json({"accepted": False, "event": event, "refused": told})
    else:
        print(say("不可 ", "refused ") + message)
    return 1


@app.command(help=say("指せる手を並べる", "List what may come next"))
def legal(
    *,
    folder: GameFolder = Path(),
    rulebook_name: Named = "",
    player: Annotated[str, typer.Option(help=say("この人だけ", "Only this player's"))] = "",
    limit: Annotated[
        int, typer.Option("--limit", min=0, help=say("表示する数", "How many to list"))
    ] = SHOWN,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Numbered, as ``move`` understands them; exit 1 if there is nothing to play now."""
    game = open_game(folder, rulebook_name)
    everything = list(enumerate(game.rules.legal(read_state(game)), 1))
    movers = list(dict.fromkeys(str(event.get("player", "")) for _, event in everything))
    if player:
        _check_player(player, [*game.players, *movers])
    offered = [entry for entry in everything if not player or entry[1].get("player") == player]
    if as_json:
        told = [{"number": number, "event": event} for number, event in offered]
        print_json({"legal": told, "to_move": movers})
        return 0 if offered else 1
    for number, event in offered[:limit]:
        print(f"{number:5}  {spelled(event)}")
    if len(offered) > limit:
        more = len(offered) - limit
        print(say(f"ほか {more} 手(--limit)", f"and {more} more (--limit)"))
    if not everything:
        print(
            say(
                "指せる手はありません: ゲームは終わっています", "nothing is legal: the game is over"
            )
        )
    elif not offered:
        due_ja, due = "、".join(movers), ", ".join(movers)
        print(
            say(
                f"{player} が今できることはありません(次は {due_ja})",
                f"nothing for {player} to do now; to move: {due}",
            )
        )
    return 0 if offered else 1


def _check_player(name: str, known: Sequence[str]) -> None:
    """Raises UnknownName for somebody who neither plays nor speaks in this game."""
    if name not in (*known, CHANCE):
        among = list(dict.fromkeys(known))
        raise UnknownName(
            f"no player {name!r}; there are {', '.join(among)}",
            f"「{name}」というプレイヤーはいません({'、'.join(among)})",
            get_close_matches(name, among, cutoff=0.4),
        )


@app.command(help=say("盤面を表示する", "Show the sheet, board or week"))
def show(
    *,
    folder: GameFolder = Path(),
    rulebook_name: Named = "",
    svg: Svg = None,
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """The state as a page of text."""
    game = open_game(folder, rulebook_name)
    state = read_state(game)
    if svg is not None:
        draw(game, state, svg)
    text = game.rules.show(state, language())
    if as_json:
        finished = game.rules.finished(state)
        told = {"rulebook": game.rules.name, "finished": finished, "page": text}
        print_json({**told, **document(game, state)})
    else:
        print(text)


@app.command(help=say("記録を点検する", "Check the journal"))
def audit(
    *,
    folder: GameFolder = Path(),
    rulebook_name: Named = "",
    reseal: Annotated[
        bool,
        typer.Option(
            help=say("編集された記録をこのまま認める", "Accept an edited journal as it stands")
        ),
    ] = False,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Whether every line is as it was written and every event legal; exit 1 if not."""
    game = open_game(folder, rulebook_name)
    if reseal:
        seal_anew(game.journal)
    reading = journal.read(game.journal)
    found = [say(notice.message_ja, notice.message) for notice in reading.notices]
    try:
        game.state([entry.event for entry in reading.entries])
    except GameError as error:
        found.append(say(error.message_ja, error.message))
    if as_json:
        print_json({"sound": not found, "events": len(reading.entries), "findings": found})
    else:
        count = len(reading.entries)
        told = say(
            f"記録 {count} 件、指摘 {len(found)} 件", f"{count} events, {len(found)} findings"
        )
        print("\n".join([*found, told]))
    return 1 if found else 0


@app.command(help=say("得点表(条項つき)", "The score sheet, a clause a line"))
def score(
    *,
    folder: GameFolder = Path(),
    rulebook_name: Named = "",
    as_json: Json = False,
    lang: Lang = "",
) -> None:
    """Where every point comes from."""
    game = open_game(folder, rulebook_name)
    state = read_state(game)
    lines = game.rules.score(state)
    if as_json:
        finished = game.rules.finished(state)
        print_json({"finished": finished, "lines": score_rows(lines), **document(game, state)})
    else:
        print_score(lines)


@app.command(help=say("乱数のプレイヤーが最後まで遊ぶ", "A seeded random player plays whole games"))
def demo(
    *,
    rulebook_name: Named,
    players: Players = None,
    seed: Annotated[int, typer.Option(help=say("乱数の種", "Seed of dice and player"))] = 1,
    count: Annotated[int, typer.Option(help=say("ゲーム数", "How many games, seed by seed"))] = 1,
    option: Options = None,
    svg: Svg = None,
    as_json: Json = False,
    lang: Lang = "",
) -> int:
    """Every move is judged, every game replayed; exit 1 if a replay scores otherwise."""
    game = settled(Path(), rulebook_name, players or (), seed, option or ())
    if count < 1:
        raise BadValue(
            f"--count {count}: one game or more", f"--count {count}: 1以上にしてください"
        )
    return print_one(game, svg, as_json) if count == 1 else print_many(game, count, as_json)
