"""The figures of the small games stand in data/rules with their clauses, and rules read them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from planner.resources import data_path
from planner.rulebooks.tokaido import rules as road_rules
from planner.rulebooks.tokaido.crossroads import one_action
from tests.tokaido_world import at, road

PACKAGES = Path(road_rules.__file__).parents[1]


def amounts(game: str, table: str) -> Iterator[tuple[str, str]]:
    """(name, rest of the line) of every figure in one table of a rules file."""
    text = data_path("rules", f"{game}.toml").read_text(encoding="utf-8")
    body = re.split(r"^\[", text.split(f"\n[{table}]", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    for line in body.splitlines():
        if found := re.match(r"(\w+) = (.*)", line):
            yield found[1], found[2]


@pytest.mark.parametrize(
    ("game", "table", "mark"),
    [("tokaido", "numbers", "TK-"), ("ashita_tabi", "components", "AT-")],
)
def test_every_figure_has_its_clause_and_a_rule_that_reads_it(
    game: str, table: str, mark: str
) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (PACKAGES / game).glob("*.py"))
    found = {name: rest for name, rest in amounts(game, table) if name != "source"}
    assert len(found) > 10
    for name, rest in found.items():
        assert mark in rest, f"{name} has no clause"
        assert f'"{name}"' in code, f"no rule reads {name}"


def test_a_changed_price_in_the_data_is_the_price_that_is_paid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = {
        **road_rules.components(),
        "numbers": {**road_rules.components()["numbers"], "bathhouse_price": 2},
    }
    monkeypatch.setattr(road_rules, "components", lambda: changed)
    road_rules.number.cache_clear()
    try:
        bathed = one_action(at(road(), A=5), "A", "hot", {"do": "x"})
    finally:
        road_rules.number.cache_clear()
    assert bathed.player("A").coins == 7 - 2
