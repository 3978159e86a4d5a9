"""The numbers, decisions and variants one game of Ashita-tabi is played under."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from planner.errors import BadValue
from planner.referee.decisions import settle
from planner.resources import data_path

_VARIANT = re.compile(r"\s*([A-Za-z][A-Za-z-]*)\s*(?:\(([^)]*)\))?\s*")

_WHOLE = re.compile(r"-?[0-9]{1,9}")


@cache
def components() -> Mapping[str, Any]:
    """The tables of ``data/rules/ashita_tabi.toml``."""
    return tomllib.loads(data_path("rules", "ashita_tabi.toml").read_text(encoding="utf-8"))


def number(name: str) -> int:
    """A figure of the components table."""
    return int(components()["components"][name])


@cache
def suits() -> str:
    """The letters of the five suits, AT-1.3."""
    return str(components()["components"]["suits"])


@cache
def all_cards() -> tuple[str, ...]:
    """The thirty event cards, AT-1.2."""
    numbers = components()["components"]["numbers"]
    return tuple(f"{suit}{n}" for suit in suits() for n in numbers)


@dataclass(frozen=True)
class Rules:
    """What a game was set up with; it does not change during play."""

    decisions: Mapping[str, str]  # name -> value
    variants: Mapping[str, Mapping[str, str]]  # variant -> its arguments; empty is the body

    def __getitem__(self, decision: str) -> str:
        return self.decisions[decision]

    def has(self, variant: str) -> bool:
        """Whether a variant of AT-10 is switched on."""
        return variant in self.variants

    def argument(self, variant: str, name: str) -> str:
        """An argument of a variant, empty where the variant is off."""
        return self.variants.get(variant, {}).get(name, "")


def read_rules(option: object = None, variant: object = None) -> Rules:
    """The rules chosen by option texts and by a variant text such as ``"BOTTOM + LAP-BURN"``.

    Raises:
        BadOption: an unknown decision or value.
        BadValue: an unknown variant, a missing argument, or variants that need each other.
    """
    return Rules(settle(components()["decisions"], option), _read_variants(variant))


def _read_variants(variant: object) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    texts = [variant] if isinstance(variant, str) else variant or []
    if not isinstance(texts, list | tuple):
        raise BadValue(
            f"variant: {variant!r} is no text such as 'BOTTOM + LAP-BURN'",
            f"variant: {variant!r} は読めません。'BOTTOM + LAP-BURN' のように書いてください",
        )
    for text in texts:
        for name, arguments in _parts(str(text)):
            if name in components()["bundles"]:
                found |= _read_variants(components()["bundles"][name])
            elif name != "body":
                found[name] = _arguments(name, arguments)
    if "LETTER-ON-KEY" in found and "ENDLESS" not in found:
        raise BadValue(
            "LETTER-ON-KEY needs ENDLESS (AT-10.7)",
            "LETTER-ON-KEY には ENDLESS が要ります(AT-10.7)",
        )
    return found


def _parts(text: str) -> list[tuple[str, str]]:
    parts, at = [], 0
    known = {**components()["variants"], **components()["bundles"]}
    while at < len(text):
        match = _VARIANT.match(text, at)
        if match is None:
            raise BadValue(f"{text!r} is not a variant", f"「{text}」というバリアントはありません")
        name = match[1] if match[1] in known else match[1].upper()
        if name not in known:
            raise BadValue(
                f"{match[1]!r} is not a variant; there are {', '.join(known)}",
                f"「{match[1]}」というバリアントはありません。{'、'.join(known)} があります",
                get_close_matches(match[1].upper(), known),
            )
        parts.append((name, match[2] or ""))
        at = match.end()
        if at < len(text) and text[at] not in "+,;":
            raise BadValue(
                f"{text!r}: join variants by +", f"{text}: バリアントは + でつないでください"
            )
        at += 1
    return parts


def _arguments(name: str, text: str) -> dict[str, str]:
    given = {}
    for piece in filter(None, (piece.strip() for piece in re.split(r"[,;]", text))):
        key, _, value = piece.partition("=")
        given[key.strip()] = value.strip()
    wanted = components()["variants"][name]
    if name == "DECK-CLOCK":
        given.setdefault("at", "empty_draw")
    if sorted(given) != sorted(wanted):
        raise BadValue(
            f"{name} needs {', '.join(wanted) or 'no argument'}, got {text!r}",
            f"{name} には {'と'.join(wanted)} が要ります(「{text}」)"
            if wanted
            else f"{name} に引数はありません(「{text}」)",
        )
    if name == "DECK-CLOCK" and given["at"] not in {"empty_draw", "day7"}:
        raise BadValue(
            f"DECK-CLOCK: at is empty_draw or day7, not {given['at']!r}",
            f"DECK-CLOCK: at は empty_draw か day7 です(「{given['at']}」)",
        )
    if name == "HURRY" and not all(_WHOLE.fullmatch(value) for value in given.values()):
        raise BadValue(
            f"HURRY: start and per_lap are whole numbers of at most nine digits, got {text!r}",
            f"HURRY: start と per_lap は9桁までの整数で書いてください(「{text}」)",
        )
    return given
