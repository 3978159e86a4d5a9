"""A command line that typer cannot read, told like every other mistake: in both languages.

Typer speaks English alone and does not always repeat what was typed, so its exceptions are told
anew by their kind. The kinds are known by name, because typer does not export their classes.
"""

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from planner.errors import PlannerError


class Usage(PlannerError):
    """Words on the command line that no verb takes, or too few of them."""

    code = "usage"


class Told(NamedTuple):
    """A mistake in English and in Japanese, and what may have been meant."""

    en: str
    ja: str
    near: Sequence[str] = ()


def usage_error(error: Any) -> Usage:
    """The mistake that an exception of typer stands for."""
    tell = _KINDS.get(type(error).__name__, _other)
    ctx = getattr(error, "ctx", None)
    told = tell(error)
    hint = f" ({ctx.command_path} --help)" if ctx else ""
    return Usage(told.en + hint, told.ja + hint, told.near)


def _missing(error: Any) -> Told:
    name = _name_of(error.param)
    return Told(f"{name} is missing", f"{name} がありません")


def _name_of(param: Any) -> str:
    if param.param_type_name == "option":
        return str(param.opts[0])
    return str(param.metavar or param.name.upper())


def _no_such_option(error: Any) -> Told:
    name = error.option_name
    known = [flag for param in error.ctx.command.get_params(error.ctx) for flag in param.opts]
    near = difflib.get_close_matches(name, [*known, "--lang"])
    return Told(f"no such option: {name}", f"「{name}」というオプションはありません", near)


def _option_usage(error: Any) -> Told:
    name = error.option_name
    if "requires" in error.message:
        return Told(f"{name} needs a value after it", f"{name} の後に値が要ります")
    return Told(f"{name} takes no value", f"{name} に値は付けられません")


def _bad_value(error: Any) -> Told:
    param = error.param
    if param is None:
        return _other(error)
    name = _name_of(param)
    found = error.__cause__.errors()[0] if hasattr(error.__cause__, "errors") else {}
    typed = found.get("input", "")
    if found.get("type") == "greater_than_equal":
        least = found["ctx"]["ge"]
        return Told(
            f"{name} {typed!r}: at least {least} is wanted",
            f"{name} 「{typed}」: {least} 以上の数にしてください",
        )
    if str(found.get("type", "")).startswith("int"):
        return Told(
            f"{name} {typed!r}: a whole number is wanted, such as 1000",
            f"{name} 「{typed}」: 1000 のような整数で書いてください",
        )
    return Told(error.format_message(), f"{name} 「{typed}」: 使えない値です")


def _no_verb(error: Any) -> Told:
    path = error.ctx.command_path
    return Told(f"say which verb: {path} VERB", f"コマンドを指定してください: {path} VERB")


def _other(error: Any) -> Told:
    """A usage error that only its text tells apart."""
    text = error.format_message()
    ctx = getattr(error, "ctx", None)
    if found := re.match(r"No such command (['\"])(.*?)\1\.", text, re.DOTALL):
        name = found[2]
        verbs = ctx.command.list_commands(ctx) if ctx else ()
        near = difflib.get_close_matches(name, verbs)
        return Told(f"no such verb: {name}", f"「{name}」というコマンドはありません", near)
    if found := re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", text, re.DOTALL):
        return Told(f"too many words: {found[1]}", f"余分な語があります: {found[1]}")
    if text == "Missing command.":
        return _no_verb(error)
    return Told(text, f"コマンドラインを読めません: {text}")


_KINDS: dict[str, Callable[[Any], Told]] = {
    "MissingParameter": _missing,
    "NoSuchOption": _no_such_option,
    "BadOptionUsage": _option_usage,
    "BadParameter": _bad_value,
    "NoArgsIsHelpError": _no_verb,
}
