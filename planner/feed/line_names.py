"""Names of lines and trains as travellers write them, from ``data/line_names.csv``.

A row of kind ``line`` says that a name and its other spellings stand for routes of the feeds, any
of which will do; the stations of a declared route then say which is meant (江の島線 is a line of
Odakyu and of the Shonan Monorail). ``train``: a name of trains that run on those routes alone, such
as こだま; ``charged train``: of all those on them that need a surcharge. ``words``: other words of
declared routes, by what they mean.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from unicodedata import normalize

from planner.errors import UnknownName
from planner.feed.line_operators import company_first, company_names, of_companies
from planner.feed.names import name_key
from planner.feed.sounds import sound_key
from planner.resources import data_path


@dataclass(frozen=True, slots=True)
class LineName:
    """What a name of lines stands for.

    ``routes``: route ids, any of which will do. ``train``: key of the train the name means besides
    ("" for none). ``charged``: the name means trains that need a surcharge.
    """

    name: str
    routes: frozenset[str]
    train: str = ""
    charged: bool = False


@cache
def _table() -> list[dict[str, str]]:
    import csv

    with data_path("line_names.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def line_names() -> Mapping[str, LineName]:
    """Spelling key -> lines. A name of several rows (本線) stands for the lines of all of them."""
    found: dict[str, LineName] = {}
    for row in _table():
        if row["kind"] == "words":
            continue
        train = name_key(row["name"]) if row["kind"] == "train" else ""
        routes = frozenset(row["routes"].split("|"))
        one = LineName(row["name"], routes, train, row["kind"] == "charged train")
        for name in (row["name"], *row["also"].split("|")):
            _add(found, name_key(name), one)
    return found


def line_named(text: str) -> LineName | None:
    """The lines of a name in any spelling, 線 left out or not; None where there are none.

    A company may stand before it (JR東日本 東海道線), which must be the one that runs the line.
    """
    key = name_key(text)
    if not key:
        return None
    found = _spelt(key) or _of_company(key)
    if found is None and (sound := sound_key(text)):
        return _by_sound().get(sound)
    return found


def _spelt(key: str) -> LineName | None:
    names = line_names()
    return names.get(key) or names.get(key.removesuffix("線"))


def _of_company(key: str) -> LineName | None:
    """A line with the company that runs it before its name; None where it runs no such line."""
    for agencies, rest in company_first(key):
        line = _spelt(rest)
        routes = of_companies(line.routes, agencies) if line is not None else None
        if line is not None and routes:
            return (
                line
                if routes == line.routes
                else _by_routes().get(routes) or LineName(rest, routes, line.train, line.charged)
            )
    return None


@cache
def _by_routes() -> Mapping[frozenset[str], LineName]:
    """The lines alone, trains left out, by what they stand for."""
    plain = (line for line in line_names().values() if not (line.train or line.charged))
    return {line.routes: line for line in plain}


def other_company(text: str) -> UnknownName | None:
    """The mistake of a line with a company before it that does not run it: JR東海 横浜線.

    None where the text says nothing of the kind.
    """
    if line_named(text) is not None:
        return None
    for agencies, rest in company_first(name_key(text)):
        line = _spelt(rest)
        if line is None or of_companies(line.routes, agencies):
            continue
        companies = company_names(line.routes)
        name = line.name if len(companies) == 1 else rest  # 本線 is a line of each of several
        right = [f"{company} {name}" for company in companies]
        said = text.strip()
        return UnknownName(
            f"there is no line {said!r}: {name} is a line of another company;"
            f" write {' or '.join(right)}",
            f"「{said}」という路線はありません。{name}は別の会社の路線です"
            f"(正しくは {'、'.join(right)})",
            right,
        )
    return None


@cache
def _by_sound() -> Mapping[str, LineName]:
    return {sound: line for key, line in line_names().items() if (sound := sound_key(key))}


def _add(found: dict[str, LineName], key: str, one: LineName) -> None:
    before = found.get(key)
    if before is not None and before.routes != one.routes:
        one = LineName(before.name, before.routes | one.routes)
    found[key] = one


@cache
def words(kind: str) -> frozenset[str]:
    """The spelling keys of a kind of words: types, local, named, get_off, waive, walking, ..."""
    return frozenset(name_key(word) for word in _words(kind))


def _words(kind: str) -> list[str]:
    rows = (row for row in _table() if row["kind"] == "words" and row["name"] == kind)
    return next(rows)["also"].split("|")


@cache
def special_words() -> tuple[str, ...]:
    """What special tickets are called (R6), as a text in normal form has it."""
    return tuple(normalize("NFKC", word) for word in _words("passes"))


def is_train(key: str) -> bool:
    """Whether a spelling key names a type of train or a train: 快速, はこね1号, 特急はこね."""
    if key in words("types") or key in words("local"):
        return True
    return is_named(key)


def is_named(key: str) -> bool:
    """Whether a spelling key names one train or the trains of one name: はこね, こだま731号."""
    plain = key.removeprefix("特急").removesuffix("号").rstrip("0123456789")
    line = line_names().get(plain)
    if line is not None and line.train:
        return True
    return plain in words("named") or (not plain and key.endswith("号"))


def needs_surcharge(key: str) -> bool:
    """Whether a train word may mean a train that needs a surcharge: 特急, はこね1号."""
    return key == "特急" or not (key in words("types") or key in words("local"))


def rides_as(train: str, wanted: str, charged: bool) -> bool:
    """Whether a train of that type and name is what a plan's word (a spelling key) means.

    A type is itself (急行 is not 快速急行); the name of a train with a surcharge may be written in
    part (はこね, 特急はこね1号).
    """
    key = name_key(train).rstrip("?")
    if key == wanted or (wanted in words("local") and key in words("local")):
        return True
    return charged and wanted in key
