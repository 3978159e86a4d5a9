"""Encounter cards and their effects, TK-4.24, 4.25 and 6.7."""

from dataclasses import dataclass

from planner.referee.fields import record
from planner.referee.rulebook import Event, MalformedEvent, Refused
from planner.rulebooks.tokaido import piles
from planner.rulebooks.tokaido.gains import gain_panorama, gain_souvenir, give
from planner.rulebooks.tokaido.rules import PANORAMAS, cards, in_japanese, number
from planner.rulebooks.tokaido.state import Game, change, gain, pay, unfinished_panoramas

_ALSO = {"miko": "shrine maiden", "maiden": "shrine maiden", "shrinemaiden": "shrine maiden"}


@dataclass(frozen=True)
class Card:
    """An encounter card; a guide has the panorama it shows."""

    name: str
    panorama: str = ""

    @property
    def full_name(self) -> str:
        """The name the pile knows: ``guide-sea``."""
        return f"{self.name}-{self.panorama}" if self.panorama else self.name


def read_card(text: object, declared: Event) -> Card:
    """A card such as ``"noble"``, ``"guide-sea"`` or ``"guide"`` with its kind beside it.

    Raises:
        Refused: TK-4.25 a card outside the table.
    """
    word = str(text).strip().lower().replace("_", "-")
    name, _, panorama = word.replace("(", "-").replace(":", "-").strip(")").partition("-")
    name, panorama = name.strip(), panorama.strip()
    if name != "guide":
        name, panorama = _ALSO.get(word.replace("-", ""), word.replace("-", " ")), ""
        name = _ALSO.get(name.replace(" ", ""), name)
    elif not panorama:
        given = (declared.get(key) for key in ("kind", "of", "guide", "panorama"))
        panorama = next((str(kind) for kind in given if kind in PANORAMAS), "")
    if name not in cards("encounters") or (name == "guide" and panorama not in PANORAMAS):
        raise MalformedEvent(
            "TK-4.25",
            f"{text!r} is not an encounter of the table: {', '.join(cards('encounters'))}",
            f"「{text}」という出会いはありません({'、'.join(cards('encounters'))})",
        )
    return Card(name, panorama)


def meet(game: Game, name: str, action: Event, at_space: bool) -> Game:
    """Take the declared encounter card, count it for the talker, and apply it.

    Raises:
        Refused: TK-4.24 no card, 4.25 outside the table, 6.7 Yoshiyasu's two cards.
    """
    declared = record(action, "encounter")
    if not declared:
        if piles.empty(game, "encounter"):
            return game
        raise Refused(
            "TK-4.24",
            "declare the encounter card",
            "引いた出会いカードを encounter に書いてください",
        )
    card = read_card(declared.get("card"), declared)
    game = piles.take(game, "encounter", card.full_name, "TK-4.24")
    game = _put_refused_under(game, name, declared, at_space)
    player = game.player(name)
    game = change(game, name, encounters=(*player.encounters, card.full_name))
    return _apply(game, name, card, declared)


def _put_refused_under(game: Game, name: str, declared: Event, at_space: bool) -> Game:
    chooser = at_space and game.player(name).traveller == "Yoshiyasu"
    refused = declared.get("refused")
    if refused is not None and not chooser:
        raise Refused(
            "TK-6.7", f"{name} draws one card here", f"{name} がここで引く出会いカードは1枚だけです"
        )
    if not chooser or (refused is None and piles.empty(game, "encounter")):
        return game
    if refused is None:
        raise Refused(
            "TK-6.7",
            f"{name} draws two cards and keeps one: declare the refused one",
            f"{name} は2枚引いて1枚を戻します。戻した札(refused)を書いてください",
        )
    other = read_card(refused, {})
    game = piles.take(game, "encounter", other.full_name, "TK-6.7")
    return piles.put_under(game, "encounter", other.full_name)


def _apply(game: Game, name: str, card: Card, declared: Event) -> Game:
    if card.name == "artisan":
        return _artisan(game, name, declared)
    if card.name == "guide":
        return _guide(game, name, card.panorama, declared)
    if card.name == "samurai":
        return gain(game, name, "samurai", number("samurai_points"))
    if card.name == "noble":
        return pay(game, name, -number("noble_coins"))
    return give(game, name, number("maiden_gift"), "shrine maiden")


def _artisan(game: Game, name: str, declared: Event) -> Game:
    given = (declared.get(key) for key in ("souvenir", "type", "gain", "gift", "free"))
    entry = next((value for value in given if value is not None), None)
    if entry is None and piles.empty(game, "souvenir"):
        return game
    kind = entry[0] if isinstance(entry, list | tuple) and entry else entry
    if kind not in cards("souvenirs"):
        raise MalformedEvent(
            "TK-4.25",
            f"the artisan gives a souvenir, not {kind!r}",
            f"職人からもらうのはお土産です(「{kind}」はありません)",
        )
    if isinstance(entry, list | tuple) and len(entry) == 2:
        game = piles.take(game, "souvenir", (entry[0], entry[1]), "TK-4.25")
    return gain_souvenir(game, name, str(kind))


def _guide(game: Game, name: str, kind: str, declared: Event) -> Game:
    open_kinds = unfinished_panoramas(game.player(name))
    if kind in open_kinds or not open_kinds:
        return gain_panorama(game, name, kind) if open_kinds else game
    given = (declared.get(key) for key in ("instead", "choice", "other", "panorama"))
    chosen = next((value for value in given if value in open_kinds), None)
    if chosen is None and len(open_kinds) > 1:
        raise Refused(
            "TK-4.25",
            f"the {kind} is complete: choose another of {', '.join(open_kinds)} (instead)",
            f"{in_japanese(kind)}はもう完成しています。{'、'.join(open_kinds)} から"
            "代わりを選んでください(instead)",
        )
    return gain_panorama(game, name, str(chosen or open_kinds[0]))
