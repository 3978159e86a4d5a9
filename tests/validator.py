"""The rules of GTFS as others check them: the gtfs-validator package, run on a whole feed."""

import datetime as dt
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Finding:
    """One rule that a feed breaks, how often, and some places where."""

    code: str
    severity: str  # ERROR, WARNING or INFO
    count: int
    samples: tuple[dict[str, object], ...]

    def __str__(self) -> str:
        return f"{self.severity} {self.code} x{self.count}: {list(self.samples[:3])}"


def findings(feed: Path, on: dt.date | None = None) -> list[Finding]:
    """Everything gtfs-validator has to say about a folder or zip, as if run on the date ``on``."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--input", str(feed), "--output_base", folder, "--country_code", "JP"]
        if on is not None:
            words += ["--date", on.isoformat()]
        done = subprocess.run(
            [sys.executable, "-m", "gtfs_validator.cli", *words],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        failed = _notices(Path(folder, "system_errors.json"))
        assert not failed, f"gtfs-validator could not finish: {failed}"
        return [
            Finding(n["code"], n["severity"], n["totalNotices"], tuple(n["sampleNotices"]))
            for n in _notices(Path(folder, "report.json"))
        ]


def errors(feed: Path, on: dt.date | None = None) -> list[str]:
    """The findings that make a feed invalid, one line each; a valid feed has none."""
    return [str(f) for f in findings(feed, on) if f.severity == "ERROR"]


def _notices(report: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(report.read_text(encoding="utf-8"))["notices"]
    return found
