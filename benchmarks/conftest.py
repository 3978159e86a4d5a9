"""The feeds that are measured, and the questions that are asked: seeded, the same every time."""

import datetime as dt
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest

from planner.feed.registry import MODEL, open_feed
from planner.search.query import Planner

SHARED = Path(__file__).resolve().parents[1].parent / "shared"
ARCHIVE = SHARED / "realdata" / "mini-tokyo-3d.zip"
DATE = dt.date(2026, 11, 30)
QUESTIONS = 200


@dataclass(frozen=True)
class Measured:
    """A feed on a Monday, opened under each set of rules when it is asked for."""

    name: str
    feed: str

    @cached_property
    def ordinary(self) -> Planner:
        """Ordinary travel: every train, three minutes to change."""
        return Planner.open(self.feed, DATE, "none")

    @cached_property
    def kanagawa(self) -> Planner:
        """The game's rules: inside the prefecture, no time to change."""
        return Planner.open(self.feed, DATE, "kanagawa")

    @staticmethod
    def questions(planner: Planner, count: int = QUESTIONS) -> list[tuple[int, int, int]]:
        """Stations that are served, one to another, leaving between 05:30 and 22:30."""
        t = planner.timetable
        random_ = random.Random(5)
        served = sorted({int(t.node_station[n]) for n in set(t.frm.tolist()) if n < t.nodes})
        inside = [s for s in served if t.station_inside[s]]
        return [
            (*random_.sample(inside, 2), 60 * random_.randrange(330, 1350)) for _ in range(count)
        ]


@pytest.fixture(scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("benchmarks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KANAGAWA_PLANNER_HOME", str(folder / "home"))
        patch.setenv("KANAGAWA_PLANNER_CACHE", str(folder / "cache"))
        yield folder


@pytest.fixture(scope="session", params=["embedded", "real"])
def measured(request: pytest.FixtureRequest, _own_cache: Path) -> Measured:
    """The embedded feed, and the real one where it is at hand."""
    if request.param == "embedded":
        return Measured("embedded", MODEL)
    if not ARCHIVE.exists():
        pytest.skip(f"the real timetable is not here: {ARCHIVE}")
    from planner.feed.sources.mini_tokyo_3d import convert

    path = _own_cache / "real.zip"
    if not path.exists():
        convert(ARCHIVE, path)
    return Measured("real", str(open_feed(path).path))
