"""The drawing library, loaded so that it says nothing and needs no folder of the person's."""

import atexit
import logging
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from planner.resources import cache_folder

FONTS = (
    *("Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic", "Meiryo", "IPAexGothic"),
    *("IPAPGothic", "TakaoPGothic", "TakaoGothic", "VL Gothic", "MS Gothic"),
)
"""Fonts with kana and kanji, the best first."""
SETTINGS = "MPLCONFIGDIR"


@cache
def pyplot() -> Any:
    """``matplotlib.pyplot``, drawing into memory.

    Where the person's own folders cannot be written it keeps its list of fonts in planner's cache,
    else in a folder that goes with the run.
    """
    choose_folder()
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as loaded

    return loaded


def choose_folder() -> None:
    """Name the library a folder, unless one is named or the person's own can be written."""
    if SETTINGS not in os.environ and not all(map(_writable, _own_folders())):
        os.environ[SETTINGS] = str(_folder())


def japanese_font() -> str:
    """The first installed font of ``FONTS``, "" if there is none."""
    pyplot()
    from matplotlib import font_manager

    installed = {font.name for font in font_manager.fontManager.ttflist}
    return next((name for name in FONTS if name in installed), "")


@contextmanager
def boxes_for_missing_glyphs() -> Iterator[None]:
    """What no installed font has is drawn as a box, without a warning for each letter."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        yield


def _own_folders() -> Iterator[Path]:
    """Where the library keeps its settings and its list of fonts."""
    home = Path(os.path.expanduser("~"))
    yield Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "matplotlib"
    yield Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "matplotlib"


def _writable(folder: Path) -> bool:
    """Whether files can be made in a folder, or the folder itself can be."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def _folder() -> Path:
    own = cache_folder() / "matplotlib"
    try:
        own.mkdir(parents=True, exist_ok=True)
    except OSError:
        made = tempfile.mkdtemp(prefix="planner-")
        atexit.register(shutil.rmtree, made, ignore_errors=True)
        return Path(made)
    return own
