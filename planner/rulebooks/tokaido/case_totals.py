"""The kinds of cases that compare or count at the start and at the end (TK-11)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from planner.rulebooks.tokaido.case_parts import (
    board_of,
    pick,
    rules_of,
)
from planner.rulebooks.tokaido.ending import (
    ACHIEVEMENTS,
    Harvest,
    first_in,
    scroll_points,
    temple_ranks,
    winners,
)
from planner.rulebooks.tokaido.inns import meals_to_lay
from planner.rulebooks.tokaido.rules import PANORAMAS, Rules, cards
from planner.rulebooks.tokaido.setup import Seat, opening_coins, set_up
from planner.rulebooks.tokaido.state import Player

Case = Mapping[str, Any]
Answer = dict[str, Any]


def temple_rank_case(case: Case) -> Answer:
    """The rank of gifts, by name (7.2)."""
    return dict(temple_ranks(case["donations"], rules_of(case)))


def setup_case(case: Case) -> Answer:
    """Opening purses; the case is about ``preparation`` unless it says otherwise."""
    rules = rules_of({"preparation": not case.get("novice"), **case})
    travellers = case.get("travellers_in_turn_order") or ["novice"] * case["players"]
    if rules.on("novice"):
        travellers = ["novice"] * len(travellers)
    coins = [opening_coins(rules, t, i, len(travellers)) for i, t in enumerate(travellers)]
    answer: Answer = {"coins": coins}
    if len(travellers) > 2:
        board = board_of(case)
        game = set_up(rules, board, [Seat(str(i), t) for i, t in enumerate(travellers)])
        double = sorted(game.board.double)
        answer |= {"board": list(game.board.kinds), "double": double, "meals": meals_to_lay(game)}
    return answer


def calligraphy_case(case: Case) -> Answer:
    """The points of scrolls for what is held at the end (8.14)."""
    state = case["end_state"]
    scrolls = tuple(pick(state, ("calligraphy", "scrolls"), ()))
    harvest = Harvest(
        scrolls=scrolls,
        souvenirs=_count(state, "souvenir"),
        treasures=_count(state, "legendary", "treasure"),
        achievements=_count(state, "achievement"),
        coins=_count(state, "coin"),
        cherries=_count(state, "cherr"),
        panoramas=_complete_panoramas(state),
        fasted=_inns_without_meal(state),
    )
    order = state.get("arrival_order")
    if order and "patience" in scrolls:
        points = {n: scroll_points("patience", _arriving(harvest, order, n)) for n in order}
        me = state.get("player", state.get("me"))
        if me not in points:
            return {**points, "total": sum(points.values())}
        harvest = _arriving(harvest, order, me)
    worth = {scroll: scroll_points(scroll, harvest) for scroll in cards("scrolls")}
    return {**worth, "total": sum(worth[scroll] for scroll in scrolls)}


def _arriving(harvest: Harvest, order: list[str], name: str) -> Harvest:
    return replace(harvest, behind=len(order) - 1 - order.index(name))


def _count(state: Mapping[str, Any], *stems: str) -> int:
    """A count told as a number or as a list, under a name that holds one of the stems."""
    for key, value in state.items():
        if any(stem in key for stem in stems) and key != "calligraphy":
            return value if isinstance(value, int) else len(value)
    return 0


def _inns_without_meal(state: Mapping[str, Any]) -> int:
    told = _count(state, "without", "fast", "skipped", "no_meal")
    return told or _count(state, "inns") - (_count(state, "meals") if "inns" in state else 0)


def _complete_panoramas(state: Mapping[str, Any]) -> int:
    for key, value in state.items():
        if "panorama" in key or "complete" in key or key == "pan":
            if isinstance(value, Mapping):
                player = Player("A", panoramas=value)
                return sum(player.complete(kind) for kind in PANORAMAS)
            return value if isinstance(value, int) else len(value)
    return 0


def winner_case(case: Case) -> Answer:
    """Who wins (7.6)."""
    final = [(p["player"], p["points"], p.get("achievements", 0)) for p in case["final"]]
    named = list(winners(final))
    return {"winners": named, "winner": named[0] if len(named) == 1 else None}


_TOTALS = {  # achievement -> the names of what is compared for it
    "gourmet": ("meals_paid", "meals_printed", "meals"),
    "collector": ("souvenirs",),
    "bather": ("springs",),
    "chatterbox": ("talk",),
}


def achievements_case(case: Case) -> Answer:
    """Who is first in each category (7.3)."""
    rules, totals = rules_of(case), case["totals"]
    found = {name: list(first_in(_total(rules, totals, name), rules)) for name in ACHIEVEMENTS}
    return {**found, "talker": found["chatterbox"]}


def _total(rules: Rules, totals: Mapping[str, Any], achievement: str) -> dict[str, int]:
    names = _TOTALS[achievement]
    if achievement == "gourmet" and rules["gourmet.basis"] == "printed":
        names = ("meals_printed", *names)
    return dict(pick(totals, names, {}))
