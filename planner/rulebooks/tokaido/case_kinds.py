"""One function a kind of case: its partial state made whole, worked, and what it says (TK-11)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from planner.referee.rulebook import Refused
from planner.rulebooks.tokaido.case_parts import (
    board_of,
    game_on,
    holding,
    pick,
    rules_of,
    seated,
)
from planner.rulebooks.tokaido.case_totals import (
    achievements_case,
    calligraphy_case,
    setup_case,
    temple_rank_case,
    winner_case,
)
from planner.rulebooks.tokaido.ending import (
    ranking,
)
from planner.rulebooks.tokaido.gains import gain_panorama, gain_souvenir
from planner.rulebooks.tokaido.inns import bought_dishes
from planner.rulebooks.tokaido.moves import (
    activated,
    check_lead,
    fortune,
    resolve,
    spend,
    take_move,
)
from planner.rulebooks.tokaido.road import (
    check_stop,
    check_turn,
    departure_order,
    next_player,
    stop,
)
from planner.rulebooks.tokaido.rules import PANORAMAS, make_board
from planner.rulebooks.tokaido.setup import Seat, set_up
from planner.rulebooks.tokaido.state import Game, Player, finished, with_player

Case = Mapping[str, Any]
Answer = dict[str, Any]


def _next_turn(case: Case) -> Answer:
    game = _placed(case)
    return {"next": next_player(game) or None, "order": list(departure_order(game))}


def _placed(case: Case) -> Game:
    """The game with the travellers of a case on their places."""
    positions: dict[str, int] = case["positions"]
    game = game_on(rules_of(case), board_of(case), list(positions))
    others = [p for p in game.players if p.name not in positions]
    if others:
        game = replace(game, players=tuple(p for p in game.players if p not in others))
    rear = case.get("rear") or ()
    for name, place in positions.items():
        player = replace(game.player(name), place=place, rear=name in rear)
        game = with_player(game, player)
    arrivals = {int(inn): tuple(names) for inn, names in (case.get("arrivals") or {}).items()}
    return replace(game, arrivals={**game.arrivals, **arrivals})


def _move(case: Case) -> Answer:
    game, name, state = _placed(case), case["mover"], case.get("state") or {}
    game = with_player(game, holding(game.player(name), state))
    if "cherries_left" in state:
        game = replace(game, cherries=state["cherries_left"])
    amulet = state.get("amulet") or ""
    check_turn(game, name)
    if "fortune_roll" in state:
        game = fortune(game, name, state, amulet)
    check_stop(game, name, case["to"], amulet)
    moved = stop(game, name, case["to"])
    check_lead(moved, name, amulet)
    return {"legal": True, "clause": None, "rear": moved.player(name).rear}


def _player_answer(player: Player) -> Answer:
    """What a case may ask about a player, under every name it may use."""
    held: Answer = {
        "coins": player.coins,
        "points": player.points,
        "log": [list(entry) for entry in player.log if entry[0] != "start"],
        "achievements": sorted(player.achievements),
        "panoramas": {kind: player.panoramas.get(kind, 0) for kind in PANORAMAS},
        "souvenirs": list(player.souvenirs),
        "cherries": player.cherries,
        "bathhouses": player.bathhouses,
        "encounters": list(player.encounters),
        "springs": list(player.springs),
        "meals": [[meal.name, meal.price] for meal in player.meals],
        "paid": sum(meal.paid for meal in player.meals),
    }
    same = {
        ("donated", "given"): player.given,
        ("legendary", "treasures"): list(player.treasures),
        ("am", "amulets"): list(player.amulets),
        ("calligraphy", "scrolls"): list(player.scrolls),
    }
    return held | {name: value for names, value in same.items() for name in names}


def _space(case: Case) -> Answer:
    kind, action = case["space"], case.get("action") or {}
    game = game_on(rules_of(case), make_board(["inn", kind, "inn"]), ["A", "B", "C"])
    start = pick(case, ("start", "state", "setup"), {})
    game = seated(game, case, start, place=1)
    return _after_action(game, kind, {**action, "to": 1})


def _after_action(game: Game, kind: str, action: Mapping[str, Any]) -> Answer:
    amulet = activated(game, action)
    game = fortune(game, "A", action, amulet)
    before = len(game.player("A").meals)
    game, used = resolve(game, "A", kind, action, amulet)
    if used and amulet in game.player("A").amulets:
        game = spend(game, "A", amulet)
    player = game.player("A")
    paid = sum(meal.paid for meal in player.meals[before:])
    return {**_player_answer(player), "legal": True, "clause": None, "paid": paid}


def _inn(case: Case) -> Answer:
    document, action = case.get("setup") or {}, case.get("action") or {}
    names = [chr(ord("A") + index) for index in range(case.get("players", 3))]
    told = {**case, **action, **document}
    place = pick(told, ("inn", "at", "place", "to"), 0)
    last = bool(pick(told, ("last", "last_inn", "is_last", "final"))) or place in {13, "last"}
    inn = 4 if last else 2
    board = make_board(["inn", "farm", "inn", "farm", "inn"])
    game = seated(game_on(rules_of(case), board, names), case, document, place=inn)
    earlier: tuple[str, ...] = ()
    if not case.get("first_to_arrive", True):
        laid = pick({**case, **document}, ("laid", "meals_laid", "offer"), bought_dishes(action))
        game = replace(game, laid={inn: tuple((dish[0], dish[1]) for dish in laid)})
        earlier = (names[1],)
    game = replace(game, arrivals={**game.arrivals, inn: (*earlier, "A")})
    return _after_action(game, "inn", {**action, "to": inn})


def _souvenirs(case: Case) -> Answer:
    game = seated(game_on(rules_of(case), make_board(["inn", "inn"]), ["A"]), case, {}, 0)
    each = []
    for kind in case["sequence"]:
        before = game.player("A").points
        game = gain_souvenir(game, "A", kind)
        each.append(game.player("A").points - before)
    return {"each": each, "total": sum(each)}


def _purchases(case: Case) -> Answer:
    rules = rules_of(case, crossroads="yes")
    game = seated(
        game_on(rules, make_board(["inn", "inn"]), ["A"]), case, case.get("start") or {}, 0
    )
    for index, step in enumerate(case["steps"]):
        try:
            amulet = activated(game, {**step, "to": None})
            game = fortune(game, "A", step, amulet)
            game, _ = resolve(game, "A", _kind_of_step(case, step), step, amulet)
        except Refused as refused:
            return {"legal": False, "clause": refused.clause, "at": index}
    return {**_player_answer(game.player("A")), "legal": True, "clause": None}


def _kind_of_step(case: Case, step: Mapping[str, Any]) -> str:
    """The space a step happens on: named, on the board shown, or where its fields belong."""
    if "space" in step:
        return str(step["space"])
    if "board" in case:
        return str(case["board"][step["to"]])
    fields = {
        "donate": "temple",
        "card": "hot",
        "roll": "farm",
        "calligraphy": "encounter",
        "scroll": "encounter",
        "encounter": "encounter",
    }
    found = next((kind for field, kind in fields.items() if field in step), "village")
    only_amulet = step.get("do") == "x" and "amulet" in step and "legendary" not in step
    return "temple" if found == "village" and only_amulet else found


def _panorama(case: Case) -> Answer:
    kind = case["kind_of"]
    game = seated(game_on(rules_of(case), make_board(["inn", "inn"]), ["A"]), case, {}, 0)
    if not case.get("first", True):
        game = replace(game, firsts=(kind,))
    for _ in range(case["cards"]):
        game = gain_panorama(game, "A", kind)
    return {**_player_answer(game.player("A")), "legal": True, "clause": None}


def _journal(case: Case) -> Answer:
    seats = [Seat(p["name"], p.get("traveller", "novice")) for p in case["players"]]
    game = set_up(rules_of(case), board_of(case), seats)
    for told in case["players"]:
        game = with_player(game, holding(game.player(told["name"]), told))
    answer: Answer = {"legal": True, "clause": None, "refused": None}
    for index, move in enumerate(case["moves"]):
        try:
            game = take_move(game, move)
        except Refused as refused:
            told = {"index": index, "player": move.get("player"), "clause": refused.clause}
            answer = {**told, "legal": False, "refused": told, "refusal": told, "at": index}
            break
    answer["next"] = next_player(game)
    answer["finished"] = finished(game)
    best = [player.name for rank, player in ranking(game) if rank == 1]
    answer |= {"winners": best, "winner": best[0] if len(best) == 1 else None}
    return {**answer, **{p.name: _player_answer(p) for p in game.people}}


KINDS: dict[str, Callable[[Case], Answer]] = {
    "next_turn": _next_turn,
    "move": _move,
    "space": _space,
    "souvenirs": _souvenirs,
    "purchases": _purchases,
    "panorama": _panorama,
    "temple_rank": temple_rank_case,
    "setup": setup_case,
    "calligraphy": calligraphy_case,
    "achievements": achievements_case,
    "winner": winner_case,
    "inn": _inn,
    "journal": _journal,
}
