"""Garbage collection set aside while a journal becomes a ledger."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def no_collecting() -> Iterator[None]:
    """Switch cyclic garbage collection off for a while, and on again if it was on.

    Rows and facts are kept, and none of them points in a circle: looking for circles among
    100,000 of them takes longer than making them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
