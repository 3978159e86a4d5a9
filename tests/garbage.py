"""Events that nobody should write: legal ones with fields spoilt, swapped or taken away."""

from collections.abc import Mapping
from random import Random
from typing import Any

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    2,
    7,
    99,
    1.5,
    "",
    "x",
    "base",
    "R4",
    "R",
    "sea",
    [],
    {},
    [[]],
    [{}],
    [1, 2],
    ["x", 1],
    [["food", 1]],
    [["food"]],
    {"card": None},
    {"card": "guide"},
    {"kind": "event"},
    [None, None],
    ["R4", "R4"],
)
FIELDS = (
    *("type", "player", "to", "do", "use", "amulet", "both", "buy", "offer", "donate", "card"),
    *("encounter", "meals", "free_meal", "panorama", "roll", "fortune_roll", "legendary"),
    *("calligraphy", "drawn", "keep", "free", "free_offer", "souvenir", "instead", "order"),
    *("travellers", "traveller", "play", "map", "black", "letter", "letters", "effects", "keys"),
    *("discard", "memory_moves", "stamp", "reshuffles", "suit", "pawn", "step", "swap", "take"),
    *("kind", "at", "remove", "restore", "deck", "locations", "items", "when", "pass"),
)
TYPES = ("move", "turn", "go", "draw", "choose", "play", "effect", "end", "key", "on", "letter")


def spoil(event: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """The event with one to three fields made nonsense."""
    spoilt = dict(event)
    for _ in range(random.randint(1, 3)):
        way = random.randrange(4)
        if way == 0 and spoilt:
            del spoilt[random.choice(sorted(spoilt))]
        elif way == 1 and spoilt:
            spoilt[random.choice(sorted(spoilt))] = random.choice(JUNK)
        elif way == 2:
            spoilt[random.choice(FIELDS)] = random.choice(JUNK)
        else:
            spoilt["type"] = random.choice(TYPES)
    return spoilt
