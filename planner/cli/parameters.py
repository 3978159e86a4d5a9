"""Verbs that start quickly: their parameters as plain data, read without building a command.

One table serves both ways in. A command line without surprises is read here, in microseconds; any
other (``--help``, a mistake) goes to the typer command made of the same table, which explains it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from planner.cli.lang import say
from planner.errors import BadNumber, UnknownName

if TYPE_CHECKING:
    import typer

Kind = Literal["text", "texts", "number", "flag"]
Given = Mapping[str, Any]
"""Parameter name -> str, tuple of str, int or None, or bool."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument (without ``flags``; always needed) or option of a verb."""

    name: str
    kind: Kind
    ja: str
    en: str
    flags: tuple[str, ...] = ()
    metavar: str = ""
    default: str = ""

    @property
    def blank(self) -> Any:
        """What is given when the option is left out."""
        return {"text": self.default, "texts": (), "number": None, "flag": False}[self.kind]


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what it takes, and the function that answers with an exit status."""

    ja: str
    en: str
    parameters: tuple[Parameter, ...]
    answer: Callable[[Given], int]


def read(words: Sequence[str], parameters: Sequence[Parameter]) -> dict[str, Any] | None:
    """The values on a command line; None where it takes more than this reader to understand."""
    options = {flag: one for one in parameters for flag in one.flags}
    arguments = [one for one in parameters if not one.flags]
    given = {one.name: one.blank for one in parameters if one.flags}
    left = iter(words)
    for word in left:
        if not word.startswith("-") or not word[:2].isascii():  # -東海道線-> is no option
            if not arguments:
                return None
            given[arguments.pop(0).name] = word
            continue
        flag, sign, value = word.partition("=")
        option = options.get(flag)
        if option is None or (option.kind == "flag" and sign):
            return None
        if option.kind == "flag":
            given[option.name] = True
            continue
        text = value if sign else next(left, "-")
        if text.startswith("-") or not _take(given, option, text):
            return None
    return None if arguments else given


def _take(given: dict[str, Any], option: Parameter, text: str) -> bool:
    if option.kind == "number":
        if not (text.isascii() and text.isdecimal() and len(text) < 19):
            return False
        given[option.name] = int(text)
    elif option.kind == "texts":
        given[option.name] = (*given[option.name], text)
    else:
        given[option.name] = text
    return True


def typer_app(verb: Verb) -> "typer.Typer":
    """The same verb as a typer command, for its help and its errors."""
    import inspect

    import typer

    def ask(**given: Any) -> int:
        return verb.answer({k: tuple(v) if isinstance(v, list) else v for k, v in given.items()})

    parameters = list(_typed(verb.parameters))
    ask.__signature__ = inspect.Signature(parameters, return_annotation=int)  # type: ignore[attr-defined]
    ask.__annotations__ = {one.name: one.annotation for one in parameters}
    app = typer.Typer(add_completion=False)
    app.command(help=say(verb.ja, verb.en))(ask)
    return app


def _typed(parameters: Sequence[Parameter]) -> Iterator[Any]:
    """Parameters of a function as typer reads them, arguments first."""
    import inspect
    from typing import Annotated

    import typer

    types: dict[str, Any] = {"text": str, "texts": list[str], "number": int | None, "flag": bool}
    for one in sorted(parameters, key=lambda one: bool(one.flags)):
        help_text = say(one.ja, one.en)
        told: Any
        if one.flags:
            told = typer.Option(*one.flags, metavar=one.metavar or None, help=help_text)
        else:
            told = typer.Argument(metavar=one.metavar, help=help_text)
        yield inspect.Parameter(
            one.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=_default(one) if one.flags else inspect.Parameter.empty,
            annotation=Annotated[types[one.kind], told],
        )


def _default(one: Parameter) -> Any:
    return [] if one.kind == "texts" else one.blank


def one_of(text: str, option: str, words: Sequence[str]) -> str:
    """The word of that spelling, whatever its case.

    Raises:
        UnknownName: it is none of ``words``.
    """
    plain = text.strip().lower().replace("_", "-")
    known = {word.replace("_", "-"): word for word in words}
    if plain in known:
        return known[plain]
    import difflib

    near = [known[key] for key in difflib.get_close_matches(plain, known, cutoff=0.5)]
    raise UnknownName(
        f"{option} {text!r}: choose one of {', '.join(words)}",
        f"{option} 「{text}」: {' / '.join(words)} のどれかを指定してください",
        near or words,
    )


def at_least(number: int | None, least: int, option: str) -> int | None:
    """A number that is large enough; how large is up to the caller, all are compared exactly.

    Raises:
        BadNumber: smaller than ``least``.
    """
    if number is None:
        return None
    if number < least:
        wanted = f"a number of at least {least} for {option}"
        raise BadNumber(str(number), wanted, f"{option} は {least} 以上の数にしてください")
    return number
