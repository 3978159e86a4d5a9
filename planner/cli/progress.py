"""Progress of long work, on standard error, and only where a person is looking."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


def _silent(done: int, total: int | None) -> None:
    """Show nothing."""
