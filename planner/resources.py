"""Where the project's own data lies (alike in a checkout, an editable install and a wheel), and
where a person's cache is."""

import os
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def data_folder() -> Path:
    """The folder that holds ``lines/``, ``tariffs/``, ``rules/`` and ``gtfs``.

    A checkout and an editable install have it beside the package, a wheel inside it.
    """
    beside = _PACKAGE.parent / "data"
    return beside if (_PACKAGE.parent / "pyproject.toml").is_file() else _PACKAGE / "_data"


def typed_path(text: str) -> Path:
    """A path as a person types it: ``~`` is a home; ``~nobody`` without one is itself.

    ``Path.expanduser`` raises where there is no such person.
    """
    return Path(os.path.expanduser(text))


def data_path(*parts: str) -> Path:
    """A file or folder below the data folder, such as ``data_path("rules", "kanagawa.toml")``."""
    return data_folder().joinpath(*parts)


CACHE_VARIABLE = "KANAGAWA_PLANNER_CACHE"


def cache_folder() -> Path:
    """The folder of what can be made again; the environment may name another one."""
    if named := os.environ.get(CACHE_VARIABLE):
        return typed_path(named)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("kanagawa-planner", appauthor=False))
