"""A turn played step by step: one event for each decision, AT-3."""

from collections.abc import Callable
from dataclasses import replace

from planner.referee.fields import whole, word, words
from planner.referee.rulebook import Event, Refused
from planner.rulebooks.ashita_tabi.drawing import lay, refill, reshuffle
from planner.rulebooks.ashita_tabi.effects import allowed_now, apply_effect, end_effects, replaced
from planner.rulebooks.ashita_tabi.keys import claim, claimable, end_turn, excess
from planner.rulebooks.ashita_tabi.letters import call_ghost, restore_letter, use_letter
from planner.rulebooks.ashita_tabi.setup import choose_items, deal
from planner.rulebooks.ashita_tabi.table import MOMENTS, Table
from planner.rulebooks.ashita_tabi.turn import begin, check_cards
from planner.rulebooks.ashita_tabi.walking import move_ghosts, play

SPENDING = {"memory", "stamp"}  # may be played at every moment of AT-1.5
AWAITED = {  # phase -> the types of event that may come
    "items": {"items"},
    "deal": {"deal"},
    "start": {"play", "turn", *SPENDING},
    "letter": {"letter"},
    "ghosts": {"ghosts"},
    "after-move": {"on", *SPENDING},
    "after-place": {"on", *SPENDING},
    "reshuffle": {"reshuffle"},
    "effects": {"effect", "on"},
    "before-keys": {"key", "on", *SPENDING},
    "key-letter": {"letter"},
    "end": {"end", *SPENDING},
    "over": set[str](),
}


def take_step(table: Table, event: Event) -> Table:
    """The table after one step, moved on to where the next decision or chance is due.

    Raises:
        Refused: AT-3 for a step that is not due, else the clause that fails.
    """
    kind = word(event, "type", "")
    if kind not in AWAITED[table.phase]:
        due = awaited(table)
        raise Refused(
            "AT-3",
            f"{kind!r} is not due; awaited: {', '.join(due) or 'nothing, it is over'}",
            f"今は「{kind}」はできません。"
            + (f"次にできるのは {'、'.join(due)} です" if due else "ゲームは終わっています"),
        )
    return settle(_STEPS[kind](table, event))


def settle(table: Table) -> Table:
    """Move on past every moment at which nothing can be decided."""
    while True:
        onward = _onward(table)
        if onward is table:
            return table
        table = onward


def _onward(table: Table) -> Table:
    phase = table.phase
    if phase == "begin":
        check_cards(table)
        return begin(table)
    if phase in MOMENTS and can_spend(table):
        return table
    if phase in {"after-move", "after-place"}:
        return _on(table, {})
    if phase == "effects" and not open_effects(table):
        return end_effects(table)
    if phase == "before-keys" and not claimable(table):
        return replace(table, phase="end")
    if phase == "end" and not excess(table):
        return end_turn(table)
    return table


def can_spend(table: Table) -> bool:
    """Whether a location letter or the stamp can be used now (4.8, 9.6)."""
    ready = any(letter.since < table.turn for letter in table.memory)
    return ready or ("stamp" in table.items and len(table.memory) > 1)


def awaited(table: Table) -> list[str]:
    """The types of event that may come now, spending only where there is something to spend."""
    kinds = AWAITED.get(table.phase, set[str]())
    return sorted(kinds if can_spend(table) else kinds - SPENDING)


def open_effects(table: Table) -> tuple[str, ...]:
    """The suits that may still be applied or scored in this phase."""
    return tuple(
        suit
        for suit, times in allowed_now(table).items()
        if (
            suit not in table.mid.scored
            if replaced(table, suit)
            else table.mid.applied.count(suit) < times
        )
    )


def _play(table: Table, event: Event) -> Table:
    return play(table, word(event, "play", ""), bool(event.get("map")))


def _letter(table: Table, event: Event) -> Table:
    used = use_letter(table, event)
    return replace(used, phase="before-keys" if table.phase == "key-letter" else "ghosts")


def _ghosts(table: Table, event: Event) -> Table:
    steps = event.get("black")
    fits = isinstance(steps, list | tuple) and all(type(step) is int for step in steps)
    return move_ghosts(table, tuple(steps) if fits and steps else ())


def _memory(table: Table, event: Event) -> Table:
    return call_ghost(table, whole(event, "pawn", -1), whole(event, "at", 0))


def _stamp(table: Table, event: Event) -> Table:
    return restore_letter(table, whole(event, "remove", 0), whole(event, "restore", 0))


def _on(table: Table, event: Event) -> Table:
    if table.phase == "after-move":
        return lay(table)
    if table.phase == "after-place":
        return refill(table)
    if table.phase == "effects":
        return end_effects(table)
    if table.rules["key.claim"] == "automatic" and claimable(table):
        raise Refused(
            "AT-7.1",
            f"keys are claimed automatically: {', '.join(claimable(table))} first",
            f"キーは自動で得ます。先に {'、'.join(claimable(table))} のキーを取ってください",
        )
    return replace(table, phase="end")


def _key(table: Table, event: Event) -> Table:
    won = claim(table, word(event, "suit", ""))
    return replace(won, phase="key-letter") if won.mid.letters else won


_STEPS: dict[str, Callable[[Table, Event], Table]] = {
    "items": lambda table, event: choose_items(table, words(event, "items")),
    "deal": lambda table, event: deal(table, words(event, "deck"), words(event, "locations")),
    "play": _play,
    "letter": _letter,
    "ghosts": _ghosts,
    "memory": _memory,
    "stamp": _stamp,
    "on": _on,
    "effect": apply_effect,
    "key": _key,
    "end": lambda table, event: end_turn(table, words(event, "discard")),
    "reshuffle": lambda table, event: reshuffle(table, words(event, "order")),
}
