"""Run the examples of the documents and write down what they print.

    python scripts/renew_examples.py            renew all
    python scripts/renew_examples.py --check    only say which differ, exit status 1 if any

An example is a line ``$ planner ...`` in a ``console`` block; its output follows. Files that end in
``.ja.md`` speak Japanese.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = ("README.md", "README.ja.md", "docs/cli.md")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def output(command: str, japanese: bool, folder: str) -> str:
    """What an example prints; an example must not fail for a mistake of its own."""
    words = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        env=os.environ
        | {
            "LC_ALL": "ja_JP.UTF-8" if japanese else "C.UTF-8",
            "COLUMNS": "100",
            "KANAGAWA_PLANNER_HOME": f"{folder}/home",
            "KANAGAWA_PLANNER_CACHE": os.environ.get("KANAGAWA_PLANNER_CACHE", f"{folder}/cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 2:
        raise SystemExit(f"{command}\n{done.stderr}")
    lines = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    return "\n".join(lines)


def renewed(path: Path, folder: str) -> str:
    """The text of a document with the output of every example as it is today."""
    japanese = path.name.endswith(".ja.md")

    def block(match: re.Match[str]) -> str:
        commands = [line[2:] for line in match[1].splitlines() if line.startswith("$ ")]
        told = [f"$ {command}\n{output(command, japanese, folder)}" for command in commands]
        return "```console\n" + "\n\n".join(told) + "\n```"

    return BLOCK.sub(block, path.read_text(encoding="utf-8"))


def main() -> int:
    """Renew or check; the exit status says whether anything differed in a check."""
    words = sys.argv[1:]
    check = "--check" in words
    names = [word for word in words if word != "--check"] or list(FILES)
    different = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            path = ROOT / name
            text = renewed(path, folder)
            if text != path.read_text(encoding="utf-8"):
                different.append(name)
                if not check:
                    path.write_text(text, encoding="utf-8")
    for name in different:
        print(f"{name}: {'out of date, run scripts/renew_examples.py' if check else 'renewed'}")
    return 1 if check and different else 0


if __name__ == "__main__":
    sys.exit(main())
