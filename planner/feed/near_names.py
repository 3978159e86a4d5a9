"""Names that look like a mistyped one."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from planner.feed.names import name_key
from planner.feed.sounds import hiragana, sound_key


def near_names(text: str, spellings: Iterable[tuple[str, str]], count: int) -> tuple[str, ...]:
    """The ``count`` names whose spelling is nearest to the text, best first.

    ``spellings`` are pairs (key of a spelling, name it stands for). A name that begins with or
    holds the text counts as near whatever its length; otherwise at least half must agree.
    """
    plain = hiragana(name_key(text))
    sound = sound_key(text)
    best: dict[str, float] = {}
    matcher = SequenceMatcher(autojunk=False)
    for wanted in {plain, sound} - {""}:
        matcher.set_seq2(wanted)
        for key, name in spellings:
            if not key:
                continue
            if len(wanted) > 1 and wanted in key:
                score = 0.8 + 0.2 * len(wanted) / len(key) - 0.05 * (not key.startswith(wanted))
            else:
                matcher.set_seq1(key)
                if matcher.real_quick_ratio() < 0.5 or matcher.quick_ratio() < 0.5:
                    continue
                score = matcher.ratio()
            if score >= 0.5 and score > best.get(name, 0.0):
                best[name] = score
    return tuple(sorted(best, key=lambda name: (-best[name], name))[:count])
