"""The data folder of Mini Tokyo 3D, in a folder or a zip, read one file at a time."""

import json
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

from planner.errors import FeedUnreadable

LIMIT = 64 * 1024 * 1024
"""Most bytes one file may have unpacked; the largest timetable has 3 MB."""

Json = Any


class NotMiniTokyo3D(FeedUnreadable):
    """Readable, but without the files of Mini Tokyo 3D's data folder."""

    code = "not_mini_tokyo_3d"


class Archive:
    """Names below ``data/`` -> JSON, whatever folder they lie in."""

    def __init__(self, path: Path, archive: zipfile.ZipFile | None) -> None:
        self.path = path
        self._zip = archive
        if archive is None:
            found = {p.relative_to(path).as_posix() for p in path.rglob("*.json")}
        else:
            found = set(archive.namelist())
        roots = [
            n[: -len("stations.json")] for n in found if PurePosixPath(n).name == "stations.json"
        ]
        roots = [r for r in roots if any(n.startswith(r + "train-timetables/") for n in found)]
        if not roots:
            raise NotMiniTokyo3D(
                f"{path}: not Mini Tokyo 3D: no data/stations.json and data/train-timetables/",
                f"{path}: Mini Tokyo 3D の data/stations.json・train-timetables/ がありません",
            )
        self.root = min(roots, key=lambda root: (root.count("/"), root))
        self.names = {n[len(self.root) :] for n in found if n.startswith(self.root)}

    @property
    def version(self) -> str:
        """The name of the outermost folder, which tells the commit of a GitHub archive."""
        outer = self.root.split("/")[0] if self._zip else self.path.resolve().name
        return outer or self.path.stem

    def read(self, name: str) -> Json:
        """The parsed file.

        Raises:
            NotMiniTokyo3D: no such file, or not JSON.
            FeedUnreadable: damaged, or larger than LIMIT.
        """
        if name not in self.names:
            raise NotMiniTokyo3D(
                f"{self.path}: {name} is missing", f"{self.path}: {name} がありません"
            )
        try:
            return json.loads(self._bytes(self.root + name))
        except ValueError as error:
            raise NotMiniTokyo3D(
                f"{self.path}: {name} is not JSON ({error})",
                f"{self.path}: {name} は JSON として読めません({error})",
            ) from None

    def _bytes(self, name: str) -> bytes:
        try:
            if self._zip is None:
                file = self.path / name
                self._check(name, file.stat().st_size)
                return file.read_bytes()
            self._check(name, self._zip.getinfo(name).file_size)
            return self._zip.read(name)
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
            raise FeedUnreadable(
                f"{self.path}: {name} cannot be read ({error})",
                f"{self.path}: {name} を読めません({error})",
            ) from None

    def _check(self, name: str, size: int) -> None:
        if size > LIMIT:
            raise FeedUnreadable(
                f"{self.path}: {name} has {size >> 20} MiB unpacked, more than {LIMIT >> 20}",
                f"{self.path}: {name} は展開後 {size >> 20} MiB(上限 {LIMIT >> 20} MiB)です",
            )


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The archive at a folder or zip.

    Raises:
        FeedUnreadable: nothing is there, or it is not a zip.
        NotMiniTokyo3D: it holds something else.
    """
    if path.is_dir():
        yield Archive(path, None)
        return
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError:
        raise FeedUnreadable(f"{path}: no such file", f"{path}: ファイルがありません") from None
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise FeedUnreadable(
            f"{path}: not a zip file that can be read ({error})",
            f"{path}: zip として読めません({error})",
        ) from None
    with archive:
        yield Archive(path, archive)
