"""The command with nothing behind it."""

import subprocess
import sys


def test_the_bare_command_prints_its_verbs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "planner"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "feed" in done.stdout
