"""The feeds a person has: the embedded model, imported ones, and any path that was ever opened.

Standard library only where a search begins: a manifest is read, a size and a time compared.
"""

import datetime as dt
import os
import zlib
from pathlib import Path

from planner.errors import FeedUnreadable, OutsideValidity, UnknownName
from planner.feed import manifest
from planner.feed.manifest import CannotSave, FeedHandle, Kind
from planner.resources import data_path, typed_path

__all__ = [
    "MODEL",
    "FeedHandle",
    "current",
    "feeds",
    "home",
    "open_feed",
    "require_date",
    "use",
]

MODEL = "model"
"""Name of the embedded feed."""
HOME_VARIABLE = "KANAGAWA_PLANNER_HOME"


def home() -> Path:
    """The folder of what this person imported and chose; the environment may name another one."""
    if named := os.environ.get(HOME_VARIABLE):
        return typed_path(named)
    from platformdirs import user_data_dir

    return Path(user_data_dir("kanagawa-planner", appauthor=False))


def open_feed(name: str | Path | None = None) -> FeedHandle:
    """The feed of that name, path or address; without one the chosen feed, else the embedded one.

    A path or address is remembered, so that its digest is worked out once for each state of it.

    Raises:
        UnknownName: no feed of that name.
        FeedUnreadable: it cannot be read (any more).
        CannotSave: an address was given and what was fetched cannot be kept.
    """
    text = str(name) if name is not None else current()
    if text == MODEL:
        return _embedded()
    if text.startswith(("http://", "https://")):
        from planner.feed.fetch import fetch

        return _at_path(fetch(text), source=text)
    known = manifest.load(manifest_path(text)) if is_name(text) else None
    if known is not None:
        return _checked(known)
    path = typed_path(text)
    if os.path.exists(path):  # Path.exists raises for long names
        return _at_path(path.resolve())
    raise unknown(text)


def require_date(feed: FeedHandle, date: dt.date) -> None:
    """Let a date pass that the feed covers.

    Raises:
        OutsideValidity: before or after; the message names the period and ``--as-if``.
    """
    early = feed.valid_from is not None and date < feed.valid_from
    late = feed.valid_to is not None and date > feed.valid_to
    if early or late:
        period = f"{feed.valid_from or ''}..{feed.valid_to or ''}"
        raise OutsideValidity(
            f"{date}: feed {feed.name!r} is valid {period};"
            " --as-if weekday or --as-if holiday runs its timetable anyway",
            f"{date}: 時刻表「{feed.name}」の有効期間は {period} です。"
            "--as-if weekday|holiday を付けると平日・土休日ダイヤで検索します",
        )


def feeds() -> tuple[FeedHandle, ...]:
    """The embedded feed if there is one, then the imported ones by name."""
    found: list[FeedHandle] = []
    if embedded_path().exists():
        found.append(_embedded())
    for path in sorted(folder().glob("*.json")):
        known = manifest.load(path)
        if known is not None and known.name == path.stem:
            found.append(known)
    return tuple(found)


def current() -> str:
    """Name of the feed that searches use when none is given."""
    try:
        return (home() / "current").read_text(encoding="utf-8").strip() or MODEL
    except (OSError, UnicodeDecodeError):
        return MODEL


def use(name: str) -> FeedHandle:
    """Choose a feed for the searches to come; of a path or address the path is noted down whole.

    Raises:
        UnknownName, FeedUnreadable: as for ``open_feed``; the choice then stays as it was.
        CannotSave: the choice cannot be written down.
    """
    feed = open_feed(name)
    manifest.write_whole(home() / "current", f"{feed.name}\n".encode())
    return feed


def is_name(text: str) -> bool:
    """Whether a feed could be called that: a path or an address could not."""
    plain = text.replace("-", "").replace("_", "").replace(".", "")
    return plain.isalnum() and not text.startswith(".")


def folder() -> Path:
    """Where imported feeds and their manifests lie."""
    return home() / "feeds"


def manifest_path(name: str) -> Path:
    """The manifest of an imported feed."""
    return folder() / f"{name}.json"


def embedded_path() -> Path:
    """Where the embedded feed lies: the zip that comes along, or a folder of its files."""
    packed = data_path("gtfs", "kanagawa.zip")
    return packed if packed.is_file() else data_path("gtfs")


def _embedded() -> FeedHandle:
    path = embedded_path()
    if not path.exists():
        raise FeedUnreadable(
            f"{path}: the embedded feed is not installed; choose one with 'planner feed use'",
            f"{path}: 内蔵の時刻表がありません。'planner feed use' で選んでください",
        )
    return _at_path(path, name=MODEL, kind="model", source="embedded")


def _at_path(path: Path, name: str = "", kind: Kind = "real", source: str = "") -> FeedHandle:
    """The feed at a path, from what is remembered of it if it has not changed since."""
    if path == embedded_path():
        name, kind, source = MODEL, "model", "embedded"
    noted = home() / "seen" / f"{_path_key(path)}.json"
    known = manifest.load(noted)
    if known is not None and known.path == path and known.is_unchanged:
        return known
    feed = manifest.describe(name or str(path), kind, path, source or str(path))
    try:
        manifest.save(feed, noted)
    except CannotSave:
        return feed  # not remembered: only slower the next time
    return feed


def _path_key(path: Path) -> str:
    """A file name for a path; should two paths ever share one, both are read anew each time."""
    text = str(path).encode("utf-8", "surrogateescape")
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"  # hashlib takes 2 ms to load


def _checked(known: FeedHandle) -> FeedHandle:
    """A registered feed, with a new digest if someone changed its file."""
    if known.is_unchanged:
        return known
    feed = manifest.describe(known.name, known.kind, known.path, known.source, known.imported_at)
    try:
        manifest.save(feed, manifest_path(known.name))
    except CannotSave:
        return feed
    return feed


def unknown(text: str) -> UnknownName | FeedUnreadable:
    """The mistake to raise for a feed that is not there, with near names."""
    import difflib

    from planner.feed.container import NoSuchFeed

    if not is_name(text) or text.endswith(".zip"):
        return NoSuchFeed(f"{text}: no such file", f"{text}: ファイルがありません")
    names = [MODEL, *(p.stem for p in folder().glob("*.json"))]
    near = difflib.get_close_matches(text, names, cutoff=0.4) or names
    return UnknownName(
        f"{text!r} is neither a feed nor a file; 'planner feed list' shows the feeds",
        f"「{text}」という時刻表もファイルもありません。'planner feed list' で一覧を表示します",
        near,
    )
