"""The feeds a person imported: adding one, replacing one, and removing one, whole or not at all."""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where two imports at once are left to chance
    fcntl = None  # type: ignore[assignment]

from planner.errors import UnknownName
from planner.feed import manifest
from planner.feed.manifest import CannotSave, FeedHandle, Kind
from planner.feed.registry import (
    MODEL,
    current,
    folder,
    home,
    is_name,
    manifest_path,
    unknown,
)


def register(name: str, data: Path, source: str, kind: Kind = "real") -> FeedHandle:
    """Move the zip ``data`` into the person's folder as the feed ``name``.

    The zip is read first: a file that is no feed changes nothing. ``data`` has to lie in
    ``workplace()``, so that the move is one rename.

    Raises:
        FeedUnreadable: not a feed.
        CannotSave: the disk is full, or the folder cannot be written.
    """
    require_name(name)
    stamp = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
    read = manifest.describe(name, kind, data, source, stamp)
    with _alone():
        return _publish(read, data)


def _publish(read: FeedHandle, data: Path) -> FeedHandle:
    """Put the zip in its place, then its manifest; only then may the zip from before go."""
    path = folder() / f"{read.name}-{read.digest[:12]}.zip"
    old = manifest.load(manifest_path(read.name))
    try:
        data.replace(path)
    except OSError as error:
        raise manifest.cannot_save(path, error) from None
    size, mtime_ns = manifest.state(path) or (0, 0)
    feed = replace(read, path=path, size=size, mtime_ns=mtime_ns)
    try:
        manifest.save(feed, manifest_path(feed.name))
    except CannotSave:
        if old is None or old.path != path:
            path.unlink(missing_ok=True)
        raise
    if old is not None and old.path != path and old.path.parent == folder():
        old.path.unlink(missing_ok=True)
    return feed


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other processes from adding and removing feeds meanwhile."""
    path = workplace() / ".lock"
    try:
        opened = path.open("wb")
    except OSError as error:
        raise manifest.cannot_save(path, error) from None
    with opened as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)  # let go when the file is closed
        yield


def remove(name: str) -> FeedHandle:
    """Forget an imported feed and delete its file; if it was chosen, the embedded one is again.

    Raises:
        UnknownName: no imported feed of that name; the embedded one cannot be removed.
        CannotSave: the folder cannot be written.
    """
    path = manifest_path(name)
    feed = manifest.load(path) if is_name(name) and name != MODEL else None
    if feed is None:
        raise unknown(name) if name != MODEL else _reserved(name)
    try:
        with _alone():
            if current() == name:
                (home() / "current").unlink(missing_ok=True)
            path.unlink(missing_ok=True)
            if feed.path.parent == folder():
                feed.path.unlink(missing_ok=True)
    except OSError as error:
        raise manifest.cannot_save(path, error) from None
    return feed


def workplace() -> Path:
    """A folder on the disk of the registry, to build a feed in before it is registered.

    Raises:
        CannotSave: it cannot be made.
    """
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise manifest.cannot_save(place, error) from None
    return place


def require_name(name: str) -> None:
    """Let a name pass that can be a feed's.

    Raises:
        UnknownName: empty, ``model``, or with signs a file name should not have.
    """
    if not is_name(name) or name == MODEL:
        raise _reserved(name)


def _reserved(name: str) -> UnknownName:
    return UnknownName(
        f"{name!r} cannot name an imported feed; use letters, digits, - and _, but not {MODEL!r}",
        f"「{name}」は取り込む時刻表の名前に使えません。英数字と - _ で({MODEL} は不可)",
    )
