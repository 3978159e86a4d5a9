"""The two readings of a command line, the quick one and typer's, agree."""

from typing import Any

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.main import get_command

from planner.cli import journey_verb, reach_verb
from planner.cli.parameters import Parameter, Verb, read, typer_app

FLAGS = [flag for one in journey_verb.PARAMETERS for flag in one.flags]
WORDS = st.one_of(
    st.sampled_from(FLAGS),
    st.sampled_from(FLAGS).map(lambda flag: flag + "=7"),
    st.sampled_from(FLAGS).map(lambda flag: flag[:-1]),
    st.sampled_from(
        ["横浜", "藤沢", "0", "12", "-1", "-", "--", "", "８", "1_0", " 3", "--help", "x y"]
    ),
)


def typers(verb: Verb, words: list[str]) -> dict[str, Any] | None:
    """What typer makes of a command line, None where it refuses or explains."""
    heard: list[dict[str, Any]] = []

    def listen(given: Any) -> int:
        heard.append(dict(given))
        return 0

    app = typer_app(Verb(verb.ja, verb.en, verb.parameters, listen))
    try:
        get_command(app).main(args=words, prog_name="x", standalone_mode=False)
    except typer.TyperException:
        return None
    return heard[0] if heard else None


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=150)
@given(st.lists(WORDS, max_size=7))
def test_what_is_read_quickly_is_what_typer_reads(
    words: list[str],
) -> None:
    verb = Verb("", "", journey_verb.PARAMETERS, lambda given: 0)
    quick = read(words, verb.parameters)
    if quick is not None:
        assert quick == typers(verb, words)


@pytest.mark.parametrize(
    "words",
    [
        ["横浜", "藤沢"],
        ["--by", "fare", "横浜", "--stop", "大船", "藤沢", "--stop=戸塚", "--ic"],
        ["横浜", "藤沢", "--on", "2026-11-30", "--at=23:40", "--budget", "500", "--count=3"],
        ["横浜", "藤沢", "--arrive-by", "--any-order", "--discounts", "--json", "--lang", "ja"],
    ],
)
def test_everyday_command_lines_are_read_quickly(words: list[str]) -> None:
    quick = read(words, journey_verb.PARAMETERS)
    assert quick is not None
    assert quick == typers(Verb("", "", journey_verb.PARAMETERS, lambda given: 0), words)
    assert (quick["origin"], quick["goal"]) == ("横浜", "藤沢")


@pytest.mark.parametrize(
    "words",
    [
        ["藤沢", "--help"],
        [],
        ["藤沢", "大船"],
        ["藤沢", "--budget"],
        ["藤沢", "--budget", "ten"],
        ["藤沢", "--budget", "-1"],
        ["藤沢", "--until", "--json"],
        ["藤沢", "--json=1"],
        ["藤沢", "--jso"],
        ["藤沢", "-h"],
    ],
)
def test_what_needs_explaining_is_left_to_typer(words: list[str]) -> None:
    assert read(words, reach_verb.PARAMETERS) is None


def test_an_option_left_out_has_its_default() -> None:
    parameters = (
        Parameter("what", "text", "", "", ("--what",), default="time"),
        Parameter("some", "texts", "", "", ("--some",)),
        Parameter("much", "number", "", "", ("--much",)),
        Parameter("on", "flag", "", "", ("--on",)),
    )
    blank = {"what": "time", "some": (), "much": None, "on": False}
    assert read([], parameters) == blank
    assert typers(Verb("", "", parameters, lambda given: 0), []) == blank
