"""A search by price that has become a long one says so, where a person is looking."""

import sys

import pytest

from planner.cli.progress import MANY_LABELS, long_search
from planner.errors import TooMuch
from planner.search.pool import FIRST_POOL, larger


def grow() -> None:
    size = FIRST_POOL
    while True:
        size = larger(size)


@pytest.mark.parametrize("terminal", [True, False])
def test_it_is_told_once_and_on_a_terminal_only(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    with long_search(), pytest.raises(TooMuch, match="labels"):
        grow()
    told = capsys.readouterr().err
    assert told.count("--arrive-by") == int(terminal)
    with pytest.raises(TooMuch):
        grow()
    assert capsys.readouterr().err == ""


def test_the_rooms_there_are_have_the_size_at_which_it_is_told() -> None:
    size = FIRST_POOL
    while size < MANY_LABELS:
        size = larger(size)
    assert size == MANY_LABELS
