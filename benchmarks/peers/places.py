"""Where the peers are installed, and which versions were measured."""

import os
from pathlib import Path

from planner.resources import cache_folder

PIP = {
    "nigiri": ["pynigiri==0.1.5", "numpy"],
    "cafein": ["cafein==0.29.0"],
    "ferrobus": ["ferrobus==0.2.1", "osmium"],
    "prototype": ["numba==0.68.1", "numpy"],
}
"""Peers from PyPI: name -> what pip installs (osmium: ferrobus wants a street map;
numba: what the earlier form of the price search runs on, whose script is not part of this)."""

NPM = ["raptor-journey-planner@2.2.3", "minotor@1.0.7", "node@22"]
"""Peers from npm; minotor needs node 21 or newer."""


def peers_folder() -> Path:
    """The folder of all peers; the environment may name another one."""
    named = os.environ.get("PLANNER_PEERS")
    return Path(named).expanduser() if named else cache_folder() / "peers"


def venv_python(name: str) -> Path:
    """The interpreter of a peer from PyPI."""
    return peers_folder() / "venv" / name / "bin" / "python"


def npm_folder() -> Path:
    """The node project of the peers from npm."""
    return peers_folder() / "npm"


def node() -> Path:
    """The node that npm installed beside them."""
    return npm_folder() / "node_modules" / ".bin" / "node"
