"""Companies before a name: JR東日本 東海道線, 京急電鉄 大師線, JR藤沢.

The companies and what people call them are rows of ``data/operators.csv``. A route id begins with
the id of its company: ``JR-East.Tokaido``.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from planner.feed.names import name_key
from planner.resources import data_path


@cache
def _companies() -> Mapping[str, frozenset[str]]:
    """Spelling key of a company -> agency ids; JR is two of them."""
    import csv

    found: dict[str, set[str]] = {}
    with data_path("operators.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            names = (row["name"], row["name_en"], row["short"], *row["also"].split("|"))
            for key in filter(None, map(name_key, names)):
                found.setdefault(key, set()).add(row["agency_id"])
    return {key: frozenset(agencies) for key, agencies in found.items()}


def company_first(key: str) -> Iterator[tuple[frozenset[str], str]]:
    """The ways to read a spelling key as a company and more: (agency ids, the rest).

    The longest name of a company comes first: 小田急箱根 before 小田急.
    """
    companies = _companies()
    for at in range(len(key) - 1, 0, -1):
        agencies = companies.get(key[:at])
        if agencies:
            yield agencies, key[at:]


def of_companies(routes: frozenset[str], agencies: frozenset[str]) -> frozenset[str]:
    """The routes, by id, that those companies run."""
    return frozenset(route for route in routes if route.partition(".")[0] in agencies)


def company_names(routes: frozenset[str]) -> tuple[str, ...]:
    """The Japanese names of the companies that run these routes."""
    from planner.feed.operators import operators

    agencies = sorted({route.partition(".")[0] for route in routes})
    return tuple(operators()[agency]["name"] for agency in agencies if agency in operators())
