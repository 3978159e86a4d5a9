"""Letter cubes and the stamp, AT-4.4 to 4.8 and AT-9.6."""

from dataclasses import replace

from planner.referee.fields import records, whole, word
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.ashita_tabi.rules import number
from planner.rulebooks.ashita_tabi.table import MOMENTS, Letter, Table, put


def take_cube(table: Table) -> Table:
    """One cube from the supply into the hand of the writer; it must be used at once."""
    mid = replace(table.mid, letters=table.mid.letters + 1)
    return replace(table, supply=table.supply - 1, mid=mid)


def use_letter(table: Table, letter: Event) -> Table:
    """Use the cube just taken, as a location letter (4.6) or an event letter (4.7).

    Raises:
        Refused: AT-4.4 no cube was taken, AT-4.6 no such day, AT-4.7 no such event below.
    """
    if not table.mid.letters:
        raise Refused("AT-4.4", "no letter cube is due now", "今はレターキューブを使えません")
    kind = word(letter, "kind", "")
    if kind == "location":
        used = _lay_on_location(table, whole(letter, "at", 0))
    elif kind == "event":
        used = _lift_event(table, word(letter, "card", ""))
    else:
        raise MalformedEvent(
            "AT-4.4",
            f"a letter is of kind location or event, not {kind!r}",
            f"レターの種類(kind)は location か event です(「{kind}」は使えません)",
        )
    return replace(used, mid=replace(used.mid, letters=used.mid.letters - 1))


def _lay_on_location(table: Table, day: int) -> Table:
    if not 1 <= day <= number("days"):
        raise MalformedEvent("AT-4.6", f"there is no day {day}", f"{day}日目はありません")
    if day == number("days") and table.rules["memory.day7"] == "forbidden":
        raise Refused("AT-4.6", "no letter may lie on day 7", "7日目にレターは置けません")
    return replace(table, memory=(*table.memory, Letter(day, table.turn)))


def _lift_event(table: Table, card: str) -> Table:
    for day, cards in enumerate(table.row, 1):
        if card in cards:
            below = tuple(other for other in cards if other != card)
            above = (*table.upper[day - 1], card)
            return replace(
                table, row=put(table.row, day, below), upper=put(table.upper, day, above)
            )
    raise Refused(
        "AT-4.7",
        f"{card!r} lies below no location",
        f"{card} はどのロケーションの下にもありません",
    )


def call_ghost(table: Table, pawn: int, day: int) -> Table:
    """Spend a location letter: a black pawn goes there and the cube leaves the game, AT-4.8."""
    _check_pawn(pawn, "AT-4.8")
    ready = [letter for letter in table.memory if letter.at == day and letter.since < table.turn]
    if not ready:
        raise Refused(
            "AT-4.8",
            f"no letter laid in an earlier turn lies on day {day}",
            f"{day}日目に前の手番までに置いたレターはありません",
        )
    oldest = min(ready, key=lambda letter: letter.since)
    return replace(
        move_ghost(table, pawn, day), memory=_without(table, oldest), spent=table.spent + 1
    )


def restore_letter(table: Table, remove: int, restore: int) -> Table:
    """The stamp: of two laid letters one leaves the game, one returns to day 7, AT-9.6."""
    if "stamp" not in table.items:
        raise Refused("AT-9.6", "the stamp was not chosen", "切手を選んでいません")
    left = table
    for day in (remove, restore):
        laid = [letter for letter in left.memory if letter.at == day]
        if not laid:
            raise Refused(
                "AT-9.6",
                f"the stamp needs two unused letters; none lies on day {day}",
                f"切手には未使用のレターが2個要ります({day}日目にありません)",
            )
        left = replace(left, memory=_without(left, laid[0]))
    return replace(left, supply=left.supply + 1, spent=left.spent + 1)


def _without(table: Table, letter: Letter) -> tuple[Letter, ...]:
    at = table.memory.index(letter)
    return table.memory[:at] + table.memory[at + 1 :]


def move_ghost(table: Table, pawn: int, day: int) -> Table:
    """Put a black pawn on a day."""
    black = (day, table.black[1]) if pawn == 0 else (table.black[0], day)
    return replace(table, black=black)


def _check_pawn(pawn: int, clause: str) -> None:
    if pawn not in (0, 1):
        raise MalformedEvent(
            clause,
            f"black pawns are 0 and 1, not {pawn}",
            f"黒ポーンは 0 か 1 です({pawn} はありません)",
        )


def at_moment(table: Table, turn: Event, moment: str) -> Table:
    """Spend the letters and stamps a whole turn declares for one moment, AT-14."""
    for spending in records(turn, "memory_moves"):
        if _moment(spending) == moment:
            table = call_ghost(table, whole(spending, "pawn", -1), whole(spending, "at", 0))
    for stamping in records(turn, "stamp"):
        if _moment(stamping) == moment:
            table = restore_letter(
                table, whole(stamping, "remove", 0), whole(stamping, "restore", 0)
            )
    return table


def _moment(spending: Event) -> str:
    moment = word(spending, "when", MOMENTS[0])
    if moment not in MOMENTS:
        raise MalformedEvent(
            "AT-1.5",
            f"{moment!r} is no moment of a turn; there are {', '.join(MOMENTS)}",
            f"「{moment}」という時機はありません({'、'.join(MOMENTS)})",
        )
    return moment
