"""What the rules of a price are called, in Japanese and English."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planner.errors import UnknownName

SYSTEMS = (
    "jr", "shinkansen", "keikyu", "odakyu", "tokyu", "sotetsu", "minatomirai", "keio",
    "yokohama-subway", "seaside", "enoden", "shonan-monorail", "hakone-tozan", "daiyuzan",
    "oyama-cable",
)  # fmt: skip
TABLES = {  # class of a table -> (Japanese, English)
    "base": ("対キロ運賃", "by distance"),
    "kansen": ("幹線", "JR trunk lines"),
    "tokutei": ("電車特定区間", "JR 電車特定区間"),
    "yamanote": ("山手線内", "JR Yamanote loop"),
    "east": ("JR東日本", "JR East"),
    "basis": ("JR基準運賃", "JR basis"),
    "addon": ("JR東日本加算", "JR East add-on"),
    "cable": ("ケーブルカー", "cable car"),
    "kodomonokuni": ("こどもの国線", "Kodomonokuni Line"),
    "discount": ("乗継割引", "discount"),
}
UNKNOWN = {  # why a price is not known -> (Japanese, English); what follows the word is kept
    "unpriced": ("運賃表のない線の方が近い:", "a line without a known table is nearer:"),
    "beyond": ("わかっている運賃表の上限超:", "beyond the last known band:"),
    "undated": ("この日の運賃表がない", "no table of that day is known"),
    "change": ("乗換の運賃の決まりがわからない", "how a change is charged is not known"),
    "unlisted": ("運賃表に載っていない", "not in the table of fares"),
    "ic": ("IC運賃がわからない", "the IC price is not known"),
    "charge": ("特急料金などがわからない", "its surcharge is not known"),
    "no_system": ("この会社の運賃表がない", "no fares of this company are known"),
    "no_station": ("運賃表にない駅:", "no fares are known at"),
    "no_chain": ("運賃のわかる切符ではつながらない", "no chain of known tickets leads there"),
}
LEVELS = {
    "sourced": ("出典あり", "sourced"),
    "derived": ("計算", "derived"),
    "assumed": ("推定", "assumed"),
}


def rule_text(items: Iterable[Mapping[str, Any]], english: bool = False) -> str:
    """The rules of a price in one line: ``JR東日本 21-25 km + 加算運賃``."""
    return " + ".join(item_text(item["what"], english) for item in items)


def item_text(what: str, english: bool = False) -> str:
    """One rule; names of lines and sections stay Japanese in both languages."""
    head, _, rest = what.partition(" ")
    told = TABLES.get(head) or UNKNOWN.get(head)
    return what if told is None else f"{told[english]} {rest}".strip()


def unknown_text(why: str, english: bool = False) -> str:
    """Why a ticket has no price (``Ticket.unknown``: a word of ``UNKNOWN`` and what it is of)."""
    return item_text(why, english)


def worst(levels: Sequence[str]) -> str:
    """The least sure of several confidences; "sourced" of none."""
    return max(levels, key=list(LEVELS).index, default="sourced")


def unknown_system(name: str) -> UnknownName:
    """The mistake of asking for a fare system that does not exist."""
    import difflib

    near = difflib.get_close_matches(name.lower(), SYSTEMS, 3, 0.5) or list(SYSTEMS)
    return UnknownName(
        f"no fare system is called {name!r}; there are {', '.join(SYSTEMS)}",
        f"「{name}」という運賃系統はありません。使えるのは {', '.join(SYSTEMS)}",
        near,
    )


def level_text(level: str, english: bool = False) -> str:
    """How sure a figure is, in a word."""
    return LEVELS[level][english]
