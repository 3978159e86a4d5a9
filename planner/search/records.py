"""The layout of the fare search's records, for those who read and write them from Python.

The kernels hold the same numbers as local variables, because a global one is a Python object there;
a test holds the two together.
"""

WIDTH = 12
"""int32 fields of a label: 0 time, 1 paid, 2 entry, 3 trains, 4 next in list, 5 parent record,
6 connection boarded, 7 connection left at (aboard: 1 if the ride comes back to where it was),
8 fare node (aboard: where the train was boarded or this system entered), 9 tickets more than
needed, 10 arrived by train just here (aboard: bit 0, the ticket has no earlier ride; bit 1, that of
the fewest tickets has none), 11 on the Shinkansen: number of the station boarded at."""
BITS = 8
"""64-bit words of a label: 0-1 watched stations on the last ticket, 2-3 on the last ticket of the
fewest, 4-5 passed since boarding, 6 tenths of a km ridden on the last ticket (all above, those on
JR East below), 7 stretches it may have ridden out and back, and ``PLAIN``."""
PLAIN = 1 << 63
"""The Shinkansen has not been ridden on the last ticket."""
ANSWER = 6
"""int32 fields of an answer: 0 arrival, 1 yen, 2 trains, 3 parent record, 4 connection boarded,
5 connection left at."""
UNKNOWN = 1 << 29
"""The price of what has none: more than any sum of known ones, and twice it fits an int32."""
