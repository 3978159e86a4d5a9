"""The files of a feed as bytes, out of a folder or a zip; nothing that is read can overrun memory.

Standard library only: the registry reads feeds through this without loading pandas.
"""

import hashlib
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from planner.errors import FeedUnreadable
from planner.feed.tables import TABLES

LIMIT = 512 * 1024 * 1024
"""Most bytes the files of one feed may have unpacked; the trains of Kanagawa take 40 MiB."""


class NoSuchFeed(FeedUnreadable):
    """Nothing lies at that path."""

    code = "no_such_feed"


class NotAFeed(FeedUnreadable):
    """Readable, but not GTFS: a file every feed must have is missing."""

    code = "not_a_feed"


class BrokenZip(FeedUnreadable):
    """The zip is damaged, cut short, encrypted or packed in an unknown way."""

    code = "broken_zip"


class FeedTooLarge(FeedUnreadable):
    """Unpacked, the feed would be larger than LIMIT."""

    code = "feed_too_large"


def read_files(path: Path) -> dict[str, bytes]:
    """File name without ``.txt`` -> contents, of every file known to ``tables.TABLES``.

    ``path`` is a folder or a zip; the files may lie in a folder inside it.

    Raises:
        FeedUnreadable: one of the leaves above.
    """
    try:
        if path.is_dir():
            files = _read_folder(path)
        elif path.exists():
            files = _read_zip(path)
        else:
            raise NoSuchFeed(f"{path}: no such file", f"{path}: ファイルがありません")
    except OSError as error:
        raise FeedUnreadable(
            f"{path}: cannot be read ({error.strerror or error})",
            f"{path}: 読めません({error.strerror or error})",
        ) from None
    _require(path, files)
    return files


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over the names and contents of the files: the same for a folder and its zip."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name} {len(files[name])}\n".encode())
        whole.update(files[name])
    return whole.hexdigest()


def _require(path: Path, files: Mapping[str, bytes]) -> None:
    if not files:
        raise NotAFeed(
            f"{path}: not a GTFS feed: no stops.txt, trips.txt or stop_times.txt inside",
            f"{path}: GTFS ではありません(stops.txt・trips.txt・stop_times.txt がありません)",
        )
    missing = [f"{t.name}.txt" for t in TABLES.values() if t.required and t.name not in files]
    if missing:
        names = ", ".join(missing)
        raise NotAFeed(
            f"{path}: {names} missing; a GTFS feed has stops, routes, trips and stop_times",
            f"{path}: {names} がありません(GTFS には stops・routes・trips・stop_times が必要です)",
        )


def _read_folder(path: Path) -> dict[str, bytes]:
    places = (*path.glob("*"), *path.glob("*/*"))
    texts = (p for p in places if p.suffix.lower() == ".txt" and p.is_file())
    found = {p.relative_to(path).as_posix(): p for p in texts}
    wanted = members(found)
    _check_size(path, (found[name].stat().st_size for name in wanted.values()))
    return {table: found[name].read_bytes() for table, name in wanted.items()}


def _read_zip(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as archive:
            wanted = members(archive.namelist())
            _check_size(path, (archive.getinfo(name).file_size for name in wanted.values()))
            # zipfile stops at the size the directory declares, so the check above bounds it
            return {table: archive.read(name) for table, name in wanted.items()}
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError) as error:
        raise BrokenZip(
            f"{path}: not a zip file that can be read ({error})",
            f"{path}: zip として読めません({error})",
        ) from None
    except RuntimeError:
        raise BrokenZip(
            f"{path}: the zip is encrypted; unpack it first",
            f"{path}: zip が暗号化されています。先に展開してください",
        ) from None


def members(names: Iterable[str]) -> dict[str, str]:
    """Table name -> name inside the zip or folder, of the one feed that is in there.

    The feed is the folder with the most known files; of equal ones the least deep.
    """
    folders: dict[str, dict[str, str]] = {}
    for name in names:
        path = PurePosixPath(name)
        table = path.stem.lower()
        if path.suffix.lower() == ".txt" and table in TABLES and "__MACOSX" not in path.parts:
            folders.setdefault(path.parent.as_posix(), {}).setdefault(table, name)
    if not folders:
        return {}
    return max(folders.items(), key=lambda item: (len(item[1]), -item[0].count("/"), item[0]))[1]


def _check_size(path: Path, sizes: Iterable[int]) -> None:
    total = sum(sizes)
    if total > LIMIT:
        mebibytes, limit = total >> 20, LIMIT >> 20
        raise FeedTooLarge(
            f"{path}: {mebibytes:,} MiB unpacked, more than the {limit} MiB a feed may have",
            f"{path}: 展開すると {mebibytes:,} MiB で、上限 {limit} MiB を超えます",
        )
