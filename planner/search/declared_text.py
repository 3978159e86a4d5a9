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
from itertools import pairwise
from unicodedata import normalize

from planner.feed.line_names import (
    is_train,
    line_named,
    line_names,
    other_company,
    special_words,
    words,
)
from planner.feed.line_operators import company_first
from planner.feed.names import name_key
from planner.feed.stations import book
from planner.search.declared import MOST_HOPS, Declared, Hop, Unreadable

_DASH = "-=~〜―─—–‐‑−"
_AROUND_NAMES = _DASH + ": \t\n、,。/|;"
_BAR = r"(?<![ァ-ヺ])ー"  # a dash, but a long vowel after kana: ロマンスカー
_ENDS_PLAIN = re.compile(
    rf"^(?:[{re.escape(_AROUND_NAMES)}ー])+|(?:[{re.escape(_AROUND_NAMES)}]|{_BAR})+$"
)
_ARROW = re.compile(rf"(?:[{_DASH}\s]|{_BAR})*(?:(?:>|→|⇒|⇨|➡|➔|▶|▷|↓|⇓|⬇)\ufe0f?)+|\n+")
_SPACE = re.compile(rf"[{_DASH}\s:]+")
_BRACKETS = re.compile(r"[(\[{【「『<〔]([^()\[\]{}【】「」『』<>〔〕]*)[)\]}】」』>〕]")
_DASHED = re.compile(r"\S\s+-\S")
MOST_DIGITS = 12
"""Of a declared fare; no purse comes near it."""
_PRICE = re.compile(r"(?:¥\s*(\d[\d,]*)|(?<![\d.])(\d[\d,]*)\s*(?:円|yen\b|JPY\b))", re.IGNORECASE)
_NEGATIVE = re.compile(
    r"(?:^|[\s:=])(¥?[-−]¥?\d[\d,]*)(?:\s*(?:円|yen\b|JPY\b)(?!\s*[-=]*[>→])|\s*$)", re.IGNORECASE
)
_TOTAL = re.compile(r"(?:合計|総計|計|運賃|総額|fare|total)\s*[:=]?\s*$|=\s*$", re.IGNORECASE)
_AROUND = re.compile(
    r"(?:合計|総計|計|運賃|総額|fares?|total)\s*[:=]?\s*(?=\x00)"
    r"|(?<=\x00)\s*(?:です|なり|也)?[。.、,]?",
    re.IGNORECASE,
)
_OFF = re.compile(r"(?:にて|で)?\s*(?:途中下車|下車|降車)(?:する|して)?[、,]?")
_ENDS = re.compile(r"(?:\s*駅)?\s*(?:発|着|スタート|ゴール)$")
_BESIDE = re.compile(
    r"(?:に乗車|に乗る|に乗り換え|へ乗り換え|に乗換|乗り換え|乗換|利用|経由|で|に)$"
)
_JOINED = re.compile(r"\s*(?:[~〜+/、,&]|->|→)\s*|\s+[-–—−]\s+")


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
    said = _prices(plain)
    plain, fare = _without_fare(plain)
    found = Declared((), (), (), fare, special=special[0] if special else "")
    route = _assemble(found, list(_tokens(plain)), text)
    if len(said) > 1 and fare == sum(said) and (len(said) > len(route.hops) or _in_a_row(text)):
        raise _several_fares(said)
    return route


def _prices(text: str) -> list[int]:
    if below := _NEGATIVE.search(text):
        raise Unreadable(
            f"a fare below nothing: {below[1]}; write it without the minus, as 440円",
            f"運賃が負の数です: {below[1]}。符号を付けずに 440円 のように書いてください",
        )
    found = [(m[1] or m[2]).replace(",", "") for m in _PRICE.finditer(text)]
    for digits in found:
        if len(digits) > MOST_DIGITS:
            raise Unreadable(
                f"a fare of {len(digits)} digits; at most {MOST_DIGITS} are read",
                f"運賃が {len(digits)} 桁あります({MOST_DIGITS} 桁まで)",
            )
    return [int(digits) for digits in found]


def _in_a_row(text: str) -> bool:
    """Whether two prices stand beside each other with nothing that adds them up."""
    ends = list(_PRICE.finditer(normalize("NFKC", text.replace("￥", "¥"))))
    whole = ends[0].string if ends else ""
    between = [whole[one.end() : other.start()].strip() for one, other in pairwise(ends)]
    return any(gap in {"", "、", ",", "/"} for gap in between)


def _several_fares(prices: list[int]) -> Unreadable:
    told = " ".join(f"{yen}円" for yen in prices)
    added = "+".join(f"{yen}円" for yen in prices)
    return Unreadable(
        f"several fares are declared: {told}; write one at the end, or the tickets' as {added}",
        f"運賃が複数あります: {told}。末尾に一つ書くか、切符ごとなら {added} と書いてください",
    )


def _special(text: str) -> list[str]:
    return [word for word in special_words() if word in text]


def _without_fare(text: str) -> tuple[str, int | None]:
    """The text without its prices, and the fare that they declare.

    One price is the fare. Of several the last is, where it is called the total or is the sum of
    the others; otherwise they are the tickets' prices and the fare is their sum.
    """
    prices = list(_PRICE.finditer(text))
    sums = _prices(text)
    if not sums:
        bare = re.search(r"[\s:=](\d[\d,]{1,6})\s*$", text)
        if bare and not is_train(name_key(bare[1])):
            return text[: bare.start()], int(bare[1].replace(",", ""))
        return text, None
    total = sum(sums)
    if len(sums) > 1 and (_TOTAL.search(text[: prices[-1].start()]) or sums[-1] * 2 == total):
        total = sums[-1]
    marked = _PRICE.sub("\x00", text)
    marked = re.sub(r"[(\[]\s*(?:\x00)\s*[)\]]", "\x00", _AROUND.sub("", marked))
    marked = re.sub(r"\s*\+?\s*\x00\s*[+=]?", " ", marked)
    return re.sub(r"[(\[]\s*[)\]]", "", marked).strip(), total


Token = tuple[str, str, Hop | None]
"""("station" | "line" | "off" | "waive", what was written, the hop of a line).

A station has a hop where a company stands before its name (JR藤沢駅).
"""


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
    before = _SPACE.split(text[: match.start()].strip())[-1]
    return bool(before) and before + match[0] in _suffixed()


@lru_cache(maxsize=1)
def _suffixed() -> frozenset[str]:
    return frozenset(key for key in book().places if "(" in key)


def _bare(text: str) -> str:
    """A name without the dashes and signs around it; a long vowel at its end stays."""
    return _ENDS_PLAIN.sub("", text)


def _plain(text: str) -> Iterator[Token]:
    """A station, a line, or both beside each other."""
    text = _bare(text)
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
    if not known_line and (station := _station(text)) is not None:
        return [station]
    # みなとみらい -みなとみらい線 is a station and a line, not a company and its line
    hop = None if _DASHED.search(text) else read_line(text)
    return None if hop is None else [("line", text, hop)]


def _parted(text: str) -> list[Token] | None:
    """LINE? STATION LINE?, parted at spaces or dashes, else anywhere (横浜東海道線)."""
    cuts = sorted({m.start() for m in _SPACE.finditer(text)} | {0, len(text)})
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
    named = _station(_bare(station))
    if named is None:
        return None
    found: list[Token] = [named]
    for text, at in ((before, 0), (after, len(found) + 1)):
        plain = _bare(text)
        if plain:
            hop = read_line(plain)
            if hop is None:
                return None
            found.insert(at, ("line", plain, hop))
    return found


def _station(text: str) -> Token | None:
    """The token of a station, a company right before its name or not; None for no station."""
    if is_station(text):
        return ("station", text, None)
    return None if _SPACE.search(text) else _company_station(text)


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
    text = _BESIDE.sub("", _bare(text)).strip()
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
            known = line_named(line)
            if known is not None and is_train(train):
                named = (train,) if not known.train else (known.train,)
                return Hop(text, (known,), named)
    return None


def _unknown(text: str) -> Exception:
    """The mistake of a word that is neither a station nor a line."""
    from difflib import get_close_matches

    from planner.errors import UnknownName

    words_of = [part for part in _SPACE.split(text) if part] or [text]
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
