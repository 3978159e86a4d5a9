"""Running the command inside the test's process: exit status, document, text."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from planner.cli.app import run

MONDAY = ("--date", "2026-11-30")


@dataclass
class Told:
    """What one command line gave."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        document = json.loads(self.out)
        assert document["schema"] == 1
        return document


class Command:
    """``command("route", "横浜", "藤沢")`` runs ``planner route 横浜 藤沢``."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str) -> Told:
        code = run(list(words))
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        return Told(code, out, err)

    def json(self, *words: str) -> Told:
        """The same with ``--json``."""
        told = self(*words, "--json")
        assert told.document
        return told
