"""The way in: a plain command line runs its verb at once, any other goes to typer.

Start-up is a feature: building a typer command takes longer than the search.
"""

import gc
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from planner.cli.lang import LANGUAGES, say
from planner.cli.output import print_error, warn
from planner.errors import BadValue, PlannerError, UnknownName

WIDE = frozenset("０１２３４５６７８９")
MARKS = frozenset("0123456789:-/.：－／．")
EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and leave with 0, 1 (the answer is no) or 2 (the input was wrong)."""
    words = sys.argv[1:] if arguments is None else arguments
    gc.set_threshold(100_000)  # collecting while modules load only costs time
    mend_streams()
    speak_utf8()
    try:
        code = run(words)
        sys.stdout.flush()
    except Exception as error:
        if "KANAGAWA_PLANNER_DEBUG" in os.environ:
            raise
        code = _internal(error, "--json" in words)
    sys.exit(code)


def run(words: list[str]) -> int:
    """Run one command line and give its exit status; a caller's mistake is told, not raised."""
    try:
        for word in words:
            check_text(word)
        asked = [narrow(word) for word in without_language(words)]
        found = quickly(asked)
        if found is not None:
            return found
        from planner.cli.app import answer

        return answer(asked)
    except PlannerError as error:
        print_error(error, "--json" in words)
    except KeyboardInterrupt:
        warn(say("中断しました", "interrupted"))
        return EXIT_INTERRUPTED
    return EXIT_BAD_INPUT


def without_language(words: Sequence[str]) -> list[str]:
    """The words without ``--lang ja``, which ``planner.cli.lang`` has read: it may stand anywhere.

    Raises:
        UnknownName: another language.
    """
    left: list[str] = []
    rest = iter(words)
    for word in rest:
        if word != "--lang" and not word.startswith("--lang="):
            left.append(word)
            continue
        chosen = next(rest, "") if word == "--lang" else word.removeprefix("--lang=")
        if chosen not in LANGUAGES:
            raise UnknownName(
                f"--lang {chosen!r}: choose ja or en",
                f"--lang 「{chosen}」: ja か en を指定してください",
                LANGUAGES,
            )
    return left


def check_text(word: str) -> None:
    """Raises BadValue for a word of broken bytes, unless it is a path that is there.

    Such a word cannot be written into a journal or a document.
    """
    try:
        word.encode()
    except UnicodeEncodeError:
        if os.path.lexists(word):
            return
        shown = word.encode("utf-8", "backslashreplace").decode()
        raise BadValue(
            f"'{shown}' is not text in UTF-8; write it in UTF-8",
            f"「{shown}」は UTF-8 の文字として読めません。UTF-8 で書いてください",
        ) from None


def narrow(word: str) -> str:
    """A number, date or time of full-width signs as ASCII (５００), else the word."""
    if word.isascii():
        return word
    option, sign, value = word.rpartition("=")
    if WIDE.isdisjoint(value) or not (WIDE | MARKS).issuperset(value):
        return word
    from unicodedata import normalize

    return option + sign + normalize("NFKC", value)


def quickly(words: list[str]) -> int | None:
    """Run a verb whose command line needs no explaining; None leaves it to typer."""
    from planner.cli.verbs import VERBS

    if not words or words[0] not in VERBS:
        return None
    module = import_module(VERBS[words[0]][0])
    verb, rest = getattr(module, "VERB", None), words[1:]
    if hasattr(module, "choose"):  # a verb with verbs of its own
        verb, rest = module.choose(rest)
    if verb is None:
        return None
    from planner.cli.parameters import read

    given = read(rest, verb.parameters)
    return None if given is None else verb.answer(given)


class Pipe(io.FileIO):
    """A standard output whose reader may go away (``| head``): the verb ends as it would have.

    What is written after that goes nowhere; the exit status stays that of the answer.
    """

    lost: tuple[type[OSError], ...] = (BrokenPipeError,)

    def write(self, data: Any, /) -> int:
        """Write what somebody takes."""
        try:
            return super().write(data)
        except self.lost:
            return len(data)


class Aside(Pipe):
    """Standard error: remarks that nobody can take must not cost the answer."""

    lost = (OSError,)


def mend_streams() -> None:
    """Have three streams whatever the caller closed, and let no reader that left stop a verb.

    The null device takes the number of the closed stream too: a journal that got it instead would
    be written to by whoever speaks to the standard streams by number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for name, kind in (("stdout", Pipe), ("stderr", Aside)):
        stream = getattr(sys, name)
        if stream is getattr(sys, f"__{name}__") and not stream.isatty():
            raw = kind(stream.fileno(), "w", closefd=False)
            at_once = stream.line_buffering or stream.write_through
            fresh = io.TextIOWrapper(io.BufferedWriter(raw), "utf-8", line_buffering=at_once)
            setattr(sys, name, fresh)


def speak_utf8() -> None:
    """Print UTF-8 whatever the locale; what is no text (a name of wrong bytes) as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def give_up_output() -> None:
    """Nothing can be written to standard output: what is left in its buffer goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _internal(error: Exception, as_json: bool) -> int:
    """A fault of the program, told in one line; the environment may ask for all of it."""
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, OSError) and error.errno is not None:
        told = PlannerError(f"cannot read or write: {what}", f"読み書きできません: {what}")
        told.code = "system"
    else:
        told = PlannerError(
            f"internal error, please report it: {what} (KANAGAWA_PLANNER_DEBUG=1 shows where)",
            f"内部エラーです。報告してください: {what} (KANAGAWA_PLANNER_DEBUG=1 で詳細)",
        )
        told.code = "internal"
    try:
        print_error(told, as_json)
        sys.stdout.flush()
    except OSError:
        give_up_output()
        if as_json:  # its document went where nothing can be written
            print_error(told, as_json=False)
    return EXIT_BAD_INPUT
