"""The documents for users: two READMEs that say the same, every verb and option explained."""

import contextlib
import io
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from planner.cli.verbs import VERBS

ROOT = Path(__file__).resolve().parent.parent
ENGLISH = (ROOT / "README.md").read_text(encoding="utf-8")
JAPANESE = (ROOT / "README.ja.md").read_text(encoding="utf-8")
CLI = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_exactly_two_commands_set_everything_up_and_both_readmes_have_them() -> None:
    commands = blocks(ENGLISH, "sh")
    assert commands == blocks(JAPANESE, "sh")
    assert len(commands) == 2
    assert all(command.count("\n") == 1 for command in commands)
    assert " planner route " in commands[0].replace("/planner", " planner")
    assert "pytest" in commands[1]


def test_both_readmes_have_the_same_examples_headings_and_links() -> None:
    def shape(text: str) -> tuple[list[str], list[str], list[str], int]:
        examples = [line for block in blocks(text, "console") for line in block.splitlines()]
        asked = [line for line in examples if line.startswith("$ ")]
        links = sorted(set(re.findall(r"\]\((?!README)([^)]+)\)", text)))
        return asked, blocks(text, "python"), links, len(re.findall(r"^#+ ", text, re.MULTILINE))

    assert shape(ENGLISH) == shape(JAPANESE)


@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "CONTRIBUTING.md", "docs/cli.md"])
def test_every_link_leads_somewhere(name: str) -> None:
    path = ROOT / name
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


@pytest.mark.usefixtures("own_home")
def test_the_library_example_runs() -> None:
    (code,) = blocks(ENGLISH, "python")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(code, "README.md", "exec"), {})
    lines = said.getvalue().splitlines()
    assert len(lines) == 3
    assert all(re.fullmatch(r"\d\d:\d\d \d\d:\d\d \d+ 440", line) for line in lines)


@pytest.mark.usefixtures("own_home")
@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "docs/cli.md"])
def test_the_examples_print_what_is_written(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "scripts/renew_examples.py", "--check", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_the_commands_of_the_readme_and_no_others() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    reader = next(line for line in ci.splitlines() if line.startswith("command_of_readme()"))
    for number, command in enumerate(blocks(ENGLISH, "sh"), 1):
        done = subprocess.run(
            ["bash", "-c", f"{reader}\ncommand_of_readme {number}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == command
    assert 'eval "$answer"' in ci
    assert 'eval "$tests"' in ci


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_documented_with_all_its_options(verb: str) -> None:
    assert re.search(rf"^## .*planner {verb}\b", CLI, re.MULTILINE)
    declared = getattr(import_module(VERBS[verb][0]), "VERB", None)
    for parameter in declared.parameters if declared else ():
        for flag in parameter.flags:
            assert f"`{flag}" in CLI, f"{verb} {flag}"


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_in_both_languages(verb: str, lang: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "planner", verb, "--help", "--lang", lang],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = [line for line in done.stdout.splitlines() if line.strip() and "Usage" not in line]
    japanese = re.search(r"[ぁ-ん]", "".join(told))  # examples have kanji in English too
    assert bool(japanese) == (lang == "ja"), done.stdout
