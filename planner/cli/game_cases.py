"""Worked cases of any rulebook, compared one by one."""

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from planner.cli.output import print_json
from planner.errors import BadValue, PlannerError
from planner.referee.rulebook import Difference
from planner.rulebooks import case_runner

LISTS = ("cases", "vectors")  # keys under which a file may hold its list


def run_cases(file: Path, rulebook: str, as_json: bool) -> int:
    """Work every case of the file; the exit code is 1 if any differs.

    Raises:
        BadValue: the file cannot be read or holds no list of cases.
        UnknownName: no such rulebook.
    """
    run_case = case_runner(rulebook)
    agree, differ, differences = 0, 0, list[Difference]()
    for number, case in enumerate(load_cases(file), 1):
        found = work(run_case, case, number)
        agree += not found
        differ += bool(found)
        differences += found
    if as_json:
        rows = [
            {"id": d.id, "where": d.where, "expected": d.expected, "got": d.got}
            for d in differences
        ]
        print_json({"agree": agree, "differ": differ, "differences": rows})
    else:
        for d in differences:
            print(f"{d.id} {d.where}: expected {plain(d.expected)}, got {plain(d.got)}")
        print(f"{agree} agree, {differ} differ")
    return 1 if differ else 0


def work(run_case: Any, case: object, number: int) -> list[Difference]:
    """The differences of one case; a case that cannot be worked at all is a difference too."""
    if not isinstance(case, Mapping):
        return [Difference(f"#{number}", "case", "a mapping", type(case).__name__)]
    name = str(case.get("id", f"#{number}"))
    try:
        return [d._replace(id=name) for d in run_case(case)]
    except PlannerError as error:
        return [Difference(name, "case", "a case that can be worked", error.message)]
    except (TypeError, ValueError, AttributeError, LookupError, ArithmeticError,
            RecursionError) as error:  # fmt: skip
        told = f"{type(error).__name__}: {error}"
        return [Difference(name, "case", "a case that can be worked", told)]


def load_cases(file: Path) -> list[Any]:
    """The list of cases in a JSON file: the file itself, or under ``cases`` or ``vectors``.

    Numbers with a decimal point are kept exactly. Raises BadValue.
    """
    try:
        found = json.loads(file.read_text(encoding="utf-8-sig"), parse_float=Decimal)
    except OSError as error:
        raise BadValue(
            f"cannot read {str(file)!r}: {error.strerror}",
            f"「{file}」を読めません: {error.strerror}",
        ) from None
    except ArithmeticError:
        raise BadValue(
            f"{str(file)!r} holds a number that is too large",
            f"「{file}」に大きすぎる数があります",
        ) from None
    except (ValueError, RecursionError) as error:
        raise BadValue(
            f"{str(file)!r} is not JSON: {error}", f"「{file}」は JSON ではありません: {error}"
        ) from None
    for key in LISTS:
        if isinstance(found, dict) and isinstance(found.get(key), list):
            found = found[key]
    if not isinstance(found, list):
        raise BadValue(
            f"{str(file)!r} holds no list of cases (looked for a list, or one under "
            f"{' or '.join(LISTS)})",
            f"「{file}」に例題のリストがありません({'・'.join(LISTS)} も見ました)",
        )
    return found


def plain(value: object) -> str:
    """A value as the case file writes it."""
    return json.dumps(value, ensure_ascii=False, default=str)
