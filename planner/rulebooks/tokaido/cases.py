"""Work the kinds of cases of TK-11 and say where the answer differs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from planner.errors import PlannerError
from planner.referee.rulebook import Difference, Refused
from planner.rulebooks.tokaido.case_parts import (
    board_of,
    game_on,
    holding,
    pick,
    rules_of,
    seated,
)
from planner.rulebooks.tokaido.ending import (
    ACHIEVEMENTS,
    Harvest,
    first_in,
    ranking,
    scroll_points,
    temple_ranks,
    winners,
)
from planner.rulebooks.tokaido.gains import gain_panorama, gain_souvenir
from planner.rulebooks.tokaido.inns import bought_dishes, meals_to_lay
from planner.rulebooks.tokaido.moves import activated, fortune, resolve, spend, take_move
from planner.rulebooks.tokaido.road import check_stop, check_turn, departure_order, next_player
from planner.rulebooks.tokaido.rules import PANORAMAS, Rules, cards, make_board
from planner.rulebooks.tokaido.setup import Seat, opening_coins, set_up
from planner.rulebooks.tokaido.state import Game, Player, finished, with_player

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
    except Refused as refused:
        answer = {"legal": False, "clause": refused.clause}
    except PlannerError as error:
        answer = {"legal": False, "clause": error.code, "text": error.message}
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        answer = {"legal": f"unreadable case: {error!r}"}
    return list(_compare(name, "", case.get("expect", {}), answer))


def _compare(name: str, where: str, expected: Any, got: Any) -> list[Difference]:
    """Every expected field against the answer; fields that are not expected do not matter."""
    field = where.rsplit(".", 1)[-1]
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        found = []
        for key in expected:
            path = f"{where}.{key}".lstrip(".")
            found += _compare(name, path, expected[key], got.get(key))
        return found
    if field == "log" and isinstance(expected, list) and isinstance(got, list):
        same = _plain_log(expected) == _plain_log(got)
    elif field in {"achievements", "winners", *ACHIEVEMENTS} and isinstance(expected, list):
        same = isinstance(got, list) and sorted(map(str, expected)) == sorted(map(str, got))
    else:
        same = expected == got
    return [] if same else [Difference(name, where, expected, got)]


_SAME_WORD = {
    "treasure": "legendary",
    "talker": "chatterbox",
    "bath": "bathhouse",
    "devotion": "faith",
    "miko": "maiden",
    "shrine": "maiden",
    "house": "bathhouse",
}
_FILLER = {"ach", "achievement", "scroll", "calligraphy", "amulet", "card", "points"}


def _plain_log(log: Any) -> list[tuple[tuple[str, ...], int]]:
    """A log with one word for one thing (TK-1.7) and without entries of no points."""
    return [(_plain_reason(str(reason)), points) for reason, points in log if points]


def _plain_reason(reason: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z]+|\d+", reason.lower())
    known = [_SAME_WORD.get(word, word) for word in words if word not in _FILLER]
    return tuple(dict.fromkeys(known))


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
    check_turn(game, name)
    check_stop(game, name, case["to"], state.get("amulet") or "")
    return {"legal": True, "clause": None}


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
    game = seated(game, case, case.get("start") or {}, place=1)
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
    last = bool(pick(document, ("last", "last_inn", "final"), case.get("last_inn", False)))
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


def _temple_rank(case: Case) -> Answer:
    return dict(temple_ranks(case["donations"], rules_of(case)))


def _setup(case: Case) -> Answer:
    """Opening purses; the case is about ``preparation`` unless it says otherwise."""
    rules = rules_of({"preparation": True, **case})
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


def _calligraphy(case: Case) -> Answer:
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
        fasted=_count(state, "without", "fast", "skipped", "no_meal", "inns"),
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


def _complete_panoramas(state: Mapping[str, Any]) -> int:
    for key, value in state.items():
        if "panorama" in key or key == "pan":
            if isinstance(value, Mapping):
                player = Player("A", panoramas=value)
                return sum(player.complete(kind) for kind in PANORAMAS)
            return value if isinstance(value, int) else len(value)
    return 0


def _winner(case: Case) -> Answer:
    final = [(p["player"], p["points"], p.get("achievements", 0)) for p in case["final"]]
    named = list(winners(final))
    return {"winners": named, "winner": named[0] if len(named) == 1 else None}


_TOTALS = {  # achievement -> the names of what is compared for it
    "gourmet": ("meals_paid", "meals_printed", "meals"),
    "collector": ("souvenirs",),
    "bather": ("springs",),
    "chatterbox": ("talk",),
}


def _achievements(case: Case) -> Answer:
    rules, totals = rules_of(case), case["totals"]
    found = {name: list(first_in(_total(rules, totals, name), rules)) for name in ACHIEVEMENTS}
    return {**found, "talker": found["chatterbox"]}


def _total(rules: Rules, totals: Mapping[str, Any], achievement: str) -> dict[str, int]:
    names = _TOTALS[achievement]
    if achievement == "gourmet" and rules["gourmet.basis"] == "printed":
        names = ("meals_printed", *names)
    return dict(pick(totals, names, {}))


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


_KINDS: dict[str, Callable[[Case], Answer]] = {
    "next_turn": _next_turn,
    "move": _move,
    "space": _space,
    "souvenirs": _souvenirs,
    "purchases": _purchases,
    "panorama": _panorama,
    "temple_rank": _temple_rank,
    "setup": _setup,
    "calligraphy": _calligraphy,
    "achievements": _achievements,
    "winner": _winner,
    "inn": _inn,
    "journal": _journal,
}
