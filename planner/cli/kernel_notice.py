"""Tells once a run where the compiled search kernels are missing."""

from planner.cli.lang import say


def notice() -> str:
    """A line to warn with, empty where the kernels are compiled."""
    from planner.search.labels import compiled

    if compiled():
        return ""
    return say(
        "注意: 検索カーネルが未コンパイルのため遅くなります(C コンパイラを入れて再インストール)",
        "note: the search kernels are not compiled and slow (install again with a C compiler)",
    )
