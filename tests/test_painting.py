"""Pictures are drawn without a word on standard error, wherever the person's folders are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from planner.cli.painting import SETTINGS, choose_folder

ROOT = Path(__file__).resolve().parent.parent
NOWHERE = os.devnull + "/nobody"
DRAW = """
import sys
from planner.cli.painting import boxes_for_missing_glyphs, pyplot
plt = pyplot()
figure = plt.figure()
figure.text(0.1, 0.1, "アキ")  # with or without a Japanese font
with boxes_for_missing_glyphs():
    figure.savefig(sys.argv[1])
import os
print(os.environ.get("MPLCONFIGDIR", ""))
"""


def draw(out: Path, **variables: str) -> str:
    """Draw in a process of its own; where the library keeps its files."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "MPL"))}
    done = subprocess.run(
        [sys.executable, "-W", "always", "-c", DRAW, out],
        env=kept | variables,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "matplotlib" not in done.stderr.lower()
    assert "Glyph" not in done.stderr
    assert out.read_bytes().startswith(b"\x89PNG")
    return done.stdout.strip()


def test_where_no_file_can_be_kept_the_fonts_are_kept_in_the_cache_of_planner(
    tmp_path: Path,
) -> None:
    cache = tmp_path / "cache"
    used = draw(tmp_path / "x.png", HOME=NOWHERE, KANAGAWA_PLANNER_CACHE=str(cache))
    assert used == str(cache / "matplotlib")
    assert list((cache / "matplotlib").iterdir())


def test_where_not_even_the_cache_can_be_written_a_folder_goes_with_the_run(
    tmp_path: Path,
) -> None:
    used = draw(tmp_path / "x.png", HOME=NOWHERE, KANAGAWA_PLANNER_CACHE=NOWHERE)
    assert used
    assert not Path(used).exists()


@pytest.mark.parametrize("variable", ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"])
def test_a_folder_is_named_only_where_one_of_the_own_ones_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("KANAGAWA_PLANNER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(SETTINGS, "chosen")  # and put back in the end
    choose_folder()
    assert os.environ[SETTINGS] == "chosen"
    del os.environ[SETTINGS]
    choose_folder()
    assert SETTINGS not in os.environ
    monkeypatch.setenv(variable, NOWHERE)
    choose_folder()
    assert os.environ[SETTINGS] == str(tmp_path / "cache" / "matplotlib")
