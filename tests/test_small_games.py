"""``planner game`` for the small games: folders, moves, refusals and demos."""

import datetime as dt
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from planner.cli.app import run
from planner.cli.game_words import BadMove, check_fields, matching, read_event, spelled
from planner.errors import BadValue
from planner.referee import journal
from planner.referee.random_player import play
from planner.rulebooks import rulebook
from planner.rulebooks.railroad_ink.rulebook import RULEBOOK

NOON = dt.datetime(2026, 12, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    game = tmp_path / "evening"
    words = "--rulebook railroad-ink --players A,B --seed 7 --option expansion=river"
    assert run(["game", "new", "--game", str(game), *words.split()]) == 0
    capsys.readouterr()
    return game


def say(capsys: pytest.CaptureFixture[str], game: Path, *words: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the JSON document of a verb."""
    code = run(["game", *words, "--game", str(game), "--json"])
    return code, json.loads(capsys.readouterr().out)


def events(game: Path) -> list[dict[str, Any]]:
    path = game / "journal.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line)["event"] for line in lines]


def test_a_game_is_a_folder_with_its_players_seed_and_options(folder: Path) -> None:
    text = (folder / "game.toml").read_text(encoding="utf-8")
    assert 'players = ["A", "B"]' in text
    assert "seed = 7" in text
    assert '"expansion" = "river"' in text


def test_a_new_game_does_not_replace_an_old_one(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (folder / "game.toml").read_bytes()
    code, told = say(capsys, folder, "new", "--rulebook", "railroad-ink", "--players", "C")
    assert code == 2
    assert told["error"]["code"] == "game_error"
    assert (folder / "game.toml").read_bytes() == before


def test_a_wrong_option_starts_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("new", "--rulebook", "railroad-ink", "--option", "lake.flod=facing")
    code, told = say(capsys, tmp_path / "x", *words)
    assert code == 2
    assert "lake.flood" in told["error"]["did_you_mean"]
    assert not (tmp_path / "x").exists()


def test_a_legal_move_is_written_down_and_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(capsys, folder, "move", "roll")[0] == 0
    code, told = say(capsys, folder, "move", "draw", "player=B", "die=0", "cell=A2", "tile=H.H.-")
    assert (code, told["accepted"]) == (0, True)
    assert [event["type"] for event in events(folder)] == ["roll", "draw"]
    shown = say(capsys, folder, "show")[1]
    assert shown["state"]["players"]["B"]["sheet"][0].split()[1] == "H.H.-"
    assert shown["state"]["players"]["A"]["sheet"][0].split()[1] == "....."


def test_a_refused_move_exits_1_with_its_clause_and_is_not_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(capsys, folder, "move", "roll")
    words = ("move", "draw", "player=A", "die=0", "cell=D4", "tile=H.H.-")
    code, told = say(capsys, folder, *words)
    assert (code, told["accepted"], told["refused"]["clause"]) == (1, False, "RI-4.4")
    assert [event["type"] for event in events(folder)] == ["roll"]


def test_what_is_no_move_of_the_game_at_all_is_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = say(capsys, folder, "move", "zzz", "player=A")
    assert (code, told["error"]["code"]) == (2, "bad_move")
    assert say(capsys, folder, "move", "draw", "player=Q")[0] == 2
    assert events(folder) == []


def test_a_number_plays_that_move_of_the_list(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(capsys, folder, "move", "1")
    offered = say(capsys, folder, "legal")[1]["legal"]
    assert [entry["number"] for entry in offered] == list(range(1, len(offered) + 1))
    wanted = offered[4]["event"]
    assert say(capsys, folder, "move", "5")[1]["event"] == wanted
    for number in ("0", "9999"):
        assert say(capsys, folder, "move", number)[0] == 2


def test_legal_can_be_asked_for_one_player(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(capsys, folder, "move", "1")
    offered = say(capsys, folder, "legal", "--player", "B")[1]["legal"]
    assert {entry["event"]["player"] for entry in offered} == {"B"}


def test_told_dice_count_like_rolled_ones(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("move", "roll", "roll=RT,RT,RT,XX", "extra=~.~.-,~~..-")
    assert say(capsys, folder, *words)[0] == 0
    assert say(capsys, folder, "show")[1]["state"]["roll"] == ["RT", "RT", "RT", "XX"]


@pytest.mark.parametrize(
    "words",
    [
        ["draw", "die=x", "player=A"],
        ["draw", "a", "b"],
        ["{not json"],
        ["[1]"],
        ['{"type": "draw", "player": ["A"], "die": {}}'],
        ['{"type": "roll", "roll": 5, "extra": {}}'],
        ['{"type": "cancel", "player": "A", "special": []}'],
        ["=", "x=1"],
        [""],
    ],
)
def test_words_that_are_no_move_end_without_a_traceback(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert say(capsys, folder, "move", *words)[0] in (1, 2)
    assert events(folder) == []


def test_a_folder_without_a_game_says_how_to_start_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for verb in ("show", "legal", "score"):
        code, told = say(capsys, tmp_path, verb, "--rulebook", "railroad-ink")
        assert code == 2
        assert "planner game new" in told["error"]["message"]


@pytest.mark.parametrize("settings", ["", "players = 3", "rulebook = [", 'players = "AB"\nseed=1'])
def test_broken_settings_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str], settings: str
) -> None:
    (folder / "game.toml").write_text(settings)
    assert say(capsys, folder, "show", "--rulebook", "railroad-ink")[0] == 2


def test_an_illegal_line_in_the_journal_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(capsys, folder, "move", "roll")
    settings = folder / "game.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("river", "lake"))
    code, told = say(capsys, folder, "show")
    assert code == 2
    assert "line 1" in told["error"]["message"]


def test_an_audit_finds_an_edited_line_until_it_is_accepted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    say(capsys, folder, "move", "roll")
    assert say(capsys, folder, "audit") == (
        0,
        {"schema": 1, "sound": True, "events": 1, "findings": []},
    )
    path = folder / "journal.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"HI"', '"HT"', 1), encoding="utf-8")
    code, told = say(capsys, folder, "audit")
    assert (code, len(told["findings"])) == (1, 1)
    assert say(capsys, folder, "move", "1")[0] == 2
    assert say(capsys, folder, "audit", "--reseal")[0] == 0
    assert say(capsys, folder, "move", "1")[0] == 0


def test_an_audit_finds_an_illegal_event(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    say(capsys, folder, "move", "roll")
    path = folder / "journal.jsonl"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"HI"', '"ZZ"', 1), encoding="utf-8")
    assert len(say(capsys, folder, "audit")[1]["findings"]) == 2


def test_another_rulebook_than_the_folders_is_a_mistake(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = say(capsys, folder, "show", "--rulebook", "ashita-tabi")
    assert code == 2
    assert "railroad-ink" in told["error"]["message"]


def test_the_score_sheet_has_a_clause_a_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = say(capsys, folder, "score")[1]["lines"]
    assert [line["clause"] for line in lines if line["player"] == "A"] == [
        *("RI-6.2", "RI-6.3", "RI-6.4", "RI-6.5", "RI-7.5", "RI-6.6", "RI-6.7")
    ]
    assert run(["game", "score", "--game", str(folder)]) == 0
    assert "RI-6.7" in capsys.readouterr().out


def test_show_draws_an_svg_and_says_when_it_cannot(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "sheet.svg"
    assert say(capsys, folder, "show", "--svg", str(picture))[0] == 0
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert say(capsys, folder, "show", "--svg", str(tmp_path / "no" / "x.svg"))[0] == 2


def test_a_whole_game_can_be_played_from_the_command_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = play(RULEBOOK, {"expansion": "river"}, ["A", "B"], 7)
    for event in played.events[:30]:
        assert say(capsys, folder, "move", *shlex.split(spelled(event)))[0] == 0
    assert [_bare(event) for event in events(folder)] == [dict(e) for e in played.events[:30]]


def _bare(event: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in ("id", "t")}


def test_a_demo_plays_replays_and_keeps_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["game", "demo", "--rulebook", "railroad_ink", "--seed", "3"]
    assert run([*words, "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one["replay"] is True
    assert run([*words, "--count", "5", "--option", "expansion=lava", "--json"]) == 0
    many = json.loads(capsys.readouterr().out)
    assert (many["games"], many["replay_alike"], many["outside"]) == (5, 5, [])
    assert run([*words, "--count", "0", "--json"]) == 2


@pytest.mark.parametrize(
    ("words", "event"),
    [
        (["roll"], {"type": "roll"}),
        (["draw", "die=0", "tile=H.H.-"], {"type": "draw", "die": 0, "tile": "H.H.-"}),
        (["x", "roll=HI,RI", "on=true"], {"type": "x", "roll": ["HI", "RI"], "on": True}),
        (['{"type": "x", "a": [1]}'], {"type": "x", "a": [1]}),
        (["a=[[1,2]]"], {"a": [[1, 2]]}),
    ],
)
def test_words_are_read_as_an_event(words: list[str], event: dict[str, Any]) -> None:
    assert read_event(words) == event


@pytest.mark.parametrize("words", [[], ["a", "b"], ["{"], ["{}x"], ["=3"]])
def test_other_words_are_refused(words: list[str]) -> None:
    with pytest.raises(BadMove):
        read_event(words)


def test_an_event_is_spelled_so_that_it_is_read_back() -> None:
    event = {"type": "draw", "player": "A", "die": 0, "name": "12", "flag": True, "list": "a,b"}
    event |= {"one": ["x"], "none": [], "deep": [[1, "a b"]], "text": "it's so"}
    assert read_event(shlex.split(spelled(event))) == event
    assert spelled({"type": "roll", "roll": ["HI", "XL"]}) == "roll roll=HI,XL"


def test_matching_events_have_everything_the_words_say() -> None:
    offered = [{"type": "close", "player": "A"}, {"type": "close", "player": "B"}]
    assert matching({"type": "close"}, offered) == offered
    assert matching({"type": "close", "player": "B"}, offered) == offered[1:]
    assert matching({"type": "close", "die": 1}, offered) == []


@pytest.mark.parametrize(
    ("rulebook", "verb"), [("railroad-ink", "ledger"), ("tokaido", "shw"), ("kanagawa", "move")]
)
def test_a_verb_of_another_game_is_told_with_the_verbs_of_this_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rulebook: str, verb: str
) -> None:
    code, told = say(capsys, tmp_path, verb, "--rulebook", rulebook)
    assert (code, told["error"]["code"]) == (2, "usage")
    assert f"{verb} is not a verb of {rulebook}; there are new, " in told["error"]["message"]
    assert verb not in told["error"].get("did_you_mean", [])


def test_a_small_games_verb_where_no_game_lies_tells_how_to_name_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = say(capsys, tmp_path, "show")[1]
    assert told["error"]["message"].endswith("add --game FOLDER or --rulebook NAME")


def test_a_misspelt_verb_of_a_small_game_is_guessed_among_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = say(capsys, tmp_path, "legl", "--rulebook", "tokaido")[1]
    assert told["error"]["did_you_mean"] == ["legal"]


def test_a_player_who_is_not_to_move_is_told_who_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = say(capsys, folder, "legal", "--player", "B")
    assert (code, told["legal"], told["to_move"]) == (1, [], ["chance"])
    assert run(["game", "legal", "--player", "B", "--game", str(folder), "--lang", "en"]) == 1
    assert "nothing for B to do now; to move: chance" in capsys.readouterr().out


def test_legal_for_somebody_who_does_not_play_is_bad_input(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = say(capsys, folder, "legal", "--player", "Z")
    assert code == 2
    assert "no player 'Z'; there are A, B" in told["error"]["message"]


def test_fewer_than_no_moves_cannot_be_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say(capsys, folder, "legal", "--limit", "-1")[0] == 2
    assert run(["game", "legal", "--limit", "0", "--game", str(folder), "--lang", "en"]) == 0
    assert "and 1 more" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["draw", "player=A", "die=9", "cell=A2", "tile=H.H.-"],
        ["draw", "player=A", "die=x", "cell=A2", "tile=H.H.-"],
        ["draw", "player=A", "cell=A2", "tile=R.R.-"],
        ["draw", "player=A", "die=0", "tile=H.H.-"],
        ["draw", "player=A", "die=0", "cell=D4"],
        ["draw", "player=A", "die=0", "cell=A2", "tile=road"],
        ["draw", "player=A", "extra=-1", "cell=A2", "tile=~.~.-"],
        ["draw", "player=A", "special=S9", "cell=A2", "tile=HHHH-"],
        ["draw", "player=A", "source=ZZ", "cell=A2", "tile=H.H.-"],
        ["cancel", "player=A", "special=S9"],
        ["meteor", "player=A", "direction=up"],
        ["roll", "roll=HI,HI"],
        ["roll", "roll=HI,HI,HI,XI", "extra=sea"],
    ],
)
@pytest.mark.parametrize("rolled", [False, True])
def test_a_drawing_that_no_game_has_is_bad_input_whatever_the_state(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], rolled: bool
) -> None:
    if rolled:
        say(capsys, folder, "move", "roll")
    before = events(folder)
    code, told = say(capsys, folder, "move", *words)
    assert (code, told["error"]["code"]) == (2, "bad_move")
    assert events(folder) == before


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        (["roll"], "RI-3.1"),
        (["draw", "player=A", "special=S3", "cell=H1", "tile=HHHH-"], "RI-4.1"),
        (["draw", "player=A", "special=S3", "cell=A2", "tile=HHH.-"], "RI-4.2"),
        (["draw", "player=A", "extra=2", "cell=A2", "tile=~.~.-"], "RI-3.7"),
        (["draw", "player=A", "volcano=true", "cell=A2", "tile=VVVV^"], "RI-2.2"),
        (["cancel", "player=A", "special=S1"], "RI-9.7"),
    ],
)
def test_a_move_that_is_only_not_legal_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], clause: str
) -> None:
    say(capsys, folder, "move", "roll")
    code, told = say(capsys, folder, "move", *words)
    assert (code, told["refused"]["clause"]) == (1, clause)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["draw", "player=A", "die=0", "cell=D4", "tile=H.H.-", "specal=S1"], "special"),
        (["roll", "rol=HI,HI,HI,XI"], "roll"),
        (['{"type": "close", "palyer": "A"}'], "player"),
    ],
)
def test_a_misspelt_field_is_told_and_not_passed_over(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], meant: str
) -> None:
    code, told = say(capsys, folder, "move", *words)
    assert (code, told["error"]["code"]) == (2, "bad_move")
    assert meant in told["error"]["did_you_mean"]
    assert events(folder) == []


@pytest.mark.parametrize(
    ("name", "options", "players"),
    [
        ("railroad-ink", {"expansion": "lake+lava+meteor", "expansions.max": "3"}, ["A"]),
        ("tokaido", {"crossroads": "yes"}, ["A", "B", "C", "D"]),
        ("tokaido", {"neutral": "leader_moves"}, ["A", "B"]),
        ("ashita-tabi", {"variant": "GHOST-SCORE"}, ["A"]),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_field_of_a_played_game_is_known(
    name: str, options: dict[str, str], players: list[str], seed: int
) -> None:
    rules = rulebook(name)
    played = play(rules, options, players, seed)
    assert played.events
    for event in played.events:
        check_fields(event, rules.fields)


def test_a_number_that_is_none_is_no_value_of_a_move() -> None:
    assert read_event(["draw", "die=NaN"]) == {"type": "draw", "die": "NaN"}
    with pytest.raises(BadMove):
        read_event(['{"type":"draw","die":NaN}'])


def test_a_move_nested_beyond_reason_is_no_move(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for word in ("[" * 60_000, '{"type":' + "[" * 60_000, "cell=" + "[" * 60_000):
        code, told = say(capsys, folder, "move", word)
        assert code in {1, 2}  # refused, or not read at all
        assert json.dumps(told)
    assert events(folder) == []


def test_half_a_character_is_not_stored(tmp_path: Path) -> None:
    with journal.writing(tmp_path / "journal.jsonl") as pen:
        with pytest.raises(BadValue, match="half a character"):
            pen.append({"type": "x", "t": "2026-12-01 10:00", "name": "\ud800"}, NOON)
        assert pen.entries == []
        pen.append({"type": "x", "t": "2026-12-01 10:00"}, NOON)
    assert len(journal.read(tmp_path / "journal.jsonl").entries) == 1
