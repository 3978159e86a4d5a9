"""Keys, the end of a turn, clear and score: AT-7 and AT-8."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from planner.referee.rulebook import Event, MalformedEvent, Refused, ScoreLine
from planner.rulebooks.ashita_tabi.letters import take_cube, use_letter
from planner.rulebooks.ashita_tabi.rules import number, suits
from planner.rulebooks.ashita_tabi.table import Midturn, Table, suit_counts


def earns(table: Table, suit: str) -> bool:
    """Whether every location holding pawns holds as many events of the suit (7.1, 7.2)."""
    pawns = (table.white, *table.black)
    return all(
        day != number("days") and suit_counts(table, day)[suit] >= pawns.count(day)
        for day in set(pawns)
    )


def claimable(table: Table) -> tuple[str, ...]:
    """The suits whose key may be claimed now."""
    if table.mid.claimed and table.rules["key.many"] == "no":
        return ()
    return tuple(suit for suit in suits() if suit not in table.keys and earns(table, suit))


def claim(table: Table, suit: str) -> Table:
    """Win one key; under LETTER-ON-KEY a cube is taken with it (10.7).

    Raises:
        Refused: AT-7.1 the condition, AT-7.2 a second key, AT-7.3 a key already held.
    """
    if suit in table.keys:
        raise Refused(
            "AT-7.3", f"the key {suit} is held already", f"{suit} のキーはもう持っています"
        )
    if suit not in tuple(suits()) or not earns(table, suit):
        kind = Refused if suit in tuple(suits()) else MalformedEvent
        raise kind(
            "AT-7.1",
            f"{suit!r}: some pawn stands where too few events of that suit lie",
            f"{suit}: ポーンの数に対して、そのスートのイベントが足りない場所があります",
        )
    if table.mid.claimed and table.rules["key.many"] == "no":
        raise Refused("AT-7.2", "only one key in a phase", "キーは1フェイズに1つです")
    mid = replace(table.mid, claimed=(*table.mid.claimed, suit))
    won = replace(table, keys=(*table.keys, suit), mid=mid)
    return take_cube(won) if won.rules.has("LETTER-ON-KEY") and won.supply else won


def claim_all(table: Table, declared: Iterable[str], letters: Sequence[Event]) -> Table:
    """The keys of a whole turn, declared or automatic, each with its letter under LETTER-ON-KEY."""
    left = list(letters)
    for suit in declared:
        table = _with_letter(claim(table, suit), left)
    while table.rules["key.claim"] == "automatic" and claimable(table):
        table = _with_letter(claim(table, claimable(table)[0]), left)
    if left:
        table = use_letter(table, left[0])  # refused: none is due
    return replace(table, phase="end")


def _with_letter(table: Table, letters: list[Event]) -> Table:
    if not table.mid.letters:
        return table
    if not letters:
        raise Refused(
            "AT-4.4", "the cube of the key must be used at once", "キーのキューブはすぐに使います"
        )
    return use_letter(table, letters.pop(0))


def hand_limit(table: Table) -> int:
    """Five cards, six with the backpack (2.7, 9.5)."""
    return number("hand_limit") + number("backpack_cards") * ("backpack" in table.items)


def excess(table: Table) -> int:
    """How many cards must go at the end of the turn."""
    return max(len(table.hand) - hand_limit(table), 0)


def end_turn(table: Table, discards: Sequence[str] = ()) -> Table:
    """Discard the excess (7.4, 7.5), test for the clear (7.6), and turn the page.

    Raises:
        Refused: AT-7.5.
    """
    if len(discards) != excess(table):
        raise Refused(
            "AT-7.5",
            f"{len(table.hand)} cards in hand: exactly {excess(table)} go, not {len(discards)}",
            f"手札{len(table.hand)}枚: 捨てるのはちょうど{excess(table)}枚です({len(discards)}枚)",
        )
    if len(set(discards)) != len(discards) or not set(discards) <= set(table.hand):
        raise Refused(
            "AT-7.5",
            f"{', '.join(discards)}: not all in hand",
            f"{'、'.join(discards)}: 手札にないカードがあります",
        )
    table = replace(table, hand=tuple(card for card in table.hand if card not in discards))
    if table.rules.has("BOTTOM"):
        table = replace(table, deck=table.deck + tuple(discards))
    else:
        table = replace(table, discard=table.discard + tuple(discards))
    if len(table.keys) == len(suits()) and {table.white, *table.black} == {number("days")}:
        return replace(table, result="won", clause="AT-7.6", phase="over")
    return replace(table, turn=table.turn + 1, mid=Midturn(), phase="begin")


def cubes_on_day_7(table: Table) -> int:
    """The cubes that score at the clear, by ``score.cubes`` and ``memory.day7`` (8.1)."""
    letters = sum(letter.at == number("days") for letter in table.memory)
    if table.rules["score.cubes"] == "any_on_day7":
        keys = len(table.keys) if table.rules.has("KEY-ON-SEVEN") else 0
        return table.supply + letters + keys
    if table.rules.has("LETTER-ON-KEY"):
        return 0  # the supply is no longer a clock: no cube VP unless chosen, AT-10.8
    return table.supply + (letters if table.rules["memory.day7"] == "scored" else 0)


def parts(table: Table) -> dict[str, int]:
    """The parts of the score by name: cubes, white_vp, camera and those of variants."""
    found = {
        "cubes": number("cube_vp") * cubes_on_day_7(table),
        "white_vp": table.vp,
        "camera": number("camera_vp") * ("camera" in table.items),
    }
    if table.rules.has("GHOST-SCORE"):
        found["ghosts"] = table.ghost_vp
    if table.rules.has("HURRY"):
        start, loss = (int(table.rules.argument("HURRY", key)) for key in ("start", "per_lap"))
        found["hurry"] = start - loss * table.laps
    return found


def final_score(table: Table) -> int | None:
    """The score of a cleared game; a defeat and a game under way have none (8.5)."""
    return sum(parts(table).values()) if table.result == "won" else None


_LABELS = {
    "cubes": ("AT-8.1", "cubes on day 7", "7日目のキューブ"),
    "white_vp": ("AT-6.8", "white effects", "白の効果"),
    "camera": ("AT-9.3", "camera", "カメラ"),
    "ghosts": ("AT-10.2", "ghosts on unlocked suits", "解放したスートの上のゴースト"),
    "hurry": ("AT-10.9", "start value less the laps", "初期点から周回分を引いた点"),
}


def score_lines(table: Table) -> list[ScoreLine]:
    """One line a clause and their sum; nothing after a defeat."""
    if table.result == "lost":
        return []
    lines = []
    for name, points in parts(table).items():
        clause, label, label_ja = _LABELS[name]
        lines.append(ScoreLine(clause, label, points, table.player, label_ja))
    total = sum(line.points for line in lines)
    return [*lines, ScoreLine("AT-14", "total", total, table.player, "合計")]
