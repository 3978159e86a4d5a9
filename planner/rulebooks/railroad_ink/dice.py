"""The dice: reading a roll that was told, and rolling for a game with a seed (RI-1.3, 1.6, 9.1)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from planner.rulebooks.railroad_ink.decisions import Decisions
from planner.rulebooks.railroad_ink.drawing import Source, shape_allowed
from planner.rulebooks.railroad_ink.notation import SIDES
from planner.rulebooks.railroad_ink.state import Roll, State
from planner.rulebooks.railroad_ink.tables import expansion, tables
from planner.rulebooks.railroad_ink.turn import FREE, Fault, unreadable


def read_roll(
    event: Mapping[str, Any], expansions: Sequence[str], decisions: Decisions
) -> Roll | Fault:
    """A roll as an event tells it: ``roll`` (four faces) and ``extra`` (the dice of expansions)."""
    base, extra = event.get("roll"), event.get("extra") or []
    if not _is_base_roll(base):
        return unreadable("RI-1.3", "roll", _joined(base))
    if not isinstance(extra, (list, tuple)):
        return unreadable("RI-1.6", "extra-dice", _joined(extra))
    found = read_extra(extra, expansions, decisions)
    return found if isinstance(found, Fault) else replace(found, base=tuple(base or ()))


def read_extra(
    extra: Sequence[Any], expansions: Sequence[str], decisions: Decisions
) -> Roll | Fault:
    """The dice of the expansions alone."""
    told = [str(entry) for entry in extra]
    meteor = _meteor(told) if "meteor" in expansions else None
    if isinstance(meteor, Fault):
        return meteor
    if meteor is not None:
        told = [entry for entry in told if len(entry) > 1 and entry.lower() != FREE]
    faces = _faces(told, expansions, decisions)
    return faces if isinstance(faces, Fault) else Roll((), tuple(faces), meteor)


def _joined(told: Any) -> str | None:
    """The dice as words would tell them; None where none are told."""
    return ",".join(map(str, told)) if isinstance(told, (list, tuple)) else told


def _is_base_roll(base: Any) -> bool:
    """Three route dice and one junction die, in any order."""
    dice = tables()["dice"]
    if not isinstance(base, (list, tuple)) or len(base) != len(dice["roll"]):
        return False
    kinds = ["junction" if face in dice["junction"] else "route" for face in base]
    known = all(face in dice["route"] or face in dice["junction"] for face in base)
    return known and sorted(kinds) == sorted(dice["roll"])


def _meteor(told: Sequence[str]) -> tuple[int, str] | Fault:
    known = tables()["expansion"]["meteor"]
    distances = [entry for entry in told if entry.isdecimal()]
    directions = [
        FREE if entry.lower() == FREE else entry.upper()
        for entry in told
        if entry.lower() == FREE or entry.upper() in tuple(SIDES)
    ]
    if len(distances) != 1 or len(directions) != 1 or int(distances[0]) not in known["distance"]:
        return unreadable("RI-1.6", "meteor", _joined(told))
    return int(distances[0]), directions[0]


def _faces(
    told: Sequence[str], expansions: Sequence[str], decisions: Decisions
) -> list[tuple[str, str]] | Fault:
    """(expansion, face) of every expansion die; dice that are not told have no face."""
    found: list[tuple[str, str]] = []
    for entry in told:
        kinds = [
            name
            for name in expansions
            if entry == name
            or (expansion(name).dice and shape_allowed(entry, Source(name, ""), decisions))
        ]
        if not kinds or expansion(kinds[0]).dice == 0:
            return unreadable("RI-1.6", "extra-dice", entry)
        found.append((kinds[0], "" if entry == kinds[0] else entry))
    for name in expansions:
        number = sum(kind == name for kind, _ in found)
        if number > expansion(name).dice:
            return unreadable("RI-1.6", "extra-dice", _joined(told))
        found += [(name, "")] * (expansion(name).dice - number)
    return found


def rolled(state: State) -> dict[str, list[Any]]:
    """The roll of the next round that the seed of the game gives, as an event tells it."""
    dice = tables()["dice"]
    chance = random.Random(f"{state.seed}/{state.round + 1}")
    base = [chance.choice(dice[kind]) for kind in dice["roll"]]
    extra: list[Any] = []
    for name in state.expansions:
        known = tables()["expansion"][name]
        extra += [chance.choice(known["faces"]) for _ in range(known["dice"])]
        if name == "meteor":
            extra += [chance.choice(known["distance"]), chance.choice(known["direction"])]
    return {"roll": base, "extra": extra} if extra else {"roll": base}
