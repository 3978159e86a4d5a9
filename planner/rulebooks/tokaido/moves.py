"""One whole move as a journal declares it: the order of tests is TK-9.1."""

from dataclasses import replace

from planner.referee.fields import whole, word
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.tokaido.crossroads import act, card_payment, check_roll, devote
from planner.rulebooks.tokaido.ending import score_end
from planner.rulebooks.tokaido.inns import arrive
from planner.rulebooks.tokaido.road import (
    check_stop,
    check_turn,
    foremost,
    next_player,
    standing_within,
    stop,
)
from planner.rulebooks.tokaido.rules import cards, numbers
from planner.rulebooks.tokaido.state import NEUTRAL, Game, change, finished, pay


def take_move(game: Game, event: Event) -> Game:
    """The game after one complete move; the last arrival also scores the end.

    Raises:
        Refused: the first clause that fails; the caller's game is untouched.
    """
    name, to = word(event, "player", ""), whole(event, "to")
    check_turn(game, name)
    if name == NEUTRAL:
        return _close(_move_neutral(game, event, to), name, "")
    amulet = activated(game, event)
    check_amulet(game, name, amulet)
    game = fortune(game, name, event, amulet)
    check_stop(game, name, to, amulet)
    game = stop(replace(game, again=""), name, to)
    check_lead(game, name, amulet)
    game, used = resolve(game, name, game.kind(to), event, amulet)
    if used:
        game = spend(game, name, amulet)
    return _close(game, name, amulet)


def activated(game: Game, event: Event) -> str:
    """The amulet activated for this turn: ``use``, or ``amulet`` where it is not the one bought."""
    used = event.get("use")
    if used is not None:
        return str(used)
    to = event.get("to")
    at_temple = isinstance(to, int) and 0 <= to <= game.board.last and game.kind(to) == "temple"
    if event.get("do") == "x" and at_temple:
        return ""
    return str(event.get("amulet") or "")


def check_amulet(game: Game, name: str, amulet: str) -> None:
    """Raises Refused TK-8.6 for an amulet that is not held, TK-8.1 without Crossroads."""
    if not amulet:
        return
    if not game.crossroads:
        raise Refused("TK-8.1", "amulets belong to Crossroads", "御守りは拡張「四ツ辻」のものです")
    if amulet not in game.player(name).amulets:
        kind = Refused if amulet in cards("amulets") else MalformedEvent
        raise kind(
            "TK-8.6",
            f"{name} holds no amulet {amulet!r}",
            f"{name} は御守り「{amulet}」を持っていません",
        )


def check_lead(game: Game, name: str, amulet: str) -> None:
    """Raises Refused TK-8.6 for vitality where the move has not made its user the foremost."""
    if amulet == "vitality" and not foremost(game, name):
        raise Refused(
            "TK-8.6", f"{name} does not take the lead", f"{name} はその一手で先頭に立てません"
        )


def fortune(game: Game, name: str, event: Event, amulet: str) -> Game:
    """The fortune amulet, before moving: as many coins as the die shows (8.6)."""
    if amulet != "fortune":
        return game
    return pay(game, name, -check_roll(event.get("fortune_roll"), "TK-8.6"))


def resolve(game: Game, name: str, kind: str, event: Event, amulet: str) -> tuple[Game, bool]:
    """What happens on the space, and whether the amulet was used up by it."""
    if kind == "inn":
        if event.get("do") == "x":
            raise Refused("TK-8.1", "an inn has one action", "宿場での行動は1つだけです")
        before = game.player(name).meals
        game = arrive(game, name, event, amulet)
        meals = game.player(name).meals[len(before) :]
        paid = sum(meal.paid for meal in meals)
        used = _used(amulet, bought=bool(meals) and "buy" in event, inn=True)
    else:
        before_coins = game.player(name).coins
        game = act(game, name, kind, event, amulet)
        buys = amulet == "devotion" and card_payment(kind, event)
        paid = before_coins - game.player(name).coins if buys else 0
        used = _used(amulet, bought=paid > 0, inn=False)
    if amulet == "devotion" and paid:
        game = devote(game, name, paid)
    return game, used


def _used(amulet: str, bought: bool, inn: bool) -> bool:
    """An amulet is spent by the action it changes (8.6); without that action it is kept."""
    if amulet == "devotion":
        return bought
    if amulet == "hospitality":
        return inn and bought
    if amulet in {"health", "friendship"}:
        return not inn
    return bool(amulet)


def spend(game: Game, name: str, amulet: str) -> Game:
    """Take a used amulet out of the hand."""
    held = list(game.player(name).amulets)
    held.remove(amulet)
    return change(game, name, amulets=tuple(held))


def _close(game: Game, name: str, amulet: str) -> Game:
    """Another turn for a vital traveller, except at an inn; the score when all have arrived."""
    place = game.player(name).place
    again = name if amulet == "vitality" and game.kind(place) != "inn" else ""
    game = replace(game, again=again, pending={})
    return score_end(game) if finished(game) and not game.scored else game


def _move_neutral(game: Game, event: Event, to: int) -> Game:
    """The neutral third traveller: it occupies, takes nothing, gives only its own gifts (2.7)."""
    ahead = mover(game)
    if event.get("by", ahead) != ahead:
        raise Refused(
            "TK-2.7",
            f"{ahead} is further ahead and moves the neutral traveller, not {event['by']}",
            f"中立の旅人を動かすのは先を行く {ahead} です({event['by']} ではありません)",
        )
    check_stop(game, NEUTRAL, to)
    game = stop(replace(game, again=""), NEUTRAL, to)
    gift = event.get("donate", 0)
    least, most = numbers("gifts")
    if gift and (game.kind(to) != "temple" or gift not in range(least, most + 1)):
        raise Refused(
            "TK-2.7",
            f"the neutral traveller gives at temples only, {least} to {most} coins",
            f"中立の旅人が寄付できるのは寺社だけで、{least}〜{most}金です",
        )
    return change(game, NEUTRAL, given=game.player(NEUTRAL).given + int(gift))


def mover(game: Game) -> str:
    """The person who decides the next move: for the neutral traveller the foremost player."""
    name = next_player(game)
    if name != NEUTRAL:
        return name
    ahead = max(game.people, key=lambda p: (p.place, standing_within(game, p)))
    return ahead.name
