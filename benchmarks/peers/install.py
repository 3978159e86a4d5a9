"""Install every peer by its package name into an environment of its own.

    python benchmarks/peers/install.py [--only nigiri,cafein]

The folder is ``$PLANNER_PEERS``, by default ``peers`` in the planner's cache folder. Nothing is
installed into the environment this runs in. What is there already is left as it is. ``prototype``
(numba, for ``prices.py --prototype``) is installed only where it is named.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.peers.places import NPM, PIP, npm_folder, peers_folder, venv_python


def install_python(name: str) -> str:
    """One venv a peer; gives what was done."""
    python = venv_python(name)
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(python.parents[1])], check=True)
    subprocess.run(
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PIP[name]],
        check=True,
    )
    return f"{name}: {' '.join(PIP[name])}"


def install_node() -> str:
    """One node project for all peers from npm, and the node they need."""
    if shutil.which("npm") is None:
        return "minotor, raptor-journey-planner: left out, there is no npm"
    folder = npm_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "package.json").exists():
        (folder / "package.json").write_text(json.dumps({"name": "peers", "private": True}))
    quiet = ["--no-fund", "--no-audit", "--loglevel=error"]
    subprocess.run(["npm", "install", *quiet, *NPM], cwd=folder, check=True)
    return f"npm: {' '.join(NPM)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names, with commas between")
    wanted = parser.parse_args().only
    names = wanted.split(",") if wanted else [*(n for n in PIP if n != "prototype"), "npm"]
    failed = 0
    for name in names:
        try:
            print(install_node() if name == "npm" else install_python(name), flush=True)
        except subprocess.CalledProcessError as error:
            failed += 1
            print(f"{name}: could not be installed ({error})", file=sys.stderr)
    print(f"in {peers_folder()}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
