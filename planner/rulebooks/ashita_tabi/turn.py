"""One whole turn as a journal declares it: the referee's procedure AT-14, step by step."""

from dataclasses import replace

from planner.referee.fields import items, record, records, words
from planner.referee.rulebook import Event, Refused
from planner.rulebooks.ashita_tabi.drawing import draw, lay, refill, reshuffle
from planner.rulebooks.ashita_tabi.effects import apply_effect, end_effects
from planner.rulebooks.ashita_tabi.keys import claim_all, end_turn
from planner.rulebooks.ashita_tabi.letters import at_moment, use_letter
from planner.rulebooks.ashita_tabi.rules import all_cards
from planner.rulebooks.ashita_tabi.table import Table, cards_in_play, lose
from planner.rulebooks.ashita_tabi.walking import move_ghosts, play


def begin(table: Table) -> Table:
    """Start a turn: an empty hand is lost, or by option draws one card (8.4)."""
    if table.phase != "begin" or not table.running:
        return table
    started = replace(table, phase="start")
    if table.hand:
        return started
    if table.rules["hand.empty"] == "lost":
        return lose(table, "AT-8.4")
    return _still_playable(draw(started, 1))


def _still_playable(table: Table) -> Table:
    nothing = table.running and table.phase == "start" and not table.hand
    return lose(table, "AT-8.4") if nothing else table


def check_cards(table: Table) -> None:
    """``cards.check=on``: the thirty cards, each once (1.6).

    Raises:
        Refused: AT-1.6.
    """
    if table.rules["cards.check"] == "on" and sorted(cards_in_play(table)) != sorted(all_cards()):
        raise Refused(
            "AT-1.6",
            "the thirty cards are not there each once",
            "30枚のカードが1枚ずつ揃っていません",
        )


def take_turn(table: Table, turn: Event) -> Table:
    """The table after one declared turn; a defeat ends it where it happens.

    Raises:
        Refused: with the first clause that fails; the caller's table is untouched.
    """
    check_cards(table)
    orders = [list(items({"order": order}, "order")) for order in items(turn, "reshuffles")]
    table = _shuffled(begin(table), orders)
    if not table.running:
        return table
    table = at_moment(table, turn, "start")
    table = _shuffled(play(table, _card(turn), bool(turn.get("map"))), orders)
    letters = _letters(turn)
    if table.running:
        table = _answer_day_7(table, letters)
        table = move_ghosts(table, _steps(turn))
        table = at_moment(table, turn, "after-move")
        table = at_moment(lay(table), turn, "after-place")
        table = _shuffled(refill(table), orders)
    for effect in records(turn, "effects"):
        if table.running:
            table = _shuffled(apply_effect(table, effect), orders)
    if not table.running:
        return table
    table = at_moment(end_effects(table), turn, "before-keys")
    table = claim_all(table, words(turn, "keys"), letters)
    table = at_moment(table, turn, "end")
    return end_turn(table, words(turn, "discard"))


def _card(turn: Event) -> str:
    card = turn.get("play")
    if not isinstance(card, str):
        raise Refused(
            "AT-4.1",
            f"play a card of the hand, not {card!r}",
            f"出すカードを手札から書いてください(「{card}」は出せません)",
        )
    return card


def _steps(turn: Event) -> tuple[int, ...]:
    steps = items(turn, "black")
    if not all(isinstance(step, int) and not isinstance(step, bool) for step in steps):
        raise Refused(
            "AT-4.9",
            f"black: {list(steps)} are not two numbers of steps",
            "black には黒ポーン2つの歩数を書いてください",
        )
    return steps


def _letters(turn: Event) -> list[Event]:
    """``letter`` and, for LETTER-ON-KEY, ``letters``: in the order they are used."""
    letter = turn.get("letter")
    if isinstance(letter, list):
        return list(records(turn, "letter"))
    return [*([record(turn, "letter")] if letter else []), *records(turn, "letters")]


def _answer_day_7(table: Table, letters: list[Event]) -> Table:
    """Use the cube that day 7 gave, or see that none is declared without one (4.2, 4.4)."""
    if table.mid.letters:
        if not letters:
            raise Refused(
                "AT-4.4",
                "white reached day 7: its letter cube must be used",
                "7日目に着いたので、レターキューブを使ってください",
            )
        return replace(use_letter(table, letters.pop(0)), phase="ghosts")
    if letters and not table.rules.has("LETTER-ON-KEY"):
        return use_letter(table, letters[0])  # refused: none is due
    return table


def _shuffled(table: Table, orders: list[list[str]]) -> Table:
    """Answer every reshuffle that has come due by the declared orders."""
    while table.running and table.phase == "reshuffle":
        if not orders:
            raise Refused(
                "AT-5.5",
                "the deck is empty: declare the order of the reshuffle",
                "山が尽きました。捨て札をシャッフルした順序を reshuffles に書いてください",
            )
        table = _still_playable(reshuffle(table, orders.pop(0)))
    return table
