"""Names of stations, lines and companies: when two spellings are the same name."""

import unicodedata

# variants that signs, operators and players use for one name (茅ヶ崎 = 茅ケ崎, 四ッ谷 = 四ツ谷)
_SAME_SIGN = str.maketrans(
    {
        "ヶ": "ケ",
        "ヵ": "カ",
        "ッ": "ツ",
        "ノ": "の",
        "之": "の",
        "﨑": "崎",
        "髙": "高",
        "槻": "槻",
        "ゝ": "ヽ",
        "·": "・",
        "･": "・",
    }
)
_MACRONS = str.maketrans(
    {"ā": "a", "ī": "i", "ū": "u", "ē": "e", "ō": "o", "â": "a", "ô": "o", "û": "u"}
)
_IGNORED = str.maketrans("", "", " \u3000'’‘-‐‑‒–—―−ー~〜.,()[]「」")


_STATION_WORD = r"[\s\-‐‑–—−・]*(駅|站|えき|エキ|eki|station|stn|sta)\.?\s*$"


def without_station_word(text: str) -> str:
    """The name without the word for station at its end, in any of its spellings; else the text.

    ``よこはまえき``, ``Yokohama-eki``, ``Yokohama Station`` -> ``よこはま``, ``Yokohama``. For a
    text that is no name as it stands: a station's own name may end so.
    """
    import re  # a text that is a name as it stands does not need it

    plain = unicodedata.normalize("NFKC", text).strip()
    found = re.search(_STATION_WORD, plain, re.IGNORECASE)
    return plain[: found.start()] if found and found.start() else text


def name_key(text: str) -> str:
    """The same text for every spelling of one name: width, ヶ/ケ, ッ/ツ, ノ/の, case, macrons.

    A trailing 駅 ("station") is dropped. Turning kana into kanji is the station table's work.
    """
    plain = unicodedata.normalize("NFKC", text).strip().lower().translate(_MACRONS)
    plain = unicodedata.normalize("NFC", plain.translate(_SAME_SIGN))
    if len(plain) > 1:
        plain = plain.removesuffix("駅").removesuffix(" station").removesuffix(" sta.")
    return plain.translate(_IGNORED)
