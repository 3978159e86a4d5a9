"""The Decisions by name, their defaults, and how they may be written."""

import pytest

from planner.referee.decisions import BadOption
from planner.rulebooks.railroad_ink.cases import run_case
from planner.rulebooks.railroad_ink.decisions import decide

DEFAULTS = {
    "exits": "standard",
    "faces.strict": "off",
    "expansions.max": "1",
    "leftover.check": "final_sheet",
    "exit.mismatch": "illegal",
    "support": "any_route",
    "special.last_round": "allowed",
    "longest.path": "simple",
    "centre.fill": "tiles",
    "river.free": "always",
    "river.exit": "illegal",
    "river.ring": "no_bonus",
    "lake.flood": "facing",
    "lake.pier": "station_only",
    "cancel.counts": "yes",
    "lava.meets_route": "legal_unlinked",
    "lava.volcano_on": "blank",
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_a_decision_has_its_default_and_may_be_named(name: str) -> None:
    assert decide()[name] == DEFAULTS[name]
    assert decide(f"{name}={DEFAULTS[name]}") == decide()


@pytest.mark.parametrize(
    "wishes",
    [
        "lake.flood=adjacent, river.ring=bonus",
        ["lake.flood=adjacent", "river.ring=bonus"],
        {"lake.flood": "adjacent", "river.ring": "bonus"},
    ],
)
def test_choices_are_read_from_text_lists_and_tables(wishes: object) -> None:
    assert decide(wishes).changed() == {"lake.flood": "adjacent", "river.ring": "bonus"}


@pytest.mark.parametrize("wishes", ["lake.flod=facing", "lake.flood=up", "lake.flood", ["x"]])
def test_an_unknown_name_or_choice_is_refused(wishes: object) -> None:
    with pytest.raises(BadOption):
        decide(wishes)


def test_a_case_may_choose_its_options() -> None:
    row = "..... ..... ..... ..... ..... ..... ....."
    case = {
        "id": "own",
        "kind": "place",
        "expansion": "none",
        "sheet": [row] * 7,
        "move": {"cell": "A4", "tile": "H.H.-", "source": "HI"},
    }
    illegal = {"legal": False, "clause": "RI-4.5"}
    assert run_case({**case, "expect": illegal}) == []
    loose = {"option": "exit.mismatch=blank_border", "expect": {**illegal, "clause": "RI-4.4"}}
    assert run_case({**case, **loose}) == []
