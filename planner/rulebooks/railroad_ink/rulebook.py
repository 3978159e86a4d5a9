"""Railroad Ink to the referee: events in, state out.

Events (``player`` is a player's name, or ``chance`` for the roll):

- ``{"type": "roll", "roll": [four faces], "extra": [expansion dice]}``; an expansion die is a tile
  such as ``"~H~H-"``, or only the name of its expansion where the face is not told. The meteor dice
  are two entries, a distance and a direction (``N E S W`` or ``free``).
- ``{"type": "draw", "die" | "extra" | "special" | "volcano" | "source": ..., "cell", "tile"}``
- ``{"type": "meteor", "direction"?}``: the meteor of this round falls; ``{"type": "cancel",
  "special"}``: it is cancelled (RI-9.7).
- ``{"type": "close"}``: the player closes the round.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from planner.errors import PlannerError
from planner.referee.rulebook import CHANCE, Event, MalformedEvent, Refused, ScoreLine
from planner.rulebooks.railroad_ink.decisions import decide
from planner.rulebooks.railroad_ink.dice import read_roll, rolled
from planner.rulebooks.railroad_ink.document import document
from planner.rulebooks.railroad_ink.drawing import BASE, NEW_VOLCANO, SPECIAL, Source, placements
from planner.rulebooks.railroad_ink.notation import SIDES, VOLCANO, square_name
from planner.rulebooks.railroad_ink.page import page
from planner.rulebooks.railroad_ink.scoring import score_sheet
from planner.rulebooks.railroad_ink.state import Roll, State, Table, new_sheet
from planner.rulebooks.railroad_ink.tables import (
    base_faces,
    clause_text,
    read_expansions,
    special_faces,
    tables,
)
from planner.rulebooks.railroad_ink.turn import (
    FREE,
    Fault,
    cancelled,
    closed,
    drawn,
    special_refused,
    struck,
)

MALFORMED = "RI-11.1"
FIELDS = frozenset(
    {"roll", "extra", "die", "special", "volcano", "source", "cell", "tile", "direction"}
)


class RailroadInk:
    """The rules of Railroad Ink with its four expansions."""

    name = "railroad-ink"
    fields = FIELDS

    def start(
        self, options: Mapping[str, Any], players: Sequence[str], seed: int | None = None
    ) -> State:
        """Blank sheets (RI-2.3).

        Args:
            options: ``expansion`` (``none``, ``river``, ``lake``, ``meteor`` or ``lava``) and
                Decisions such as ``"lake.flood": "adjacent"``.
            players: one name or more, each once.
            seed: rolls the dice that ``legal`` offers.

        Raises:
            Refused: an unknown option or value, no players, or too many expansions.
        """
        wishes = dict(options)
        try:
            expansions = read_expansions(wishes.pop("expansion", None))
            decisions = decide(wishes)
        except PlannerError as error:
            told = Refused(MALFORMED, error.message, error.message_ja)
            told.did_you_mean = error.did_you_mean
            raise told from None
        if len(expansions) > int(decisions["expansions.max"]):
            raise refusal(Fault("RI-2.2", "+".join(expansions)))
        if not players or len(set(players)) < len(players) or CHANCE in players:
            raise Refused(
                MALFORMED,
                f"players {', '.join(players) or '(none)'}: name at least one, each once",
                f"プレイヤー「{'、'.join(players)}」: 1人以上、重複なしで指定してください",
            )
        table = Table(new_sheet(expansions))
        return State(decisions, expansions, tuple(players), (table,) * len(players), seed=seed)

    def apply(self, state: State, event: Event) -> State:
        """The state after the event.

        Raises:
            Refused: citing the clause; ``RI-11.1`` for an event that cannot be read.
        """
        kind, player = event.get("type"), event.get("player")
        if kind == "roll":
            if "roll" not in event and not state.roll_due:
                raise _no_roll(state)
            roll = read_roll(event, state.expansions, state.decisions)
            if isinstance(roll, Fault):
                raise refusal(roll)
            return begin_round(state, roll)
        if player not in state.players:
            among = ", ".join(state.players)
            raise malformed(
                event,
                f"no player {player!r}; players are {among}",
                f"player は参加者({among})の誰かにしてください",
            )
        table = state.table(str(player))
        after: Table | Fault
        if kind == "draw":
            after = drawn(state, table, event)
        elif kind == "meteor":
            after = struck(state, table, str(event.get("direction") or ""))
        elif kind == "cancel":
            after = cancelled(state, table, str(event.get("special", "")))
        elif kind == "close":
            after = closed(state, table)
        else:
            raise malformed(
                event,
                f"no event {kind!r}; there are roll, draw, meteor, cancel, close",
                "type は roll、draw、meteor、cancel、close のどれかです",
            )
        if isinstance(after, Fault):
            raise refusal(after)
        return replace(
            state,
            tables=tuple(
                after if name == player else other
                for name, other in zip(state.players, state.tables, strict=True)
            ),
        )

    def legal(self, state: State) -> Iterable[Event]:
        """Every event that may come next; the one roll that the seed gives when a roll is due."""
        if state.roll_due:
            yield {"type": "roll", "player": CHANCE, **rolled(state)}
            return
        for player, table in zip(state.players, state.tables, strict=True):
            if not table.closed:
                for event in _choices(state, table):
                    yield {**event, "player": player}

    def finished(self, state: State) -> bool:
        """Whether the last round is closed by all (RI-3.8)."""
        return state.finished

    def show(self, state: State, lang: str) -> str:
        """The sheets, the roll and what is left to do."""
        return page(state, lang)

    def svg(self, state: State) -> str:
        """The sheets as an SVG picture."""
        from planner.rulebooks.railroad_ink.svg import picture

        return picture(state)

    def document(self, state: State) -> Mapping[str, Any]:
        """The game as data: sheets in notation, ticks, score sheets and ranks."""
        return document(state)

    def bounds(self) -> Mapping[str, tuple[int, int]]:
        """Clause of a score line -> the least and the most points it can ever have."""
        return {clause: (low, high) for clause, (low, high) in tables()["bounds"].items()}

    def score(self, state: State) -> Sequence[ScoreLine]:
        """One line a clause for every player."""
        return [line for player in state.players for line in score_lines(state, player)]


RULEBOOK = RailroadInk()


def begin_round(state: State, roll: Roll) -> State:
    """The next round with this roll.

    Raises:
        Refused: a round is still open, or the last one was closed (RI-3.1).
    """
    if not state.roll_due:
        raise _no_roll(state)
    fresh = [
        Table(
            table.sheet,
            table.specials,
            table.uncounted,
            meteor_due=roll.meteor is not None,
            closed=False,
        )
        for table in state.tables
    ]
    return replace(state, round=state.round + 1, roll=roll, tables=tuple(fresh))


def _no_roll(state: State) -> Refused:
    about = f"round {state.round} of {state.rounds}"
    return refusal(Fault("RI-3.1", about, f"ラウンド {state.round}/{state.rounds}"))


def refusal(fault: Fault) -> Refused:
    """The refusal with the sentence of its clause."""
    told = tables()["malformed"][fault.malformed] if fault.malformed else None
    english, japanese = (
        told[lang] if told else clause_text(fault.clause, lang) for lang in ("en", "ja")
    )
    kind = MalformedEvent if fault.malformed else Refused
    about_ja = fault.about_ja or fault.about
    return kind(fault.clause, f"{fault.about}: {english}", f"{about_ja}: {japanese}")


def malformed(event: Event, why: str, why_ja: str) -> Refused:
    """The refusal of an event that cannot be read."""
    said = json.dumps(dict(event), ensure_ascii=False, default=str)
    return MalformedEvent(MALFORMED, f"{said}: {why}", f"{said}: 読めません。{why_ja}")


def _choices(state: State, table: Table) -> Iterator[dict[str, Any]]:
    """Every legal event of one player, without the name."""
    free_special = [name for name in special_faces() if special_refused(state, table, name) is None]
    if table.meteor_due:
        rolled_direction = state.roll.meteor[1] if state.roll.meteor else ""
        for direction in SIDES if rolled_direction == FREE else [rolled_direction]:
            yield {"type": "meteor", "direction": direction}
        for name in special_faces():
            if not isinstance(cancelled(state, table, name), Fault):
                yield {"type": "cancel", "special": name}
        return
    for key, which, source in _sources(state, table, free_special):
        for square, tile in placements(table.sheet, source, state.decisions):
            yield {"type": "draw", key: which, "cell": square_name(square), "tile": tile}
    if not isinstance(closed(state, table), Fault):
        yield {"type": "close"}


def _sources(
    state: State, table: Table, specials: Sequence[str]
) -> Iterator[tuple[str, int | str | bool, Source]]:
    """What can still be drawn this round: (key of the event, its value, the source)."""
    for die, face in enumerate(state.roll.base):
        if die not in table.base:
            yield "die", die, Source(BASE, base_faces()[face])
    for number, (kind, face) in enumerate(state.roll.extra):
        if number not in table.extra:
            yield "extra", number, Source(kind, face)
    for name in specials:
        yield "special", name, Source(SPECIAL, special_faces()[name])
    if "lava" in state.expansions and not table.volcano_used:
        yield "volcano", True, Source(NEW_VOLCANO, VOLCANO)


EXPANSION_CLAUSES = {
    "river": "RI-7.5",
    "lake": "RI-8.4",
    "meteor": "RI-9.8",
    "lava": "RI-10.8",
}


def score_lines(state: State, player: str) -> list[ScoreLine]:
    """The score sheet of one player, a line a clause; the last line is the total."""
    sheet = score_sheet(state.table(player).sheet, state.expansions, state.decisions)
    rows = [
        ("RI-6.2", sheet.exits, " ".join("-".join(names) for names in sheet.networks)),
        ("RI-6.3", sheet.road_points, "-".join(map(square_name, sheet.road))),
        ("RI-6.4", sheet.rail_points, "-".join(map(square_name, sheet.rail))),
        ("RI-6.5", sheet.centre_points, " ".join(map(square_name, sheet.centre))),
        *((EXPANSION_CLAUSES[name], points, "") for name, points in sheet.expansions.items()),
        ("RI-6.6", sheet.errors, " ".join(sheet.error_ends)),
        ("RI-6.7", sheet.total, ""),
    ]
    return [_line(clause, points, detail, player) for clause, points, detail in rows]


def _line(clause: str, points: int, detail: str, player: str) -> ScoreLine:
    labels = [
        clause_text(clause, lang) + (f": {detail}" if detail else "") for lang in ("en", "ja")
    ]
    return ScoreLine(clause, labels[0], points, player, labels[1])
