"""Reading the fare in the text of a declared route: one price, a total, or the tickets' prices."""

import re
from itertools import pairwise
from unicodedata import normalize

from planner.feed.line_names import is_train
from planner.feed.names import name_key
from planner.search.declared import Unreadable

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


def read_prices(text: str) -> list[int]:
    """The prices in a text, in the order written.

    Raises:
        Unreadable: a price below nothing, or of too many digits.
    """
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


def in_a_row(text: str) -> bool:
    """Whether two prices stand beside each other with nothing that adds them up."""
    ends = list(_PRICE.finditer(normalize("NFKC", text.replace("￥", "¥"))))
    whole = ends[0].string if ends else ""
    between = [whole[one.end() : other.start()].strip() for one, other in pairwise(ends)]
    return any(gap in {"", "、", ",", "/"} for gap in between)


def several_fares(prices: list[int]) -> Unreadable:
    """The mistake of several prices of which none is the total."""
    told = " ".join(f"{yen}円" for yen in prices)
    added = "+".join(f"{yen}円" for yen in prices)
    return Unreadable(
        f"several fares are declared: {told}; write one at the end, or the tickets' as {added}",
        f"運賃が複数あります: {told}。末尾に一つ書くか、切符ごとなら {added} と書いてください",
    )


def without_fare(text: str, said: list[int]) -> tuple[str, int | None]:
    """The text without its prices, and the fare that they declare; ``said`` are the prices read.

    One price is the fare. Of several the last is, where it is called the total or is the sum of
    the others; otherwise they are the tickets' prices and the fare is their sum.
    """
    if not said:
        bare = re.search(r"[\s:=](\d[\d,]{1,6})\s*$", text)
        if bare and not is_train(name_key(bare[1])):
            return text[: bare.start()], int(bare[1].replace(",", ""))
        return text, None
    total = sum(said)
    if len(said) > 1 and (said[-1] * 2 == total or _last_is_called_total(text)):
        total = said[-1]
    marked = _PRICE.sub("\x00", text)
    marked = re.sub(r"[(\[]\s*(?:\x00)\s*[)\]]", "\x00", _AROUND.sub("", marked))
    marked = re.sub(r"\s*\+?\s*\x00\s*[+=]?", " ", marked)
    return re.sub(r"[(\[]\s*[)\]]", "", marked).strip(), total


def _last_is_called_total(text: str) -> bool:
    *_, last = _PRICE.finditer(text)
    return _TOTAL.search(text[: last.start()]) is not None
