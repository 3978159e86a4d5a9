"""Tokaido to the referee: events in, state out.

Events (``player`` is a player's name, ``neutral``, or ``chance``):

- ``{"type": "deal", "order", "travellers": {player: [...]}}`` by chance, then ``{"type": "keep",
  "traveller"}`` from everybody; left out where the options name the travellers
- ``{"type": "go", "player", "to", "do"?: "x", "use"?: amulet, "both"?}``: a move begins; what it
  does not tell is asked for: ``{"type": "draw", "player": "chance", ...}`` for cards and dice,
  ``{"type": "choose", ...}`` for the player's choices
- ``{"type": "move", ...}``: a whole move with every outcome declared, as TK-1.6
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from planner.errors import BadValue
from planner.referee.fields import BadField, record, word, words
from planner.referee.rulebook import CHANCE, Event, MalformedEvent, Refused, ScoreLine
from planner.rulebooks.tokaido.choices import choices, hand_size, with_order
from planner.rulebooks.tokaido.moves import take_move
from planner.rulebooks.tokaido.page import page
from planner.rulebooks.tokaido.pending import answer, go
from planner.rulebooks.tokaido.picture import draw_board
from planner.rulebooks.tokaido.rules import (
    components,
    read_rules,
)
from planner.rulebooks.tokaido.setup import Seat, opening_coins, set_up
from planner.rulebooks.tokaido.sheet import score_lines
from planner.rulebooks.tokaido.state import Game, change, finished
from planner.rulebooks.tokaido.wishes import read_board, read_travellers

MALFORMED = "TK-1.6"
FIELDS = frozenset(  # those of TK-1.6, and of the steps of a move
    {"to", "by", "do", "use", "both", "order", "travellers", "traveller", "treasure", "scroll"}
    | {"free_meal", *components()["asked"]}
)
KINDS = ("deal", "keep", "draw", "choose", "go", "move")


class Tokaido:
    """The rules of Tokaido with Crossroads and travellers."""

    name = "tokaido"
    fields = FIELDS

    def start(
        self, options: Mapping[str, Any], players: Sequence[str], seed: int | None = None
    ) -> Game:
        """The start inn (TK-2).

        Args:
            options: Decisions such as ``"temple.tie": "skip"``, the switches ``crossroads``,
                ``novice``, ``preparation``, ``return``, ``gastronomy``; ``board``: a name or a
                list of kinds with ``double``; ``travellers``: in turn order, or by player.
            players: two to five names, in turn order unless travellers are dealt.
            seed: draws the cards and dice that ``legal`` offers.

        Raises:
            BadValue: an unknown option, value, board or traveller, or no fitting players.
        """
        wishes = dict(options)
        board = read_board(wishes.pop("board", "edo"), wishes.pop("double", ()))
        named = read_travellers(wishes.pop("travellers", None), players)
        if "new_encounters" in wishes:
            raise BadValue(
                "new_encounters: the cards are not known (TK-2.6)",
                "new_encounters: カードの内容が分からないため使えません(TK-2.6)",
            )
        rules = read_rules(wishes)
        if rules.on("novice"):
            named = dict.fromkeys(players, "novice")
        seats = [Seat(name, named.get(name, "")) for name in players]
        return replace(set_up(rules, board, seats), seed=seed or 0)

    def apply(self, state: Game, event: Event) -> Game:
        """The state after the event.

        Raises:
            Refused: citing the clause; ``TK-1.6`` for an event that cannot be read.
        """
        try:
            return self._apply(state, event)
        except BadField as error:
            raise MalformedEvent(MALFORMED, error.message, error.message_ja) from None

    def _apply(self, state: Game, event: Event) -> Game:
        kind = word(event, "type", "move" if "to" in event else "")
        choosing = any(not p.traveller for p in state.people)
        if kind not in KINDS:
            raise MalformedEvent(
                MALFORMED,
                f"{kind!r} is no event; there are {', '.join(KINDS)}",
                f"「{kind}」という手はありません。{'、'.join(KINDS)} のどれかです",
            )
        if kind == "deal" and choosing and not state.dealt:
            return _deal(state, event)
        if kind == "keep" and choosing and state.dealt:
            return _keep(state, event)
        if kind == "draw" and event.get("player") == CHANCE:
            return answer(state, event, CHANCE)
        if kind == "choose":
            return answer(state, event, word(event, "player", ""))
        if kind in {"go", "move"} and not choosing and not state.pending:
            return go(state, event) if kind == "go" else take_move(state, event)
        raise Refused(
            MALFORMED,
            f"{kind!r} is not due: {page(state, 'en').splitlines()[-1]}",
            f"今は「{kind}」を受け付けません。{page(state, 'ja').splitlines()[-1]}",
        )

    def legal(self, state: Game) -> Iterable[Event]:
        """Every event that may come next; the one that the seed draws where chance speaks."""
        return choices(state, self.apply)

    def finished(self, state: Game) -> bool:
        """Whether all are at the last inn (TK-7.1)."""
        return finished(state)

    def show(self, state: Game, lang: str) -> str:
        """The road, what everybody holds, and the standing."""
        return page(state, lang)

    def svg(self, state: Game) -> str:
        """The road and the standing as a drawing."""
        return draw_board(state)

    def bounds(self) -> Mapping[str, tuple[int, int]]:
        """What one line of the sheet may hold: clause -> least, most; others have no bound."""
        return {clause: (low, high) for clause, (low, high) in components()["bounds"].items()}

    def score(self, state: Game) -> Sequence[ScoreLine]:
        """The log of every player, one line a reason (TK-9.2)."""
        return score_lines(state)


def _deal(game: Game, event: Event) -> Game:
    """Chance deals travellers and the order of departure (2.2, 2.3)."""
    names = [p.name for p in game.people]
    order = list(words(event, "order")) or names
    dealt = record(event, "travellers")
    each = hand_size(len(names))
    hands = {name: words(dealt, name) for name in names}
    cards = [traveller for hand in hands.values() for traveller in hand]
    known = set(components()["travellers"]) - {"novice"}
    wrong = len(set(cards)) != len(cards) or not set(cards) <= known
    if wrong or any(len(hand) != each for hand in hands.values()):
        raise Refused(
            "TK-2.2", f"deal {each} traveller(s) to each player", f"旅人は1人に{each}枚ずつ配ります"
        )
    if event.get("player") != CHANCE or sorted(order) != sorted(names):
        raise Refused(
            "TK-2.3",
            "chance names the order of all players",
            "player は chance にし、order に全員の名前を1回ずつ書いてください",
        )
    return replace(with_order(game, order), dealt=hands, draws=game.draws + 1)


def _keep(game: Game, event: Event) -> Game:
    """A player keeps one of the dealt travellers and opens the purse (2.2, 2.4)."""
    name, traveller = word(event, "player", ""), word(event, "traveller", "")
    names = [p.name for p in game.people]
    if name not in names or game.player(name).traveller or traveller not in game.dealt[name]:
        raise Refused(
            "TK-2.2",
            f"{name!r} keeps one of the travellers dealt to them, once",
            f"{name} が選べるのは、自分に配られた旅人のうちの1人だけです(1回限り)",
        )
    coins = opening_coins(game.rules, traveller, names.index(name), len(names))
    return change(game, name, traveller=traveller, coins=coins)


RULEBOOK = Tokaido()
