import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

# Whatever terminal and language the tests are started from. It has to be settled before planner is
# imported: its help texts are made then.
os.environ |= {"LC_ALL": "C.UTF-8", "COLUMNS": "80"}
for variable in ("FORCE_COLOR", "PY_COLORS", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "GITHUB_ACTIONS"):
    os.environ.pop(variable, None)

from tests.cli_runs import Command  # noqa: E402

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
MT3D_ZIP = SHARED / "realdata" / "mini-tokyo-3d.zip"

# A slow machine must not fail a test, and two runs of the same tree must try the same examples.
hypothesis_settings.register_profile(
    "planner",
    deadline=None,
    derandomize="PLANNER_NEW_EXAMPLES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("planner")


@contextmanager
def only_one(lock: Path) -> Iterator[None]:
    """Let one process of several in; the others wait until it is done, or dead."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def real_feed_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real feed as a GTFS zip, converted once a test session, by one worker for all."""
    if not MT3D_ZIP.exists():
        pytest.skip(f"the real timetable is not here: {MT3D_ZIP}")
    from planner.feed.sources.mini_tokyo_3d import convert

    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent  # one for all workers
    path = folder / "real.zip"
    with only_one(folder / "real.lock"):
        if not path.exists():
            report = convert(MT3D_ZIP, path)
            path.with_suffix(".json").write_text(json.dumps(asdict(report)))
    return path


@pytest.fixture(scope="session")
def real_feed_report(real_feed_path: Path) -> dict[str, Any]:
    """What ``convert`` reported of the real feed, as plain values."""
    report: dict[str, Any] = json.loads(real_feed_path.with_suffix(".json").read_text())
    return report


@pytest.fixture
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No feeds and no choice of a person; compiled timetables are shared by the whole session."""
    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent
    monkeypatch.setenv("KANAGAWA_PLANNER_HOME", str(folder / "planner-home"))
    monkeypatch.setenv("KANAGAWA_PLANNER_CACHE", str(folder / "planner-cache"))
    return folder


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command line in this process."""
    return Command(capsys)
