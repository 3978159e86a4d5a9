"""One player's part of a round: draw, meteor, cancel, close. RI-3, 5, 9.1, 9.7, 10.2, 10.4."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from planner.rulebooks.railroad_ink.drawing import (
    BASE,
    NEW_VOLCANO,
    SPECIAL,
    Source,
    draw,
    judge,
    placements,
)
from planner.rulebooks.railroad_ink.meteor import impact, start_square, strike
from planner.rulebooks.railroad_ink.notation import (
    SIDES,
    VOLCANO,
    is_tile,
    orientations,
    read_square,
    square_name,
)
from planner.rulebooks.railroad_ink.state import State, Table
from planner.rulebooks.railroad_ink.tables import base_faces, expansion, special_faces, tables

FREE = "free"


@dataclass(frozen=True)
class Claim:
    """What a drawing says it uses: its source, and which die or special that is."""

    source: Source
    which: int | str = ""


@dataclass(frozen=True)
class Fault:
    """Why an event is refused: the clause, and what in the event breaks it.

    Attributes:
        about: the part of the event, English and (where other words are wanted) Japanese.
        malformed: set where it is no event in any state of the game, bad input rather than a move:
            which part of it cannot be read, a row of the table ``malformed``.
    """

    clause: str
    about: str
    about_ja: str = ""
    malformed: str = ""


def drawn(state: State, table: Table, move: Mapping[str, Any]) -> Table | Fault:
    """The table after a drawing."""
    about = " ".join(str(move.get(key, "?")) for key in ("cell", "tile"))
    if (malformed := malformed_drawing(move)) is not None:
        return malformed
    if table.closed:
        return Fault("RI-3.8", about)
    if table.meteor_due:
        return Fault("RI-9.1", about)
    claim = claimed(state, table, move)
    if isinstance(claim, Fault):
        return claim
    clause = _spent(state, table, claim)
    cell, tile = str(move["cell"]), str(move["tile"])
    clause = clause or judge(table.sheet, cell, tile, claim.source, state.decisions)
    if clause is not None:
        return Fault(clause, f"{about} ({_name(state, claim)})")
    square = read_square(cell)
    assert square is not None
    sheet = draw(table.sheet, square, tile, state.decisions)
    return _ticked(replace(table, sheet=sheet), claim)


def malformed_drawing(move: Mapping[str, Any]) -> Fault | None:
    """What makes a drawing none in any game: no square, no shape, no such die or special."""
    cell, tile = move.get("cell"), move.get("tile")
    if not isinstance(cell, str):
        return unreadable("RI-4.1", "cell", cell)
    if not isinstance(tile, str) or (read_square(cell) is not None and not is_tile(tile)):
        return unreadable("RI-4.2", "tile", tile)
    return _malformed_source(move)


def unreadable(clause: str, part: str, value: Any) -> Fault:
    """The fault of a part of an event that cannot be read, or is missing."""
    return Fault(clause, part if value is None else f"{part}={value}", malformed=part)


def _malformed_source(move: Mapping[str, Any]) -> Fault | None:
    if move.get("volcano"):
        return None
    if "special" in move:
        known = move["special"] in tuple(special_faces())
        return None if known else unreadable("RI-4.2", "special", move["special"])
    if move.get("extra") is not None:
        fits = type(move["extra"]) is int and move["extra"] >= 0
        return None if fits else unreadable("RI-3.7", "extra", move["extra"])
    if move.get("die") is not None:
        fits = type(move["die"]) is int and 0 <= move["die"] < len(tables()["dice"]["roll"])
        return None if fits else unreadable("RI-4.2", "die", move["die"])
    named = (*base_faces(), *special_faces(), *tables()["expansion"], NEW_VOLCANO)
    if move.get("source") in named:
        return None
    return unreadable("RI-4.2", "source" if "source" in move else "die", move.get("source"))


def claimed(state: State, table: Table, move: Mapping[str, Any]) -> Claim | Fault:
    """Which die, special or volcano a drawing uses.

    A move says ``die`` or ``extra`` (numbers from 0), ``special`` (a name), ``volcano``, or only
    ``source``: a face code, a special, the name of an expansion, or ``volcano``.
    """
    source = str(move.get("source", ""))
    if move.get("volcano") or source == NEW_VOLCANO:
        return _volcano(state)
    if "special" in move or source in special_faces():
        name = str(move.get("special", source))
        return Claim(Source(SPECIAL, special_faces()[name]), name)
    if move.get("extra") is not None or source in tables()["expansion"]:
        return _extra_die(state, table, move.get("extra"), source, str(move.get("tile", "")))
    return _base_die(state, table, move.get("die"), source)


def _volcano(state: State) -> Claim | Fault:
    if "lava" not in state.expansions:
        return Fault("RI-2.2", NEW_VOLCANO, "火山")
    return Claim(Source(NEW_VOLCANO, VOLCANO), NEW_VOLCANO)


def _base_die(state: State, table: Table, die: Any, source: str) -> Claim | Fault:
    roll = state.roll.base
    if die is None:
        same = [index for index, face in enumerate(roll) if face == source]
        if not same:
            return Fault("RI-4.2", source)
        die = next((index for index in same if index not in table.base), same[0])
    return Claim(Source(BASE, base_faces()[roll[die]]), die)


def _extra_die(state: State, table: Table, index: Any, source: str, tile: str) -> Claim | Fault:
    dice = state.roll.extra
    if index is None:
        if source not in state.expansions:
            return Fault("RI-2.2", source)
        open_dice = [
            number
            for number, (kind, _) in enumerate(dice)
            if kind == source and number not in table.extra
        ]
        if not open_dice:
            return Fault("RI-3.7", source)
        fits = (n for n in open_dice if dice[n][1] and tile in orientations(dice[n][1]))
        index = next(fits, open_dice[0])
    if index >= len(dice):
        return Fault("RI-3.7", f"extra die {index}", f"追加ダイス {index}")
    return Claim(Source(*dice[index]), index)


def _spent(state: State, table: Table, claim: Claim) -> str | None:
    """The clause that says this die, special or volcano is used up."""
    kind, which = claim.source.kind, claim.which
    if kind == SPECIAL:
        return special_refused(state, table, str(which))
    if kind == NEW_VOLCANO:
        return "RI-10.4" if table.volcano_used else None
    return "RI-3.4" if which in (table.base if kind == BASE else table.extra) else None


def special_refused(state: State, table: Table, name: str) -> str | None:
    """The clause of RI-5 (or 9.7) that forbids this special now."""
    limits = tables()["special_limits"]
    if table.cancelled:
        return "RI-9.7"
    if table.specials_this_round >= limits["per_round"]:
        return "RI-5.2"
    if len(table.specials) - table.uncounted >= limits["per_game"]:
        return "RI-5.3"
    if name in table.specials:
        return "RI-5.4"
    if state.round >= state.rounds and state.decisions["special.last_round"] == "forbidden":
        return "RI-5.5"
    return None


def _name(state: State, claim: Claim) -> str:
    """What is drawn, in a word: a face code, a special, or the expansion and its face."""
    if claim.source.kind == BASE and isinstance(claim.which, int):
        return state.roll.base[claim.which]
    if isinstance(claim.which, str):
        return claim.which
    return f"{claim.source.kind} {claim.source.face}".rstrip()


def _ticked(table: Table, claim: Claim) -> Table:
    which = claim.which
    if claim.source.kind == SPECIAL:
        used = (*table.specials, str(which))
        return replace(table, specials=used, specials_this_round=table.specials_this_round + 1)
    if claim.source.kind == NEW_VOLCANO:
        return replace(table, volcano_used=True)
    assert isinstance(which, int)
    if claim.source.kind == BASE:
        return replace(table, base=table.base | {which})
    return replace(table, extra=table.extra | {which})


def struck(state: State, table: Table, direction: str) -> Table | Fault:
    """The table after the meteor of this round (RI-9.1); a direction only for the free face."""
    if direction and direction.upper() not in tuple(SIDES):
        return unreadable("RI-9.1", "direction", direction)
    if not table.meteor_due or state.roll.meteor is None:
        return Fault("RI-9.1", "meteor", "隕石")
    distance, rolled = state.roll.meteor
    wanted = direction.upper() or rolled
    if wanted == FREE or rolled not in (FREE, wanted):
        return Fault("RI-9.1", *_which_direction(direction, rolled))
    target = impact(table.sheet, start_square(table.sheet), distance, SIDES.index(wanted))
    sheet = table.sheet if target is None else strike(table.sheet, target)
    return replace(table, sheet=sheet, meteor_due=False)


def _which_direction(direction: str, rolled: str) -> tuple[str, str]:
    """The direction asked for against the one on the die, in English and Japanese."""
    if not direction:
        return "the free face without a direction", "自由の目に方向の指定がありません"
    return f"direction {direction}, rolled {rolled}", f"方向 {direction}(出た目は {rolled})"


def cancelled(state: State, table: Table, special: str) -> Table | Fault:
    """The table after the meteor of this round was cancelled with a special (RI-9.7)."""
    if special not in special_faces():
        return unreadable("RI-9.7", "special", special or None)
    if not table.meteor_due:
        return Fault("RI-9.7", special)
    counts = state.decisions["cancel.counts"] == "yes"
    looked_at = table if counts else replace(table, uncounted=len(table.specials))
    if (clause := special_refused(state, looked_at, special)) is not None:
        return Fault(clause, special)
    return replace(
        table,
        meteor_due=False,
        cancelled=True,
        specials=(*table.specials, special),
        specials_this_round=table.specials_this_round + 1,
        uncounted=table.uncounted + (0 if counts else 1),
    )


def closed(state: State, table: Table) -> Table | Fault:
    """The table after the round was closed (RI-3.5, 10.2)."""
    if table.closed:
        return Fault("RI-3.8", "close", "ラウンド終了")
    if table.meteor_due:
        return Fault("RI-9.1", "close", "ラウンド終了")
    if state.decisions["leftover.check"] == "final_sheet":
        for die, face in enumerate(state.roll.base):
            source = Source(BASE, base_faces()[face])
            if die not in table.base and (
                found := placements(table.sheet, source, state.decisions)
            ):
                return Fault("RI-3.5", _told(face, found[0]))
    for name in state.expansions:
        dice = [
            (number, face) for number, (kind, face) in enumerate(state.roll.extra) if kind == name
        ]
        if sum(number in table.extra for number, _ in dice) >= expansion(name).needed:
            continue
        for _, face in dice:
            if found := placements(table.sheet, Source(name, face), state.decisions):
                return Fault("RI-10.2", _told(face or name, found[0]))
    return replace(table, closed=True)


def _told(face: str, place: tuple[int, str]) -> str:
    return f"{face}: {square_name(place[0])} {place[1]}"
