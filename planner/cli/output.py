"""What commands print: one JSON document, or text; and how a mistake is told."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from planner.cli.lang import language
from planner.errors import PlannerError

SCHEMA = 1


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document with its schema number, and nothing else, on standard output."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, **document}, ensure_ascii=False) + "\n")


def warn(text: str) -> None:
    """A line to the person, on standard error, so that scripts can read standard output."""
    sys.stderr.write(text + "\n")


def print_error(error: PlannerError, as_json: bool) -> None:
    """Tell a caller's mistake: the JSON error document, or a sentence and near matches."""
    message = error.message_ja if language() == "ja" else error.message
    if as_json:
        body = {"code": error.code, "message": message, "did_you_mean": list(error.did_you_mean)}
        print_json({"error": body})
        return
    warn(message)
    if error.did_you_mean:
        words = ("もしかして: ", "、") if language() == "ja" else ("did you mean: ", ", ")
        warn(words[0] + words[1].join(error.did_you_mean))
