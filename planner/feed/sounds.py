"""How names sound: kana, romaji in any system, and spellings looser than ``name_key``."""

import re
from functools import cache

from planner.feed.names import name_key


def hiragana(text: str) -> str:
    """Katakana turned into hiragana, everything else as it is."""
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in text)


_LOOSE = str.maketrans({"が": "ケ", "ガ": "ケ", "け": "ケ", "ノ": "の", "・": None, "･": None})


def loose_key(text: str) -> str:
    """As ``name_key``, but が is ケ too (市ヶ尾 = 市が尾) and middle dots are dropped."""
    return name_key(text).translate(_LOOSE)


_ROMAJI = (
    (r"[^a-z0-9]", ""),
    (r"tch", "cch"),
    (r"m(?=[bpm])", "n"),
    (r"sh(?=[auoe])", "sy"),
    (r"shi", "si"),
    (r"ch(?=[auoe])", "ty"),
    (r"chi", "ti"),
    (r"cty", "tty"),
    (r"cti", "tti"),
    (r"j(?=[auoe])y?", "zy"),
    (r"ji|di", "zi"),
    (r"jy", "zy"),
    (r"tsu", "tu"),
    (r"dzu|du", "zu"),
    (r"fu", "hu"),
    (r"oh(?=[^aiueo]|$)", "o"),
    (r"ou|oo", "o"),
    (r"uu", "u"),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Compiled when a name in Latin letters is met: most searches meet none."""
    return tuple((re.compile(pattern), by) for pattern, by in _ROMAJI)


def sound_key(text: str) -> str:
    """One key for Hepburn, Kunrei and long vowels written ō, ou, oo, oh or not at all; '' if kana.

    ``sound_key("Ōfuna") == sound_key("oofuna") == sound_key("Ohuna")``
    """
    key = name_key(text)
    if not key.isascii():
        return ""
    for pattern, by in _patterns():
        key = pattern.sub(by, key)
    return key
