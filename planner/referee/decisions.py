"""Named choices a rulebook leaves open: what is offered, and what a game chose."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from planner.errors import BadValue


class BadOption(BadValue):
    """An option that the rulebook does not know, or a value it does not offer."""

    code = "bad_option"


def settle(offered: Mapping[str, Sequence[str]], chosen: object = None) -> dict[str, str]:
    """Every offered decision with its value: the first one offered unless chosen otherwise.

    ``chosen`` is a mapping, one text ``"a.b=c"`` (several parted by commas), or a list of texts.

    Raises:
        BadOption: a name that is not offered, a value that is not, or a text without ``=``.
    """
    values = {name: choices[0] for name, choices in offered.items()}
    for name, value in _pairs(chosen):
        if name not in offered:
            raise BadOption(
                f"{name!r} is not an option of this rulebook",
                f"「{name}」というオプションはありません",
                get_close_matches(name, list(offered)),
            )
        if value not in offered[name]:
            raise BadOption(
                f"{name}={value!r}: choose one of {', '.join(offered[name])}",
                f"{name}={value}: {'、'.join(offered[name])} のどれかにしてください",
                offered[name],
            )
        values[name] = value
    return values


def _pairs(chosen: object) -> Iterable[tuple[str, str]]:
    if chosen is None:
        return
    if isinstance(chosen, Mapping):
        for name, value in chosen.items():
            yield str(name).strip(), _word(value)
        return
    texts = chosen.replace(";", ",").split(",") if isinstance(chosen, str) else chosen
    if not isinstance(texts, Iterable):
        raise BadOption(
            f"{chosen!r} is not an option; write name=value",
            f"「{chosen}」はオプションとして読めません。名前=値 と書いてください",
        )
    for text in texts:
        if not str(text).strip():
            continue
        name, equals, value = str(text).partition("=")
        if not equals:
            raise BadOption(
                f"{str(text)!r} is not an option; write name=value",
                f"「{text}」はオプションとして読めません。名前=値 と書いてください",
            )
        yield name.strip(), _word(value)


def _word(value: object) -> str:
    """JSON's true and false are the words yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).strip()
