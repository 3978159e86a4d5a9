"""Reading a declared route from text that people post.

    横浜 -東海道線-> 藤沢[下車] -江ノ島電鉄線-> 鎌倉 750円
    横浜→(JR東海道本線)→藤沢 下車→江ノ電→鎌倉 ７５０円
    横浜
    ↓東海道線 快速
    藤沢 …

Arrows of any kind part stations and lines; what stands between two of them is a station, a line, or
both. Which is which is settled by the station book and the table of line names.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from unicodedata import normalize

from planner.feed.line_names import line_named, line_names, other_company, special_words, words
from planner.feed.names import name_key
from planner.feed.stations import book
from planner.search.declared import MOST_HOPS, Declared, Hop, Unreadable
from planner.search.declared_fare import in_a_row, read_prices, several_fares, without_fare
from planner.search.declared_names import BAR, DASH, SPACE, Token, bare, read_line, read_station

_ARROW = re.compile(rf"(?:[{DASH}\s]|{BAR})*(?:(?:>|→|⇒|⇨|➡|➔|▶|▷|↓|⇓|⬇)\ufe0f?)+|\n+")
_BRACKETS = re.compile(r"[(\[{【「『<〔]([^()\[\]{}【】「」『』<>〔〕]*)[)\]}】」』>〕]")
_DASHED = re.compile(r"\S\s+-\S")
_OFF = re.compile(r"(?:にて|で)?\s*(?:途中下車|下車|降車)(?:する|して)?[、,]?")
_ENDS = re.compile(r"(?:\s*駅)?\s*(?:発|着|スタート|ゴール)$")


def read_declared(text: str) -> Declared:
    """A declared route from text or JSON.

    Raises:
        Unreadable, UnknownName: as ``read_text`` does.
    """
    plain = text.strip()
    if not plain.startswith(("{", "[{")):
        return read_text(text)
    from planner.search.declared_json import read_json

    return read_json(plain)


def read_text(text: str) -> Declared:
    """The declared route in a text.

    Raises:
        Unreadable: no stations, two stations or lines in a row that cannot be told apart, a line
            at the end, several fares of which none is the total, or a text that is far too long.
        UnknownName: a word that is neither a station nor a line; ``did_you_mean`` has near ones.
    """
    plain = normalize("NFKC", text.replace("￥", "¥")).replace("\r", "\n").strip()
    plain = "\n".join(line.strip() for line in plain.splitlines() if line.strip())
    if len(plain) > 5_000:
        raise Unreadable("a route of more than 5,000 characters", "経路が長すぎます(5,000 字まで)")
    special = _special(plain)
    for word in sorted(special, key=len, reverse=True):
        plain = plain.replace(word, "")
    said = read_prices(plain)
    plain, fare = without_fare(plain, said)
    found = Declared((), (), (), fare, special=special[0] if special else "")
    route = _assemble(found, list(_tokens(plain)), text)
    if len(said) > 1 and fare == sum(said) and (len(said) > len(route.hops) or in_a_row(text)):
        raise several_fares(said)
    return route


def _special(text: str) -> list[str]:
    return [word for word in special_words() if word in text]


def _tokens(text: str) -> Iterator[Token]:
    """Stations, lines and marks in the order written."""
    for piece in _ARROW.split(text):
        yield from _piece(piece)


def _piece(text: str) -> Iterator[Token]:
    """The tokens between two arrows; brackets that hold a mark or a line part it further."""
    begin = 0
    for match in _BRACKETS.finditer(text):
        inside = match[1].strip()
        if name_key(inside) in words("get_off"):
            told: Token = ("off", inside, None)
        elif name_key(inside) in words("waive"):
            told = ("waive", inside, None)
        elif (hop := read_line(inside)) is not None and not _is_station(match, text):
            told = ("line", inside, hop)
        else:
            continue
        yield from _plain(text[begin : match.start()])
        yield told
        begin = match.end()
    yield from _plain(text[begin:])


def _is_station(match: re.Match[str], text: str) -> bool:
    """Whether a bracket belongs to the name of a station: 足柄(小田急)."""
    before = SPACE.split(text[: match.start()].strip())[-1]
    return bool(before) and before + match[0] in _suffixed()


@lru_cache(maxsize=1)
def _suffixed() -> frozenset[str]:
    return frozenset(key for key in book().places if "(" in key)


def _plain(text: str) -> Iterator[Token]:
    """A station, a line, or both beside each other."""
    text = bare(text)
    if not any(letter.isalnum() for letter in text):
        return
    if match := _OFF.search(text):
        yield from _plain(text[: match.start()])
        yield ("off", match[0], None)
        yield from _plain(text[match.end() :])
        return
    known = (
        _whole(text)
        or _whole(_ENDS.sub("", text))
        or _whole(text.rstrip("ー"))  # a dash after kana after all: バスー>
        or _parted(text)
    )
    if known is None:
        raise _unknown(text)
    yield from known


def _whole(text: str) -> list[Token] | None:
    known_line = line_named(text) is not None and text not in book().places
    if not known_line and (station := read_station(text)) is not None:
        return [station]
    # みなとみらい -みなとみらい線 is a station and a line, not a company and its line
    hop = None if _DASHED.search(text) else read_line(text)
    return None if hop is None else [("line", text, hop)]


def _parted(text: str) -> list[Token] | None:
    """LINE? STATION LINE?, parted at spaces or dashes, else anywhere (横浜東海道線)."""
    cuts = sorted({m.start() for m in SPACE.finditer(text)} | {0, len(text)})
    for whole in (False, True):
        places = list(range(len(text) + 1)) if whole else cuts
        if len(places) > 40:
            continue
        for i in places:
            for j in reversed(places):
                if i < j and (found := _three(text[:i], text[i:j], text[j:])):
                    return found
    return None


def _three(before: str, station: str, after: str) -> list[Token] | None:
    named = read_station(bare(station))
    if named is None:
        return None
    found: list[Token] = [named]
    for text, at in ((before, 0), (after, len(found) + 1)):
        plain = bare(text)
        if plain:
            hop = read_line(plain)
            if hop is None:
                return None
            found.insert(at, ("line", plain, hop))
    return found


def _unknown(text: str) -> Exception:
    """The mistake of a word that is neither a station nor a line."""
    from difflib import get_close_matches

    from planner.errors import UnknownName

    words_of = [part for part in SPACE.split(text) if part] or [text]
    if (contradicted := _other_company(words_of)) is not None:
        return contradicted
    wrong = next((w for w in words_of if _whole(w) is None), text)
    lines = {line.name: name_key(line.name) for line in line_names().values()}
    keys = get_close_matches(name_key(wrong), list(lines.values()), 3, 0.6)
    near = [*book().near(wrong, 3), *(name for name, key in lines.items() if key in keys)]
    return UnknownName(
        f"{wrong!r} is neither a station nor a line"
        + (f"; did you mean {', '.join(near)}?" if near else ""),
        f"「{wrong}」は駅名としても路線名としても読めません"
        + (f"(もしかして: {'、'.join(near)})" if near else ""),
        near,
    )


def _other_company(words_of: list[str]) -> Exception | None:
    """The mistake of a line with the wrong company before it, in some words in a row."""
    count = len(words_of)
    spans = (words_of[i:j] for i in range(count) for j in range(count, i, -1))
    found = (other_company(" ".join(span)) for span in spans)
    return next((mistake for mistake in found if mistake is not None), None)


def _assemble(found: Declared, tokens: list[Token], text: str) -> Declared:
    """Stations with the hops between them."""
    stations: list[str] = []
    hops: list[Hop] = []
    off: list[bool] = []
    hop: Hop | None = None
    waive = False
    for kind, written, line in tokens:
        if kind == "station":
            if stations or hop is not None:
                if not stations:
                    stations, off = [""], [False]
                hops.append(hop or line or Hop())
            stations.append(written)
            off.append(False)
            hop = None
        elif kind == "off" and stations:
            off[-1] = True
        elif kind == "waive":
            waive = True
        elif kind == "line" and line is not None:
            hop = line if hop is None else _both(hop, line)
    if hop is not None or not hops:
        raise _no_route(text, hop)
    if len(hops) > MOST_HOPS:
        raise Unreadable(f"more than {MOST_HOPS} lines", f"路線が {MOST_HOPS} を超えています")
    return replace(
        found, stations=tuple(stations), hops=tuple(hops), get_off=tuple(off), waive=waive
    )


def _both(hop: Hop, line: Hop) -> Hop:
    """A line and then a train of it (小田急)(はこね1号), or a through train's lines in a row."""
    return Hop(
        f"{hop.text} {line.text}",
        hop.lines + line.lines,
        hop.trains + line.trains,
        hop.not_rail or line.not_rail,
    )


def _no_route(text: str, hop: Hop | None) -> Unreadable:
    example = "横浜 -東海道線-> 藤沢[下車] -江ノ電-> 鎌倉 750円"
    said = " ".join(text.split())[:80]
    if hop is not None:
        return Unreadable(
            f"{said!r} does not say where {hop.text} leads; write e.g. {example}",
            f"「{said}」は{hop.text}の行き先がありません。例: {example}",
        )
    return Unreadable(
        f"{said!r} is not a route; write stations with lines between them, e.g. {example}",
        f"「{said}」は経路として読めません。駅の間に路線を書いてください。例: {example}",
    )
