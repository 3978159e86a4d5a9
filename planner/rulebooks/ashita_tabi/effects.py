"""The effects of the events at white's location, AT-6, and GHOST-SCORE, AT-10.2."""

from collections.abc import Mapping
from dataclasses import replace

from planner.referee.fields import items, whole, word
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.ashita_tabi.drawing import draw
from planner.rulebooks.ashita_tabi.letters import move_ghost
from planner.rulebooks.ashita_tabi.rules import components, number
from planner.rulebooks.ashita_tabi.table import Row, Table, after, put, suit_counts, value

FORCED = ("R", "W")  # AT-6.3


def allowed_now(table: Table) -> Mapping[str, int]:
    """suit -> how often it may be applied in this phase, by snapshot or live (6.1, 6.2)."""
    if table.rules["effects.set"] == "snapshot":
        return table.mid.allowed
    counts = suit_counts(table, table.white)
    return {suit: counts[suit] if "lantern" in table.items else 1 for suit in counts}


def replaced(table: Table, suit: str) -> bool:
    """Whether GHOST-SCORE has taken this suit's effect away."""
    return table.rules.has("GHOST-SCORE") and suit in table.keys and suit not in table.mid.claimed


def apply_effect(table: Table, effect: Event) -> Table:
    """Apply or pass one effect.

    Raises:
        Refused: AT-6.1 suit not there, 6.2 too often, 6.3 red or white
            passed, 6.4-6.8 its own test.
    """
    suit = word(effect, "suit", "")
    allowed = allowed_now(table)
    if suit not in allowed:
        kind = Refused if suit in components()["suits"] else MalformedEvent
        raise kind(
            "AT-6.1",
            f"no {_colour(suit, 'en')} event lies at white's location",
            f"白ポーンのロケーションに{_colour(suit, 'ja')}のイベントはありません",
        )
    if replaced(table, suit):
        return _score_by_declaration(table, suit, effect)
    if table.mid.applied.count(suit) >= allowed[suit]:
        raise Refused(
            "AT-6.2",
            f"{_colour(suit, 'en')} is applied at most {allowed[suit]} time(s)",
            f"{_colour(suit, 'ja')}の効果は{allowed[suit]}回までです",
        )
    done = _passed(table, suit) if _is_pass(effect) else _EFFECTS[suit](table, effect)
    mid = replace(done.mid, applied=(*done.mid.applied, suit))
    return replace(done, mid=mid)


def _colour(suit: str, lang: str) -> str:
    return str(components()["suits"].get(suit, {}).get(lang, suit or "?"))


def _is_pass(effect: Event) -> bool:
    return bool(effect.get("pass")) or "pass" in {
        word_
        for word_ in (effect.get("swap"), effect.get("pawn"), effect.get("take"))
        if isinstance(word_, str)
    }


def _passed(table: Table, suit: str) -> Table:
    if suit in FORCED:
        raise Refused(
            "AT-6.3",
            f"{_colour(suit, 'en')} has no 'may': it must be applied",
            f"{_colour(suit, 'ja')}の効果は必ず適用します",
        )
    return table


def _pawn(effect: Event, clause: str) -> int:
    pawn = whole(effect, "pawn", -1)
    if pawn not in (0, 1):
        raise MalformedEvent(
            clause,
            f"black pawns are 0 and 1, not {pawn}",
            f"黒ポーンは 0 か 1 です({pawn} はありません)",
        )
    return pawn


def _red(table: Table, effect: Event) -> Table:
    pawn, step = _pawn(effect, "AT-6.4"), whole(effect, "step", 0)
    if step not in (1, -1):
        raise Refused(
            "AT-6.4",
            f"red moves one step, 1 or -1, not {step}",
            f"赤の効果では1歩だけ進むか戻ります(step は 1 か -1 で、{step} は書けません)",
        )
    if step == -1 and table.black[pawn] == 1 and table.rules["red.wrap"] == "stop":
        raise Refused("AT-6.4", "there is nothing before day 1", "1日目より前には戻れません")
    return move_ghost(table, pawn, after(table.black[pawn], step))


def _blue(table: Table, effect: Event) -> Table:
    pair = items(effect, "swap")
    row, upper = table.row, table.upper
    if len(pair) != 2 or pair[0] == pair[1] or not all(isinstance(card, str) for card in pair):
        raise Refused(
            "AT-6.5",
            "blue swaps two events",
            "青の効果では、違うイベント2枚を swap に書いてください",
        )
    places = [*row, *upper] if table.rules["upper.swap"] == "yes" else [*row]
    for card in pair:
        if not any(card in cards for cards in places):
            raise Refused(
                "AT-6.5",
                f"{card} is no event of the row",
                f"{card} はロケーションの下のイベントではありません",
            )
    if value(pair[0]) != value(pair[1]):
        raise Refused(
            "AT-6.5",
            f"{pair[0]} and {pair[1]} have different numbers",
            f"{pair[0]} と {pair[1]} は数字が違います",
        )
    return replace(table, row=_swap(row, *pair), upper=_swap(upper, *pair))


def _swap(row: Row, first: str, second: str) -> Row:
    other = {first: second, second: first}
    for day, cards in enumerate(row, 1):
        row = put(row, day, tuple(other.get(card, card) for card in cards))
    return row


def _yellow(table: Table, effect: Event) -> Table:
    return draw(table, number("yellow_cards"))


def _green(table: Table, effect: Event) -> Table:
    pawn = _pawn(effect, "AT-6.7")
    return move_ghost(table, pawn, after(table.black[pawn], 1))


def _white(table: Table, effect: Event) -> Table:
    take = word(effect, "take", "")
    if take == "vp":
        silent = (
            table.rules.has("GHOST-SCORE")
            and not table.keys
            and table.rules["ghost.white_vp"] == "after_first_key"
        )
        return table if silent else replace(table, vp=table.vp + number("white_vp"))
    if take not in table.discard:
        raise Refused(
            "AT-6.8",
            f"white takes 'vp' or a discarded card; {take!r} is not in the pile",
            f"白の効果では 1 点(vp)か捨て札1枚を選びます(「{take}」は捨て札にありません)",
        )
    rest = tuple(card for card in table.discard if card != take)
    return replace(table, discard=rest, deck=(take, *table.deck))


_EFFECTS = {"R": _red, "B": _blue, "Y": _yellow, "G": _green, "W": _white}


def ghosts_on(table: Table, suit: str) -> int:
    """How many black pawns stand on a suit.

    A place serves its pawns up to its number of cards, white first (10.2).
    """
    standing = 0
    for day in set(table.black):
        cards = suit_counts(table, day)[suit] if day != number("days") else 0
        served = cards - (table.white == day)
        standing += min(table.black.count(day), max(served, 0))
    return standing


def _score_by_declaration(table: Table, suit: str, effect: Event) -> Table:
    if set(effect) & {"pawn", "swap", "take", "step"}:
        raise Refused(
            "AT-10.2",
            f"the key of {_colour(suit, 'en')} is won: its effect is replaced by the score",
            f"{_colour(suit, 'ja')}のキーは解放済みで、効果は得点に替わっています",
        )
    if suit in table.mid.scored:
        raise Refused(
            "AT-10.2",
            f"{_colour(suit, 'en')} scores once a turn",
            f"{_colour(suit, 'ja')}の得点は1手番に1回です",
        )
    return score_ghosts(table, suit)


def score_ghosts(table: Table, suit: str) -> Table:
    """GHOST-SCORE of one suit, AT-10.2."""
    mid = replace(table.mid, scored=(*table.mid.scored, suit))
    return replace(table, mid=mid, ghost_vp=table.ghost_vp + ghosts_on(table, suit))


def end_effects(table: Table) -> Table:
    """Close the phase: red and white applied often enough (6.3), the rest of the suits scored.

    Raises:
        Refused: AT-6.3.
    """
    allowed = allowed_now(table)
    for suit in allowed:
        if replaced(table, suit):
            if suit not in table.mid.scored:
                table = score_ghosts(table, suit)
        elif suit in FORCED and table.mid.applied.count(suit) < allowed[suit]:
            raise Refused(
                "AT-6.3",
                f"{_colour(suit, 'en')} must be applied {allowed[suit]} time(s)",
                f"{_colour(suit, 'ja')}の効果を{allowed[suit]}回適用してください",
            )
    return replace(table, phase="before-keys")
