"""Progress of long work, on standard error, and only where a person is looking."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from planner.cli.lang import say

Advance = Callable[[int, int | None], None]
"""Called with how much is done and, where that is known, how much there is."""


@contextmanager
def bar(what: str, in_bytes: bool = False) -> Iterator[Advance]:
    """A progress bar headed ``what``; silent where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn

    counted = DownloadColumn() if in_bytes else MofNCompleteColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), counted)
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=None)

        def advance(done: int, total: int | None) -> None:
            progress.update(task, completed=done, total=total)

        yield advance


MANY_LABELS = 1 << 19
"""A search by price of so many labels takes seconds, and then perhaps minutes."""


@contextmanager
def long_search() -> Iterator[None]:
    """Says once, on a terminal, that a search by price has become a long one."""
    if not sys.stderr.isatty():
        yield
        return
    from planner.search.pool import told_of_growth

    def tell(labels: int) -> None:
        if labels == MANY_LABELS:
            text = say(
                "経路が多く、数分かかることがあります。--arrive-by を早くすると短くなります。",
                "Many ways lead there; this may take minutes. An early --arrive-by shortens it.",
            )
            print(text, file=sys.stderr, flush=True)

    told_of_growth.append(tell)
    try:
        yield
    finally:
        told_of_growth.remove(tell)


def _silent(done: int, total: int | None) -> None:
    """Show nothing."""
