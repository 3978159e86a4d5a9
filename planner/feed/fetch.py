"""A feed or archive behind an http(s) address: fetched once, kept, asked for again when old."""

import hashlib
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import IO

from planner import resources
from planner.errors import FeedUnreadable
from planner.feed.container import LIMIT, FeedTooLarge
from planner.feed.manifest import cannot_save

Progress = Callable[[int, int | None], None]
"""Called with the bytes so far and, where the server tells, the bytes there will be."""

FRESH = 24 * 3600  # seconds a kept copy is used without asking the server
TIMEOUT = 30  # seconds of silence
CHUNK = 1 << 18
AGENT = "kanagawa-planner"


class CannotFetch(FeedUnreadable):
    """The address does not answer, or not with a file."""

    code = "cannot_fetch"


def cache_folder() -> Path:
    """Where fetched files are kept; deleting it costs only another download."""
    from planner.feed.registry import HOME_VARIABLE, home

    if os.environ.get(HOME_VARIABLE):
        return home() / "cache" / "downloads"
    return resources.cache_folder() / "downloads"


def fetch(url: str, progress: Progress | None = None, max_age: float = FRESH) -> Path:
    """The path of a kept copy of what lies at ``url``, not older than ``max_age`` seconds.

    An older copy is used only where the server says it has not changed, or does not answer.

    Raises:
        CannotFetch: no answer, or an error, and no copy kept from before.
        FeedTooLarge: more than ``container.LIMIT``.
        CannotSave: the copy cannot be kept.
    """
    path = cache_folder() / hashlib.sha256(url.encode()).hexdigest()[:24]
    noted = _noted(path)
    if path.exists() and noted and time.time() - float(str(noted.get("at", 0))) < max_age:
        return path
    request = _request(url, noted if path.exists() else {})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            _keep(url, path, answer, progress)
            _note(path, answer.headers)
    except urllib.error.HTTPError as error:
        if error.code == 304:
            _note(path, noted)
        elif error.code < 500 or not path.exists():
            raise _cannot(url, f"HTTP {error.code}") from None
    except (OSError, HTTPException, ValueError) as error:
        if not path.exists():
            raise _cannot(url, str(getattr(error, "reason", error))) from None
    return path


def _request(url: str, noted: Mapping[str, object]) -> urllib.request.Request:
    headers = {"User-Agent": AGENT}
    for told, asked in (("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")):
        if noted.get(told):
            headers[asked] = str(noted[told])
    try:
        return urllib.request.Request(url, headers=headers)
    except ValueError as error:
        raise _cannot(url, str(error)) from None


def _keep(url: str, path: Path, answer: IO[bytes], progress: Progress | None) -> None:
    length = getattr(answer, "length", None)
    total = length if isinstance(length, int) else None
    temporary = path.with_suffix(f".{os.getpid()}.part")
    done = 0
    try:
        with _writing(path, temporary) as file:
            for chunk in iter(lambda: answer.read(CHUNK), b""):
                done += len(chunk)
                if done > LIMIT:
                    limit = f"{LIMIT >> 20} MiB"
                    raise FeedTooLarge(f"{url}: more than {limit}", f"{url}: {limit} を超えます")
                _write(path, file, chunk)
                if progress:
                    progress(done, total)
        if total is not None and done < total:
            raise OSError("the answer was cut short")
        temporary.replace(path)
    finally:
        with suppress(OSError):  # it may be the folder that is wrong
            temporary.unlink(missing_ok=True)


def _writing(path: Path, temporary: Path) -> IO[bytes]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return temporary.open("wb")
    except OSError as error:
        raise cannot_save(path, error) from None


def _write(path: Path, file: IO[bytes], chunk: bytes) -> None:
    try:
        file.write(chunk)
    except OSError as error:  # not the network's fault: an old copy would hide it
        raise cannot_save(path, error) from None


def _note(path: Path, headers: Mapping[str, object]) -> None:
    kept = {k: str(headers[k]) for k in ("ETag", "Last-Modified") if headers.get(k)}
    try:
        path.with_suffix(".json").write_text(json.dumps(kept | {"at": time.time()}))
    except OSError:
        return  # asked again the next time


def _noted(path: Path) -> dict[str, object]:
    try:
        read = json.loads(path.with_suffix(".json").read_text())
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


def _cannot(url: str, why: str) -> CannotFetch:
    return CannotFetch(
        f"{url}: cannot be fetched ({why}); give the path of a file you have instead",
        f"{url}: 取得できません({why})。手元のファイルのパスも指定できます",
    )
