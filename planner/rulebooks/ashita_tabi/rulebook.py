"""Ashita-tabi to the referee: events in, state out.

Events (``player`` is the one player; ``chance`` deals and shuffles):

- ``{"type": "items", "items": [two of the six]}``, then ``{"type": "deal", "locations", "deck"}``
- ``{"type": "play", "play": "G3", "map"?: true}``, on day 7 ``{"type": "letter", "kind", "at" |
  "card"}``, then ``{"type": "ghosts", "black": [1, 3]}``
- ``{"type": "effect", "suit", ...}``, ``{"type": "key", "suit"}``, ``{"type": "on"}`` to go on,
  ``{"type": "end", "discard": [...]}``
- ``{"type": "memory", "pawn", "at"}`` and ``{"type": "stamp", "remove", "restore"}`` at any moment
- ``{"type": "reshuffle", "order": [...]}`` by chance
- ``{"type": "turn", ...}``: a whole turn in the form of AT-1.5
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from planner.errors import BadValue
from planner.referee.fields import BadField
from planner.referee.rulebook import CHANCE, Event, MalformedEvent, Refused, ScoreLine
from planner.rulebooks.ashita_tabi.choices import choices
from planner.rulebooks.ashita_tabi.keys import score_lines
from planner.rulebooks.ashita_tabi.page import page
from planner.rulebooks.ashita_tabi.picture import draw_week
from planner.rulebooks.ashita_tabi.rules import components, read_rules
from planner.rulebooks.ashita_tabi.steps import AWAITED, settle, take_step
from planner.rulebooks.ashita_tabi.table import Table
from planner.rulebooks.ashita_tabi.turn import take_turn

MALFORMED = "AT-1.5"
FIELDS = frozenset(  # those of AT-1.5, and of the steps of a turn
    {"play", "map", "letter", "letters", "black", "effects", "keys", "discard", "memory_moves"}
    | {"stamp", "reshuffles", "items", "locations", "deck", "order", "kind", "at", "card", "pawn"}
    | {"suit", "step", "swap", "take", "pass", "remove", "restore"}
)
KINDS = sorted(set[str]().union(*AWAITED.values()))


class AshitaTabi:
    """The rules of "Tomorrow I Set Out", draft 13, and the variants of its notes."""

    name = "ashita-tabi"
    fields = FIELDS

    def start(
        self, options: Mapping[str, Any], players: Sequence[str], seed: int | None = None
    ) -> Table:
        """The empty table before the items are chosen (AT-2.1).

        Args:
            options: Decisions such as ``"red.wrap": "stop"``, and ``variant``, such as
                ``"BOTTOM + LAP-BURN"`` or ``"NEW"``.
            players: one name, or none.
            seed: shuffles the cards that ``legal`` offers.

        Raises:
            BadValue: an unknown option, value or variant, or more than one player (AT-1.1).
        """
        if len(players) > 1:
            raise BadValue(
                f"AT-1.1: a game for one, not for {', '.join(players)}",
                f"AT-1.1: 1人用のゲームです({'、'.join(players)})",
            )
        wishes = dict(options)
        variant = wishes.pop("variant", "body")
        player = players[0] if players else ""
        return Table(rules=read_rules(wishes, variant), seed=seed or 0, player=player)

    def apply(self, state: Table, event: Event) -> Table:
        """The state after the event.

        Raises:
            Refused: citing the clause; ``AT-1.5`` for an event that cannot be read.
        """
        if "type" in event and event["type"] not in KINDS:
            raise MalformedEvent(
                MALFORMED,
                f"{event['type']!r} is no event; there are {', '.join(KINDS)}",
                f"「{event['type']}」という手はありません。{'、'.join(KINDS)} のどれかです",
            )
        _check_speaker(state, event)
        try:
            if event.get("type") == "turn" or ("play" in event and "type" not in event):
                if "turn" not in AWAITED[state.phase]:
                    return take_step(state, {**event, "type": "turn"})  # refused: not due
                return settle(take_turn(state, event))
            return take_step(state, event)
        except BadField as error:
            raise MalformedEvent(MALFORMED, error.message, error.message_ja) from None

    def legal(self, state: Table) -> Iterable[Event]:
        """Every step that may come next; the one shuffle that the seed gives where one is due."""
        named = {"player": state.player} if state.player else {}
        return ({**named, **event} for event in choices(state))

    def finished(self, state: Table) -> bool:
        """Whether the game is cleared or lost (AT-7.6, AT-8)."""
        return not state.running

    def show(self, state: Table, lang: str) -> str:
        """The week, the hand, the piles and what is awaited."""
        return page(state, lang)

    def svg(self, state: Table) -> str:
        """The week as a drawing."""
        return draw_week(state)

    def bounds(self) -> Mapping[str, tuple[int, int]]:
        """What one line of the sheet may hold: clause -> least, most; others have no bound."""
        return {clause: (low, high) for clause, (low, high) in components()["bounds"].items()}

    def score(self, state: Table) -> Sequence[ScoreLine]:
        """One line a clause; a defeat has none (AT-8.5)."""
        return score_lines(state)


def _check_speaker(state: Table, event: Event) -> None:
    """Nobody but chance shuffles, and chance does nothing else."""
    by_chance = state.phase in {"deal", "reshuffle"}
    speaker = event.get("player", CHANCE if by_chance else "")
    if (speaker == CHANCE) != by_chance:
        raise Refused(
            "AT-3",
            f"{event.get('type')!r} is not for {speaker or 'the player'} now",
            "今はカードを配るかシャッフルするところで、書くのは chance です"
            if by_chance
            else "今はプレイヤーの番で、chance が決めることはありません",
        )


RULEBOOK = AshitaTabi()
