"""Work the kinds of cases of TK-11 and say where the answer differs."""

from collections.abc import Mapping
from typing import Any

from planner.errors import PlannerError
from planner.referee.rulebook import Difference, Refused
from planner.rulebooks.tokaido.case_compare import compare
from planner.rulebooks.tokaido.case_kinds import KINDS


def run_case(case: Mapping[str, Any]) -> list[Difference]:
    """Where the referee's answer differs from what the case expects; empty if it agrees."""
    name = str(case.get("id", "?"))
    kind = case.get("kind")
    if kind not in KINDS:
        return [Difference(name, "kind", f"one of {', '.join(KINDS)}", kind)]
    try:
        answer = KINDS[kind](case)
    except Refused as refused:
        answer = {"legal": False, "clause": refused.clause}
    except PlannerError as error:
        answer = {"legal": False, "clause": error.code, "text": error.message}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        answer = {"legal": f"unreadable case: {error!r}"}
    return compare(name, "", case.get("expect", {}), answer)
