"""Reading the names of a declared route: what is a station, and what is a line or a train."""

import re
from functools import lru_cache

from planner.feed.line_names import is_train, line_named, words
from planner.feed.line_operators import company_first
from planner.feed.names import name_key
from planner.feed.stations import book
from planner.search.declared import Hop

DASH = "-=~〜―─—–‐‑−"
_AROUND_NAMES = DASH + ": \t\n、,。/|;"
BAR = r"(?<![ァ-ヺ])ー"  # a dash, but a long vowel after kana: ロマンスカー
_ENDS_PLAIN = re.compile(
    rf"^(?:[{re.escape(_AROUND_NAMES)}ー])+|(?:[{re.escape(_AROUND_NAMES)}]|{BAR})+$"
)
SPACE = re.compile(rf"[{DASH}\s:]+")
_BESIDE = re.compile(
    r"(?:に乗車|に乗る|に乗り換え|へ乗り換え|に乗換|乗り換え|乗換|利用|経由|で|に)$"
)
_JOINED = re.compile(r"\s*(?:[~〜+/、,&]|->|→)\s*|\s+[-–—−]\s+")

Token = tuple[str, str, Hop | None]
"""("station" | "line" | "off" | "waive", what was written, the hop of a line).

A station has a hop where a company stands before its name (JR藤沢駅).
"""


def bare(text: str) -> str:
    """A name without the dashes and signs around it; a long vowel at its end stays."""
    return _ENDS_PLAIN.sub("", text)


def read_station(text: str) -> Token | None:
    """The token of a station, a company right before its name or not; None for no station."""
    if is_station(text):
        return ("station", text, None)
    return None if SPACE.search(text) else _company_station(text)


@lru_cache(maxsize=4096)
def _company_station(text: str) -> Token | None:
    """JR藤沢駅: the station, and the company's lines for where no other line leads to it."""
    for _, rest in company_first(name_key(text)):
        if book().named(rest) and book().of_company(text):
            company = next(n for n in range(len(text)) if name_key(text[n:]) == rest)
            return ("station", text, read_line(text[:company]))
    return None


@lru_cache(maxsize=4096)
def is_station(text: str) -> bool:
    """Whether the station book knows the name; of two or more letters if it is in Latin ones."""
    if not text or text.isdigit() or " -" in text:  # no name goes on with a dash
        return False
    return bool(book().named(text)) or name_key(text) in words("ropeway_stations")


@lru_cache(maxsize=4096)
def read_line(text: str) -> Hop | None:
    """What a text between stations means as a line: 東海道線, 小田急 はこね1号, 相鉄線〜東急線.

    None where it is neither a line nor a train.
    """
    text = _BESIDE.sub("", bare(text)).strip()
    key = name_key(text)
    if not key:
        return None
    if key in words("walking") or key in words("not_rail"):
        return Hop(text, not_rail=True)
    found = _line(text)
    if found is not None:
        return found
    parts = [part for part in _JOINED.split(text) if part]
    if len(parts) < 2:
        return None
    hops = [_line(part) for part in parts]
    if any(hop is None or not hop.lines for hop in hops):
        return None
    known = [hop for hop in hops if hop is not None]
    lines = tuple(line for hop in known for line in hop.lines)
    return Hop(text, lines, tuple(train for hop in known for train in hop.trains))


def _line(text: str) -> Hop | None:
    """One line, one train, or a line with the train beside it in either order."""
    key = name_key(text.replace("(", " ").replace(")", " "))
    known = line_named(key)
    if known is not None:
        return Hop(text, (known,), (known.train,) if known.train else ())
    if is_train(key):
        return Hop(text, (), (key,))
    for at in range(len(key) - 1, 0, -1):
        for line, train in ((key[:at], key[at:]), (key[at:], key[:at])):
            if is_train(train) and (known := line_named(line)) is not None:
                named = (train,) if not known.train else (known.train,)
                return Hop(text, (known,), named)
    return None
