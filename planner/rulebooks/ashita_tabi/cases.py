"""Work the kinds of cases of AT-13 and say where the answer differs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from planner.errors import PlannerError
from planner.referee.rulebook import Difference, Refused
from planner.rulebooks.ashita_tabi.drawing import draw, reshuffle
from planner.rulebooks.ashita_tabi.effects import ghosts_on, replaced
from planner.rulebooks.ashita_tabi.keys import final_score, parts
from planner.rulebooks.ashita_tabi.rules import Rules, read_rules, suits
from planner.rulebooks.ashita_tabi.setup import choose_items, deal
from planner.rulebooks.ashita_tabi.table import Midturn, Table, from_json, suit_counts, to_json
from planner.rulebooks.ashita_tabi.turn import take_turn
from planner.rulebooks.ashita_tabi.walking import arrive, play

Case = Mapping[str, Any]
Answer = dict[str, Any]


def run_case(case: Case) -> list[Difference]:
    """Where the referee's answer differs from what the case expects; empty if it agrees."""
    name = str(case.get("id", "?"))
    kind = case.get("kind")
    if kind not in _KINDS:
        return [Difference(name, "kind", f"one of {', '.join(_KINDS)}", kind)]
    try:
        answer = _KINDS[kind](case)
    except PlannerError as error:
        answer = {"result": "illegal", "clause": getattr(error, "clause", error.code)}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        answer = {"result": f"unreadable case: {error!r}"}
    return list(_compare(name, "", case.get("expect", {}), answer))


def _compare(name: str, where: str, expected: Any, got: Any) -> list[Difference]:
    """Every expected field against the answer; fields that are not expected do not matter."""
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found = []
        if where == "points":  # a suit that scores nothing may be left out
            expected, got = _without_zeros(expected), _without_zeros(got)
        exact = where == "points" or where.endswith((".row", ".upper"))
        for key in [*expected, *(key for key in got if exact and key not in expected)]:
            path = f"{where}.{key}".lstrip(".")
            found += _compare(name, path, expected.get(key), got.get(key))
        return found
    return [] if expected == got else [Difference(name, where, expected, got)]


def _without_zeros(points: Mapping[str, Any]) -> dict[str, Any]:
    return {suit: value for suit, value in points.items() if value}


def _rules(case: Case) -> Rules:
    chosen = {**case.get("options", {}), **_as_mapping(case.get("option"))}
    return read_rules(chosen, case.get("variant", "body"))


def _as_mapping(option: Any) -> dict[str, str]:
    texts = [option] if isinstance(option, str) else list(option or [])
    if isinstance(option, Mapping):
        return dict(option)
    pairs = [piece.split("=", 1) for text in texts for piece in text.replace(";", ",").split(",")]
    return {pair[0].strip(): pair[-1].strip() for pair in pairs}


def _answer(table: Table, going: str) -> Answer:
    """The table as a case shows it: result, clause of a defeat, score and its parts, state."""
    answer: Answer = {"result": going if table.running else table.result, "after": to_json(table)}
    if table.result == "lost":
        answer["clause"] = table.clause
    if table.result == "won":
        answer |= {"score": final_score(table), "parts": parts(table)}
    return answer


def _setup(case: Case) -> Answer:
    table = _dealt(case)
    return {"result": "legal", **to_json(table)}


def _dealt(case: Case) -> Table:
    table = Table(_rules(case))
    if "items" in case:
        table = choose_items(table, case["items"])
    return deal(table, case["deck_top_first"], case.get("locations", ()))


def _turn(case: Case) -> Answer:
    table = replace(from_json(case["before"], _rules(case)), phase="begin")
    return _answer(take_turn(table, case["turn"]), "legal")


def _journal(case: Case) -> Answer:
    table = _dealt(case)
    for index, turn in enumerate(case["turns"]):
        try:
            table = take_turn(table, turn)
        except Refused as refused:
            refusal = {"result": "illegal", "clause": refused.clause}
            return {**_answer(table, ""), **refusal, "turn": index + 1, "at": index}
        if not table.running:
            break
    return {**_answer(table, "running"), "turn": table.turn}


def _variant_score(case: Case) -> Answer:
    table = from_json(case["before"], _rules(case))
    present = suit_counts(table, table.white)
    scoring = [suit for suit in suits() if present[suit] and replaced(table, suit)]
    points = {suit: ghosts_on(table, suit) for suit in scoring}
    return {"points": points, "total": sum(points.values())}


def _variant_end(case: Case) -> Answer:
    """A refill of so many draws, or a walk of a played card, under an end-of-game variant."""
    before = case["before"]
    table = replace(from_json(before, _rules(case)), phase="effects")
    turn = case.get("turn", before)
    if "play" in turn and "black" in turn:
        return _answer(take_turn(replace(table, phase="begin"), turn), "running")
    if "play" in turn:
        hand = table.hand if turn["play"] in table.hand else (*table.hand, turn["play"])
        table = play(replace(table, hand=hand), turn["play"])
    elif _reaches_day_7(before):
        table = arrive(replace(table, mid=Midturn(arrived=True)), leaves_day_7=False)
    if "refill" in before and table.running:
        table = draw(table, before["refill"])
    for order in before.get("reshuffles", case.get("reshuffles", ())):
        if table.phase == "reshuffle":
            table = reshuffle(table, order)
    drawn = list(table.hand[len(before.get("hand", ())) :])
    return {**to_json(table), **_answer(table, "running"), "drawn": drawn}


def _reaches_day_7(before: Case) -> bool:
    return 7 in before.get("path", ()) or bool(before.get("day7") or before.get("reaches_day7"))


_KINDS: dict[str, Callable[[Case], Answer]] = {
    "setup": _setup,
    "turn": _turn,
    "journal": _journal,
    "variant_score": _variant_score,
    "variant_end": _variant_end,
}
