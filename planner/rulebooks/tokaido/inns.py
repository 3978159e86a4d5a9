"""Inns: the meals laid out, the travellers' powers there, one meal each: TK-5 and TK-6."""

from collections.abc import Sequence
from dataclasses import replace

from planner.referee.fields import items
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.encounters import meet
from planner.rulebooks.tokaido.gains import gain_panorama
from planner.rulebooks.tokaido.rules import PANORAMAS, number, numbers
from planner.rulebooks.tokaido.spaces import check_purse
from planner.rulebooks.tokaido.state import (
    NEUTRAL,
    Game,
    Meal,
    change,
    gain,
    pay,
    unfinished_panoramas,
)

Dish = tuple[str, int]  # name, price


def arrive(game: Game, name: str, action: Event, amulet: str = "") -> Game:
    """Everything that happens on arrival at an inn, in its order: meals laid, power, meal.

    Raises:
        Refused: the clause of TK-5 or TK-6 that fails.
    """
    inn = game.player(name).place
    game = lay_out(game, name, inn, action)
    game = use_power(game, name, inn, action)
    game = _eat(game, name, inn, action, amulet)
    arrived = [person for person in game.arrivals[inn] if person != NEUTRAL]
    if len(arrived) == len(game.people):
        game = piles.lay_off(game, "meal", game.laid.get(inn, ()))
        game = replace(game, laid={**game.laid, inn: ()})
    return game


def first_here(game: Game, inn: int) -> bool:
    """Whether the meals of an inn are still to be laid out."""
    return inn not in game.laid


def meals_to_lay(game: Game) -> int:
    """Players + 1, with gastronomy as many as players (5.2), or what the pile still holds."""
    more = 0 if game.rules.on("gastronomy") else number("meals_beyond_players")
    count = len(game.people) + more
    return piles.at_most(game, "meal", count)


def read_dish(entry: object, clause: str) -> Dish:
    """A meal as [name, price 1-3]; Refused TK-5.6 for a price, else with the clause."""
    pair = list(entry) if isinstance(entry, Sequence) and not isinstance(entry, str) else []
    if len(pair) != 2 or not isinstance(pair[0], str) or not isinstance(pair[1], int):
        raise MalformedEvent(
            clause,
            f"{entry!r} is no meal; write [name, price]",
            f"{entry!r} は食事ではありません。[名前, 値段] と書いてください",
        )
    low, high = numbers("prices")
    if not low <= pair[1] <= high:
        raise MalformedEvent(
            "TK-5.6", f"a meal costs {low} to {high} coins", f"食事は{low}〜{high}金です"
        )
    return pair[0], pair[1]


def lay_out(game: Game, name: str, inn: int, action: Event) -> Game:
    """The first to arrive lays out the meals (5.2); nobody else does."""
    dishes = [read_dish(entry, "TK-5.2") for entry in items(action, "meals")]
    if not first_here(game, inn):
        if dishes:
            raise Refused(
                "TK-5.2",
                f"{name} is not the first at inn {inn}",
                f"{name} より先に着いた人がいるので、食事はもう並んでいます",
            )
        return game
    wanted = meals_to_lay(game)
    if len(dishes) != wanted:
        raise Refused(
            "TK-5.2",
            f"the first to arrive lays out {wanted} meals, not {len(dishes)}",
            f"最初に着いた人は食事を{wanted}枚並べます({len(dishes)}枚書かれています)",
        )
    for dish in dishes:
        game = piles.take(game, "meal", dish, "TK-5.2")
    return replace(game, laid={**game.laid, inn: tuple(dishes)})


def use_power(game: Game, name: str, inn: int, action: Event) -> Game:
    """Hiroshige's panorama (6.2) and Chuubei's encounter (6.6), at every inn except the last."""
    traveller, last = game.player(name).traveller, inn == game.board.last
    painter = traveller == "Hiroshige" and not last
    talker = traveller == "Chuubei" and not last
    kind, card = action.get("panorama"), action.get("encounter")
    if kind is not None and not painter:
        raise Refused("TK-6.2", f"{name} paints nothing here", f"{name} はここで景観を描けません")
    if card is not None and not talker:
        raise Refused(
            "TK-6.6", f"{name} meets nobody here", f"{name} はここで出会いカードを引けません"
        )
    if painter and unfinished_panoramas(game.player(name)):
        if kind not in PANORAMAS:
            raise Refused(
                "TK-6.2",
                "choose a panorama: paddy, mountain or sea",
                "描く景観を paddy、mountain、sea から選んでください",
            )
        return gain_panorama(game, name, str(kind))
    if talker and card is None and not piles.empty(game, "encounter"):
        raise Refused(
            "TK-6.6",
            f"{name} meets somebody first",
            f"{name} は食事の前に出会いカードを引きます(encounter)",
        )
    return meet(game, name, action, at_space=False) if talker else game


def bought_dishes(action: Event) -> list[Dish]:
    """What the action buys: [name, price], or a list of such."""
    entries = items(action, "buy")
    if entries and isinstance(entries[0], str):
        return [read_dish(entries, "TK-5.3")]
    return [read_dish(entry, "TK-5.3") for entry in entries]


def may_draw_free(game: Game, name: str, inn: int) -> bool:
    """Whether Satsuki draws her meal at this inn (6.4)."""
    here = inn != game.board.last or game.rules.on("satsuki.last_inn")
    return game.player(name).traveller == "Satsuki" and here


def _eat(game: Game, name: str, inn: int, action: Event, amulet: str) -> Game:
    bought, free = bought_dishes(action), action.get("free_meal")
    if len(bought) + (free is not None) > 1:
        raise Refused("TK-5.4", "one meal at an inn", "宿場での食事は1人1枚です")
    if free is not None:
        if not may_draw_free(game, name, inn):
            raise Refused(
                "TK-6.4", f"{name} gets no free meal here", f"{name} はここで無料の食事を取れません"
            )
        dish = read_dish(free, "TK-6.4")
        game = piles.take(game, "meal", dish, "TK-6.4")
        return _take(game, name, dish, 0)
    if not bought:
        return change(game, name, fasted=game.player(name).fasted + 1)
    dish = bought[0]
    laid = game.laid.get(inn, ())
    if dish not in laid:
        raise Refused(
            "TK-5.3",
            f"{dish[0]} at {dish[1]} is not laid out",
            f"{dish[0]}({dish[1]}金)は並んでいません",
        )
    price = 0 if amulet == "hospitality" else dish[1]
    _check_new(game, name, dish[0])
    check_purse(game, name, price)
    at = laid.index(dish)
    game = replace(game, laid={**game.laid, inn: laid[:at] + laid[at + 1 :]})
    return _take(pay(game, name, price), name, dish, price)


def _check_new(game: Game, name: str, dish: str) -> None:
    if dish in [meal.name for meal in game.player(name).meals]:
        raise Refused("TK-5.5", f"{name} has eaten {dish}", f"{name} は {dish} をもう食べています")


def _take(game: Game, name: str, dish: Dish, paid: int) -> Game:
    _check_new(game, name, dish[0])
    game = gain(game, name, "meal", number("meal_points"))
    return change(game, name, meals=(*game.player(name).meals, Meal(*dish, paid)))
