"""The feeds a person has: the embedded model, imported ones, and any path that was ever opened.

Standard library only where a search begins: a manifest is read, a size and a time compared.
"""

import datetime as dt
import os
from pathlib import Path

from planner.errors import FeedUnreadable, OutsideValidity, UnknownName
from planner.feed import manifest
from planner.feed.manifest import CannotSave, FeedHandle, Kind
from planner.resources import data_path

__all__ = ["MODEL", "FeedHandle", "current", "feeds", "home", "open_feed", "require_date", "use"]

MODEL = "model"
"""Name of the embedded feed."""
HOME_VARIABLE = "KANAGAWA_PLANNER_HOME"


def home() -> Path:
    """The folder of what this person imported and chose; the environment may name another one."""
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named).expanduser()
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
    known = manifest.load(_manifest_path(text)) if _is_name(text) else None
    if known is not None:
        return _checked(known)
    path = Path(text).expanduser()
    if path.exists():
        return _at_path(path.resolve())
    raise _unknown(text)


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
    for path in sorted(_folder().glob("*.json")):
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
    path = _folder() / f"{name}-{read.digest[:12]}.zip"
    old = manifest.load(_manifest_path(name))
    try:
        data.replace(path)
    except OSError as error:
        raise manifest.cannot_save(path, error) from None
    size, mtime_ns = manifest.state(path) or (0, 0)
    feed = FeedHandle(
        name, kind, path, read.digest, size, mtime_ns, read.valid_from, read.valid_to, stamp, source
    )
    manifest.save(feed, _manifest_path(name))
    if old is not None and old.path != path and old.path.parent == _folder():
        old.path.unlink(missing_ok=True)
    return feed


def workplace() -> Path:
    """A folder on the disk of the registry, to build a feed in before it is registered.

    Raises:
        CannotSave: it cannot be made.
    """
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise manifest.cannot_save(folder, error) from None
    return folder


def require_name(name: str) -> None:
    """Let a name pass that can be a feed's.

    Raises:
        UnknownName: empty, ``model``, or with signs a file name should not have.
    """
    if not _is_name(name) or name == MODEL:
        raise UnknownName(
            f"{name!r} cannot name a feed; use letters, digits, - and _, but not {MODEL!r}",
            f"「{name}」は時刻表の名前に使えません。英数字と - _ を使ってください({MODEL} は不可)",
        )


def _is_name(text: str) -> bool:
    plain = text.replace("-", "").replace("_", "").replace(".", "")
    return plain.isalnum() and not text.startswith(".")


def _folder() -> Path:
    return home() / "feeds"


def _manifest_path(name: str) -> Path:
    return _folder() / f"{name}.json"


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
    from hashlib import sha256

    return sha256(str(path).encode("utf-8", "surrogateescape")).hexdigest()[:24]


def _checked(known: FeedHandle) -> FeedHandle:
    """A registered feed, with a new digest if someone changed its file."""
    if known.is_unchanged:
        return known
    feed = manifest.describe(known.name, known.kind, known.path, known.source, known.imported_at)
    try:
        manifest.save(feed, _manifest_path(known.name))
    except CannotSave:
        return feed
    return feed


def _unknown(text: str) -> UnknownName | FeedUnreadable:
    import difflib

    from planner.feed.container import NoSuchFeed

    if not _is_name(text) or text.endswith(".zip"):
        return NoSuchFeed(f"{text}: no such file", f"{text}: ファイルがありません")
    names = [MODEL, *(p.stem for p in _folder().glob("*.json"))]
    near = difflib.get_close_matches(text, names, cutoff=0.4) or names
    return UnknownName(
        f"{text!r} is neither a feed nor a file; 'planner feed list' shows the feeds",
        f"「{text}」という時刻表もファイルもありません。'planner feed list' で一覧を表示します",
        near,
    )
