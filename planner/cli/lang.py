"""Which language to speak: ``--lang``, else the locale; settled before commands are built."""

import os
import sys
from functools import cache

LANGUAGES = ("ja", "en")


@cache
def language() -> str:
    """``"ja"`` or ``"en"``: from ``--lang``, then from the locale's environment variables.

    Help texts are made while commands are imported, so the option is looked up in ``sys.argv``.
    """
    for word, following in zip(sys.argv[1:], [*sys.argv[2:], ""], strict=False):
        chosen = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"


def say(ja: str, en: str) -> str:
    """The text in the language of this run."""
    return ja if language() == "ja" else en
