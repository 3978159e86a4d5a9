"""Whether the search kernels that run are compiled, and from the source that lies beside them.

The build writes the checksum of a kernel's source beside the extension (``setup.py``). In an
editable install the extension goes on running after its source was edited; that is told here.
"""

import sys
import zlib
from pathlib import Path
from typing import Literal

State = Literal["compiled", "uncompiled", "stale"]
PREFIX = "planner.search."


def state() -> State:
    """Of the kernels imported so far: all compiled, some not, or some from an older source."""
    from planner.search import kernels

    folder = Path(kernels.__file__).parent
    names = [path.stem for path in folder.glob("kernels*.py")]
    loaded = [sys.modules[PREFIX + name] for name in names if PREFIX + name in sys.modules]
    if any(str(module.__file__).endswith(".py") for module in loaded):
        return "uncompiled"
    fresh = all(is_fresh(folder / f"{module.__name__.rpartition('.')[2]}.py") for module in loaded)
    return "compiled" if fresh else "stale"


def is_fresh(source: Path) -> bool:
    """Whether the extension beside a source was built from it as it is now."""
    try:
        noted = source.with_suffix(".built").read_text(encoding="ascii").strip()
        return noted == f"{zlib.crc32(source.read_bytes()):08x}"
    except (OSError, UnicodeDecodeError):
        return False
