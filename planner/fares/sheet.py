"""A price sheet being worked out: for every pair of stations the items that make its price.

A cell is a short tuple of item numbers (base fare, surcharges, a doubt worth 0 yen); the price is
the sum of their yen; an item that is not known makes the price so, and says why. Item 0 is nothing.
Sheets are numpy arrays while they are built and plain bytes once stored (``planner.fares.matrix``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from planner.fares.distance import FAR
from planner.fares.tariff import Item, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int32]
    Mask = NDArray[np.bool_]

NOTHING = 0


def note(what: str, source: str = "", confidence: str = "sourced") -> Item:
    """An item that costs nothing but says something: a doubt, a rule applied."""
    return Item(what, 0, 0, None, source, confidence, confidence)


def unpriced(why: str, source: str = "") -> Item:
    """An item that makes the price unknown. ``why``: see ``planner.fares.words.unknown_text``."""
    return Item(why, 0, None, None, source, "assumed", "assumed", known=False)


class Items:
    """The items of one system, numbered; equal items have one number."""

    def __init__(self) -> None:
        self.all: list[Item] = [note("")]
        self._number: dict[Item, int] = {}

    def add(self, item: Item) -> int:
        """The number of an item."""
        if item not in self._number:
            self._number[item] = len(self.all)
            self.all.append(item)
        return self._number[item]


@dataclass
class Sheet:
    """One fare class: km int32[n, n] in tenths (FAR: no way) and the item layers, int32[n, n]."""

    items: Items
    km: "Ints"
    layers: "list[Ints]" = field(default_factory=list)

    def put(self, numbers: "Ints") -> None:
        """Add a layer of items to every cell."""
        self.layers.append(numbers)

    def put_where(self, mask: "Mask", item: Item) -> None:
        """Add one item to the cells of a mask."""
        import numpy as np

        number = self.items.add(item)
        self.layers.append(np.where(mask, np.int32(number), np.int32(NOTHING)).astype(np.int32))

    def replace_where(self, mask: "Mask", other: "Sheet") -> None:
        """Take km and items of another sheet in the cells of a mask."""
        import numpy as np

        self.km = np.where(mask, other.km, self.km)
        depth = max(len(self.layers), len(other.layers))
        mine, theirs = self._padded(depth), other._padded(depth)
        self.layers = [np.where(mask, b, a) for a, b in zip(mine, theirs, strict=True)]

    def set_where(self, mask: "Mask", item: Item) -> None:
        """Make one item the whole price of the cells of a mask (a special-section fare)."""
        import numpy as np

        number = np.int32(self.items.add(item))
        self.layers = [np.where(mask, np.int32(NOTHING), layer) for layer in self.layers]
        self.layers[0] = np.where(mask, number, self.layers[0])

    def _padded(self, depth: int) -> "list[Ints]":
        import numpy as np

        empty = np.zeros_like(self.km)
        return self.layers + [empty] * (depth - len(self.layers))

    def yen(self) -> "Ints":
        """Ticket prices, int32[n, n]; -1 unknown."""
        return self._sum([item.yen if item.known else None for item in self.items.all])

    def ic(self) -> "Ints":
        """Prices by IC card, int32[n, n]; -1 unknown."""
        return self._sum([item.ic for item in self.items.all])

    def _sum(self, values: Sequence[int | None]) -> "Ints":
        import numpy as np

        worth = np.array([value or 0 for value in values], dtype=np.int32)
        missing = np.array([value is None for value in values])
        total = np.zeros_like(self.km)
        bad = self.km >= FAR
        for layer in self.layers:
            total += worth[layer]
            bad |= missing[layer]
        total[bad] = -1
        return total

    def reasons(self) -> tuple["Ints", list[tuple[int, ...]]]:
        """For each cell the number of its tuple of items, and the distinct tuples."""
        import numpy as np

        code = np.zeros(self.km.shape, dtype=np.int64)
        width = len(self.items.all)
        for layer in self.layers:
            _, code = np.unique(code * width + layer, return_inverse=True)
            code = code.reshape(self.km.shape).astype(np.int64)
        _, first = np.unique(code, return_index=True)
        flat = [layer.reshape(-1) for layer in self.layers]
        tuples = [tuple(int(layer[i]) for layer in flat if layer[i] != NOTHING) for i in first]
        return code.astype(np.int32), tuples


def by_table(items: Items, km: "Ints", table: Table | None) -> "Ints":
    """The items of a band table for distances rounded up to whole km; unknown above the table."""
    import numpy as np

    if table is None:
        undated = np.int32(items.add(unpriced("undated")))
        return np.where(km > 0, undated, np.int32(NOTHING)).astype(np.int32)
    top = table.bands[-1].to
    last = table.bands[-1].item.what.partition(" ")[2]
    lookup = np.full(top + 2, items.add(unpriced(f"beyond {last}".strip())), dtype=np.int32)
    lookup[0] = NOTHING
    low = 1
    for band in table.bands:
        lookup[low : band.to + 1] = items.add(band.item)
        low = band.to + 1
    whole = -(-km // 10)
    return lookup[np.minimum(whole, top + 1)]


def item_json(item: Item) -> dict[str, Any]:
    """An item as it is stored and explained."""
    return {
        "what": item.what,
        "yen": item.yen if item.known else None,
        "ic": item.ic,
        "since": item.since.isoformat() if item.since else None,
        "source": item.source,
        "confidence": item.confidence,
        "ic_confidence": item.ic_confidence,
    }
