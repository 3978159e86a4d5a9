"""Movement rules: where a traveller may ride and change. Data, compiled into the timetable."""

import dataclasses
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from planner.errors import UnknownName
from planner.resources import data_path


@dataclass(frozen=True, slots=True)
class MovementRules:
    """One set of movement rules; ``data/rules/movement.toml`` explains each field."""

    name: str
    inside: str = ""
    pass_outside: bool = True
    change_seconds: int = 180
    feed_transfers: bool = True
    walk_near: bool = True
    near_metres: int = 0  # told, not compiled
    charged: str = "include"
    charged_routes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A short text that differs whenever a compiled timetable would differ."""
        fields = [
            "in" if self.inside else "any",
            "pass" if self.pass_outside else "cut",
            str(self.change_seconds),
            "feed" if self.feed_transfers else "same",
            "walk" if self.walk_near else "ride",
            self.charged,
            "+".join(self.charged_routes) if self.charged == "exclude" else "",
        ]
        return "-".join(fields)

    def but(self, **changes: Any) -> "MovementRules":
        """The same rules with some fields changed."""
        return dataclasses.replace(self, **changes)


@cache
def _table() -> dict[str, MovementRules]:
    text = data_path("rules", "movement.toml").read_text(encoding="utf-8")
    rules = {}
    for name, fields in tomllib.loads(text).items():
        known: dict[str, Any] = {k: v for k, v in fields.items() if k != "source"}
        known["charged_routes"] = tuple(known["charged_routes"])
        rules[name] = MovementRules(name, **known)
    return rules


def movement_rules(name: str) -> MovementRules:
    """The rules of that name.

    Raises:
        UnknownName: there are none.
    """
    rules = _table()
    if name not in rules:
        names = ", ".join(rules)
        raise UnknownName(
            f"no movement rules {name!r}; there are: {names}",
            f"移動規則「{name}」はありません。使えるもの: {names}",
            tuple(rules),
        )
    return rules[name]
