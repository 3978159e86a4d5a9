"""The move phase: white walks, then the two ghosts share the rest of the week, AT-4 and AT-9.2."""

from dataclasses import replace

from planner.referee.rulebook import MalformedEvent, Refused
from planner.rulebooks.ashita_tabi.drawing import emptied
from planner.rulebooks.ashita_tabi.letters import take_cube
from planner.rulebooks.ashita_tabi.rules import all_cards, components, number
from planner.rulebooks.ashita_tabi.table import Midturn, Table, after, lose, value


def play(table: Table, card: str, with_map: bool = False) -> Table:
    """Play a card: white walks its number of days, a cube is taken on day 7 (4.1-4.4).

    Raises:
        Refused: AT-4.1 the card is not in hand, AT-9.2 the map may not be used.
    """
    if card not in table.hand:
        kind = Refused if card in all_cards() else MalformedEvent
        raise kind("AT-4.1", f"{card!r} is not in hand", f"{card} は手札にありません")
    if with_map:
        _check_map(table, card)
    n = value(card) + with_map
    path = tuple(after(table.white, step) for step in range(1, n + 1))
    hand = tuple(other for other in table.hand if other != card)
    walked = replace(
        table,
        hand=hand,
        white=path[-1],
        map_used=table.map_used or with_map,
        mid=Midturn(card=card, number=n, arrived=number("days") in path),
        phase="ghosts",
    )
    return arrive(walked, leaves_day_7=table.white == number("days"))


def _check_map(table: Table, card: str) -> None:
    reason = ("", "")
    if "map" not in table.items:
        reason = ("the map was not chosen", "地図を選んでいません")
    elif table.map_used:
        reason = ("the map was used in this lap", "地図はこの周でもう使いました")
    elif value(card) == max(number_range()):
        reason = (f"{card} cannot count one more", f"{card} の数字はもう増やせません")
    if reason[0]:
        raise Refused("AT-9.2", *reason)


def number_range() -> tuple[int, ...]:
    """The numbers on event cards, 1 to 6."""
    return tuple(components()["components"]["numbers"])


def arrive(table: Table, leaves_day_7: bool) -> Table:
    """What day 7 does to a path that contains it (4.2) or, by option, that leaves it (4.3)."""
    rules = table.rules
    pays = table.mid.arrived or (leaves_day_7 and rules["letter.depart"] == "pay")
    if table.mid.arrived:
        table = replace(table, map_used=False, laps=table.laps + 1)
    if pays and not rules.has("ENDLESS"):
        if not table.supply:
            return lose(table, "AT-8.2")
        table = replace(take_cube(table), phase="letter")
    if not table.mid.arrived:
        return table
    if rules.argument("DECK-CLOCK", "at") == "day7" and not table.deck:
        return lose(table, "AT-10.3")
    if rules.has("LAP-BURN") and table.deck:
        burnt = replace(table, deck=table.deck[1:], removed=(*table.removed, table.deck[0]))
        return emptied(burnt)
    return table


def move_ghosts(table: Table, steps: tuple[int, ...]) -> Table:
    """Both ghosts move forward, in all 7 - n steps, each at least one if possible (4.9, 4.10)."""
    total = number("steps_per_turn") - table.mid.number
    if len(steps) != 2 or min(steps) < 0 or sum(steps) != total:
        raise Refused(
            "AT-4.9",
            f"the black pawns share {total} steps forward, not {list(steps)}",
            f"黒ポーンは合わせて{total}歩進みます({list(steps)})",
        )
    if total >= 2 and 0 in steps:
        raise Refused(
            "AT-4.10",
            f"each black pawn moves at least one of the {total} steps",
            f"{total}歩のうち、どちらの黒ポーンも1歩は進みます",
        )
    black = (after(table.black[0], steps[0]), after(table.black[1], steps[1]))
    return replace(table, black=black, phase="after-move")
