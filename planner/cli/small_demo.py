"""Whole games by the seeded random player: one shown, or many counted."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from planner.cli.game_words import spelled
from planner.cli.lang import language, say
from planner.cli.output import print_json
from planner.cli.progress import bar
from planner.cli.small_folder import Game, document, draw
from planner.cli.small_score import print_score, score_rows
from planner.referee.random_player import play, replays_alike
from planner.referee.rulebook import ScoreLine


def print_one(game: Game, svg: Path | None, as_json: bool) -> int:
    """Play one game and print its moves, its last page and its score sheet."""
    played = play(game.rules, game.options, game.players, game.seed)
    alike = replays_alike(game.rules, played, game.options, game.players, game.seed)
    lines = game.rules.score(played.state)
    if svg is not None:
        draw(game, played.state, svg)
    if as_json:
        told = {"events": list(played.events), "replay": alike, "lines": score_rows(lines)}
        print_json({**told, **document(game, played.state)})
        return 0 if alike else 1
    for number, event in enumerate(played.events, 1):
        print(f"{number:4}  {event.get('player', ''):8} {spelled(_without_player(event))}")
    print(f"\n{game.rules.show(played.state, language())}\n")
    print_score(lines)
    return 0 if alike else 1


def _without_player(event: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "player"}


def print_many(game: Game, count: int, as_json: bool) -> int:
    """Play seed after seed; say count replays alike, and compare scores with their bounds."""
    ranges: dict[str, tuple[int, int]] = {}
    bounds: Mapping[str, tuple[int, int]] = getattr(game.rules, "bounds", dict)()
    moves = alike = 0
    with bar(say("対局", "games")) as advance:
        for done in range(count):
            seed = game.seed + done
            played = play(game.rules, game.options, game.players, seed)
            moves += len(played.events)
            alike += replays_alike(game.rules, played, game.options, game.players, seed)
            _widen(ranges, game.rules.score(played.state))
            advance(done + 1, count)
    outside = [clause for clause in ranges if _is_outside(ranges[clause], bounds.get(clause))]
    if as_json:
        spans = {clause: {"least": low, "most": high} for clause, (low, high) in ranges.items()}
        print_json(
            {
                "games": count,
                "moves": moves,
                "replay_alike": alike,
                "scores": spans,
                "outside": outside,
            }
        )
    else:
        for clause, (low, high) in ranges.items():
            told = "{} .. {}".format(*bounds[clause]) if clause in bounds else "-"
            print(f"{clause:10} {low:5} .. {high:<5} ({say('範囲', 'bounds')} {told})")
        print(
            say(
                f"{count} ゲーム、{moves} 手、再生一致 {alike}",
                f"{count} games, {moves} moves, {alike} replay alike",
            )
        )
    return 0 if alike == count and not outside else 1


def _widen(ranges: dict[str, tuple[int, int]], lines: Sequence[ScoreLine]) -> None:
    for line in lines:
        low, high = ranges.get(line.clause, (line.points, line.points))
        ranges[line.clause] = (min(low, line.points), max(high, line.points))


def _is_outside(found: tuple[int, int], stated: tuple[int, int] | None) -> bool:
    return stated is not None and (found[0] < stated[0] or found[1] > stated[1])
