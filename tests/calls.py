"""How much work something is, in calls of functions: the same number on every machine and day."""

import cProfile
from collections.abc import Callable


def calls_of(work: Callable[[], object]) -> int:
    """The calls that ``work`` makes, of Python's and of C's functions."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())
