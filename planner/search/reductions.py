"""Transfer discounts (norikae waribiki, 乗継割引) in the columns of a fare view.

Who closes a ticket that may begin a discounted pair begins the next one at an *entry of its own*,
whose prices are less by the discount at the exits of the pair; it lies in the tables behind the
stations of its system and is no exit.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from planner.fares.matrix import FareBook

Less = Mapping[int, int]
"""Local number of an exit -> yen less."""


@dataclass
class Reductions:
    """``groups``: (system before, local exit, system after, local entry) of every change with a
    discount; ``entries``: for each system the (local number, yen less) of its entries more;
    ``leads_to``: (group, local entry of the first ticket) -> which of them."""

    groups: list[tuple[int, int, int, int]] = field(default_factory=list)
    entries: dict[int, list[tuple[int, dict[int, int]]]] = field(default_factory=dict)
    leads_to: dict[tuple[int, int], int] = field(default_factory=dict)

    def more(self, system: int) -> Sequence[tuple[int, Less]]:
        """The further entries of a system; the last one of a station is as cheap as any there."""
        return self.entries.get(system, ())


def reductions(
    book: FareBook, systems: Sequence[str], local_of: Sequence[Mapping[int, int]]
) -> Reductions:
    """The discounts of a fare book between the systems of a timetable.

    Args:
        local_of: system -> number in the fare book -> local number.
    """
    at = [
        {book.systems[name].places[number]: local for number, local in numbers.items()}
        for name, numbers in zip(systems, local_of, strict=True)
    ]
    found = Reductions()
    rows: dict[tuple[int, int, int, int], list[tuple[set[int], set[int], int]]] = {}
    for row in book.discounts:
        if any(name not in systems for name in row["systems"]):
            continue
        sides = [
            (systems.index(name), row[key])
            for name, key in zip(row["systems"], ("stations_a", "stations_b"), strict=True)
        ]
        for (one, near), (other, far) in (sides, sides[::-1]):
            if row["at"] in at[one] and row["at"] in at[other]:
                change = one, at[one][row["at"]], other, at[other][row["at"]]
                begins = {at[one][place] for place in near if place in at[one]}
                ends = {at[other][place] for place in far if place in at[other]}
                rows.setdefault(change, []).append((begins, ends, row["yen"]))
    for change, pairs in rows.items():
        group = len(found.groups)
        found.groups.append(change)
        for entry in sorted(set().union(*(begins for begins, _, _ in pairs))):
            less: dict[int, int] = {}
            for begins, ends, yen in pairs:  # of several rows the first one holds
                for end in ends if entry in begins else ():
                    less.setdefault(end, yen)
            own = found.entries.setdefault(change[2], [])
            if (change[3], less) not in own:
                own.append((change[3], less))
            found.leads_to[group, entry] = own.index((change[3], less))
    for own in found.entries.values():
        for local in sorted({local for local, _ in own}):
            most: dict[int, int] = {}
            for less in [less for place, less in own if place == local]:
                for end, yen in less.items():
                    most[end] = max(yen, most.get(end, 0))
            own.append((local, most))
    return found


def fill(
    found: Reductions, columns: dict[str, "array[int]"], stations: Sequence[int], classes: list[int]
) -> None:
    """The columns ``base``, ``cheaper`` and ``fresh_least``.

    Args:
        stations, classes: how many each system has.
    """
    c, groups = columns, len(found.groups)
    for system, first in enumerate(c["system_first"][:-1]):
        own, count = found.more(system), stations[system]
        width = count + len(own)
        for kind in range(classes[system]):
            start = first + kind * width
            ends = [*range(count), *(local for local, _ in own)]
            c["base"].extend(start + local for local in ends)
            for number, local in enumerate(ends):
                less = own[number - count][1] if number >= count else {}
                for group, (before, leave, after, _) in enumerate(found.groups):
                    which = found.leads_to.get((group, local)) if before == system else None
                    if which is None or less.get(leave):  # one ticket, one discount
                        c["cheaper"].append(-1)
                    else:
                        c["cheaper"].append(c["system_first"][after] + stations[after] + which)
    for fresh, system in zip(c["fresh"], c["node_system"], strict=True):
        local = fresh - c["system_first"][system]
        same = [i for i, (place, _) in enumerate(found.more(system)) if place == local]
        least = c["system_first"][system] + stations[system] + same[-1] if same else fresh
        c["fresh_least"].append(least)
    assert len(c["cheaper"]) == groups * len(c["fare_row"])
