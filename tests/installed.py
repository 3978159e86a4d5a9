"""Installing planner into an environment of its own, which borrows only the other packages."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def copied_tree(folder: Path) -> Path:
    """A clean copy of the project: what a build reads, nothing that was built."""
    tree = folder / "tree"
    tree.mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.built", "*.c")
    for name in ("planner", "data"):
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    return tree


class Environment:
    """A virtual environment, a home and a cache of its own, and a folder to stand in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.here = folder / "elsewhere"
        self.here.mkdir(parents=True)
        subprocess.run(
            [sys.executable, "-m", "venv", "--without-pip", folder / "venv"],
            check=True,
        )
        self.python = folder / "venv" / "bin" / "python"
        packages = subprocess.check_output(
            [self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
        ).strip()
        borrowed = Path(packages) / "borrowed.pth"
        borrowed.write_text(sysconfig.get_path("purelib") + "\n")

    @property
    def variables(self) -> dict[str, str]:
        """No variable of the surrounding run may help to find planner or its data."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "KANAGAWA_"))}
        return kept | {
            "KANAGAWA_PLANNER_HOME": str(self.folder / "home"),
            "KANAGAWA_PLANNER_CACHE": str(self.folder / "cache"),
            "LC_ALL": "C.UTF-8",
        }

    def install(self, *what: str | Path) -> None:
        """Install with the build tools at hand and without the network."""
        done = subprocess.run(
            [
                *(sys.executable, "-m", "pip", "--python", self.python, "install", "-q"),
                *("--no-deps", "--no-build-isolation", "--no-index", *what),
            ],
            env=self.variables,
            cwd=self.here,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def planner(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run the installed command."""
        return self.run(self.folder / "venv" / "bin" / "planner", *words)

    def run(self, *command: str | Path) -> "subprocess.CompletedProcess[str]":
        """Run a command far from the project's tree."""
        return subprocess.run(
            command,
            env=self.variables,
            cwd=self.here,
            capture_output=True,
            text=True,
            check=False,
        )

    def home_of(self, module: str) -> Path:
        """The file a module is imported from."""
        code = f"import {module} as m; print(m.__file__)"
        return Path(self.run(self.python, "-c", code).stdout.strip())
